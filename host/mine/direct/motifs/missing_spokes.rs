//! Wheels without a spoke, at each vertex, and at each edge.

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::missing_spokes::{
    CountMissingSpokesAt, MISSING_SPOKE_SUMS, MISSING_SPOKE_TIMES_AT_EDGES, MissingSpokeSumAtEdge,
};
use motherlode_device::kernels::motifs::pair_sums::PairSumsArgs;

use super::once;
use crate::MineError;
use crate::at::{At, Edges, Vertices};
use crate::direct::merge::SumsOfWorkers;
use crate::direct::session::Session;

impl Session<'_> {
    /// For each place of the form, by its number, the edge-induced wheels without a spoke in which it has each place.
    /// No sum may pass 64 bits, and there are fewer than 2^32 edges: see [`CountMissingSpokesAt`].
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn missing_spokes_at<A: MissingSpokesAt>(
        &mut self,
    ) -> Result<Vec<[u64; MISSING_SPOKE_SUMS]>, MineError> {
        let sums = self.missing_spoke_sums::<A>()?.download(self.run.clock)?;
        Ok(once(&sums, A::TIMES))
    }

    /// These sums as the kernel leaves them, which has what they count [`MissingSpokesAt::TIMES`] times.
    ///
    /// # Errors
    /// As those of [`missing_spokes_at`](Self::missing_spokes_at).
    pub(in crate::direct) fn missing_spoke_sums<A: MissingSpokesAt>(
        &mut self,
    ) -> Result<SumsOfWorkers, MineError> {
        self.sum_pairs::<A::Kernel>(1, A::count(self.outline()) * MISSING_SPOKE_SUMS, 0)
    }
}

/// Places at which wheels without a spoke are counted, in as many sums each.
pub(crate) trait MissingSpokesAt: At {
    /// How often each sum has one.
    const TIMES: [u64; MISSING_SPOKE_SUMS];
    /// What counts them.
    type Kernel: for<'a> Kernel<Args<'a> = PairSumsArgs<'a>>;
}

impl MissingSpokesAt for Vertices {
    const TIMES: [u64; MISSING_SPOKE_SUMS] = [1; MISSING_SPOKE_SUMS];
    type Kernel = CountMissingSpokesAt<Vertices>;
}

impl MissingSpokesAt for Edges {
    const TIMES: [u64; MISSING_SPOKE_SUMS] = MISSING_SPOKE_TIMES_AT_EDGES;
    type Kernel = CountMissingSpokesAt<Edges>;
}

const _: () = assert!(MissingSpokeSumAtEdge::Hub as usize == 0);
