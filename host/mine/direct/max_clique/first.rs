//! The first clique of a root that has a given size.

use motherlode_device::kernels::cliques::CliqueArgs;
use motherlode_device::kernels::max_clique::find::FindFirst;
use motherlode_device::kernels::max_clique::{MaxCliqueArgs, MaxCliqueShape, STOP, standing};
use motherlode_device::memory::Slice;

use super::super::on_device::OnDevice;
use crate::deal::{InOrder, Share, Work};
use crate::runtime::{Buffer, Grid, RuntimeError};
use crate::{MineError, memory};

/// Searches a root again, for its first clique of a size: one task.
pub(super) struct FirstClique {
    on: OnDevice,
    /// The root's position.
    position: u32,
    shape: MaxCliqueShape,
    grid: Grid,
    words: Buffer<'static, u64>,
    stack: Buffer<'static, u64>,
    queue: Buffer<'static, u64>,
    best: Buffer<'static, u64>,
    found: Buffer<'static, u32>,
}

impl FirstClique {
    /// For a clique of `size` vertices of the root at a position.
    pub fn new(on: OnDevice, size: u32, position: u32) -> Result<Self, RuntimeError> {
        let (device, root) = (on.device(), position as usize);
        let cut = on.cut(root, root + 1, &on.outline().lengths, 0);
        let shape = on.max_clique_shape(cut.longest, cut.warps);
        let (words, stack) = (shape.cliques.words_wide(), shape.stack_words());
        let warps = shape.cliques.warps;
        let bytes = ((words + stack) * size_of::<u64>()).div_ceil(warps as usize) as u64;
        let grid = device.grid::<FindFirst>(warps, shape.shared_bytes_wide(), 1)?;
        let grid = memory::fit(device, grid, bytes)?;
        let (words, stack) = (device.unwritten(words)?, device.unwritten(stack)?);
        let best = device.copied(&[standing(size, position)])?;
        let (queue, found) = (device.zeroed(1)?, device.copied(&vec![u32::MAX; size as usize])?);
        Ok(FirstClique { position, shape, grid, words, stack, queue, best, found, on })
    }
}

impl Work for FirstClique {
    /// What was found: vertices of the form.
    type Tally = InOrder<u32>;

    fn tasks(&self) -> u64 {
        1
    }

    fn run(&mut self, share: &Share<'_>) -> Result<InOrder<u32>, MineError> {
        let FirstClique { on, position, shape, grid, words, stack, queue, best, found } = self;
        let root = u64::from(*position);
        // SAFETY: the graph's arguments; the root is one of them, and the launch has the shared memory, the words of
        // device memory for one block, and the room for what is found that it takes.
        let lend = unsafe { on.lend() };
        let args = MaxCliqueArgs {
            cliques: CliqueArgs {
                graph: on.graph(&lend),
                hubs: on.hubs(&lend),
                roots: lend.slice(on.oriented().roots().part(root, 1)),
                queue: lend.atomics(queue),
                totals: Slice::empty(),
                words: lend.scratch(words),
                shape: shape.cliques,
                chunk: 1,
                parts: 1,
            },
            best: lend.atomics(best),
            stack: lend.scratch(stack),
            found: lend.scratch(&mut *found),
            most: shape.most,
            first: *position,
            classes: shape.classes,
            packed: shape.packed,
        };
        share.watch_within(on.device(), queue, 0, &[1], STOP, || lend.launch::<FindFirst>(*grid, &args))?;
        Ok(InOrder(found.download()?))
    }
}
