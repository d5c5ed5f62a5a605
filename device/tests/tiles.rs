//! Triangles from tiles of lists, on every machine, against trying all sets.

mod common;
mod graphs;

use common::{BLOCKS, Machine, WARPS, scratch};
use graphs::{Graph, OrientedGraph, atomics};
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::tiles::ListTile;
use motherlode_device::kernels::tiles::copy::{CopyLists, CopyListsArgs};
use motherlode_device::kernels::tiles::edges::{
    AddTileCounts, AddTileCountsArgs, TileEdgeTriangles, TileEdgesArgs,
};
use motherlode_device::kernels::tiles::triangles::{CountTileTriangles, RootDeal, TileTrianglesArgs};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::count::shared_bytes;
use motherlode_device::memory::Slice;

/// The lists of some vertices, as the kernel copies them: with `before` elements that are no part of them, and where
/// the lists begin.
fn copied(machine: Machine, graph: &OrientedGraph, first: u32, end: u32, before: u64) -> (Vec<u32>, usize) {
    let starts = &graph.offsets[first as usize..=end as usize];
    let base = starts[0].saturating_sub(before);
    let lists = &graph.neighbors[base as usize..starts[starts.len() - 1] as usize];
    let lists_at = starts.len().next_multiple_of(4);
    // Two more than there is room needed for, which must be left alone.
    let mut to = vec![u32::MAX; lists_at + lists.len() + 2];
    let args = CopyListsArgs {
        starts: Slice::from(starts),
        lists: Slice::from(lists),
        to: scratch(&mut to),
        base,
        lists_at: lists_at as u32,
    };
    // SAFETY: arrays of this test, with room for what is copied. It takes no shared memory.
    unsafe { machine.launch::<CopyLists>(BLOCKS, WARPS, 0, &args) };
    let places: Vec<u64> = to[..starts.len()].iter().map(|&start| u64::from(start) + base).collect();
    assert_eq!(places, starts);
    assert_eq!(&to[lists_at..lists_at + lists.len()], lists);
    assert_eq!(to[lists_at + lists.len()..], [u32::MAX; 2]);
    to.truncate(lists_at + lists.len());
    (to, lists_at)
}

fn tile(words: &(Vec<u32>, usize), first: u32, end: u32) -> ListTile<'_> {
    let (starts, lists) = words.0.split_at(words.1);
    ListTile { starts: Slice::from(&starts[..=(end - first) as usize]), lists: Slice::from(lists), first }
}

/// Cuts that a number of vertices a tile makes.
fn cuts(from: u32, n: u32, size: u32) -> Vec<(u32, u32)> {
    (from..n).step_by(size as usize).map(|first| (first, n.min(first + size))).collect()
}

#[test]
fn every_pair_of_tiles_together_gives_all_triangles() {
    for (i, graph) in Graph::samples(1).iter().enumerate() {
        let n = graph.n();
        let all = n.next_multiple_of(32);
        let expected = graph.cliques(3);
        let deal = |roots, parts| RootDeal { roots, parts };
        let cases = [
            // All in one tile; tiles of a vertex; and few hubs, with a tiny filter.
            (n, n, deal(1, 1), n, MarksShape { exact: all, filter: 0 }),
            (1.max(n / 40), 1.max(n / 50), deal(1, 3), 0, MarksShape { exact: all, filter: 0 }),
            (n / 3 + 1, n / 7 + 1, deal(40, 1), 50, MarksShape { exact: 64, filter: 32 }),
            (n / 2, n / 5 + 1, deal(3, 2), 0, MarksShape { exact: 0, filter: 64 }),
        ];
        for machine in Machine::with_seed(i as u32) {
            for (size, chunk, deal, hubs, marks) in cases {
                let oriented = OrientedGraph::new(machine, graph, 2, hubs);
                let mut totals = vec![0u64; TOTALS];
                for (first, end) in cuts(0, n, size.max(1)) {
                    let words = copied(machine, &oriented, first, end, 3);
                    let of_roots = [(first, end)].into_iter().chain(cuts(end, n, chunk.max(1)));
                    for (root, last) in of_roots {
                        let roots = copied(machine, &oriented, root, last, 0);
                        let mut queue = vec![0u64];
                        let args = TileTrianglesArgs {
                            roots: tile(&roots, root, last),
                            tile: tile(&words, first, end),
                            hubs: oriented.rows(),
                            queue: atomics(&mut queue),
                            totals: atomics(&mut totals),
                            marks,
                            deal,
                        };
                        let shared = shared_bytes(marks, WARPS);
                        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                        unsafe { machine.launch::<CountTileTriangles>(BLOCKS, WARPS, shared, &args) };
                    }
                }
                let found = total(&totals).unwrap();
                assert_eq!(found, expected, "sample {i}, tiles of {size} and {chunk}, {deal:?}, {machine:?}");
            }
        }
    }
}

