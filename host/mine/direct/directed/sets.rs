//! Connected sets of vertices, by the ties among them.

use motherlode_device::kernels::directed::sets::{CountSets, CountSetsArgs, codes};

use super::{GraphWithArcs, get_graph_and_ties};
use crate::direct::merge::downloaded;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

impl Session<'_> {
    /// How many connected sets of `k` vertices there are of each code: by place, as
    /// `motherlode_device::kernels::directed::sets` numbers them.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub fn directed_sets(&mut self, arcs: GraphWithArcs<'_>, k: u32) -> Result<Vec<u64>, MineError> {
        let of_warp = bytes_of_warp(self.outline().n());
        self.make_room_beside_ties(0, of_warp + size_of::<u64>() as u64 * codes(k) as u64)?;
        let dealt = self.deal(get_graph_and_ties(arcs), |on| DirectedSetCounter::new(on, k))?;
        let tables = self.run.clock.mine(|| {
            let counts: Result<Vec<_>, MineError> = dealt
                .workers
                .iter()
                .map(|worker| downloaded(std::iter::once(&worker.sweep().counts), codes(k)))
                .collect();
            counts
        })?;
        let mut sums = vec![0u64; codes(k)];
        for table in tables.iter().flat_map(|counts| counts.chunks(codes(k))) {
            sums.iter_mut().zip(table).for_each(|(sum, count)| *sum += count);
        }
        Ok(sums)
    }
}

/// Bytes of marks and of a stack for a warp.
fn bytes_of_warp(n: u32) -> u64 {
    u64::from(n) * (size_of::<u8>() + size_of::<u32>()) as u64
}

/// Counts sets: a task is their greatest vertex.
struct DirectedSetCounter {
    grid: Grid,
    k: u32,
    /// What was found of the tasks that this worker was given.
    counts: Buffer<'static, u64>,
    marks: Buffer<'static, u8>,
    stacks: Buffer<'static, u32>,
}

impl DirectedSetCounter {
    fn new(on: OnDevice, k: u32) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n());
        // Blocks of one lane have a table each, which nobody shares.
        let of_table = (size_of::<u64>() * codes(k)) as u64;
        let per_warp = bytes_of_warp(n) + if on.tuning.scalar { of_table } else { 0 };
        let grid = memory::fit(device, device.grid::<CountSets>(WARPS, 0, n.into())?, per_warp)?;
        let room = device.grid_warps(grid) as usize * n as usize;
        let tables = if on.tuning.scalar { grid.blocks as usize } else { 1 };
        let counts = device.zeroed(tables * codes(k))?;
        let (marks, stacks) = (device.zeroed(room)?, device.unwritten(room)?);
        Swept::new(on, 0, DirectedSetCounter { grid, k, counts, marks, stacks })
    }
}

// SAFETY: there are tables of counts, zero at first, and marks, which are zero before and after each launch that came
// to its end, and a stack for each warp.
unsafe impl Sweep for DirectedSetCounter {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid)
    }

    fn stops_within(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = CountSetsArgs {
            graph: on.whole(lend),
            ties: lend.slice(&on.ties().whole),
            queue: lend.slice(share.queue(0)),
            counts: lend.atomics(&self.counts),
            marks: lend.scratch(&mut self.marks),
            stacks: lend.scratch(&mut self.stacks),
            end: share.tasks.end,
            k: self.k,
        };
        lend.launch::<CountSets>(self.grid, &args)
    }
}
