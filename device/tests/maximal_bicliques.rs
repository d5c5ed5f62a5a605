//! Maximal bicliques, by size and one by one, against closures of all sets.

mod common;
mod graphs;

use std::collections::{BTreeMap, BTreeSet};

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, WholeGraph, atomics};
use motherlode_device::kernels::maximal_bicliques::search::{CountMaximalBicliques, WriteMaximalBicliques};
use motherlode_device::kernels::maximal_bicliques::{
    MaximalBicliqueArgs, MaximalBicliqueShape, SIZE_FAILURES, SizeTable,
};
use motherlode_device::memory::Slice;

/// Two sets, each rising.
type Biclique = (Vec<u32>, Vec<u32>);

/// How many there are of each two sizes, those that were written, and whether the stack or the table had no room.
#[derive(Debug, PartialEq)]
struct Found {
    sizes: BTreeMap<(u32, u32), u64>,
    written: BTreeSet<Biclique>,
    failures: [u64; SIZE_FAILURES],
}

/// In which way the kernels search.
#[derive(Clone, Copy, Debug)]
struct Way {
    greater_have_rows: bool,
    /// Tasks behind the roots, and candidates of a root that is shared.
    helpers: u64,
    shared_from: u32,
    /// Whether these tasks run alone at first, so that they draw all shares.
    helpers_first: bool,
}

impl Way {
    const PLAIN: Way =
        Way { greater_have_rows: true, helpers: 0, shared_from: u32::MAX, helpers_first: false };

    /// Roots shared or not, those who are greater with rows or without.
    fn all() -> impl Iterator<Item = Way> {
        let sharing = [(0, u32::MAX, false), (31, 1, false), (31, 1, true), (31, 5, true)];
        sharing.into_iter().flat_map(|(helpers, shared_from, helpers_first)| {
            [true, false].map(|greater_have_rows| Way {
                greater_have_rows,
                helpers,
                shared_from,
                helpers_first,
            })
        })
    }
}

/// By the kernels.
fn by_kernels(
    machine: Machine,
    graph: &Graph,
    roots: &[u32],
    [least_taken, least_common]: [u32; 2],
    (stack, slots): (u64, usize),
    way: Way,
) -> Found {
    let whole = WholeGraph::new(graph);
    let longest = roots.iter().map(|&root| graph.0[root as usize].len()).max().unwrap_or(0);
    let words = longest.div_ceil(64) as u32;
    let shape = MaximalBicliqueShape {
        cells: u64::from(graph.n() * words),
        stack,
        vertices: graph.n(),
        least_taken,
        least_common,
        candidates: graph.n(),
        warps: if machine.lanes() == 1 { 1 } else { WARPS },
        greater_have_rows: way.greater_have_rows.into(),
        shared_from: way.shared_from,
        unused: 0,
    };
    let blocks = if machine.lanes() == 1 { BLOCKS * WARPS } else { BLOCKS };
    let mut rooms = vec![0xA5A5_A5A5_A5A5_A5A5; (u64::from(blocks) * shape.block_words()) as usize];
    let (mut sizes, mut counts) = (vec![0u64; slots], vec![0u64; slots]);
    let (mut failures, mut lengths) = ([0u64; SIZE_FAILURES], vec![0u64; roots.len()]);
    let mut output = Vec::new();
    for writes in [false, true] {
        let own = roots.len() as u64;
        let mut shares = vec![0u64; roots.len()];
        let helpers = own..own + way.helpers;
        let mut launches = Vec::new();
        if way.helpers_first {
            launches.extend([helpers, 0..own]);
        } else {
            launches.push(0..helpers.end);
        }
        for tasks in launches {
            let mut queue = [tasks.start];
            let args = MaximalBicliqueArgs {
                graph: whole.view(),
                roots: Slice::from(roots),
                queue: atomics(&mut queue),
                table: SizeTable {
                    sizes: atomics(&mut sizes),
                    counts: atomics(&mut counts),
                    failures: atomics(&mut failures),
                },
                written: atomics(&mut lengths),
                output: scratch(&mut output),
                rooms: scratch(&mut rooms),
                shares: atomics(&mut shares),
                first: 0,
                roots_end: own,
                end: tasks.end,
                helped: own.min(7),
                shape,
            };
            let shared = MaximalBicliqueShape::shared_bytes();
            // SAFETY: a graph by falling degree, roots of it, a room for each block, an empty table, and room for all
            // that is written.
            unsafe {
                match writes {
                    false => machine.launch::<CountMaximalBicliques>(BLOCKS, WARPS, shared, &args),
                    true => machine.launch::<WriteMaximalBicliques>(BLOCKS, WARPS, shared, &args),
                }
            }
        }
        if !writes {
            let mut next = 0;
            for length in &mut lengths {
                next += std::mem::replace(length, next);
            }
            output = vec![u32::MAX; next as usize];
        }
    }
    let counted = sizes.iter().zip(&counts).filter(|&(&size, _)| size > 0);
    let sizes = counted.map(|(&size, &count)| (((size >> 32) as u32, size as u32), count)).collect();
    let (mut written, mut rest) = (BTreeSet::new(), &output[..]);
    while failures == [0; SIZE_FAILURES] && !rest.is_empty() {
        let (taken, common) = (rest[0] as usize, rest[1] as usize);
        let [mut one, mut other] =
            [&rest[2..2 + taken], &rest[2 + taken..2 + taken + common]].map(<[u32]>::to_vec);
        one.sort_unstable();
        other.sort_unstable();
        assert!(written.insert((one, other)), "a biclique is there twice: {machine:?}");
        rest = &rest[2 + taken + common..];
    }
    Found { sizes, written, failures }
}

