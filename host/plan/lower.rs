//! From a schedule to the plan that kernels read.

use motherlode_device::plan::{
    Bounds, Leaf, Level, MAX_BUFFERS, MAX_OPS, MAX_VERTICES, SetOp, Source, WalkPlan,
};

use super::PlanError;
use super::schedule::{List, Schedule};
use super::shape::{Range, Relation, Shape};

/// A walk plan, and which operation's result each buffer holds first (an index into the schedule).
pub(super) struct Lowered {
    pub walk: WalkPlan,
    /// Per buffer, the operations that write it.
    pub writers: Vec<Vec<usize>>,
}

/// Writes `schedule` down as a [`WalkPlan`].
pub(super) fn lower(shape: &Shape, schedule: &Schedule) -> Result<Lowered, PlanError> {
    if shape.walked() > MAX_VERTICES {
        return Err(PlanError::Vertices { walked: shape.walked() });
    }
    if schedule.operations.len() > MAX_OPS {
        return Err(PlanError::Operations { needed: schedule.operations.len(), most: MAX_OPS });
    }
    let order = by_level(schedule);
    let buffers = Buffers::assign(schedule, &order);
    if buffers.writers.len() > MAX_BUFFERS {
        return Err(PlanError::Buffers { needed: buffers.writers.len(), most: MAX_BUFFERS });
    }
    let lowering = Lowering { shape, schedule, order, buffer_of: buffers.of };
    Ok(Lowered { walk: lowering.walk(buffers.writers.len()), writers: buffers.writers })
}

/// The operations, grouped by the level at which they run; those of a level keep their order.
pub(super) fn by_level(schedule: &Schedule) -> Vec<usize> {
    let mut order: Vec<usize> = (0..schedule.operations.len()).collect();
    order.sort_by_key(|&index| schedule.operations[index].level);
    order
}

/// Which buffer each result stands in.
pub(super) struct Buffers {
    pub of: Vec<usize>,
    /// Per buffer, the operations that write it.
    pub writers: Vec<Vec<usize>>,
}

impl Buffers {
    /// A result that is used up at the level that makes it leaves its buffer to later operations; all others are read
    /// again by deeper levels, for each of their candidates, and keep theirs.
    pub fn assign(schedule: &Schedule, order: &[usize]) -> Self {
        let mut buffers = Self { of: vec![0; order.len()], writers: Vec::new() };
        let mut free: Vec<usize> = Vec::new();
        for (place, &index) in order.iter().enumerate() {
            let buffer = free.pop().unwrap_or_else(|| {
                buffers.writers.push(Vec::new());
                buffers.writers.len() - 1
            });
            buffers.of[index] = buffer;
            buffers.writers[buffer].push(index);
            if let List::Result(source) = schedule.operations[index].source
                && is_last_use(schedule, source, &order[place + 1..])
            {
                free.push(buffers.of[source]);
            }
        }
        buffers
    }
}

/// Whether nothing reads the result `source` any more, given the operations that are still to come, and whether
/// everything that read it did so at the level that made it.
fn is_last_use(schedule: &Schedule, source: usize, to_come: &[usize]) -> bool {
    let list = List::Result(source);
    let made = schedule.operations[source].level;
    let drawn_from =
        schedule.levels.contains(&list) || schedule.leaf == list || schedule.tests.contains(&list);
    let read_deeper = schedule.operations.iter().any(|user| user.source == list && user.level > made);
    let read_later = to_come.iter().any(|&index| schedule.operations[index].source == list);
    !drawn_from && !read_deeper && !read_later
}

struct Lowering<'a> {
    shape: &'a Shape,
    schedule: &'a Schedule,
    order: Vec<usize>,
    buffer_of: Vec<usize>,
}

impl Lowering<'_> {
    fn walk(&self, buffers: usize) -> WalkPlan {
        let walked = self.shape.walked();
        let mut levels = [UNUSED_LEVEL; MAX_VERTICES];
        for (number, level) in levels[..walked].iter_mut().enumerate() {
            *level = self.level(number);
        }
        let mut ops = [UNUSED_OP; MAX_OPS];
        for (op, &index) in ops.iter_mut().zip(&self.order) {
            *op = self.operation(index);
        }
        WalkPlan { last: walked as u32 - 1, buffers: buffers as u32, levels, ops, leaf: self.leaf() }
    }

    fn level(&self, level: usize) -> Level {
        let list = self.schedule.levels[level];
        let at = |&&index: &&usize| self.schedule.operations[index].level == level;
        let first =
            self.order.iter().take_while(|&&index| self.schedule.operations[index].level < level).count();
        Level {
            source: self.source(list),
            bounds: self.bounds(self.shape.range(level, level), list),
            exclude: if level == 0 { 0 } else { self.shape.reusable(level, level) },
            first_op: first as u32,
            ops: self.order.iter().filter(at).count() as u32,
        }
    }

    fn operation(&self, index: usize) -> SetOp {
        let operation = self.schedule.operations[index];
        SetOp {
            source: self.source(operation.source),
            operand: operation.operand as u32,
            difference: u32::from(operation.difference),
            destination: self.buffer_of[index] as u32,
            bounds: self.bounds(operation.range, operation.source),
        }
    }

    fn leaf(&self) -> Leaf {
        let walked = self.shape.walked();
        let relation = match self.shape.leaf().1 {
            Relation::Adjacent(_) => Leaf::ADJACENT,
            Relation::Apart => Leaf::APART,
            Relation::Free => Leaf::FREE,
        };
        Leaf {
            source: self.source(self.schedule.leaf),
            relation,
            bounds: self.bounds(self.shape.range(walked, walked), self.schedule.leaf),
            exclude: self.shape.reusable(walked, walked),
            choose: self.shape.choose as u32,
        }
    }

    fn source(&self, list: List) -> Source {
        match list {
            List::None => Source { kind: Source::NONE, index: 0 },
            List::Neighbors(level, _) => Source { kind: Source::NEIGHBORS, index: level as u32 },
            List::Result(index) => Source { kind: Source::BUFFER, index: self.buffer_of[index] as u32 },
        }
    }

    fn bounds(&self, range: Range, list: List) -> Bounds {
        bounds(self.shape, self.schedule, range, list)
    }
}

/// The bounds of `range` that follow neither from each other nor from what `list` was already filtered by.
pub(super) fn bounds(shape: &Shape, schedule: &Schedule, range: Range, list: List) -> Bounds {
    let enforced = match list {
        List::Result(index) => schedule.operations[index].range,
        List::None | List::Neighbors(..) => Range { above: 0, below: 0 },
    };
    Bounds {
        above: shape.order.maximal(range.above) & !enforced.above,
        below: shape.order.minimal(range.below) & !enforced.below,
    }
}

const UNUSED_LEVEL: Level = Level {
    source: Source { kind: Source::NONE, index: 0 },
    bounds: Bounds { above: 0, below: 0 },
    exclude: 0,
    first_op: 0,
    ops: 0,
};

const UNUSED_OP: SetOp = SetOp {
    source: Source { kind: Source::NONE, index: 0 },
    operand: 0,
    difference: 0,
    destination: 0,
    bounds: Bounds { above: 0, below: 0 },
};
