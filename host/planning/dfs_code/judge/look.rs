//! What a tie tells of the extensions.

use super::adjacency::PatternArc;
use super::search::CodeSearch;
use super::{NONE, Verdict};
use crate::dfs_code::Step;

impl CodeSearch<'_> {
    /// Judges what can be told at the tie just reached: which edges would come before the code's next.
    pub(super) fn look(&mut self) {
        let active = self.judge.frames.last().expect("just pushed").active;
        match (self.next_step(active), active) {
            (Some(step), NONE) => self.look_at_all(step),
            (Some(step), x) => {
                if self.beaten(step, x) {
                    let doubled = self.matched() == self.code.len();
                    self.verdicts[x as usize] = if doubled { Verdict::Doubled } else { Verdict::Dead };
                }
            }
            (None, NONE) => self.look_at_automorphism(),
            (None, _) => {}
        }
    }

    /// Whether at this tie of `P + e`, `e` being extension `x`, an edge comes before `step`.
    fn beaten(&self, step: Step, x: u32) -> bool {
        let judge = &*self.judge;
        let last = judge.last[self.matched().min(self.code.len())];
        let unused = |arc: &&PatternArc| !judge.used[arc.edge as usize];
        let arcs = |vertex: u32| {
            let edge = self.code.len() as u32 + x;
            let own = judge.own.at(vertex).iter();
            own.chain(judge.extensions.at(vertex).iter().filter(move |arc| arc.edge == edge)).filter(unused)
        };
        let mut back = arcs(judge.image[last as usize]).filter(|arc| judge.place[arc.to as usize] != NONE);
        if !step.is_forward() {
            let rank = |arc: &PatternArc| (judge.place[arc.to as usize], arc.kind);
            return back.any(|arc| rank(arc) < (step.to, step.kind));
        }
        if back.next().is_some() {
            return true;
        }
        let mut vertex = last;
        while vertex != step.from {
            if arcs(judge.image[vertex as usize]).next().is_some() {
                return true;
            }
            vertex = judge.parents[vertex as usize];
        }
        arcs(judge.image[vertex as usize])
            .any(|arc| judge.place[arc.to as usize] == NONE && arc.kind < step.kind)
    }

    /// At this tie of `P`, marks all extensions that come before `step`.
    fn look_at_all(&mut self, step: Step) {
        let judge = &*self.judge;
        let length = self.code.len() as u32;
        let last = judge.last[self.matched()];
        let verdicts = &mut *self.verdicts;
        let mut kill = |arc: &PatternArc| verdicts[(arc.edge - length) as usize] = Verdict::Dead;
        let back = judge.extensions.at(judge.image[last as usize]).iter();
        let back = back.filter(|arc| judge.place[arc.to as usize] != NONE);
        if !step.is_forward() {
            let rank = |arc: &PatternArc| (judge.place[arc.to as usize], arc.kind);
            back.filter(|arc| rank(arc) < (step.to, step.kind)).for_each(kill);
            return;
        }
        back.for_each(&mut kill);
        let mut vertex = last;
        while vertex != step.from {
            judge.extensions.at(judge.image[vertex as usize]).iter().for_each(&mut kill);
            vertex = judge.parents[vertex as usize];
        }
        let arcs = judge.extensions.at(judge.image[vertex as usize]).iter();
        arcs.filter(|arc| judge.place[arc.to as usize] == NONE && arc.kind < step.kind).for_each(kill);
    }

    /// At an automorphism of `P`, marks the extensions whose images come first.
    fn look_at_automorphism(&mut self) {
        let judge = &*self.judge;
        let last = judge.last[self.code.len()];
        let on_path = |vertex: u32| {
            let mut at = last;
            while at != NONE && at > vertex {
                at = judge.parents[at as usize];
            }
            at == vertex
        };
        for (step, verdict) in self.extensions.iter().zip(&mut *self.verdicts) {
            let from = judge.place[step.from as usize];
            let earlier = if step.is_forward() {
                from > step.from && on_path(from)
            } else {
                let to = judge.place[step.to as usize];
                // Where the ends are exchanged, an arc is of another kind.
                let kind = if from == last { step.kind } else { self.kinds.reverse(step.kind) };
                from.max(to) == last && (from.min(to), kind) < (step.to, step.kind) && on_path(from.min(to))
            };
            if earlier && *verdict == Verdict::Minimum {
                *verdict = Verdict::Doubled;
            }
        }
    }
}
