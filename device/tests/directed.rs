//! The pieces of directed motifs, on every machine, against their definitions.

mod common;
mod graphs;
mod tied;

use std::collections::BTreeMap;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::small_sets::{least, subsets};
use graphs::{Graph, OrientedGraph, WholeGraph, atomics};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::directed::cliques::{
    self, CLIQUES, CountDirected4Cliques, Directed4CliquesArgs, room,
};
use motherlode_device::kernels::directed::cycles::{self, ProductsAtPairsArgs, SumProductsAtPairs};
use motherlode_device::kernels::directed::edges::{self, EdgeProductsArgs, KINDS, SumEdgeProducts};
use motherlode_device::kernels::directed::products;
use motherlode_device::kernels::directed::rows::{FillTieRows, FillTieRowsArgs, TieRows};
use motherlode_device::kernels::directed::sets::{CountSets, CountSetsArgs, codes, pair};
use motherlode_device::kernels::directed::stars::{SumStars, SumStarsArgs, star, stars};
use motherlode_device::kernels::directed::ties::{
    FindTies, FindTiesArgs, IN, MUTUAL, OUT, TIES, WEDGES, reversed,
};
use motherlode_device::kernels::directed::triangle_classes::{TIES_OF_CLASS, TRIANGLE_CLASSES};
use motherlode_device::kernels::directed::triangles::{self, CountDirectedTriangles, DirectedTrianglesArgs};
use motherlode_device::kernels::directed::typed_triangles::{TypedTriangles, TypedTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;
use motherlode_device::kernels::triangles::hubs::row_start;
use motherlode_device::kernels::views::NO_ARC;
use motherlode_device::memory::Slice;
use tied::Tied;

impl Tied {
    /// The rows of the first vertices' ties.
    fn rows(&self, machine: Machine, hubs: u32) -> Vec<u64> {
        let (oriented, count) = (OrientedGraph::new(machine, &self.graph, 2, 0), hubs.min(self.graph.n()));
        let mut words = vec![0u64; row_start(count) as usize];
        let args = FillTieRowsArgs {
            graph: oriented.view(),
            ties: Slice::from(&self.ties[..]),
            words: atomics(&mut words),
            count,
        };
        // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
        unsafe { machine.launch::<FillTieRows>(BLOCKS, WARPS, 0, &args) };
        words
    }
}

fn totals(limbs: &[u64]) -> Vec<u128> {
    limbs.chunks(TOTALS).map(|limbs| total(limbs).unwrap()).collect()
}

/// The products of each two numbers of vectors of one kind, by place.
fn all_products(vectors: &[Vec<u32>], numbers: usize) -> Vec<u128> {
    let mut sums = vec![0; products::sums(numbers)];
    for one in 0..numbers {
        for other in one..numbers {
            let product = |vector: &Vec<u32>| u128::from(vector[one]) * u128::from(vector[other]);
            sums[products::place(numbers, one, other)] = vectors.iter().map(product).sum();
        }
    }
    sums
}

/// Whether sums are what they should be; the second of two places for the same pair says the same.
fn assert_products(found: &[u128], expected: &[u128], numbers: usize, what: &str) {
    for one in 0..numbers {
        for other in one..numbers {
            let place = products::place(numbers, one, other);
            assert_eq!(place, products::place(numbers, other, one), "{one} {other}");
            assert_eq!(found[place], expected[place], "{one} {other}, {what}");
        }
    }
}

#[test]
fn ties_are_found() {
    for (i, tied) in Tied::samples(3).iter().enumerate() {
        let graph = WholeGraph::new(&tied.graph);
        let (mut out, mut back) = (Vec::new(), Vec::new());
        for tie in tied.whole_ties() {
            out.push(if tie == IN { NO_ARC } else { 7 });
            back.push(if tie == OUT { NO_ARC } else { 9 });
        }
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, &tied.graph, 2, 0);
            let (mut ties, mut whole) = (vec![77u8; tied.ties.len()], vec![77u8; 2 * tied.ties.len()]);
            let mut degrees = vec![77u32; TIES * tied.graph.n() as usize];
            let args = FindTiesArgs {
                graph: graph.view(),
                oriented: oriented.view(),
                out: Slice::from(&out[..]),
                back: Slice::from(&back[..]),
                ties: scratch(&mut ties),
                whole: scratch(&mut whole),
                degrees: scratch(&mut degrees),
            };
            // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
            unsafe { machine.launch::<FindTies>(BLOCKS, WARPS, 0, &args) };
            assert_eq!((&ties, &degrees), (&tied.ties, &tied.degrees()), "sample {i}, {machine:?}");
            assert_eq!(whole, tied.whole_ties(), "sample {i}, {machine:?}");
        }
    }
}

