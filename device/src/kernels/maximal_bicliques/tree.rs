//! The tree below a root.

use core::ops::Range;
use core::sync::atomic::Ordering::Relaxed;

use super::node::{ABOVE, HELD, ListedVertex, NEXT, Node};
use super::room::MaximalBicliqueArgs;
use crate::kernels::bicliques::room::LOOK;
use crate::kernels::bicliques::root::BicliqueRoot;
use crate::kernels::queue::QueueStop;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::sets::lower_bound;
use crate::simt::Warp;

/// A warp's search.
pub(super) struct Tree<'r, 'a, W, const WRITES: bool> {
    pub warp: W,
    pub args: &'r MaximalBicliqueArgs<'a>,
    pub root: BicliqueRoot<'a>,
    /// The root's place among those of the launch.
    pub task: usize,
    pub stack: Scratch<'a, u32>,
    pub stop: QueueStop<'r>,
    pub nodes: u32,
    /// Whether the search is to end: nobody asks what it found.
    pub is_over: bool,
}

/// What becomes of one who is in the list of the node above.
#[derive(Clone, Copy, Default)]
struct Fate {
    /// Has some of the set.
    stays: bool,
    /// Comes with the one that is taken.
    comes: bool,
    /// Should have been taken before.
    spoils: bool,
    /// Stays, and may be taken later.
    may_be_taken: bool,
}

impl<W: Warp, const WRITES: bool> Tree<'_, '_, W, WRITES> {
    /// The node of the root, and how many vertices it has taken; none where all bicliques are found at others. A
    /// collective.
    #[inline(always)]
    pub fn begin(&mut self) -> Option<(Node, u32)> {
        let words = self.root.row_words();
        let columns = self.root.list.len() as u32;
        if columns < self.args.shape.least_common || !self.has_room(0, words, self.root.found) {
            return None;
        }
        let last = self.root.list.len() % u64::BITS as usize;
        ThreadTeam::warp(self.warp).share(words, |at| {
            let word = if at + 1 == words && last > 0 { (1 << last) - 1 } else { u64::MAX };
            self.write_word(0, words, at, at, word);
        });
        let node = Node { base: 0, length: words, columns, listed: 0 };
        self.warp.sync();
        let of_root = |candidate| ListedVertex {
            candidate,
            is_held: self.root.candidate(candidate) > self.root.vertex,
        };
        self.choose(node, 0, self.root.found, of_root, None)
    }

    /// Counts or writes a biclique. A collective.
    #[inline(always)]
    pub fn found(&self, node: &Node, taken: u32) {
        if taken < self.args.shape.least_taken {
            return;
        }
        let length = 2 + u64::from(taken) + u64::from(node.columns);
        if !WRITES {
            if self.warp.lane() == 0 {
                self.args.table.add(taken, node.columns);
                self.args.written[self.task].fetch_add(length, Relaxed);
            }
            return;
        }
        let mut start = 0;
        if self.warp.lane() == 0 {
            start = self.args.written[self.task].fetch_add(length, Relaxed);
        }
        let start = self.warp.shuffle_u64(start, 0);
        self.write(node, taken, self.args.output.part(start, length));
    }

    /// Writes a biclique: its sizes, and its two sets. A collective.
    #[inline(always)]
    fn write(&self, node: &Node, taken: u32, to: Scratch<'_, u32>) {
        if self.warp.lane() == 0 {
            // SAFETY: a biclique has this many numbers, which nobody else writes.
            unsafe {
                to.write(0, taken);
                to.write(1, node.columns);
                to.write(2, self.root.vertex);
            }
        }
        let mut written = 3;
        self.rows(self.root.found, |at, is_there| {
            let is_in = is_there && self.common(node, at) == node.columns;
            let votes = self.warp.ballot(is_in);
            if is_in {
                let place = written + (votes & self.warp.lanes_below()).count_ones() as usize;
                // SAFETY: as above, and no other lane has this place.
                unsafe { to.write(place, self.root.candidate(at)) };
            }
            written += votes.count_ones() as usize;
        });
        self.rows(node.length, |at, is_there| {
            let (place, mut word) = if is_there { self.word(node.base, node.length, at) } else { (0, 0) };
            let own = word.count_ones();
            let behind = self.warp.inclusive_scan(own);
            let mut next = written + (behind - own) as usize;
            while word != 0 {
                let column = place * u64::BITS as usize + word.trailing_zeros() as usize;
                // SAFETY: as above.
                unsafe { to.write(next, self.root.list[column]) };
                next += 1;
                word &= word - 1;
            }
            written += self.warp.sum(own) as usize;
        });
    }

    /// Goes through those of some children of the root that take such vertices, and all below them. A collective.
    #[inline(always)]
    pub fn below_some(
        &mut self,
        top: &Node,
        taken: u32,
        children: Range<usize>,
        is_taken: impl Fn(u32) -> bool,
    ) {
        let mut first = children.start;
        while first < children.end && !self.is_over {
            let at = first + self.warp.lane() as usize;
            let is_child = at < children.end && is_taken(self.root.candidate(self.listed(top, at).candidate));
            let mut votes = self.warp.ballot(is_child);
            while votes != 0 && !self.is_over {
                self.below(top, taken, first + votes.trailing_zeros() as usize);
                votes &= votes - 1;
            }
            first += W::LANES as usize;
        }
    }

