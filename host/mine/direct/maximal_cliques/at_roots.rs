//! The maximal cliques of the roots of lists of two and more, by size.

use std::ops::Range;

use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::bins::BySize;
use super::search::RootSearch;
use crate::MineError;
use crate::runtime::{Buffer, Lend, RuntimeError, Staging};

/// Counts maximal cliques by their vertices: a task is a root.
pub(super) struct MaximalCliqueCounter {
    search: RootSearch,
    sizes: Buffer<'static, u64>,
    /// The sizes on their way to the host.
    fetched: Staging<u64>,
}

impl MaximalCliqueCounter {
    /// For the first `roots` roots, and cliques of at least so many vertices.
    pub fn new(on: OnDevice, roots: usize, least: u32) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let cells = on.most_vertices() as usize + 1;
        let (sizes, fetched) = (device.zeroed(cells)?, Staging::new(device, cells)?);
        let search = RootSearch::new::<BySize>(&on, roots, least)?;
        Swept::new(on, 0, MaximalCliqueCounter { search, sizes, fetched })
    }
}

// SAFETY: that of the search, and there is a number for each size of a clique.
unsafe impl Sweep for MaximalCliqueCounter {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        self.search.rounds.tasks()
    }

    fn prepare(&mut self, _: &OnDevice, tasks: &Range<u64>) -> Result<(), RuntimeError> {
        let used = self.search.rounds.begin(tasks)?;
        if used { self.sizes.overwrite(&vec![0; self.sizes.len()]) } else { Ok(()) }
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let MaximalCliqueCounter { search, sizes, fetched } = self;
        search.launch(on, lend, share, None, sizes, |track, launched, args| {
            launched.bin.launch::<BySize>(lend, track, &args)
        })?;
        fetched.begin(sizes, sizes.len())
    }

    fn rest(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<Option<Vec<u64>>, RuntimeError> {
        self.search.rounds.rest()
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<Vec<u128>, MineError> {
        Ok(self.fetched.wait()?.iter().map(|&count| count.into()).collect())
    }
}