/// By closing all sets of roots: what all of a set are joined to, and all roots that are joined to that.
fn by_definition(graph: &Graph, roots: &[u32], least: [u32; 2]) -> Found {
    let all = (1u32..1 << roots.len()).map(|set| {
        let some = roots.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1).map(|(_, &root)| root);
        some.map(|root| graph.0[root as usize].clone()).reduce(|one, other| &one & &other).unwrap()
    });
    closed(graph, roots, least, all)
}

/// The same of many roots: what sets of them are joined to is made by adding one root after the other.
fn by_intersections(graph: &Graph, roots: &[u32], least: [u32; 2]) -> Found {
    let mut all: BTreeSet<BTreeSet<u32>> = BTreeSet::new();
    for &root in roots {
        let list = &graph.0[root as usize];
        let more: Vec<_> = all.iter().map(|common| common & list).collect();
        all.extend(more);
        all.insert(list.clone());
    }
    closed(graph, roots, least, all)
}

/// The bicliques whose sets of the other side are such.
fn closed(
    graph: &Graph,
    roots: &[u32],
    [least_taken, least_common]: [u32; 2],
    all: impl IntoIterator<Item = BTreeSet<u32>>,
) -> Found {
    let mut written: BTreeSet<Biclique> = BTreeSet::new();
    for common in all {
        let joined = |&&root: &&u32| common.is_subset(&graph.0[root as usize]);
        let closed: Vec<u32> = roots.iter().filter(joined).copied().collect();
        if common.len() >= least_common as usize && closed.len() >= least_taken as usize {
            written.insert((closed, common.into_iter().collect()));
        }
    }
    let mut sizes = BTreeMap::new();
    for (one, other) in &written {
        *sizes.entry((one.len() as u32, other.len() as u32)).or_default() += 1;
    }
    Found { sizes, written, failures: [0; SIZE_FAILURES] }
}

const ROOM: (u64, usize) = (1 << 14, 1 << 8);

