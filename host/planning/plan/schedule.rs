//! Which candidate sets a matching order needs, and where each is computed.
//!
//! The vertex of level `i` is drawn from the neighbours of the earlier levels that it is adjacent to, without (if
//! the match is vertex-induced) those of the earlier levels that it is not adjacent to. Such a set is built up by one
//! operation per level, each as soon as the vertex that it needs is fixed. The partial results form a forest, rooted
//! at the neighbour lists; levels that need the same result share it. This is the reuse of intersections of
//! Kawtikwar (2022), section 5.1, with differences and bounds.
//!
//! Each result that a deeper level goes on from has a buffer: in a clique of vertices that differ in their labels, one
//! for each pair of levels. Where these are more than a walk has, sets are made lazily: all operations of a set run at
//! the level before the one that draws from it, so that all but the last give their buffers back at once. They run more
//! often, once for each candidate of that level.

use super::features::Feature;
use super::inclusion::InclusionSum;
use super::query::ViewId;
use super::shape::{AdjacencySet, LevelBounds, Shape};
use crate::pattern::{all, bits};

/// When the operations of a set run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timing {
    /// Each as soon as the vertex that it needs is fixed.
    Eager,
    /// All at the level before the one that draws from the set.
    Lazy,
}

/// A list of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CandidateList {
    /// None: every vertex (level 0), or the neighbours of the last level walked (leaf).
    None,
    /// The neighbours of a level's vertex, in a view.
    Neighbors(usize, ViewId),
    /// The result of an operation, by its index.
    Result(usize),
}

/// One set operation, run once the vertex of level `level` is fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub level: usize,
    pub source: CandidateList,
    pub operand: usize,
    pub difference: bool,
    /// What the result is.
    pub set: AdjacencySet,
    /// The bounds that everything drawn from the result obeys.
    pub range: LevelBounds,
}

/// All operations of a plan, in an order in which they can run, and what each level draws from.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub operations: Vec<Operation>,
    pub levels: Vec<CandidateList>,
    /// How the pattern's last vertices are drawn.
    pub sum: InclusionSum,
    /// By set of `sum`, the part that does not depend on the last level walked.
    pub leaves: Vec<CandidateList>,
    /// By set that must be empty, the part that does not depend on the last level walked.
    pub tests: Vec<CandidateList>,
}

impl Schedule {
    /// The schedule of `shape`.
    pub fn of(shape: &Shape, timing: Timing) -> Self {
        let walked = shape.walked();
        // The level at which an operation of a set that the given level draws from runs at the earliest.
        let earliest = |level: usize| if timing == Timing::Lazy { level.saturating_sub(1) } else { 0 };
        let at_leaf = earliest(walked - 1);
        let mut schedule = Self {
            operations: Vec::new(),
            levels: vec![CandidateList::None],
            sum: InclusionSum::of(shape),
            leaves: Vec::new(),
            tests: Vec::new(),
        };
        for level in 1..walked {
            let (set, range) = (shape.adjacency(level, level), shape.range(level, level));
            let list = schedule.provide(shape, set, range, earliest(level));
            schedule.levels.push(list);
        }
        for place in 0..schedule.sum.sets.len() {
            let (set, _, range) = shape.leaf(schedule.sum.sets[place]);
            let list = schedule.provide(shape, set, range, at_leaf);
            schedule.leaves.push(list);
        }
        for anti in 0..shape.anti_vertices {
            let bounds = LevelBounds { above: 0, below: 0 };
            let list = schedule.provide(shape, shape.test(anti).0, bounds, at_leaf);
            schedule.tests.push(list);
        }
        if shape.features.has(Feature::BoundedLists) {
            schedule.push_bounds();
        } else {
            schedule.operations.iter_mut().for_each(|operation| operation.range = LevelBounds::default());
        }
        schedule
    }

    /// The list for `set`; adds the operations that are still missing, to run at level `earliest` or later.
    fn provide(
        &mut self,
        shape: &Shape,
        set: AdjacencySet,
        wanted: LevelBounds,
        earliest: usize,
    ) -> CandidateList {
        let shared = if shape.features.has(Feature::Reuse) { 0 } else { self.operations.len() };
        let mut list = CandidateList::None;
        for step in steps(set) {
            list = match step {
                SetStep::Start(level) => CandidateList::Neighbors(level, set.views[level]),
                SetStep::Filter { level, operand, set } => {
                    let known = self.operations[shared..].iter().position(|operation| operation.set == set);
                    let known = known.map(|place| shared + place);
                    let difference = set.far >> operand & 1 == 1;
                    let level = level.max(earliest);
                    let new = Operation { level, source: list, operand, difference, set, range: wanted };
                    CandidateList::Result(known.unwrap_or_else(|| {
                        self.operations.push(new);
                        self.operations.len() - 1
                    }))
                }
            };
        }
        if let CandidateList::Result(index) = list {
            let range = &mut self.operations[index].range;
            *range = range.common(wanted);
        }
        list
    }

    /// Whether there is no match where the result of an operation is empty: a level or a class of the last vertices is
    /// drawn from it, or from what is made of it.
    pub fn is_needed(&self, index: usize) -> bool {
        let list = CandidateList::Result(index);
        self.levels.contains(&list)
            || self.of_classes().contains(&list)
            || (index + 1..self.operations.len())
                .any(|user| self.operations[user].source == list && self.is_needed(user))
    }

    /// The lists of sets that single classes of the last vertices are drawn from.
    fn of_classes(&self) -> &[CandidateList] {
        let classes = self.sum.sets.iter().take_while(|classes| classes.count_ones() == 1).count();
        &self.leaves[..classes]
    }

    /// Gives each operation the bounds that all users of its result have, as far as they are known when it runs.
    fn push_bounds(&mut self) {
        for index in (0..self.operations.len()).rev() {
            let Operation { level, source, range, .. } = self.operations[index];
            self.operations[index].range = range.within(all(level + 1));
            if let CandidateList::Result(source) = source {
                let inherited = &mut self.operations[source].range;
                *inherited = inherited.common(range);
            }
        }
    }
}

pub(super) enum SetStep {
    /// Take the neighbours of this level.
    Start(usize),
    /// Once `level` is fixed, filter by the neighbours of `operand`; the result is `set`.
    Filter { level: usize, operand: usize, set: AdjacencySet },
}

/// How `set` is built up, level by level. Empty if `set.near` is.
pub(super) fn steps(set: AdjacencySet) -> impl Iterator<Item = SetStep> {
    let first = set.near.trailing_zeros();
    let start = (set.near != 0).then_some(SetStep::Start(first as usize));
    let operands = if set.near == 0 { 0 } else { (set.near | set.far) & !(1 << first) };
    let mut done = if set.near == 0 { 0 } else { 1 << first };
    let filters = bits(operands).map(move |operand| {
        done |= 1 << operand;
        let level = operand.max(first as usize);
        SetStep::Filter { level, operand, set: set.among(done) }
    });
    start.into_iter().chain(filters)
}
