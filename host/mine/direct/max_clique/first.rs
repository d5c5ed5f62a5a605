//! The first clique of a root that has a given size.

use std::ops::Range;

use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::max_clique::find::FindFirst;
use motherlode_device::kernels::max_clique::{MaxCliqueArgs, MaxCliqueShape, standing};
use motherlode_device::memory::Slice;

use super::super::on_device::OnDevice;
use super::super::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::deal::InOrder;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Searches a root again, for its first clique of a size: one task.
pub(super) struct FirstClique {
    /// The root's position.
    position: u32,
    shape: MaxCliqueShape,
    grid: Grid,
    words: Buffer<'static, u64>,
    stack: Buffer<'static, u64>,
    best: Buffer<'static, u64>,
    found: Buffer<'static, u32>,
}

impl FirstClique {
    /// For a clique of `size` vertices of the root at a position.
    pub fn new(on: OnDevice, size: u32, position: u32) -> Result<Swept<Self>, RuntimeError> {
        let (device, root) = (on.device(), position as usize);
        let cut = on.cut(root, root + 1, &on.outline().lengths, 0);
        let shape = on.max_clique_shape(cut.longest, cut.warps);
        let (words, stack) = (shape.cliques.words_wide(), shape.stack_words());
        let grid = device.grid::<FindFirst>(shape.cliques.warps, shape.shared_bytes_wide(), 1)?;
        let grid = memory::fit_blocks(device, grid, (words + stack) * size_of::<u64>())?;
        let (words, stack) = (device.unwritten(words)?, device.unwritten(stack)?);
        let best = device.copied(&[standing(size, position)])?;
        let found = device.copied(&vec![u32::MAX; size as usize])?;
        Swept::new(on, 0, FirstClique { position, shape, grid, words, stack, best, found })
    }
}

// SAFETY: the root is one of the graph's, and the launch has the shared memory, the words of device memory for one
// block, and the room for what is found that it takes.
unsafe impl Sweep for FirstClique {
    /// What was found: vertices of the form.
    type Tally = InOrder<u32>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(1)
    }

    fn stops_within(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let FirstClique { position, shape, grid, words, stack, best, found } = self;
        let args = MaxCliqueArgs {
            cliques: CliqueArgs {
                graph: on.graph(lend),
                hubs: on.hubs(lend),
                roots: lend.slice(on.oriented().roots().part(u64::from(*position), 1)),
                queue: lend.slice(share.queue(0)),
                totals: Slice::empty(),
                words: lend.scratch(words),
                shape: shape.cliques,
                chunk: 1,
                parts: 1,
            },
            best: lend.atomics(best),
            stack: lend.scratch(stack),
            found: lend.scratch(found),
            most: shape.most,
            first: *position,
            classes: shape.classes,
            packed: shape.packed,
        };
        lend.launch::<FindFirst>(*grid, &args)
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<InOrder<u32>, MineError> {
        Ok(InOrder(self.found.download()?))
    }
}
