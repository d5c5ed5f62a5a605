//! A walk on a device.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::in_matrix::{CountWalkCombinedInMatrix, CountWalkInMatrix};
use motherlode_device::kernels::count::split::Split;
use motherlode_device::kernels::count::walk::shared_bytes;
use motherlode_device::lists::Views;
use motherlode_device::memory::Slice;
use motherlode_device::plan::AnyPlan;

use super::buffers::{TaskPart, WarpBuffers};
use super::families::{ArgsOf, Attributed, Family, Pass, Plain};
use super::{PlannedWalk, Walk};
use crate::attributed::{self, EdgeTasks};
use crate::clock::Clock;
use crate::place::{Form, VertexOrder, WholeGraph};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError, View};

/// Warps in a block of the walk's kernels. They share nothing, and small blocks use up a multiprocessor's registers.
pub(crate) const WARPS: u32 = 4;

/// The work of a walk that is not worth a second thread of the host, which takes some ten microseconds to come; in a
/// graph of so few edges that it is not much more than was expected.
const LITTLE_WORK: f64 = 2e4;
const FEW_EDGES: u64 = 1 << 12;

/// A graph and a plan on a device.
pub(crate) struct Walker {
    device: Device,
    walk: Arc<Walk>,
    lists: WalkLists,
    /// The tasks' sums over the vertices of a plain pattern, where they are not the starts of the lists.
    sums: Option<Buffer<'static, u64>>,
    /// The tasks of any other, if they are not the vertices.
    edge_tasks: Option<Arc<EdgeTasks>>,
    vertices: u32,
    form: Arc<Form>,
    buffers: WarpBuffers,
}

/// The lists that a walk reads.
enum WalkLists {
    /// The graph's own.
    Whole(Arc<WholeGraph>),
    /// Those of views, one after another.
    Views(Arc<attributed::ViewBuffers>),
}

impl WalkLists {
    /// The lists, for kernels: views have no splits.
    fn lend<'a>(&'a self, lend: &Lend<'_>) -> GraphView<'a> {
        match self {
            WalkLists::Whole(whole) => whole.lists(lend),
            WalkLists::Views(views) => GraphView {
                offsets: lend.slice(&views.offsets),
                neighbors: lend.slice(&views.neighbors),
                splits: Slice::empty(),
            },
        }
    }
}

/// What a walk is launched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Counting, by a plan that may end in a combination of sets.
    Count,
    /// The same, of a plain pattern by a plan that walks three levels or more, in a graph that has a matrix.
    CountInMatrix,
    /// Listing, by a plan that names every vertex.
    List,
    /// Estimating, by a plan that walks three levels or more.
    Estimate,
    /// Drawing whole embeddings, by a plan that walks three levels or more and names every vertex.
    Sample,
}

/// What the warps of a launch draw from.
#[derive(Clone, Copy)]
pub(crate) struct TaskQueue<'a> {
    /// The next number to be drawn.
    pub queue: &'a Buffer<'a, u64>,
    /// Where the numbers end.
    pub end: u64,
    /// How many are drawn at a time.
    pub chunk: u32,
}

/// What is done with a walk: the launch of one of its passes.
pub(crate) trait Launch<'a> {
    /// Launches the pass for a kind of patterns.
    fn launch<F: Family>(self, walk: WalkLaunch<'_, 'a, F>) -> Result<(), RuntimeError>;
}

/// What a pass is launched with.
pub(crate) struct WalkLaunch<'l, 'a, F: Family> {
    pub lend: &'l Lend<'l>,
    /// The last walked level.
    pub last: u32,
    pub grid: Grid,
    pub walk: ArgsOf<'a, F>,
}

