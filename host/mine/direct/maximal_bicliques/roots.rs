//! The roots of maximal bicliques, and the grids that search them.

use std::ops::{Range, RangeInclusive};

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
/// Words of the rows of a root, at most, where those who are greater have rows.
const MOST_CELLS: u64 = 1 << 22;
/// A search below so many candidates is shared, where more than one block runs.
const SHARED_FROM: u32 = 1 << 8;
/// How often whoever has nothing to do asks a root for a share, at least and at most.
const ASKED: RangeInclusive<u64> = 3..=64;
/// Tasks of a block that runs at once, in a launch of few roots.
const TASKS_OF_BLOCK: u64 = 4;

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
        let roots = how.roots(old_of_new, outline, MOST_CELLS);
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
        let mut shape = MaximalBicliqueShape {
            cells: most.cells,
            stack: stack_of(levels).min(STACK.max(stack_of(NODES))),
            vertices: on.outline().n(),
            least_taken: self.least_taken,
            least_common: self.least_common,
            candidates: most.candidates,
            warps: device.warps_of_block(WARPS),
            greater_have_rows: (!roots[range.start].before).into(),
            shared_from: SHARED_FROM,
            unused: 0,
        };
        let is_shared = candidates >= SHARED_FROM.into();
        let most_tasks = range.len() as u64 * if is_shared { 1 + ASKED.end() } else { 1 };
        let shared = MaximalBicliqueShape::shared_bytes();
        let grid = match writes {
            false => device.grid::<CountMaximalBicliques>(WARPS, shared, most_tasks),
            true => device.grid::<WriteMaximalBicliques>(WARPS, shared, most_tasks),
        }?;
        let bytes = shape.block_words().saturating_mul(size_of::<u64>() as u64);
        let blocks = memory::fitting(device, grid.blocks.into(), bytes)? as u32;
        let grid = Grid { blocks, ..grid };
        if blocks == 1 || !is_shared {
            // There is nobody to share with, or nothing.
            shape.shared_from = u32::MAX;
        }
        Ok(MaximalBin { roots: range.start as u64..range.end as u64, shape, grid })
    }
}

/// What a launch searches.
pub(super) struct BinLaunch {
    /// The roots.
    pub roots: Range<u64>,
    /// With how many of them those help who have nothing to do.
    pub helped: u64,
    /// The end of the tasks, of which some are to help.
    pub end: u64,
}

impl MaximalBin {
    /// The launch of those of some roots that are in the bin.
    pub fn launch(&self, of: &Range<u64>) -> BinLaunch {
        let roots = self.roots_of(of);
        let (count, blocks) = (roots.end - roots.start, u64::from(self.grid.blocks));
        if count == 0 || self.shape.shared_from == u32::MAX {
            return BinLaunch { end: roots.end, helped: 0, roots };
        }
        // The first take the most room, so that they may be the longest.
        let helped = count.min(blocks);
        let asked = (TASKS_OF_BLOCK * blocks).div_ceil(count).clamp(*ASKED.start(), *ASKED.end());
        BinLaunch { end: roots.end + helped * asked, helped, roots }
    }

    /// Those of some roots that are in the bin, from its first on.
    fn roots_of(&self, of: &Range<u64>) -> Range<u64> {
        let within = |root: u64| root.clamp(self.roots.start, self.roots.end) - self.roots.start;
        within(of.start)..within(of.end)
    }

    /// Words of device memory that its blocks take.
    pub fn words(&self) -> u64 {
        u64::from(self.grid.blocks) * self.shape.block_words()
    }
}
