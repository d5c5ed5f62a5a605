//! Local counts by linear equations: from sums at each vertex or edge, without going through the matches.

use std::any::Any;
use std::sync::Arc;

use motherlode_device::kernels::motifs::edge_orbits::{OrbitTerm, RoleSlot};
use rayon::prelude::*;

use super::equations::{Equations, RoleSum};
use super::local_counts::{Anchored, LocalCounts};
use super::sums::{CountRooms, OrbitSums, at_places};
use crate::at::{At, Orbits};
use crate::clock::Clock;
use crate::counts::Counts;
use crate::direct::{Needs, Session, Summed};
use crate::graph::Csr;
use crate::list::{ListOptions, Position};
use crate::memory::if_it_fits;
use crate::modular::Modular;
use crate::pattern::Pattern;
use crate::plan::decomposition::fits_in_64;
use crate::plan::{Induced, Matching};
use crate::run::Run;
use crate::{MineError, Placed};

/// The most vertices of a pattern that the equations are known for.
const LARGEST: usize = 4;

/// What counts follow from, for as long as it is held: nobody makes it again.
pub(crate) type HeldSums = Arc<dyn Any + Send + Sync>;

/// Local counts, and what they follow from, if there was anything to count.
pub(super) type CountsAndSums = (Vec<LocalCounts>, Option<HeldSums>);

/// Places whose roles in patterns of up to so many vertices follow from sums.
pub(crate) trait Small: Summed {
    /// Where one can be in such a pattern.
    type Role: Role<Self>;

    /// The counts of patterns in 64 bits, in which all fit, and what they follow from, where a device with many lanes puts
    /// them together; `None` where the host does.
    ///
    /// # Errors
    /// When the graph or the counts do not fit in the memory, the device fails, or the job is to stop.
    fn solve_on_device(
        _: &Placed,
        _: &[Asked<Self::Role>],
        _: Needs,
        _: Run<'_>,
    ) -> Result<Option<(Vec<Counts>, HeldSums)>, MineError> {
        Ok(None)
    }
}

/// One of a connected pattern of two to [`LARGEST`] vertices, up to symmetry.
pub(crate) trait Role<A: Summed>: Copy + PartialEq + Send + Sync + 'static {
    /// The role of one of a pattern's, which has plain edges alone.
    fn of(pattern: &Pattern, member: A::Member) -> Self;

    /// What has to be counted in a graph for it.
    fn needs(self) -> Needs;

    /// At how many edge-induced matches a place of which this is known is in it.
    ///
    /// The pieces are below 2^65, and degrees below 2^32: no count passes 2^97.
    fn count(self, pieces: &A::Pieces) -> i128;
}

/// The sums at the places of a graph, by the numbers that these have in a form.
pub(super) struct SumsOfGraph<'g, A: Summed> {
    pub graph: &'g Csr,
    pub sums: A::Sums,
    pub new_of_old: Vec<u32>,
}

impl<A: Summed> SumsOfGraph<'_, A> {
    /// A place of the graph in the numbers of the form.
    fn in_form(&self, place: A::Place) -> A::Place {
        A::each(place, |old| self.new_of_old[old as usize])
    }

    /// The number in the form of a place of the graph.
    pub fn number(&self, place: A::Place) -> usize {
        A::number(A::form_of(&self.sums), self.in_form(place))
    }

    /// At how many edge-induced matches a place of the graph is in each role.
    fn counts<N: Modular>(&self, place: A::Place) -> impl Fn(A::Role) -> N + use<A, N>
    where
        A: Small,
    {
        let pieces = self.pieces(place);
        move |role| N::of(role.count(&pieces))
    }

    /// What is known of a place of the graph.
    pub fn pieces(&self, place: A::Place) -> A::Pieces {
        A::pieces(&self.sums, self.in_form(place), A::each(place, |old| self.graph.degree(old)))
    }
}

/// A pattern whose local counts are asked for.
pub(crate) struct Asked<R> {
    orbits: Orbits,
    /// How often each match counts.
    times: i128,
    /// For each orbit, what its count is.
    counts: Vec<RoleSum<R>>,
}

impl<R: Copy + PartialEq + Send + Sync> Asked<R> {
    /// `roles` are those of the members of the orbits.
    pub fn new(
        pattern: &Pattern,
        options: &ListOptions,
        orbits: Orbits,
        roles: &[R],
        equations: &Equations<R>,
    ) -> Self {
        let count = |first: usize| match options.matching.induced {
            Induced::Edge => vec![(1, roles[first])],
            Induced::Vertex => equations.induced(roles[first]),
        };
        let counts = orbits.firsts().map(count).collect();
        let times = options.matching.maps_per_subgraph(pattern).into();
        Asked { orbits, times, counts }
    }

