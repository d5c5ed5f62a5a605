//! Cliques of five vertices and more at each vertex and edge: by a search with pivots, whose time does not grow with their number.

use rayon::prelude::*;

use super::solved::inverse;
use super::{Counts, LocalCounts, Orbits, edges_of, fives, report_listed};
use crate::clock::Clock;
use crate::direct::Session;
use crate::families::clique_edge_family;
use crate::list::{ListOptions, Position};
use crate::memory::{if_it_fits, instead};
use crate::pattern::Pattern;
use crate::plan::{Matching, Semantics};
use crate::run::Run;
use crate::{MineError, Placed, VertexOrder};

/// The fewest vertices: smaller cliques follow from sums.
const SMALLEST: usize = 5;

/// Whether a pattern is a clique whose matches are counted here.
pub(super) fn is_clique(pattern: &Pattern, matching: Matching) -> bool {
    let k = pattern.vertices();
    let complete = k >= SMALLEST && pattern.edges().len() == k * (k - 1) / 2;
    complete && pattern.is_plain() && matching.semantics.injective()
}

/// A way to make local counts.
type Way = fn(&Placed, &Pattern, &ListOptions) -> Result<LocalCounts, MineError>;

impl Placed {
    /// The local counts of a clique at the vertices; none if the pattern is none, or a part of a listing is asked for.
    pub(super) fn cliques_at_vertices(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<LocalCounts>, MineError> {
        self.cliques_or_listed(pattern, options, Placed::count_cliques_at_vertices, Placed::list_at_vertices)
    }

    /// The local counts of a clique at the edges; none if the pattern is none, or a part of a listing is asked for.
    pub(super) fn cliques_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<LocalCounts>, MineError> {
        self.cliques_or_listed(pattern, options, Placed::count_cliques_at_edges, Placed::list_at_edges)
    }

    /// What `count` gives, or where the memory is too small for it `list`.
    fn cliques_or_listed(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        count: Way,
        list: Way,
    ) -> Result<Option<LocalCounts>, MineError> {
        let all = options.limit.is_none() && options.from == Position::default();
        if !all || !is_clique(pattern, options.matching) {
            return Ok(None);
        }
        let counted = self.on_whoever_is_left(&options.context, |placed| {
            match if_it_fits(count(placed, pattern, options))? {
                Ok(counts) => Ok(counts),
                Err(refused) => {
                    report_listed(pattern, options);
                    instead(list(placed, pattern, options), Some(refused))
                }
            }
        });
        counted.map(Some)
    }

    pub(super) fn count_cliques_at_vertices(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        let clock = Clock::default();
        // A vertex that no clique can use may be left out of the form, and would be missing here.
        let known = clock.prepare(|| self.known_in_order(0, VertexOrder::Degeneracy));
        let run = Run { context: &options.context, clock: &clock };
        let (matches, at) = Session::new(&known, run)?.cliques_at_vertices(pattern.vertices() as u32)?;
        let new_of_old = inverse(&known.form.old_of_new(&clock));
        let counted = Counted { orbits: Orbits::of_vertices(pattern, options.matching.induced), matches, at };
        counted.at_places(pattern, options, &clock, &new_of_old)
    }

    pub(super) fn count_cliques_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        let clock = Clock::default();
        // As at vertices.
        let known = clock.prepare(|| self.known_in_order(0, VertexOrder::Degeneracy));
        let run = Run { context: &options.context, clock: &clock };
        let (matches, at, edges) = Session::new(&known, run)?.cliques_at_edges(pattern.vertices() as u32)?;
        let old_of_new = known.form.old_of_new(&clock);
        let numbers: Vec<u64> = clock.mine(|| {
            let new_of_old = inverse(&old_of_new);
            let number = |ends: [u32; 2]| edges.number(ends.map(|end| new_of_old[end as usize])) as u64;
            edges_of(self.target().csr).into_par_iter().map(number).collect()
        });
        let counted = Counted { orbits: Orbits::of_pairs(pattern, options.matching.induced), matches, at };
        counted.at_places(pattern, options, &clock, &numbers)
    }
}

/// The cliques at each vertex or edge of a form, and all of them.
struct Counted {
    orbits: Orbits,
    matches: u128,
    at: Counts,
}

impl Counted {
    /// Those at the vertices or edges of the graph, which have these numbers in the form.
    fn at_places<T: Copy + Into<u64>>(
        self,
        pattern: &Pattern,
        options: &ListOptions,
        clock: &Clock,
        numbers: &[T],
    ) -> Result<LocalCounts, MineError> {
        let times = match options.matching.semantics {
            Semantics::Embeddings => pattern.automorphism_count(),
            _ => 1,
        };
        let counted = |count: u128| count.checked_mul(times.into());
        let at = |place: usize| counted(self.at.get(numbers[place].into() as usize));
        let counts = clock.mine(|| Counts::of(numbers.len(), at));
        let (counts, matches) = counts.zip(counted(self.matches)).ok_or(MineError::LocalCountOverflow)?;
        Ok(LocalCounts { orbits: self.orbits, counts, matches, seconds: clock.seconds() })
    }
}

/// The families of kernels that count at edges on a card, besides [`families`](super::families).
pub fn edge_families(pattern: &Pattern, matching: Matching) -> Vec<&'static str> {
    let has_cliques = is_clique(pattern, matching) || fives::is_known(pattern, matching);
    if has_cliques { vec![clique_edge_family()] } else { Vec::new() }
}

/// The families of kernels that count graphlets at edges on a card, besides [`graphlet_families`](super::graphlet_families).
pub fn graphlet_edge_families() -> Vec<&'static str> {
    vec![clique_edge_family()]
}
