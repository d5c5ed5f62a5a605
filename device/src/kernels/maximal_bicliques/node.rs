//! How the nodes of a search lie in its stack.

use super::room::{NODE, WORD};
use super::tree::Tree;
use crate::simt::Warp;

/// The numbers of a node.
const LENGTH: usize = 0;
const LISTED: usize = 1;
pub(super) const NEXT: usize = 2;
const TAKEN: usize = 3;
pub(super) const ABOVE: usize = 4;
const COLUMNS: usize = 5;

/// What marks an element of a list that is not to be taken.
pub(super) const HELD: u32 = 1 << 31;

/// A node: where it stands in the stack, and how large it is. There are its numbers, the places and the two halves of
/// the words of its set, and its list.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub base: usize,
    /// Words of the set.
    pub length: usize,
    /// Bits of the set.
    pub columns: u32,
    /// How many have some of it.
    pub listed: usize,
}

impl Node {
    /// The place behind its set.
    #[inline(always)]
    pub fn list(&self) -> usize {
        self.base + NODE + WORD * self.length
    }

    #[inline(always)]
    pub fn end(&self) -> usize {
        self.list() + self.listed
    }
}

/// One who may be in a node's list.
#[derive(Clone, Copy)]
pub(super) struct ListedVertex {
    pub candidate: usize,
    /// Whether bicliques that have it are found elsewhere: it is greater than the root, or before one that was taken.
    pub is_held: bool,
}

impl<W: Warp, const WRITES: bool> Tree<'_, '_, W, WRITES> {
    /// Moves the halves of a set's words to where they stand behind so few places.
    #[inline(always)]
    pub fn close_up(&self, base: usize, made_for: usize, length: usize) {
        self.warp.sync();
        if made_for == length {
            return;
        }
        for half in 1..WORD {
            let (from, to) = (base + NODE + half * made_for, base + NODE + half * length);
            self.rows(length, |at, is_there| {
                // SAFETY: written before the `sync`; what is written next lies before all that is still to be read.
                let number = if is_there { unsafe { self.stack.read(from + at) } } else { 0 };
                self.warp.sync();
                if is_there {
                    // SAFETY: within the node, and no other lane has this place.
                    unsafe { self.stack.write(to + at, number) };
                }
            });
        }
        self.warp.sync();
    }

    /// How much of a node's set a candidate has.
    #[inline(always)]
    pub fn common(&self, node: &Node, candidate: usize) -> u32 {
        let row = self.root.row(candidate);
        let mut common = 0;
        for at in 0..node.length {
            let (place, word) = self.word(node.base, node.length, at);
            common += (word & row[place]).count_ones();
        }
        common
    }

    /// An element of a node's list.
    #[inline(always)]
    pub fn listed(&self, node: &Node, at: usize) -> ListedVertex {
        debug_assert!(at < node.listed);
        // SAFETY: written before the last `sync`.
        let element = unsafe { self.stack.read(node.list() + at) };
        ListedVertex { candidate: (element & !HELD) as usize, is_held: element & HELD != 0 }
    }

    /// A word of a set that has so many, and its place in a row.
    #[inline(always)]
    pub fn word(&self, base: usize, length: usize, at: usize) -> (usize, u64) {
        // SAFETY: written before the last `sync`.
        let [place, low, high] =
            [0, 1, 2].map(|part| unsafe { self.stack.read(base + NODE + part * length + at) });
        (place as usize, u64::from(low) | u64::from(high) << u32::BITS)
    }

    /// Writes a word of a set that has room for so many. No other lane has its place.
    #[inline(always)]
    pub fn write_word(&self, base: usize, length: usize, at: usize, place: usize, word: u64) {
        let parts = [place as u32, word as u32, (word >> u32::BITS) as u32];
        for (part, number) in parts.into_iter().enumerate() {
            // SAFETY: there is room, and no other lane has this place.
            unsafe { self.stack.write(base + NODE + part * length + at, number) };
        }
    }

    /// Whether the stack has room for a node with a set of so many words and so long a list. If not, the search ends.
    #[inline(always)]
    pub fn has_room(&mut self, base: usize, words: usize, listed: usize) -> bool {
        if ((base + NODE + WORD * words + listed) as u64) <= self.stack.len() {
            return true;
        }
        if self.warp.lane() == 0 {
            self.args.table.fail_of_depth();
        }
        self.is_over = true;
        false
    }

    /// Writes the numbers of a node. All that the lanes wrote before can be read after. A collective.
    #[inline(always)]
    pub fn store(&self, node: &Node, taken: u32) {
        if self.warp.lane() == 0 {
            let numbers = [
                (LENGTH, node.length),
                (LISTED, node.listed),
                (NEXT, 0),
                (TAKEN, taken as usize),
                (COLUMNS, node.columns as usize),
            ];
            for (what, number) in numbers {
                // SAFETY: this lane alone writes them, where the stack has room.
                unsafe { self.stack.write(node.base + what, number as u32) };
            }
        }
        self.warp.sync();
    }

    /// The node at a place, how many it has taken, and who of its list comes next.
    #[inline(always)]
    pub fn load(&self, base: usize) -> (Node, u32, usize) {
        let number = |what: usize| self.noted(base, what);
        let next = number(NEXT);
        let (length, columns, listed) = (number(LENGTH), number(COLUMNS) as u32, number(LISTED));
        (Node { base, length, columns, listed }, number(TAKEN) as u32, next)
    }

    /// Notes one of the numbers of a node. A collective.
    #[inline(always)]
    pub fn note(&self, base: usize, what: usize, number: usize) {
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: this lane alone writes it.
            unsafe { self.stack.write(base + what, number as u32) };
        }
        self.warp.sync();
    }

    /// One of the numbers of a node.
    #[inline(always)]
    pub fn noted(&self, base: usize, what: usize) -> usize {
        // SAFETY: it was noted, with a `sync` behind it.
        unsafe { self.stack.read(base + what) as usize }
    }

    /// Calls `visit` with numbers, as many at a time as there are lanes, and whether they are below `count`. All lanes
    /// call it together, so that it may call collectives.
    #[inline(always)]
    pub fn rows(&self, count: usize, mut visit: impl FnMut(usize, bool)) {
        let mut first = 0;
        while first < count {
            let at = first + self.warp.lane() as usize;
            visit(at, at < count);
            first += W::LANES as usize;
        }
    }
}
