//! Kernels for the cliques at roots, by the vertices of these and where matrices stand: how bins are launched.

use motherlode_device::Kernel;

use super::cliques::Bin;
use super::on_device::OnDevice;
use crate::memory;
use crate::runtime::{Grid, Lend, RuntimeError};

/// The track of the bins whose matrices share device memory: there they run one after the other.
const WIDE_TRACK: usize = 0;

/// Kernels that take the same: for cliques of four vertices, of five, and of more, or of five where matrices stand in
/// device memory.
pub(super) trait BinKernels {
    type Args<'a>;
    type Four: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
    type FourWide: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
    type Five: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
    type More: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
    type MoreWide: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
}

impl OnDevice {
    /// The grid of a bin.
    pub(super) fn clique_grid<K: BinKernels>(&self, bin: Bin) -> Result<Grid, RuntimeError> {
        let (device, shape, tasks) = (self.device(), bin.shape, bin.tasks());
        let (warps, narrow, wide) = (shape.warps, shape.shared_bytes(), shape.shared_bytes_wide());
        match (bin.wide, shape.k) {
            (true, 4) => device.grid::<K::FourWide>(warps, wide, tasks),
            (true, _) => device.grid::<K::MoreWide>(warps, wide, tasks),
            (false, 4) => device.grid::<K::Four>(warps, narrow, tasks),
            (false, 5) => device.grid::<K::Five>(warps, narrow, tasks),
            (false, _) => device.grid::<K::More>(warps, narrow, tasks),
        }
    }

    /// The grid of a bin: if its matrices stand in device memory, no more blocks than that has room for.
    pub(super) fn fitting_clique_grid<K: BinKernels>(&self, bin: Bin) -> Result<Grid, RuntimeError> {
        let grid = self.clique_grid::<K>(bin)?;
        if !bin.wide {
            return Ok(grid);
        }
        memory::fit_blocks(self.device(), grid, bin.shape.words_wide() * size_of::<u64>())
    }
}

impl Bin {
    /// Launches its kernel, on a track of its own if its matrices stand in shared memory.
    pub fn launch<K: BinKernels>(
        &self,
        lend: &Lend<'_>,
        own_track: usize,
        grid: Grid,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        match (self.wide, self.shape.k) {
            (true, 4) => lend.launch_beside::<K::FourWide>(WIDE_TRACK, grid, args),
            (true, _) => lend.launch_beside::<K::MoreWide>(WIDE_TRACK, grid, args),
            (false, 4) => lend.launch_beside::<K::Four>(own_track, grid, args),
            (false, 5) => lend.launch_beside::<K::Five>(own_track, grid, args),
            (false, _) => lend.launch_beside::<K::More>(own_track, grid, args),
        }
    }
}
