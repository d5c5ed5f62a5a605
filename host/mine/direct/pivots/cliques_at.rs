//! Which kernels count cliques of a size at vertices, and at edges.

use motherlode_device::Kernel;
use motherlode_device::kernels::pivots::at_vertices::{
    BeginCliquesAtVertices, BeginCliquesAtVerticesWide, CountCliquesAtVertices, CountCliquesAtVerticesWide,
    ResumeCliquesAtVertices, ResumeCliquesAtVerticesWide,
};
use motherlode_device::kernels::pivots::local::LocalCliquesArgs;
use motherlode_device::kernels::pivots_128::{
    CountCliquesAtVertices128, CountCliquesAtVertices128Wide, ResumeCliquesAtVertices128,
    ResumeCliquesAtVertices128Wide,
};
use motherlode_device::kernels::pivots_at_edges::{
    CountCliquesAtEdges, CountCliquesAtEdgesWide, ResumeCliquesAtEdges, ResumeCliquesAtEdgesWide,
};
use motherlode_device::kernels::pivots_at_edges_128::{
    CountCliquesAtEdges128, CountCliquesAtEdges128Wide, ResumeCliquesAtEdges128, ResumeCliquesAtEdges128Wide,
};

use super::super::session::Session;
use crate::MineError;
use crate::at::{At, Edges, Vertices};
use crate::counts::Counts;

/// Places at which cliques are counted, and the kernels that do: all take the same.
pub(crate) trait CliquesAt: At {
    /// Whether they are pairs of vertices that are joined.
    const PAIRS: bool;
    /// Counts all of each search, or begins those that take long.
    type Count: CliqueKernel;
    type Begin: CliqueKernel;
    /// Goes on with what was handed over.
    type Resume: CliqueKernel;
    /// The same, where matrices do not stand in shared memory.
    type CountWide: CliqueKernel;
    type BeginWide: CliqueKernel;
    type ResumeWide: CliqueKernel;
    /// The same, in numbers of 128 bits.
    type Count128: CliqueKernel;
    type Resume128: CliqueKernel;
    type Count128Wide: CliqueKernel;
    type Resume128Wide: CliqueKernel;

    /// The cliques of `k` vertices at each place, of which there are so many in all, without pivots; `None` where these are faster.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    fn without_pivots(_: &mut Session<'_>, _k: u32, _all: u128) -> Result<Option<Counts>, MineError> {
        Ok(None)
    }
}

/// A kernel that counts cliques at places.
pub(crate) trait CliqueKernel: for<'a> Kernel<Args<'a> = LocalCliquesArgs<'a>> {}

impl<K: for<'a> Kernel<Args<'a> = LocalCliquesArgs<'a>>> CliqueKernel for K {}

impl CliquesAt for Vertices {
    const PAIRS: bool = false;
    type Count = CountCliquesAtVertices;
    type Begin = BeginCliquesAtVertices;
    type Resume = ResumeCliquesAtVertices;
    type CountWide = CountCliquesAtVerticesWide;
    type BeginWide = BeginCliquesAtVerticesWide;
    type ResumeWide = ResumeCliquesAtVerticesWide;
    type Count128 = CountCliquesAtVertices128;
    type Resume128 = ResumeCliquesAtVertices128;
    type Count128Wide = CountCliquesAtVertices128Wide;
    type Resume128Wide = ResumeCliquesAtVertices128Wide;

    fn without_pivots(session: &mut Session<'_>, k: u32, all: u128) -> Result<Option<Counts>, MineError> {
        if all == 0 || !session.needs_no_pivots(k) || all > u128::from(u64::MAX / 3) {
            return Ok(None);
        }
        let thrice = session.small_cliques_at_vertices(k)?;
        Ok(Some(Counts::Narrow(thrice.into_iter().map(|thrice| thrice / 3).collect())))
    }
}

impl CliquesAt for Edges {
    const PAIRS: bool = true;
    type Count = CountCliquesAtEdges;
    type Begin = CountCliquesAtEdges;
    type Resume = ResumeCliquesAtEdges;
    type CountWide = CountCliquesAtEdgesWide;
    type BeginWide = CountCliquesAtEdgesWide;
    type ResumeWide = ResumeCliquesAtEdgesWide;
    type Count128 = CountCliquesAtEdges128;
    type Resume128 = ResumeCliquesAtEdges128;
    type Count128Wide = CountCliquesAtEdges128Wide;
    type Resume128Wide = ResumeCliquesAtEdges128Wide;
}
