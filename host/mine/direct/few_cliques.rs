//! Cliques of four to seven vertices of a small graph, by one launch.

use motherlode_device::kernels::cliques::at_once::{
    ALONE, CliquesAtOnceArgs, Count4CliquesAtOnce, Count5CliquesAtOnce, Count6CliquesAtOnce,
    Count7CliquesAtOnce, shared_bytes,
};
use motherlode_device::kernels::landing::LandingSum;

use super::at_once::AtOnce;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use crate::MineError;
use crate::place::Together;
use crate::runtime::{Buffer, Grid, Lend, RuntimeError};

/// How many roots a warp draws at a time, at most.
const MOST_DRAWN: u64 = 2;

impl Session<'_> {
    /// Whether a graph is so small that [`count_few_cliques`](Self::count_few_cliques) counts its cliques of `k`
    /// vertices.
    pub(super) fn has_few_cliques(&self, k: u32) -> bool {
        self.first.tuning.has_few_cliques(self.outline(), k)
    }

    /// The number of cliques of `k` vertices of a small graph.
    ///
    /// # Errors
    /// When what it needs does not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn count_few_cliques(&mut self, k: u32) -> Result<u128, MineError> {
        self.make_room(Together { oriented: true, ..Together::default() })?;
        self.count_at_once(|on| FewCliques::new(on, k))
    }
}

/// All cliques of `k` vertices of a small graph.
struct FewCliques {
    k: u32,
    longest: u32,
    roots: u64,
    /// How many of them have long lists.
    long: u32,
    grid: Grid,
    queues: Buffer<'static, u64>,
}

impl FewCliques {
    fn new(on: &OnDevice, k: u32) -> Result<Self, RuntimeError> {
        let (device, outline) = (on.device(), on.outline());
        let (longest, roots) = (outline.lengths.get(0), outline.roots_from(k - 1) as u64);
        let long = roots.min(outline.roots_from(ALONE + 1) as u64);
        let shared = shared_bytes(longest, device.warps_of_block(WARPS));
        let blocks = long + (roots - long).div_ceil(WARPS.into());
        let grid = match k {
            4 => device.grid::<Count4CliquesAtOnce>(WARPS, shared, blocks),
            5 => device.grid::<Count5CliquesAtOnce>(WARPS, shared, blocks),
            6 => device.grid::<Count6CliquesAtOnce>(WARPS, shared, blocks),
            _ => device.grid::<Count7CliquesAtOnce>(WARPS, shared, blocks),
        }?;
        let queues = device.zeroed(2)?;
        Ok(FewCliques { k, longest, roots, long: long as u32, grid, queues })
    }

    fn args<'a>(
        &'a self,
        on: &'a OnDevice,
        lend: &'a Lend<'_>,
        total: LandingSum<'a>,
    ) -> CliquesAtOnceArgs<'a> {
        let warps = on.device().grid_warps(self.grid);
        CliquesAtOnceArgs {
            graph: on.graph(lend),
            hubs: on.hubs(lend),
            roots: lend.slice(on.oriented().roots().part(0, self.roots)),
            queues: lend.atomics(&self.queues),
            total,
            longest: self.longest,
            long: self.long,
            chunk: ((self.roots - u64::from(self.long)) / warps).clamp(1, MOST_DRAWN) as u32,
        }
    }
}

// SAFETY: an oriented graph with its roots whose lists have `k - 1` vertices and more, the longest first and not too long,
// and few enough cliques, which `has_few_cliques` sees to; the queues are zero and nobody else has them; the grid has the
// shared memory that the kernels ask for.
unsafe impl AtOnce for FewCliques {
    fn launch(&self, on: &OnDevice, lend: &Lend<'_>, total: LandingSum<'_>) -> Result<(), RuntimeError> {
        let args = self.args(on, lend, total);
        match self.k {
            4 => lend.launch::<Count4CliquesAtOnce>(self.grid, &args),
            5 => lend.launch::<Count5CliquesAtOnce>(self.grid, &args),
            6 => lend.launch::<Count6CliquesAtOnce>(self.grid, &args),
            7 => lend.launch::<Count7CliquesAtOnce>(self.grid, &args),
            k => unreachable!("cliques of {k} vertices, which are never few"),
        }
    }
}