/// Degrees of which some make sums of more than 64 bits.
#[test]
fn stars_are_counted() {
    let mut random = Random::new(9);
    let mut degrees: Vec<u32> = (0..3 * 77).map(|_| random.below(5)).collect();
    degrees.extend((0..3 * 20).map(|_| u32::MAX - random.below(1 << 20)));
    let choose = |n: u32, m: u32| match (u128::from(n), m) {
        (_, 0) => 1,
        (n, 1) => n,
        (n, 2) => n * n.saturating_sub(1) / 2,
        (n, _) => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
    };
    for leaves in [2, 3] {
        let kinds: Vec<[u32; TIES]> = (0..=leaves)
            .flat_map(|outs| (0..=leaves - outs).map(move |ins| [outs, ins, leaves - outs - ins]))
            .collect();
        let at = |own: &[u32], kind: &[u32; TIES]| -> u128 {
            own.iter().zip(kind).map(|(&n, &m)| choose(n, m)).product()
        };
        let expected: Vec<u128> =
            kinds.iter().map(|kind| degrees.chunks(TIES).map(|own| at(own, kind)).sum()).collect();
        assert_eq!((0..stars(leaves)).map(|kind| star(leaves, kind)).collect::<Vec<_>>(), kinds);
        for machine in Machine::all() {
            let mut sums = vec![0u64; stars(leaves) * TOTALS];
            let args =
                SumStarsArgs { degrees: Slice::from(&degrees[..]), totals: atomics(&mut sums), leaves };
            // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
            unsafe { machine.launch::<SumStars>(BLOCKS, WARPS, 0, &args) };
            assert_eq!(totals(&sums), expected, "{leaves} leaves, {machine:?}");
        }
    }
}

/// Marks of which some are a filter. There is an odd number of words: each warp's begin at an even one all the same.
const MARKS: MarksShape = MarksShape { exact: 64, filter: 32 };

/// The class that is those ties when its vertices change places.
fn class_of([uv, uw, vw]: [u8; 3]) -> usize {
    let there = |ties: &[u8; 3]| {
        let [xy, xz, yz] = *ties;
        let (yx, zx, zy) = (reversed(xy), reversed(xz), reversed(yz));
        let orders = [[xy, xz, yz], [xz, xy, zy], [yx, yz, xz], [yz, yx, zx], [zx, zy, xy], [zy, zx, yx]];
        orders.contains(&[uv, uw, vw])
    };
    TIES_OF_CLASS.iter().position(there).expect("each triangle is of a class")
}

#[test]
fn triangles_are_told_by_their_classes() {
    for (i, tied) in Tied::samples(4).iter().enumerate() {
        let matrix = tied.matrix();
        let mut expected = vec![0u128; TRIANGLE_CLASSES];
        for &(u, v) in &tied.graph.edges() {
            for w in 0..v {
                let [uv, uw, vw] = [(u, v), (u, w), (v, w)].map(|(a, b)| matrix[a as usize][b as usize]);
                if let (Some(uv), Some(uw), Some(vw)) = (uv, uw, vw) {
                    expected[class_of([uv, uw, vw])] += 1;
                }
            }
        }
        let all = tied.graph.n().next_multiple_of(32);
        // Rows of some, of as many as have marks of their own, and of all.
        let shapes = [(0, MARKS), (10, MARKS), (64, MARKS), (all, MarksShape { exact: all, filter: 0 })];
        for (machine, (hubs, marks)) in
            Machine::all().into_iter().flat_map(|machine| shapes.map(|of| (machine, of)))
        {
            let oriented = OrientedGraph::new(machine, &tied.graph, 2, 0);
            let hubs = hubs.min(tied.graph.n());
            let words = tied.rows(machine, hubs);
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; TRIANGLE_CLASSES * TOTALS]);
            let args = DirectedTrianglesArgs {
                graph: oriented.view(),
                ties: Slice::from(&tied.ties[..]),
                hubs: TieRows { words: Slice::from(&words[..]), count: hubs },
                roots: oriented.roots(),
                queue: atomics(&mut queue),
                totals: atomics(&mut sums),
                marks,
            };
            let shared = triangles::shared_bytes(marks, WARPS);
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<CountDirectedTriangles>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(totals(&sums), expected, "sample {i}, {hubs} hubs, {marks:?}, {machine:?}");
        }
    }
}

