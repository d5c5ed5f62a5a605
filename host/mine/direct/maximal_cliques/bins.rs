//! Roots of like lengths, and how they are searched for maximal cliques.

use motherlode_device::Kernel;
use motherlode_device::kernels::maximal_clique_members::{
    FindMaximalCliques, FindMaximalCliquesOfFew, FindMaximalCliquesWide,
};
use motherlode_device::kernels::maximal_cliques::count::{
    CountMaximalCliques, CountMaximalCliquesOfFew, CountMaximalCliquesWide,
};
use motherlode_device::kernels::maximal_cliques::members::MaximalCliqueMembersArgs;
use motherlode_device::kernels::maximal_cliques::{MaximalCliqueArgs, MaximalCliqueShape, RECORD_SETS};

use super::super::cliques::{Bin, Cut, FEW, SEARCH_WARPS};
use super::super::on_device::OnDevice;
use super::super::pivots::most_vertices;
use super::super::pivots::rounds::RoundBin;
use crate::memory;
use crate::runtime::{Grid, Lend, RuntimeError};

/// Lists as long as this and longer may be dealt in parts.
const SHARED: u32 = 33;
/// Tasks that a bin of few roots is dealt in.
const TASKS: usize = 1 << 12;
/// The most tasks of a root: each makes the root's matrix again, and the rows of its excluded vertices.
const MOST_PARTS: usize = 8;

/// Kernels that take the same: by the lengths of lists, and where matrices stand.
pub(super) trait MaximalCliqueKernels {
    type Args<'a>;
    type OfFew: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
    type Narrow: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
    type Wide: for<'a> Kernel<Args<'a> = Self::Args<'a>>;
}

/// Those that count by size.
pub(super) struct BySize;

impl MaximalCliqueKernels for BySize {
    type Args<'a> = MaximalCliqueArgs<'a>;
    type OfFew = CountMaximalCliquesOfFew;
    type Narrow = CountMaximalCliques;
    type Wide = CountMaximalCliquesWide;
}

/// Those that find the vertices.
pub(super) struct FindMembers;

impl MaximalCliqueKernels for FindMembers {
    type Args<'a> = MaximalCliqueMembersArgs<'a>;
    type OfFew = FindMaximalCliquesOfFew;
    type Narrow = FindMaximalCliques;
    type Wide = FindMaximalCliquesWide;
}

/// Roots of like lengths, and where they are searched.
pub(super) struct MaximalCliqueBin {
    pub bin: Bin,
    pub grid: Grid,
    pub shape: MaximalCliqueShape,
}

impl MaximalCliqueBin {
    /// Words of device memory that matrices and stacks take.
    pub fn words_and_stack(&self) -> (usize, usize) {
        let blocks = self.grid.blocks as usize;
        (blocks * self.words(), blocks * self.shape.stack_words())
    }

    /// Words of device memory that a block's matrix takes.
    fn words(&self) -> usize {
        if self.bin.wide { self.shape.cliques.words_wide() } else { 0 }
    }

    /// Launches its kernel.
    pub fn launch<K: MaximalCliqueKernels>(
        &self,
        lend: &Lend<'_>,
        track: usize,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        match (self.bin.wide, self.shape.cliques.longest) {
            (_, ..=FEW) => lend.launch_beside::<K::OfFew>(track, self.grid, args),
            (false, _) => lend.launch_beside::<K::Narrow>(track, self.grid, args),
            (true, _) => lend.launch_beside::<K::Wide>(track, self.grid, args),
        }
    }
}

impl RoundBin for MaximalCliqueBin {
    const RECORD_SETS: usize = RECORD_SETS;
    const BESIDE: bool = true;

    fn bin(&self) -> &Bin {
        &self.bin
    }

    fn grid(&self) -> Grid {
        self.grid
    }
}

impl OnDevice {
    /// The most vertices that a clique can have.
    pub(super) fn most_vertices(&self) -> u32 {
        most_vertices(self.outline())
    }

    /// Deals the first `roots` roots in bins, for these kernels.
    pub(super) fn maximal_clique_bins<K: MaximalCliqueKernels>(
        &self,
        roots: usize,
    ) -> Result<Vec<MaximalCliqueBin>, RuntimeError> {
        // A neighbour of a root is greater, or in its list.
        let excluded = self.outline().degrees.get(0);
        let bin = |cut: Cut| {
            let cliques = self.search_shape(cut.longest, cut.warps.min(SEARCH_WARPS));
            let shape = MaximalCliqueShape { cliques, most: self.most_vertices(), excluded };
            let wide = cut.longest > FEW && shape.shared_bytes() > self.tuning.shared_bytes;
            let is_whole = self.tuning.scalar || cut.longest < SHARED;
            let bin = cut.bin(cliques, wide, if is_whole { 1 } else { cut.parts(TASKS, MOST_PARTS) });
            let grid = Grid { blocks: 0, warps: 0, shared_bytes: 0 };
            let mut bin = MaximalCliqueBin { bin, grid, shape };
            bin.grid = self.maximal_clique_grid::<K>(&bin)?;
            Ok(bin)
        };
        self.cuts(0..roots, &self.outline().lengths, FEW).map(bin).collect()
    }

    /// The grid of a bin: no more blocks than device memory has room for.
    fn maximal_clique_grid<K: MaximalCliqueKernels>(
        &self,
        bin: &MaximalCliqueBin,
    ) -> Result<Grid, RuntimeError> {
        let (device, shape, tasks) = (self.device(), bin.shape, bin.bin.tasks());
        let (warps, narrow, wide) = (shape.cliques.warps, shape.shared_bytes(), shape.shared_bytes_wide());
        let grid = match (bin.bin.wide, shape.cliques.longest) {
            (_, ..=FEW) => device.grid::<K::OfFew>(warps, narrow, tasks),
            (false, _) => device.grid::<K::Narrow>(warps, narrow, tasks),
            (true, _) => device.grid::<K::Wide>(warps, wide, tasks),
        }?;
        let words = bin.words() + shape.stack_words();
        memory::fit_blocks(device, grid, words * size_of::<u64>())
    }
}
