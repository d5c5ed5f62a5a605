//! Plans for the kernels that take labels, directions, absence, powers and more vertices.

use motherlode_device::attributed::{
    AttributedWalk, Leaf, Level, List, MAX_BUFFERS, MAX_OPS, MAX_TESTS, MAX_VERTICES, Op,
};
use motherlode_device::plan::Bounds;

use super::candidate::Candidate;
use super::lower::{Buffers, by_level};
use super::query::{Query, Shares, View, ViewId};
use super::schedule::{self, Schedule};
use super::search::{Search, Wanted};
use super::shape::{Range, Relation, Shape};
use super::{
    Cost, Explanation, Features, MOST_AUTOMORPHISMS, PlanError, PlanOptions, Restriction, Tasks,
    restrictions, tasks,
};
use crate::graph::GraphStats;
use crate::pattern::{Pattern, bits};

/// How the embeddings of a pattern are walked in the views of a graph, and what that is expected to cost.
#[derive(Clone, Debug)]
pub struct AttributedPlan {
    pub(crate) query: Query,
    /// How often the walk finds each match: as for a [`Plan`](super::Plan).
    pub repeats: u64,
    /// The matching order: the pattern's vertices, by level.
    pub order: Vec<usize>,
    /// The restrictions, none of which follows from others.
    pub restrictions: Vec<Restriction>,
    /// The independent tasks.
    pub tasks: Tasks,
    /// The expected cost.
    pub cost: Cost,
    /// What the kernels obey.
    pub walk: AttributedWalk,
    /// The views that the walk names, in the order of their numbers there.
    pub(crate) views: Vec<View>,
    /// Per buffer and list that it ever holds, the views of which that list is a part.
    buffers: Vec<Vec<Vec<u32>>>,
}

impl AttributedPlan {
    /// The length that every buffer of a warp must have, in vertices, if the longest list of view `i` has `longest[i]`.
    pub(crate) fn buffer_bound(&self, longest: &[u64]) -> u64 {
        let list = |views: &Vec<u32>| views.iter().map(|&view| longest[view as usize]).min().unwrap_or(0);
        self.buffers.iter().flatten().map(list).max().unwrap_or(0)
    }

    /// The plan in words.
    pub fn explain(&self) -> Explanation {
        Explanation::of_attributed(self)
    }

    fn of(query: &Query, candidate: &Candidate) -> Result<Self, PlanError> {
        let Candidate { order, shape, schedule, cost, .. } = candidate;
        let mut lowering = Lowering::new(shape, schedule)?;
        let walk = lowering.walk();
        let writers = lowering.buffers.writers.clone();
        let mut list = |&writer: &usize| -> Vec<u32> {
            let set = schedule.operations[writer].set;
            bits(set.near).map(|level| lowering.view(set.views[level])).collect()
        };
        let buffers = writers.iter().map(|writers| writers.iter().map(&mut list).collect()).collect();
        let views = lowering.used.iter().map(|&view| query.views[usize::from(view)]).collect();
        Ok(Self {
            query: query.clone(),
            repeats: candidate.repeats(query),
            order: order.clone(),
            restrictions: restrictions(candidate),
            tasks: tasks(candidate),
            cost: cost.clone(),
            walk,
            views,
            buffers,
        })
    }
}

/// The cheapest plan for a query.
///
/// # Errors
/// As [`plan`](super::plan()).
pub(crate) fn plan_query(
    query: &Query,
    stats: &GraphStats,
    shares: &Shares,
    features: Features,
) -> Result<AttributedPlan, PlanError> {
    if query.automorphisms > MOST_AUTOMORPHISMS {
        let pattern = query.pattern.to_string();
        return Err(PlanError::Symmetric { pattern, automorphisms: query.automorphisms });
    }
    let mut refused = None;
    let mut best: Option<AttributedPlan> = None;
    Search::run(query, stats, shares, Wanted::Cheapest, features, |candidate: &Candidate| {
        match AttributedPlan::of(query, candidate) {
            Ok(plan) => {
                let cheaper = best.as_ref().is_none_or(|best| plan.cost.total < best.cost.total);
                if cheaper {
                    best = Some(plan);
                }
                cheaper
            }
            Err(error) => {
                refused = Some(error);
                false
            }
        }
    });
    best.ok_or_else(|| refused.unwrap_or_else(|| PlanError::NoOrder { pattern: query.pattern.to_string() }))
}

/// The cheapest plan of this kind for `pattern` where there is no graph: labels and directions are taken to be those of
/// fixed shares of all vertices and edges.
///
/// # Errors
/// As [`plan`](super::plan()).
pub fn plan_attributed(
    pattern: &Pattern,
    options: impl Into<PlanOptions>,
    stats: &GraphStats,
) -> Result<AttributedPlan, PlanError> {
    let PlanOptions { matching, features } = options.into();
    let query = Query::new(pattern, matching, false);
    plan_query(&query, stats, &Shares::assumed(&query), features)
}

struct Lowering<'a> {
    shape: &'a Shape,
    schedule: &'a Schedule,
    order: Vec<usize>,
    buffers: Buffers,
    /// The views in use; a kernel's number for one is its place here.
    used: Vec<ViewId>,
}

