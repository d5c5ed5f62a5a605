//! Counting patterns that ask for labels, directions or absence, and large ones.
//!
//! ```text
//! Pattern ── Query ──┐
//! Attributes ────────┴─ Resolved ── Candidates ── shares ── AttributedPlan ── ViewArrays ── kernels
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `resolve` | the pattern's labels as the graph numbers them |
//! | `slots` | labels and directions of edges in the order of the prepared graph |
//! | `candidates` | which vertices may stand for which of the pattern, and how many |
//! | `views` | the lists that the kernels read |

mod candidates;
mod resolve;
mod slots;
mod views;

use motherlode_device::Kernel;
use motherlode_device::attributed::Views;
use motherlode_device::kernels::attributed::AttributedArgs;
use motherlode_device::kernels::attributed::shallow::CountAttributedShallow;
use motherlode_device::kernels::attributed::walk::{CountAttributed, shared_bytes};
use motherlode_device::kernels::count::tally::{TOTALS, total};

use self::candidates::Candidates;
use self::resolve::Resolved;
use self::slots::Slots;
use self::views::ViewArrays;
use super::count::once_each;
use super::counter::{CHUNKS_PER_WARP, LARGEST_CHUNK, WARPS};
use super::progress::timed;
use super::target::Target;
use super::{CountOptions, MineError, Prepared, Progress, Seconds, memory};
use crate::pattern::Pattern;
use crate::plan::query::Query;
use crate::plan::{AttributedPlan, PlanOptions, attributed::plan_query};
use crate::runtime::{Device, RuntimeError, Watch};

/// Counts the embeddings of `pattern`, or its homomorphisms.
///
/// # Errors
/// As [`count`](super::count()).
pub(super) fn count(
    target: Target<'_>,
    pattern: &Pattern,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError> {
    with_plan(target, pattern, options.plan_options(), seconds, |plan, candidates, seconds| {
        let views = timed(&mut seconds.prepare, || ViewArrays::new(plan, candidates));
        let found = match plan.walk.last {
            0 | 1 => run::<CountAttributedShallow>(plan, candidates, &views, device, options, seconds),
            _ => run::<CountAttributed>(plan, candidates, &views, device, options, seconds),
        };
        found.map(|found| once_each(found, plan.repeats))
    })
}

/// The plan by which `pattern` is counted in a graph.
///
/// # Errors
/// When the pattern asks for what the graph does not have, or cannot be planned.
pub(super) fn plan(
    target: Target<'_>,
    pattern: &Pattern,
    options: PlanOptions,
) -> Result<AttributedPlan, MineError> {
    with_plan(target, pattern, options, &mut Seconds::default(), |plan, _, _| Ok(plan.clone()))
}

fn with_plan<T>(
    Target { csr, attributes }: Target<'_>,
    pattern: &Pattern,
    PlanOptions { matching, features }: PlanOptions,
    seconds: &mut Seconds,
    then: impl FnOnce(&AttributedPlan, &Candidates<'_>, &mut Seconds) -> Result<T, MineError>,
) -> Result<T, MineError> {
    let query = Query::new(pattern, matching, false);
    let resolved = Resolved::new(&query, attributes)?;
    // A vertex of any degree may be the one that must not exist.
    let least = if query.anti.is_empty() { matching.least_degree(pattern) } else { 1 };
    let prepared = timed(&mut seconds.prepare, || Prepared::new(csr, least));
    let candidates = timed(&mut seconds.prepare, || {
        let edges = attributes.and_then(|attributes| attributes.edges.as_ref());
        let any = query.views.iter().all(|view| resolved.rules[usize::from(view.rule)].is_any());
        let slots =
            edges.filter(|_| !any).map_or_else(Slots::none, |edges| Slots::new(csr, edges, &prepared));
        let labels = attributes.and_then(|attributes| attributes.vertices.as_ref());
        Candidates::new(&query, &resolved, &prepared, labels, slots)
    });
    let stats = timed(&mut seconds.prepare, || prepared.stats());
    let plan = timed(&mut seconds.plan, || plan_query(&query, stats, &candidates.shares(), features))?;
    then(&plan, &candidates, seconds)
}

fn run<K>(
    plan: &AttributedPlan,
    candidates: &Candidates<'_>,
    views: &ViewArrays<'_>,
    device: &Device,
    options: CountOptions<'_>,
    seconds: &mut Seconds,
) -> Result<u128, MineError>
where
    K: for<'a> Kernel<Args<'a> = AttributedArgs<'a>>,
{
    let (walk, n) = (&plan.walk, candidates.prepared.csr.n());
    let (starts, first) = match walk.last {
        0 => (Vec::new(), Vec::new()),
        _ => timed(&mut seconds.prepare, || views.tasks(walk, n)),
    };
    let end = starts.last().copied().unwrap_or(n.into());
    if end == 0 {
        return Ok(0);
    }
    let capacity = plan.buffer_bound(&views.longest);
    let shared = if walk.last < 2 { 0 } else { shared_bytes(WARPS) };
    let per_warp = u64::from(walk.buffers) * capacity;
    let transfer = || -> Result<_, RuntimeError> {
        let arrays = [&views.offsets[..], &starts, &first].map(|array| device.upload(array));
        let neighbors = device.upload(&views.neighbors)?;
        let blocks = device.resident_blocks::<K>(WARPS, shared)?;
        let grid = memory::fit(device, blocks, WARPS, shared, per_warp * size_of::<u32>() as u64)?;
        let buffers = device.unwritten::<u32>((device.grid_warps(grid) * per_warp) as usize)?;
        Ok((arrays, neighbors, grid, buffers, device.zeroed::<u64>(1)?, device.zeroed::<u64>(TOTALS)?))
    };
    let (arrays, neighbors, grid, mut buffers, queue, totals) = timed(&mut seconds.transfer, transfer)?;
    let [offsets, starts, first] = arrays;
    let (offsets, starts, first) = (offsets?, starts?, first?);
    let args = AttributedArgs {
        views: Views { offsets: offsets.slice(), neighbors: neighbors.slice(), vertices: n },
        starts: starts.slice(),
        first: first.slice(),
        queue: queue.atomics(),
        totals: totals.atomics(),
        buffers: buffers.scratch(),
        capacity,
        end,
        chunk: (end / (device.grid_warps(grid) * CHUNKS_PER_WARP)).clamp(1, LARGEST_CHUNK) as u32,
        plan: *walk,
    };
    let progress = |done| (options.progress)(Progress { done, all: end });
    let watch = Watch { queues: &queue, ends: &[end], interrupt: options.interrupt, progress: &progress };
    timed(&mut seconds.mine, || {
        device.watched(watch, || device.launch::<K>(grid, &args))?;
        total(&totals.download()?).ok_or(MineError::CountOverflow)
    })
}
