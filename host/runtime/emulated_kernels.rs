//! All kernels by their names in the PTX, on the emulated machine: for the simulated driver, which would have to compile each of them once
//! more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use motherlode_device::simt::emulated;
use motherlode_device::{Kernel, kernels, primitives};

/// A kernel, and how to run it.
#[derive(Debug)]
pub struct EmulatedKernel {
    /// Its name in the PTX.
    pub name: &'static str,
    /// Bytes of its argument.
    pub args_bytes: usize,
    /// Runs a grid: its blocks, the warps of a block, its shared memory, a seed, and the argument.
    pub run: unsafe fn(u32, u32, usize, u64, *const u8) -> Result<(), String>,
}

const fn entry<K: Kernel>() -> EmulatedKernel {
    EmulatedKernel { name: K::NAME, args_bytes: size_of::<K::Args<'static>>(), run: run::<K> }
}

/// # Safety
/// The promises of [`Kernel::run`]; `args` is the address of a `K::Args`.
unsafe fn run<K: Kernel>(
    blocks: u32,
    warps: u32,
    shared_bytes: usize,
    seed: u64,
    args: *const u8,
) -> Result<(), String> {
    // SAFETY: the caller's promise.
    let args = unsafe { &*args.cast::<K::Args<'_>>() };
    // SAFETY: the caller's promise.
    let work = || unsafe { emulated::launch::<K>(blocks, warps, shared_bytes, seed, args) };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|fault| fault.to_string()),
        Err(_) => Err("it panicked".into()),
    }
}

macro_rules! table {
    ($($kernel:ty,)*) => {
        /// All kernels, by module of the device crate.
        pub static EMULATED_KERNELS: &[EmulatedKernel] = &[$(entry::<$kernel>(),)*];
    };
}

