//! Directed motifs: the counts of all connected directed graphs of a few vertices.
//!
//! ```text
//! sums over vertices, edges, pairs  ──>  subgraphs that may lack ties  ──>  vertex-induced counts  ──>  edge-induced counts
//! ```
//!
//! A tie is what joins two vertices: an arc out, an arc in, or both. Each arrow but the first takes parts away, ties or
//! arcs (`motif_table`, `lattice`).
//!
//! | module | what is in it |
//! | --- | --- |
//! | `digraph` | directed graphs of a few vertices, and their classes |
//! | `names` | what a class is called |
//! | `motif_table` | of three and four vertices: from subgraphs that keep all to those that may lack parts, and back |
//! | `lattice` | of five vertices: from subgraphs that keep all arcs to those that may lack some |
//! | `sums` | three and four vertices, from sums; those of five are gone through |
//! | `census` | the triads, with those that are not connected |
//! | `graphlets` | how often each vertex, or tie, stands where in those of two to four |
//! | `parts` | motifs in each part of a graph, from where its vertices stand |
//! | `orbits` | where one can stand: directed graphs with a root |
//! | `standing` | [`Standing`](standing::Standing): what orbits are of, vertices or ties |
//! | `rooted` | the subgraphs at a vertex, from sums there |
//! | `rooted_ties` | the same at a tie |

mod census;
mod digraph;
mod graphlets;
mod lattice;
mod motif_table;
mod names;
mod orbits;
mod parts;
mod rooted;
mod rooted_ties;
mod standing;
mod sums;

use std::sync::OnceLock;

use motherlode_device::Kernel;
use motherlode_device::kernels::directed::cliques::CLIQUES;
use motherlode_device::kernels::directed::ties::FindTies;
use motherlode_device::kernels::directed::triangle_classes::TRIANGLE_CLASSES;
use motherlode_device::kernels::directed::{cycles, edges, sets};
use motherlode_device::kernels::views::labels::MoveLabels;

pub use census::{Triad, TriadCensus, triad_census};
pub(super) use graphlets::directed_graphlet_patterns;
pub use graphlets::{DIRECTED_GRAPHLET_SIZES, directed_graphlet_degrees, directed_graphlet_degrees_of_ties};
pub use names::DirectedMotif;
pub(super) use names::names_of;
pub(super) use parts::numbers_of_vertex;

use self::digraph::{Digraph, DirectedClasses};
use self::lattice::{DirectedClassCounts, add};
use self::motif_table::MotifTable;
use self::sums::TieSums;
use super::direct::{GraphWithArcs, Session};
use super::placed::Placed;
use super::run::Run;
use super::strategy::{self, EDGES};
use super::{AttributeMismatch, CountOptions, Launches, MineError, Seconds, Target};
use crate::clock::Clock;
use crate::plan::Induced;
use crate::runtime::Team;

/// The fewest and the most vertices of a directed motif.
pub const DIRECTED_SIZES: std::ops::RangeInclusive<usize> = 3..=5;

/// The most vertices of motifs that are listed where there are none of them, too.
const ALL_LISTED: usize = 4;

impl Launches<'_> {
    /// Directed motifs.
    pub const DIRECTED_MOTIFS: Launches<'static> =
        Launches::Always(&[&[FindTies::FAMILY, MoveLabels::FAMILY, EDGES, strategy::TRIANGLES]]);
}

/// A directed motif, and how many subgraphs match it.
#[derive(Clone, Debug)]
pub struct DirectedMotifCount {
    /// The motif.
    pub motif: DirectedMotif,
    /// How many there are, each counted once.
    pub count: u128,
}

