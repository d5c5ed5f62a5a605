//! What a root has in common with each other vertex: its common neighbours, and the edges between these.

use core::sync::atomic::Ordering::Relaxed;

use super::lists::{Seek, TriangleLists};
use super::pair_sums::PairsOfRoot;
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::{READERS, ThreadTeam, groups};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// In the number of a pair, an edge between two common neighbours. The common neighbours stand below.
const EDGE: u64 = 1 << u32::BITS;

/// An edge between two neighbours of a root.
#[derive(Clone, Copy)]
pub(super) struct EdgeBetween {
    pub ends: [u32; 2],
    /// Its number.
    pub number: u64,
    /// The position of each end among the root's neighbours; known where the vertices after the root are looked at too.
    pub positions: [usize; 2],
}

/// What a root and another vertex have in common.
#[derive(Clone, Copy)]
pub(super) struct CommonNeighbors {
    /// Neighbours.
    pub neighbors: u32,
    /// Edges between these.
    pub edges: u64,
}

impl CommonNeighbors {
    #[inline(always)]
    fn of(pair: u64) -> CommonNeighbors {
        CommonNeighbors { neighbors: pair as u32, edges: pair >> u32::BITS }
    }
}

impl<B: Block> PairsOfRoot<'_, '_, B> {
    /// What the root has in common with a vertex, as far as it was counted.
    #[inline(always)]
    pub fn common(&self, v: u32) -> CommonNeighbors {
        CommonNeighbors::of(self.pairs[v as usize].load(Relaxed))
    }

    /// Counts the edges between neighbours of the root by each vertex that is joined to both ends: before the root, or
    /// all if that is set. Calls `visit` with each edge, and with how many vertices these are; the warp's lanes come
    /// there together. A collective of the block; returns whether there are any such vertices.
    #[inline(always)]
    pub fn count_edges<const ALL: bool>(&self, visit: impl Fn(EdgeBetween, u64)) -> bool {
        let warp = self.block.warp();
        self.each_edge::<ALL>(|edge, thirds| {
            // Nobody waits for what a number was: a card adds to it on the way.
            ThreadTeam::warp(warp).share(thirds.len(), |j| {
                if !ALL || thirds[j] != self.root {
                    self.add_to_pair(thirds[j], EDGE);
                }
            });
            // The root is one of them, where all are there.
            let others = thirds.len() as u64 - u64::from(ALL);
            if warp.lane() == 0 && others > 0 {
                self.any.store(1, Relaxed);
            }
            visit(edge, others);
        });
        self.block.sync();
        self.any.load(Relaxed) > 0
    }

    /// Counts the common neighbours of the root and the vertices that edges were counted for, and puts these down as
    /// met. Calls `visit` with each thread's share of the edges that stand at the pairs which a neighbour of the root is
    /// common to, with its position. A collective of the block; returns how many vertices were met.
    #[inline(always)]
    pub fn count_common_neighbors<const ALL: bool>(&self, visit: impl Fn(usize, u64)) -> usize {
        let graph = &self.args.graph;
        let neighbors = graph.neighbors(self.root);
        groups(self.block, READERS, neighbors.len(), |i, group| {
            let list = graph.neighbors(neighbors[i]);
            let mut edges = 0;
            let length = if ALL { list.len() } else { lower_bound(list, self.root) };
            group.share(length, |j| {
                let pair = self.pairs[list[j] as usize].load(Relaxed);
                if pair > 0 {
                    edges += CommonNeighbors::of(pair).edges;
                    if CommonNeighbors::of(self.add_to_pair(list[j], 1)).neighbors == 0 {
                        // SAFETY: it had no common neighbour yet, and has one from now on.
                        unsafe { self.met.put::<B::Warp>(list[j]) };
                    }
                }
            });
            visit(i, edges);
        });
        self.block.sync();
        // All have seen that there are some.
        ThreadTeam::block(self.block).share(1, |_| self.any.store(0, Relaxed));
        self.met.count()
    }

    /// Calls `visit` with each edge between neighbours of the root, and what the pairs of the root and a vertex that is
    /// joined to both ends have in common besides these: all vertices that [`count_edges`](Self::count_edges) has
    /// counted it for. The warp's lanes come there together, with the sum of them all. A collective of the block.
    #[inline(always)]
    pub fn each_edge_with_others<const ALL: bool>(&self, visit: impl Fn(EdgeBetween, u64)) {
        let warp = self.block.warp();
        self.each_edge::<ALL>(|edge, thirds| {
            let mut others = 0;
            ThreadTeam::warp(warp).share(thirds.len(), |j| {
                if !ALL || thirds[j] != self.root {
                    others += u64::from(self.common(thirds[j]).neighbors) - 2;
                }
            });
            visit(edge, warp.sum_u64(others));
        });
        self.block.sync();
    }

