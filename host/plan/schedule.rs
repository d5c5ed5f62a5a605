//! Which candidate sets a matching order needs, and where each is computed.
//!
//! The vertex of level `i` is drawn from the neighbours of the earlier levels that it is adjacent to, without (if
//! the match is vertex-induced) those of the earlier levels that it is not adjacent to. Such a set is built up by one
//! operation per level, each as soon as the vertex that it needs is fixed. The partial results form a forest, rooted
//! at the neighbour lists; levels that need the same result share it. This is the reuse of intersections of
//! Kawtikwar (2022), section 5.1, with differences and bounds.

use super::partial_order::PartialOrder;
use super::query::ViewId;
use crate::pattern::{MAX_ANTI_VERTICES, MAX_VERTICES, all, bits};

/// A set of vertices by adjacency: those adjacent to every level of `near` and to none of `far`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Adjacency {
    pub near: u32,
    pub far: u32,
    /// By level of `near`, the view in which they are its neighbours; 0 for other levels.
    pub views: [ViewId; MAX_VERTICES],
}

impl Adjacency {
    fn new(near: u32, far: u32, views: &[ViewId; MAX_VERTICES]) -> Self {
        let view = |level| if near >> level & 1 == 1 { views[level] } else { 0 };
        Self { near, far, views: std::array::from_fn(view) }
    }

    /// The set by the levels in `levels` alone.
    pub fn among(&self, levels: u32) -> Self {
        Self::new(self.near & levels, self.far & levels, &self.views)
    }

    /// The set as it is without the level `operand`.
    pub fn without(&self, operand: usize) -> Self {
        self.among(!(1 << operand))
    }
}

/// Bounds on a vertex: masks of the levels whose vertices it must be above, or below. Transitively closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub above: u32,
    pub below: u32,
}

impl Range {
    /// The bounds that both have.
    fn common(self, other: Self) -> Self {
        Self { above: self.above & other.above, below: self.below & other.below }
    }

    /// The bounds by levels in `levels`.
    pub fn within(self, levels: u32) -> Self {
        Self { above: self.above & levels, below: self.below & levels }
    }
}

/// A matching order with its restrictions, in terms of levels: what a schedule is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of the pattern's vertices.
    pub vertices: usize,
    /// The vertices counted together at the end; 0 if all are walked.
    pub choose: usize,
    /// Whether a vertex is used once.
    pub injective: bool,
    /// Per level, the levels adjacent to it.
    pub adjacency: [u32; MAX_VERTICES],
    /// Per level, the levels that it must not be adjacent to.
    pub absent: [u32; MAX_VERTICES],
    /// Per level and adjacent level, the view that leads from the adjacent level to it.
    pub views: [[ViewId; MAX_VERTICES]; MAX_VERTICES],
    /// Vertices that must not exist.
    pub anti: [Adjacency; MAX_ANTI_VERTICES],
    /// How many of them there are.
    pub anti_vertices: usize,
    /// The restrictions.
    pub order: PartialOrder,
}

impl Shape {
    /// The levels that are walked.
    pub fn walked(&self) -> usize {
        self.vertices - self.choose
    }

    /// What the vertex of `level` must be adjacent to, among the levels before `end`.
    pub fn adjacency(&self, level: usize, end: usize) -> Adjacency {
        let before = all(end) & !(1 << level);
        Adjacency::new(self.adjacency[level] & before, self.absent[level] & before, &self.views[level])
    }

    /// The bounds on the vertex of `level` by the levels before `end`.
    pub fn range(&self, level: usize, end: usize) -> Range {
        Range { above: self.order.smaller(level), below: self.order.greater(level) }.within(all(end))
    }

    /// The levels before `end` whose vertices could stand in a list of candidates for `level`.
    ///
    /// A vertex is not in its own neighbour list, nor beyond a bound by itself. An earlier vertex is not in the list if
    /// the pattern has it apart from one of `near`, or adjacent to one of `far`.
    pub fn reusable(&self, level: usize, end: usize) -> u32 {
        if !self.injective {
            return 0;
        }
        let Adjacency { near, far, .. } = self.adjacency(level, end);
        let Range { above, below } = self.range(level, end);
        let open = all(end) & !(near | above | below);
        let twin = |&j: &usize| self.absent[j] & near == 0 && self.adjacency[j] & far == 0;
        bits(open).filter(twin).fold(0, |kept, j| kept | 1 << j)
    }

    /// The set that does not depend on the last level walked, from which the pattern's last vertices are drawn, and
    /// how that level filters it.
    pub fn leaf(&self) -> (Adjacency, Relation) {
        let walked = self.walked();
        self.by_last(self.adjacency(walked, walked))
    }

    /// The same for a set that must be empty.
    pub fn test(&self, anti: usize) -> (Adjacency, Relation) {
        self.by_last(self.anti[anti])
    }