#[test]
fn triangles_are_told_at_their_edges() {
    let mut samples = Tied::samples(4);
    // More triangles of a kind at an edge than a packed counter holds.
    let graph = Graph::in_parts(&[1; 170], 0);
    let ties = graph.edges().iter().map(|&(u, v)| if (u + v) % 40 == 0 { IN } else { OUT }).collect();
    samples.push(Tied { graph, ties });
    for (i, tied) in samples.iter().enumerate() {
        let expected = tied.wedges();
        // Rows of none, of some, and of all.
        for (machine, hubs) in
            Machine::all().into_iter().flat_map(|machine| [0, 50, 300].map(|of| (machine, of)))
        {
            let oriented = OrientedGraph::new(machine, &tied.graph, 2, hubs);
            let ranks = oriented.ranks(machine);
            let (mut queue, mut found) = (vec![0u64], vec![0u32; expected.len()]);
            let args = TypedTrianglesArgs {
                roots: oriented.ranked_roots(&ranks, &mut queue, MARKS),
                ties: Slice::from(&tied.ties[..]),
                edges: atomics(&mut found),
            };
            let shared = shared_bytes(MARKS, WARPS);
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<TypedTriangles>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(found, expected, "sample {i}, {hubs} hubs, {machine:?}");
        }
    }
}

#[test]
fn edge_products_are_exact() {
    for (i, tied) in Tied::samples(5).iter().enumerate() {
        let (edges, degrees) = (tied.graph.edges(), tied.degrees());
        // Numbers that no graph has: their products come near 2^64.
        let wedges: Vec<u32> = (0..(WEDGES * edges.len()) as u32)
            .map(|e| e.wrapping_mul(0x9E37_79B9).wrapping_mul(e % 3))
            .collect();
        let mut vectors = [Vec::new(), Vec::new()];
        for (e, (&(u, v), &tie)) in edges.iter().zip(&tied.ties).enumerate() {
            let own = |end: u32| degrees[TIES * end as usize..][..TIES].to_vec();
            let mut of_edge = wedges[e * WEDGES..][..WEDGES].to_vec();
            let (mut first, mut second) = (own(u), own(v));
            if tie == IN {
                of_edge = (0..WEDGES).map(|wedge| of_edge[wedge % TIES * TIES + wedge / TIES]).collect();
                std::mem::swap(&mut first, &mut second);
            }
            vectors[usize::from(tie == MUTUAL)].push([of_edge, first, second, vec![1]].concat());
        }
        let expected = vectors.map(|vectors| all_products(&vectors, edges::NUMBERS));
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, &tied.graph, 2, 0);
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; edges::SUMS * TOTALS]);
            let args = EdgeProductsArgs {
                graph: oriented.view(),
                ties: Slice::from(&tied.ties[..]),
                degrees: Slice::from(&degrees[..]),
                wedges: Slice::from(&wedges[..]),
                queue: atomics(&mut queue),
                totals: atomics(&mut sums),
                end: edges.len() as u64,
                chunk: 50,
            };
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<SumEdgeProducts>(BLOCKS, WARPS, edges::shared_bytes(WARPS), &args) };
            let found = totals(&sums);
            for (kind, expected) in expected.iter().enumerate() {
                let found = &found[kind * edges::SUMS / KINDS..][..edges::SUMS / KINDS];
                assert_products(found, expected, edges::NUMBERS, &format!("sample {i}, {machine:?}"));
            }
        }
    }
}

/// For each pair `w` and `v < w` that wedges `v - u - w` with `v < u` join, how many of each kind there are.
fn wedges_of_pairs(tied: &Tied) -> Vec<Vec<u32>> {
    let mut pairs: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
    for (u, ties) in tied.matrix().iter().enumerate() {
        let neighbors: Vec<(usize, u8)> =
            ties.iter().enumerate().filter_map(|(v, tie)| Some((v, reversed((*tie)?)))).collect();
        for &(v, of_v) in neighbors.iter().filter(|&&(v, _)| v < u) {
            for &(w, of_w) in neighbors.iter().filter(|&&(w, _)| w > v) {
                let numbers = pairs.entry((w, v)).or_insert_with(|| vec![0; WEDGES]);
                numbers[TIES * usize::from(of_w) + usize::from(of_v)] += 1;
            }
        }
    }
    pairs.into_values().collect()
}

