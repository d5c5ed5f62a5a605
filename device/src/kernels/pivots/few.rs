//! The tree below a node of at most 64 candidates, whose sets are one word.

use super::handover::{Node, Patience};
use super::leaves::Leaves;
use super::tiny::{Tiny, WORTH};
use crate::memory::Scratch;
use crate::simt::Warp;

/// The most candidates.
pub(super) const FEW: u32 = u64::BITS;
/// Words of a warp's stack: three a level.
pub(super) const FRAMES: usize = 3 * FEW as usize;

/// A warp's search in a matrix of at most 64 rows of one word.
pub(super) struct Few<'r, 'a, W> {
    warp: W,
    leaves: &'r Leaves<'a>,
    /// Three words a level: candidates that are left, those of them that are to be held, and the node.
    frames: Scratch<'a, u64>,
    rows: Scratch<'a, u64>,
    /// Nodes that are put aside.
    tiny: Tiny<'a>,
    /// This lane's rows, where there are many lanes.
    own: [u64; 2],
    sizes: Sizes,
}

/// Vertices of the cliques that are counted.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    /// At least.
    pub least: u32,
    /// At most.
    pub largest: u32,
}

/// What is looked for among candidates.
struct Choice {
    /// Those that are joined to all others.
    universal: u64,
    /// Of the others, the one with the most neighbours among the candidates.
    pivot: u32,
    /// How many these are.
    degree: u32,
}

impl<'r, 'a, W: Warp> Few<'r, 'a, W> {
    /// A search in the matrix of the first `count` of `rows`, with room for 64 levels in `frames`, which puts nodes
    /// aside in `tiny`.
    ///
    /// # Safety
    /// The rows are written, the lanes have met since, and nobody writes them meanwhile. The warp alone uses `frames`.
    #[inline(always)]
    pub(super) unsafe fn new(
        warp: W,
        leaves: &'r Leaves<'a>,
        (frames, rows, tiny): (Scratch<'a, u64>, Scratch<'a, u64>, Tiny<'a>),
        count: u32,
        sizes: Sizes,
    ) -> Self {
        let own = [warp.lane(), warp.lane() + W::LANES].map(|row| {
            // SAFETY: the caller's promise.
            if W::LANES > 1 && row < count { unsafe { rows.read(row as usize) } } else { 0 }
        });
        Few { warp, leaves, frames, rows, tiny, own, sizes }
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
                let Choice { universal, pivot, degree } = self.choose(set);
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
                    let (row, rest) = (self.row(pivot), set & !(1 << pivot));
                    let left = rest & !row;
                    if held + 1 == self.sizes.largest {
                        // The last that are held.
                        self.leaves.add(self.warp, held + 1, pivots, left.count_ones());
                    } else {
                        self.save(level, [rest, left, taken(Node { pivot, held, pivots })]);
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
        self.tiny.put(self.warp, pace.waiting, node, |vertex| self.row(vertex));
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
            let [rest, left, taken] = self.load(*level - 1);
            let (first, left) = (left.trailing_zeros(), left & (left - 1));
            let rest = rest & !(1 << first);
            if left == 0 {
                *level -= 1;
            } else {
                self.save(*level - 1, [rest, left, taken]);
            }
            let Node { held, pivots, .. } = node(taken);
            let set = rest & self.row(first);
            if set != 0 {
                return Some((set, held + 1, pivots));
            }
            self.leaves.add(self.warp, held + 1, pivots, 1);
        }
        None
    }

    /// What is left at a level that has children left: the node, and its candidates.
    #[inline(always)]
    pub(super) fn left(&self, level: u32) -> (Node, u64) {
        let [rest, _, taken] = self.load(level);
        (node(taken), rest)
    }

    /// Looks at all candidates.
    #[inline(always)]
    fn choose(&self, set: u64) -> Choice {
        if W::LANES == 1 { self.choose_alone(set) } else { self.choose_together(set) }
    }

    #[inline(always)]
    fn choose_alone(&self, set: u64) -> Choice {
        let others = set.count_ones() - 1;
        let (mut universal, mut best, mut left) = (0, 0, set);
        while left != 0 {
            let vertex = left.trailing_zeros();
            let degree = (set & self.row(vertex)).count_ones();
            if degree == others {
                universal |= left & left.wrapping_neg();
            } else {
                best = best.max(key(degree, vertex));
            }
            left &= left - 1;
        }
        choice(universal, best)
    }

    #[inline(always)]
    fn choose_together(&self, set: u64) -> Choice {
        let others = set.count_ones() - 1;
        let look = |vertex: u32, row: u64| {
            let is_candidate = set >> vertex & 1 == 1;
            let degree = (set & row).count_ones();
            let universal = u64::from(self.warp.ballot(is_candidate && degree == others));
            (universal, if is_candidate && degree < others { key(degree, vertex) } else { 0 })
        };
        let lane = self.warp.lane();
        let ((low, first), (high, second)) = (look(lane, self.own[0]), look(lane + W::LANES, self.own[1]));
        choice(low | high << W::LANES, self.warp.max(first.max(second)))
    }

    #[inline(always)]
    fn row(&self, vertex: u32) -> u64 {
        // SAFETY: a candidate has a row, and the rest is the promise to `new`.
        unsafe { self.rows.read(vertex as usize) }
    }

    #[inline(always)]
    fn save(&self, level: u32, frame: [u64; 3]) {
        // Lanes may still be reading what was here.
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (at, word) in frame.into_iter().enumerate() {
                // SAFETY: this warp's, whose lanes have met. There are fewer levels than candidates, as each has one
                // less.
                unsafe { self.frames.write(3 * level as usize + at, word) };
            }
        }
        self.warp.sync();
    }

    #[inline(always)]
    fn load(&self, level: u32) -> [u64; 3] {
        // SAFETY: `save` wrote them when the level was entered.
        [0, 1, 2].map(|at| unsafe { self.frames.read(3 * level as usize + at) })
    }
}

/// A node in one word: no more than 2^24 vertices are held.
#[inline(always)]
fn taken(Node { pivot, held, pivots }: Node) -> u64 {
    u64::from(held) << 40 | u64::from(pivot) << 32 | u64::from(pivots)
}

#[inline(always)]
fn node(taken: u64) -> Node {
    Node { pivot: (taken >> 32) as u32 % FEW, held: (taken >> 40) as u32, pivots: taken as u32 }
}

/// A number that is larger for a vertex of a higher degree.
#[inline(always)]
fn key(degree: u32, vertex: u32) -> u32 {
    degree * FEW + vertex
}

#[inline(always)]
fn choice(universal: u64, best: u32) -> Choice {
    Choice { universal, pivot: best % FEW, degree: best / FEW }
}