impl<'a> Lowering<'a> {
    fn new(shape: &'a Shape, schedule: &'a Schedule) -> Result<Self, PlanError> {
        if schedule.operations.len() > MAX_OPS {
            return Err(PlanError::Operations { needed: schedule.operations.len(), most: MAX_OPS });
        }
        let order = by_level(schedule);
        let buffers = Buffers::assign(schedule, &order);
        if buffers.writers.len() > MAX_BUFFERS {
            return Err(PlanError::Buffers { needed: buffers.writers.len(), most: MAX_BUFFERS });
        }
        Ok(Self { shape, schedule, order, buffers, used: Vec::new() })
    }

    /// A kernel's number for a view.
    fn view(&mut self, view: ViewId) -> u32 {
        let place = self.used.iter().position(|used| *used == view);
        place.unwrap_or_else(|| {
            self.used.push(view);
            self.used.len() - 1
        }) as u32
    }

    fn walk(&mut self) -> AttributedWalk {
        let walked = self.shape.walked();
        let mut levels = [UNUSED_LEVEL; MAX_VERTICES];
        for (number, level) in levels[..walked].iter_mut().enumerate() {
            *level = self.level(number);
        }
        let mut ops = [UNUSED_OP; MAX_OPS];
        for (op, index) in ops.iter_mut().zip(self.order.clone()) {
            *op = self.operation(index);
        }
        let leaf = if self.shape.choose > 0 { self.leaf() } else { UNUSED_LEAF };
        let mut empty = [UNUSED_LEAF; MAX_TESTS];
        for (anti, test) in empty[..self.shape.anti_vertices].iter_mut().enumerate() {
            *test = self.test(anti);
        }
        AttributedWalk {
            last: walked as u32 - 1,
            buffers: self.buffers.writers.len() as u32,
            tests: self.shape.anti_vertices as u32,
            levels,
            ops,
            leaf,
            empty,
        }
    }

    fn level(&mut self, level: usize) -> Level {
        let list = self.schedule.levels[level];
        let of_level = |index: usize| self.schedule.operations[index].level;
        let first_op = self.order.iter().take_while(|&&index| of_level(index) < level).count() as u32;
        let ops = self.order.iter().filter(|&&index| of_level(index) == level).count() as u32;
        Level {
            source: self.list(list),
            bounds: self.bounds(self.shape.range(level, level), list),
            exclude: if level == 0 { 0 } else { self.shape.reusable(level, level) },
            first_op,
            ops,
        }
    }

    fn operation(&mut self, index: usize) -> Op {
        let operation = self.schedule.operations[index];
        let view = if operation.difference { 0 } else { operation.set.views[operation.operand] };
        Op {
            source: self.list(operation.source),
            operand: operation.operand as u32,
            view: self.view(view),
            difference: u32::from(operation.difference),
            destination: self.buffers.of[index] as u32,
            optional: u32::from(!self.schedule.is_needed(index)),
            bounds: self.bounds(operation.range, operation.source),
        }
    }

    fn leaf(&mut self) -> Leaf {
        let walked = self.shape.walked();
        let range = self.shape.range(walked, walked);
        let set = self.set(self.shape.leaf().1, self.schedule.leaf);
        Leaf {
            bounds: self.bounds(range, self.schedule.leaf),
            exclude: self.shape.reusable(walked, walked),
            choose: self.shape.choose as u32,
            power: u32::from(!self.shape.injective),
            ..set
        }
    }

    /// A vertex that must not exist is none of those that are matched.
    fn test(&mut self, anti: usize) -> Leaf {
        let set = self.set(self.shape.test(anti).1, self.schedule.tests[anti]);
        let all = (1 << self.shape.walked()) - 1;
        Leaf { exclude: if self.shape.injective { all } else { 0 }, ..set }
    }

    fn set(&mut self, relation: Relation, list: schedule::List) -> Leaf {
        let (relation, view) = match relation {
            Relation::Adjacent(view) => (Leaf::ADJACENT, self.view(view)),
            Relation::Apart => (Leaf::APART, self.view(0)),
            Relation::Free => (Leaf::FREE, 0),
        };
        Leaf { source: self.list(list), relation, view, ..UNUSED_LEAF }
    }

    fn list(&mut self, list: schedule::List) -> List {
        match list {
            schedule::List::None => UNUSED_LIST,
            schedule::List::Neighbors(level, view) => {
                List { kind: List::NEIGHBORS, index: level as u32, view: self.view(view) }
            }
            schedule::List::Result(index) => {
                List { kind: List::BUFFER, index: self.buffers.of[index] as u32, view: 0 }
            }
        }
    }

    fn bounds(&self, range: Range, list: schedule::List) -> Bounds {
        super::lower::bounds(self.shape, self.schedule, range, list)
    }
}

const NO_BOUNDS: Bounds = Bounds { above: 0, below: 0 };
const UNUSED_LIST: List = List { kind: List::NONE, index: 0, view: 0 };
const UNUSED_LEVEL: Level = Level { source: UNUSED_LIST, bounds: NO_BOUNDS, exclude: 0, first_op: 0, ops: 0 };
const UNUSED_OP: Op = Op {
    source: UNUSED_LIST,
    operand: 0,
    view: 0,
    difference: 0,
    destination: 0,
    optional: 0,
    bounds: NO_BOUNDS,
};
const UNUSED_LEAF: Leaf = Leaf {
    source: UNUSED_LIST,
    relation: Leaf::FREE,
    view: 0,
    bounds: NO_BOUNDS,
    exclude: 0,
    choose: 0,
    power: 0,
};
