//! What the tests of cliques at vertices and at edges have in common: ways to count, arguments, and answers.

use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::pivots::local::{LocalCliquesArgs, LocalCliquesShape, RECORD_SETS};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::memory::{Scratch, Slice};

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::{Graph, OrientedGraph, atomics};
use crate::handed::HandedRecords;

/// How a graph is counted.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub hubs: u32,
    pub marks: MarksShape,
    pub wide: bool,
    /// Words of a number of cliques.
    pub number_words: u32,
    pub warps: u32,
    /// Nodes after which a warp hands over, and the most records.
    pub patience: u32,
    pub capacity: u32,
}

/// In one launch.
pub const WHOLE: Way = Way {
    hubs: 0,
    marks: MarksShape { exact: 64, filter: 32 },
    wide: false,
    number_words: 1,
    warps: 1,
    patience: 1 << 31,
    capacity: 0,
};

/// Some ways to count a graph of `n` vertices.
pub fn ways(n: u32) -> [Way; 3] {
    let all = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
    [
        Way { hubs: n, marks: all, ..WHOLE },
        Way { hubs: 30, wide: true, warps: WARPS, patience: 3, capacity: 90, ..WHOLE },
        Way { marks: all, warps: WARPS, patience: 1, capacity: 8, ..WHOLE },
    ]
}

/// A kernel: of numbers of so many words, one that goes on, one of matrices in device memory, one that shares searches among warps.
#[derive(Clone, Copy, Debug)]
pub struct Which {
    pub number_words: u32,
    pub resumes: bool,
    pub wide: bool,
    #[allow(dead_code, reason = "all kernels at edges share")]
    pub shares: bool,
}

/// Launches a kernel in a grid of so many blocks, warps and bytes of shared memory.
pub type Launch = unsafe fn(Machine, Which, (u32, u32, usize), &LocalCliquesArgs<'_>);

/// The cliques of `k` vertices at each vertex, or at each edge, by the kernels that `launch` launches, and how many records were handed over.
///
/// # Safety
/// `launch` launches the kernel that it is told, which counts at edges if the flag beside it is set, else at vertices.
pub unsafe fn counted(
    machine: Machine,
    graph: &Graph,
    k: u32,
    way: Way,
    (at_edges, launch): (bool, Launch),
) -> (Vec<u128>, usize) {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, way.hubs);
    let lengths = oriented.roots.iter().map(|&root| graph.0[root as usize].range(..root).count());
    let longest = lengths.max().unwrap_or(0) as u32;
    let warps = if machine.lanes() == 1 { 1 } else { way.warps };
    let cliques =
        CliqueShape { longest, k: 6, levels: 0, compact: 0, compact_shared: 0, warps, marks: way.marks };
    let number_words = way.number_words;
    let shape = LocalCliquesShape { cliques, most: longest + 1, number_words, at_edges };
    let blocks = (BLOCKS * way.warps) as usize;
    let places = if at_edges { oriented.neighbors.len() } else { graph.n() as usize };
    let (mut queue, mut counts) = (vec![0u64], vec![0u64; places * number_words as usize]);
    let mut words = vec![u64::MAX; cliques.words_wide() * blocks];
    let mut stack = vec![u64::MAX; shape.stack_words() * blocks];
    let mut pairs = vec![0u64; shape.pair_words() * blocks];
    let chosen = (0..=shape.most).flat_map(|p| (0..=k).map(move |i| binomial(p.into(), i.into())));
    let binomials: Vec<u64> = match number_words {
        1 => chosen.map(|ways| ways.try_into().unwrap_or(u64::MAX)).collect(),
        _ => chosen.flat_map(|ways| [ways as u64, (ways >> 64) as u64]).collect(),
    };
    let mut handed = HandedRecords::new(
        longest,
        RECORD_SETS,
        (way.patience, way.capacity),
        3,
        oriented.roots.len() as u64,
    );
    loop {
        let chunk = handed.chunk();
        let all = handed.all;
        let (over, resumed) = handed.lent();
        let args = LocalCliquesArgs {
            cliques: CliqueArgs {
                graph: oriented.view(),
                hubs: oriented.rows(),
                roots: Slice::from(&oriented.roots[..]),
                queue: atomics(&mut queue),
                totals: Slice::empty(),
                words: if way.wide { scratch(&mut words) } else { Scratch::empty() },
                shape: cliques,
                chunk,
                parts: 1,
            },
            binomials: Slice::from(&binomials[..]),
            counts: atomics(&mut counts),
            stack: scratch(&mut stack),
            pairs: atomics(&mut pairs),
            over,
            resumed,
            k,
            most: shape.most,
        };
        let shared = if way.wide { shape.shared_bytes_wide() } else { shape.shared_bytes() };
        let (blocks, warps) = (BLOCKS, way.warps);
        // SAFETY: arrays of this test, made as the kernels ask, and the shared memory that they ask for. The rest is the caller's promise.
        unsafe {
            let shares = way.patience < WHOLE.patience;
            let which = Which { number_words, resumes: all > 0, wide: way.wide, shares };
            launch(machine, which, (blocks, warps, shared), &args);
        }
        assert!(pairs.iter().all(|&word| word == 0), "numbers of pairs are left zero");
        if !handed.turn() {
            let word = |words: &[u64], at: usize| u128::from(words.get(at).copied().unwrap_or(0));
            let number = |words: &[u64]| word(words, 0) | word(words, 1) << 64;
            return (counts.chunks(number_words as usize).map(number).collect(), handed.all);
        }
        queue[0] = 0;
    }
}

/// C(n, i), or the largest number if it is larger.
pub fn binomial(n: u64, i: u64) -> u128 {
    // Each is a binomial times a number, which may be larger than the next binomial: that takes some bits more.
    let next = |ways: Option<u128>, j: u64| {
        Some(ways?.checked_mul(u128::from(n.saturating_sub(j)))? / u128::from(j + 1))
    };
    (0..i).fold(Some(1), next).unwrap_or(u128::MAX)
}

/// Calls `visit` with each clique of `k` vertices, its greatest vertex first, by trying.
pub fn tried(graph: &Graph, k: u32, mut visit: impl FnMut(&[u32])) {
    fn grow(
        graph: &Graph,
        clique: &mut Vec<u32>,
        candidates: &[u32],
        k: u32,
        visit: &mut impl FnMut(&[u32]),
    ) {
        if clique.len() == k as usize {
            return visit(clique);
        }
        for (i, &v) in candidates.iter().enumerate() {
            let next: Vec<u32> = candidates[..i].iter().copied().filter(|&w| graph.has(v, w)).collect();
            clique.push(v);
            grow(graph, clique, &next, k, visit);
            clique.pop();
        }
    }
    grow(graph, &mut Vec::new(), &(0..graph.n()).collect::<Vec<_>>(), k, &mut visit);
}

/// The complete graph of `n` vertices but for some edges.
pub fn nearly_complete(n: u32, without: &[(u32, u32)]) -> Graph {
    let edges = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
    Graph::new(n, edges.filter(|edge| !without.contains(edge)).collect::<Vec<_>>())
}
