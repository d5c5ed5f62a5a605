//! The kernels of the walk: by what they do, by the kind of pattern, and by where the walk ends.

use std::marker::PhantomData;

use motherlode_device::kernels::attributed::{
    CountAttributed, CountAttributedCombined, CountAttributedEdges, CountAttributedEdgesCombined,
    CountAttributedRoots, CountAttributedRootsCombined,
};
use motherlode_device::kernels::attributed_list::{
    ChunkAttributed, ChunkAttributedEdges, ChunkAttributedRoots, ListAttributed, ListAttributedEdges,
    ListAttributedRoots,
};
use motherlode_device::kernels::count::WalkArgs;
use motherlode_device::kernels::count::combined::{CountEdgesCombined, CountWalkCombined};
use motherlode_device::kernels::count::edges::CountEdges;
use motherlode_device::kernels::count::in_matrix::MatrixWalkArgs;
use motherlode_device::kernels::count::roots::CountRoots;
use motherlode_device::kernels::count::walk::CountWalk;
use motherlode_device::kernels::estimate::draw::{
    DrawAttributedMatches, DrawAttributedMatchesCombined, DrawMatches, DrawMatchesCombined,
};
use motherlode_device::kernels::estimate::exact::{
    CountAttributedTasks, CountAttributedTasksCombined, CountTasks, CountTasksCombined,
};
use motherlode_device::kernels::estimate::sample::{SampleAttributedMatches, SampleMatches};
use motherlode_device::kernels::estimate::weigh::{WeighAttributedTasks, WeighTasks};
use motherlode_device::kernels::estimate::{DrawArgs, ExactArgs, SampleArgs, WeighArgs};
use motherlode_device::kernels::list::chunks::{ChunkEdges, ChunkRoots, ChunkWalk};
use motherlode_device::kernels::list::rows::{ListEdges, ListRoots, ListWalk};
use motherlode_device::kernels::list::{ChunkArgs, ListArgs};
use motherlode_device::matrix_graph::{AdjacencyMatrix, MatrixGraph};
use motherlode_device::plan::{AnyPlan, AttributedWalk, WalkPlan};
use motherlode_device::{DeviceCopy, Kernel, graph, lists};

use crate::runtime::{Device, Grid, Lend, RuntimeError};

/// Three kernels that do the same for plans whose last walked level is the first, the second, or a later one.
pub(crate) trait Pass {
    /// What they take.
    type Args<'a>: DeviceCopy;

    /// Launches the kernel for plans that end with level `last`.
    fn launch(lend: &Lend<'_>, last: u32, grid: Grid, args: &Self::Args<'_>) -> Result<(), RuntimeError>;

    /// Blocks of it that are resident.
    fn resident_blocks(device: &Device, last: u32, warps: u32, shared: usize) -> Result<u32, RuntimeError>;
}

/// A [`Pass`] of these three kernels.
pub(crate) struct ByLevel<R, E, W>(PhantomData<(R, E, W)>);

impl<R, E, W> Pass for ByLevel<R, E, W>
where
    R: Kernel,
    E: for<'a> Kernel<Args<'a> = R::Args<'a>>,
    W: for<'a> Kernel<Args<'a> = R::Args<'a>>,
{
    type Args<'a> = R::Args<'a>;

    fn launch(lend: &Lend<'_>, last: u32, grid: Grid, args: &R::Args<'_>) -> Result<(), RuntimeError> {
        match last {
            0 => lend.launch::<R>(grid, args),
            1 => lend.launch::<E>(grid, args),
            _ => lend.launch::<W>(grid, args),
        }
    }

    fn resident_blocks(device: &Device, last: u32, warps: u32, shared: usize) -> Result<u32, RuntimeError> {
        match last {
            0 => device.resident_blocks::<R>(warps, shared),
            1 => device.resident_blocks::<E>(warps, shared),
            _ => device.resident_blocks::<W>(warps, shared),
        }
    }
}

/// What the walk takes for a kind of patterns.
pub(crate) type ArgsOf<'a, F> = WalkArgs<'a, <F as Family>::Lists<'a>, <F as Family>::Plan>;

