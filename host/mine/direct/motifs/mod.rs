//! Motifs of five vertices that are counted from smaller pieces, each kind by kernels of its own.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `edge_draws` | how edges are drawn whose triangles are gone through |
//! | `lists`, `list_triangles` | the triangles of each edge as a list, on a device, and how it is made |
//! | `five_cycles`, `bicliques`, `wheels`, `clique_sums` | the counts |
//! | `fifths` | 4-cliques with a fifth vertex, at each vertex |
//! | `fourths` | what 4-cliques with a fifth vertex follow from, at each edge |
//! | `missing_spokes` | wheels without a spoke, at each vertex, and at each edge |
//! | `vertex_five_cycles` | 5-cycles, at each vertex |
//! | `square_sums` | what houses, bicliques and 4-cycles with a tail follow from, at each vertex, and at each edge |
//! | `pair_sums` | how sums of these two are added up, from pairs of roots and other vertices |

mod bicliques;
mod clique_sums;
mod edge_draws;
mod fifths;
mod five_cycles;
mod fourths;
mod list_triangles;
mod lists;
mod missing_spokes;
mod pair_sums;
mod square_sums;
mod vertex_five_cycles;
mod wheels;

use motherlode_device::kernels::motifs::bicliques::BICLIQUE_SUMS;
use motherlode_device::kernels::motifs::clique_sums::CLIQUE_SUMS;

pub(super) use edge_draws::EdgeDraws;
pub(crate) use fifths::{FifthPieces, FifthSums};
pub(crate) use fourths::FourthSums;
pub(super) use lists::TriangleListBuffers;
pub(crate) use square_sums::{EdgeSquareSums, SquarePieces, SquareSums};

/// What has been counted.
#[derive(Debug, Default)]
pub(super) struct MotifCounts {
    five_cycles: Option<u128>,
    bicliques: Option<BicliqueSums>,
    wheels: Option<u128>,
    cliques: Option<[u128; CLIQUE_SUMS]>,
}

/// The sums over pairs of vertices.
#[derive(Clone, Copy, Debug)]
struct BicliqueSums {
    values: [u128; BICLIQUE_SUMS],
    with_edge: bool,
}

/// The sums of each place, which have what they count so many times, once.
fn once<const SUMS: usize>(sums: &[u64], times: [u64; SUMS]) -> Vec<[u64; SUMS]> {
    let (all, _) = sums.as_chunks::<SUMS>();
    all.iter().map(|sums| std::array::from_fn(|sum| sums[sum] / times[sum])).collect()
}
