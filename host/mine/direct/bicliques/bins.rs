//! Roots that take like room, and the grids that search them.

use std::ops::Range;

use motherlode_device::kernels::bicliques::PqBicliqueShape;
use motherlode_device::kernels::bicliques::count::{CountPqBicliques, CountPqBicliquesAtArcs};

use super::anchored::{AnchoredRoot, AnchoredRoots};
use crate::direct::on_device::{OnDevice, WARPS};
use crate::memory;
use crate::runtime::{Grid, RuntimeError};

/// A bin has roots that take a part of what its first takes, down to one in so many.
const STEP: u64 = 8;
/// Roots that take no more than so many words are in one bin.
const SMALL: u64 = 1 << 12;
/// Tasks that a bin of few roots is dealt in, for each block that runs at once.
const TASKS_OF_BLOCK: u64 = 4;
/// The most tasks of a root: each makes its rows again.
const MOST_PARTS: u64 = 64;

/// The roots, of which those that take the most room come first, in parts that take like room and have candidates of
/// one kind.
pub(in crate::direct) fn of_like_room(roots: &[AnchoredRoot]) -> Vec<Range<usize>> {
    let (mut parts, mut first) = (Vec::new(), 0);
    while first < roots.len() {
        let least = roots[first].size() / STEP;
        let like = |root: &AnchoredRoot| root.size() > least || roots[first].size() <= SMALL;
        let within = |root: &AnchoredRoot| root.before == roots[first].before && like(root);
        let end = first + roots[first..].partition_point(within);
        parts.push(first..end);
        first = end;
    }
    parts
}

/// What any of some roots takes at most.
#[derive(Clone, Copy, Debug)]
pub(in crate::direct) struct MostRoom {
    pub cells: u64,
    pub candidates: u32,
    pub row_words: u32,
}

impl MostRoom {
    pub fn of(roots: &[AnchoredRoot]) -> MostRoom {
        let most = |of: fn(&AnchoredRoot) -> u64| roots.iter().map(of).max().unwrap_or(0);
        MostRoom {
            cells: most(|root| root.cells()),
            candidates: most(|root| root.candidates.into()) as u32,
            row_words: most(|root| root.row_words.into()) as u32,
        }
    }
}

/// Roots that take like room.
pub(super) struct PqBicliqueBin {
    /// Which of the roots.
    pub roots: Range<u64>,
    /// How many tasks each is dealt in.
    pub parts: u64,
    pub shape: PqBicliqueShape,
    pub grid: Grid,
}

impl PqBicliqueBin {
    /// The tasks of those of some roots that are in the bin.
    pub fn tasks(&self, of: &Range<u64>) -> Range<u64> {
        let within =
            |root: u64| (root.clamp(self.roots.start, self.roots.end) - self.roots.start) * self.parts;
        within(of.start)..within(of.end)
    }

    /// Words of device memory that its blocks take.
    pub fn words(&self) -> u64 {
        u64::from(self.grid.blocks) * self.shape.block_words()
    }
}

impl OnDevice {
    /// Deals all roots in bins.
    pub(super) fn pq_biclique_bins(
        &self,
        anchored: &AnchoredRoots,
        at_arcs: bool,
    ) -> Result<Vec<PqBicliqueBin>, RuntimeError> {
        let bins = of_like_room(&anchored.roots).into_iter();
        bins.map(|range| self.pq_biclique_bin(anchored, range, at_arcs)).collect()
    }

    /// A bin of these roots: no more blocks than device memory has room for.
    fn pq_biclique_bin(
        &self,
        anchored: &AnchoredRoots,
        range: Range<usize>,
        at_arcs: bool,
    ) -> Result<PqBicliqueBin, RuntimeError> {
        let (device, roots) = (self.device(), &anchored.roots[range.clone()]);
        let most = MostRoom::of(roots);
        let mut shape = PqBicliqueShape {
            cells: most.cells,
            vertices: self.outline().n(),
            take: anchored.take,
            common: anchored.common,
            candidates: most.candidates,
            row_words: most.row_words,
            warps: device.warps_of_block(WARPS),
            at_arcs: at_arcs.into(),
            unused: 0,
        };
        if !shape.has_rows() {
            (shape.cells, shape.row_words) = (0, 0);
        }
        let (count, shared) = (roots.len() as u64, PqBicliqueShape::shared_bytes());
        let most_tasks = if shape.has_rows() && !self.tuning.scalar { count * MOST_PARTS } else { count };
        let grid = match at_arcs {
            false => device.grid::<CountPqBicliques>(WARPS, shared, most_tasks),
            true => device.grid::<CountPqBicliquesAtArcs>(WARPS, shared, most_tasks),
        }?;
        let bytes = shape.block_words().saturating_mul(size_of::<u64>() as u64);
        let blocks = memory::fitting(device, grid.blocks.into(), bytes)?;
        let parts = (TASKS_OF_BLOCK * blocks).div_ceil(count).min(most_tasks / count);
        let grid = Grid { blocks: blocks.min(count * parts) as u32, ..grid };
        Ok(PqBicliqueBin { roots: range.start as u64..range.end as u64, parts, shape, grid })
    }
}
