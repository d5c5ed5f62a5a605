//! The size of a largest clique, and the first root that has one.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use motherlode_device::kernels::max_clique::find::{FindLargest, FindLargestOfFew, FindLargestWide};
use motherlode_device::kernels::max_clique::{MaxCliqueArgs, MaxCliqueShape, standing};
use motherlode_device::memory::Scratch;

use super::super::cliques::{Bin, Cut, FEW};
use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use super::EDGE;
use crate::deal::Merge;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError, Staging};
use crate::{MineError, memory};

/// Lists as long as this and longer may be dealt in parts.
const SHARED: u32 = 129;
/// Tasks that a bin of few roots is dealt in.
const TASKS: usize = 1 << 12;
/// The most tasks of a root: each makes the root's matrix again.
const MOST_PARTS: usize = 16;

/// The best that was found: see [`standing`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Best(pub u64);

impl Merge for Best {
    fn merge(&mut self, other: Best) -> Result<(), MineError> {
        self.0 = self.0.max(other.0);
        Ok(())
    }
}

/// Roots of like lengths, and where they are searched.
struct SearchBin {
    bin: Bin,
    grid: Grid,
    shape: MaxCliqueShape,
}

/// Searches the roots: a task is one.
pub(super) struct MaxCliqueSearch {
    bins: Vec<SearchBin>,
    /// For matrices that do not stand in shared memory, and for stacks: bins run one after the other.
    words: Buffer<'static, u64>,
    stack: Buffer<'static, u64>,
    best: Buffer<'static, u64>,
    /// The best on its way to the host.
    fetched: Staging<u64>,
    /// The best of all workers.
    shared: Arc<AtomicU64>,
}

impl MaxCliqueSearch {
    /// What the workers share at first: a clique of so many vertices, of a root behind all others, so that the first
    /// root that has one of as many is found; or of an edge, whose root nobody asks for.
    pub fn begin(reached: u32) -> Arc<AtomicU64> {
        let best = if reached > EDGE { standing(reached, u32::MAX) } else { standing(EDGE, 0) };
        Arc::new(best.into())
    }

    /// For the first `roots` roots.
    pub fn new(on: OnDevice, roots: usize, shared: Arc<AtomicU64>) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let bins = on.search_bins(roots)?;
        let most = |words: fn(&SearchBin) -> usize| bins.iter().map(words).max().unwrap_or(0);
        let (words, stack) = (most(SearchBin::words), most(SearchBin::stack_words));
        let (words, stack) = (device.unwritten(words)?, device.unwritten(stack)?);
        let (best, fetched) = (device.zeroed(1)?, Staging::new(device, 1)?);
        Swept::new(on, 0, MaxCliqueSearch { bins, words, stack, best, fetched, shared })
    }
}

impl SearchBin {
    /// Words of device memory that matrices take.
    fn words(&self) -> usize {
        let words = if self.bin.wide { self.shape.cliques.words_wide() } else { 0 };
        self.grid.blocks as usize * words
    }

    /// Words of device memory that stacks take.
    fn stack_words(&self) -> usize {
        self.grid.blocks as usize * self.shape.stack_words()
    }

    /// Launches its kernel.
    fn launch(&self, lend: &Lend<'_>, args: &MaxCliqueArgs<'_>) -> Result<(), RuntimeError> {
        match (self.bin.wide, self.shape.cliques.longest) {
            (_, ..=FEW) => lend.launch::<FindLargestOfFew>(self.grid, args),
            (false, _) => lend.launch::<FindLargest>(self.grid, args),
            (true, _) => lend.launch::<FindLargestWide>(self.grid, args),
        }
    }
}

impl OnDevice {
    /// Deals the first `roots` roots in bins.
    fn search_bins(&self, roots: usize) -> Result<Vec<SearchBin>, RuntimeError> {
        let bin = |cut: Cut| {
            let shape = self.max_clique_shape(cut.longest, cut.warps);
            let wide = cut.longest > FEW && shape.shared_bytes() > self.tuning.shared_bytes;
            let is_whole = self.tuning.scalar || cut.longest < SHARED;
            let bin = cut.bin(shape.cliques, wide, if is_whole { 1 } else { cut.parts(TASKS, MOST_PARTS) });
            Ok(SearchBin { grid: self.search_grid(bin, shape)?, bin, shape })
        };
        self.cuts(0..roots, &self.outline().lengths, FEW).map(bin).collect()
    }

    /// The grid of a bin: no more blocks than device memory has room for.
    fn search_grid(&self, bin: Bin, shape: MaxCliqueShape) -> Result<Grid, RuntimeError> {
        let (device, warps, tasks) = (self.device(), bin.shape.warps, bin.tasks());
        let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
        let grid = match (bin.wide, bin.shape.longest) {
            (_, ..=FEW) => device.grid::<FindLargestOfFew>(warps, narrow, tasks),
            (false, _) => device.grid::<FindLargest>(warps, narrow, tasks),
            (true, _) => device.grid::<FindLargestWide>(warps, wide, tasks),
        }?;
        let words = if bin.wide { shape.cliques.words_wide() } else { 0 } + shape.stack_words();
        memory::fit_blocks(device, grid, words * size_of::<u64>())
    }
}

// SAFETY: each bin's roots are among the graph's, its grid has the shared memory and its launch the words of device
// memory that its matrices and stacks take, one bin after the other.
unsafe impl Sweep for MaxCliqueSearch {
    type Tally = Best;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Bins(self.bins.iter().map(|bin| bin.bin.drawn_by(bin.grid)).collect())
    }

    fn stops_within(&self) -> bool {
        true
    }

    fn prepare(&mut self, _: &OnDevice, _: &Range<u64>) -> Result<(), RuntimeError> {
        self.best.overwrite(&[self.shared.load(Ordering::Relaxed)])
    }

    /// Runs all bins that have roots among the tasks, one after the other: each begins with the best of those before
    /// it.
    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let MaxCliqueSearch { bins, words, stack, best, fetched, .. } = self;
        for (at, bin) in bins.iter().enumerate() {
            let part = bin.bin.among(&share.tasks);
            if part.tasks() == 0 {
                continue;
            }
            let args = MaxCliqueArgs {
                cliques: on.clique_args(lend, &part, bin.grid, share.queue(at), lend.scratch(&mut *words)),
                best: lend.atomics(best),
                stack: lend.scratch(&mut *stack),
                found: Scratch::empty(),
                most: bin.shape.most,
                first: part.first,
                classes: bin.shape.classes,
                packed: bin.shape.packed,
            };
            bin.launch(lend, &args)?;
        }
        fetched.begin(best, 1)
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<Best, MineError> {
        let best = self.fetched.wait()?[0];
        self.shared.fetch_max(best, Ordering::Relaxed);
        Ok(Best(best))
    }
}