    /// The roles whose counts are taken.
    pub fn roles(&self) -> impl Iterator<Item = R> + '_ {
        self.counts.iter().flatten().map(|&(_, role)| role)
    }

    /// What has to be counted in a graph for these patterns.
    fn needs(all: &[Self], of_role: impl Fn(R) -> Needs) -> Needs {
        let roles = all.iter().flat_map(Asked::roles);
        roles.fold(Needs::default(), |needs, role| needs.or(of_role(role)))
    }

    /// The counts as sums, in the numbers that these are to be computed in.
    fn sums<N: Modular>(&self) -> OrbitSums<R, N> {
        let of = |&(times, role): &(i128, R)| (N::of(self.times.wrapping_mul(times)), role);
        OrbitSums(self.counts.iter().map(|combination| combination.iter().map(of).collect()).collect())
    }

    /// At how many matches a place is, in whatever orbit.
    fn through_place(&self, edge_induced: impl Fn(R) -> i128) -> Result<u128, MineError> {
        let sums = self.sums();
        let mut all = sums.at_place(edge_induced);
        let sum = all.try_fold(0u128, |sum, count| sum.checked_add(count?));
        sum.ok_or(MineError::LocalCountOverflow)
    }

    /// The local counts at so many places, vertices or edges; `edge_induced` gives the counts of roles at a place.
    /// Numbers modulo 2^64 are for counts that are known to be below that.
    pub fn counted<C, N: Modular>(
        self,
        places: usize,
        edge_induced: impl Fn(usize) -> C + Sync,
    ) -> Result<LocalCounts, MineError>
    where
        C: Fn(R) -> N,
    {
        let mut all = Asked::all_counted(vec![self], places, None, edge_induced)?;
        Ok(all.remove(0))
    }

    /// The local counts of several patterns at so many places: `edge_induced`, which gives the counts of roles, is
    /// asked once for each place. `rooms` is what [`rooms`](Self::rooms) has begun to find.
    pub fn all_counted<C, N: Modular>(
        all: Vec<Self>,
        places: usize,
        rooms: Option<CountRooms>,
        edge_induced: impl Fn(usize) -> C + Sync,
    ) -> Result<Vec<LocalCounts>, MineError>
    where
        C: Fn(R) -> N,
    {
        let sums: Vec<OrbitSums<R, N>> = all.iter().map(Asked::sums).collect();
        let counts = at_places(&sums, places, rooms, edge_induced)?;
        Asked::all_local_counts(all, counts)
    }

    /// Begins to find room for the counts at so many places, where a card counts what they follow from: the threads of a
    /// host that counts it have no time for that.
    pub fn rooms(all: &[Self], places: usize, placed: &Placed) -> Option<CountRooms> {
        let has_time = !placed.team().first().is_scalar();
        has_time.then(|| CountRooms::begin(places, all.iter().map(|asked| asked.counts.len())))
    }

    /// The counts of several patterns at all places.
    pub fn all_local_counts(all: Vec<Self>, counts: Vec<Counts>) -> Result<Vec<LocalCounts>, MineError> {
        let all: Vec<(Self, Counts)> = all.into_iter().zip(counts).collect();
        let local = |(asked, counts): (Self, Counts)| LocalCounts::of_subgraphs(asked.orbits, counts);
        all.into_par_iter().map(local).collect()
    }

    /// For each orbit the terms of its count, modulo 2^64: those of roles that have a slot.
    pub fn terms(&self, slot: impl Fn(R) -> Option<RoleSlot>) -> Vec<Vec<OrbitTerm>> {
        let OrbitSums(sums) = self.sums::<u64>();
        let term = |&(times, role): &(u64, R)| Some(OrbitTerm { times, slot: slot(role)?.number() as u64 });
        sums.iter().map(|terms| terms.iter().filter_map(term).collect()).collect()
    }
}

/// What came of the equations: the counts; or why the sums do not fit in the memory.
pub(super) type Solved<T> = Result<T, MineError>;

