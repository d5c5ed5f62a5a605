//! The search below a node of at most 64 candidates, whose sets are one word.

use super::conflicts::KeptClasses;
use super::goal::Goal;
use crate::memory::Scratch;
use crate::simt::Warp;

/// The most candidates.
pub(super) const FEW: u32 = u64::BITS;
/// Words of a warp's stack: three a level.
pub(super) const FRAMES: usize = 3 * FEW as usize;

/// A warp's search in a matrix of at most 64 rows of one word.
pub(super) struct Few<'a, W> {
    warp: W,
    /// Three words a level: candidates that are left, those of them that are to be held, and what was held and looked
    /// for.
    frames: Scratch<'a, u64>,
    rows: Scratch<'a, u64>,
    /// Room for classes, on one lane: on many, the rest of the search takes less than they would save.
    classes: KeptClasses<'a, W>,
    /// This lane's rows, where there are many lanes.
    own: [u64; 2],
}

/// A node: its candidates, and how many vertices are held.
#[derive(Clone, Copy)]
struct Node {
    set: u64,
    held: u32,
}

impl<'a, W: Warp> Few<'a, W> {
    /// A search in the matrix of the first `count` of `rows`, with room for 64 levels in `frames`, and with `classes`
    /// of this matrix.
    ///
    /// # Safety
    /// The rows are written, the lanes have met since, and nobody writes them meanwhile. The warp alone uses `frames`.
    #[inline(always)]
    pub(super) unsafe fn new(
        warp: W,
        frames: Scratch<'a, u64>,
        rows: Scratch<'a, u64>,
        classes: KeptClasses<'a, W>,
        count: u32,
    ) -> Self {
        let own = [warp.lane(), warp.lane() + W::LANES].map(|row| {
            // SAFETY: the caller's promise.
            if W::LANES > 1 && row < count { unsafe { rows.read(row as usize) } } else { 0 }
        });
        Few { warp, frames, rows, classes, own }
    }

    /// Searches below a node whose candidates are `set`, with `held` vertices. A collective.
    #[inline(always)]
    pub(super) fn search(&self, goal: &mut impl Goal, set: u64, held: u32) {
        let (mut level, mut node) = (0, Node { set, held });
        loop {
            goal.pass();
            let (set, branches) = self.branches(node, goal.size());
            if branches != 0 {
                self.save(level, [set, branches, taken(node.held, goal.size())]);
                level += 1;
            }
            match self.next(goal, &mut level) {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// The next child of the last node that has one, if it has candidates enough.
    #[inline(always)]
    fn next(&self, goal: &mut impl Goal, level: &mut u32) -> Option<Node> {
        while *level > 0 {
            let above = *level - 1;
            let [mut set, mut branches, from] = self.load(above);
            let (held, looked_for) = (from as u32, (from >> u32::BITS) as u32);
            if looked_for != goal.size() {
                (set, branches) = self.branches(Node { set, held }, goal.size());
            }
            if branches == 0 {
                *level = above;
                continue;
            }
            let vertex = branches.ilog2();
            (set, branches) = (set & !(1 << vertex), branches & !(1 << vertex));
            let child = Node { set: set & self.row(vertex), held: held + 1 };
            if branches == 0 {
                *level = above;
            } else {
                self.save(above, [set, branches, taken(held, goal.size())]);
            }
            if child.held == goal.size() {
                goal.reach();
            }
            if child.held + child.set.count_ones() >= goal.size() {
                return Some(child);
            }
        }
        None
    }

    /// The candidates of a node that may be in a clique of `size` vertices, and those of them that are to be held: none
    /// if there is no such clique.
    #[inline(always)]
    fn branches(&self, Node { mut set, held }: Node, size: u32) -> (u64, u64) {
        let need = size - held;
        loop {
            let count = set.count_ones();
            if count < need {
                return (set, 0);
            }
            set = self.with_neighbors(set, need - 1);
            if set.count_ones() == count {
                break;
            }
        }
        let mut left = set;
        let keeps = W::LANES == 1 && self.classes.has_room_for(need - 1);
        for class in 0..need - 1 {
            let (before, mut free) = (left, left);
            while free != 0 {
                let vertex = free.trailing_zeros();
                left &= !(1 << vertex);
                free &= !(self.row(vertex) | 1 << vertex);
            }
            if left == 0 {
                return (set, 0);
            }
            if keeps {
                self.classes.keep(class, before & !left);
            }
        }
        (set, if keeps { self.classes.without_conflicts(left, need - 1) } else { left })
    }

    /// Those of `set` that have at least so many neighbours in it.
    #[inline(always)]
    fn with_neighbors(&self, set: u64, least: u32) -> u64 {
        if W::LANES == 1 {
            let (mut with, mut left) = (0, set);
            while left != 0 {
                let vertex = left.trailing_zeros();
                with |= u64::from((set & self.row(vertex)).count_ones() >= least) << vertex;
                left &= left - 1;
            }
            return with;
        }
        let look = |row: u64| u64::from(self.warp.ballot((set & row).count_ones() >= least));
        let [low, high] = self.own.map(look);
        set & (low | high << W::LANES)
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
                // SAFETY: this warp's, whose lanes have met. There are no more levels than candidates, as each has one
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

/// How many vertices were held, and of how many a clique was looked for.
#[inline(always)]
fn taken(held: u32, size: u32) -> u64 {
    u64::from(size) << u32::BITS | u64::from(held)
}
