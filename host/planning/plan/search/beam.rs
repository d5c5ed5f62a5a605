//! A beam: all orders at once, level by level, as far as their prefixes are promising.
//!
//! A descent tries many ends of few beginnings. Where there are many orders, a beam finds those that begin otherwise:
//! of the prefixes of a length, those go on that are expected to cost least, as many as there are steps for. Two
//! prefixes of the same vertices with the same restrictions go on alike, as in a dynamic program over sets of vertices:
//! one that costs no less and is expected no less often is left out.

use std::collections::HashMap;

use super::node::{NextVertex, SearchNode};
use super::{CandidateVerdict, PlanSearch};
use crate::plan::candidate::Candidate;

/// What a partial embedding costs at the next level, about: prefixes of few embeddings are more promising than their
/// own cost tells.
const AHEAD: f64 = 100.0;

/// A vertex that may follow one of a level's prefixes.
type Following = (usize, NextVertex);

impl<A: FnMut(&Candidate) -> CandidateVerdict> PlanSearch<'_, A> {
    /// Looks for plans that cost less than the best so far until so many steps are spent.
    pub(super) fn beam<'m>(&mut self, root: &SearchNode<'m>, spent: u64) {
        let mut level: Vec<SearchNode<'m>> = Vec::new();
        let mut following = self.following(root, 0);
        for levels in (1..=self.query.vertices as u64).rev() {
            self.select(&mut following);
            let until = self.spent + spent.saturating_sub(self.spent) / levels;
            let (mut grown, mut beyond) = (Vec::new(), Vec::new());
            for (place, next) in &following {
                if !grown.is_empty() && self.spent >= until {
                    break;
                }
                let node = self.grown(level.get(*place).unwrap_or(root), next);
                if self.close(&node) {
                    beyond.extend(self.following(&node, grown.len()));
                    grown.push(node);
                }
            }
            (level, following) = (grown, beyond);
        }
    }

    fn following(&mut self, node: &SearchNode<'_>, place: usize) -> Vec<Following> {
        let vertices = self.tried(node);
        self.next(node, &vertices).into_iter().map(|next| (place, next)).collect()
    }

    /// Leaves those that may lead to a better plan, the most promising first.
    fn select(&self, following: &mut Vec<Following>) {
        following.retain(|(_, next)| !self.is_cut_off(next.score()));
        let promise = |next: &NextVertex| next.cost + AHEAD * next.count;
        following.sort_by(|(_, a), (_, b)| promise(a).total_cmp(&promise(b)));
        let mut kept: HashMap<u32, Vec<NextVertex>> = HashMap::new();
        following.retain(|(_, next)| {
            let alike = kept.entry(next.placed).or_default();
            let as_good = |other: &NextVertex| {
                other.restrictions == next.restrictions
                    && other.cost <= next.cost
                    && other.count <= next.count
            };
            let is_kept = !alike.iter().any(as_good);
            if is_kept {
                alike.push(*next);
            }
            is_kept
        });
    }
}
