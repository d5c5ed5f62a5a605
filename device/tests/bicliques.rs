//! Bicliques of `p` and `q` vertices, in all and at each arc, against all pairs of sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, WholeGraph, atomics};
use motherlode_device::kernels::bicliques::count::{CountPqBicliques, CountPqBicliquesAtArcs};
use motherlode_device::kernels::bicliques::{Choices, PqBicliqueArgs, PqBicliqueShape};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::memory::Slice;

/// The count, and for each place in the lists of the graph how many of the bicliques its arc is in, from the anchored
/// side to the other.
type Counted = (Option<u128>, Vec<u128>);

fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1, |ways, i| ways * u128::from(n.saturating_sub(i)) / u128::from(i + 1))
}

/// By the kernels, with each root dealt in so many parts.
fn by_kernel(
    machine: Machine,
    graph: &Graph,
    roots: &[u32],
    [take, common]: [u32; 2],
    parts: u64,
    at_arcs: bool,
) -> Counted {
    let whole = WholeGraph::new(graph);
    let longest = roots.iter().map(|&root| graph.0[root as usize].len()).max().unwrap_or(0);
    let ways = |n: usize| Choices::of(Some(choose(n as u64, common.into())));
    let ways_with_one =
        |n: usize| Choices::of(Some(if n == 0 { 0 } else { choose(n as u64 - 1, common as u64 - 1) }));
    let choices: Vec<Choices> = (0..=longest).map(ways).collect();
    let with_one: Vec<Choices> = (0..=longest).map(ways_with_one).collect();
    let words = longest.div_ceil(64) as u32;
    let has_rows = take > 2 || at_arcs;
    let shape = PqBicliqueShape {
        cells: if has_rows { u64::from(graph.n() * words) } else { 0 },
        vertices: graph.n(),
        take,
        common,
        candidates: graph.n(),
        row_words: if has_rows { words } else { 0 },
        warps: if machine.lanes() == 1 { 1 } else { WARPS },
        at_arcs: at_arcs.into(),
        unused: 0,
    };
    let blocks = if machine.lanes() == 1 { BLOCKS * WARPS } else { BLOCKS };
    // Rubbish, so that what is not made shows.
    let mut rooms = vec![0xA5A5_A5A5_A5A5_A5A5; (u64::from(blocks) * shape.block_words()) as usize];
    let (mut totals, mut queue) = ([0u64; TOTALS], [0u64]);
    let mut sums = vec![0u64; if at_arcs { 2 * whole.neighbors.len() } else { 0 }];
    let args = PqBicliqueArgs {
        graph: whole.view(),
        roots: Slice::from(roots),
        queue: atomics(&mut queue),
        totals: atomics(&mut totals),
        choices: Slice::from(&choices[..]),
        choices_with_one: Slice::from(&with_one[..]),
        arc_sums: atomics(&mut sums),
        rooms: scratch(&mut rooms),
        end: roots.len() as u64 * parts,
        shape,
        parts,
    };
    let shared = PqBicliqueShape::shared_bytes();
    // SAFETY: a graph by falling degree, roots of it, a room for each block, and sums of zero for the totals and for
    // the arcs.
    unsafe {
        match at_arcs {
            false => machine.launch::<CountPqBicliques>(BLOCKS, WARPS, shared, &args),
            true => machine.launch::<CountPqBicliquesAtArcs>(BLOCKS, WARPS, shared, &args),
        }
    }
    let sums = sums.chunks(2).map(|halves: &[u64]| u128::from(halves[0]) + (u128::from(halves[1]) << 64));
    (total(&totals), sums.collect())
}

/// All sets of so many of these.
fn sets(of: &[u32], size: u32) -> Vec<Vec<u32>> {
    let Some((&first, rest)) = of.split_first() else {
        return if size == 0 { vec![vec![]] } else { vec![] };
    };
    if size == 0 {
        return vec![vec![]];
    }
    let with = sets(rest, size - 1).into_iter().map(|mut set| {
        set.push(first);
        set
    });
    with.chain(sets(rest, size)).collect()
}

