//! The edges among the lists of roots.

use motherlode_device::kernels::clique_draws::RootEdgesArgs;
use motherlode_device::kernels::clique_draws::weigh::{WeighRoots, WeighRootsWide};
use motherlode_device::kernels::cliques::{CliqueArgs, CliqueShape};
use motherlode_device::memory::Slice;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::LEAST_WAVES;
use crate::mine::deal::{Share, Work};
use crate::mine::{MineError, memory};
use crate::runtime::{Buffer, Grid, RuntimeError};

/// Counts the edges among the lists of roots: a task is one.
pub(super) struct RootEdges {
    on: OnDevice,
    bins: Vec<(Bin, Grid)>,
    /// For matrices that do not stand in shared memory: bins run one after the other.
    words: Buffer<'static, u64>,
    queues: Buffer<'static, u64>,
    /// For each root, what was found by this worker.
    pub edges: Buffer<'static, u64>,
}

impl RootEdges {
    /// For the first `roots` roots.
    pub fn new(on: OnDevice, roots: usize) -> Result<Self, RuntimeError> {
        let device = on.device();
        let bins = on.draw_bins(roots, CliqueShape::shared_bytes).into_iter();
        let bins = bins.map(|bin| Ok((bin, grid(&on, bin)?))).collect::<Result<Vec<_>, RuntimeError>>()?;
        let words = |(bin, grid): &(Bin, Grid)| bin.words(*grid);
        let words = device.unwritten(bins.iter().map(words).max().unwrap_or(0))?;
        let (queues, edges) = (device.zeroed(bins.len())?, device.zeroed(roots)?);
        Ok(RootEdges { bins, words, queues, edges, on })
    }
}

/// The grid of a bin: no more blocks than device memory has room for.
fn grid(on: &OnDevice, bin: Bin) -> Result<Grid, RuntimeError> {
    let (device, shape, tasks) = (on.device(), bin.shape, bin.tasks());
    if !bin.wide {
        return device.grid::<WeighRoots>(shape.warps, shape.shared_bytes(), tasks);
    }
    let grid = device.grid::<WeighRootsWide>(shape.warps, shape.shared_bytes_wide(), tasks)?;
    memory::fit(device, grid, (shape.words_wide() * size_of::<u64>()).div_ceil(shape.warps as usize) as u64)
}

impl Work for RootEdges {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.bins.last().map_or(0, |(bin, _)| bin.end.into())
    }

    fn least_share(&self, from: u64) -> u64 {
        let at = self.bins.iter().find(|(bin, _)| from < bin.end.into());
        at.map_or(1, |(_, grid)| LEAST_WAVES * u64::from(grid.blocks))
    }

    fn keeps_results(&self) -> bool {
        true
    }

    /// Runs all bins that have roots among the tasks, one after the other.
    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let RootEdges { on, bins, words, queues, edges } = self;
        queues.overwrite(&vec![0; queues.len()])?;
        let parts: Vec<Bin> = bins.iter().map(|(bin, _)| bin.among(&share.tasks())).collect();
        let ends: Vec<u64> = parts.iter().map(Bin::tasks).collect();
        // SAFETY: the graph's arguments; each bin's roots are among them, its grid has the shared memory and its launch the words of
        // device memory that its matrices take, one bin after the other.
        let lend = unsafe { on.lend() };
        let launches = || {
            for (at, ((_, grid), part)) in bins.iter().zip(&parts).enumerate().filter(|&(at, _)| ends[at] > 0)
            {
                let args = RootEdgesArgs {
                    cliques: CliqueArgs {
                        graph: on.graph(&lend),
                        hubs: on.hubs(&lend),
                        roots: lend.slice(on.oriented().roots().part(part.first.into(), part.roots())),
                        queue: lend.slice(queues.atomics().part(at as u64, 1)),
                        totals: Slice::empty(),
                        words: lend.scratch(&mut *words),
                        shape: part.shape,
                        chunk: part.chunk(*grid),
                        parts: 1,
                    },
                    edges: lend.slice(edges.atomics().part(part.first.into(), part.roots())),
                };
                match part.wide {
                    false => lend.launch::<WeighRoots>(*grid, &args)?,
                    true => lend.launch::<WeighRootsWide>(*grid, &args)?,
                }
            }
            Ok(())
        };
        Ok(share.watch(on.device(), queues, 0, &ends, launches)?)
    }
}
