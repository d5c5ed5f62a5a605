//! In which grids cliques of a size are counted at places.

use motherlode_device::kernels::pivots::local::{LocalCliquesArgs, LocalCliquesShape, RECORD_SETS};

use super::super::cliques::{Bin, Cut, FEW, SEARCH_WARPS};
use super::super::on_device::OnDevice;
use super::cliques_at::CliquesAt;
use super::most_vertices;
use super::number_width::NumberWidth::{self, Bits64, Bits128};
use super::rounds::RoundBin;
use super::rounds::Searches::{self, Begun, Resumed, Whole};
use crate::memory;
use crate::runtime::{Grid, Lend, RuntimeError};

/// Roots of like lengths, and where they are searched.
pub(super) struct LocalBin {
    pub bin: Bin,
    pub grid: Grid,
    pub shape: LocalCliquesShape,
    pub number: NumberWidth,
}

impl LocalBin {
    /// Words of device memory that matrices take.
    pub fn words(&self) -> usize {
        let words = if self.bin.wide { self.shape.cliques.words_wide() } else { 0 };
        self.grid.blocks as usize * words
    }

    /// Words of device memory that stacks take.
    pub fn stack_words(&self) -> usize {
        self.grid.blocks as usize * self.shape.stack_words()
    }

    /// Words of device memory that numbers of pairs take.
    pub fn pair_words(&self) -> usize {
        self.grid.blocks as usize * self.shape.pair_words()
    }

    /// Launches its kernel.
    pub fn launch<A: CliquesAt>(
        &self,
        lend: &Lend<'_>,
        args: &LocalCliquesArgs<'_>,
        searches: Searches,
    ) -> Result<(), RuntimeError> {
        let grid = self.grid;
        match (self.number, self.bin.wide, searches) {
            (Bits64, false, Whole) => lend.launch::<A::Count>(grid, args),
            (Bits64, false, Begun) => lend.launch::<A::Begin>(grid, args),
            (Bits64, false, Resumed) => lend.launch::<A::Resume>(grid, args),
            (Bits64, true, Whole) => lend.launch::<A::CountWide>(grid, args),
            (Bits64, true, Begun) => lend.launch::<A::BeginWide>(grid, args),
            (Bits64, true, Resumed) => lend.launch::<A::ResumeWide>(grid, args),
            (Bits128, false, Whole | Begun) => lend.launch::<A::Begin128>(grid, args),
            (Bits128, false, Resumed) => lend.launch::<A::Resume128>(grid, args),
            (Bits128, true, Whole | Begun) => lend.launch::<A::Begin128Wide>(grid, args),
            (Bits128, true, Resumed) => lend.launch::<A::Resume128Wide>(grid, args),
        }
    }
}

impl RoundBin for LocalBin {
    const RECORD_SETS: usize = RECORD_SETS;
    const BESIDE: bool = false;

    fn bin(&self) -> &Bin {
        &self.bin
    }

    fn grid(&self) -> Grid {
        self.grid
    }
}

impl OnDevice {
    /// Deals the first `roots` roots in bins, whose cliques are counted at such places, in such numbers.
    pub(super) fn local_bins<A: CliquesAt>(
        &self,
        roots: usize,
        number: NumberWidth,
    ) -> Result<Vec<LocalBin>, RuntimeError> {
        let bin = |cut: Cut| {
            let cliques = self.search_shape(cut.longest, cut.warps.min(SEARCH_WARPS));
            let shape = LocalCliquesShape {
                cliques,
                most: most_vertices(self.outline()),
                number_words: number.words() as u32,
                of_pairs: A::PAIRS,
            };
            let wide = shape.shared_bytes() > self.tuning.shared_bytes;
            let bin = cut.bin(cliques, wide, 1);
            Ok(LocalBin { grid: self.local_grid::<A>(bin, shape, number)?, bin, shape, number })
        };
        self.cuts(0..roots, &self.outline().lengths, FEW).map(bin).collect()
    }

    /// The grid of a bin: no more blocks than device memory has room for.
    fn local_grid<A: CliquesAt>(
        &self,
        bin: Bin,
        shape: LocalCliquesShape,
        number: NumberWidth,
    ) -> Result<Grid, RuntimeError> {
        let (device, warps, tasks) = (self.device(), bin.shape.warps, bin.tasks());
        let (narrow, wide) = (shape.shared_bytes(), shape.shared_bytes_wide());
        let grid = match (number, bin.wide) {
            (Bits64, false) => device.grid::<A::Count>(warps, narrow, tasks),
            (Bits64, true) => device.grid::<A::CountWide>(warps, wide, tasks),
            (Bits128, false) => device.grid::<A::Begin128>(warps, narrow, tasks),
            (Bits128, true) => device.grid::<A::Begin128Wide>(warps, wide, tasks),
        }?;
        let of_matrix = if bin.wide { shape.cliques.words_wide() } else { 0 };
        let words = of_matrix + shape.stack_words() + shape.pair_words();
        memory::fit_blocks(device, grid, words * size_of::<u64>())
    }
}
