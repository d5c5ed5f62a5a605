//! Motifs of five vertices that are counted from smaller pieces, each kind by kernels of its own.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `lists` | the triangles of each edge as a list, on a device |
//! | `five_cycles`, `bicliques`, `wheels`, `clique_sums` | the counts |

mod bicliques;
mod clique_sums;
mod five_cycles;
mod lists;
mod wheels;

use motherlode_device::kernels::motifs::bicliques::BICLIQUE_SUMS;
use motherlode_device::kernels::motifs::clique_sums::CLIQUE_SUMS;

pub(super) use lists::{EDGES_A_DRAW, Lists};

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
