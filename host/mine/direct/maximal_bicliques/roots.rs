//! The roots of maximal bicliques, and the grids that search them.

use std::ops::Range;

use motherlode_device::kernels::maximal_bicliques::MaximalBicliqueShape;
use motherlode_device::kernels::maximal_bicliques::search::{CountMaximalBicliques, WriteMaximalBicliques};

use crate::direct::bicliques::{AnchoredRoot, Anchoring, MostRoom, of_like_room};
use crate::direct::on_device::{OnDevice, WARPS};
use crate::memory;
use crate::place::Outline;
use crate::runtime::{Grid, RuntimeError};

/// Numbers that the stack of a warp has at most, but where a few nodes take more.
const STACK: u64 = 1 << 20;
/// Nodes of the largest size that it has room for in any case. Most are much smaller.
const NODES: u64 = 8;

/// The roots of a form, those that take the most room first.
#[derive(Debug)]
pub(super) struct MaximalRoots {
    least_taken: u32,
    least_common: u32,
    roots: Vec<AnchoredRoot>,
    /// The vertices of these.
    pub vertices: Vec<u32>,
}

/// Roots that take like room.
pub(super) struct MaximalBin {
    /// Which of the roots.
    pub roots: Range<u64>,
    pub shape: MaximalBicliqueShape,
    pub grid: Grid,
}

impl MaximalRoots {
    /// Those of a form, whose vertices are called `old_of_new` in the graph and have the degrees of `outline`.
    pub fn new(old_of_new: &[u32], outline: &Outline, how: Anchoring<'_>) -> Self {
        let roots = how.roots(old_of_new, outline, false);
        let vertices = roots.iter().map(|root| root.vertex).collect();
        MaximalRoots { least_taken: how.take, least_common: how.common, roots, vertices }
    }

    /// The bins of some of them, for the kernel that counts, or the one that writes. What they number are those.
    ///
    /// # Errors
    /// When not even one block has room, or the driver fails.
    pub fn bins(
        &self,
        on: &OnDevice,
        some: Range<usize>,
        writes: bool,
    ) -> Result<Vec<MaximalBin>, RuntimeError> {
        let roots = &self.roots[some];
        of_like_room(roots).into_iter().map(|range| self.bin(on, roots, range, writes)).collect()
    }

    fn bin(
        &self,
        on: &OnDevice,
        roots: &[AnchoredRoot],
        range: Range<usize>,
        writes: bool,
    ) -> Result<MaximalBin, RuntimeError> {
        let (device, most) = (on.device(), MostRoom::of(&roots[range.clone()]));
        let (row_words, candidates) = (u64::from(most.row_words), u64::from(most.candidates));
        // Each node of a path has a smaller set than the one above, and has taken one more.
        let levels = candidates.min(row_words * u64::from(u64::BITS)) + 1;
        let stack_of = |nodes: u64| MaximalBicliqueShape::stack_of(nodes, row_words, candidates);
        let shape = MaximalBicliqueShape {
            cells: most.cells,
            stack: stack_of(levels).min(STACK.max(stack_of(NODES))),
            vertices: on.outline().n(),
            least_taken: self.least_taken,
            least_common: self.least_common,
            candidates: most.candidates,
            warps: device.warps_of_block(WARPS),
            unused: 0,
        };
        let (count, shared) = (range.len() as u64, MaximalBicliqueShape::shared_bytes());
        let grid = match writes {
            false => device.grid::<CountMaximalBicliques>(WARPS, shared, count),
            true => device.grid::<WriteMaximalBicliques>(WARPS, shared, count),
        }?;
        let bytes = shape.block_words().saturating_mul(size_of::<u64>() as u64);
        let blocks = memory::fitting(device, grid.blocks.into(), bytes)? as u32;
        let grid = Grid { blocks, ..grid };
        Ok(MaximalBin { roots: range.start as u64..range.end as u64, shape, grid })
    }
}

impl MaximalBin {
    /// Those of some roots that are in the bin, from its first on.
    pub fn tasks(&self, of: &Range<u64>) -> Range<u64> {
        let within = |root: u64| root.clamp(self.roots.start, self.roots.end) - self.roots.start;
        within(of.start)..within(of.end)
    }

    /// Words of device memory that its blocks take.
    pub fn words(&self) -> u64 {
        u64::from(self.grid.blocks) * self.shape.block_words()
    }
}
