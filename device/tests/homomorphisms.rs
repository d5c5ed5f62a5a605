//! The kernels of homomorphism tables on every machine, against their definitions over dense matrices. Numbers are
//! random in all of their 128 bits, so that carries that get lost show.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, atomics};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::homomorphisms::closed_walks::{self, ClosedWalkArgs, SumClosedWalks};
use motherlode_device::kernels::homomorphisms::combinations::{
    CombineArgs, CombineEdges, CombineEdgesArgs, CombineNumbers, MOST_FACTORS, MOST_TABLES, ProductTerm,
    ReadAt,
};
use motherlode_device::kernels::homomorphisms::edge_rows::{
    self, EdgeRowArgs, EdgeRowSumArgs, MOST_EDGE_ROWS, NEAR_FIRST, NEAR_SECOND, SumEdgeRows,
};
use motherlode_device::kernels::homomorphisms::indicators::{IndicateArgs, IndicateEdges};
use motherlode_device::kernels::homomorphisms::neighbors::{NeighborSumArgs, SumNeighbors};
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::products::{
    AddNumbers, AddNumbersArgs, MultiplyArgs, MultiplyNumbers, NumberSumArgs, SumNumbers, TurnArgs, TurnEdges,
};
use motherlode_device::kernels::homomorphisms::rows::{
    AT_EDGES, AT_ROOT, AT_ROW, MOST_PUSHES, PushArgs, PushLaterRows, PushRows, PushRowsArgs, RowArgs,
    SHARED_BYTES,
};
use motherlode_device::kernels::homomorphisms::triangles::{ApexSumArgs, SumApexes};
use motherlode_device::kernels::views::{EdgeTest, NO_ARC, QueryGraph, UNLABELLED};
use motherlode_device::memory::Slice;

type Matrix = Vec<Vec<u128>>;

fn number(random: &mut Random) -> u128 {
    match random.below(8) {
        0 => 0,
        1 => u128::MAX,
        _ => (0..4).fold(0, |number, _| number << 32 | u128::from(random.below(u32::MAX))),
    }
}

fn words(numbers: &[u128]) -> Vec<u64> {
    numbers.iter().flat_map(|&number| [number as u64, (number >> 64) as u64]).collect()
}

fn numbers(words: &[u64]) -> Vec<u128> {
    words.chunks(WORDS).map(|pair| u128::from(pair[0]) | u128::from(pair[1]) << 64).collect()
}

fn sum(terms: impl Iterator<Item = u128>) -> u128 {
    terms.fold(0, u128::wrapping_add)
}

/// A table as kernels read it.
fn view(words: &[u64]) -> Numbers<'_> {
    Numbers { words: Slice::from(words) }
}

/// A graph as kernels take it, with random tables over its vertices and edges.
struct Case<'g> {
    graph: &'g Graph,
    offsets: Vec<u64>,
    neighbors: Vec<u32>,
    /// Where the neighbours of each vertex begin that come after it.
    splits: Vec<u64>,
    vertices: [Vec<u64>; 2],
    edges: [Vec<u64>; 3],
}

impl<'g> Case<'g> {
    fn new(graph: &'g Graph, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (offsets, neighbors) = graph.csr();
        let mut table = |length: usize| words(&(0..length).map(|_| number(&mut random)).collect::<Vec<_>>());
        let vertices = [(); 2].map(|()| table(graph.0.len()));
        let edges = [(); 3].map(|()| table(neighbors.len()));
        let split = |(v, range): (u32, &[u64])| {
            let smaller = neighbors[range[0] as usize..range[1] as usize].iter().filter(|&&u| u < v);
            range[0] + smaller.count() as u64
        };
        let splits = (0..).zip(offsets.windows(2)).map(split).collect();
        Case { graph, offsets, neighbors, splits, vertices, edges }
    }

    fn n(&self) -> usize {
        self.graph.0.len()
    }

