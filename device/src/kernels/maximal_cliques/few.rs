//! The search below a node of at most 64 candidates, whose sets are one word.

use super::clique_visitor::CliqueVisitor;
use super::excluded::{Excluded, ExcludedPart};
use crate::kernels::cliques::few::{FewRows, PivotChoice};
use crate::kernels::pivots::handover::Patience;
use crate::memory::Scratch;
use crate::simt::Warp;

/// Words of a level of a warp's stack. Each level has a candidate less than the one before.
pub(super) const FRAME: usize = 5;

/// A warp's search in a matrix of at most 64 rows of one word.
pub(super) struct Few<'a, W, F, T> {
    pub warp: W,
    /// What becomes of the cliques.
    pub found: T,
    /// Vertices of the least cliques that are asked for.
    pub least: u32,
    /// Room for the levels.
    pub frames: Scratch<'a, u64>,
    /// The graph among the candidates.
    pub rows: FewRows<'a, W>,
    /// Excluded vertices that have no row: a word for each, which says to which vertices it is joined.
    pub excluded: Excluded<'a, F>,
    /// Vertices that were taken before the search, with the root.
    pub held: u32,
}

/// A node. What is excluded is joined to all that was taken, but for some in `part` that are not.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Its candidates.
    pub set: u64,
    /// Those that were candidates of a node above, and are excluded.
    pub passed: u64,
    /// What was taken in the search.
    pub taken: u64,
    /// Other excluded vertices.
    pub part: ExcludedPart,
}

/// A node with those of its candidates that are to be taken.
#[derive(Clone, Copy)]
pub(super) struct FewFrame {
    pub node: Node,
    pub branches: u64,
}

