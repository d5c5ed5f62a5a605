//! Local counts by decomposition: patterns of 5 to 8 vertices and treewidth 2, edge-induced.

use std::sync::Arc;

use super::equations::Equations;
use super::inner::{Inner, colors};
use super::solved::{Asked, Solved, counts_all, inverse};
use super::{LocalCounts, Orbits, edges_of, pairs};
use crate::clock::Clock;
use crate::direct::{MapsAtEdges, MapsAtVertices, Needs, Session, SumsAtEdges, SumsAtVertices};
use crate::graph::{Csr, GraphStats};
use crate::list::ListOptions;
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::placed::Known;
use crate::plan::decomposition::{InnerShares, RootedDecomposition, SmallGraph, fits, fits_in_64};
use crate::plan::{Induced, Matching, PlanError, PlanOptions, plan};
use crate::run::Run;
use crate::{MineError, Placed};

/// What to list a match and add it to its vertices takes, beside what a walk takes to count it. Measured on one CPU thread: 5-cycles of
/// email-Enron.
pub(super) const LISTING: f64 = 16.0;

/// A decomposition, and the inner vertices that it asks for.
type WithInner<P> = (RootedDecomposition<P>, Option<Inner>);

impl Placed {
    /// The local counts at the vertices by decomposition; `None` where there is none, or to list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(super) fn decompose_at_vertices(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let (clock, known) = (Clock::default(), self.known(1));
        let orbits = Orbits::of_vertices(pattern, options.matching.induced);
        let decompose = |stats: &GraphStats, inner: Option<InnerShares>| {
            let of_orbits: Vec<_> = first_members(&orbits, roles_of(pattern)).collect();
            RootedDecomposition::at_vertices(&of_orbits, stats, inner)
        };
        let Some((decomposition, inner)) = self.decomposed(pattern, options, &known, &clock, decompose)?
        else {
            return Ok(None);
        };
        let needs = needs_of(&decomposition);
        let run = Run { context: &options.context, clock: &clock };
        let maps = Session::new(&known, run).and_then(|mut session| {
            // First, as tables take what room there is.
            let sums = session.sums_at_vertices(needs)?;
            let narrow = fits_in_64(pattern.vertices(), self.target().csr);
            Ok(AtVertices {
                maps: session.maps_at_vertices(&decomposition, colors(inner.as_ref()), narrow)?,
                sums,
            })
        });
        let maps = match if_it_fits(maps)? {
            Ok(maps) => maps,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        let (graph, new_of_old) = (self.target().csr, inverse(&known.form.old_of_new(&clock)));
        let mut counts = clock.mine(|| {
            let (asked, vertices) = (ask(pattern, options, orbits), new_of_old.len());
            match maps.maps.is_narrow() {
                true => asked.counted(vertices, |v| maps.at::<u64>(graph, &new_of_old, v)),
                false => asked.counted(vertices, |v| maps.at::<i128>(graph, &new_of_old, v)),
            }
        })?;
        counts.seconds = clock.seconds();
        Ok(Some(Ok(counts)))
    }

    /// The local counts at the edges by decomposition; `None` where there is none, or to list the matches is expected to
    /// cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(super) fn decompose_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let (clock, known) = (Clock::default(), self.known(1));
        let orbits = Orbits::of_pairs(pattern, options.matching.induced);
        let decompose = |stats: &GraphStats, inner: Option<InnerShares>| {
            let of_orbits: Vec<_> = first_members(&orbits, edge_roles_of(pattern)).collect();
            RootedDecomposition::at_edges(&of_orbits, stats, inner)
        };
        let Some((decomposition, inner)) = self.decomposed(pattern, options, &known, &clock, decompose)?
        else {
            return Ok(None);
        };
        let needs = needs_of(&decomposition);
        let run = Run { context: &options.context, clock: &clock };
        let maps = Session::new(&known, run).and_then(|mut session| {
            // First, as tables take what room there is.
            let sums = session.sums_at_edges(needs)?;
            let narrow = fits_in_64(pattern.vertices(), self.target().csr);
            let inner = colors(inner.as_ref());
            Ok(AtEdges { maps: session.maps_at_edges(&decomposition, inner, narrow, &sums)?, sums })
        });
        let maps = match if_it_fits(maps)? {
            Ok(maps) => maps,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        let (graph, new_of_old) = (self.target().csr, inverse(&known.form.old_of_new(&clock)));
        let mut counts = clock.mine(|| {
            let (asked, edges) = (ask(pattern, options, orbits), edges_of(graph));
            match maps.maps.is_narrow() {
                true => asked.counted(edges.len(), |edge| maps.at::<u64>(graph, &new_of_old, edges[edge])),
                false => asked.counted(edges.len(), |edge| maps.at::<i128>(graph, &new_of_old, edges[edge])),
            }
        })?;
        counts.seconds = clock.seconds();
        Ok(Some(Ok(counts)))
    }

