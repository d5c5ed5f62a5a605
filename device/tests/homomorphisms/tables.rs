//! Tables over the vertices and the edges, each made from others.

use motherlode_device::kernels::homomorphisms::closed_walks::{self, ClosedWalkArgs, SumClosedWalks};
use motherlode_device::kernels::homomorphisms::combinations::{
    CombineArgs, CombineEdges, CombineEdgesArgs, CombineNumbers, MOST_FACTORS, MOST_TABLES, ProductTerm,
    ReadAt,
};
use motherlode_device::kernels::homomorphisms::indicators::{IndicateArgs, IndicateEdges};
use motherlode_device::kernels::homomorphisms::neighbors::{NeighborSumArgs, SumNeighbors};
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::products::{
    AddNumbers, AddNumbersArgs, MultiplyArgs, MultiplyNumbers, NumberSumArgs, SumNumbers, TurnArgs, TurnEdges,
};
use motherlode_device::kernels::homomorphisms::triangles::{ApexSumArgs, SumApexes};
use motherlode_device::kernels::views::{EdgeTest, NO_ARC, QueryGraph, UNLABELLED};
use motherlode_device::memory::Slice;

use crate::common::{BLOCKS, Machine, Random, WARPS, scratch};
use crate::graphs::atomics;
use crate::{Matrix, number, numbers, samples, sum, view, words};

#[test]
fn sums_over_neighbors() {
    samples(|case| {
        let (along, along_at) = case.at_edges(0);
        let (weights, weights_at) = case.at_vertices(0);
        let ones = vec![1; case.n()];
        for (weights, weights_at) in [(weights, weights_at), (Numbers::ONES, ones)] {
            let at = |v: usize| sum((0..case.n()).map(|x| along_at[v][x].wrapping_mul(weights_at[x])));
            let expected: Vec<u128> = (0..case.n()).map(at).collect();
            for machine in Machine::all() {
                let (mut queue, mut sums) = (vec![0u64], vec![7u64; WORDS * case.n()]);
                let args = NeighborSumArgs {
                    graph: case.view(),
                    along,
                    weights,
                    sums: scratch(&mut sums),
                    queue: atomics(&mut queue),
                    end: case.n() as u64,
                    chunk: 3,
                };
                // SAFETY: arrays of this test, made as the kernel asks.
                unsafe { machine.launch::<SumNeighbors>(BLOCKS, WARPS, 0, &args) };
                assert_eq!(numbers(&sums), expected, "{machine:?}");
            }
        }
    });
}

