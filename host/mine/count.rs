//! Counting the embeddings of a pattern.

use motherlode_device::Kernel;
use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::CountArgs;
use motherlode_device::kernels::count::edges::CountEdges;
use motherlode_device::kernels::count::roots::CountRoots;
use motherlode_device::kernels::count::tally::{TOTALS, total};
use motherlode_device::kernels::count::walk::{CountWalk, shared_bytes};
use motherlode_device::plan::MAX_VERTICES;

use super::progress::timed;
use super::strategy::{self, Strategy};
use super::{Input, MineError, Prepared, Progress, Seconds, Target, attributed, memory};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::{Explanation, Induced, Matching, Plan, Semantics, Tasks, plan};
use crate::runtime::{Device, Interrupt, RuntimeError, Watch};

/// Warps in a block of the counting kernels. They share nothing, and small blocks use up a multiprocessor's registers.
pub(super) const WARPS: u32 = 4;
/// Chunks that each warp draws, about: enough for the last ones to be small, few enough to keep the queue quiet.
pub(super) const CHUNKS_PER_WARP: u64 = 64;
/// The most tasks in a chunk.
pub(super) const LARGEST_CHUNK: u64 = 1024;

/// Which ways of counting are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest that is known for the pattern.
    #[default]
    Best,
    /// The walk over a plan, which serves every pattern.
    Walk,
}

/// How to count.
#[derive(Clone, Copy)]
pub struct CountOptions<'o> {
    /// Whether absent edges of the pattern must be absent in the graph.
    pub induced: Induced,
    /// What of them is counted: subgraphs, embeddings or homomorphisms.
    pub semantics: Semantics,
    /// Whether to take the fastest way that is known for the pattern, or to walk a plan in any case.
    pub method: Method,
    /// Stops the job.
    pub interrupt: &'o Interrupt,
    /// Called about ten times a second while the device counts.
    pub progress: &'o (dyn Fn(Progress) + Sync),
}

impl CountOptions<'_> {
    /// What a match is.
    pub fn matching(&self) -> Matching {
        Matching { induced: self.induced, semantics: self.semantics }
    }
}

/// A count, and how it came about.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The matches, as the semantics counts them. Subgraphs are each counted once, whatever the pattern's automorphisms.
    pub count: u128,
    /// How they were counted.
    pub strategy: Strategy,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Counts the matches of `pattern` in `graph`, on `device`.
///
/// # Errors
/// When the pattern cannot be planned, the buffers do not fit in the budget, the device fails, the count passes
/// 128 bits, or an interrupt was requested.
pub fn count<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    device: &Device,
    options: CountOptions<'_>,
) -> Result<Counted, MineError> {
    let target = graph.into();
    let mut seconds = Seconds::default();
    let strategy = strategy_for(pattern, options.matching(), options.method);
    let found = match strategy {
        Strategy::Attributed => attributed::count(target, pattern, device, options, &mut seconds)?,
        _ => plainly(strategy, target.csr, pattern, device, options, &mut seconds)?,
    };
    // Each subgraph is the image of as many injective maps as the pattern has automorphisms.
    let times = match options.semantics {
        Semantics::Embeddings => pattern.automorphism_count_if(options.induced == Induced::Vertex).into(),
        Semantics::Subgraphs | Semantics::Homomorphisms => 1,
    };
    let count = found.checked_mul(times).ok_or(MineError::CountOverflow)?;
    Ok(Counted { count, strategy, seconds })
}

/// The plan by which `pattern` is counted in `graph` where it is walked, in words.
///
/// # Errors
/// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
pub fn explain<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    matching: Matching,
) -> Result<Explanation, MineError> {
    let target = graph.into();
    if strategy_for(pattern, matching, Method::Walk) == Strategy::Attributed {
        return Ok(attributed::plan(target, pattern, matching)?.explain());
    }
    let prepared = Prepared::new(target.csr, matching.least_degree(pattern));
    Ok(plan(pattern, matching, prepared.stats())?.explain())
}

/// How [`count`] counts `pattern`.
pub fn strategy_for(pattern: &Pattern, matching: Matching, method: Method) -> Strategy {
    if !pattern.is_plain() || !matching.semantics.injective() {
        return Strategy::Attributed;
    }
    let strategy = match method {
        Method::Best => strategy::choose(pattern, matching.induced),
        Method::Walk => Strategy::General,
    };
    let large = pattern.vertices() > MAX_VERTICES;
    if strategy == Strategy::General && large { Strategy::Attributed } else { strategy }
}

/// Counts a plain pattern.
fn plainly(
    strategy: Strategy,
    graph: &Csr,
    pattern: &Pattern,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let least = options.matching().least_degree(pattern);
    let input = timed(&mut seconds.prepare, || Input::new(graph, least));
    match strategy {
        _ if input.graph().edges() == 0 => Ok(0),
        Strategy::General => {
            let prepared = timed(&mut seconds.prepare, || input.prepared());
            general(pattern, prepared, device, options, seconds)
        }
        _ => strategy::run(strategy, pattern, &input, device, options, seconds),
    }
}

