//! What the rows of all edges come to: the tables that these read, and the launch. The devices of a team are dealt the
//! edges.

use motherlode_device::kernels::homomorphisms::edge_rows::{
    EdgeRowArgs, EdgeRowSumArgs, MOST_EDGE_ROWS, NEAR_FIRST, NEAR_SECOND, SHARED_BYTES, SumEdgeRows,
};
use motherlode_device::kernels::homomorphisms::numbers::Numbers;

use super::made::{Factor, Made};
use crate::clock::Clock;
use crate::direct::on_device::OnDevice;
use crate::direct::sweep::{LEAST_WAVES, Sweep, SweepShare, SweepTasks, Swept};
use crate::plan::decomposition::{EdgeRow, EdgeRows};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Warps of a block: as many as the vertices near both ends of most edges keep busy.
const WARPS: u32 = 8;
/// Edges that a block draws at a time.
const CHUNK: u32 = 4;

/// The sum over the edges. What the rows read has been made on the first device of the session.
///
/// # Errors
/// When it does not fit in the memory budget, all devices fail, or the job is to stop.
pub(super) fn total(made: &Made<'_, '_>, rows: &EdgeRows) -> Result<u128, MineError> {
    let (session, tables) = (made.session, EdgeRowTables::new(made, rows)?);
    let read = tables.clone();
    let first = session.room(|session| EdgeRowSum::new(session.first.clone(), tables))?;
    let others = |mut on: OnDevice, clock: &Clock| {
        on.get_whole(clock)?;
        let tables = read.copied_to(on.device())?;
        EdgeRowSum::new(on, tables)
    };
    let sum = session.deal_with(first, others)?.done.tally;
    Ok(if rows.symmetric { sum.wrapping_mul(2) } else { sum })
}

/// The tables that the rows of an edge read, on one device, and what they are made from. A clone reads the same.
#[derive(Clone)]
struct EdgeRowTables {
    rows: Vec<EdgeRowFactors>,
    ends: [Factor; 2],
    upward: bool,
}

#[derive(Clone)]
struct EdgeRowFactors {
    weights: Factor,
    near: u32,
    from: u32,
}

impl EdgeRowTables {
    /// Those of a term, from the tables that have been made.
    fn new(made: &Made<'_, '_>, rows: &EdgeRows) -> Result<EdgeRowTables, RuntimeError> {
        let row = |EdgeRow { near: [first, second], weights, from }: &EdgeRow| {
            let near = [(*first, NEAR_FIRST), (*second, NEAR_SECOND)].into_iter();
            let near = near.filter_map(|(is_near, bit)| is_near.then_some(bit)).sum();
            let from = from.iter().map(|row| 1 << row).sum();
            Ok(EdgeRowFactors { weights: made.at_vertices(weights)?, near, from })
        };
        let [first, second] = &rows.ends;
        Ok(EdgeRowTables {
            rows: rows.rows.iter().map(row).collect::<Result<_, RuntimeError>>()?,
            ends: [made.at_vertices(first)?, made.at_vertices(second)?],
            upward: rows.symmetric,
        })
    }

    /// These on another device, where what they read is copied to.
    fn copied_to(&self, device: &Device) -> Result<EdgeRowTables, RuntimeError> {
        let row = |row: &EdgeRowFactors| -> Result<EdgeRowFactors, RuntimeError> {
            Ok(EdgeRowFactors { weights: row.weights.copied_to(device)?, ..*row })
        };
        let [first, second] = &self.ends;
        Ok(EdgeRowTables {
            rows: self.rows.iter().map(row).collect::<Result<_, RuntimeError>>()?,
            ends: [first.copied_to(device)?, second.copied_to(device)?],
            upward: self.upward,
        })
    }

    /// For the kernel. Those that are not there say nothing.
    fn row_args(&self, lend: &Lend<'_>) -> [EdgeRowArgs<'_>; MOST_EDGE_ROWS] {
        let mut args = [EdgeRowArgs { weights: Numbers::ONES, near: 0, from: 0 }; MOST_EDGE_ROWS];
        for (args, EdgeRowFactors { weights, near, from }) in args.iter_mut().zip(&self.rows) {
            *args = EdgeRowArgs { weights: weights.view(lend), near: *near, from: *from };
        }
        args
    }
}

/// A worker: a task is an edge in one direction, a position of the neighbours.
struct EdgeRowSum {
    tables: EdgeRowTables,
    grid: Grid,
    /// For each block the numbers of its rows: zero between launches.
    values: Buffer<'static, u64>,
    /// For each block its lists of vertices.
    lists: Buffer<'static, u32>,
}

impl EdgeRowSum {
    fn new(on: OnDevice, tables: EdgeRowTables) -> Result<Swept<EdgeRowSum>, RuntimeError> {
        let (device, n, rows) = (on.device(), on.outline().n() as usize, tables.rows.len());
        let edges = 2 * on.outline().edges() as u64;
        let all = device.grid::<SumEdgeRows>(WARPS, SHARED_BYTES, edges.div_ceil(CHUNK.into()))?;
        let bytes = (rows * n * size_of::<u64>() + (rows + 1) * n * size_of::<u32>()) as u64;
        let grid = memory::fit(device, all, bytes.div_ceil(device.warps_of_block(WARPS).into()))?;
        let blocks = grid.blocks as usize;
        let (values, lists) = (device.zeroed(blocks * rows * n)?, device.unwritten(blocks * (rows + 1) * n)?);
        Swept::new(on, 1, EdgeRowSum { tables, grid, values, lists })
    }
}

// SAFETY: tables over the graph's vertices, made before; numbers for each block and row, zero at first and after each
// launch, and room for as many lists and one more. Each row is made from rows before it, which no other is made from.
// Terms have rows of edges where no number passes 64 bits.
unsafe impl Sweep for EdgeRowSum {
    type Tally = u128;

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(2 * on.outline().edges() as u64)
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        LEAST_WAVES * u64::from(self.grid.blocks) * u64::from(CHUNK)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let EdgeRowSum { tables, grid, values, lists } = self;
        let [first, second] = &tables.ends;
        let args = EdgeRowSumArgs {
            graph: on.whole(lend),
            rows: tables.row_args(lend),
            ends: [first.view(lend), second.view(lend)],
            totals: lend.slice(share.totals()),
            values: lend.atomics(values),
            lists: lend.scratch(lists),
            queue: lend.slice(share.queue(0)),
            end: share.tasks.end,
            chunk: CHUNK,
            row_count: tables.rows.len() as u32,
            upward: tables.upward.into(),
        };
        lend.launch::<SumEdgeRows>(*grid, &args)
    }
}