    /// Goes through the child that takes the element `at` of a node's list, and all below it. A collective.
    #[inline(always)]
    fn below(&mut self, top: &Node, taken: u32, at: usize) {
        let Some((mut node, mut taken)) = self.child(top, taken, at) else { return };
        self.found(&node, taken);
        let mut next = 0;
        while !self.is_over {
            if next < node.listed {
                let child = self.child(&node, taken, next);
                next += 1;
                if let Some((child, with_child)) = child {
                    self.found(&child, with_child);
                    self.note(child.base, ABOVE, node.base);
                    self.note(node.base, NEXT, next);
                    (node, taken, next) = (child, with_child, 0);
                }
            } else if node.base == top.end() {
                return;
            } else {
                (node, taken, next) = self.load(self.noted(node.base, ABOVE));
            }
        }
    }

    /// The child that takes the element `at` of a node's list, and how many vertices that has taken then; none where it
    /// is found elsewhere, or too small.
    #[inline(always)]
    fn child(&mut self, above: &Node, taken: u32, at: usize) -> Option<(Node, u32)> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.is_over = self.stop.is_set_for(self.warp);
        }
        let ListedVertex { candidate, is_held } = self.listed(above, at);
        if is_held {
            return None;
        }
        let vertex = self.root.candidate(candidate);
        let base = above.end();
        if !self.has_room(base, above.length, above.listed) {
            return None;
        }
        let row = self.root.row(candidate);
        let (mut length, mut bits) = (0, 0);
        self.rows(above.length, |at, is_there| {
            let (place, mut word) = if is_there { self.word(above.base, above.length, at) } else { (0, 0) };
            word &= row[place];
            let votes = self.warp.ballot(word != 0);
            if word != 0 {
                let to = length + (votes & self.warp.lanes_below()).count_ones() as usize;
                self.write_word(base, above.length, to, place, word);
            }
            length += votes.count_ones() as usize;
            bits += word.count_ones();
        });
        let columns = self.warp.sum(bits);
        if columns < self.args.shape.least_common {
            return None;
        }
        self.close_up(base, above.length, length);
        let node = Node { base, length, columns, listed: 0 };
        // By their numbers, which whoever helps with the root has in common, and not by their places.
        let of_above = |at: usize| {
            let ListedVertex { candidate, is_held } = self.listed(above, at);
            ListedVertex { candidate, is_held: is_held || self.root.candidate(candidate) < vertex }
        };
        self.choose(node, taken, above.listed, of_above, Some(at))
    }

    /// Makes the list of a node, of so many who may be in it; `at` is the one of them that the node takes, if it takes
    /// one. Returns it with how many it has taken in all, unless it is found elsewhere or too small. A collective.
    #[inline(always)]
    fn choose(
        &self,
        node: Node,
        before: u32,
        count: usize,
        of: impl Fn(usize) -> ListedVertex,
        at: Option<usize>,
    ) -> Option<(Node, u32)> {
        let least = self.args.shape.least_common;
        let (list, mut kept) = (node.list(), 0);
        let (mut comes, mut may_be_taken) = (0, 0);
        let mut one = 0;
        while one < count {
            let place = one + self.warp.lane() as usize;
            one += W::LANES as usize;
            let (mut fate, mut element) = (Fate::default(), 0);
            if place < count && at != Some(place) {
                let ListedVertex { candidate, is_held } = of(place);
                let common = self.common(&node, candidate);
                let has_all = common == node.columns;
                fate.spoils = has_all && is_held;
                fate.comes = has_all && !is_held;
                fate.stays = !has_all && common >= least;
                fate.may_be_taken = fate.stays && !is_held;
                element = candidate as u32 | if is_held { HELD } else { 0 };
            }
            if self.warp.any(fate.spoils) {
                return None;
            }
            let votes = self.warp.ballot(fate.stays);
            if fate.stays {
                let to = list + kept + (votes & self.warp.lanes_below()).count_ones() as usize;
                // SAFETY: there is room for as many as may be in the list, and no other lane has this place.
                unsafe { self.stack.write(to, element) };
            }
            kept += votes.count_ones() as usize;
            comes += self.warp.ballot(fate.comes).count_ones();
            may_be_taken += self.warp.ballot(fate.may_be_taken).count_ones();
        }
        let taken = before + 1 + comes;
        if taken + may_be_taken < self.args.shape.least_taken || self.is_spoilt_without_rows(&node) {
            return None;
        }
        let node = Node { listed: kept, ..node };
        self.store(&node, taken);
        Some((node, taken))
    }

    /// Whether one who is greater than the root has all of a node's set, where these have no rows: whoever has is
    /// joined to the vertex of the set with the fewest neighbours. A collective.
    #[inline(always)]
    fn is_spoilt_without_rows(&self, node: &Node) -> bool {
        if self.args.shape.greater_have_rows > 0 {
            return false;
        }
        // Columns go by falling degree.
        let (place, word) = self.word(node.base, node.length, node.length - 1);
        let last = (place + 1) * u64::BITS as usize - 1 - word.leading_zeros() as usize;
        let ends = self.root.ends(last);
        let mut first = lower_bound(ends, self.root.vertex + 1);
        while first < ends.len() {
            let at = first + self.warp.lane() as usize;
            if self.warp.any(at < ends.len() && self.is_joined(ends[at], node)) {
                return true;
            }
            first += W::LANES as usize;
        }
        false
    }

    /// Whether a vertex has all of a node's set, by its list.
    #[inline(always)]
    fn is_joined(&self, vertex: u32, node: &Node) -> bool {
        if self.root.degree(vertex) < node.columns as usize {
            return false;
        }
        for at in 0..node.length {
            let (place, mut word) = self.word(node.base, node.length, at);
            while word != 0 {
                if !self.root.joins(vertex, place * u64::BITS as usize + word.trailing_zeros() as usize) {
                    return false;
                }
                word &= word - 1;
            }
        }
        true
    }
}