#[test]
fn sums_over_triangles() {
    samples(|case| {
        let (first, first_at) = case.at_edges(0);
        let (second, second_at) = case.at_edges(1);
        let (apex, apex_at) = case.at_vertices(0);
        let through = |u: usize, v: usize, x: usize| {
            first_at[u][x].wrapping_mul(apex_at[x]).wrapping_mul(second_at[v][x])
        };
        let at = |u: usize, &v: &u32| sum((0..case.n()).map(|x| through(u, v as usize, x)));
        let of = |u: usize| case.graph.0[u].iter().map(move |v| at(u, v));
        let expected: Vec<u128> = (0..case.n()).flat_map(of).collect();
        for machine in Machine::all() {
            let (mut queue, mut sums) = (vec![0u64], vec![7u64; WORDS * case.whole.neighbors.len()]);
            let mut places = vec![0u32; (BLOCKS * WARPS) as usize * case.n()];
            let args = ApexSumArgs {
                graph: case.view(),
                first,
                apex,
                second,
                sums: scratch(&mut sums),
                places: atomics(&mut places),
                queue: atomics(&mut queue),
                end: case.whole.neighbors.len() as u64,
                chunk: 3,
            };
            // SAFETY: arrays of this test, made as the kernel asks.
            unsafe { machine.launch::<SumApexes>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(numbers(&sums), expected, "{machine:?}");
            assert!(places.iter().all(|&place| place == 0), "{machine:?}");
        }
    });
}

#[test]
fn tables_are_added() {
    samples(|case| {
        let pairs = numbers(&case.edges[0]).into_iter().zip(numbers(&case.edges[1]));
        let expected: Vec<u128> = pairs.map(|(a, b)| a.wrapping_add(b)).collect();
        for machine in Machine::all() {
            let mut sums = case.edges[1].clone();
            let args = AddNumbersArgs { more: view(&case.edges[0]), sums: scratch(&mut sums) };
            // SAFETY: arrays of this test, made as the kernel asks.
            unsafe { machine.launch::<AddNumbers>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(numbers(&sums), expected, "{machine:?}");
        }
    });
}

#[test]
fn products_and_turned_tables() {
    samples(|case| {
        let (one, one_at) = case.at_edges(0);
        let other = view(&case.edges[1]);
        let factors = numbers(&case.edges[0]).into_iter().zip(numbers(&case.edges[1]));
        let expected: Vec<u128> = factors.map(|(a, b)| a.wrapping_mul(b)).collect();
        let expected_turned = case.turned(&one_at);
        for machine in Machine::all() {
            let mut product = vec![7u64; case.edges[0].len()];
            let args = MultiplyArgs { one, other, product: scratch(&mut product) };
            // SAFETY: arrays of this test, made as the kernel asks.
            unsafe { machine.launch::<MultiplyNumbers>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(numbers(&product), expected, "{machine:?}");
            let mut turned = vec![7u64; case.edges[0].len()];
            let args = TurnArgs { graph: case.view(), table: one, turned: scratch(&mut turned) };
            // SAFETY: arrays of this test, made as the kernel asks.
            unsafe { machine.launch::<TurnEdges>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(numbers(&turned), expected_turned, "{machine:?}");
        }
    });
}

#[test]
fn tables_are_added_up() {
    samples(|case| {
        let table = &case.edges[2];
        let expected = sum(numbers(table).into_iter()).wrapping_add(u128::MAX - 1);
        for machine in Machine::all() {
            let mut total = words(&[u128::MAX - 1]);
            let count = (table.len() / WORDS) as u64;
            let args = NumberSumArgs { table: view(table), count, sum: atomics(&mut total) };
            // SAFETY: arrays of this test, made as the kernel asks.
            unsafe { machine.launch::<SumNumbers>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(numbers(&total), [expected], "{machine:?}");
        }
    });
}

#[test]
fn sums_of_products() {
    const COUNT: usize = 70;
    const SUMS: usize = 37;
    let mut random = Random::new(11);
    let tables: Vec<Vec<u128>> =
        (0..MOST_TABLES).map(|_| (0..COUNT).map(|_| number(&mut random)).collect()).collect();
    // The last table is not there: its numbers are 1. So is a product of no factors, and some sums have no terms.
    let of_words: Vec<Vec<u64>> = tables[1..].iter().map(|table| words(table)).collect();
    let mut views = [Numbers::ONES; MOST_TABLES];
    views.iter_mut().zip(&of_words).for_each(|(numbers, words)| *numbers = view(words));
    let factor = |table: usize, v: usize| tables.get(table + 1).map_or(1, |table| table[v]);
    let products: Vec<Vec<(Vec<usize>, i64)>> = (0..SUMS)
        .map(|_| {
            let terms = random.below(6);
            let mut term = || {
                let factors = random.below(MOST_FACTORS as u32 + 1);
                let times = (i64::from(random.below(2000)) - 1000)
                    * if random.below(9) == 0 { i64::MAX / 1000 } else { 1 };
                ((0..factors).map(|_| random.below(MOST_TABLES as u32) as usize).collect(), times)
            };
            (0..terms).map(|_| term()).collect()
        })
        .collect();
    let (mut starts, mut terms) = (vec![0], Vec::new());
    for sum in &products {
        for (factors, times) in sum {
            let byte = |(place, &table): (usize, &usize)| (table as u64 + 1) << (8 * place);
            terms.push(ProductTerm { factors: factors.iter().enumerate().map(byte).sum(), times: *times });
        }
        starts.push(terms.len() as u32);
    }
    for (first, count) in [(0, COUNT), (13, 50), (69, 1), (5, 0)] {
        let before: Vec<u128> = (0..count * SUMS).map(|_| number(&mut random)).collect();
        let expected = before.iter().enumerate().map(|(place, before)| {
            let v = first + place / SUMS;
            let times = |&(ref factors, times): &(Vec<usize>, i64)| {
                let product =
                    factors.iter().fold(1u128, |product, &table| product.wrapping_mul(factor(table, v)));
                product.wrapping_mul(i128::from(times) as u128)
            };
            before.wrapping_add(sum(products[place % SUMS].iter().map(times)))
        });
        let expected: Vec<u128> = expected.collect();
        for machine in Machine::all() {
            for words_of_sum in [1, WORDS] {
                let low = |numbers: &[u128]| numbers.iter().map(|&number| number as u64).collect::<Vec<_>>();
                let as_words = if words_of_sum == 1 { low } else { words };
                let mut sums = as_words(&before);
                let args = CombineArgs {
                    tables: views,
                    starts: Slice::from(&starts[..]),
                    terms: Slice::from(&terms[..]),
                    sums: scratch(&mut sums),
                    first: first as u64,
                    count: count as u64,
                    words: words_of_sum as u32,
                };
                // SAFETY: arrays of this test, made as the kernel asks.
                unsafe { machine.launch::<CombineNumbers>(BLOCKS, WARPS, 0, &args) };
                assert!(sums == as_words(&expected), "{machine:?}, {words_of_sum} words from {first}");
            }
        }
    }
}

/// Where factors are read: those of tables over the vertices first.
const READ: [ReadAt; 4] = [ReadAt::First, ReadAt::Second, ReadAt::Edge, ReadAt::Turned];

/// Tables and where they are read, and how often their product is taken.
type ProductAtEdge = ([(usize, ReadAt); 3], i64);

#[test]
fn sums_of_edge_products() {
    const SUMS: usize = 5;
    samples(|case| {
        let mut random = Random::new(19);
        // Tables over the vertices, those over the edges, and one that is not there.
        let mut views = [Numbers::ONES; MOST_TABLES];
        views[..2].copy_from_slice(&[0, 1].map(|which| case.at_vertices(which).0));
        views[2..4].copy_from_slice(&[0, 1].map(|which| case.at_edges(which).0));
        let read = |table: usize, at: ReadAt, u: usize, v: usize| match (table, at) {
            (4, _) => 1,
            (0 | 1, ReadAt::First) => case.at_vertices(table).1[u],
            (0 | 1, _) => case.at_vertices(table).1[v],
            (_, ReadAt::Edge) => case.at_edges(table - 2).1[u][v],
            (_, _) => case.at_edges(table - 2).1[v][u],
        };
        let mut factor = || {
            let table = random.below(5) as usize;
            let over_edges = if table < 2 { 0 } else { 2 };
            (table, READ[over_edges + random.below(2) as usize])
        };
        let mut term = |number: i64| -> ProductAtEdge { ([(); 3].map(|()| factor()), 7 * number - 5) };
        let products: Vec<Vec<ProductAtEdge>> =
            (0..SUMS).map(|terms| (0..terms as i64).map(&mut term).collect()).collect();
        let (mut starts, mut terms) = (vec![0], Vec::new());
        for (factors, times) in products.iter().flatten() {
            let byte =
                |(place, &(table, at)): (usize, &(usize, ReadAt))| u64::from(at.factor(table)) << (8 * place);
            terms.push(ProductTerm { factors: factors.iter().enumerate().map(byte).sum(), times: *times });
        }
        products.iter().for_each(|of_sum| starts.push(starts[starts.len() - 1] + of_sum.len() as u32));
        let smaller = |u: usize| case.graph.0[u].range(..u as u32).map(|&v| v as usize).collect::<Vec<_>>();
        let mut firsts = vec![0u64];
        (0..case.n()).for_each(|u| firsts.push(firsts[u] + smaller(u).len() as u64));
        for range in [0..case.n(), case.n() / 2..case.n(), 1..2, 2..2] {
            let pairs = range.clone().flat_map(|u| smaller(u).into_iter().map(move |v| (u, v)));
            let at = |(u, v): (usize, usize), sum_number: usize| {
                sum(products[sum_number].iter().flat_map(|(factors, times)| {
                    [(u, v), (v, u)].map(|(u, v)| {
                        let factors = factors.iter().map(|&(table, at)| read(table, at, u, v));
                        factors.fold(i128::from(*times) as u128, u128::wrapping_mul)
                    })
                }))
            };
            let expected: Vec<u128> = pairs.flat_map(|pair| (0..SUMS).map(move |s| at(pair, s))).collect();
            for machine in Machine::all() {
                for words_of_sum in [1, WORDS] {
                    let mut sums = vec![0u64; expected.len() * words_of_sum];
                    let args = CombineEdgesArgs {
                        tables: views,
                        starts: Slice::from(&starts[..]),
                        terms: Slice::from(&terms[..]),
                        graph: case.view(),
                        edges: Slice::from(&firsts[..]),
                        sums: scratch(&mut sums),
                        first: range.start as u64,
                        count: range.len() as u64,
                        words: words_of_sum as u32,
                    };
                    // SAFETY: arrays of this test, made as the kernel asks.
                    unsafe { machine.launch::<CombineEdges>(BLOCKS, WARPS, 0, &args) };
                    let low = expected.iter().map(|&number| number as u64).collect();
                    let expected = if words_of_sum == 1 { low } else { words(&expected) };
                    assert!(sums == expected, "{machine:?}, {words_of_sum} words from {}", range.start);
                }
            }
        }
    });
}

/// Those of all vertices, and of some, against products of the adjacency matrix.
#[test]
fn closed_walks_at_edges() {
    for some in [false, true] {
        samples(|case| {
            let n = case.n();
            let inside: Vec<u128> = (0..n).map(|v| u128::from(!some || v % 4 != 1)).collect();
            let inside_words = words(&inside);
            let view_of_inside = if some { view(&inside_words) } else { Numbers::ONES };
            let ones = case.ones().1;
            let step = |u: usize, v: usize| inside[u] * ones[u][v] * inside[v];
            let two: Matrix = (0..n)
                .map(|u| (0..n).map(|w| (0..n).map(|v| step(u, v) * step(v, w)).sum()).collect())
                .collect();
            let four = |u: usize, v: usize| (0..n).map(|w| two[u][w] * two[w][v]).sum::<u128>();
            for machine in Machine::all() {
                let blocks = (BLOCKS * WARPS) as usize;
                let (mut values, mut joined) = (vec![0u64; blocks * 2 * n], vec![0u32; blocks * n]);
                let mut met = vec![7u32; blocks * n];
                let (mut queue, mut sums) = (vec![0u64], vec![0u64; WORDS * case.whole.neighbors.len()]);
                let args = ClosedWalkArgs {
                    graph: case.view(),
                    inside: view_of_inside,
                    sums: atomics(&mut sums),
                    values: atomics(&mut values),
                    joined: atomics(&mut joined),
                    met: scratch(&mut met),
                    queue: atomics(&mut queue),
                    end: n as u64,
                    chunk: 2,
                };
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumClosedWalks>(BLOCKS, WARPS, closed_walks::SHARED_BYTES, &args) };
                let found = case.matrix(&numbers(&sums));
                for (u, v) in (0..n).flat_map(|u| (0..u).map(move |v| (u, v))) {
                    let expected = step(u, v) * four(u, v);
                    assert_eq!(found[u][v] + found[v][u], expected, "{u}-{v} {machine:?}");
                }
                let zero = values.iter().all(|&word| word == 0) && joined.iter().all(|&word| word == 0);
                assert!(zero, "numbers were left behind");
            }
        });
    }
}

#[test]
fn edges_that_are_as_they_must_be() {
    samples(|case| {
        let mut random = Random::new(3);
        let labels = [UNLABELLED, NO_ARC, 0, 1, 40];
        let places = case.whole.neighbors.len();
        let [out, back] = [(); 2].map(|()| -> Vec<u32> {
            (0..places).map(|_| labels[random.below(labels.len() as u32) as usize]).collect()
        });
        // Two sets of labels, in two words each: of none and 40; of no arc and 1.
        let allowed = [
            1 << EdgeTest::bit(UNLABELLED),
            1 << (EdgeTest::bit(40) - 32),
            1 << 1 | 1 << EdgeTest::bit(1),
            0,
        ];
        let is_allowed = [|label| [UNLABELLED, 40].contains(&label), |label| [NO_ARC, 1].contains(&label)];
        for (kind, both) in [(EdgeTest::BOTH, true), (EdgeTest::EITHER, false)] {
            let test = EdgeTest { kind, out: 0, back: 2 };
            let obeys = |(&out, &back): (&u32, &u32)| {
                let (out, back) = (is_allowed[0](out), is_allowed[1](back));
                u128::from(if both { out && back } else { out || back })
            };
            let expected: Vec<u128> = out.iter().zip(&back).map(obeys).collect();
            for machine in Machine::all() {
                let mut found = vec![7u64; WORDS * places];
                let graph = QueryGraph {
                    offsets: Slice::from(&case.whole.offsets[..]),
                    neighbors: Slice::from(&case.whole.neighbors[..]),
                    masks: Slice::empty(),
                    out: Slice::from(&out[..]),
                    back: Slice::from(&back[..]),
                    allowed: Slice::from(&allowed[..]),
                };
                let args = IndicateArgs { graph, numbers: scratch(&mut found), test };
                // SAFETY: arrays of this test, made as the kernel asks.
                unsafe { machine.launch::<IndicateEdges>(BLOCKS, WARPS, 0, &args) };
                assert_eq!(numbers(&found), expected, "{machine:?}");
            }
        }
    });
}
