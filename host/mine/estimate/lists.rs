//! By which lists the tasks of a plan are weighed: those that bound its sets, as far as they are there when a task's
//! edge is.

use motherlode_device::kernels::estimate::MOST_LISTS;
use motherlode_device::plan::{AnyPlan, Leaf, Level, SetOp, Source};

/// What tells how much a task may hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weighing {
    /// The lists besides that of the third level's candidates. Each bounds the set of one of the pattern's vertices.
    pub lists: Vec<Source>,
    /// How many vertices of the pattern have a set that none of them bounds.
    pub unbounded: u32,
}

impl Weighing {
    /// How the tasks of `plan` are weighed, which walks three levels or more.
    pub fn of(plan: &impl AnyPlan) -> Weighing {
        let mut weighing = Weighing { lists: Vec::new(), unbounded: 0 };
        for level in 3..=plan.last() {
            weighing.bound(plan, level, plan.level(level).source, 1);
        }
        let (sets, leaf, after) = (plan.combination(), plan.leaf(), plan.last() + 1);
        if sets.sets == 0 {
            // A leaf that is the last vertex itself leaves nothing to choose.
            if leaf.relation != Leaf::ITSELF {
                weighing.bound(plan, after, leaf.source, leaf.choose);
            }
            return weighing;
        }
        // The first product is that of the sets of all classes.
        let term = sets.term[0];
        for (number, set) in sets.set[..sets.sets as usize].iter().enumerate() {
            weighing.bound(plan, after, set.source, term.power(number));
        }
        weighing
    }

    /// Takes in that so many vertices are drawn from `source` at `level`.
    fn bound(&mut self, plan: &impl AnyPlan, level: u32, source: Source, vertices: u32) {
        for _ in 0..vertices {
            match known(plan, level, source).filter(|_| self.lists.len() < MOST_LISTS) {
                Some(list) => self.lists.push(list),
                None => self.unbounded += 1,
            }
        }
    }

    /// What a task's weight is multiplied by for the most that its draw can stand for, where no list is longer than
    /// `longest`.
    pub fn beyond(&self, plan: &impl AnyPlan, longest: u64) -> f64 {
        let longest = longest.max(1) as f64;
        // Logarithms are rounded down, to at most a seventh below.
        let rounding = ROUNDING.powi(1 + self.lists.len() as i32);
        let bound = rounding * longest.powi(self.unbounded as i32);
        let sets = plan.combination();
        if sets.sets == 0 {
            return bound;
        }
        // Sums of products may be larger than the first of these, by which tasks are weighed.
        let of = |term: usize| -> f64 {
            let drawn: u32 = (0..sets.sets as usize).map(|set| sets.term[term].power(set)).sum();
            f64::from(sets.term[term].coefficient.unsigned_abs()) * longest.powi(drawn as i32)
        };
        bound * (0..sets.terms as usize).map(of).sum::<f64>()
    }
}

/// By how much a size may be larger than what its logarithm in eighths says.
const ROUNDING: f64 = 1.158;

/// The list that `source` is at `level` or was made of, if it is there when a task's edge is.
fn known(plan: &impl AnyPlan, level: u32, source: Source) -> Option<Source> {
    match source.kind {
        Source::NEIGHBORS => (source.index <= 1).then_some(source),
        Source::BUFFER => {
            let (made_at, op) = writer(plan, level, source.index)?;
            let overwritten = || writer(plan, 2, source.index).is_none_or(|(_, last)| last != op);
            if made_at <= 1 && !overwritten() {
                return Some(source);
            }
            known(plan, made_at, op.source)
        }
        _ => None,
    }
}

/// The last operation before `level` that fills a buffer, and at which level it runs.
fn writer(plan: &impl AnyPlan, level: u32, buffer: u32) -> Option<(u32, SetOp)> {
    (0..level.min(plan.last() + 1)).rev().find_map(|at| {
        let Level { first_op, ops, .. } = *plan.level(at);
        (first_op..first_op + ops)
            .rev()
            .map(|op| *plan.op(op))
            .find(|op| op.destination == buffer)
            .map(|op| (at, op))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::plan::{Semantics, generic_stats, plan};

    fn weighing(pattern: &str) -> (Weighing, f64) {
        let pattern = Pattern::parse(pattern).unwrap();
        let plan = plan(&pattern, Semantics::Subgraphs, &generic_stats()).unwrap();
        let weighing = Weighing::of(&plan.walk);
        let beyond = weighing.beyond(&plan.walk, 10);
        (weighing, beyond)
    }

    #[test]
    fn a_clique_is_weighed_by_what_its_edge_has_in_common() {
        // Three more levels draw from it, and all are bounded.
        let (weighing, beyond) = weighing("6-clique");
        assert_eq!((weighing.lists.len(), weighing.unbounded), (3, 0));
        assert!(
            weighing
                .lists
                .iter()
                .all(|list| list.kind == Source::BUFFER && list.index == weighing.lists[0].index)
        );
        assert!((beyond - ROUNDING.powi(4)).abs() < 1e-9);
    }

    #[test]
    fn what_lies_further_away_is_bounded_by_the_longest_list() {
        let (weighing, _) = weighing("7-path");
        assert!(weighing.unbounded > 0, "{weighing:?}");
    }
}