    /// Calls `visit` with this thread's share of the vertices that were met, `met` of them, and forgets them. A
    /// collective of the block.
    #[inline(always)]
    pub fn each_met(&self, met: usize, mut visit: impl FnMut(u32, CommonNeighbors)) {
        ThreadTeam::block(self.block).share(met, |i| {
            // SAFETY: written before the block met.
            let v = unsafe { self.met.get(i) };
            visit(v, self.common(v));
            self.pairs[v as usize].store(0, Relaxed);
        });
        self.met.forget(self.block);
    }

    /// Calls `visit` with this warp's share of the edges between neighbours of the root, and with the vertices that are
    /// joined to both ends: those before the root, or all, the root among them. The warp's lanes come there together.
    #[inline(always)]
    fn each_edge<const ALL: bool>(&self, mut visit: impl FnMut(EdgeBetween, &[u32])) {
        let (warp, lists) = (self.block.warp(), &self.args.lists);
        let lanes = B::Warp::LANES as usize;
        let neighbors = self.args.graph.neighbors(self.root);
        let first = self.args.graph.offsets[self.root as usize];
        let mut i = self.block.warp_index() as usize;
        while i < neighbors.len() {
            let greater = neighbors[i];
            let joined = lists.of(lists.number(first + i as u64));
            let smaller = &joined[..lower_bound(joined, greater)];
            let mut edges = Seek::new(self.args.oriented.list(greater));
            let mut of_root = Seek::new(neighbors);
            let mut base = 0;
            while base < smaller.len() {
                // Each lane finds the vertices beyond one of the edges; then they go over those of each together.
                let own = smaller.get(base + warp.lane() as usize).copied();
                let NeighborEdge { number, position, start, length } =
                    self.beyond::<ALL>(greater, own, &mut edges, &mut of_root);
                for at in 0..lanes.min(smaller.len() - base) {
                    let lane = at as u32;
                    let (start, length) = (warp.shuffle_u64(start, lane), warp.shuffle(length, lane));
                    let (mut number, mut position) = (number, position);
                    if ALL {
                        (number, position) = (warp.shuffle_u64(number, lane), warp.shuffle(position, lane));
                    }
                    if length > 0 {
                        let edge = EdgeBetween {
                            ends: [greater, smaller[base + at]],
                            number,
                            positions: [i, position as usize],
                        };
                        visit(edge, lists.part(start, length));
                    }
                }
                base += lanes;
            }
            i += self.block.warps() as usize;
        }
    }

    /// What a lane finds of the edge from a neighbour of the root to a smaller one; nothing without one. Those that are
    /// asked for ascend.
    #[inline(always)]
    fn beyond<const ALL: bool>(
        &self,
        greater: u32,
        smaller: Option<u32>,
        edges: &mut Seek<'_>,
        of_root: &mut Seek<'_>,
    ) -> NeighborEdge {
        let Some(smaller) = smaller else { return NeighborEdge::default() };
        let lists: &TriangleLists<'_> = &self.args.lists;
        let number = self.args.oriented.start(greater) + edges.find::<B::Warp>(smaller) as u64;
        let (start, all) = lists.place(number);
        if ALL {
            return NeighborEdge {
                number,
                position: of_root.find::<B::Warp>(smaller) as u32,
                start,
                length: all,
            };
        }
        let length = lower_bound(lists.part(start, all), self.root) as u32;
        NeighborEdge { number, position: 0, start, length }
    }

    /// Adds to what is known of the root and `v`, and returns what it was.
    #[inline(always)]
    fn add_to_pair(&self, v: u32, amount: u64) -> u64 {
        add_to_own::<B::Warp, _>(&self.pairs[v as usize], amount)
    }
}

/// What a lane knows of an edge between two neighbours of the root.
#[derive(Default)]
struct NeighborEdge {
    /// Its number.
    number: u64,
    /// Where its smaller end stands among the root's neighbours.
    position: u32,
    /// The vertices that are joined to both ends: where they start in the lists, and how many are gone through.
    start: u64,
    length: u32,
}
