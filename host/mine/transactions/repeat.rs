//! Branches of a pattern that repeat the one before them.

use super::embedded_pattern::PathVertex;
use crate::dfs_code::Step;

/// A branch of the rightmost path whose steps are, so far, those of the branch that was grown from the same vertex
/// before it, by an edge of the same kind.
///
/// It must not come to be the lesser of the two: the code that has it first would come before, whatever follows (Yan
/// and Han 2002, definition 6). So its next step is at least that of the other, and once it has all of them, it ends.
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
    /// The branch that `step` starts, if it may repeat one: the last that was grown from the same vertex of the
    /// rightmost path `path`.
    pub(super) fn start(code: &[Step], path: &[PathVertex], step: Step) -> Option<Repeat> {
        let place = path.iter().position(|at| at.vertex == step.from)?;
        let model =
            path.get(place + 1).filter(|_| step.is_forward() && path[place].kind == step.kind)?.vertex;
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

    /// Whether the branch has all steps of the one before it.
    fn is_done(self) -> bool {
        self.next == self.end
    }

    /// Whether a step belongs to the branch: all that close cycles do, as the last vertex is the branch's.
    fn has(self, step: Step) -> bool {
        !step.is_forward() || step.from >= self.vertex
    }

    /// The other branch's next step, as this one would have it; `None` if it has them all.
    fn next_step(self, code: &[Step]) -> Option<Step> {
        let here = |vertex| if vertex < self.model { vertex } else { vertex - self.model + self.vertex };
        (!self.is_done()).then(|| {
            let Step { from, to, kind } = code[self.next as usize];
            Step { from: here(from), to: here(to), kind }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn step(from: u32, to: u32, kind: u32) -> Step {
        Step { from, to, kind }
    }

    const fn at(vertex: u32, kind: u32) -> PathVertex {
        PathVertex { vertex, label: 0, kind }
    }

    /// A vertex 1 behind vertex 0, and on it the branch 1-2-3, closed to a triangle, with a leaf on 2.
    const CODE: [Step; 5] = [step(0, 1, 9), step(1, 2, 5), step(2, 3, 6), step(3, 1, 7), step(2, 4, 8)];
    const PATH: [PathVertex; 4] = [at(0, 9), at(1, 5), at(2, 8), at(4, 0)];

    #[test]
    fn a_branch_repeats_the_last_by_the_same_kind() {
        assert!(Repeat::start(&CODE, &PATH, step(1, 5, 6)).is_none(), "another kind");
        assert!(Repeat::start(&CODE, &PATH, step(4, 5, 5)).is_none(), "nothing was grown there before");
        let leaf = Repeat::start(&CODE, &PATH, step(2, 5, 8)).expect("a leaf like vertex 4");
        assert!(leaf.is_done() && !leaf.allows(&CODE, step(5, 6, 99)) && leaf.allows(&CODE, step(2, 6, 8)));
    }

    #[test]
    fn a_branch_goes_on_by_no_less_than_the_one_before_it() {
        let mut code = CODE.to_vec();
        let mut repeat = Repeat::start(&code, &PATH, step(1, 5, 5)).expect("a branch like that of vertex 2");
        code.push(step(1, 5, 5));
        // Each with what would come before it, and what may come in its place.
        for (next, less, more) in [
            (step(5, 6, 6), step(5, 6, 5), step(5, 6, 7)),
            (step(6, 1, 7), step(6, 0, 9), step(6, 7, 1)),
            (step(5, 7, 8), step(6, 7, 9), step(5, 7, 9)),
        ] {
            assert!(repeat.allows(&code, next) && repeat.allows(&code, more) && !repeat.allows(&code, less));
            assert!(!repeat.is_done() && repeat.after(&code, more).is_none());
            repeat = repeat.after(&code, next).expect("they are alike so far");
            code.push(next);
        }
        assert!(repeat.is_done());
        assert!(!repeat.allows(&code, step(7, 8, 99)) && !repeat.allows(&code, step(7, 5, 99)));
        assert!(repeat.allows(&code, step(1, 8, 5)) && repeat.after(&code, step(1, 8, 5)).is_none());
    }
}