impl<W: Warp, F: Fn(usize) -> u64, T: CliqueVisitor> Few<'_, W, F, T> {
    /// Finds the maximal cliques below a node; or, without one, goes on with what is left at so many levels. Adds to
    /// `pace` how many nodes were looked at, and ends when these are `patience`. Returns how many levels may have
    /// branches left. A collective.
    #[inline(always)]
    pub(super) fn search(
        &self,
        start: Option<Node>,
        mut level: u32,
        pace: &mut Patience,
        patience: u32,
    ) -> u32 {
        let mut next = start;
        loop {
            if next.is_none() {
                next = self.next(&mut level);
            }
            let Some(node) = next else { return 0 };
            if self.found.is_over(self.warp) {
                return 0;
            }
            pace.nodes += 1;
            if let Some(frame) = self.open(node) {
                self.save(level, frame);
                level += 1;
            }
            if pace.nodes >= patience {
                return level;
            }
            next = None;
        }
    }

    /// Looks at a node with candidates. Returns it with what is to be taken, unless all below it is found.
    #[inline(always)]
    fn open(&self, mut node: Node) -> Option<FewFrame> {
        if self.size(node.taken) + node.set.count_ones() < self.least {
            return None;
        }
        let PivotChoice { universal, pivot, degree, is_matching } = self.rows.choose::<true>(node.set);
        if universal != 0 {
            node.taken |= universal;
            node.set &= !universal;
            node.passed = self.joined_to(node.passed, universal);
        }
        if is_matching && self.find_matching(&node) {
            return None;
        }
        let candidates = node.set.count_ones();
        let (most, row) = self.most_of_passed(&node);
        if most == candidates {
            return None;
        }
        let reach = |word: u64| if node.taken & !word == 0 { (word & node.set).count_ones() } else { 0 };
        // SAFETY: a part of a node, below which the search goes on.
        let sifted = unsafe { self.excluded.sift(self.warp, node.part, candidates, reach) };
        if sifted.most == candidates {
            return None;
        }
        let degree = degree - universal.count_ones();
        let beyond = if sifted.most > degree && sifted.most > most {
            sifted.word
        } else if most > degree {
            row
        } else {
            self.rows.row(pivot)
        };
        node.part = sifted.part;
        Some(FewFrame { branches: node.set & !beyond, node })
    }

    /// Takes the next vertex that is to be taken, at the last level that has any left. Returns the node that comes of
    /// it, if that has candidates; else what was taken is a clique, if it is maximal.
    #[inline(always)]
    fn next(&self, level: &mut u32) -> Option<Node> {
        while *level > 0 {
            let FewFrame { node, branches } = self.load(*level - 1);
            if branches == 0 {
                *level -= 1;
                continue;
            }
            let vertex = branches.trailing_zeros();
            let (own, left) = (1 << vertex, branches & (branches - 1));
            let set = node.set & !own;
            if left == 0 {
                *level -= 1;
            } else {
                let node = Node { set, passed: node.passed | own, ..node };
                self.save(*level - 1, FewFrame { node, branches: left });
            }
            let row = self.rows.row(vertex);
            let node =
                Node { set: set & row, passed: node.passed & row, taken: node.taken | own, part: node.part };
            if node.set != 0 {
                return Some(node);
            }
            if self.is_maximal(&node) {
                self.report(node.taken);
            }
        }
        None
    }

    /// Whether no excluded vertex of a node is joined to all that was taken.
    #[inline(always)]
    pub(super) fn is_maximal(&self, node: &Node) -> bool {
        // SAFETY: a part of a node.
        node.passed == 0
            && !unsafe { self.excluded.any(self.warp, node.part, |word| node.taken & !word == 0) }
    }

    /// Tells of the clique of what was taken.
    #[inline(always)]
    pub(super) fn report(&self, taken: u64) {
        let size = self.size(taken);
        if size >= self.least {
            self.found.one(self.warp, size, taken);
        }
    }

    /// How many vertices there are with those that were taken.
    #[inline(always)]
    pub(super) fn size(&self, taken: u64) -> u32 {
        self.held + taken.count_ones()
    }

    /// Those of `set` that are joined to all of `others`.
    #[inline(always)]
    fn joined_to(&self, set: u64, others: u64) -> u64 {
        if W::LANES == 1 {
            let (mut joined, mut left) = (set, others);
            while left != 0 {
                joined &= self.rows.row(left.trailing_zeros());
                left &= left - 1;
            }
            return joined;
        }
        set & self.rows.ballot(|row| others & !row == 0)
    }

    /// Of those that were candidates, the most candidates that one is joined to, and its row.
    #[inline(always)]
    fn most_of_passed(&self, node: &Node) -> (u32, u64) {
        if W::LANES == 1 {
            let (mut most, mut of, mut left) = (0, 0, node.passed);
            while left != 0 {
                let row = self.rows.row(left.trailing_zeros());
                let reached = (row & node.set).count_ones();
                if reached > most {
                    (most, of) = (reached, row);
                }
                left &= left - 1;
            }
            return (most, of);
        }
        if node.passed == 0 {
            return (0, 0);
        }
        let look = |vertex: u32, row: u64| {
            if node.passed >> vertex & 1 == 1 { ((row & node.set).count_ones(), row) } else { (0, 0) }
        };
        let lane = self.warp.lane();
        let (low, high) = (look(lane, self.rows.own[0]), look(lane + W::LANES, self.rows.own[1]));
        let (own, row) = if low.0 > high.0 { low } else { high };
        let most = self.warp.max(own);
        (most, self.warp.shuffle_u64(row, self.warp.ballot(own == most).trailing_zeros()))
    }

    /// Which of the candidates of a root are to be taken, where excluded vertices are not looked at.
    #[inline(always)]
    pub(super) fn branches(&self, set: u64) -> u64 {
        let PivotChoice { universal, pivot, .. } = self.rows.choose::<false>(set);
        let pivot = if universal == 0 { pivot } else { universal.trailing_zeros() };
        set & !self.rows.row(pivot)
    }

    #[inline(always)]
    pub(super) fn save(&self, level: u32, FewFrame { node, branches }: FewFrame) {
        // Lanes may still be reading what was here.
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: this warp's, whose lanes have met. There are no more levels than candidates, as each has one
            // less.
            let write =
                |at: usize, word: u64| unsafe { self.frames.write(FRAME * level as usize + at, word) };
            // One by one: an array would lie in memory.
            write(0, node.set);
            write(1, node.passed);
            write(2, node.taken);
            write(3, node.part.to_word());
            write(4, branches);
        }
        self.warp.sync();
    }

    #[inline(always)]
    pub(super) fn load(&self, level: u32) -> FewFrame {
        // SAFETY: `save` wrote them when the level was entered.
        let word = |at: usize| unsafe { self.frames.read(FRAME * level as usize + at) };
        let node =
            Node { set: word(0), passed: word(1), taken: word(2), part: ExcludedPart::of_word(word(3)) };
        FewFrame { node, branches: word(4) }
    }
}
