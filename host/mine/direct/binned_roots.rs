//! Roots in bins of like lengths, whose matrices are made and searched by launches of their own: what sweeps of them
//! share.

use std::ops::Range;

use motherlode_device::memory::Scratch;

use super::cliques::Bin;
use super::on_device::OnDevice;
use super::sweep::SweepTasks;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// Bins of roots, each with its grid, and a queue for each: a task is a root.
pub(super) struct BinnedRoots {
    bins: Vec<Bin>,
    grids: Vec<Grid>,
    /// For the matrices that do not stand in shared memory. Launches with those run one after the other, so that what
    /// suffices for each suffices for all.
    words: Buffer<'static, u64>,
}

impl BinnedRoots {
    /// These bins, whose grids `grid` makes.
    ///
    /// # Errors
    /// When the matrices do not fit in the budget, or the driver fails.
    pub fn new(
        on: &OnDevice,
        bins: Vec<Bin>,
        grid: impl Fn(&OnDevice, Bin) -> Result<Grid, RuntimeError>,
    ) -> Result<Self, RuntimeError> {
        let grids = bins.iter().map(|bin| grid(on, *bin)).collect::<Result<Vec<_>, _>>()?;
        let words = bins.iter().zip(&grids).map(|(bin, grid)| bin.words(*grid)).max();
        Ok(BinnedRoots { words: on.device().unwritten(words.unwrap_or(0))?, bins, grids })
    }

    /// The roots.
    pub fn tasks(&self) -> SweepTasks {
        SweepTasks::Bins(self.bins.iter().zip(&self.grids).map(|(bin, grid)| bin.drawn_by(*grid)).collect())
    }

    /// Calls `launch` for each bin that has some of these roots: with its place, what it has of them, its grid, and the
    /// words of device memory for its matrices.
    ///
    /// # Errors
    /// Those of `launch`.
    pub fn launch_each(
        &mut self,
        lend: &Lend<'_>,
        roots: &Range<u64>,
        mut launch: impl FnMut(usize, Bin, Grid, Scratch<'_, u64>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let bins = self.bins.iter().map(|bin| bin.among(roots)).zip(&self.grids).enumerate();
        for (at, (bin, grid)) in bins.filter(|(_, (bin, _))| bin.tasks() > 0) {
            launch(at, bin, *grid, lend.scratch(&mut self.words))?;
        }
        Ok(())
    }
}
