//! From a schedule to the plan that kernels read.

use motherlode_device::combination::{Combination, MAX_SETS, MAX_TERMS, SizeTerm};
use motherlode_device::plan::{Bounds, Leaf, Level, PlanOf, SetOp, Source};

use super::PlanError;
use super::query::ViewId;
use super::schedule::{CandidateList, Schedule};
use super::shape::{LevelBounds, Relation, Shape};

/// A plan that kernels read, and where its lists come from.
pub(super) struct Lowered<P> {
    pub walk: P,
    /// Per buffer, the operations that write it (indices into the schedule).
    pub writers: Vec<Vec<usize>>,
    /// The views that the walk names; the kernels' number for one is its place here.
    pub views: Vec<ViewId>,
}

/// Writes `schedule` down as a plan of a size that kernels take.
///
/// # Errors
/// When it is too large.
pub(super) fn lower<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize>(
    shape: &Shape,
    schedule: &Schedule,
) -> Result<Lowered<PlanOf<LEVELS, BUFFERS, OPS, TESTS>>, PlanError> {
    if shape.walked() > LEVELS {
        return Err(PlanError::Vertices { walked: shape.walked(), most: LEVELS });
    }
    if schedule.operations.len() > OPS {
        return Err(PlanError::Operations { needed: schedule.operations.len(), most: OPS });
    }
    let order = by_level(schedule);
    let buffers = Buffers::assign(schedule, &order);
    if buffers.writers.len() > BUFFERS {
        return Err(PlanError::Buffers { needed: buffers.writers.len(), most: BUFFERS });
    }
    let count = buffers.writers.len();
    let mut lowering = Lowering { shape, schedule, order, buffer_of: buffers.of, views: Vec::new() };
    let walk = lowering.walk(count);
    Ok(Lowered { walk, writers: buffers.writers, views: lowering.views })
}

/// The operations, grouped by the level at which they run; those of a level keep their order.
fn by_level(schedule: &Schedule) -> Vec<usize> {
    let mut order: Vec<usize> = (0..schedule.operations.len()).collect();
    order.sort_by_key(|&index| schedule.operations[index].level);
    order
}

/// Which buffer each result stands in.
struct Buffers {
    of: Vec<usize>,
    /// Per buffer, the operations that write it.
    writers: Vec<Vec<usize>>,
}

impl Buffers {
    /// A result that is used up at the level that makes it leaves its buffer to later operations; all others are read
    /// again by deeper levels, for each of their candidates, and keep theirs.
    fn assign(schedule: &Schedule, order: &[usize]) -> Self {
        let mut buffers = Self { of: vec![0; order.len()], writers: Vec::new() };
        let mut free: Vec<usize> = Vec::new();
        for (place, &index) in order.iter().enumerate() {
            let buffer = free.pop().unwrap_or_else(|| {
                buffers.writers.push(Vec::new());
                buffers.writers.len() - 1
            });
            buffers.of[index] = buffer;
            buffers.writers[buffer].push(index);
            if let CandidateList::Result(source) = schedule.operations[index].source
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
    let list = CandidateList::Result(source);
    let made = schedule.operations[source].level;
    let drawn_from =
        schedule.levels.contains(&list) || schedule.leaves.contains(&list) || schedule.tests.contains(&list);
    let read_deeper = schedule.operations.iter().any(|user| user.source == list && user.level > made);
    let read_later = to_come.iter().any(|&index| schedule.operations[index].source == list);
    !drawn_from && !read_deeper && !read_later
}

struct Lowering<'a> {
    shape: &'a Shape,
    schedule: &'a Schedule,
    order: Vec<usize>,
    buffer_of: Vec<usize>,
    views: Vec<ViewId>,
}

impl Lowering<'_> {
    fn walk<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize>(
        &mut self,
        buffers: usize,
    ) -> PlanOf<LEVELS, BUFFERS, OPS, TESTS> {
        let walked = self.shape.walked();
        let mut levels = [Level::UNUSED; LEVELS];
        for (number, level) in levels[..walked].iter_mut().enumerate() {
            *level = self.level(number);
        }
        let mut ops = [SetOp::UNUSED; OPS];
        for (op, index) in ops.iter_mut().zip(self.order.clone()) {
            *op = self.operation(index);
        }
        let leaf = if self.schedule.leaves.is_empty() { ITSELF } else { self.leaf(0) };
        let combination = self.combination();
        let mut empty = [ITSELF; TESTS];
        for (anti, test) in empty[..self.shape.anti_vertices].iter_mut().enumerate() {
            *test = self.test(anti);
        }
        PlanOf {
            last: walked as u32 - 1,
            buffers: buffers as u32,
            tests: self.shape.anti_vertices as u32,
            levels,
            ops,
            leaf,
            combination,
            empty,
        }
    }

