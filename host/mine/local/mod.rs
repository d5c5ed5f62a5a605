//! Local counts: at how many matches each vertex, each edge, or each arc of the graph is, and in which part of the
//! pattern. Matches are subgraphs, embeddings or homomorphisms.
//!
//! The parts are the orbits of the pattern: two of its vertices, or edges, are in one orbit if an automorphism takes
//! one to the other, and labels, directions and absence are as before (Pržulj 2007, "Biological network comparison
//! using graphlet degree distribution", for vertices; Hočevar and Demšar 2016, "Computation of graphlet orbits for
//! nodes and edges in sparse graphs", for edges).
//!
//! The counts of plain patterns of up to four vertices follow by linear equations from sums that a device makes: no
//! match is gone through. So do those of larger ones, by decomposition: edge-induced ones of up to 8 vertices, where
//! that is expected to cost less than to list the matches; and those of five vertices, alone or together, with sums
//! over their dense parts. Cliques of five vertices and more are counted by a search with pivots, and those of five at
//! the vertices on a card from bit matrices. All other matches are listed, on any device, and counted by all threads of
//! the host; so are those for whose sums the memory is too small.
//!
//! Counts are exact up to 2^128: a table has 64 bits for each where all fit, and 128 where one does not.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `anchor` | matches through one vertex or edge |
//! | `arcs` | counts at the arcs of a directed graph |
//! | `cliques` | cliques of five vertices and more at each vertex and edge |
//! | `local_counts` | [`LocalCounts`]: what comes of it all |
//! | `counts` | [`Counts`]: in 64 bits, or in 128 where one does not fit |
//! | `vertex_roles`, `edge_roles` | where a vertex or an edge can be in a pattern, and how often it is there |
//! | `equations` | vertex-induced counts from edge-induced ones |
//! | `solved` | counts that follow from sums |
//! | `sums` | counts at all places, from those of roles there |
//! | `decomposed` | counts at vertices and edges from homomorphisms of rooted quotients |
//! | `inner` | the inner vertices that decompositions ask for, on graphs of hubs and leaves |
//! | `stars` | stars, from the degrees |
//! | `fives` | patterns of five vertices, one of them or all together |
//! | `way` | which of these a pattern is for |

mod anchor;
mod arcs;
mod cliques;
mod decomposed;
mod edge_roles;
mod equations;
mod fives;
mod inner;
mod local_counts;
mod solved;
mod stars;
mod sums;
mod vertex_roles;
mod way;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

pub use super::at::{Orbits, pairs};
pub use super::counts::Counts;
pub use anchor::{Anchor, anchored};
pub use local_counts::{Anchored, LocalCounts};
pub(super) use way::LocalWay;

use fives::Fives;
use solved::{Small, Solved};
pub(super) use solved::{inverse, sums_fit};
use stars::StarsAt;
pub(super) use sums::{OrbitSums, at_places};

use super::at::{At, Edges, Vertices};
use super::catalog::{Catalog, named};
use super::list::{Batch, ListOptions};
use super::memory::instead;
use super::{CountOptions, MineError, Placed, Target};
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::runtime::Team;

/// Rows that a thread counts at a time.
const PIECE: usize = 1 << 14;

/// Places at which patterns are counted.
pub(super) trait Local: Small + StarsAt + Fives {}

impl<A: Small + StarsAt + Fives> Local for A {}

impl Placed {
    /// For each vertex of the graph, and each orbit of the pattern's vertices: at how many matches it is, in that
    /// orbit. Where a homomorphism takes several members of an orbit to the vertex, it counts as often.
    ///
    /// Plain patterns of up to four vertices and cliques are counted without going through their matches. So are, where
    /// that is expected to cost less, those of five vertices, and larger ones that need not be induced, of up to 8
    /// vertices and treewidth 2.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when the memory is too small, a
    /// device fails, or the job is to stop; [`MineError::LocalCountOverflow`].
    pub fn at_vertices(&self, pattern: &Pattern, options: &ListOptions) -> Result<LocalCounts, MineError> {
        self.count_at::<Vertices>(pattern, options)
    }

