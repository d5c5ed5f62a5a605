//! Draws of cliques at the roots of the oriented graph, and what tells how many each root may have.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `edges` | the edges among the lists of roots, counted |
//! | `draws` | so many draws of each of some roots |

mod draws;
mod edges;

pub(crate) use draws::RootDraws;

use motherlode_device::kernels::clique_draws::CliqueDrawSums;
use motherlode_device::kernels::cliques::CliqueShape;

use super::cliques::{Bin, Cut};
use super::on_device::OnDevice;
use super::session::Session;
use crate::MineError;
use crate::place::Together;
use crate::runtime::Buffer;
use draws::CliqueDraws;
use edges::RootEdges;

impl Session<'_> {
    /// For each root that may be in a clique of `k` vertices, the longest lists first: the length of its list, and the
    /// edges among it.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn root_edges(&mut self, k: u32) -> Result<Vec<(u32, u64)>, MineError> {
        let roots = self.outline().roots_from(k - 1);
        if roots == 0 {
            return Ok(Vec::new());
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        let dealt = self.deal(OnDevice::get_hubs, |on| RootEdges::new(on, roots))?;
        let mut edges = vec![0; roots];
        for worker in &dealt.workers {
            let found = self.run.clock.mine(|| Buffer::download(&worker.sweep().edges))?;
            edges.iter_mut().zip(found).for_each(|(sum, more)| *sum += more);
        }
        let lengths = self.outline().lengths.runs();
        let lengths = lengths.flat_map(|(length, times)| std::iter::repeat_n(length, times as usize));
        Ok(lengths.zip(edges).collect())
    }

    /// Draws cliques of `k >= 4` vertices; what each group of draws came to.
    ///
    /// # Errors
    /// When the graph or what the draws need does not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn draw_cliques(
        &mut self,
        k: u32,
        draws: &RootDraws,
        seed: u64,
    ) -> Result<Vec<CliqueDrawSums>, MineError> {
        self.make_room(Together { oriented: true, work: draws.bytes(), ..Together::default() })?;
        let work = |on| CliqueDraws::new(on, k - 1, draws, seed);
        Ok(self.deal(OnDevice::get_hubs, work)?.done.tally.0)
    }
}

impl OnDevice {
    /// Deals the first `roots` roots in bins, for matrices of `own` bytes of shared memory besides.
    fn draw_bins(&self, roots: usize, own: impl Fn(CliqueShape) -> usize) -> Vec<Bin> {
        let bin = |cut: Cut| {
            let shape = self.search_shape(cut.longest, cut.warps);
            cut.bin(shape, own(shape) > self.tuning.shared_bytes, 1)
        };
        self.cuts(0..roots, &self.outline().lengths, 0).map(bin).collect()
    }
}
