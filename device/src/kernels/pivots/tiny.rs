//! Trees below nodes of so few candidates that a lane searches one by itself.
//!
//! Nine in ten nodes of a large tree have at most eight candidates, which leave most lanes of a warp idle. So a warp puts nodes with up to
//! [`TINY`] candidates aside, each with a matrix of its own, and goes on; when there is no room left, each lane searches below one of them
//! after the other.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::few::Sizes;
use super::leaves::Leaves;
use crate::kernels::cliques::matrix::below;
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::Scratch;
use crate::simt::{Block, Warp};

/// The most candidates of a node that is put aside: a set is half a word of 32 bits.
const TINY: u32 = 16;
/// The fewest: what has less is counted at once.
const LEAST: u32 = 4;
/// Nodes that a warp puts aside.
const WAITING: usize = 128;
/// Words for the heads of a warp's nodes.
const HEADS: usize = WAITING;
/// Halves of words for their rows.
const ROWS: usize = TINY as usize * WAITING;
/// What putting a node aside and searching below it takes of a warp, in nodes that it looks at by itself.
pub(super) const WORTH: u32 = 4;

/// Bytes of shared memory that a block's nodes take.
pub(super) const fn tiny_bytes(warps: usize) -> usize {
    bytes_of::<u64>(warps * HEADS) + bytes_of::<u16>(warps * ROWS) + bytes_of::<u32>(warps)
}

/// The nodes that a warp has put aside.
#[derive(Clone, Copy)]
pub(super) struct Tiny<'a> {
    /// What was taken at each, and how many candidates it has.
    heads: Scratch<'a, u64>,
    /// The rows of its candidates: all first rows, all second rows, and so on.
    rows: Scratch<'a, u16>,
    /// The next one that nobody searches below.
    next: &'a AtomicU32,
}

impl<'a> Tiny<'a> {
    /// The calling warp's part of the block's memory.
    #[inline(always)]
    pub(super) fn in_arena<B: Block>(block: B, arena: &mut Arena<'a>) -> Self {
        let (warp, warps) = (block.warp_index() as usize, block.warps() as usize);
        let heads = arena.take(warps * HEADS).part((warp * HEADS) as u64, HEADS as u64);
        let rows = arena.take(warps * ROWS).part((warp * ROWS) as u64, ROWS as u64);
        Tiny { heads, rows, next: &arena.atomics(warps)[warp] }
    }

    /// Whether nodes of so many candidates are put aside: where there are lanes to search below them.
    #[inline(always)]
    pub(super) fn takes<W: Warp>(candidates: u32) -> bool {
        W::LANES > 1 && (LEAST..=TINY).contains(&candidates)
    }

    /// Puts a node aside, after `waiting` others for whom there is room. Each lane has the rows of its two vertices. A collective.
    #[inline(always)]
    pub(super) fn put<W: Warp>(
        &self,
        warp: W,
        waiting: u32,
        (set, held, pivots): (u64, u32, u32),
        own: [u64; 2],
    ) {
        let at = waiting as usize;
        for (own, vertex) in own.into_iter().zip([warp.lane(), warp.lane() + W::LANES]) {
            if set >> vertex & 1 == 1 {
                let rank = (set & below(vertex)).count_ones() as usize;
                // SAFETY: this warp's, a row for each of its candidates, of which one lane has the vertex; the lanes meet before they read.
                unsafe { self.rows.write(rank * WAITING + at, packed(own, set)) };
            }
        }
        if warp.lane() == 0 {
            // SAFETY: as above.
            unsafe { self.heads.write(at, head(set.count_ones(), held, pivots)) };
        }
    }

    /// Whether there is no room for one more than these.
    #[inline(always)]
    pub(super) const fn is_full(waiting: u32) -> bool {
        waiting as usize == WAITING
    }

    /// Counts the leaves below the nodes that are waiting. A collective.
    // Out of line: it is called from the midst of a search, and must not take its registers.
    #[inline(never)]
    pub(super) fn search<W: Warp>(self, warp: W, waiting: u32, leaves: Leaves<'_>, sizes: Sizes) {
        if warp.lane() == 0 {
            self.next.store(W::LANES, Relaxed);
        }
        warp.sync();
        let mut at = warp.lane();
        while at < waiting {
            self.below(at as usize, leaves, sizes);
            at = self.next.fetch_add(1, Relaxed);
        }
        warp.sync();
    }