    fn view(&self) -> GraphView<'_> {
        GraphView {
            offsets: Slice::from(&self.offsets[..]),
            neighbors: Slice::from(&self.neighbors[..]),
            splits: Slice::from(&self.splits[..]),
        }
    }

    /// A table over the vertices, and the numbers in it.
    fn at_vertices(&self, which: usize) -> (Numbers<'_>, Vec<u128>) {
        (view(&self.vertices[which]), numbers(&self.vertices[which]))
    }

    /// A table over the edges, and its matrix: 0 where there is no edge.
    fn at_edges(&self, which: usize) -> (Numbers<'_>, Matrix) {
        (view(&self.edges[which]), self.matrix(&numbers(&self.edges[which])))
    }

    /// The table that is 1 everywhere, and its matrix.
    fn ones(&self) -> (Numbers<'static>, Matrix) {
        (Numbers::ONES, self.matrix(&vec![1; self.neighbors.len()]))
    }

    /// A matrix as a table over the edges, seen from their other ends.
    fn turned(&self, matrix: &Matrix) -> Vec<u128> {
        let of = |u: usize| self.graph.0[u].iter().map(move |&v| matrix[v as usize][u]);
        (0..self.n()).flat_map(of).collect()
    }

    fn matrix(&self, table: &[u128]) -> Matrix {
        let mut matrix = vec![vec![0; self.n()]; self.n()];
        for (u, row) in matrix.iter_mut().enumerate() {
            for place in self.offsets[u] as usize..self.offsets[u + 1] as usize {
                row[self.neighbors[place] as usize] = table[place];
            }
        }
        matrix
    }
}

/// Calls `check` with each sample, and a seed.
fn samples(check: impl Fn(Case<'_>)) {
    let mut random = Random::new(77);
    let graphs = [
        Graph::new(3, []),
        Graph::new(5, [(0, 1), (1, 2), (2, 0), (2, 3)]),
        Graph::random(&mut random, 41, 7, 120),
        Graph::random(&mut random, 75, 75, 1300),
    ];
    graphs.iter().zip(5..).for_each(|(graph, seed)| check(Case::new(graph, seed)));
}

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
            let (mut queue, mut sums) = (vec![0u64], vec![7u64; WORDS * case.neighbors.len()]);
            let mut places = vec![0u32; (BLOCKS * WARPS) as usize * case.n()];
            let args = ApexSumArgs {
                graph: case.view(),
                first,
                apex,
                second,
                sums: scratch(&mut sums),
                places: atomics(&mut places),
                queue: atomics(&mut queue),
                end: case.neighbors.len() as u64,
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
        let turn = |(u, list): (usize, &std::collections::BTreeSet<u32>)| {
            list.iter().map(|&v| one_at[v as usize][u]).collect::<Vec<_>>()
        };
        let expected_turned: Vec<u128> = case.graph.0.iter().enumerate().flat_map(turn).collect();
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

/// A row that is pushed on, or the last: with a table along the root's edges or none, and the powers of pushed rows.
type RowShape = (Option<usize>, u32);

const NO_ROW: RowArgs<'static> = RowArgs { along: Numbers::ONES, powers: 0, joined: 0 };
const NO_PUSH: PushArgs<'static> = PushArgs { from: NO_ROW, weights: Numbers::ONES, along: Numbers::ONES };

impl Case<'_> {
    /// A row of the root, given those that are pushed.
    fn row(&self, (along, powers): RowShape, root: usize, pushed: &[Vec<u128>]) -> Vec<u128> {
        let mut row = along.map_or(vec![1; self.n()], |which| self.at_edges(which).1[root].clone());
        for (push, numbers) in pushed.iter().enumerate() {
            for _ in 0..powers >> (4 * push) & 15 {
                row.iter_mut().zip(numbers).for_each(|(row, number)| *row = row.wrapping_mul(*number));
            }
        }
        row
    }

    fn row_args(&self, (along, powers): RowShape) -> RowArgs<'_> {
        let joined = u32::from(along.is_some());
        RowArgs { along: along.map_or(Numbers::ONES, |which| self.at_edges(which).0), powers, joined }
    }
}