    /// For each edge of the graph, and each orbit of the pattern's edges: at how many matches it is, in that orbit. An
    /// edge is a pair of adjacent vertices, whatever the directions of the arcs between them. Where a homomorphism
    /// takes several members of an orbit to the edge, it counts as often.
    ///
    /// Plain patterns of up to four vertices and cliques are counted without going through their matches. So are, where
    /// that is expected to cost less, those of five vertices, and larger ones that need not be induced, of up to 8
    /// vertices and treewidth 2.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when the memory is too small, a
    /// device fails, or the job is to stop; [`MineError::LocalCountOverflow`].
    pub fn at_edges(&self, pattern: &Pattern, options: &ListOptions) -> Result<LocalCounts, MineError> {
        self.count_at::<Edges>(pattern, options)
    }

    /// The local counts, in whatever way.
    ///
    /// # Errors
    /// As those of [`at_vertices`](Self::at_vertices).
    pub(super) fn count_at<A: Local>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        match self.way_of(pattern, options) {
            LocalWay::Cliques => self.cliques_or_listed::<A>(pattern, options),
            LocalWay::Sums => self.on_whoever_is_left(&options.context, |placed| {
                Ok(placed.count_all_at::<A>(std::slice::from_ref(pattern), options)?.remove(0))
            }),
            way => match self.count_by_parts::<A>(way, pattern, options)? {
                Some(Ok(counts)) => Ok(counts),
                Some(Err(refused)) => {
                    report_listed(pattern, options);
                    instead(self.list_at::<A>(pattern, options), Some(refused))
                }
                None => self.list_at::<A>(pattern, options),
            },
        }
    }

    /// The way for what these options ask for.
    pub(super) fn way_of(&self, pattern: &Pattern, options: &ListOptions) -> LocalWay {
        LocalWay::asked(pattern, options, self.target().csr)
    }

    /// The local counts in this way: from degrees, from sums over the dense patterns of five vertices, over 5-cycles at
    /// vertices and 4-cycles with a fifth vertex, or by decomposition; `None` for other ways, or where to list the
    /// matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, a device fails, or the job is to stop.
    pub(super) fn count_by_parts<A: Local>(
        &self,
        way: LocalWay,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        self.on_whoever_is_left(&options.context, |placed| match way {
            LocalWay::Stars(star) => Ok(Some(Ok(placed.stars::<A>(star, pattern, options)?))),
            LocalWay::Fives => placed.solve_five::<A>(pattern, options),
            LocalWay::Decomposition => match A::count_alone(placed, pattern, options)? {
                None => placed.decompose::<A>(pattern, options),
                counted => Ok(counted),
            },
            LocalWay::Sums | LocalWay::Cliques | LocalWay::List => Ok(None),
        })
    }

    /// The local counts, from all matches.
    fn list_at<A: At>(&self, pattern: &Pattern, options: &ListOptions) -> Result<LocalCounts, MineError> {
        let (csr, members) = (self.target().csr, A::members(pattern));
        let orbits = A::orbits(pattern, options.matching.induced);
        let (places, number) = (A::count_of_graph(csr), A::numbers(csr));
        self.list_into(pattern, options, orbits, places, |member, row| {
            [number(A::image(members[member], row))]
        })
    }

    /// The local counts at so many places, from all matches: `images` are the places to which a match, a row, takes a
    /// member of the orbits.
    fn list_into<I: IntoIterator<Item = usize>>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        orbits: Orbits,
        places: usize,
        images: impl Fn(usize, &[u32]) -> I + Sync,
    ) -> Result<LocalCounts, MineError> {
        let width = orbits.len();
        let counts = zeros(places * width);
        let listed = self.list(pattern, options, |batch| {
            each_row(&batch, |row| {
                for (member, orbit) in orbits.of().enumerate() {
                    for place in images(member, row) {
                        counts[place * width + orbit].fetch_add(1, Relaxed);
                    }
                }
            })
        })?;
        Ok(LocalCounts {
            orbits,
            counts: listed_counts(counts),
            matches: listed.matches.into(),
            seconds: listed.seconds,
        })
    }

    /// The graphlet degree vectors: the vertex-induced local counts at the vertices of all connected patterns of 2 to
    /// `k` vertices, by size and by rising number of edges. For `k` = 5 these are 30 patterns with 73 orbits. Labels
    /// and directions of the graph are not looked at. Those of up to four vertices are counted together, and those of
    /// five: the first has the time of all.
    ///
    /// # Errors
    /// [`MineError::GraphletSize`] if `k` is not from 2 to 5; when the memory is too small, a device fails, or the job
    /// is to stop; [`MineError::LocalCountOverflow`].
    pub fn graphlet_degrees(&self, k: usize, options: &ListOptions) -> Result<Vec<Graphlet>, MineError> {
        self.graphlets::<Vertices>(k, options)
    }

    /// The vertex-induced local counts at the edges of all connected patterns of 2 to `k` vertices, by size and by
    /// rising number of edges: for `k` = 5 there are 69 orbits. Labels and directions of the graph are not looked at.
    ///
    /// # Errors
    /// [`MineError::GraphletSize`] if `k` is not from 2 to 5; when the memory is too small, a device fails, or the job
    /// is to stop; [`MineError::LocalCountOverflow`].
    pub fn graphlet_degrees_of_edges(
        &self,
        k: usize,
        options: &ListOptions,
    ) -> Result<Vec<Graphlet>, MineError> {
        self.graphlets::<Edges>(k, options)
    }

    fn graphlets<A: Local>(&self, k: usize, options: &ListOptions) -> Result<Vec<Graphlet>, MineError> {
        let options = options.clone().induced(Induced::Vertex);
        let (names, patterns): (Vec<String>, Vec<Pattern>) = graphlet_patterns(k)?.into_iter().unzip();
        let counts = self
            .on_whoever_is_left(&options.context, |placed| placed.count_all_at::<A>(&patterns, &options))?;
        let graphlets = names.into_iter().zip(patterns).zip(counts);
        Ok(graphlets.map(|((name, pattern), local)| Graphlet { name, pattern, local }).collect())
    }

    /// The local counts at vertices of several patterns, as a part of another job: of up to four vertices, or all
    /// connected ones of five.
    ///
    /// # Errors
    /// As those of [`graphlet_degrees`](Self::graphlet_degrees).
    pub(super) fn at_vertices_together(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Vec<LocalCounts>, MineError> {
        self.on_whoever_is_left(&options.context, |placed| placed.count_all_at::<Vertices>(patterns, options))
    }

    /// The local counts of patterns: those of the first patterns that the equations solve together, then the others.
    fn count_all_at<A: Local>(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Vec<LocalCounts>, MineError> {
        let is_solved = |pattern: &&Pattern| self.way_of(pattern, options) == LocalWay::Sums;
        let solved = patterns.iter().take_while(is_solved).count();
        let (together, fives) = patterns.split_at(solved);
        let list = |pattern: &Pattern| self.list_at::<A>(pattern, options);
        // What is known of the vertices is held for those of five.
        let (solved, _held) = match self.solve::<A>(together, options)? {
            Ok((counts, sums)) => (Some(Ok(counts)), sums),
            Err(refused) => (Some(Err(refused)), None),
        };
        let mut counts = solved_or_listed(together, options, solved, list)?;
        let solved = if fives.is_empty() { None } else { self.solve_fives::<A>(fives, options)? };
        counts.append(&mut solved_or_listed(fives, options, solved, list)?);
        Ok(counts)
    }
}

/// What was solved; where nothing was, or the memory was too small for it, the counts from all matches.
fn solved_or_listed(
    patterns: &[Pattern],
    options: &ListOptions,
    solved: Option<Solved<Vec<LocalCounts>>>,
    list: impl Fn(&Pattern) -> Result<LocalCounts, MineError>,
) -> Result<Vec<LocalCounts>, MineError> {
    let listed = || patterns.iter().map(list).collect();
    match solved {
        Some(Ok(counts)) => Ok(counts),
        Some(Err(refused)) => {
            patterns.iter().for_each(|pattern| report_listed(pattern, options));
            instead(listed(), Some(refused))
        }
        None => listed(),
    }
}

/// Says that the matches of a pattern are listed, as the memory is too small for the sums that its counts follow from.
fn report_listed(pattern: &Pattern, options: &ListOptions) {
    let counting = CountOptions::default().matching(options.matching);
    options.context.report_walked(pattern, counting.strategy(pattern));
}

/// The local counts at the vertices of `graph`, by a device or a team.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the memory is too small, a device
/// fails, or the job is to stop; [`MineError::LocalCountOverflow`].
pub fn at_vertices<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<LocalCounts, MineError> {
    Placed::new(graph, team).at_vertices(pattern, options)
}

/// The local counts at the edges of `graph`, by a device or a team.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the memory is too small, a device
/// fails, or the job is to stop; [`MineError::LocalCountOverflow`].
pub fn at_edges<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<LocalCounts, MineError> {
    Placed::new(graph, team).at_edges(pattern, options)
}

/// The local counts at the arcs of `graph`, which is directed, by a device or a team: see [`Placed::at_arcs`].
///
/// # Errors
/// When the graph is undirected; when the pattern cannot be planned, or asks for what the graph does not have; when the
/// memory is too small, a device fails, or the job is to stop; [`MineError::LocalCountOverflow`].
pub fn at_arcs<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<LocalCounts, MineError> {
    Placed::new(graph, team).at_arcs(pattern, options)
}

/// The graphlet degree vectors of `graph`, by a device or a team.
///
/// # Errors
/// [`MineError::GraphletSize`] if `k` is not from 2 to 5; when the memory is too small, a device fails, or the job is
/// to stop; [`MineError::LocalCountOverflow`].
pub fn graphlet_degrees(
    graph: &Csr,
    k: usize,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<Vec<Graphlet>, MineError> {
    Placed::new(graph, team).graphlet_degrees(k, options)
}

/// The graphlet degree vectors of the edges of `graph`, by a device or a team.
///
/// # Errors
/// [`MineError::GraphletSize`] if `k` is not from 2 to 5; when the memory is too small, a device fails, or the job is
/// to stop; [`MineError::LocalCountOverflow`].
pub fn graphlet_degrees_of_edges(
    graph: &Csr,
    k: usize,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<Vec<Graphlet>, MineError> {
    Placed::new(graph, team).graphlet_degrees_of_edges(k, options)
}

/// The local counts of a pattern, and its name.
#[derive(Clone, Debug)]
pub struct Graphlet {
    /// The name, or the edges of a pattern that has none.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
    /// Its counts.
    pub local: LocalCounts,
}

/// All connected patterns of 2 to `k` vertices, by size and by rising number of edges, each with its name.
///
/// # Errors
/// [`MineError::GraphletSize`] if `k` is not from 2 to 5.
pub(super) fn graphlet_patterns(k: usize) -> Result<Vec<(String, Pattern)>, MineError> {
    if !(2..=5).contains(&k) {
        return Err(MineError::GraphletSize { k });
    }
    let patterns = (2..=k).flat_map(|size| &Catalog::of(size).patterns);
    Ok(patterns.map(named).collect())
}

impl Graphlet {
    /// Its counts in some rows that follow each other, which are all that it has in a part of the graph.
    pub(crate) fn part(&self, rows: std::ops::Range<usize>) -> Result<Graphlet, MineError> {
        let Graphlet { name, pattern, local } = self;
        let local = LocalCounts::of_subgraphs(local.orbits.clone(), local.part(rows))?;
        Ok(Graphlet { name: name.clone(), pattern: pattern.clone(), local })
    }

    /// Whether arcs lead both ways between two of its vertices.
    pub fn has_mutual_pair(&self) -> bool {
        has_mutual_pair(&self.pattern)
    }
}

/// Whether arcs lead both ways between two vertices of a pattern.
pub(super) fn has_mutual_pair(pattern: &Pattern) -> bool {
    let edges = pattern.edges();
    edges.iter().any(|&(a, b)| edges.contains(&(b, a)))
}

fn zeros(length: usize) -> Vec<AtomicU64> {
    (0..length).map(|_| AtomicU64::new(0)).collect()
}

/// What such numbers have become. Nobody lists 2^64 matches: they fit.
fn listed_counts(counts: Vec<AtomicU64>) -> Counts {
    Counts::Narrow(counts.into_iter().map(AtomicU64::into_inner).collect())
}

fn each_row(batch: &Batch<'_>, count: impl Fn(&[u32]) + Sync) -> ControlFlow<()> {
    let width = batch.width;
    batch.ids.par_chunks(PIECE * width).for_each(|piece| piece.chunks_exact(width).for_each(&count));
    ControlFlow::Continue(())
}
