//! Counts that need no plan: cliques, 4-cycles, and what follows from sums over vertices, edges and triangles.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `session` | [`Session`]: a job's use of a graph |
//! | `on_device` | `OnDevice`: a graph on one of a job's devices |
//! | `sweep` | kernels over a placed graph, dealt: what all that follows have in common |
//! | `facts` | `Facts`: what has been found out about a graph, for all jobs |
//! | `kept` | `KeptOnDevice`: what a device keeps of it |
//! | `for_all_lanes` | what the workers of one device read, and one of them makes |
//! | `merge` | adding up what several devices have counted |
//! | `tiles`, `in_tiles` | lists that travel to the device, and the jobs that do so |
//! | `tiled_triangles` | triangles of them |
//! | `waves`, `tiled_cliques` | cliques of them, so many roots at a time as there is room for |
//! | `triangles`, `cliques`, `cycles`, `formulas` | the counts |
//! | `at_once` | numbers of small graphs, by one launch that nobody deals |
//! | `few_triangles`, `few_cliques` | triangles and cliques of them |
//! | `prefixes`, `edge_prefixes` | triangles where the lists do not fit in a card's cache, in all and through each edge |
//! | `wedges` | what 4-cycles and bicliques share: counting at the wedges of roots |
//! | `binned_roots` | roots of like lengths, launched together: what several counts of cliques share |
//! | `bin_kernels` | the kernels of these counts, by what they are for |
//! | `small_cliques` | cliques of four and five vertices at each vertex |
//! | `pivots` | cliques of every size, and of a size at each vertex and edge |
//! | `max_clique` | a largest clique |
//! | `maximal_cliques` | maximal cliques: by size, at vertices, and they themselves |
//! | `maximal_bicliques` | maximal bicliques, by size and one by one |
//! | `bicliques` | bicliques of two sizes, in all and at each arc |
//! | `clique_draws` | cliques drawn at random |
//! | `coloured` | connected sets, by their colours |
//! | `directed` | what the counts of directed motifs follow from |
//! | `star` | stars, of which degrees say all |
//! | `fives` | sums that the counts of patterns of five vertices follow from |
//! | `graph_sums` | sums over the whole graph that have been found |
//! | `at_vertices`, `at_edges` | sums at each vertex and edge, which local counts follow from |
//! | `sum_at_vertices` | adding up those at each vertex |
//! | `summed` | [`Summed`]: both as one |
//! | `edge_order` | what edges have, in the order of the graph |
//! | `form_edges` | the numbers of a form's edges |
//! | `edge_orbits`, `small_edges` | counts at edges, put together on a device, and what is known there for small patterns |
//! | `peeling` | `Peeling`: the arrays of a peeling on a device, and its launches |
//! | `trusses` | the truss numbers and bitruss numbers of the edges |
//! | `homomorphisms` | those of the quotients of a decomposition, from tables |
//! | `motifs` | the densest motifs of five vertices, and the 5-cycle |

mod at_edges;
mod at_once;
mod at_roots;
mod at_vertices;
mod bicliques;
mod bin_kernels;
mod binned_roots;
mod clique_draws;
mod cliques;
mod coloured;
mod cycles;
mod directed;
mod edge_orbits;
mod edge_order;
mod edge_prefixes;
mod facts;
mod few_cliques;
mod few_triangles;
mod fives;
mod for_all_lanes;
mod form_edges;
mod formulas;
mod graph_sums;
mod homomorphisms;
mod in_tiles;
mod kept;
mod max_clique;
mod maximal_bicliques;
mod maximal_cliques;
mod merge;
mod motifs;
mod on_device;
mod peeling;
mod pivots;
mod prefixes;
mod session;
mod small_cliques;
mod small_edges;
mod star;
mod sum_at_vertices;
mod summed;
mod sweep;
mod tiled_cliques;
mod tiled_triangles;
mod tiles;
mod triangles;
mod trusses;
mod waves;
mod wedges;

pub(super) use at_edges::SumsAtEdges;
pub(super) use at_vertices::{Needs, SumsAtVertices, VertexPieces};
pub(super) use bicliques::{Anchoring, BicliquesAtArcs};
pub(super) use clique_draws::RootDraws;
pub(super) use coloured::GraphInColours;
pub(super) use directed::{
    CliqueOrbits, DirectedOrbitSums, DirectedTieSums, GraphWithArcs, OrbitPieces, TiePieces,
};
pub(super) use edge_orbits::{AskedOfEdges, EdgesOnDevice};
pub(super) use formulas::choose;
pub(super) use homomorphisms::{Mapped, MapsAt};
pub(super) use max_clique::is_clique;
pub(super) use maximal_cliques::{CliqueRowTasks, RowSearch};
pub(super) use motifs::{EdgeSquareSums, FifthPieces, FifthSums, FourthSums, SquarePieces, SquareSums};
pub(super) use peeling::{PeelOutcome, Peeling};
pub(super) use pivots::{CliqueKernels, CliquesAt};
pub(super) use session::Session;
pub(super) use star::Star;
pub(super) use summed::Summed;
pub(super) use trusses::PeeledBy;

use super::MineError;
use super::strategy::Direct;

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
