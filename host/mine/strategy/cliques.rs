//! Cliques of a given size.

use motherlode_device::Kernel;
use motherlode_device::kernels::cliques::count::{
    Count4Cliques, Count4CliquesWide, CountCliques, CountCliquesWide, levels,
};
use motherlode_device::kernels::cliques::{CliqueArgs, Shape};
use motherlode_device::kernels::count::tally::{TOTALS, total};

use super::session::Session;
use crate::mine::progress::timed;
use crate::mine::{MineError, memory};
use crate::runtime::{Buffer, Grid, RuntimeError};

/// The longest lists of the bins, and the warps that work on a root of each.
const BINS: [(u32, u32); 9] =
    [(1024, 16), (768, 16), (512, 16), (384, 8), (256, 8), (192, 8), (128, 4), (64, 2), (32, 1)];
/// Warps for roots whose matrices stand in device memory.
const WIDE_WARPS: u32 = 16;
/// Roots drawn at a time where one warp works on a root.
const SMALL_CHUNK: u32 = 8;

/// Roots of like lengths, and how they are worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bin {
    /// Positions in the orientation's roots.
    first: u32,
    end: u32,
    shape: Shape,
    wide: bool,
}

impl Session<'_> {
    /// The number of cliques of `k` vertices, for `k >= 1`.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn cliques(&mut self, k: u32) -> Result<u128, MineError> {
        match k {
            1 => Ok(self.oriented.n().into()),
            2 => Ok(self.oriented.edges() as u128),
            3 => self.triangles(),
            _ => {
                let mut mine = 0.0;
                let cliques = timed(&mut mine, || self.count_cliques(k))?;
                self.seconds.mine += mine;
                Ok(cliques)
            }
        }
    }

    fn count_cliques(&mut self, k: u32) -> Result<u128, MineError> {
        let roots = self.oriented.roots_from(k - 1);
        if roots.is_empty() {
            return Ok(0);
        }
        self.fill_hubs()?;
        let totals = self.device.zeroed::<u64>(TOTALS)?;
        for bin in self.bins(k, roots) {
            self.bin(bin, &roots[bin.first as usize..bin.end as usize], &totals)?;
        }
        total(&totals.download()?).ok_or(MineError::CountOverflow)
    }

    /// Deals the roots, of which the longest lists come first, in bins.
    fn bins(&self, k: u32, roots: &[u32]) -> Vec<Bin> {
        let length = |at: usize| self.oriented.length(roots[at]);
        let mut bins = Vec::new();
        let mut first = 0;
        while first < roots.len() {
            let longest = length(first);
            // The smallest bin that holds the longest list, and what of the rest would fit in no smaller one.
            let (warps, least) = match BINS.iter().rposition(|&(most, _)| longest <= most) {
                Some(bin) if !self.tuning.scalar => {
                    (BINS[bin].1, BINS.get(bin + 1).map_or(0, |&(most, _)| most + 1))
                }
                Some(_) => (1, 0),
                None => (if self.tuning.scalar { 1 } else { WIDE_WARPS }, BINS[0].0 + 1),
            };
            let end = roots.partition_point(|&root| self.oriented.length(root) >= least).max(first + 1);
            let marks = self.tuning.marks(self.oriented.n(), self.hubs().count);
            let shape = Shape { longest, k, levels: levels(k), warps, marks };
            let wide = shape.shared_bytes() > self.tuning.shared_bytes;
            bins.push(Bin { first: first as u32, end: end as u32, shape, wide });
            first = end;
        }
        bins
    }

    /// Counts the cliques of the roots of one bin.
    fn bin(&self, bin: Bin, roots: &[u32], totals: &Buffer<'_, u64>) -> Result<(), RuntimeError> {
        match (bin.wide, bin.shape.k) {
            (true, 4) => self.launch_wide::<Count4CliquesWide>(bin, roots, totals),
            (true, _) => self.launch_wide::<CountCliquesWide>(bin, roots, totals),
            (false, 4) => self.launch_shared::<Count4Cliques>(bin, roots, totals),
            (false, _) => self.launch_shared::<CountCliques>(bin, roots, totals),
        }
    }

    fn launch_shared<K>(&self, bin: Bin, roots: &[u32], totals: &Buffer<'_, u64>) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = CliqueArgs<'a>>,
    {
        let grid = self.grid::<K>(bin.shape.warps, bin.shape.shared_bytes(), roots.len() as u64)?;
        self.launch::<K>(grid, bin, roots, totals, 0)
    }

    fn launch_wide<K>(&self, bin: Bin, roots: &[u32], totals: &Buffer<'_, u64>) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = CliqueArgs<'a>>,
    {
        let shape = bin.shape;
        let shared = shape.shared_bytes_wide();
        let grid = self.grid::<K>(shape.warps, shared, roots.len() as u64)?;
        let bytes_per_warp = (shape.words_wide() * size_of::<u64>()).div_ceil(shape.warps as usize) as u64;
        let grid = memory::fit(self.device, grid.blocks, shape.warps, shared, bytes_per_warp)?;
        self.launch::<K>(grid, bin, roots, totals, shape.words_wide())
    }

    fn launch<K>(
        &self,
        grid: Grid,
        bin: Bin,
        roots: &[u32],
        totals: &Buffer<'_, u64>,
        words_per_block: usize,
    ) -> Result<(), RuntimeError>
    where
        K: for<'a> Kernel<Args<'a> = CliqueArgs<'a>>,
    {
        let queue = self.device.zeroed::<u64>(1)?;
        let mut words = self.device.unwritten::<u64>(grid.blocks as usize * words_per_block)?;
        let args = CliqueArgs {
            graph: self.graph(),
            hubs: self.hubs(),
            roots: self.root_part(bin.first..bin.end),
            queue: queue.atomics(),
            totals: totals.atomics(),
            words: words.scratch(),
            shape: bin.shape,
            chunk: if bin.shape.warps == 1 { SMALL_CHUNK } else { 1 },
        };
        self.run::<K>(grid, &args, &queue, roots.len() as u64)
    }
}
