//! The trees below nodes of at most 16 candidates, by one lane.

use super::degrees::{DegreeBits, PAIRS, RowPairs, TINY};
use super::few::CliqueSizes;
use super::leaves::LeafTable;
use super::tiny::{Tiny, TinyNode};

/// A lane's search, which is below one of the nodes that its warp has put aside.
pub(super) struct LaneSearch<'a> {
    tiny: Tiny<'a>,
    leaves: LeafTable<'a>,
    sizes: CliqueSizes,
    /// The rows of the node's candidates, which lie in registers.
    rows: RowPairs,
    /// Which of the nodes it is, and how many vertices are held there and how many pivots were taken.
    at: usize,
    before: (u32, u32),
    stack: Stack,
}

impl<'a> LaneSearch<'a> {
    /// A search that has not begun.
    #[inline(always)]
    pub(super) fn new(tiny: Tiny<'a>, leaves: LeafTable<'a>, sizes: CliqueSizes) -> Self {
        LaneSearch { tiny, leaves, sizes, rows: [0; PAIRS], at: 0, before: (0, 0), stack: Stack::new() }
    }

    /// Begins with a node.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: usize) -> TinyNode {
        self.at = at;
        self.rows = self.tiny.rows_of(at);
        let node = self.tiny.node(at);
        self.before = (node.held, node.pivots);
        node
    }

    /// Counts what is a leaf, or puts the children that hold a vertex on the stack and returns the one with the pivot.
    #[inline(always)]
    pub(super) fn visit(&mut self, node: TinyNode) -> Option<TinyNode> {
        let TinyNode { set, held, pivots } = node;
        let candidates = set.count_ones();
        if held + pivots + candidates < self.sizes.least {
            // No clique below is large enough.
            return None;
        }
        let degrees = DegreeBits::within(&self.rows, set);
        let universal = degrees.equal(set, candidates - 1);
        let of_universal = universal.count_ones();
        let (set, pivots) = (set & !universal, pivots + of_universal);
        if set == 0 {
            self.leaves.add_alone(held, pivots, 1);
            return None;
        }
        let (best, degree) = degrees.highest(set);
        if degree == of_universal {
            // No two of the others are joined.
            self.leaves.add_alone(held, pivots + 1, 1);
            self.leaves.add_alone(held + 1, pivots, set.count_ones() - 1);
            return None;
        }
        let pivot = best.ilog2();
        let (row, rest) = (self.tiny.row(self.at, pivot), set & !(1 << pivot));
        let left = rest & !row;
        if held + 1 == self.sizes.largest {
            // The last that are held.
            self.leaves.add_alone(held + 1, pivots, left.count_ones());
        } else {
            let since = (held - self.before.0, pivots - self.before.1);
            self.stack.push(Frame { rest, left, held: since.0, pivots: since.1 });
        }
        Some(TinyNode { set: rest & row, held, pivots: pivots + 1 })
    }

    /// The next child that has candidates, of the last node that has any children left. Counts those that have none.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<TinyNode> {
        while let Some((rest, vertex, held, pivots)) = self.stack.next() {
            let (held, pivots) = (held + self.before.0, pivots + self.before.1);
            let set = rest & self.tiny.row(self.at, vertex);
            if set != 0 {
                return Some(TinyNode { set, held: held + 1, pivots });
            }
            self.leaves.add_alone(held + 1, pivots, 1);
        }
        None
    }
}

/// A node that has children left.
#[derive(Clone, Copy)]
struct Frame {
    /// The candidates that are left.
    rest: u32,
    /// Those of them that are to be held.
    left: u32,
    /// Vertices that are held since the search began, of its at most 16 candidates.
    held: u32,
    /// Pivots that were taken since then.
    pivots: u32,
}

/// The nodes that have children left: all of a frame in one word, as the stack lies in memory.
struct Stack {
    frames: [u64; TINY as usize],
    levels: usize,
}

impl Stack {
    #[inline(always)]
    fn new() -> Self {
        Stack { frames: [0; TINY as usize], levels: 0 }
    }

    #[inline(always)]
    fn push(&mut self, frame: Frame) {
        // SAFETY: there are fewer levels than candidates, as each has one less.
        unsafe { *self.frames.get_unchecked_mut(self.levels) = word(frame) };
        self.levels += 1;
    }

    /// The next child of the last node that has any left: the candidates without the vertex that it holds, that vertex,
    /// and what was taken at the node.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32, u32, u32)> {
        let last = self.levels.checked_sub(1)?;
        // SAFETY: as in `push`.
        let saved = unsafe { self.frames.get_unchecked_mut(last) };
        let Frame { rest, left, held, pivots } = frame(*saved);
        let (vertex, left) = (left.trailing_zeros(), left & (left - 1));
        let rest = rest & !(1 << vertex);
        *saved = word(Frame { rest, left, held, pivots });
        if left == 0 {
            self.levels = last;
        }
        Some((rest, vertex, held, pivots))
    }
}

#[inline(always)]
fn word(Frame { rest, left, held, pivots }: Frame) -> u64 {
    u64::from(rest << TINY | left) << u32::BITS | u64::from(held << TINY | pivots)
}

#[inline(always)]
fn frame(word: u64) -> Frame {
    let (sets, taken) = ((word >> u32::BITS) as u32, word as u32);
    let low = |word: u32| word & ((1 << TINY) - 1);
    Frame { rest: sets >> TINY, left: low(sets), held: taken >> TINY, pivots: low(taken) }
}