/// From the definition: all pairs of sets.
fn by_definition(graph: &Graph, roots: &[u32], [take, common]: [u32; 2]) -> Counted {
    let all: Vec<u32> = (0..graph.n()).collect();
    let (offsets, neighbors) = graph.csr();
    let mut at_arcs = vec![0; neighbors.len()];
    let mut count = 0;
    let others = sets(&all, common);
    for one in sets(roots, take) {
        for other in &others {
            if !one.iter().all(|&u| other.iter().all(|&v| graph.has(u, v))) {
                continue;
            }
            count += 1;
            for (&u, &v) in one.iter().flat_map(|u| other.iter().map(move |v| (u, v))) {
                at_arcs[offsets[u as usize] as usize + graph.0[u as usize].range(..v).count()] += 1;
            }
        }
    }
    (Some(count), at_arcs)
}

/// A graph with so many vertices on each side and about so many of 100 edges between them, by falling degree, and the
/// vertices of its first side.
fn two_sided(random: &mut Random, [left, right]: [u32; 2], percent: u32) -> (Graph, Vec<u32>) {
    let pairs = (0..left).flat_map(|u| (left..left + right).map(move |v| (u, v)));
    let edges: Vec<_> = pairs.filter(|_| random.below(100) < percent).collect();
    let graph = Graph::new(left + right, edges);
    let mut order: Vec<u32> = (0..graph.n()).collect();
    order.sort_by_key(|&v| std::cmp::Reverse(graph.0[v as usize].len()));
    let roots = (0..graph.n()).filter(|&v| order[v as usize] < left).collect();
    (graph.by_degree(), roots)
}

#[test]
fn two_sided_graphs_by_definition() {
    let mut random = Random::new(23);
    for (at, (sides, percent)) in
        [([7, 9], 70), ([9, 6], 55), ([12, 5], 80), ([1, 4], 100)].into_iter().enumerate()
    {
        let (graph, roots) = two_sided(&mut random, sides, percent);
        for sizes in [[2, 2], [2, 3], [3, 2], [3, 3], [4, 2], [5, 3]] {
            let expected = by_definition(&graph, &roots, sizes);
            for machine in Machine::with_seed(at as u32) {
                for parts in [1, 3] {
                    let name = format!("{machine:?}, {sides:?}, {sizes:?}, {parts} parts");
                    // Where two are taken, who draws a part counts all of them.
                    if sizes[0] > 2 || parts == 1 {
                        let total = by_kernel(machine, &graph, &roots, sizes, parts, false).0;
                        assert_eq!(total, expected.0, "{name}");
                    }
                    assert_eq!(by_kernel(machine, &graph, &roots, sizes, parts, true), expected, "{name}");
                }
            }
        }
    }
}

#[test]
fn graphs_without_sides_by_definition() {
    let mut random = Random::new(29);
    let graph = Graph::random(&mut random, 13, 5, 90).by_degree();
    let roots: Vec<u32> = (0..graph.n()).collect();
    for sizes in [[2, 2], [2, 3], [3, 2], [4, 3]] {
        let expected = by_definition(&graph, &roots, sizes);
        assert!(expected.0 > Some(0), "{sizes:?}");
        for machine in Machine::all() {
            let total = by_kernel(machine, &graph, &roots, sizes, 1, false).0;
            assert_eq!(total, expected.0, "{machine:?}, {sizes:?}");
            assert_eq!(
                by_kernel(machine, &graph, &roots, sizes, 1, true),
                expected,
                "{machine:?}, {sizes:?}"
            );
        }
    }
}

/// Rows of several words, some of which are zero; and sums of more than 64 bits.
#[test]
fn long_lists_by_binomials() {
    // A side of 5, each joined to all of 170, and 40 more each.
    let edges = (0..5).flat_map(|u| (0..170).map(move |v| (u, 5 + v)));
    let more = (0..5).flat_map(|u| (0..40).map(move |v| (u, 175 + 40 * u + v)));
    let graph = Graph::new(375, edges.chain(more).collect::<Vec<_>>());
    let roots: Vec<u32> = (0..5).collect();
    for sizes in [[2, 3], [4, 16], [5, 30]] {
        let [take, common] = sizes.map(u64::from);
        let expected = choose(5, take) * choose(170, common);
        let with_arc = choose(4, take - 1) * choose(169, common - 1);
        for machine in Machine::with_seed(sizes[0]) {
            let (total, arcs) = by_kernel(machine, &graph, &roots, sizes, 2, true);
            assert_eq!(total, Some(expected), "{machine:?}, {sizes:?}");
            let filled: Vec<u128> = arcs.into_iter().filter(|&sum| sum > 0).collect();
            assert_eq!(filled.len(), 5 * 170, "{machine:?}, {sizes:?}");
            assert!(filled.iter().all(|&sum| sum == with_arc), "{machine:?}, {sizes:?}");
        }
    }
}