/// Counts a plain `pattern` of up to 8 vertices on a prepared graph by the walk over a plan.
///
/// # Errors
/// As [`count`].
pub fn general(
    pattern: &Pattern,
    prepared: &Prepared,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    let stats = timed(&mut seconds.prepare, || prepared.stats());
    let plan = timed(&mut seconds.plan, || plan(pattern, options.matching(), stats))?;
    run(prepared, &plan, device, options, seconds)
}

/// Runs `plan` on a prepared graph.
///
/// # Errors
/// As [`count`].
fn run(
    prepared: &Prepared,
    plan: &Plan,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    match plan.walk.last {
        0 => run_kernel::<CountRoots>(prepared, plan, device, options, seconds),
        1 => run_kernel::<CountEdges>(prepared, plan, device, options, seconds),
        _ => run_kernel::<CountWalk>(prepared, plan, device, options, seconds),
    }
}

/// The tasks of a plan: sums over the vertices, and where each vertex's first task lies.
struct TaskList<'g> {
    starts: std::borrow::Cow<'g, [u64]>,
    first: &'g [u64],
}

impl<'g> TaskList<'g> {
    fn new(prepared: &'g Prepared, tasks: Tasks) -> Self {
        let (offsets, splits) = (prepared.csr.offsets(), &prepared.splits[..]);
        let sums = |length: &dyn Fn(usize) -> u64| {
            let mut sum = 0;
            let ends = (0..splits.len()).map(|v| {
                sum += length(v);
                sum
            });
            std::iter::once(0).chain(ends).collect::<Vec<_>>().into()
        };
        match tasks {
            Tasks::Vertices | Tasks::AllEdges => TaskList { starts: offsets.into(), first: offsets },
            Tasks::LowerEdges => TaskList { starts: sums(&|v| splits[v] - offsets[v]), first: offsets },
            Tasks::UpperEdges => TaskList { starts: sums(&|v| offsets[v + 1] - splits[v]), first: splits },
        }
    }
}

fn run_kernel<K>(
    prepared: &Prepared,
    plan: &Plan,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError>
where
    K: for<'a> Kernel<Args<'a> = CountArgs<'a>>,
{
    let vertices = prepared.csr.n();
    let roots_only = plan.walk.last == 0;
    let capacity = plan.buffer_bound(prepared.stats());
    let list = TaskList::new(prepared, plan.tasks);
    let end = if roots_only { u64::from(vertices) } else { list.starts[vertices as usize] };

    let shared = if plan.walk.last < 2 { 0 } else { shared_bytes(WARPS) };
    let per_warp = u64::from(plan.walk.buffers) * capacity;
    let transfer = || -> Result<_, RuntimeError> {
        let graph =
            [prepared.csr.offsets(), &prepared.splits, &list.starts].map(|array| device.upload(array));
        let neighbors = device.upload(prepared.csr.neighbors_all())?;
        let blocks = device.resident_blocks::<K>(WARPS, shared)?;
        let grid = memory::fit(device, blocks, WARPS, shared, per_warp * size_of::<u32>() as u64)?;
        let buffers = device.unwritten::<u32>((device.grid_warps(grid) * per_warp) as usize)?;
        Ok((graph, neighbors, grid, buffers, device.zeroed::<u64>(1)?, device.zeroed::<u64>(TOTALS)?))
    };
    let (graph, neighbors, grid, mut buffers, queue, totals) = timed(&mut seconds.transfer, transfer)?;
    let [offsets, splits, starts] = graph;
    let (offsets, splits, starts) = (offsets?, splits?, starts?);
    let first = if std::ptr::eq(list.first, &prepared.splits[..]) { &splits } else { &offsets };

    let args = CountArgs {
        graph: GraphView { offsets: offsets.slice(), neighbors: neighbors.slice(), splits: splits.slice() },
        starts: starts.slice(),
        first: first.slice(),
        queue: queue.atomics(),
        totals: totals.atomics(),
        buffers: buffers.scratch(),
        capacity,
        end,
        chunk: (end / (device.grid_warps(grid) * CHUNKS_PER_WARP)).clamp(1, LARGEST_CHUNK) as u32,
        vertices,
        plan: plan.walk,
    };
    let progress = |done| (options.progress)(Progress { done, all: end });
    let watch = Watch { queues: &queue, ends: &[end], interrupt: options.interrupt, progress: &progress };
    timed(&mut seconds.mine, || {
        device.watched(watch, || device.launch::<K>(grid, &args))?;
        total(&totals.download()?).ok_or(MineError::CountOverflow)
    })
}
