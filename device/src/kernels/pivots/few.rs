//! The tree below a node of at most 64 candidates, whose sets are one word.

use super::leaves::Leaves;
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
    /// Three words a level: candidates that are left, those of them that are to be held, and how many have been taken.
    frames: Scratch<'a, u64>,
    rows: Scratch<'a, u64>,
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
    /// A search in the matrix of the first `count` of `rows`, with room for 64 levels in `frames`.
    ///
    /// # Safety
    /// The rows are written, the lanes have met since, and nobody writes them meanwhile. The warp alone uses `frames`.
    #[inline(always)]
    pub(super) unsafe fn new(
        warp: W,
        leaves: &'r Leaves<'a>,
        frames: Scratch<'a, u64>,
        rows: Scratch<'a, u64>,
        count: u32,
        sizes: Sizes,
    ) -> Self {
        let own = [warp.lane(), warp.lane() + W::LANES].map(|row| {
            // SAFETY: the caller's promise.
            if W::LANES > 1 && row < count { unsafe { rows.read(row as usize) } } else { 0 }
        });
        Few { warp, leaves, frames, rows, own, sizes }
    }

    /// Counts the leaves below a node with these candidates, and adds to `nodes` how many were looked at.
    #[inline(always)]
    pub(super) fn search(&self, set: u64, held: u32, pivots: u32, nodes: &mut u32) {
        if set == 0 {
            self.leaves.add(self.warp, held, pivots, 1);
            return;
        }
        let (mut set, mut held, mut pivots, mut level) = (set, held, pivots, 0);
        loop {
            *nodes += 1;
            if held + pivots + set.count_ones() >= self.sizes.least {
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
                        self.save(level, [rest, left, u64::from(held) << u32::BITS | u64::from(pivots)]);
                        level += 1;
                    }
                    set = rest & row;
                    pivots += 1;
                    continue;
                }
            }
            // The next child of the last node that has any left.
            loop {
                if level == 0 {
                    return;
                }
                let [rest, left, taken] = self.load(level - 1);
                let (first, left) = (left.trailing_zeros(), left & (left - 1));
                let rest = rest & !(1 << first);
                if left == 0 {
                    level -= 1;
                } else {
                    self.save(level - 1, [rest, left, taken]);
                }
                (held, pivots) = ((taken >> u32::BITS) as u32 + 1, taken as u32);
                set = rest & self.row(first);
                if set != 0 {
                    break;
                }
                self.leaves.add(self.warp, held, pivots, 1);
            }
        }
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
        let (mut universal, mut best) = (0, 0);
        for (at, row) in self.own.into_iter().enumerate() {
            let vertex = self.warp.lane() + at as u32 * W::LANES;
            let is_candidate = set >> vertex & 1 == 1;
            let degree = (set & row).count_ones();
            universal |=
                u64::from(self.warp.ballot(is_candidate && degree == others)) << (at as u32 * W::LANES);
            if is_candidate && degree < others {
                best = best.max(key(degree, vertex));
            }
        }
        choice(universal, self.warp.max(best))
    }

    #[inline(always)]
    fn row(&self, vertex: u32) -> u64 {
        // SAFETY: a candidate has a row, and the rest is the promise to `new`.
        unsafe { self.rows.read(vertex as usize) }
    }

    #[inline(always)]
    fn save(&self, level: usize, frame: [u64; 3]) {
        // Lanes may still be reading what was here.
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (at, word) in frame.into_iter().enumerate() {
                // SAFETY: this warp's, whose lanes have met. There are fewer levels than candidates, as each has one less.
                unsafe { self.frames.write(3 * level + at, word) };
            }
        }
        self.warp.sync();
    }

    #[inline(always)]
    fn load(&self, level: usize) -> [u64; 3] {
        // SAFETY: `save` wrote them when the level was entered.
        [0, 1, 2].map(|at| unsafe { self.frames.read(3 * level + at) })
    }
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