impl Placed {
    /// The local counts of patterns whose way is [`LocalWay::Sums`](super::LocalWay::Sums), the time of all with the
    /// first; and what they follow from.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve<A: Small>(
        &self,
        patterns: &[Pattern],
        options: &ListOptions,
    ) -> Result<Solved<CountsAndSums>, MineError> {
        if patterns.is_empty() {
            return Ok(Ok((Vec::new(), None)));
        }
        let clock = Clock::default();
        let asked = clock.plan(|| ask::<A>(patterns, options));
        let needs = Asked::needs(&asked, A::Role::needs);
        let run = Run { context: &options.context, clock: &clock };
        if let Some((counts, sums)) =
            self.on_wide_device(LARGEST, || A::solve_on_device(self, &asked, needs, run))?
        {
            let mut counts = clock.mine(|| Asked::all_local_counts(asked, counts))?;
            if let Some(first) = counts.first_mut() {
                first.seconds = clock.seconds();
            }
            return Ok(Ok((counts, Some(sums))));
        }
        let rooms = Asked::rooms(&asked, A::count_of_graph(self.target().csr), self);
        let known = match self.sums_of_graph::<A>(needs, options, &clock)? {
            Ok(known) => known,
            Err(refused) => return Ok(Err(refused)),
        };
        let mut counts = clock.mine(|| match fits_in_64(LARGEST, known.graph) {
            true => count_all::<A, u64>(asked, &known, rooms),
            false => count_all::<A, i128>(asked, &known, rooms),
        })?;
        if let Some(first) = counts.first_mut() {
            first.seconds = clock.seconds();
        }
        Ok(Ok((counts, Some(A::vertex_sums(&known.sums).clone()))))
    }

    /// What `count` counts on a device with many lanes, for counts of patterns of so many vertices that are known to fit
    /// in 64 bits; `None` where that is not so, or the device has not the memory.
    ///
    /// # Errors
    /// Those of `count` that are no lack of memory.
    pub(super) fn on_wide_device<T>(
        &self,
        vertices: usize,
        count: impl FnOnce() -> Result<Option<T>, MineError>,
    ) -> Result<Option<T>, MineError> {
        let graph = self.target().csr;
        let fits = fits_in_64(vertices, graph) && graph.edges() <= u32::MAX.into();
        match self.known(1).team().first().is_scalar() || !fits {
            true => Ok(None),
            false => Ok(if_it_fits(count())?.ok().flatten()),
        }
    }

    /// How many matches of a pattern whose way is [`LocalWay::Sums`](super::LocalWay::Sums) hold a place.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the device fails, or the job is to stop.
    pub(super) fn solve_through<A: Small>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        place: A::Place,
    ) -> Result<Solved<Anchored>, MineError> {
        let clock = Clock::default();
        let asked = clock.plan(|| ask::<A>(std::slice::from_ref(pattern), options));
        match self.sums_of_graph::<A>(Asked::needs(&asked, A::Role::needs), options, &clock)? {
            Ok(known) => {
                let pieces = known.pieces(place);
                let count = asked[0].through_place(|role| role.count(&pieces))?;
                Ok(Ok(Anchored { count, seconds: clock.seconds() }))
            }
            Err(refused) => Ok(Err(refused)),
        }
    }

    /// The sums at the places of the graph.
    fn sums_of_graph<A: Summed>(
        &self,
        needs: Needs,
        options: &ListOptions,
        clock: &Clock,
    ) -> Result<Solved<SumsOfGraph<'_, A>>, MineError> {
        let known = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock };
        let sums = Session::new(&known, run).and_then(|mut session| A::sums(&mut session, needs));
        let new_of_old = || inverse(&known.form.old_of_new(clock));
        let graph = self.target().csr;
        Ok(if_it_fits(sums)?.map(|sums| SumsOfGraph { graph, sums, new_of_old: new_of_old() }))
    }
}

/// The local counts of patterns, in numbers that none of them passes.
fn count_all<A: Small, N: Modular>(
    asked: Vec<Asked<A::Role>>,
    known: &SumsOfGraph<'_, A>,
    rooms: Option<CountRooms>,
) -> Result<Vec<LocalCounts>, MineError> {
    let places = A::places(known.graph);
    Asked::all_counted(asked, places.len(), rooms, |place| known.counts::<N>(places[place]))
}

/// Whether all matches count: a limit, or a place to begin at, is one of a listing.
pub(super) fn counts_all(options: &ListOptions) -> bool {
    options.limit.is_none() && options.from == Position::default()
}

/// Whether there are equations for the matches of a pattern.
pub(super) fn is_known(pattern: &Pattern, matching: Matching) -> bool {
    matching.is_plain(pattern) && pattern.vertices() <= LARGEST
}

/// Whether no sum passes 64 bits: the most is twice the edges times the largest degree (see
/// [`SumIncidentEdges`](motherlode_device::kernels::edge_counts::vertices::SumIncidentEdges)).
pub(crate) fn sums_fit(graph: &Csr) -> bool {
    2 * u128::from(graph.edges()) * u128::from(graph.max_degree()) <= u128::from(u64::MAX)
}

fn ask<A: Small>(patterns: &[Pattern], options: &ListOptions) -> Vec<Asked<A::Role>> {
    let roles = |pattern: &Pattern| -> Vec<A::Role> {
        A::members(pattern).into_iter().map(|member| A::Role::of(pattern, member)).collect()
    };
    let roots = |pattern: &Pattern| roots::<A, A::Role>(pattern, roles(pattern));
    let equations: Vec<_> = (2..=LARGEST).map(|k| Equations::new(k, roots)).collect();
    let asked = |pattern: &Pattern| {
        let orbits = A::orbits(pattern, options.matching.induced);
        Asked::new(pattern, options, orbits, &roles(pattern), &equations[pattern.vertices() - 2])
    };
    patterns.iter().map(asked).collect()
}

/// The vertices of each of a pattern's, and its role.
pub(super) fn roots<A: At, R>(pattern: &Pattern, roles: Vec<R>) -> Vec<(u32, R)> {
    A::members(pattern).into_iter().map(A::vertices).zip(roles).collect()
}

/// For each number its place.
pub(crate) fn inverse(places: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; places.len()];
    (0..).zip(places).for_each(|(place, &number)| inverse[number as usize] = place);
    inverse
}
