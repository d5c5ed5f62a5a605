//! A table each, made by one kernel, whose tasks are vertices or edges.

use motherlode_device::kernels::homomorphisms::neighbors::{NeighborSumArgs, SumNeighbors};
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::rows::{
    MOST_PUSHES, PushArgs, PushRows, PushRowsArgs, RowArgs, SHARED_BYTES,
};
use motherlode_device::kernels::homomorphisms::triangles::{ApexSumArgs, SumApexes};

use super::made::{Factor, Made, Words};
use crate::mine::deal::{Share, Work};
use crate::mine::direct::on_device::{OnDevice, WARPS};
use crate::mine::{MineError, memory};
use crate::plan::decomposition::tables::{End, Neighbors, Rooted, Row, Triangles};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Vertices that a block of one lane draws at a time.
const SCALAR_CHUNK: u32 = 16;
/// Vertices that a warp draws at a time.
const CHUNK: u32 = 4;
/// Edges that a block of one lane, and a warp, draw at a time: those of a hub would keep a warp busy long after the others are done.
const SCALAR_EDGES: u32 = 256;
const EDGES: u32 = 8;
/// Warps of a block that pushes rows: as many as have registers enough.
const ROW_WARPS: u32 = 12;

/// The sums over the neighbours of all vertices.
pub(super) fn neighbors(made: &Made<'_, '_>, table: &Neighbors) -> Result<Words, MineError> {
    let n = u64::from(made.on().outline().n());
    let (along, weights) = (made.at_edges(&table.along)?, made.at_vertices(&table.weights)?);
    let (mut sums, chunk) = (made.room(n as usize)?, chunk(made.on()));
    let grid = made.on().device().grid::<SumNeighbors>(WARPS, 0, n.div_ceil(WARPS.into()))?;
    made.draw(n, |on, lend, queue, end| {
        let args = NeighborSumArgs {
            graph: on.whole(lend),
            along: along.view(lend),
            weights: weights.view(lend),
            sums: lend.scratch(&mut sums),
            queue: lend.atomics(queue),
            end,
            chunk,
        };
        lend.launch::<SumNeighbors>(grid, &args)
    })?;
    Ok(sums)
}

/// The sums over the triangles at all edges.
pub(super) fn triangles(made: &Made<'_, '_>, table: &Triangles) -> Result<Words, MineError> {
    let edges = 2 * made.on().outline().edges();
    let (first, apex) = (made.at_edges(&table.first)?, made.at_vertices(&table.apex)?);
    // The kernel reads it at the end of the edge.
    let second = made.at_edges_back(&table.second)?;
    let chunk = if made.on().tuning.scalar { SCALAR_EDGES } else { EDGES };
    let mut sums = made.room(edges)?;
    let draws = (edges as u64).div_ceil(u64::from(chunk) * u64::from(WARPS));
    let grid = made.on().device().grid::<SumApexes>(WARPS, 0, draws)?;
    // For the CPU's blocks.
    let (device, n) = (made.on().device(), made.on().outline().n() as usize);
    let places = made.session.room(|_| {
        let blocks = if device.is_scalar() { grid.blocks as usize } else { 0 };
        device.zeroed::<u32>(blocks * n)
    })?;
    made.draw(edges as u64, |on, lend, queue, end| {
        let args = ApexSumArgs {
            graph: on.whole(lend),
            first: first.view(lend),
            apex: apex.view(lend),
            second: second.view(lend),
            sums: lend.scratch(&mut sums),
            places: lend.atomics(&places),
            queue: lend.atomics(queue),
            end,
            chunk,
        };
        lend.launch::<SumApexes>(grid, &args)
    })?;
    Ok(sums)
}

/// What the rows of all roots come to.
pub(super) fn rooted(made: &Made<'_, '_>, table: &Rooted) -> Result<Words, MineError> {
    let n = made.on().outline().n() as usize;
    let rows = Rows::new(made, table)?;
    let sums = made.session.room(|session| session.device().zeroed(WORDS * n))?;
    let room = RowRoom::new(made, table.pushes.len())?;
    let RowRoom { grid, values, seen, mut met } = room;
    let pulled = (0..table.pushes.len()).map(|push| u32::from(table.is_pulled(push)) << push).sum();
    let roots = match table.end {
        End::Root => made.at_vertices(&table.roots)?,
        End::Row => rows.weights.clone(),
    };
    made.draw(n as u64, |on, lend, queue, end| {
        let args = PushRowsArgs {
            graph: on.whole(lend),
            pushes: rows.pushes(lend),
            last: rows.last.view(lend),
            weights: rows.weights.view(lend),
            roots: roots.view(lend),
            sums: lend.atomics(&sums),
            values: lend.atomics(&values),
            seen: lend.atomics(&seen),
            met: lend.scratch(&mut met),
            queue: lend.atomics(queue),
            end,
            push_count: table.pushes.len() as u32,
            at_row: (table.end == End::Row).into(),
            chunk: 1,
            pulled,
        };
        lend.launch::<PushRows>(grid, &args)
    })?;
    Ok(sums)
}