/// Pushes, each on by the plain edges for an odd number of its place and else by a table, and then the last row. Rows
/// are `pulled` only where they are read at the root's neighbours alone. All of it at all vertices, and, where sums stand
/// at the root, at those after it.
fn check_rows(pushes: &[RowShape], pulled: u32, last: RowShape, place: u32) {
    check_rows_of(false, false, pushes, pulled, last, place);
    check_rows_of(true, false, pushes, pulled, last, place);
    if place == AT_ROOT {
        check_rows_of(false, true, pushes, pulled, last, place);
    }
}

fn check_rows_of(
    some_roots: bool,
    later: bool,
    pushes: &[RowShape],
    pulled: u32,
    last: RowShape,
    place: u32,
) {
    samples(|case| {
        let n = case.n();
        let (weights, weights_at) = case.at_vertices(0);
        let (end_weights, end_weights_at) = case.at_vertices(1);
        let along = |push: usize| if push % 2 == 1 { case.ones() } else { case.at_edges(2) };
        // A table of random numbers is 0 at some vertices.
        let (roots, roots_at) = if some_roots { case.at_vertices(1) } else { (Numbers::ONES, vec![1; n]) };
        // What is written over may have been anything; to the other sums is added.
        let (length, before) = if place == AT_EDGES { (case.neighbors.len(), 7u64) } else { (n, 0) };
        let mut expected = numbers(&vec![before; WORDS * length]);
        for root in (0..n).filter(|&root| roots_at[root] != 0) {
            let is_there = |v: usize| !later || v > root;
            let mut pushed: Vec<Vec<u128>> = Vec::new();
            for (push, &from) in pushes.iter().enumerate() {
                let (row, along) = (case.row(from, root, &pushed), along(push).1);
                let at = |v: usize| {
                    sum((0..n)
                        .filter(|&x| is_there(x))
                        .map(|x| row[x].wrapping_mul(weights_at[x]).wrapping_mul(along[x][v])))
                };
                let next = (0..n).map(at).collect();
                pushed.push(next);
            }
            let last = case.row(last, root, &pushed);
            if place == AT_EDGES {
                for at in case.offsets[root] as usize..case.offsets[root + 1] as usize {
                    expected[at] = last[case.neighbors[at] as usize];
                }
                continue;
            }
            for (v, number) in last.into_iter().enumerate().filter(|&(v, _)| is_there(v)) {
                let (to, other) = if place == AT_ROW { (v, root) } else { (root, v) };
                expected[to] = expected[to].wrapping_add(number.wrapping_mul(end_weights_at[other]));
            }
        }
        let turned = words(&case.turned(&case.at_edges(2).1));
        let mut push_args = [NO_PUSH; MOST_PUSHES];
        for (push, &from) in pushes.iter().enumerate() {
            // One that is pulled reads its table from the other ends.
            let along = if pulled >> push & 1 == 1 && push % 2 == 0 { view(&turned) } else { along(push).0 };
            push_args[push] = PushArgs { from: case.row_args(from), weights, along };
        }
        for machine in Machine::all() {
            // On one lane, a block is a warp.
            let room = (BLOCKS * WARPS) as usize * pushes.len() * n;
            let (mut values, mut seen, mut met) =
                (vec![0u64; WORDS * room], vec![0u32; room], vec![7u32; room]);
            let (mut queue, mut sums) = (vec![0u64], vec![before; WORDS * length]);
            let args = PushRowsArgs {
                graph: case.view(),
                pushes: push_args,
                last: case.row_args(last),
                weights: end_weights,
                roots,
                sums: atomics(&mut sums),
                values: atomics(&mut values),
                seen: atomics(&mut seen),
                met: scratch(&mut met),
                queue: atomics(&mut queue),
                end: n as u64,
                push_count: pushes.len() as u32,
                place,
                chunk: 2,
                pulled,
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe {
                match later {
                    false => machine.launch::<PushRows>(BLOCKS, WARPS, SHARED_BYTES, &args),
                    true => machine.launch::<PushLaterRows>(BLOCKS, WARPS, SHARED_BYTES, &args),
                }
            }
            assert_eq!(numbers(&sums), expected, "{machine:?}");
            let zero = values.iter().all(|&word| word == 0) && seen.iter().all(|&word| word == 0);
            assert!(zero, "numbers were left behind");
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
                let (mut queue, mut sums) = (vec![0u64], vec![0u64; WORDS * case.neighbors.len()]);
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

/// Rows near these ends and made from these rows; every other one has weights.
fn check_edge_rows(rows: &[(u32, u32)], upward: bool) {
    samples(|case| {
        let n = case.n();
        let adjacent = case.ones().1;
        // Small ones, some of them 0: no number may pass 64 bits.
        let weights_at: Vec<u128> = (0..n as u128).map(|v| v * 7 % 5).collect();
        let (weights_words, ones_at) = (words(&weights_at), vec![1; n]);
        let weights = |row: usize| match row % 2 {
            1 => (view(&weights_words), &weights_at),
            _ => (Numbers::ONES, &ones_at),
        };
        let read = rows.iter().fold(0, |read, row| read | row.1);
        let of_edge = |a: usize, b: usize| {
            let mut made: Vec<Vec<u128>> = Vec::new();
            for (row, &(near, from)) in rows.iter().enumerate() {
                let is_there = |v: usize| {
                    (near & NEAR_FIRST == 0 || adjacent[a][v] == 1)
                        && (near & NEAR_SECOND == 0 || adjacent[b][v] == 1)
                };
                let beyond = |v: usize, other: usize| {
                    case.graph.0[v].iter().map(|&x| made[other][x as usize]).sum::<u128>()
                };
                let at = |v: usize| {
                    if !is_there(v) {
                        return 0;
                    }
                    let others = (0..rows.len()).filter(|other| from >> other & 1 == 1);
                    weights(row).1[v] * others.map(|other| beyond(v, other)).product::<u128>()
                };
                let next = (0..n).map(at).collect();
                made.push(next);
            }
            let summed = (0..rows.len()).filter(|row| read >> row & 1 == 0);
            weights_at[b] * summed.map(|row| made[row].iter().sum::<u128>()).product::<u128>()
        };
        let edges = (0..n).flat_map(|a| case.graph.0[a].iter().map(move |&b| (a, b as usize)));
        let expected: u128 = edges.filter(|(a, b)| !upward || a < b).map(|(a, b)| of_edge(a, b)).sum();
        let mut row_args = [EdgeRowArgs { weights: Numbers::ONES, near: 0, from: 0 }; MOST_EDGE_ROWS];
        for (row, &(near, from)) in rows.iter().enumerate() {
            row_args[row] = EdgeRowArgs { weights: weights(row).0, near, from };
        }
        for machine in Machine::all() {
            let blocks = (BLOCKS * WARPS) as usize;
            let (mut values, mut lists) =
                (vec![0u64; blocks * rows.len() * n], vec![7u32; blocks * (rows.len() + 1) * n]);
            let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
            let args = EdgeRowSumArgs {
                graph: case.view(),
                rows: row_args,
                ends: [Numbers::ONES, view(&weights_words)],
                totals: atomics(&mut totals),
                values: atomics(&mut values),
                lists: scratch(&mut lists),
                queue: atomics(&mut queue),
                end: case.neighbors.len() as u64,
                chunk: 3,
                row_count: rows.len() as u32,
                upward: upward.into(),
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<SumEdgeRows>(BLOCKS, WARPS, edge_rows::SHARED_BYTES, &args) };
            assert_eq!(total(&totals), Some(expected), "{rows:?} {machine:?}");
            assert!(values.iter().all(|&word| word == 0), "numbers were left behind");
        }
    });
}

#[test]
fn rows_of_edges() {
    const BOTH: u32 = NEAR_FIRST | NEAR_SECOND;
    for upward in [false, true] {
        // The vertices near one end, or both, with weights or without.
        check_edge_rows(&[(BOTH, 0)], upward);
        check_edge_rows(&[(NEAR_FIRST, 0), (BOTH, 0), (NEAR_SECOND, 0)], upward);
        // Paths of two and three, of which the middle pulls once or twice.
        check_edge_rows(&[(NEAR_FIRST, 0), (BOTH, 0b1)], upward);
        check_edge_rows(&[(BOTH, 0), (NEAR_SECOND, 0), (NEAR_FIRST, 0b11)], upward);
        // Through vertices near no end: to the end of a tree, or to what pulls from them, beside another tree.
        check_edge_rows(&[(BOTH, 0), (0, 0b1)], upward);
        check_edge_rows(&[(BOTH, 0), (NEAR_FIRST, 0), (0, 0b11)], upward);
        check_edge_rows(&[(NEAR_SECOND, 0), (0, 0b1), (BOTH, 0b10), (BOTH, 0)], upward);
        check_edge_rows(&[(BOTH, 0), (0, 0b1), (0, 0b10), (NEAR_FIRST, 0b100)], upward);
    }
}

#[test]
fn edges_that_are_as_they_must_be() {
    samples(|case| {
        let mut random = Random::new(3);
        let labels = [UNLABELLED, NO_ARC, 0, 1, 40];
        let places = case.neighbors.len();
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
                    offsets: Slice::from(&case.offsets[..]),
                    neighbors: Slice::from(&case.neighbors[..]),
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

#[test]
fn rows_that_are_pushed_once() {
    // A 4-cycle, by a square; and a triangle's row at the root's neighbours.
    check_rows(&[(Some(0), 0)], 0, (None, 0x2), AT_ROOT);
    check_rows(&[(Some(0), 0)], 0, (Some(1), 0x1), AT_ROW);
}

#[test]
fn rows_of_later_neighbors_that_are_not_pushed() {
    check_rows_of(false, true, &[], 0, (Some(1), 0), AT_ROOT);
}

#[test]
fn rows_that_are_pushed_on() {
    // A 6-cycle with one side a product of both: what was pushed last is not the first factor.
    check_rows(&[(Some(0), 0), (Some(1), 0), (None, 0x12)], 0, (None, 0x210), AT_ROOT);
    check_rows(&[(Some(0), 0), (None, 0x1), (Some(1), 0x10)], 0, (None, 0x101), AT_ROW);
}

#[test]
fn rows_that_neighbors_of_the_root_pull() {
    // A 5-cycle: two edges on, and back to a neighbour.
    check_rows(&[(Some(0), 0), (None, 0x1)], 0b10, (Some(1), 0x10), AT_ROOT);
    // From a product, along a table; and pushed on from there.
    let pushes = [(Some(0), 0), (Some(1), 0), (None, 0x11), (Some(2), 0x100)];
    check_rows(&pushes, 0b100, (None, 0x1000), AT_ROW);
}

#[test]
fn as_many_rows_as_there_are() {
    let pushes =
        [(Some(0), 0), (None, 0x1), (None, 0x10), (Some(1), 0x100), (None, 0x1000), (None, 0x1_0002)];
    check_rows(&pushes, 0, (None, 0x10_0001), AT_ROOT);
}

#[test]
fn rows_at_the_edges_of_their_roots() {
    // Of a 4-cycle, by a push and a pull; of a 5-cycle; and a product of both that is there at these edges alone.
    check_rows(&[(Some(0), 0), (None, 0x1)], 0b10, (Some(1), 0x10), AT_EDGES);
    check_rows(&[(Some(0), 0), (None, 0x1), (None, 0x10)], 0b100, (Some(1), 0x101), AT_EDGES);
}
