//! The search below a node of at most 64 candidates, whose sets are one word.

use super::conflicts::KeptClasses;
use super::goal::Goal;
use crate::kernels::cliques::few::{FewRows, FewStack};
use crate::simt::Warp;

/// A warp's search in a matrix of at most 64 rows of one word.
pub(super) struct Few<'a, W> {
    /// At a level: candidates that are left, those of them that are to be held, and what was held and looked for.
    frames: FewStack<'a, W>,
    rows: FewRows<'a, W>,
    /// Room for classes, on one lane: on many, the rest of the search takes less than they would save.
    classes: KeptClasses<'a, W>,
}

/// A node: its candidates, and how many vertices are held.
#[derive(Clone, Copy)]
struct Node {
    set: u64,
    held: u32,
}

impl<'a, W: Warp> Few<'a, W> {
    /// A search in the graph of `rows`, with `classes` of this graph.
    #[inline(always)]
    pub(super) fn new(rows: FewRows<'a, W>, frames: FewStack<'a, W>, classes: KeptClasses<'a, W>) -> Self {
        Few { frames, rows, classes }
    }

    /// Searches below a node whose candidates are `set`, with `held` vertices. A collective.
    #[inline(always)]
    pub(super) fn search(&self, goal: &mut impl Goal, set: u64, held: u32) {
        let (mut level, mut node) = (0, Node { set, held });
        loop {
            goal.pass();
            let (set, branches) = self.branches(node, goal.size());
            if branches != 0 {
                self.frames.save(level, [set, branches, taken(node.held, goal.size())]);
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
            let [mut set, mut branches, from] = self.frames.load(above);
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
            let child = Node { set: set & self.rows.row(vertex), held: held + 1 };
            if branches == 0 {
                *level = above;
            } else {
                self.frames.save(above, [set, branches, taken(held, goal.size())]);
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
                free &= !(self.rows.row(vertex) | 1 << vertex);
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
                with |= u64::from((set & self.rows.row(vertex)).count_ones() >= least) << vertex;
                left &= left - 1;
            }
            return with;
        }
        set & self.rows.ballot(|row| (set & row).count_ones() >= least)
    }
}

/// How many vertices were held, and of how many a clique was looked for.
#[inline(always)]
fn taken(held: u32, size: u32) -> u64 {
    u64::from(size) << u32::BITS | u64::from(held)
}