#[test]
fn products_at_pairs_are_exact() {
    let mut samples = Tied::samples(6);
    // Roots of more neighbours than 8 bits hold, with more wedges of a kind to a far end.
    let graph = Graph::in_parts(&[40, 1100], 0);
    let ties = graph.edges().iter().map(|&(u, v)| if u % 40 == v { MUTUAL } else { OUT }).collect();
    samples.push(Tied { graph: graph.by_degree(), ties });
    for (i, tied) in samples.iter().enumerate() {
        let n = tied.graph.n();
        let pairs = wedges_of_pairs(tied);
        let mut expected = all_products(&pairs, WEDGES);
        for wedge in 0..WEDGES {
            let numbers = pairs.iter().map(|numbers| u128::from(numbers[wedge])).sum::<u128>();
            expected[products::place(WEDGES, wedge, wedge)] -= numbers;
        }
        let whole_ties = tied.whole_ties();
        let graph = WholeGraph::new(&tied.graph);
        for machine in Machine::all() {
            let oriented = OrientedGraph::new(machine, &tied.graph, 2, 0);
            // Room for fewer far ends than there are: they come in windows. Packed counters for none, for some, and for
            // all.
            for (log_slots, stride) in
                [(1, 0), (5, 0), (1, 2), (5, 8), (10, 0), (10, n.next_power_of_two().max(2))]
            {
                let (mut queue, mut sums) = (vec![0u64], vec![0u64; cycles::SUMS * TOTALS]);
                let args = ProductsAtPairsArgs {
                    graph: graph.view(),
                    oriented: oriented.view(),
                    ties: Slice::from(&tied.ties[..]),
                    whole_ties: Slice::from(&whole_ties[..]),
                    queue: atomics(&mut queue),
                    totals: atomics(&mut sums),
                    end: n.into(),
                    chunk: 3,
                    log_slots,
                    stride,
                };
                let shared = cycles::shared_bytes(log_slots, stride);
                // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                unsafe { machine.launch::<SumProductsAtPairs>(BLOCKS, 1, shared, &args) };
                let what = format!("sample {i}, 2^{log_slots} slots, {stride} words, {machine:?}");
                assert_products(&totals(&sums), &expected, WEDGES, &what);
            }
        }
    }
}

#[test]
fn cliques_are_told_by_their_ties() {
    let mut samples = Tied::samples(7);
    // Lists of several words of each tie, nearly all of whose vertices are joined.
    let graph = Graph::in_parts(&[1; 75], 0);
    let ties = graph.edges().iter().map(|&(u, v)| [OUT, IN, MUTUAL][((u + v * v) % 3) as usize]).collect();
    samples.push(Tied { graph, ties });
    for (i, tied) in samples.iter().enumerate() {
        let matrix = tied.matrix();
        let tie = |a: u32, b: u32| matrix[a as usize][b as usize];
        let mut expected = vec![0u128; CLIQUES];
        for (u, list) in tied.graph.0.iter().enumerate() {
            let u = u as u32;
            // The order in which they are named.
            let mut members: Vec<u32> = list.range(..u).copied().collect();
            members.sort_by_key(|&v| (tie(u, v), v));
            for (at, &v) in members.iter().enumerate() {
                let joined: Vec<u32> =
                    members[..at].iter().copied().filter(|&w| tie(v, w).is_some()).collect();
                for (at, &w) in joined.iter().enumerate() {
                    for &x in joined[..at].iter().filter(|&&x| tie(w, x).is_some()) {
                        let ties = [(u, v), (u, w), (u, x), (v, w), (v, x), (w, x)];
                        let digit = |(a, b): (u32, u32)| usize::from(tie(a, b).unwrap());
                        expected[ties.into_iter().fold(0, |kind, pair| kind * TIES + digit(pair))] += 1;
                    }
                }
            }
        }
        let longest =
            (0..tied.graph.n()).map(|u| tied.graph.0[u as usize].range(..u).count()).max().unwrap() as u32;
        // Room in shared memory for none, for some roots, and for all; rows of none, of some and of all.
        let rooms = [0, room(longest / 2), room(longest)];
        for (machine, (near, hubs)) in Machine::all()
            .into_iter()
            .flat_map(|machine| rooms.map(|near| (machine, near)))
            .zip([0, 20, 300].into_iter().cycle())
            .flat_map(|((machine, near), hubs)| [0, hubs].map(|hubs| (machine, (near, hubs))))
        {
            let oriented = OrientedGraph::new(machine, &tied.graph, 3, 0);
            if oriented.roots.is_empty() {
                continue;
            }
            let words = tied.rows(machine, hubs);
            // On one lane a block is a warp.
            let blocks = (BLOCKS * WARPS) as usize;
            let mut rooms = vec![u64::MAX; if near < room(longest) { blocks * room(longest) } else { 0 }];
            let (mut queue, mut sums) = (vec![0u64], vec![0u64; CLIQUES * TOTALS]);
            let args = Directed4CliquesArgs {
                graph: oriented.view(),
                ties: Slice::from(&tied.ties[..]),
                hubs: TieRows { words: Slice::from(&words[..]), count: hubs.min(tied.graph.n()) },
                roots: Slice::from(&oriented.roots[..]),
                queue: atomics(&mut queue),
                totals: atomics(&mut sums),
                rooms: scratch(&mut rooms),
                end: oriented.roots.len() as u64,
                marks: MARKS,
                near: near as u32,
                longest,
            };
            let shared = cliques::shared_bytes(MARKS, near as u32);
            // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
            unsafe { machine.launch::<CountDirected4Cliques>(BLOCKS, WARPS, shared, &args) };
            assert_eq!(totals(&sums), expected, "sample {i}, {near} words near, {hubs} hubs, {machine:?}");
        }
    }
}

