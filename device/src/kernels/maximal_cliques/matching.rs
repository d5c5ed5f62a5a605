//! Maximal cliques among candidates each of which is joined to all others but one.
//!
//! Such candidates come in pairs that are not joined, and a maximal clique among them has one of each pair. An excluded
//! vertex takes away those cliques to whose vertices it is joined: none if it is joined to neither of a pair; and of
//! each pair of which it is joined to one, those with the other. Of up to six pairs, the cliques are the bits of a
//! word.

use super::clique_visitor::{CliqueVisitor, PairedCliques, SECOND};
use super::few::{Few, Node};
use crate::simt::Warp;

/// The most pairs whose cliques are the bits of a word.
const PAIRS: u32 = SECOND.len() as u32;

impl<W: Warp, F: Fn(usize) -> u64, T: CliqueVisitor> Few<'_, W, F, T> {
    /// Finds the maximal cliques below a node whose candidates come in pairs; or returns false: where pairs are many,
    /// and excluded vertices take cliques away, or each clique is asked for. A collective.
    #[inline(always)]
    pub(super) fn find_matching(&self, node: &Node) -> bool {
        let pairs = node.set.count_ones() / 2;
        if pairs == 0 {
            if self.is_maximal(node) {
                self.report(node.taken);
            }
            return true;
        }
        let firsts = self.firsts(node.set);
        // A clique has as many vertices as if the first of each pair were taken.
        let (taken, size) = (node.taken, || self.size(node.taken | firsts));
        let cliques =
            || PairedCliques { size: size(), taken, firsts, other: |vertex| self.other(node.set, vertex) };
        if pairs <= PAIRS {
            let all = u64::MAX >> (u64::BITS - (1 << pairs));
            let left = all & !self.or(self.covered(node, firsts));
            if size() >= self.least && left != 0 {
                self.found.some(self.warp, cliques(), left);
            }
            return true;
        }
        if self.takes_any_away(node) {
            return false;
        }
        size() < self.least || self.found.all(self.warp, cliques())
    }

    /// The first of each pair.
    #[inline(always)]
    fn firsts(&self, set: u64) -> u64 {
        let (mut firsts, mut left) = (0, set);
        while left != 0 {
            let first = left & left.wrapping_neg();
            firsts |= first;
            // The first is no neighbour of itself.
            left &= self.rows.row(first.trailing_zeros());
        }
        firsts
    }

    /// The other one of a candidate's pair.
    #[inline(always)]
    fn other(&self, set: u64, vertex: u32) -> u64 {
        set & !self.rows.row(vertex) & !(1 << vertex)
    }

    /// The cliques that this lane's share of the excluded vertices takes away.
    #[inline(always)]
    fn covered(&self, node: &Node, firsts: u64) -> u64 {
        let by = |word: u64| {
            let (mut cliques, mut missed) = (u64::MAX, node.set & !word);
            while missed != 0 {
                let vertex = missed.trailing_zeros();
                let is_first = firsts >> vertex & 1 == 1;
                let first = if is_first { 1 << vertex } else { self.other(node.set, vertex) };
                let second = SECOND[(firsts & (first - 1)).count_ones() as usize % SECOND.len()];
                cliques &= if is_first { second } else { !second };
                missed &= missed - 1;
            }
            cliques
        };
        let mut covered = 0;
        if W::LANES == 1 {
            let mut left = node.passed;
            while left != 0 {
                covered |= by(self.rows.row(left.trailing_zeros()));
                left &= left - 1;
            }
        } else {
            let mut look = |vertex: u32, row: u64| {
                if node.passed >> vertex & 1 == 1 {
                    covered |= by(row);
                }
            };
            let lane = self.warp.lane();
            look(lane, self.rows.own[0]);
            look(lane + W::LANES, self.rows.own[1]);
        }
        let visit = |word: u64| {
            if node.taken & !word == 0 {
                covered |= by(word);
            }
        };
        // SAFETY: a part of a node.
        unsafe { self.excluded.share(self.warp, node.part, visit) };
        covered
    }

    /// Whether any excluded vertex is joined to one of each pair. A collective.
    #[inline(always)]
    fn takes_any_away(&self, node: &Node) -> bool {
        let takes = |word: u64| {
            let missed = node.set & !word;
            let mut left = missed;
            while left != 0 && self.other(node.set, left.trailing_zeros()) & missed == 0 {
                left &= left - 1;
            }
            left == 0
        };
        let mut left = node.passed;
        while left != 0 {
            if takes(self.rows.row(left.trailing_zeros())) {
                return true;
            }
            left &= left - 1;
        }
        let test = |word: u64| node.taken & !word == 0 && takes(word);
        // SAFETY: a part of a node.
        unsafe { self.excluded.any(self.warp, node.part, test) }
    }

    /// The bits of all lanes' words. A collective.
    #[inline(always)]
    fn or(&self, mut word: u64) -> u64 {
        let mut step = W::LANES / 2;
        while step > 0 {
            word |= self.warp.shuffle_u64(word, self.warp.lane() ^ step);
            step /= 2;
        }
        word
    }
}
