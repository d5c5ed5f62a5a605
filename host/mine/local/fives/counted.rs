//! Local counts of the patterns of five vertices, from what the roles of places follow from.

use super::{CountedPlaces, FiveRole, Fives, Needed, RoleSource, Roles, SIZE, can_be_counted};
use crate::catalog::Catalog;
use crate::clock::Clock;
use crate::counts::Counts;
use crate::list::ListOptions;
use crate::local::equations::Equations;
use crate::local::local_counts::LocalCounts;
use crate::local::solved::{Asked, Solved, roots};
use crate::local::sums::CountRooms;
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::Induced;
use crate::plan::decomposition::fits_in_64;
use crate::run::Run;
use crate::{MineError, Placed, Seconds};

impl Placed {
    /// The local counts of patterns of five vertices, the time of all with the first; `None` if a sum might not fit in
    /// the numbers.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(in crate::local) fn solve_fives<A: Fives>(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Option<Solved<Vec<LocalCounts>>>, MineError> {
        let (clock, catalog) = (Clock::default(), &Catalog::of(SIZE).patterns);
        if !can_be_counted(options, catalog, self.target().csr) {
            return Ok(None);
        }
        let roles = clock.plan(|| Roles::<A>::of(catalog));
        let asked = clock.plan(|| ask(patterns, options, &roles));
        let needed = self.needed(&asked, &roles, &clock);
        self.fives(asked, &roles, &needed, Run { context: &options.context, clock: &clock }).map(Some)
    }

    /// The local counts of a pattern whose way is [`LocalWay::Fives`](crate::local::LocalWay::Fives); `None` if a sum
    /// might not fit in the numbers, or if to list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(in crate::local) fn solve_five<A: Fives>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let (clock, catalog) = (Clock::default(), &Catalog::of(SIZE).patterns);
        if !can_be_counted(options, catalog, self.target().csr) {
            return Ok(None);
        }
        let roles = clock.plan(|| Roles::<A>::of(catalog));
        let asked = clock.plan(|| ask(std::slice::from_ref(pattern), options, &roles));
        let needed = self.needed(&asked, &roles, &clock);
        let known = self.known(1);
        let prepared = known.form.prepared(&clock);
        let steps = |role: FiveRole| roles.sources[role].steps();
        if !clock.plan(|| needed.is_cheaper(pattern, options, prepared.stats(), steps))? {
            return Ok(None);
        }
        let run = Run { context: &options.context, clock: &clock };
        let counted = self.fives(asked, &roles, &needed, run)?;
        Ok(Some(counted.map(|mut counts| counts.remove(0))))
    }

    /// What is needed for what is asked.
    fn needed<A: Fives>(&self, asked: &[Asked<FiveRole>], roles: &Roles<A>, clock: &Clock) -> Needed<A> {
        let known = clock.prepare(|| self.known(1));
        let prepared = known.form.prepared(clock);
        clock.plan(|| Needed::new(asked, roles, self.target().csr, prepared.stats()))
    }

    /// The local counts that are asked for, the time of all with the first.
    fn fives<A: Fives>(
        &self,
        asked: Vec<Asked<FiveRole>>,
        roles: &Roles<A>,
        needed: &Needed<A>,
        run: Run<'_>,
    ) -> Result<Solved<Vec<LocalCounts>>, MineError> {
        let count = || A::count_on_device(self, &asked, roles, needed, run);
        if let Some(counts) = self.on_wide_device(SIZE, count)? {
            let local = run.clock.mine(|| Asked::all_local_counts(asked, counts))?;
            return Ok(Ok(with_seconds(local, Seconds::default(), run)));
        }
        let rooms = Asked::rooms(&asked, A::count_of_graph(self.target().csr), self);
        let (counts, seconds) = match if_it_fits(A::count_roles(self, roles, needed, run))? {
            Ok(counted) => counted,
            Err(refused) => return Ok(Err(refused)),
        };
        let counted = CountedPlaces { graph: self.target().csr, roles, needed, counts };
        let local = run.clock.mine(|| match fits_in_64(SIZE, counted.graph) {
            true => count_all::<A, u64>(asked, &counted, rooms),
            false => count_all::<A, i128>(asked, &counted, rooms),
        })?;
        Ok(Ok(with_seconds(local, seconds, run)))
    }

    /// The 5-cliques at each place of the graph, by pivots: that takes another order of the vertices.
    pub(super) fn five_cliques<A: Fives>(&self, run: Run<'_>) -> Result<(Counts, Seconds), MineError> {
        let clique = Pattern::parse("5-clique").expect("a pattern's name");
        let options = ListOptions::default().context(run.context.clone());
        let LocalCounts { counts, seconds, .. } = self.local_cliques::<A>(&clique, &options)?;
        Ok((counts, seconds))
    }
}

/// These counts, the first with the time of all: what the clock has measured, and more.
fn with_seconds(mut local: Vec<LocalCounts>, mut more: Seconds, run: Run<'_>) -> Vec<LocalCounts> {
    if let Some(first) = local.first_mut() {
        more += run.clock.seconds();
        first.seconds = more;
    }
    local
}

/// What is asked for.
fn ask<A: Fives>(patterns: &[Pattern], options: &ListOptions, roles: &Roles<A>) -> Vec<Asked<FiveRole>> {
    let equations = match options.matching.induced {
        Induced::Edge => Equations::none(),
        Induced::Vertex => {
            Equations::new(SIZE, |pattern| roots::<A, FiveRole>(pattern, roles.in_pattern(pattern)))
        }
    };
    let asked = |pattern: &Pattern| {
        let orbits = A::orbits(pattern, options.matching.induced);
        Asked::new(pattern, options, orbits, &roles.in_pattern(pattern), &equations)
    };
    patterns.iter().map(asked).collect()
}

/// The local counts of patterns, in numbers that none of them passes.
fn count_all<A: Fives, N: Modular>(
    all: Vec<Asked<FiveRole>>,
    counted: &CountedPlaces<'_, A>,
    rooms: Option<CountRooms>,
) -> Result<Vec<LocalCounts>, MineError> {
    let places = A::places(counted.graph);
    Asked::all_counted(all, places.len(), rooms, |place| A::roles_at::<N>(counted, place, places[place]))
}