    fn level(&mut self, level: usize) -> Level {
        let list = self.schedule.levels[level];
        let of_level = |index: usize| self.schedule.operations[index].level;
        let first_op = self.order.iter().take_while(|&&index| of_level(index) < level).count() as u32;
        let ops = self.order.iter().filter(|&&index| of_level(index) == level).count() as u32;
        Level {
            source: self.source(list),
            bounds: self.bounds(self.shape.range(level, level), list),
            exclude: if level == 0 { 0 } else { self.shape.reusable(level) },
            first_op,
            ops,
        }
    }

    fn operation(&mut self, index: usize) -> SetOp {
        let operation = self.schedule.operations[index];
        SetOp {
            source: self.source(operation.source),
            operand: operation.operand as u32,
            view: self.view(operation.set.views[operation.operand]),
            difference: u32::from(operation.difference),
            destination: self.buffer_of[index] as u32,
            optional: u32::from(!self.schedule.is_needed(index)),
            bounds: self.bounds(operation.range, operation.source),
        }
    }

    /// A set that the last vertices are drawn from, by its place in the sum.
    fn leaf(&mut self, place: usize) -> Leaf {
        let (classes, list) = (self.schedule.sum.sets[place], self.schedule.leaves[place]);
        let (_, relation, range) = self.shape.leaf(classes);
        let set = self.set(relation, list);
        Leaf {
            bounds: self.bounds(range, list),
            exclude: self.shape.reusable_at_leaf(classes),
            choose: self.shape.drawn.vertices() as u32,
            power: u32::from(!self.shape.injective),
            ..set
        }
    }

    /// The sum over several sets, where there are several classes.
    fn combination(&mut self) -> Combination {
        if self.shape.drawn.classes() < 2 {
            return NO_COMBINATION;
        }
        let sum = &self.schedule.sum;
        let (mut set, mut term) = ([ITSELF; MAX_SETS], [SizeTerm::default(); MAX_TERMS]);
        for (place, set) in set[..sum.sets.len()].iter_mut().enumerate() {
            *set = Leaf { choose: 1, power: 0, ..self.leaf(place) };
        }
        term[..sum.terms.len()].copy_from_slice(&sum.terms);
        Combination {
            sets: sum.sets.len() as u32,
            terms: sum.terms.len() as u32,
            divisor: sum.divisor,
            set,
            term,
        }
    }

    /// A vertex that must not exist is none of those that are matched.
    fn test(&mut self, anti: usize) -> Leaf {
        let set = self.set(self.shape.test(anti).1, self.schedule.tests[anti]);
        let all = (1 << self.shape.walked()) - 1;
        Leaf { exclude: if self.shape.injective { all } else { 0 }, ..set }
    }

    fn set(&mut self, relation: Relation, list: CandidateList) -> Leaf {
        let (relation, view) = match relation {
            Relation::Adjacent(view) => (Leaf::ADJACENT, self.view(view)),
            Relation::Apart(view) => (Leaf::APART, self.view(view)),
            Relation::Free => (Leaf::FREE, 0),
        };
        Leaf { source: self.source(list), relation, view, ..ITSELF }
    }

    fn source(&mut self, list: CandidateList) -> Source {
        match list {
            CandidateList::None => Source::NOWHERE,
            CandidateList::Neighbors(level, view) => {
                Source { kind: Source::NEIGHBORS, index: level as u32, view: self.view(view) }
            }
            CandidateList::Result(index) => {
                Source { kind: Source::BUFFER, index: self.buffer_of[index] as u32, view: 0 }
            }
        }
    }

    /// A kernel's number for a view.
    fn view(&mut self, view: ViewId) -> u32 {
        let place = self.views.iter().position(|used| *used == view);
        place.unwrap_or_else(|| {
            self.views.push(view);
            self.views.len() - 1
        }) as u32
    }

    /// The bounds of `range` that follow neither from each other nor from what `list` was already filtered by.
    fn bounds(&self, range: LevelBounds, list: CandidateList) -> Bounds {
        let enforced = match list {
            CandidateList::Result(index) => self.schedule.operations[index].range,
            CandidateList::None | CandidateList::Neighbors(..) => LevelBounds { above: 0, below: 0 },
        };
        Bounds {
            above: self.shape.order.maximal(range.above) & !enforced.above,
            below: self.shape.order.minimal(range.below) & !enforced.below,
        }
    }
}

const NO_COMBINATION: Combination = Combination {
    sets: 0,
    terms: 0,
    divisor: 1,
    set: [ITSELF; MAX_SETS],
    term: [SizeTerm { coefficient: 0, powers: 0 }; MAX_TERMS],
};

/// The leaf of a plan that walks all vertices.
const ITSELF: Leaf = Leaf { relation: Leaf::ITSELF, choose: 1, ..Leaf::UNUSED };