/// Lists on the device, and counts at their elements.
struct Counted {
    words: (Vec<u32>, usize),
    counts: Vec<u32>,
    first: u32,
    end: u32,
    base: usize,
}

impl Counted {
    fn new(machine: Machine, graph: &OrientedGraph, (first, end): (u32, u32), before: u64) -> Counted {
        let words = copied(machine, graph, first, end, before);
        let base = graph.offsets[first as usize].saturating_sub(before) as usize;
        Counted { counts: vec![0; words.0.len() - words.1], words, first, end, base }
    }

    fn add_to(&mut self, machine: Machine, sums: &mut [u32]) {
        let to = &mut sums[self.base..][..self.counts.len()];
        let args = AddTileCountsArgs { counts: atomics(&mut self.counts), to: scratch(to) };
        // SAFETY: arrays of this test, of the same length. It takes no shared memory.
        unsafe { machine.launch::<AddTileCounts>(BLOCKS, WARPS, 0, &args) };
        assert!(self.counts.iter().all(|&count| count == 0));
    }
}

#[test]
fn every_pair_of_tiles_together_gives_the_triangles_of_each_edge() {
    for (i, graph) in Graph::samples(7).iter().enumerate() {
        let (n, expected) = (graph.n(), graph.edge_triangles());
        let exact = MarksShape { exact: n.next_multiple_of(32), filter: 0 };
        let cases = [
            (n, n, RootDeal { roots: 1, parts: 1 }, exact),
            (n / 30 + 1, n / 50 + 1, RootDeal { roots: 1, parts: 3 }, exact),
            (n / 2 + 1, n / 5 + 1, RootDeal { roots: 40, parts: 1 }, MarksShape { exact: 0, filter: 64 }),
        ];
        for machine in Machine::with_seed(i as u32) {
            for (size, chunk, deal, marks) in cases {
                let oriented = OrientedGraph::new(machine, graph, 2, 0);
                let mut sums = vec![0; expected.len()];
                for (first, end) in cuts(0, n, size) {
                    let mut tiled = Counted::new(machine, &oriented, (first, end), 3);
                    let of_roots = [None].into_iter().chain(cuts(end, n, chunk).into_iter().map(Some));
                    for passing in of_roots {
                        let mut roots = passing.map(|roots| Counted::new(machine, &oriented, roots, 0));
                        let mut root_counts = roots.as_mut().map(|roots| std::mem::take(&mut roots.counts));
                        let counts = atomics(&mut tiled.counts);
                        let tile = tile(&tiled.words, tiled.first, tiled.end);
                        let mut queue = vec![0u64];
                        let args = TileEdgesArgs {
                            roots: roots
                                .as_ref()
                                .map_or(tile, |roots| self::tile(&roots.words, roots.first, roots.end)),
                            tile,
                            root_counts: root_counts.as_mut().map_or(counts, |counts| atomics(counts)),
                            tile_counts: counts,
                            queue: atomics(&mut queue),
                            marks,
                            deal,
                        };
                        let shared = shared_bytes(marks, WARPS);
                        // SAFETY: arrays of this test, made as the kernel asks, and the shared memory that it asks for.
                        unsafe { machine.launch::<TileEdgeTriangles>(BLOCKS, WARPS, shared, &args) };
                        if let (Some(roots), Some(counts)) = (&mut roots, root_counts) {
                            roots.counts = counts;
                            roots.add_to(machine, &mut sums);
                        }
                    }
                    tiled.add_to(machine, &mut sums);
                }
                assert_eq!(sums, expected, "sample {i}, tiles of {size} and {chunk}, {deal:?}, {machine:?}");
            }
        }
    }
}
