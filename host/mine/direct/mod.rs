//! Counts that need no plan: cliques, 4-cycles, and what follows from sums over vertices, edges and triangles.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `session` | [`Session`]: a job's use of a graph |
//! | `on_device` | `OnDevice`: the same on one device |
//! | `facts` | [`Facts`]: what has been found out about a graph, for all jobs; [`Kept`]: what a device keeps of it |
//! | `merge` | adding up what several devices have counted at the edges |
//! | `tuning` | how much of a device's shared memory the kernels take, and for what |
//! | `tiles`, `in_tiles` | lists that travel to the device, and the jobs that do so |
//! | `tiled_triangles` | triangles of them |
//! | `waves`, `tiled_cliques` | cliques of them, so many roots at a time as there is room for |
//! | `triangles`, `cliques`, `cycles`, `formulas` | the counts |
//! | `prefixes` | triangles where the lists do not fit in a card's cache |
//! | `wedges` | what 4-cycles and bicliques share: counting at the wedges of roots |
//! | `small_cliques` | cliques of four and five vertices at each vertex |
//! | `pivots` | cliques of every size, and of a size at each vertex and edge |
//! | `max_clique` | a largest clique |
//! | `clique_draws` | cliques drawn at random |
//! | `fives` | sums that the counts of patterns of five vertices follow from |
//! | `at_vertices`, `at_edges` | sums at each vertex and edge, which local counts follow from |
//! | `form_edges` | the numbers of a form's edges |
//! | `homomorphisms` | those of the quotients of a decomposition, from tables |
//! | `motifs` | the densest motifs of five vertices, and the 5-cycle |

mod at_edges;
mod at_roots;
mod at_vertices;
mod clique_draws;
mod cliques;
mod cycles;
mod facts;
mod fives;
mod form_edges;
mod formulas;
mod homomorphisms;
mod in_tiles;
mod max_clique;
mod merge;
mod motifs;
mod on_device;
mod pivots;
mod prefixes;
mod session;
mod small_cliques;
mod tiled_cliques;
mod tiled_triangles;
mod tiles;
mod triangles;
mod tuning;
mod waves;
mod wedges;

use motherlode_device::Kernel;
use motherlode_device::kernels::cliques::count::CountCliques;
use motherlode_device::kernels::cycles::count::Count4Cycles;
use motherlode_device::kernels::edge_counts::sums::SumEdges;
use motherlode_device::kernels::max_clique::find::FindLargest;
use motherlode_device::kernels::motifs::wheels::CountWheels;
use motherlode_device::kernels::pivots::count::CountByPivots;
use motherlode_device::kernels::pivots_at_edges::CountCliquesAtEdges;
use motherlode_device::kernels::triangles::count::CountTriangles;

pub(super) use at_edges::{EdgePieces, SumsAtEdges};
pub(super) use at_vertices::{Needs, SumsAtVertices, VertexPieces};
pub(super) use clique_draws::RootDraws;
pub(super) use facts::{Facts, Kept};
pub(super) use formulas::choose;
pub(super) use homomorphisms::{MapsAtEdges, MapsAtVertices};
pub(super) use in_tiles::planned_travel;
pub(super) use motifs::{
    FifthPieces, FifthsAtVertices, FourthPieces, FourthsAtEdges, SquarePieces, SquaresAtVertices,
};
pub(super) use session::Session;

use super::MineError;
use super::strategy::{Direct, Formula};
use crate::runtime::Device;

impl Session<'_> {
    /// Counts a pattern that need not be induced.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, the count passes 128 bits, or the job is to stop.
    pub fn count(&mut self, direct: Direct) -> Result<u128, MineError> {
        let count = match direct {
            Direct::Cliques(k) => self.cliques(k),
            Direct::Wedges => self.cycles(),
            Direct::Formula(formula) => self.formula(formula),
        }?;
        self.facts.add_count(direct, count);
        Ok(count)
    }
}

/// Of how many lists of an oriented graph the counts ask where they start.
pub(super) fn leading(device: &Device) -> u32 {
    tuning::Tuning::of(device).leading()
}

const TRIANGLES: &str = CountTriangles::FAMILY;
const EDGES: &str = SumEdges::FAMILY;
const CYCLES: &str = Count4Cycles::FAMILY;
const CLIQUES: &str = CountCliques::FAMILY;
const PIVOTS: &str = CountByPivots::FAMILY;
const MAX_CLIQUE: &str = FindLargest::FAMILY;
const MOTIFS: &str = CountWheels::FAMILY;

/// The families of kernels that a count launches on a card, when the graph is there.
pub(super) fn families(direct: Direct) -> Vec<&'static str> {
    let counts: &[&str] = match direct {
        Direct::Cliques(..=2) | Direct::Formula(Formula::Star(_)) => &[],
        Direct::Cliques(3) => &[TRIANGLES],
        Direct::Cliques(4..=6) => &[TRIANGLES, CLIQUES],
        Direct::Cliques(7 | 8) => &[TRIANGLES, CLIQUES, PIVOTS],
        Direct::Cliques(_) => &[TRIANGLES, PIVOTS],
        Direct::Wedges => &[CYCLES],
        Direct::Formula(Formula::House | Formula::Banner | Formula::Path5) => &[TRIANGLES, EDGES, CYCLES],
        Direct::Formula(Formula::Kite | Formula::Gem) => &[TRIANGLES, EDGES, CLIQUES],
        Direct::Formula(Formula::Biclique) => &[MOTIFS],
        Direct::Formula(
            Formula::Cycle5
            | Formula::WheelWithoutSpoke
            | Formula::Wheel
            | Formula::NearClique
            | Formula::CliqueWithTail
            | Formula::CliqueWithEar,
        ) => &[TRIANGLES, EDGES, MOTIFS],
        Direct::Formula(_) => &[TRIANGLES, EDGES],
    };
    counts.to_vec()
}

/// The families of kernels that a count of cliques of every size launches on a card, when the graph is there.
pub(super) fn profile_families() -> Vec<&'static str> {
    vec![TRIANGLES, PIVOTS]
}

/// The families of kernels that count cliques at vertices on a card, when the graph is there.
pub(super) fn clique_local_families() -> Vec<&'static str> {
    vec![TRIANGLES, CLIQUES, PIVOTS]
}

/// The family of kernels that count cliques at edges on a card, besides.
pub(super) fn clique_edge_family() -> &'static str {
    CountCliquesAtEdges::FAMILY
}

/// The families of kernels that find a largest clique on a card, when the graph is there.
pub(super) fn max_clique_families() -> Vec<&'static str> {
    vec![TRIANGLES, MAX_CLIQUE]
}

/// The families of kernels that make sums at vertices and edges on a card, when the graph is there.
pub(super) fn local_families() -> Vec<&'static str> {
    vec![TRIANGLES, EDGES, CYCLES, CLIQUES, MOTIFS]
}

/// The families of kernels that all counts together launch on a card, when the graph is there.
pub(super) fn all_families() -> Vec<&'static str> {
    vec![TRIANGLES, EDGES, CYCLES, CLIQUES, MOTIFS]
}