/// How many vertices a warp draws at a time.
fn chunk(on: &OnDevice) -> u32 {
    if on.tuning.scalar { SCALAR_CHUNK } else { CHUNK }
}

/// The tables that the rows of a root read.
struct Rows {
    pushes: Vec<PushedRow>,
    last: RowFactors,
    weights: Factor,
}

struct PushedRow {
    from: RowFactors,
    weights: Factor,
    along: Factor,
}

struct RowFactors {
    along: Factor,
    joined: bool,
    powers: u32,
}

impl Rows {
    fn new(made: &Made<'_, '_>, table: &Rooted) -> Result<Rows, RuntimeError> {
        let row = |row: &Row| -> Result<RowFactors, RuntimeError> {
            let along = row.joined.as_ref().map(|along| made.at_edges(along)).transpose()?;
            let joined = along.is_some();
            let powers = row.pushed.iter().map(|push| 1 << (4 * push)).sum();
            Ok(RowFactors { along: along.unwrap_or_default(), joined, powers })
        };
        let pushed = table.pushes.iter().enumerate().map(|(number, push)| {
            // Who pulls reads a table from the other end.
            let pulled = table.is_pulled(number);
            let along = if pulled { made.at_edges_back(&push.along) } else { made.at_edges(&push.along) };
            Ok(PushedRow { from: row(&push.from)?, weights: made.at_vertices(&push.weights)?, along: along? })
        });
        let pushes = pushed.collect::<Result<Vec<_>, RuntimeError>>()?;
        Ok(Rows { pushes, last: row(&table.last)?, weights: made.at_vertices(&table.weights)? })
    }

    /// For the kernel. Those that are not there say nothing.
    fn pushes(&self, lend: &Lend<'_>) -> [PushArgs<'_>; MOST_PUSHES] {
        let nothing = RowArgs { along: Numbers::ONES, powers: 0, joined: 0 };
        let mut args =
            [PushArgs { from: nothing, weights: Numbers::ONES, along: Numbers::ONES }; MOST_PUSHES];
        for (args, push) in args.iter_mut().zip(&self.pushes) {
            let PushedRow { from, weights, along } = push;
            *args = PushArgs { from: from.view(lend), weights: weights.view(lend), along: along.view(lend) };
        }
        args
    }
}

impl RowFactors {
    fn view(&self, lend: &Lend<'_>) -> RowArgs<'_> {
        RowArgs { along: self.along.view(lend), powers: self.powers, joined: self.joined.into() }
    }
}

/// What the blocks have for their roots.
struct RowRoom {
    grid: Grid,
    values: Words,
    seen: Buffer<'static, u32>,
    met: Buffer<'static, u32>,
}

impl RowRoom {
    fn new(made: &Made<'_, '_>, pushes: usize) -> Result<RowRoom, RuntimeError> {
        made.session.room(|session| {
            let (device, n) = (session.device(), session.outline().n() as usize);
            let grid = device.grid::<PushRows>(ROW_WARPS, SHARED_BYTES, n as u64)?;
            let places = pushes * n;
            let bytes = places * (WORDS * size_of::<u64>() + 2 * size_of::<u32>());
            let warps = u64::from(device.warps_of_block(ROW_WARPS));
            let grid = memory::fit(device, grid, (bytes as u64).div_ceil(warps))?;
            let all = places * grid.blocks as usize;
            let (values, seen) = (device.zeroed(WORDS * all)?, device.zeroed(all)?);
            Ok(RowRoom { grid, values, seen, met: device.unwritten(all)? })
        })
    }
}

impl Made<'_, '_> {
    /// Launches a kernel that draws so many tasks, which stops if the job is to.
    fn draw(
        &self,
        tasks: u64,
        launch: impl FnMut(&OnDevice, &Lend<'_>, &Words, u64) -> Result<(), RuntimeError> + Send,
    ) -> Result<(), MineError> {
        let queue = self.session.room(|session| session.device().zeroed(1))?;
        self.session.deal_alone(Drawing { on: self.on().clone(), tasks, queue, launch })
    }
}

/// A kernel that draws vertices or edges: these are the tasks.
struct Drawing<L> {
    on: OnDevice,
    tasks: u64,
    queue: Words,
    launch: L,
}

impl<L> Work for Drawing<L>
where
    L: FnMut(&OnDevice, &Lend<'_>, &Words, u64) -> Result<(), RuntimeError> + Send,
{
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.tasks
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let Drawing { on, queue, launch, .. } = self;
        let tasks = share.tasks();
        queue.overwrite(&[tasks.start])?;
        // SAFETY: the graph's arguments; tables over its vertices and edges where the kernel asks for such, made before; those that it
        // writes are nobody else's, and what it asks to be zero is, at first and after each launch. A queue of its own.
        let lend = unsafe { on.lend() };
        let launched = || launch(on, &lend, queue, tasks.end);
        Ok(share.watch(on.device(), queue, tasks.start, &[tasks.end], launched)?)
    }
}
