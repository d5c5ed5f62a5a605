//! Cliques of roots whose rows are filled from tiles of lists, on every machine, against trying all sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::kernels::clique_rows::count::{
    CountStored4Cliques, CountStored4CliquesWide, CountStored5Cliques, CountStoredCliques,
    CountStoredCliquesWide, StoredCliqueArgs,
};
use motherlode_device::kernels::clique_rows::fill::{FillRows, FillRowsArgs, RowDeal};
use motherlode_device::kernels::clique_rows::gather::{GatherRoots, GatherRootsArgs};
use motherlode_device::kernels::clique_rows::{StoredRoots, words_of_root};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::tiles::ListTile;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;
use motherlode_device::memory::Slice;

/// Some roots of a graph, and what is stored of them.
struct Stored {
    roots: Vec<u32>,
    starts: Vec<u32>,
    words: Vec<u32>,
}

impl Stored {
    /// Room for some of the graph's roots.
    fn new(graph: &OrientedGraph, roots: Vec<u32>) -> Stored {
        let (mut starts, mut end) = (Vec::new(), 0);
        for &root in &roots {
            let list = list(graph, root);
            let hubs = list.iter().filter(|&&v| v < graph.hubs).count() as u32;
            starts.push(end);
            end += words_of_root(list.len() as u32, hubs);
        }
        // Garbage: all words that are read must have been written.
        Stored { roots, starts, words: vec![0xdead_beef; end as usize] }
    }

    fn gather(&mut self, machine: Machine, graph: &OrientedGraph) {
        let args = GatherRootsArgs {
            graph: graph.view(),
            roots: Slice::from(&self.roots[..]),
            starts: Slice::from(&self.starts[..]),
            words: atomics(&mut self.words),
        };
        // SAFETY: arrays of this test, with room for the lists. It takes no shared memory.
        unsafe { machine.launch::<GatherRoots>(BLOCKS, WARPS, 0, &args) };
    }

    /// Fills the rows of the vertices from `first` on, before `end`.
    fn fill(
        &mut self,
        machine: Machine,
        graph: &OrientedGraph,
        (first, end): (u32, u32),
        (parts, marks): (u32, MarksShape),
    ) {
        let starts: Vec<u32> =
            graph.offsets[first as usize..=end as usize].iter().map(|&start| start as u32).collect();
        let lists = Slice::from(&graph.neighbors[..]);
        let groups = self.roots.len().div_ceil(machine.lanes()).max(1) as u32;
        let mut queue = vec![0u64];
        let args = FillRowsArgs {
            starts: Slice::from(&self.starts[..]),
            words: atomics(&mut self.words),
            tile: ListTile { starts: Slice::from(&starts[..]), lists, first },
            queue: atomics(&mut queue),
            marks,
            deal: RowDeal { groups, parts },
            hubs: graph.hubs,
        };
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe { machine.launch::<FillRows>(BLOCKS, WARPS, shared_bytes(marks, WARPS), &args) };
    }

    fn count(&self, machine: Machine, graph: &OrientedGraph, k: u32, wide: bool) -> u128 {
        let lanes = machine.lanes() as u32;
        let longest = self.roots.iter().map(|&root| list(graph, root).len() as u32).max().unwrap_or(0);
        let shape = CliqueShape {
            longest,
            k,
            levels: CliqueShape::levels(k, lanes),
            compact: if CliqueShape::compacts(k, lanes) { longest } else { 0 },
            compact_shared: graph.hubs.is_multiple_of(2).into(),
            warps: if lanes == 1 { 1 } else { WARPS },
            marks: MarksShape { exact: 0, filter: 0 },
        };
        let (mut queue, mut totals) = (vec![0u64], vec![0u64; TOTALS]);
        let mut words = vec![u64::MAX; shape.words_wide() * (BLOCKS * WARPS) as usize];
        let cliques = CliqueArgs {
            graph: graph.view(),
            hubs: graph.rows(),
            roots: Slice::from(&self.roots[..]),
            queue: atomics(&mut queue),
            totals: atomics(&mut totals),
            words: scratch(&mut words),
            shape,
            chunk: 2,
            parts: 1 + graph.hubs % 4,
        };
        let stored =
            StoredRoots { starts: Slice::from(&self.starts[..]), words: Slice::from(&self.words[..]) };
        let args = StoredCliqueArgs { cliques, stored };
        let (narrow, small) = (shape.shared_bytes(), shape.shared_bytes_wide());
        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
        unsafe {
            match (wide, k) {
                (true, 4) => machine.launch::<CountStored4CliquesWide>(BLOCKS, WARPS, small, &args),
                (true, _) => machine.launch::<CountStoredCliquesWide>(BLOCKS, WARPS, small, &args),
                (false, 4) => machine.launch::<CountStored4Cliques>(BLOCKS, WARPS, narrow, &args),
                (false, 5) => machine.launch::<CountStored5Cliques>(BLOCKS, WARPS, narrow, &args),
                (false, _) => machine.launch::<CountStoredCliques>(BLOCKS, WARPS, narrow, &args),
            }
        }
        total(&totals).unwrap()
    }
}