impl Walker {
    /// Gets the graph on `device`, and copies there what the walk needs besides.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the device fails.
    pub fn new(planned: &PlannedWalk, device: &Device, clock: &Clock) -> Result<Self, RuntimeError> {
        let (form, _) = planned.known.on(device);
        let prepared = form.prepared(clock);
        let (views, edge_tasks, sums) = match &*planned.walk {
            Walk::Plain { tasks, .. } => (None, None, tasks.sums.clone()),
            Walk::Attributed(route) => {
                let (views, tasks) = clock.transfer(|| route.on(&form))?;
                (views, tasks, None)
            }
        };
        let lists = match views {
            Some(views) => WalkLists::Views(views),
            None => WalkLists::Whole(form.whole(clock)?),
        };
        let sums =
            clock.transfer(|| sums.map(|sums| form.beyond().keep_per_vertex(device, sums)).transpose())?;
        let (buffers, capacity) = planned.buffers(prepared);
        Ok(Walker {
            device: device.clone(),
            walk: planned.walk.clone(),
            lists,
            sums,
            edge_tasks,
            vertices: prepared.csr().n(),
            buffers: WarpBuffers::none(device, buffers, capacity)?,
            form,
        })
    }

    /// Allocates the walk's buffers, for as many warps as run at once, or as fit.
    ///
    /// # Errors
    /// When not even a few fit in the budget, or the device fails.
    pub fn allot(&mut self, purpose: Purpose) -> Result<(), RuntimeError> {
        let device = &self.device;
        let grid = match &*self.walk {
            Walk::Plain { plan, .. } => resident::<Plain>(device, &plan.walk, purpose)?,
            Walk::Attributed(route) => resident::<Attributed>(device, &route.plan.walk, purpose)?,
        };
        let degrees_fall = self.form.order() == VertexOrder::Degree;
        if self.buffers.allot(device, grid)? && degrees_fall && self.walk.is_bounded_by_first() {
            let prepared = self.form.prepared(&Clock::default());
            let starts = match (&*self.walk, &self.edge_tasks) {
                (Walk::Plain { tasks, .. }, _) => tasks.starts(prepared),
                (Walk::Attributed(_), Some(tasks)) => Some(Cow::Owned(tasks.starts.download()?)),
                (Walk::Attributed(_), None) => None,
            };
            self.buffers.cut(&self.device, prepared, starts.as_deref());
        }
        Ok(())
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Warps of a launch.
    pub fn warps(&self) -> u64 {
        self.device.grid_warps(self.buffers.grid())
    }

    /// Some tasks, cut where smaller buffers make room for more warps.
    pub fn parts(&self, tasks: &Range<u64>) -> Vec<TaskPart> {
        self.buffers.parts(tasks)
    }

    /// Gives each warp buffers for so many vertices, as a part of the tasks asks for. Returns how many warps there are
    /// then.
    pub fn share_buffers(&mut self, capacity: u64) -> u64 {
        self.buffers.share(&self.device, capacity);
        self.warps()
    }

    /// Whether one thread of the host walks it before others have come.
    fn is_small(&self) -> bool {
        let edges = self.form.graph().edges();
        self.device.is_scalar() && edges <= FEW_EDGES && self.walk.work() <= LITTLE_WORK
    }

    /// Launches a pass over what is drawn from `draws`, by as many warps as there are draws, or as many as there are.
    ///
    /// # Errors
    /// When the launch fails.
    pub fn launch<'a>(
        &'a mut self,
        draws: TaskQueue<'a>,
        totals: View<'a, AtomicU64>,
        pass: impl Launch<'a>,
    ) -> Result<(), RuntimeError> {
        let (grid, capacity) = (self.buffers.grid(), self.buffers.capacity());
        let per_block = self.device.grid_warps(Grid { blocks: 1, ..grid });
        let TaskQueue { queue, end, chunk } = draws;
        let most = if self.is_small() { 1 } else { grid.blocks };
        let blocks = end.div_ceil(chunk.into()).div_ceil(per_block).clamp(1, most.into()) as u32;
        let (last, grid) = (self.walk.last(), Grid { blocks, ..grid });
        // SAFETY: the lists, the tasks and the plan are those of one prepared graph and the walk that was made for it;
        // there are buffers for all warps of the grid, of the capacity that the plan's bounds ask for, or the part of
        // the tasks does. What is lent to the pass besides is its own, and it alone writes it.
        let lend = &unsafe { self.device.lend() };
        let graph = self.lists.lend(lend);
        let walk = WalkArgs {
            graph: (),
            starts: Slice::empty(),
            first: Slice::empty(),
            queue: lend.atomics(queue),
            totals: lend.slice(totals),
            buffers: lend.scratch(self.buffers.memory()),
            capacity,
            end,
            chunk,
            vertices: self.vertices,
            split: Split::NONE,
            plan: (),
        };
        match &*self.walk {
            Walk::Plain { plan, tasks } => {
                let starts = self.sums.as_ref().map_or(graph.offsets, |sums| lend.slice(sums));
                let first = if tasks.at_splits() { graph.splits } else { graph.offsets };
                let walk = WalkArgs { split: tasks.split, ..walk };
                let walk = with(walk, graph, starts, first, plan.walk);
                pass.launch::<Plain>(WalkLaunch { lend, last, grid, walk })
            }
            Walk::Attributed(route) => {
                let GraphView { offsets, neighbors, .. } = graph;
                let graph = Views { offsets, neighbors, vertices: self.vertices };
                let none = (Slice::empty(), Slice::empty());
                let edges = |tasks: &'a EdgeTasks| (lend.slice(&tasks.starts), lend.slice(&tasks.first));
                let (starts, first) = self.edge_tasks.as_deref().map_or(none, edges);
                let walk = with(walk, graph, starts, first, route.plan.walk);
                pass.launch::<Attributed>(WalkLaunch { lend, last, grid, walk })
            }
        }
    }
}

