//! Local counts at the vertices by decomposition: patterns of 5 to 8 vertices and treewidth 2, edge-induced.

use std::sync::Arc;

use super::equations::Equations;
use super::solved::{Asked, Solved, counts_all, inverse};
use super::{LocalCounts, Orbits};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::mine::direct::{MapsAtVertices, Needs, Session, SumsAtVertices};
use crate::mine::list::ListOptions;
use crate::mine::memory::if_it_fits;
use crate::mine::modular::Modular;
use crate::mine::run::Run;
use crate::mine::{MineError, Placed};
use crate::pattern::Pattern;
use crate::plan::decomposition::{RootedDecomposition, RootedTerm, SmallGraph, fits, fits_in_64};
use crate::plan::{Induced, Matching, PlanError, PlanOptions, plan};

/// What to list a match and add it to its vertices takes, beside what a walk takes to count it. Measured on one CPU thread: 5-cycles of
/// email-Enron.
pub(super) const LISTING: f64 = 16.0;

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
        if !counts_all(options) || !is_possible(pattern, options.matching) {
            return Ok(None);
        }
        let clock = Clock::default();
        let known = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock: &clock };
        let orbits = Orbits::of_vertices(pattern, options.matching.induced);
        let roles = roles_of(pattern);
        let of_orbits = first_members(&orbits).map(|member| roles[member]).collect::<Vec<_>>();
        let prepared = known.form.prepared(&clock);
        if prepared.csr().edges() == 0 {
            return Ok(None);
        }
        let decomposition = clock.plan(|| -> Result<_, PlanError> {
            let stats = prepared.stats();
            let decomposition = RootedDecomposition::of(&of_orbits, stats);
            let listed = plan(pattern, PlanOptions::listing(options.matching), stats)?.cost.total;
            let small = SmallGraph::of(pattern).filter(|small| fits(small, prepared.csr()));
            Ok(decomposition.filter(|all| small.is_some() && all.cost() < LISTING * listed))
        })?;
        let Some(decomposition) = decomposition else { return Ok(None) };
        let cliques = decomposition.needs(&RootedTerm::FourCliques);
        let cycles = decomposition.needs(&RootedTerm::FourCycles);
        let needs = Needs { triangles: cliques, cycles, cliques };
        let maps = Session::new(&known, run).and_then(|mut session| {
            // First, as tables take what room there is.
            let sums = session.sums_at_vertices(needs)?;
            let narrow = fits_in_64(pattern.vertices(), self.target().csr);
            Ok(MapsOfOrbits { maps: session.maps_at_vertices(&decomposition, narrow)?, sums })
        });
        let maps = match if_it_fits(maps)? {
            Ok(maps) => maps,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        let new_of_old = inverse(&known.form.old_of_new(&clock));
        let mut counts = clock.mine(|| {
            // Roles go by the place of their orbit; edge-induced counts need no equations.
            let of: Vec<usize> = orbits.of().collect();
            let asked = Asked::new(pattern, options, orbits, &of, &Equations::none());
            match maps.maps.is_narrow() {
                true => {
                    asked.counted(new_of_old.len(), |v| maps.at::<u64>(self.target().csr, &new_of_old, v))
                }
                false => {
                    asked.counted(new_of_old.len(), |v| maps.at::<i128>(self.target().csr, &new_of_old, v))
                }
            }
        })?;
        counts.seconds = clock.seconds();
        Ok(Some(Ok(counts)))
    }
}

/// What the counts of all orbits follow from, at each vertex of a form.
struct MapsOfOrbits {
    maps: MapsAtVertices,
    sums: Arc<SumsAtVertices>,
}

impl MapsOfOrbits {
    /// The matches of each orbit at a vertex of the graph.
    fn at<N: Modular>(&self, graph: &Csr, new_of_old: &[u32], vertex: usize) -> impl Fn(usize) -> N {
        let place = new_of_old[vertex] as usize;
        let pieces = self.sums.at(place, graph.degree(vertex as u32));
        move |orbit| self.maps.matches(place, orbit, &pieces)
    }
}

/// Whether the local counts of a pattern can be found by decomposition.
pub(super) fn is_possible(pattern: &Pattern, matching: Matching) -> bool {
    let counted = matching.semantics.injective() && matching.induced == Induced::Edge;
    pattern.is_plain() && counted && SmallGraph::of(pattern).is_some_and(|graph| graph.has_treewidth_of_two())
}

/// The pattern as seen from each of its vertices: equal for those of one orbit.
///
/// # Panics
/// For a pattern that is too large to be decomposed.
pub(super) fn roles_of(pattern: &Pattern) -> Vec<SmallGraph> {
    let graph = SmallGraph::of(pattern).expect("a pattern of up to 8 vertices");
    (0..pattern.vertices()).map(|vertex| graph.canonical_from(vertex)).collect()
}

/// The first member of each orbit.
fn first_members(orbits: &Orbits) -> impl Iterator<Item = usize> {
    (0..orbits.len()).map(|orbit| orbits.of().position(|other| other == orbit).expect("orbits have members"))
}
