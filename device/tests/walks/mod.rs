//! Walks over plans that are written out in a test: what they take, and what they should come to.

#![allow(dead_code)]

pub mod attributed;
pub mod plain;

use motherlode_device::Kernel;
use motherlode_device::combination::{Combination, MAX_SETS, MAX_TERMS, Term};
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::kernels::list::{ChunkArgs, ListArgs, ListJob, RowPlace};
use motherlode_device::lists::Views;
use motherlode_device::memory::Slice;
use motherlode_device::plan::{
    AnyPlan, AttributedWalk, Bounds, Leaf, Level, PlanOf, SetOp, Source, WalkPlan,
};

use crate::common::{BLOCKS, Machine, WARPS, scratch};
use crate::graphs::atomics;

/// No bounds.
pub const ANY: Bounds = Bounds { above: 0, below: 0 };
/// No list.
pub const NO_LIST: Source = Source { kind: Source::NONE, index: 0, view: 0 };

/// Beyond the vertex of this level.
pub const fn above(level: u32) -> Bounds {
    Bounds { above: 1 << level, below: 0 }
}

/// The neighbours of the vertex of this level in a view.
pub const fn near(level: u32, view: u32) -> Source {
    Source { kind: Source::NEIGHBORS, index: level, view }
}

/// A buffer.
pub const fn buffer(index: u32) -> Source {
    Source { kind: Source::BUFFER, index, view: 0 }
}

/// A level with candidates from `source`, which runs one operation of its own or none.
pub const fn level(source: Source, bounds: Bounds, exclude: u32, op: Option<u32>) -> Level {
    let (first_op, ops) = match op {
        Some(op) => (op, 1),
        None => (0, 0),
    };
    Level { source, bounds, exclude, first_op, ops }
}

/// A leaf of one vertex.
pub const fn leaf(source: Source, relation: u32, view: u32, bounds: Bounds, exclude: u32) -> Leaf {
    Leaf { source, relation, view, bounds, exclude, choose: 1, power: 0 }
}

/// A plan of these levels, operations and tests.
pub fn plan<const LEVELS: usize, const BUFFERS: usize, const OPS: usize, const TESTS: usize>(
    levels: &[Level],
    ops: &[SetOp],
    leaf: Leaf,
    tests: &[Leaf],
) -> PlanOf<LEVELS, BUFFERS, OPS, TESTS> {
    let idle = SetOp {
        source: near(0, 0),
        operand: 0,
        view: 0,
        difference: 0,
        destination: 0,
        optional: 0,
        bounds: ANY,
    };
    let none = Term { coefficient: 0, powers: 0 };
    PlanOf {
        last: levels.len() as u32 - 1,
        buffers: ops.len() as u32,
        tests: tests.len() as u32,
        levels: filled(levels, level(NO_LIST, ANY, 0, None)),
        ops: filled(ops, idle),
        leaf,
        combination: Combination {
            sets: 0,
            terms: 0,
            divisor: 1,
            set: [leaf; MAX_SETS],
            term: [none; MAX_TERMS],
        },
        empty: filled(tests, leaf),
    }
}

/// An array that starts with `items`.
pub fn filled<T: Copy, const N: usize>(items: &[T], rest: T) -> [T; N] {
    std::array::from_fn(|i| items.get(i).copied().unwrap_or(rest))
}

/// A plan, and the lists that its kernels read.
pub trait Plan: AnyPlan {
    type Lists<'a>: Copy;

    fn lists<'a>(offsets: &'a [u64], neighbors: &'a [u32], splits: &'a [u64]) -> Self::Lists<'a>;
}

impl Plan for WalkPlan {
    type Lists<'a> = GraphView<'a>;

    fn lists<'a>(offsets: &'a [u64], neighbors: &'a [u32], splits: &'a [u64]) -> GraphView<'a> {
        let [offsets, splits] = [offsets, splits].map(Slice::from);
        GraphView { offsets, neighbors: Slice::from(neighbors), splits }
    }
}

impl Plan for AttributedWalk {
    type Lists<'a> = Views<'a>;

    fn lists<'a>(offsets: &'a [u64], neighbors: &'a [u32], splits: &'a [u64]) -> Views<'a> {
        let (offsets, neighbors) = (Slice::from(offsets), Slice::from(neighbors));
        Views { offsets, neighbors, vertices: splits.len() as u32 }
    }
}

/// A plan, lists in compressed sparse rows, one view after another, and the tasks.
pub struct Walk<P> {
    offsets: Vec<u64>,
    neighbors: Vec<u32>,
    /// For each vertex, the place of its first greater neighbour in view 0.
    splits: Vec<u64>,
    starts: Vec<u64>,
    first: Vec<u64>,
    plan: P,
}

/// What a launch writes.
struct Memory {
    queue: [u64; 1],
    totals: [u64; TOTALS],
    buffers: Vec<u32>,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { queue: [0], totals: [0; TOTALS], buffers: vec![] }
    }
}