/// All directed motifs of a size, and how long it took.
#[derive(Clone, Debug)]
pub struct DirectedMotifs {
    /// The motifs, by rising number of arcs; triads in the order of their census.
    pub motifs: Vec<DirectedMotifCount>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Placed {
    /// Counts the connected directed graphs of `k` vertices: those of three and four from sums over vertices, edges,
    /// pairs and cliques; those of five are gone through, each set of vertices once, and only those that are there are
    /// listed. [`Induced::Vertex`] counts each set of vertices once, with all arcs among them; [`Induced::Edge`] each
    /// connected set of arcs on `k` vertices.
    ///
    /// # Errors
    /// [`MineError::DirectedMotifSize`]; when the graph is undirected, the device fails or its memory is too small, a
    /// count passes 128 bits, or the job is to stop.
    pub fn directed_motifs(&self, k: usize, options: &CountOptions) -> Result<DirectedMotifs, MineError> {
        let clock = Clock::default();
        let counts = self.directed_counts_timed(k, options, &clock)?;
        let motifs = if k <= ALL_LISTED {
            let count = |id: u32| counts.get(&id).copied().unwrap_or_default();
            let all = directed_patterns(k)?.iter();
            all.map(|motif| DirectedMotifCount { motif: motif.clone(), count: count(motif.id) }).collect()
        } else {
            let there = counts.into_iter().filter(|&(_, count)| count > 0);
            let counted = |(id, count)| DirectedMotifCount {
                motif: DirectedMotif::of(Digraph::of_number(k, id)),
                count,
            };
            let mut motifs: Vec<DirectedMotifCount> = there.map(counted).collect();
            motifs.sort_by_cached_key(|counted| counted.motif.order());
            motifs
        };
        Ok(DirectedMotifs { motifs, seconds: clock.seconds() })
    }

    /// The counts alone, in the order of [`directed_patterns`]: for many graphs.
    ///
    /// # Errors
    /// As [`directed_motifs`](Self::directed_motifs).
    pub fn directed_motif_counts(&self, k: usize, options: &CountOptions) -> Result<Vec<u128>, MineError> {
        listed(k, &self.directed_counts_timed(k, options, &Clock::default())?)
    }

    fn directed_counts_timed(
        &self,
        k: usize,
        options: &CountOptions,
        clock: &Clock,
    ) -> Result<DirectedClassCounts, MineError> {
        if !DIRECTED_SIZES.contains(&k) {
            return Err(MineError::DirectedMotifSize { k });
        }
        let run = Run { context: &options.context, clock };
        let induced = self.on_whoever_is_left(&options.context, |placed| placed.vertex_induced(k, run))?;
        as_asked(k, induced, options)
    }

    /// The vertex-induced counts by class.
    fn vertex_induced(&self, k: usize, run: Run<'_>) -> Result<DirectedClassCounts, MineError> {
        let arcs = arcs_of(self.target())?;
        if arcs.csr.edges() == 0 {
            return Ok(DirectedClassCounts::new());
        }
        let known = run.clock.prepare(|| self.known(0));
        let mut session = Session::new(&known, run)?;
        if k > ALL_LISTED {
            let codes = session.directed_sets(arcs, k as u32)?;
            return run.clock.mine(|| of_codes(k, &codes));
        }
        let stars = session.directed_stars(arcs, k as u32 - 1)?;
        let found = match k {
            3 => FoundSums::Three(session.directed_triangles(arcs)?),
            _ => FoundSums::Four {
                edges: Box::new(session.edge_products(arcs)?),
                pairs: Box::new(session.products_at_pairs(arcs)?),
                cliques: Box::new(session.directed_4_cliques(arcs)?),
            },
        };
        run.clock.mine(|| {
            let mut sums = TieSums::new(k);
            sums.stars(&stars)?;
            match found {
                FoundSums::Three(triangles) => sums.triangles(&triangles)?,
                FoundSums::Four { edges, pairs, cliques } => {
                    sums.around_edges(&edges)?;
                    sums.cycles(&pairs)?;
                    sums.cliques(&cliques)?;
                }
            }
            MotifTable::of(k).vertex_induced(sums.counts()?)
        })
    }
}

/// The counts of all motifs, in the order of [`directed_patterns`].
fn listed(k: usize, counts: &DirectedClassCounts) -> Result<Vec<u128>, MineError> {
    let count = |motif: &DirectedMotif| counts.get(&motif.id).copied().unwrap_or_default();
    Ok(directed_patterns(k)?.iter().map(count).collect())
}

/// The counts that are asked for, from those of vertex-induced subgraphs.
fn as_asked(
    k: usize,
    induced: DirectedClassCounts,
    options: &CountOptions,
) -> Result<DirectedClassCounts, MineError> {
    match options.matching.induced {
        Induced::Vertex => Ok(induced),
        Induced::Edge if k <= ALL_LISTED => MotifTable::of(k).edge_induced(&induced),
        Induced::Edge => lattice::edge_induced(&mut DirectedClasses::of(k), k, &induced, &options.context),
    }
}

/// The counts of classes, from those of codes.
fn of_codes(k: usize, codes: &[u64]) -> Result<DirectedClassCounts, MineError> {
    let (mut classes, mut counts) = (DirectedClasses::of(k), DirectedClassCounts::new());
    for (code, &count) in codes.iter().enumerate().filter(|(_, count)| **count > 0) {
        let pairs = (0..k as u32).flat_map(|other| (0..other).map(move |one| (one, other)));
        let graph = pairs.fold(Digraph::new(k), |graph, (one, other)| match sets::pair(code, one, other) {
            Some(tie) => graph.tied(one as usize, other as usize, tie.into()),
            None => graph,
        });
        add(&mut counts, classes.class(graph), count.into())?;
    }
    Ok(counts)
}

/// What kernels have found.
enum FoundSums {
    Three([u128; TRIANGLE_CLASSES]),
    Four { edges: Box<[u128; edges::SUMS]>, pairs: Box<[u128; cycles::SUMS]>, cliques: Box<[u128; CLIQUES]> },
}

/// The arcs of a directed graph.
fn arcs_of(target: Target<'_>) -> Result<GraphWithArcs<'_>, MineError> {
    let attributes = target.attributes.filter(|attributes| attributes.is_directed());
    let edges = attributes.and_then(|attributes| attributes.edges.as_ref());
    let edges = edges.ok_or(AttributeMismatch::NoDirections)?;
    Ok(GraphWithArcs { csr: target.csr, edges })
}

/// Counts the connected directed graphs of `k` vertices in `graph`, on a device or a team: see
/// [`Placed::directed_motifs`].
///
/// # Errors
/// As there.
pub fn directed_motifs<'g>(
    graph: impl Into<Target<'g>>,
    k: usize,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<DirectedMotifs, MineError> {
    Placed::new(graph, team).directed_motifs(k, options)
}

/// The connected directed graphs of `k` vertices, by rising number of arcs; triads in the order of their census.
///
/// # Errors
/// [`MineError::DirectedMotifSize`].
pub fn directed_patterns(k: usize) -> Result<&'static [DirectedMotif], MineError> {
    static MOTIFS: [OnceLock<Vec<DirectedMotif>>; 3] = [const { OnceLock::new() }; 3];
    if !DIRECTED_SIZES.contains(&k) {
        return Err(MineError::DirectedMotifSize { k });
    }
    Ok(MOTIFS[k - DIRECTED_SIZES.start()].get_or_init(|| {
        let all = DirectedClasses::of(k).all();
        let mut motifs: Vec<DirectedMotif> =
            all.into_iter().map(|class| DirectedMotif::of(Digraph::of_number(k, class))).collect();
        motifs.sort_by_key(DirectedMotif::order);
        motifs
    }))
}
