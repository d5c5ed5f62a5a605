//! The edges among the lists of roots.

use motherlode_device::kernels::clique_draws::RootEdgesArgs;
use motherlode_device::kernels::clique_draws::weigh::{WeighRoots, WeighRootsWide};
use motherlode_device::kernels::cliques::CliqueShape;

use super::super::binned_roots::BinnedRoots;
use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::memory;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Counts the edges among the lists of roots: a task is one.
pub(super) struct RootEdges {
    roots: BinnedRoots,
    /// For each root, what was found by this worker.
    pub edges: Buffer<'static, u64>,
}

impl RootEdges {
    /// For the first `roots` roots.
    pub fn new(on: OnDevice, roots: usize) -> Result<Swept<Self>, RuntimeError> {
        let edges = on.device().zeroed(roots)?;
        let roots = BinnedRoots::new(&on, on.draw_bins(roots, CliqueShape::shared_bytes), grid)?;
        Swept::new(on, 0, RootEdges { roots, edges })
    }
}

/// The grid of a bin: no more blocks than device memory has room for.
fn grid(on: &OnDevice, bin: Bin) -> Result<Grid, RuntimeError> {
    let (device, shape, tasks) = (on.device(), bin.shape, bin.tasks());
    if !bin.wide {
        return device.grid::<WeighRoots>(shape.warps, shape.shared_bytes(), tasks);
    }
    let grid = device.grid::<WeighRootsWide>(shape.warps, shape.shared_bytes_wide(), tasks)?;
    memory::fit_blocks(device, grid, shape.words_wide() * size_of::<u64>())
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices take, one bin after the other. There is a sum for each root.
unsafe impl Sweep for RootEdges {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.roots.tasks()
    }

    /// Runs all bins that have roots among the tasks, one after the other.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let RootEdges { roots, edges } = self;
        roots.launch_each(lend, &share.tasks, |at, bin, grid, words| {
            let args = RootEdgesArgs {
                cliques: on.clique_args(lend, &bin, grid, share.queue(at), words),
                edges: lend.slice(edges.atomics().part(bin.first.into(), bin.roots())),
            };
            match bin.wide {
                false => lend.launch::<WeighRoots>(grid, &args),
                true => lend.launch::<WeighRootsWide>(grid, &args),
            }
        })
    }
}