impl<P: Plan> Walk<P> {
    /// A plan over views, each a list of neighbours for each vertex. A task is a vertex, or where the walk goes deeper a
    /// pair: of a vertex and one of its neighbours in the view that the second level draws from, within its bounds.
    pub fn new(views: &[Vec<Vec<u32>>], plan: P) -> Self {
        let n = views[0].len();
        let (mut offsets, mut neighbors) = (vec![], vec![]);
        for lists in views {
            offsets.push(neighbors.len() as u64);
            for list in lists {
                neighbors.extend(list);
                offsets.push(neighbors.len() as u64);
            }
        }
        // Where the neighbours of a vertex start that are greater, in a view.
        let split = |view: usize, v: usize| views[view][v].partition_point(|&w| (w as usize) < v) as u64;
        let second = plan.level(1.min(plan.last()));
        let (view, halved) = (second.source.view as usize, second.bounds == above(0));
        let rows = &offsets[view * (n + 1)..];
        let first: Vec<u64> = (0..n).map(|v| rows[v] + if halved { split(view, v) } else { 0 }).collect();
        let mut starts = vec![0];
        (0..n).for_each(|v| starts.push(starts[v] + rows[v + 1] - first[v]));
        let splits = (0..n).map(|v| offsets[v] + split(0, v)).collect();
        Walk { offsets, neighbors, splits, starts, first, plan }
    }

    fn vertices(&self) -> usize {
        self.splits.len()
    }

    /// The length of the longest list, which no buffer passes.
    fn capacity(&self) -> u64 {
        self.offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0)
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        if self.plan.last() == 0 { self.vertices() as u64 } else { self.starts[self.vertices()] }
    }

    /// What the kernels take for `end` draws of `chunk`.
    fn args<'a>(&'a self, memory: &'a mut Memory, end: u64, chunk: u32) -> WalkArgs<'a, P::Lists<'a>, P> {
        let capacity = self.capacity();
        let buffers = u64::from(self.plan.buffers() * BLOCKS * WARPS) * capacity;
        memory.buffers.resize(buffers as usize, u32::MAX);
        WalkArgs {
            graph: P::lists(&self.offsets, &self.neighbors, &self.splits),
            starts: Slice::from(&self.starts[..]),
            first: Slice::from(&self.first[..]),
            queue: atomics(&mut memory.queue),
            totals: atomics(&mut memory.totals),
            buffers: scratch(&mut memory.buffers),
            capacity,
            end,
            chunk,
            vertices: self.vertices() as u32,
            plan: self.plan,
        }
    }

    /// What kernel `K` counts.
    pub fn count<K>(&self, machine: Machine) -> u128
    where
        K: for<'a> Kernel<Args<'a> = WalkArgs<'a, P::Lists<'a>, P>>,
    {
        let mut memory = Memory::default();
        let args = self.args(&mut memory, self.tasks(), 5);
        // SAFETY: lists, their tasks, a plan whose buffers are as long as the longest list, and the shared memory of walks.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        total(&memory.totals).unwrap()
    }

    /// The counts of chunks of `chunk` tasks, from task `first` on, by kernel `K`, which may stop at `most`.
    fn chunks<K>(&self, machine: Machine, first: u64, chunk: u32, most: u64) -> Vec<u64>
    where
        K: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        let end = self.tasks() - first;
        let (mut memory, mut counts) =
            (Memory::default(), vec![u64::MAX; end.div_ceil(chunk.into()) as usize]);
        let walk = self.args(&mut memory, end, chunk);
        let args = ChunkArgs { walk, first, most, counts: scratch(&mut counts) };
        // SAFETY: as for counting, with a count for each chunk.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        counts
    }

    /// The rows that kernel `K` writes for `jobs` into an array of `room` rows, as [`row`] has them.
    fn rows<K>(&self, machine: Machine, jobs: &[ListJob], room: usize) -> Vec<Vec<u32>>
    where
        K: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        // A leaf that is the last vertex itself has its column.
        let width = self.plan.last() + 1 + u32::from(self.plan.leaf().relation != Leaf::ITSELF);
        let columns = std::array::from_fn(|level| (width - 1).saturating_sub(level as u32));
        let names: Vec<u32> = (0..self.vertices() as u32).map(name).collect();
        let (mut memory, mut rows) = (Memory::default(), vec![u32::MAX; room * width as usize]);
        let walk = self.args(&mut memory, jobs.len() as u64, 1);
        let place = RowPlace { names: Slice::from(&names[..]), rows: scratch(&mut rows), width, columns };
        let args = ListArgs { walk, jobs: Slice::from(jobs), place };
        // SAFETY: as for counting, with a name for each vertex, and jobs whose rows lie apart and within the array.
        unsafe { machine.launch::<K>(BLOCKS, WARPS, shared_bytes::<P>(WARPS), &args) }
        rows.chunks(width as usize).map(<[u32]>::to_vec).collect()
    }

    /// Asserts that `C` counts the embeddings of each chunk of tasks, and that `R` lists them in the order of `expected`,
    /// whatever the jobs. A task is the beginning of an embedding.
    pub fn check_listing<C, R>(&self, machine: Machine, tasks: &[Vec<u32>], expected: &[Vec<u32>], case: &str)
    where
        C: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
        R: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        assert_eq!(self.tasks(), tasks.len() as u64, "tasks of {case}");
        let of_task = |task: &Vec<u32>| expected.iter().filter(|one| one.starts_with(task)).count() as u64;
        let counts: Vec<u64> = tasks.iter().map(of_task).collect();
        self.check_chunks::<C>(machine, &counts, &format!("{case}, {machine:?}"));
        if !expected.is_empty() {
            self.check_rows::<R>(machine, &counts, expected, &format!("{case}, {machine:?}"));
        }
    }

    /// `counts` are those of the tasks.
    fn check_chunks<K>(&self, machine: Machine, counts: &[u64], case: &str)
    where
        K: for<'a> Kernel<Args<'a> = ChunkArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        for (first, chunk) in [(0, 1), (counts.len() / 3, 5), (counts.len() / 2, 70)] {
            let exact = in_chunks(&counts[first..], chunk);
            let found = self.chunks::<K>(machine, first as u64, chunk as u32, u64::MAX);
            assert_eq!(found, exact, "chunks of {chunk} from {first} on of {case}");
            // A count that reaches what is enough may be too small, and no other.
            let enough = 4;
            let some = self.chunks::<K>(machine, first as u64, chunk as u32, enough);
            let may_be = |(some, exact): (&u64, &u64)| some == exact || (enough..*exact).contains(some);
            assert!(some.iter().zip(&exact).all(may_be), "{some:?} for {exact:?} of {case}");
        }
    }

    /// `counts` are those of the tasks, `expected` all embeddings in order.
    fn check_rows<K>(&self, machine: Machine, counts: &[u64], expected: &[Vec<u32>], case: &str)
    where
        K: for<'a> Kernel<Args<'a> = ListArgs<'a, WalkArgs<'a, P::Lists<'a>, P>>>,
    {
        for (chunk, window, every) in [(counts.len(), usize::MAX, 1), (3, usize::MAX, 1), (70, 7, 2)] {
            let jobs: Vec<ListJob> = jobs(counts, chunk, window).into_iter().step_by(every).collect();
            // What no job asks for stays rubbish.
            let mut rows = vec![vec![u32::MAX; expected[0].len()]; expected.len() + 1];
            for place in jobs.iter().flat_map(|job| job.place..job.place + job.take) {
                rows[place as usize] = row(&expected[place as usize]);
            }
            let found = self.rows::<K>(machine, &jobs, rows.len());
            assert!(found == rows, "rows of chunks of {chunk}, {window} at a time, of {case}");
        }
    }
}

