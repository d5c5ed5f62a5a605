//! The tree below a node of at most 64 candidates, whose sets are one word.

use super::handover::{NodeRecord, Patience};
use super::leaves::LeafTable;
use super::tiny::{Tiny, WORTH};
use crate::kernels::cliques::few::{FEW, FewRows, FewStack, PivotChoice};
use crate::simt::Warp;

/// A warp's search in a matrix of at most 64 rows of one word.
pub(super) struct Few<'r, 'a, W> {
    warp: W,
    leaves: &'r LeafTable<'a>,
    /// At a level: candidates that are left, those of them that are to be held, and the node.
    frames: FewStack<'a, W>,
    rows: FewRows<'a, W>,
    /// Nodes that are put aside.
    tiny: Tiny<'a>,
    sizes: CliqueSizes,
}

/// Vertices of the cliques that are counted.
#[derive(Clone, Copy)]
pub(super) struct CliqueSizes {
    /// At least.
    pub least: u32,
    /// At most.
    pub largest: u32,
}

impl<'r, 'a, W: Warp> Few<'r, 'a, W> {
    /// A search in the graph of `rows`, which puts nodes aside in `tiny`.
    #[inline(always)]
    pub(super) fn new(
        warp: W,
        (rows, frames): (FewRows<'a, W>, FewStack<'a, W>),
        leaves: &'r LeafTable<'a>,
        tiny: Tiny<'a>,
        sizes: CliqueSizes,
    ) -> Self {
        Few { warp, leaves, frames, rows, tiny, sizes }
    }

    /// Counts the leaves below a node with these candidates, or puts some of its nodes aside; or, without candidates
    /// and at a level, goes on where the last call ended. Adds to `pace` how many were looked at, and ends when these
    /// are `patience`. Returns how many levels have children left.
    #[inline(always)]
    pub(super) fn search(
        &self,
        (mut set, mut held, mut pivots): (u64, u32, u32),
        mut level: u32,
        pace: &mut Patience,
        patience: u32,
    ) -> u32 {
        if set == 0 {
            if level == 0 {
                self.leaves.add(self.warp, held, pivots, 1);
            }
            let Some(next) = self.next(&mut level) else { return 0 };
            (set, held, pivots) = next;
        }
        loop {
            pace.nodes += 1;
            let candidates = set.count_ones();
            if held + pivots + candidates < self.sizes.least {
                // No clique below is large enough.
            } else if Tiny::takes::<W>(candidates) {
                self.put_aside(pace, (set, held, pivots));
            } else {
                let PivotChoice { universal, pivot, degree, .. } = self.rows.choose::<false>(set);
                let of_universal = universal.count_ones();
                pivots += of_universal;
                set &= !universal;
                if set == 0 {
                    self.leaves.add(self.warp, held, pivots, 1);
                } else if degree == of_universal {
                    // No two of the others are joined.
                    self.leaves.add(self.warp, held, pivots + 1, 1);
                    self.leaves.add(self.warp, held + 1, pivots, set.count_ones() - 1);
                } else {
                    let (row, rest) = (self.rows.row(pivot), set & !(1 << pivot));
                    let left = rest & !row;
                    if held + 1 == self.sizes.largest {
                        // The last that are held.
                        self.leaves.add(self.warp, held + 1, pivots, left.count_ones());
                    } else {
                        self.frames.save(level, [rest, left, taken(NodeRecord { pivot, held, pivots })]);
                        level += 1;
                    }
                    set = rest & row;
                    pivots += 1;
                    continue;
                }
            }
            if pace.nodes >= patience {
                return level;
            }
            let Some(next) = self.next(&mut level) else { return 0 };
            (set, held, pivots) = next;
        }
    }

    /// Puts a node aside, and searches below all that are waiting if there is no room for more. A collective.
    #[inline(always)]
    fn put_aside(&self, pace: &mut Patience, node: (u64, u32, u32)) {
        self.tiny.put(self.warp, pace.waiting, node, |vertex| self.rows.row(vertex));
        pace.waiting += 1;
        pace.nodes += WORTH;
        if Tiny::is_full(pace.waiting) {
            self.tiny.search(self.warp, pace.waiting, *self.leaves, self.sizes);
            pace.waiting = 0;
        }
    }

    /// Goes on with the next child that has candidates, of the last node that has any left. Returns its candidates, and
    /// how many were taken.
    #[inline(always)]
    fn next(&self, level: &mut u32) -> Option<(u64, u32, u32)> {
        while *level > 0 {
            let [rest, left, taken] = self.frames.load(*level - 1);
            let (first, left) = (left.trailing_zeros(), left & (left - 1));
            let rest = rest & !(1 << first);
            if left == 0 {
                *level -= 1;
            } else {
                self.frames.save(*level - 1, [rest, left, taken]);
            }
            let NodeRecord { held, pivots, .. } = node(taken);
            let set = rest & self.rows.row(first);
            if set != 0 {
                return Some((set, held + 1, pivots));
            }
            self.leaves.add(self.warp, held + 1, pivots, 1);
        }
        None
    }

    /// What is left at a level that has children left: the node, and its candidates.
    #[inline(always)]
    pub(super) fn left(&self, level: u32) -> (NodeRecord, u64) {
        let [rest, _, taken] = self.frames.load(level);
        (node(taken), rest)
    }
}

/// A node in one word: no more than 2^24 vertices are held.
#[inline(always)]
fn taken(NodeRecord { pivot, held, pivots }: NodeRecord) -> u64 {
    u64::from(held) << 40 | u64::from(pivot) << 32 | u64::from(pivots)
}

#[inline(always)]
fn node(taken: u64) -> NodeRecord {
    NodeRecord { pivot: (taken >> 32) as u32 % FEW, held: (taken >> 40) as u32, pivots: taken as u32 }
}