#[test]
fn two_sided_graphs_by_definition() {
    let mut random = Random::new(37);
    for (at, (left, right, percent)) in
        [(9, 12, 50), (11, 7, 70), (12, 90, 40), (8, 3, 60), (10, 10, 88)].into_iter().enumerate()
    {
        let pairs = (0..left).flat_map(|u| (left..left + right).map(move |v| (u, v)));
        let edges: Vec<_> = pairs.filter(|_| random.below(100) < percent).collect();
        let graph = Graph::new(left + right, edges);
        let mut order: Vec<u32> = (0..graph.n()).collect();
        order.sort_by_key(|&v| std::cmp::Reverse(graph.0[v as usize].len()));
        let graph = graph.by_degree();
        let is_root = |v: &u32| order[*v as usize] < left && !graph.0[*v as usize].is_empty();
        let roots: Vec<u32> = (0..graph.n()).filter(is_root).collect();
        for least in [[1, 1], [2, 1], [1, 3], [3, 2]] {
            let expected = by_definition(&graph, &roots, least);
            assert!(!expected.sizes.is_empty());
            let ways = Way::all().skip(at % 2).step_by(2);
            for (way, machine) in ways.zip(Machine::with_seed(at as u32).into_iter().cycle()) {
                let found = by_kernels(machine, &graph, &roots, least, ROOM, way);
                assert_eq!(found, expected, "{machine:?}, {left} and {right}, {least:?}, {way:?}");
            }
        }
    }
}

#[test]
fn graphs_without_sides_by_definition() {
    let mut random = Random::new(41);
    let graph = Graph::random(&mut random, 13, 6, 60).by_degree();
    let roots: Vec<u32> = (0..graph.n()).filter(|&v| !graph.0[v as usize].is_empty()).collect();
    let expected = by_definition(&graph, &roots, [1, 1]);
    for machine in Machine::all() {
        for way in Way::all() {
            let found = by_kernels(machine, &graph, &roots, [1, 1], ROOM, way);
            assert_eq!(found, expected, "{machine:?}, {way:?}");
        }
    }
}

/// All sides of a complete graph less a matching: each set but the empty one and the whole is one of a biclique. There
/// is no room for so deep a search, or for so many sizes.
#[test]
fn what_has_no_room_is_told() {
    let edges = (0..7u32).flat_map(|u| (0..7).filter(move |&v| u != v).map(move |v| (u, 7 + v)));
    let graph = Graph::new(14, edges.collect::<Vec<_>>());
    let roots: Vec<u32> = (0..7).collect();
    for machine in Machine::with_seed(1) {
        let found = by_kernels(machine, &graph, &roots, [1, 1], ROOM, Way::PLAIN);
        assert_eq!((found.written.len(), found.sizes.len()), ((1 << 7) - 2, 6), "{machine:?}");
        let failures = |room| by_kernels(machine, &graph, &roots, [1, 1], room, Way::PLAIN).failures;
        assert_eq!(failures((40, 1 << 8)), [1, 0], "{machine:?}");
        assert_eq!(failures((1 << 14, 4)), [0, 1], "{machine:?}");
    }
}

/// Hubs on the other side, which all roots have: their lists are not gone through, but for the hubs' own roots where
/// there are no sides.
#[test]
fn hubs_are_looked_up() {
    let mut random = Random::new(43);
    let (left, right) = (300u32, 40);
    let of_hubs = (0..left).flat_map(|u| [(u, left), (u, left + 1)]).filter(|_| random.below(20) > 0);
    let mut edges: Vec<(u32, u32)> = of_hubs.collect();
    edges.extend((0..60).map(|_| (random.below(left), left + 2 + random.below(right - 2))));
    let graph = Graph::new(left + right, edges);
    let mut order: Vec<u32> = (0..graph.n()).collect();
    order.sort_by_key(|&v| std::cmp::Reverse(graph.0[v as usize].len()));
    let graph = graph.by_degree();
    for roots_are_left in [true, false] {
        let is_root = |v: &u32| (order[*v as usize] < left) == roots_are_left;
        let roots: Vec<u32> = (0..graph.n()).filter(is_root).collect();
        for least in [[1, 3], [2, 2]] {
            let expected = by_intersections(&graph, &roots, least);
            assert!(expected.written.len() > 3, "{least:?}");
            for (way, machine) in Way::all().zip(Machine::with_seed(least[0]).into_iter().cycle()) {
                let found = by_kernels(machine, &graph, &roots, least, (1 << 16, 1 << 8), way);
                assert_eq!(found, expected, "{machine:?}, {least:?}, {way:?}");
            }
        }
    }
}
