//! Cliques of five vertices and more at each vertex: by a search with pivots, whose time does not grow with their number.

use super::solved::inverse;
use super::{Counts, LocalCounts, Orbits, report_listed};
use crate::clock::Clock;
use crate::mine::direct::Session;
use crate::mine::list::{ListOptions, Position};
use crate::mine::memory::{if_it_fits, instead};
use crate::mine::run::Run;
use crate::mine::{MineError, Placed, VertexOrder};
use crate::pattern::Pattern;
use crate::plan::{Matching, Semantics};

/// The fewest vertices: smaller cliques follow from sums.
const SMALLEST: usize = 5;

/// Whether a pattern is a clique whose matches are counted here.
pub(super) fn is_clique(pattern: &Pattern, matching: Matching) -> bool {
    let k = pattern.vertices();
    let complete = k >= SMALLEST && pattern.edges().len() == k * (k - 1) / 2;
    complete && pattern.is_plain() && matching.semantics.injective()
}

impl Placed {
    /// The local counts of a clique at the vertices; none if the pattern is none, or a part of a listing is asked for.
    pub(super) fn cliques_at_vertices(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<LocalCounts>, MineError> {
        let all = options.limit.is_none() && options.from == Position::default();
        if !all || !is_clique(pattern, options.matching) {
            return Ok(None);
        }
        let counted = self.on_whoever_is_left(&options.context, |placed| {
            match if_it_fits(placed.count_cliques_at_vertices(pattern, options))? {
                Ok(counts) => Ok(counts),
                Err(refused) => {
                    report_listed(pattern, options);
                    instead(placed.list_at_vertices(pattern, options), Some(refused))
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
        let k = pattern.vertices() as u32;
        // A vertex that no clique can use may be left out of the form, and would be missing here.
        let known = clock.prepare(|| self.known_in_order(0, VertexOrder::Degeneracy));
        let run = Run { context: &options.context, clock: &clock };
        let (matches, at) = Session::new(&known, run)?.cliques_at_vertices(k)?;
        let times = match options.matching.semantics {
            Semantics::Embeddings => pattern.automorphism_count(),
            _ => 1,
        };
        let old_of_new = known.form.old_of_new(&clock);
        let counted = |count: u128| count.checked_mul(times.into());
        let counts = clock.mine(|| {
            let new_of_old = inverse(&old_of_new);
            Counts::of(new_of_old.len(), |old| counted(at.get(new_of_old[old] as usize)))
        });
        let (counts, matches) = counts.zip(counted(matches)).ok_or(MineError::LocalCountOverflow)?;
        let orbits = Orbits::of_vertices(pattern, options.matching.induced);
        Ok(LocalCounts { orbits, counts, matches, seconds: clock.seconds() })
    }

    /// STUB
    pub(super) fn count_cliques_at_edges(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        self.list_at_edges(pattern, options)
    }
}
