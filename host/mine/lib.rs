//! The jobs.
//!
//! ```text
//! Csr, Device ── Placed ─┐
//! Pattern ── Strategy ───┴─> a Work (Counter, CliqueCounter, …) ── deal ──> exact count
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `placed` | [`Placed`]: a graph on a device, for many jobs |
//! | `strategy` | [`Strategy`](strategy::Strategy): how a pattern is counted |
//! | `deal` | the one loop that hands tasks to workers |
//! | `count`, `parts` | counting patterns; part after part |
//! | `at` | where counts land: at vertices, or at edges |
//! | `catalog` | all connected patterns of a few vertices, and how often each contains each |
//! | `direct` | counts that need no plan |
//! | `class_counts` | how many there are of each of many classes |
//! | `coloured` | motifs by the labels of vertices and edges |
//! | `directed` | directed motifs, the triad census, and directed graphlets |
//! | `lattice` | from counts of subgraphs that may lack parts to those that do not, and back |
//! | `decomposed`, `supergraphs`, `prices` | counts that follow from others, and what these cost |
//! | `walk`, `attributed` | walks over plans, and what patterns with labels need for them |
//! | [`estimate`] | estimates with intervals, from matches that are drawn at random |
//! | [`compare`] | graphs compared by their graphlets |
//! | `bicliques`, `cliques`, `motifs`, `peeling`, [`list`], [`local`], [`verify`] | the other jobs on a graph |
//! | [`transactions`] | frequent subgraphs of a database of graphs |
//! | [`frequent`] | frequent patterns of one graph, by minimum image |
//! | [`null`] | random graphs like a graph |
//! | [`table`] | embedding tables: extension, aggregation, filtering |
//! | `columns` | what `transactions` and `table` keep of embeddings, and where |
//! | [`significance`] | counts beside those of randomised graphs |
//! | `side_by_side` | small graphs as parts of one, which fill a card |
//! | `statistics` | what jobs need of statistics |
//! | `totals` | what launches draw from, and what they add to |
//! | `modular` | numbers that wrap |
//! | `context`, `options`, `run`, `progress` | whom a job runs under, how, and what it says of itself |
//! | `setters` | how options are set, one after the other |

// Rooms have one name in all layers: `crate::graph` is this one here, too.
use motherlode_data::{clock, graph, room};
use motherlode_machine::{place, primitives, runtime};
use motherlode_planning::{dfs_code, pattern, plan};

#[macro_use]
mod setters;

mod analyze;
mod at;
mod attributed;
mod bicliques;
mod bit_sets;
mod catalog;
mod class_counts;
mod cliques;
mod coloured;
mod columns;
pub mod compare;
mod conditions;
mod context;
mod count;
mod counts;
mod deal;
mod decomposed;
mod degrees;
mod density;
mod direct;
mod directed;
mod error;
pub mod estimate;
pub mod frequent;
mod lattice;
mod launches;
pub mod list;
pub mod local;
mod memory;
mod modular;
mod motifs;
pub mod null;
mod options;
mod parts;
mod peeling;
mod placed;
mod prices;
mod progress;
mod resolve;
mod run;
mod side_by_side;
pub mod significance;
mod statistics;
pub mod strategy;
pub mod table;
mod target;
mod totals;
pub mod transactions;
mod tuning;
mod type_map;
pub mod verify;
mod walk;
mod ways;

pub use analyze::{analyze, check_analyzed};
pub use bicliques::{
    Bicliques, BicliquesAt, MaximalBicliques, Sides, SidesError, bicliques, bicliques_at_edges,
    bicliques_at_vertices, maximal_bicliques,
};
pub use cliques::{
    CliqueRows, Cliques, CliquesAtVertices, MaxClique, MaxWeightClique, MaximalCliqueLister,
    MaximalCliqueOptions, clique_profile, cliques, max_clique, max_weight_clique, maximal_cliques,
    maximal_cliques_at_vertices, vertex_weights,
};
pub use clock::Seconds;
pub use coloured::{COLOURED_SIZES, ColouredMotif, ColouredMotifs, ColouredRows, coloured_motifs};
pub use context::{Context, DeviceShare};
pub use count::{
    Counted, CountedTogether, Counting, SupergraphTerm, SupergraphsExplanation, count, count_together,
    explain,
};
pub use directed::{
    DIRECTED_GRAPHLET_SIZES, DIRECTED_SIZES, DirectedMotif, DirectedMotifCount, DirectedMotifs, Triad,
    TriadCensus, directed_graphlet_degrees, directed_graphlet_degrees_of_ties, directed_motifs,
    directed_patterns, triad_census,
};
pub use error::{AttributeMismatch, Blame, ColourError, MineError, WeightError};
pub use launches::Launches;
pub use motifs::{MotifCount, Motifs, motifs, patterns as motif_patterns};
pub use options::CountOptions;
pub use parts::{CountProgress, PartialCount};
pub use peeling::{Bitrusses, Cores, Nuclei, Trusses, bitrusses, cores, edges_from, nuclei, trusses};
pub use place::{PlannedResidency, VertexOrder};
pub use placed::Placed;
pub use progress::Progress;
pub use strategy::{LARGEST_CLIQUE, LARGEST_SIDE, Method};
pub use target::Target;
pub use ways::{Offer, OthersExplanation, Ways, explain_assumed, ways};