fn list(graph: &OrientedGraph, v: u32) -> &[u32] {
    &graph.neighbors[graph.offsets[v as usize] as usize..graph.offsets[v as usize + 1] as usize]
}

/// Counts the cliques of `k` vertices, `waves` times over as many roots, from tiles of `size` vertices.
fn count(
    machine: Machine,
    graph: &Graph,
    k: u32,
    (hubs, size, waves): (u32, u32, usize),
    deal: (u32, MarksShape),
    wide: bool,
) -> u128 {
    let oriented = OrientedGraph::new(machine, graph, k as usize - 1, hubs);
    let of_wave = oriented.roots.len().div_ceil(waves).max(1);
    let mut sum = 0;
    for roots in oriented.roots.chunks(of_wave) {
        let mut stored = Stored::new(&oriented, roots.to_vec());
        stored.gather(machine, &oriented);
        for first in (oriented.hubs..graph.n()).step_by(size as usize) {
            stored.fill(machine, &oriented, (first, graph.n().min(first + size)), deal);
        }
        sum += stored.count(machine, &oriented, k, wide);
    }
    sum
}

fn check(graph: &Graph, k: u32, machine: Machine) {
    let expected = graph.cliques(k as usize);
    let all = MarksShape { exact: graph.n().next_multiple_of(32), filter: 0 };
    let tiny = MarksShape { exact: 64, filter: 32 };
    let n = graph.n();
    for (cut, deal, wide) in [
        // All have rows of hubs; few have, in many tiles; and none has.
        ((n, n, 1), (1, all), false),
        ((30, n / 7 + 1, 3), (3, tiny), true),
        ((5, n / 2 + 1, 2), (2, tiny), false),
        ((0, n, 1), (1, all), false),
    ] {
        let found = count(machine, graph, k, cut, deal, wide);
        assert_eq!(found, expected, "{k} of {n} vertices, {cut:?}, {deal:?}, {machine:?}");
    }
}

#[test]
fn cliques_are_counted_from_tiles() {
    let graphs = Graph::samples(4);
    for (graph, k) in graphs.iter().flat_map(|graph| [4, 5, 6].map(|k| (graph, k))) {
        Machine::with_seed(k).into_iter().for_each(|machine| check(graph, k, machine));
    }
}

#[test]
fn cliques_of_long_and_short_lists_are_counted_from_tiles() {
    let mut random = Random::new(8);
    let dense = Graph::random(&mut random, 90, 90, 5500).by_degree();
    let n = 300;
    let sparse = Graph::random(&mut random, n, 40, 900).edges();
    // Not by degree: the last two have the others in their lists, which are short, and so searched through others' or
    // streamed.
    let ends = (0..n).flat_map(|v| [(v, n), (v, n + 1)]).chain([(n, n + 1)]);
    let sparse = Graph::new(n + 2, sparse.into_iter().chain(ends));
    for (graph, k) in [(&dense, 4), (&sparse, 4), (&sparse, 5), (&sparse, 7)] {
        Machine::with_seed(k).into_iter().for_each(|machine| check(graph, k, machine));
    }
}