table! {
    kernels::attributed::CountAttributed,
    kernels::attributed::CountAttributedCombined,
    kernels::attributed::CountAttributedEdges,
    kernels::attributed::CountAttributedEdgesCombined,
    kernels::attributed::CountAttributedRoots,
    kernels::attributed::CountAttributedRootsCombined,
    kernels::attributed_list::ChunkAttributed,
    kernels::attributed_list::ChunkAttributedEdges,
    kernels::attributed_list::ChunkAttributedRoots,
    kernels::attributed_list::ListAttributed,
    kernels::attributed_list::ListAttributedEdges,
    kernels::attributed_list::ListAttributedRoots,
    kernels::clique_rows::count::CountStored4Cliques,
    kernels::clique_rows::count::CountStored4CliquesWide,
    kernels::clique_rows::count::CountStored5Cliques,
    kernels::clique_rows::count::CountStoredCliques,
    kernels::clique_rows::count::CountStoredCliquesWide,
    kernels::clique_rows::fill::FillRows,
    kernels::clique_rows::gather::GatherRoots,
    kernels::cliques::count::Count4Cliques,
    kernels::cliques::count::Count4CliquesWide,
    kernels::cliques::count::Count5Cliques,
    kernels::cliques::count::CountCliques,
    kernels::cliques::count::CountCliquesWide,
    kernels::count::combined::CountEdgesCombined,
    kernels::count::combined::CountWalkCombined,
    kernels::count::edges::CountEdges,
    kernels::count::roots::CountRoots,
    kernels::count::tree::CountTree,
    kernels::count::walk::CountWalk,
    kernels::cycles::count::Count4Cycles,
    kernels::cycles::count::Count4CyclesInWindows,
    kernels::cycles::count::Edge4Cycles,
    kernels::cycles::count::Edge4CyclesInWindows,
    kernels::edge_counts::fives::edges::SumEdgesForFives,
    kernels::edge_counts::fives::triangles::SumTriangles,
    kernels::edge_counts::fives::vertices::SumVertices,
    kernels::edge_counts::merge::AddCycles,
    kernels::edge_counts::merge::AddTriangles,
    kernels::edge_counts::ranks::RankHubs,
    kernels::edge_counts::sums::SumEdges,
    kernels::edge_counts::triangles::EdgeTriangles,
    kernels::edge_counts::triangles::VertexTriangles,
    kernels::fill::Fill,
    kernels::frequent::domains::MakeDomains,
    kernels::frequent::pieces::SettlePieces,
    kernels::frequent::settle::SettleDomains,
    kernels::higher_degree::HigherDegree,
    kernels::list::chunks::ChunkEdges,
    kernels::list::chunks::ChunkRoots,
    kernels::list::chunks::ChunkWalk,
    kernels::list::rows::ListEdges,
    kernels::list::rows::ListRoots,
    kernels::list::rows::ListWalk,
    kernels::pivots::count::CountByPivots,
    kernels::pivots::count::CountByPivotsOfFew,
    kernels::pivots::count::CountByPivotsWide,
    kernels::prepare::lists::ListStarts,
    kernels::prepare::lists::SplitLists,
    kernels::prepare::order::FindSteps,
    kernels::prepare::order::LengthKeys,
    kernels::prepare::order::RankVertices,
    kernels::prepare::orient::CountGreater,
    kernels::prepare::orient::EmitGreater,
    kernels::prepare::peel::PeelDegrees,
    kernels::prepare::peel::PeelEdges,
    kernels::prepare::peel::PeelKeys,
    kernels::prepare::peel::PeelLowest,
    kernels::prepare::whole::JoinLists,
    kernels::prepare::whole::OwnElements,
    kernels::set_pairs::PairsDifference,
    kernels::set_pairs::PairsIntersect,
    kernels::set_pairs::PairsIntersectCount,
    kernels::table::codes::CountCodes,
    kernels::table::codes::WriteCodes,
    kernels::table::edges::ExtendEdges,
    kernels::table::holes::FillHoles,
    kernels::table::images::FlagRows,
    kernels::table::images::MarkImages,
    kernels::table::planned::ExtendPlanned,
    kernels::table::planned::ExtendSiblings,
    kernels::table::vertices::ExtendVertices,
    kernels::tiles::copy::CopyLists,
    kernels::tiles::edges::AddTileCounts,
    kernels::tiles::edges::TileEdgeTriangles,
    kernels::tiles::triangles::CountTileTriangles,
    kernels::transactions::alone::extend::ExtendAlone,
    kernels::transactions::alone::grow::GrowAlone,
    kernels::transactions::wide::extend::CountExtensions,
    kernels::transactions::wide::extend::WriteExtensions,
    kernels::transactions::wide::grow::CountKept,
    kernels::transactions::wide::grow::WriteKept,
    kernels::transactions::wide::support::CountSupport,
    kernels::transactions::wide::variants::MarkGraphs,
    kernels::transactions::wide::variants::SetFlags,
    kernels::triangles::count::CountTriangles,
    kernels::triangles::hubs::FillHubs,
    kernels::views::count::CountClass,
    kernels::views::count::CountView,
    kernels::views::emit::EmitView,
    kernels::views::labels::MoveLabels,
    kernels::views::lists::LongestList,
    kernels::views::lists::SplitTasks,
    kernels::views::prune::PruneClasses,
    primitives::compact::CompactBetween,
    primitives::compact::CompactFlagged,
    primitives::compact::CompactNumbered,
    primitives::compact::CompactUnique,
    primitives::copy::CopyU32,
    primitives::copy::CopyU64,
    primitives::fill::FillWords,
    primitives::merge::split::MergeSplit,
    primitives::merge::tile::MergeTiles,
    primitives::reduce::ReduceMaxU32,
    primitives::reduce::ReduceMaxU64,
    primitives::reduce::ReduceMinU32,
    primitives::reduce::ReduceMinU64,
    primitives::reduce::ReduceSumU32,
    primitives::reduce::ReduceSumU64,
    primitives::runs::EncodeRunLengths,
    primitives::runs::EncodeRunLengthsU64,
    primitives::runs::ReduceRunsMax,
    primitives::runs::ReduceRunsMin,
    primitives::runs::ReduceRunsSum,
    primitives::scan::ScanU32,
    primitives::scan::ScanU64,
    primitives::segments::reduce::JoinMaxU32ByU32,
    primitives::segments::reduce::JoinMaxU32ByU64,
    primitives::segments::reduce::JoinMinU32ByU32,
    primitives::segments::reduce::JoinMinU32ByU64,
    primitives::segments::reduce::JoinSumU32ByU32,
    primitives::segments::reduce::JoinSumU32ByU64,
    primitives::segments::reduce::JoinSumU64ByU32,
    primitives::segments::reduce::JoinSumU64ByU64,
    primitives::segments::partition::PartitionSegmentsU32,
    primitives::segments::partition::PartitionSegmentsU64,
    primitives::segments::reduce::SegmentedMaxU32ByU32,
    primitives::segments::reduce::SegmentedMaxU32ByU64,
    primitives::segments::reduce::SegmentedMinU32ByU32,
    primitives::segments::reduce::SegmentedMinU32ByU64,
    primitives::segments::reduce::SegmentedSumU32ByU32,
    primitives::segments::reduce::SegmentedSumU32ByU64,
    primitives::segments::reduce::SegmentedSumU64ByU32,
    primitives::segments::reduce::SegmentedSumU64ByU64,
    primitives::segments::scan::SegmentedScanU32ByU32,
    primitives::segments::scan::SegmentedScanU32ByU64,
    primitives::segments::scan::SegmentedScanU64ByU32,
    primitives::segments::scan::SegmentedScanU64ByU64,
    primitives::sort::histogram::SortHistogramU32,
    primitives::sort::histogram::SortHistogramU64,
    primitives::sort::sweep::SortSweepU32,
    primitives::sort::sweep::SortSweepU32Pairs,
    primitives::sort::sweep::SortSweepU64,
    primitives::sort::sweep::SortSweepU64Pairs,
}