/// The kernels for a kind of patterns.
pub(crate) trait Family: Sized {
    /// The lists that they read.
    type Lists<'a>: lists::Lists<'a>;
    /// The plans that they obey.
    type Plan: AnyPlan;
    /// Counting.
    type CountPass: for<'a> Pass<Args<'a> = ArgsOf<'a, Self>>;
    /// Counting where a plan ends in a combination of sets.
    type CombinedPass: for<'a> Pass<Args<'a> = ArgsOf<'a, Self>>;
    /// Counting chunks of tasks, one by one.
    type ChunkPass: for<'a> Pass<Args<'a> = ChunkArgs<'a, ArgsOf<'a, Self>>>;
    /// Writing rows.
    type RowPass: for<'a> Pass<Args<'a> = ListArgs<'a, ArgsOf<'a, Self>>>;
    /// Weighing tasks, for plans that walk three levels or more.
    type Weigh: for<'a> Kernel<Args<'a> = WeighArgs<'a, ArgsOf<'a, Self>>>;
    /// Drawing matches by them.
    type Draw: for<'a> Kernel<Args<'a> = DrawArgs<'a, ArgsOf<'a, Self>>>;
    /// Drawing matches where a plan ends in a combination of sets.
    type DrawCombined: for<'a> Kernel<Args<'a> = DrawArgs<'a, ArgsOf<'a, Self>>>;
    /// Counting some of their tasks.
    type Exact: for<'a> Kernel<Args<'a> = ExactArgs<'a, ArgsOf<'a, Self>>>;
    /// Counting some of their tasks where a plan ends in a combination of sets.
    type ExactCombined: for<'a> Kernel<Args<'a> = ExactArgs<'a, ArgsOf<'a, Self>>>;
    /// Drawing whole embeddings by rejection, for plans that name every vertex.
    type Sample: for<'a> Kernel<Args<'a> = SampleArgs<'a, ArgsOf<'a, Self>>>;

    /// The same walk over a graph that has this matrix; `None` where its lists are not those of a graph.
    fn in_matrix<'a>(_: ArgsOf<'a, Self>, _: AdjacencyMatrix<'a>) -> Option<MatrixWalkArgs<'a>> {
        None
    }
}

/// Patterns of edges alone, of up to 8 vertices.
pub(crate) struct Plain;

impl Family for Plain {
    type Lists<'a> = graph::GraphView<'a>;
    type Plan = WalkPlan;
    type CountPass = ByLevel<CountRoots, CountEdges, CountWalk>;
    /// Without labels all neighbours of a single vertex are alike: no combination ends with the first level.
    type CombinedPass = ByLevel<CountRoots, CountEdgesCombined, CountWalkCombined>;
    type ChunkPass = ByLevel<ChunkRoots, ChunkEdges, ChunkWalk>;
    type RowPass = ByLevel<ListRoots, ListEdges, ListWalk>;
    type Weigh = WeighTasks;
    type Draw = DrawMatches;
    type Exact = CountTasks;
    type DrawCombined = DrawMatchesCombined;
    type ExactCombined = CountTasksCombined;
    type Sample = SampleMatches;

    fn in_matrix<'a>(walk: ArgsOf<'a, Self>, matrix: AdjacencyMatrix<'a>) -> Option<MatrixWalkArgs<'a>> {
        let graph = MatrixGraph { graph: walk.graph, matrix };
        Some(walk.with_graph(graph))
    }
}

/// All other patterns.
pub(crate) struct Attributed;

impl Family for Attributed {
    type Lists<'a> = lists::Views<'a>;
    type Plan = AttributedWalk;
    type CountPass = ByLevel<CountAttributedRoots, CountAttributedEdges, CountAttributed>;
    type CombinedPass =
        ByLevel<CountAttributedRootsCombined, CountAttributedEdgesCombined, CountAttributedCombined>;
    type ChunkPass = ByLevel<ChunkAttributedRoots, ChunkAttributedEdges, ChunkAttributed>;
    type RowPass = ByLevel<ListAttributedRoots, ListAttributedEdges, ListAttributed>;
    type Weigh = WeighAttributedTasks;
    type Draw = DrawAttributedMatches;
    type Exact = CountAttributedTasks;
    type DrawCombined = DrawAttributedMatchesCombined;
    type ExactCombined = CountAttributedTasksCombined;
    type Sample = SampleAttributedMatches;
}