/// A set is met once: by its code, what its members are joined by, in the order in which they were met, which may be
/// any that is connected.
#[test]
fn sets_are_gone_through_once() {
    let sample = |(at, tied): (usize, Tied)| (at < 3).then_some(tied);
    for (i, tied) in Tied::samples(8).into_iter().enumerate().filter_map(sample).enumerate() {
        let (matrix, n) = (tied.matrix(), tied.graph.n());
        let graph = WholeGraph::new(&tied.graph);
        let whole_ties = tied.whole_ties();
        for k in 2..=4 {
            let mut expected: Vec<Vec<Option<u8>>> = Vec::new();
            subsets(n as usize, k as usize, &mut Vec::new(), &mut |set| {
                let ties = least(
                    &set.iter().map(|&u| set.iter().map(|&v| matrix[u][v]).collect()).collect::<Vec<_>>(),
                );
                expected.extend(ties);
            });
            expected.sort_unstable();
            for machine in Machine::with_seed(i as u32) {
                let warps = (BLOCKS * WARPS) as usize;
                let tables = if machine.lanes() == 1 { warps } else { 1 };
                let mut counts = vec![0u64; tables * codes(k)];
                let (mut queue, mut marks) = (vec![0u64], vec![0u8; warps * n as usize]);
                let mut stacks = vec![u32::MAX; warps * n as usize];
                let args = CountSetsArgs {
                    graph: graph.view(),
                    ties: Slice::from(&whole_ties[..]),
                    queue: atomics(&mut queue),
                    counts: atomics(&mut counts),
                    marks: scratch(&mut marks),
                    stacks: scratch(&mut stacks),
                    end: n.into(),
                    k,
                };
                // SAFETY: arrays of this test, made as the kernel asks. It takes no shared memory.
                unsafe { machine.launch::<CountSets>(BLOCKS, WARPS, 0, &args) };
                assert!(marks.iter().all(|&mark| mark == 0), "marks are taken away");
                let mut found = Vec::new();
                for (code, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                    let of = |u: u32, v: u32| match u.cmp(&v) {
                        std::cmp::Ordering::Less => pair(code % codes(k), u, v),
                        std::cmp::Ordering::Equal => None,
                        std::cmp::Ordering::Greater => pair(code % codes(k), v, u).map(reversed),
                    };
                    let set: Vec<Vec<Option<u8>>> =
                        (0..k).map(|u| (0..k).map(|v| of(u, v)).collect()).collect();
                    let ties = least(&set).expect("a connected set");
                    found.extend(std::iter::repeat_n(ties, count as usize));
                }
                found.sort_unstable();
                assert_eq!(found, expected, "{k} vertices, sample {i}, {machine:?}");
            }
        }
    }
}
