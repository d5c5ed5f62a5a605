//! Branches of a pattern that repeat the one before them.

use super::embedded_pattern::PathVertex;
use crate::dfs_code::Step;

/// A branch of the rightmost path whose steps are, so far, those of the branch that was grown from the same vertex before it, by an
/// edge of the same kind.
///
/// It must not come to be the lesser of the two: the code that has it first would come before, whatever follows (Yan and Han
/// 2002, definition 6). So its next step is at least that of the other, and once it has all of them, it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeat {
    /// The branch's first vertex.
    vertex: u32,
    /// The first vertex of the branch before it.
    model: u32,
    /// Where in the code the step is that it has next.
    next: u32,
    /// Where in the code the branch before it ends.
    end: u32,
}

impl Repeat {
    /// The branch that `step` starts, if it may repeat one: the last that was grown from the same vertex of the rightmost path `path`.
    pub(super) fn start(code: &[Step], path: &[PathVertex], step: Step) -> Option<Repeat> {
        let place = path.iter().position(|at| at.vertex == step.from)?;
        let model = path.get(place + 1).filter(|_| step.is_forward() && path[place].kind == step.kind)?.vertex;
        let discovery = code.iter().rposition(|step| step.is_forward() && step.to == model)?;
        Some(Repeat { vertex: step.to, model, next: discovery as u32 + 1, end: code.len() as u32 })
    }

    /// The branch after `step`, if it still repeats the other, and has not been left.
    pub(super) fn after(self, code: &[Step], step: Step) -> Option<Repeat> {
        let goes_on = self.has(step) && self.next_step(code) == Some(step);
        goes_on.then_some(Repeat { next: self.next + 1, ..self })
    }

    /// Whether a minimum code may go on by `step`, as far as this branch tells.
    pub(super) fn allows(self, code: &[Step], step: Step) -> bool {
        !self.has(step) || self.next_step(code).is_some_and(|least| step.rank() >= least.rank())
    }

    /// Whether a step belongs to the branch: all that close cycles do, as the last vertex is the branch's.
    fn has(self, step: Step) -> bool {
        !step.is_forward() || step.from >= self.vertex
    }

    /// The other branch's next step, as this one would have it; `None` if it has them all.
    fn next_step(self, code: &[Step]) -> Option<Step> {
        let here = |vertex| if vertex < self.model { vertex } else { vertex - self.model + self.vertex };
        (self.next < self.end).then(|| {
            let Step { from, to, kind } = code[self.next as usize];
            Step { from: here(from), to: here(to), kind }
        })
    }
}