    /// Counts the leaves below a node, by one lane, as a warp does below a node of more candidates.
    #[inline(always)]
    fn below(self, at: usize, leaves: Leaves<'_>, Sizes { least, largest }: Sizes) {
        // SAFETY: `put` wrote it and the rows, and the lanes have met since.
        let (candidates, mut held, mut pivots) = taken(unsafe { self.heads.read(at) });
        // SAFETY: as above: a candidate has a row.
        let row = |vertex: u32| u32::from(unsafe { self.rows.read(vertex as usize * WAITING + at) });
        let mut set = (1u32 << candidates) - 1;
        let mut stack = Stack::new();
        loop {
            if held + pivots + set.count_ones() >= least {
                let (universal, pivot, degree) = choose(set, row);
                let of_universal = universal.count_ones();
                pivots += of_universal;
                set &= !universal;
                if set == 0 {
                    leaves.add_alone(held, pivots, 1);
                } else if degree == of_universal {
                    // No two of the others are joined.
                    leaves.add_alone(held, pivots + 1, 1);
                    leaves.add_alone(held + 1, pivots, set.count_ones() - 1);
                } else {
                    let (row, rest) = (row(pivot), set & !(1 << pivot));
                    let left = rest & !row;
                    if held + 1 == largest {
                        // The last that are held.
                        leaves.add_alone(held + 1, pivots, left.count_ones());
                    } else {
                        stack.push(rest, left, held, pivots);
                    }
                    set = rest & row;
                    pivots += 1;
                    continue;
                }
            }
            loop {
                let Some((rest, vertex, before)) = stack.next() else { return };
                (held, pivots) = (before.0 + 1, before.1);
                set = rest & row(vertex);
                if set != 0 {
                    break;
                }
                leaves.add_alone(held, pivots, 1);
            }
        }
    }
}

/// Looks at all candidates: those that are joined to all others; and of the rest one with the most neighbours, and how many these are.
#[inline(always)]
fn choose(set: u32, row: impl Fn(u32) -> u32) -> (u32, u32, u32) {
    let others = set.count_ones() - 1;
    let (mut universal, mut best, mut left) = (0, 0, set);
    while left != 0 {
        let vertex = left.trailing_zeros();
        let degree = (set & row(vertex)).count_ones();
        if degree == others {
            universal |= left & left.wrapping_neg();
        } else {
            best = best.max(degree * TINY + vertex);
        }
        left &= left - 1;
    }
    (universal, best % TINY, best / TINY)
}

/// A lane's stack: the nodes that have children left.
struct Stack {
    /// The candidates that are left, and in the lower half those of them that are to be held.
    sets: [u32; TINY as usize],
    /// The vertices held and the pivots.
    taken: [(u32, u32); TINY as usize],
    levels: usize,
}

impl Stack {
    #[inline(always)]
    fn new() -> Self {
        Stack { sets: [0; TINY as usize], taken: [(0, 0); TINY as usize], levels: 0 }
    }

    #[inline(always)]
    fn push(&mut self, rest: u32, left: u32, held: u32, pivots: u32) {
        // SAFETY: there are fewer levels than candidates, as each has one less.
        unsafe {
            *self.sets.get_unchecked_mut(self.levels) = rest << TINY | left;
            *self.taken.get_unchecked_mut(self.levels) = (held, pivots);
        }
        self.levels += 1;
    }

    /// The next child of the last node that has any left: the candidates without the vertex that it holds, that vertex, and what was taken
    /// at the node.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32, (u32, u32))> {
        let last = self.levels.checked_sub(1)?;
        // SAFETY: as in `push`.
        let (sets, taken) = unsafe { (self.sets.get_unchecked_mut(last), *self.taken.get_unchecked(last)) };
        let (rest, left) = (*sets >> TINY, *sets & ((1 << TINY) - 1));
        let (vertex, left) = (left.trailing_zeros(), left & (left - 1));
        let rest = rest & !(1 << vertex);
        *sets = rest << TINY | left;
        if left == 0 {
            self.levels = last;
        }
        Some((rest, vertex, taken))
    }
}

/// The bits of a row at the places in `set`, side by side.
#[inline(always)]
fn packed(row: u64, set: u64) -> u16 {
    let (mut bits, mut at, mut left) = (0, 0, set);
    while left != 0 {
        bits |= (row >> left.trailing_zeros() & 1) << at;
        at += 1;
        left &= left - 1;
    }
    bits as u16
}

/// A node in one word: no more than 2^24 vertices are held.
#[inline(always)]
fn head(candidates: u32, held: u32, pivots: u32) -> u64 {
    u64::from(held) << 40 | u64::from(pivots) << 8 | u64::from(candidates)
}

#[inline(always)]
fn taken(head: u64) -> (u32, u32, u32) {
    (head as u8 as u32, (head >> 40) as u32, (head >> 8) as u32)
}
