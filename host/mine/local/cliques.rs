//! Cliques of five vertices and more at each vertex and edge: by a search with pivots, whose time does not grow with
//! their number.

use super::local_counts::LocalCounts;
use super::solved::inverse;
use super::{Local, report_listed};
use crate::clock::Clock;
use crate::counts::Counts;
use crate::direct::{CliquesAt, Session, Summed};
use crate::list::ListOptions;
use crate::memory::{if_it_fits, instead};
use crate::pattern::Pattern;
use crate::plan::Matching;
use crate::run::Run;
use crate::strategy::clique;
use crate::{MineError, Placed, VertexOrder};

/// The fewest vertices: smaller cliques follow from sums.
const SMALLEST: u32 = 5;

/// Whether a pattern is a clique whose matches are counted here.
pub(super) fn is_clique(pattern: &Pattern, matching: Matching) -> bool {
    clique(pattern).is_some_and(|k| k >= SMALLEST) && matching.is_plain(pattern)
}

impl Placed {
    /// The local counts of a clique, from its matches where the memory is too small for the search.
    pub(super) fn cliques_or_listed<A: Local>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        self.on_whoever_is_left(&options.context, |placed| {
            match if_it_fits(placed.local_cliques::<A>(pattern, options))? {
                Ok(counts) => Ok(counts),
                Err(refused) => {
                    report_listed(pattern, options);
                    instead(placed.list_at::<A>(pattern, options), Some(refused))
                }
            }
        })
    }

    /// The local counts of a clique.
    pub(super) fn local_cliques<A: CliquesAt + Summed>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<LocalCounts, MineError> {
        let clock = Clock::default();
        // A vertex that no clique can use may be left out of the form, and would be missing here.
        let known = clock.prepare(|| self.known_in_order(0, VertexOrder::Degeneracy));
        let run = Run { context: &options.context, clock: &clock };
        let (matches, at, form) = Session::new(&known, run)?.cliques_at::<A>(pattern.vertices() as u32)?;
        let new_of_old = inverse(&known.form.old_of_new(&clock));
        let times = options.matching.maps_per_subgraph(pattern).into();
        let counts = clock.mine(|| {
            let places = A::places(self.target().csr);
            let new = |place| A::number(&form, A::each(place, |old| new_of_old[old as usize]));
            Counts::of(places.len(), |place| at.get(new(places[place])).checked_mul(times))
        });
        let all = counts.zip(matches.checked_mul(times));
        let (counts, matches) = all.ok_or(MineError::LocalCountOverflow)?;
        let orbits = A::orbits(pattern, options.matching.induced);
        Ok(LocalCounts { orbits, counts, matches, seconds: clock.seconds() })
    }
}