/// What a vertex is called in rows.
fn name(vertex: u32) -> u32 {
    5000 - 7 * vertex
}

/// The row of an embedding: the names of its vertices, from the last level's to the first's.
fn row(embedding: &[u32]) -> Vec<u32> {
    embedding.iter().rev().map(|&vertex| name(vertex)).collect()
}

/// The sums of so many counts at a time.
fn in_chunks(counts: &[u64], chunk: usize) -> Vec<u64> {
    counts.chunks(chunk).map(|counts| counts.iter().sum()).collect()
}

/// Jobs that list all embeddings of tasks with these `counts`, a chunk of tasks each, and of a chunk no more than `window`
/// at a time. The last come first.
fn jobs(counts: &[u64], chunk: usize, window: usize) -> Vec<ListJob> {
    let (mut jobs, mut place) = (vec![], 0);
    for (i, count) in in_chunks(counts, chunk).into_iter().enumerate() {
        let first = i * chunk;
        let tasks = chunk.min(counts.len() - first) as u64;
        for skip in (0..count).step_by(window) {
            let take = (count - skip).min(window as u64);
            jobs.push(ListJob { first: first as u64, tasks, skip, take, place });
            place += take;
        }
    }
    jobs.reverse();
    jobs
}

/// All tuples of `length` of `n` vertices of which every beginning `fits`, by trying each vertex at each place.
pub fn tuples(n: u32, length: usize, fits: &dyn Fn(&[u32]) -> bool) -> Vec<Vec<u32>> {
    let mut tuples = vec![vec![]];
    for _ in 0..length {
        let longer = tuples.iter().flat_map(|tuple| (0..n).map(move |v| [&tuple[..], &[v]].concat()));
        tuples = longer.filter(|tuple| fits(tuple)).collect();
    }
    tuples
}