    /// What of a set does not depend on the last level walked, and how that level filters it.
    fn by_last(&self, whole: Adjacency) -> (Adjacency, Relation) {
        let last = self.walked() - 1;
        let relation = if whole.near >> last & 1 == 1 {
            Relation::Adjacent(whole.views[last])
        } else if whole.far >> last & 1 == 1 {
            Relation::Apart
        } else {
            Relation::Free
        };
        (whole.without(last), relation)
    }

    /// Whether the walk's leaf and tests can be evaluated: without a list to start from, nothing can be taken away.
    pub fn leaf_is_expressible(&self) -> bool {
        let leaf = (self.choose > 0).then(|| self.leaf());
        let mut sets = (0..self.anti_vertices).map(|anti| self.test(anti)).chain(leaf);
        sets.all(|(set, _)| set.near != 0 || set.far == 0)
    }
}

/// How the last vertex walked filters the leaf's set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// In this view.
    Adjacent(ViewId),
    Apart,
    Free,
}

/// A list of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
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
    pub source: List,
    pub operand: usize,
    pub difference: bool,
    /// What the result is.
    pub set: Adjacency,
    /// The bounds that everything drawn from the result obeys.
    pub range: Range,
}

/// All operations of a plan, in an order in which they can run, and what each level draws from.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    pub operations: Vec<Operation>,
    pub levels: Vec<List>,
    pub leaf: List,
    /// By set that must be empty, the part that does not depend on the last level walked.
    pub tests: Vec<List>,
}

impl Schedule {
    /// The schedule of `shape`.
    pub fn of(shape: &Shape) -> Self {
        let walked = shape.walked();
        let mut schedule =
            Self { operations: Vec::new(), levels: vec![List::None], leaf: List::None, tests: Vec::new() };
        for level in 1..walked {
            let list = schedule.provide(shape.adjacency(level, level), shape.range(level, level));
            schedule.levels.push(list);
        }
        if shape.choose > 0 {
            schedule.leaf = schedule.provide(shape.leaf().0, shape.range(walked, walked));
        }
        for anti in 0..shape.anti_vertices {
            let list = schedule.provide(shape.test(anti).0, Range { above: 0, below: 0 });
            schedule.tests.push(list);
        }
        schedule.push_bounds();
        schedule
    }

    /// The list for `set`; adds the operations that are still missing.
    fn provide(&mut self, set: Adjacency, wanted: Range) -> List {
        let mut list = List::None;
        for step in steps(set) {
            list = match step {
                Step::Start(level) => List::Neighbors(level, set.views[level]),
                Step::Filter { level, operand, set } => {
                    let known = self.operations.iter().position(|operation| operation.set == set);
                    let difference = set.far >> operand & 1 == 1;
                    let new = Operation { level, source: list, operand, difference, set, range: wanted };
                    List::Result(known.unwrap_or_else(|| {
                        self.operations.push(new);
                        self.operations.len() - 1
                    }))
                }
            };
        }
        if let List::Result(index) = list {
            let range = &mut self.operations[index].range;
            *range = range.common(wanted);
        }
        list
    }

    /// Whether there is no match where the result of an operation is empty: a level or the leaf is drawn from it, or from
    /// what is made of it.
    pub fn is_needed(&self, index: usize) -> bool {
        let list = List::Result(index);
        self.levels.contains(&list)
            || self.leaf == list
            || (index + 1..self.operations.len())
                .any(|user| self.operations[user].source == list && self.is_needed(user))
    }

    /// Gives each operation the bounds that all users of its result have, as far as they are known when it runs.
    fn push_bounds(&mut self) {
        for index in (0..self.operations.len()).rev() {
            let Operation { level, source, range, .. } = self.operations[index];
            self.operations[index].range = range.within(all(level + 1));
            if let List::Result(source) = source {
                let inherited = &mut self.operations[source].range;
                *inherited = inherited.common(range);
            }
        }
    }
}

pub(super) enum Step {
    /// Take the neighbours of this level.
    Start(usize),
    /// Once `level` is fixed, filter by the neighbours of `operand`; the result is `set`.
    Filter { level: usize, operand: usize, set: Adjacency },
}

/// How `set` is built up, level by level. Empty if `set.near` is.
pub(super) fn steps(set: Adjacency) -> impl Iterator<Item = Step> {
    let first = set.near.trailing_zeros();
    let start = (set.near != 0).then_some(Step::Start(first as usize));
    let operands = if set.near == 0 { 0 } else { (set.near | set.far) & !(1 << first) };
    let mut done = if set.near == 0 { 0 } else { 1 << first };
    let filters = bits(operands).map(move |operand| {
        done |= 1 << operand;
        let level = operand.max(first as usize);
        Step::Filter { level, operand, set: set.among(done) }
    });
    start.into_iter().chain(filters)
}
