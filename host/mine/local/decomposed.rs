//! Local counts by decomposition: patterns of 5 to 8 vertices and treewidth 2, edge-induced.

use super::equations::Equations;
use super::inner::{Inner, colors};
use super::local_counts::LocalCounts;
use super::solved::{Asked, Solved, SumsOfGraph, inverse};
use crate::at::{At, Orbits};
use crate::clock::Clock;
use crate::direct::{Mapped, MapsAt, Needs, Session};
use crate::list::ListOptions;
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::placed::Known;
use crate::plan::decomposition::{MOST_ROOTED, RootedDecomposition, SmallGraph, fits, fits_in_64};
use crate::plan::{Matching, PlanError, PlanOptions, plan};
use crate::run::Run;
use crate::{MineError, Placed};

/// What to list a match and add it to its vertices takes, beside what a walk takes to count it. Measured on one CPU
/// thread: 5-cycles of email-Enron.
pub(super) const LISTING: f64 = 16.0;

/// A decomposition, and the inner vertices that it asks for.
type WithInner<P> = (RootedDecomposition<P>, Option<Inner>);

impl Placed {
    /// The local counts by decomposition of a pattern for which there may be one ([`is_possible`]); `None` where there
    /// is none, or to list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(super) fn decompose<A: Mapped>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let (clock, known) = (Clock::default(), self.known(1));
        let orbits = A::orbits(pattern, options.matching.induced);
        let Some((decomposition, inner)) = self.decomposed::<A>(pattern, options, &orbits, &known, &clock)?
        else {
            return Ok(None);
        };
        let (needs, graph) = (needs_of(&decomposition), self.target().csr);
        let run = Run { context: &options.context, clock: &clock };
        let maps = Session::new(&known, run).and_then(|mut session| {
            // First, as tables take what room there is.
            let sums = A::sums(&mut session, needs)?;
            let (inner, narrow) = (colors(inner.as_ref()), fits_in_64(pattern.vertices(), graph));
            let maps = session.maps_at::<A>(&decomposition, inner, narrow, A::form_of(&sums))?;
            let new_of_old = inverse(&known.form.old_of_new(&clock));
            Ok(MapsAndSums { maps, of_graph: SumsOfGraph { graph, sums, new_of_old } })
        });
        let maps = match if_it_fits(maps)? {
            Ok(maps) => maps,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        let mut counts = clock.mine(|| {
            let (asked, places) = (ask(pattern, options, orbits), A::places(graph));
            match maps.maps.is_narrow() {
                true => asked.counted(places.len(), |place| maps.at::<u64>(places[place])),
                false => asked.counted(places.len(), |place| maps.at::<i128>(places[place])),
            }
        })?;
        counts.seconds = clock.seconds();
        Ok(Some(Ok(counts)))
    }

    /// The decomposition of a pattern as seen from the first of each orbit, and the inner vertices that it asks for;
    /// `None` if there is none, if it cannot be told that all maps can be counted in 128 bits, or if to list the
    /// matches is expected to cost less.
    fn decomposed<A: At>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        orbits: &Orbits,
        known: &Known,
        clock: &Clock,
    ) -> Result<Option<WithInner<A::Product>>, MineError> {
        let prepared = clock.prepare(|| known.form.prepared(clock));
        if prepared.csr().edges() == 0 {
            return Ok(None);
        }
        let inner = clock.prepare(|| Inner::of(self.target().csr));
        let decomposition = clock.plan(|| -> Result<_, PlanError> {
            let stats = prepared.stats();
            let all = A::roles(pattern);
            let roles: Vec<SmallGraph> = orbits.firsts().map(|first| all[first]).collect();
            let decomposition = A::decompose(&roles, stats, inner.as_ref().map(|inner| inner.shares));
            let listed = plan(pattern, PlanOptions::listing(options.matching), stats)?.cost.total;
            let fits = fits(pattern, prepared.csr());
            Ok(decomposition.filter(|all| fits && all.cost() < LISTING * listed))
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

/// What the counts of all orbits follow from.
struct MapsAndSums<'g, A: Mapped> {
    maps: MapsAt<A>,
    of_graph: SumsOfGraph<'g, A>,
}

impl<A: Mapped> MapsAndSums<'_, A> {
    /// The matches of each orbit at a place of the graph.
    fn at<N: Modular>(&self, place: A::Place) -> impl Fn(usize) -> N {
        let (number, pieces) = (self.of_graph.number(place), self.of_graph.pieces(place));
        move |orbit| self.maps.matches(number, orbit, &pieces)
    }
}

/// Whether there may be a decomposition for the local counts of a pattern.
pub(super) fn is_possible(pattern: &Pattern, matching: Matching) -> bool {
    let few = pattern.vertices() <= MOST_ROOTED;
    matching.is_plain_and_open(pattern) && few && SmallGraph::is_narrow(pattern)
}