/// The argument for a kind of walk.
fn with<'a, G, P>(
    walk: WalkArgs<'a, (), ()>,
    graph: G,
    starts: Slice<'a, u64>,
    first: Slice<'a, u64>,
    plan: P,
) -> WalkArgs<'a, G, P> {
    let WalkArgs { queue, totals, buffers, capacity, end, chunk, vertices, split, .. } = walk;
    WalkArgs { graph, starts, first, queue, totals, buffers, capacity, end, chunk, vertices, split, plan }
}

/// Whether a plan ends in a combination of sets.
pub(crate) fn is_combined(plan: &impl AnyPlan) -> bool {
    plan.combination().sets > 0
}

/// A grid of the blocks that are resident with each of the kernels that are launched for a purpose.
fn resident<F: Family>(device: &Device, plan: &F::Plan, purpose: Purpose) -> Result<Grid, RuntimeError> {
    let last = plan.last();
    let shared_bytes = if last < 2 { 0 } else { shared_bytes::<F::Plan>(WARPS) };
    let blocks = match purpose {
        Purpose::CountInMatrix if is_combined(plan) => {
            device.resident_blocks::<CountWalkCombinedInMatrix>(WARPS, shared_bytes)?
        }
        Purpose::CountInMatrix => device.resident_blocks::<CountWalkInMatrix>(WARPS, shared_bytes)?,
        Purpose::Count if is_combined(plan) => {
            F::CombinedPass::resident_blocks(device, last, WARPS, shared_bytes)?
        }
        Purpose::Count => F::CountPass::resident_blocks(device, last, WARPS, shared_bytes)?,
        Purpose::List => {
            let chunks = F::ChunkPass::resident_blocks(device, last, WARPS, shared_bytes)?;
            chunks.min(F::RowPass::resident_blocks(device, last, WARPS, shared_bytes)?)
        }
        Purpose::Sample => {
            let weigh = device.resident_blocks::<F::Weigh>(WARPS, shared_bytes)?;
            weigh.min(device.resident_blocks::<F::Sample>(WARPS, shared_bytes)?)
        }
        Purpose::Estimate => {
            let weigh = device.resident_blocks::<F::Weigh>(WARPS, shared_bytes)?;
            let (draw, exact) = if is_combined(plan) {
                let draw = device.resident_blocks::<F::DrawCombined>(WARPS, shared_bytes)?;
                (draw, device.resident_blocks::<F::ExactCombined>(WARPS, shared_bytes)?)
            } else {
                let draw = device.resident_blocks::<F::Draw>(WARPS, shared_bytes)?;
                (draw, device.resident_blocks::<F::Exact>(WARPS, shared_bytes)?)
            };
            weigh.min(draw).min(exact)
        }
    };
    Ok(Grid { blocks, warps: WARPS, shared_bytes })
}