    /// What `decompose` makes of a pattern and the statistics of the graph, and the inner vertices that it asks for; `None` if it makes nothing, if it cannot
    /// be told that all maps can be counted in 128 bits, or if to list the matches is expected to cost less.
    fn decomposed<P>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        known: &Known,
        clock: &Clock,
        decompose: impl FnOnce(&GraphStats, Option<InnerShares>) -> Option<RootedDecomposition<P>>,
    ) -> Result<Option<WithInner<P>>, MineError> {
        if !counts_all(options) || !is_possible(pattern, options.matching) {
            return Ok(None);
        }
        let prepared = clock.prepare(|| known.form.prepared(clock));
        if prepared.csr().edges() == 0 {
            return Ok(None);
        }
        let inner = clock.prepare(|| Inner::of(self.target().csr));
        let decomposition = clock.plan(|| -> Result<_, PlanError> {
            let stats = prepared.stats();
            let decomposition = decompose(stats, inner.as_ref().map(|inner| inner.shares));
            let listed = plan(pattern, PlanOptions::listing(options.matching), stats)?.cost.total;
            let small = SmallGraph::of(pattern).filter(|small| fits(small, prepared.csr()));
            Ok(decomposition.filter(|all| small.is_some() && all.cost() < LISTING * listed))
        })?;
        Ok(decomposition.map(|decomposition| (decomposition, inner)))
    }
}

/// What is to be counted beside tables.
pub(super) fn needs_of<P>(decomposition: &RootedDecomposition<P>) -> Needs {
    let (cycles, cliques) = (decomposition.needs_four_cycles(), decomposition.needs_four_cliques());
    Needs { triangles: cliques, cycles, cliques }
}

/// What is asked for. Roles go by the place of their orbit; edge-induced counts need no equations.
fn ask(pattern: &Pattern, options: &ListOptions, orbits: Orbits) -> Asked<usize> {
    let of: Vec<usize> = orbits.of().collect();
    Asked::new(pattern, options, orbits, &of, &Equations::none())
}

/// What the counts of all orbits follow from, at each vertex of a form.
struct AtVertices {
    maps: MapsAtVertices,
    sums: Arc<SumsAtVertices>,
}

impl AtVertices {
    /// The matches of each orbit at a vertex of the graph.
    fn at<N: Modular>(&self, graph: &Csr, new_of_old: &[u32], vertex: usize) -> impl Fn(usize) -> N {
        let place = new_of_old[vertex] as usize;
        let pieces = self.sums.at(place, graph.degree(vertex as u32));
        move |orbit| self.maps.matches(place, orbit, &pieces)
    }
}

/// What the counts of all orbits follow from, at each edge of a form.
struct AtEdges {
    maps: MapsAtEdges,
    sums: SumsAtEdges,
}

impl AtEdges {
    /// The matches of each orbit at an edge of the graph.
    fn at<N: Modular>(&self, graph: &Csr, new_of_old: &[u32], ends: [u32; 2]) -> impl Fn(usize) -> N {
        let new = ends.map(|end| new_of_old[end as usize]);
        let pieces = self.sums.between(new, ends.map(|end| graph.degree(end)));
        let edge = self.sums.number(new);
        move |orbit| self.maps.matches(edge, orbit, &pieces)
    }
}

/// Whether there may be a decomposition for the local counts of a pattern.
pub(super) fn is_possible(pattern: &Pattern, matching: Matching) -> bool {
    let counted = matching.semantics.injective() && matching.induced == Induced::Edge;
    pattern.is_plain() && counted && SmallGraph::of(pattern).is_some_and(|graph| graph.has_treewidth_of_two())
}

/// The pattern as seen from each of its vertices: equal for those of one orbit.
///
/// # Panics
/// For a pattern that is too large to be decomposed.
pub(super) fn roles_of(pattern: &Pattern) -> Vec<SmallGraph> {
    let graph = small(pattern);
    (0..pattern.vertices()).map(|vertex| graph.canonical_from(vertex)).collect()
}

/// The pattern as seen from each of its edges: equal for those of one orbit.
///
/// # Panics
/// For a pattern that is too large to be decomposed.
pub(super) fn edge_roles_of(pattern: &Pattern) -> Vec<SmallGraph> {
    let graph = small(pattern);
    pairs(pattern).into_iter().map(|edge| graph.canonical_from_edge(edge)).collect()
}

fn small(pattern: &Pattern) -> SmallGraph {
    SmallGraph::of(pattern).expect("a pattern of up to 8 vertices")
}

/// The role of the first member of each orbit.
fn first_members(orbits: &Orbits, roles: Vec<SmallGraph>) -> impl Iterator<Item = SmallGraph> {
    let first = |orbit| orbits.of().position(|other| other == orbit).expect("orbits have members");
    (0..orbits.len()).map(move |orbit| roles[first(orbit)])
}
