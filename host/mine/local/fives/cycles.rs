//! Local counts of a single pattern of five vertices that is a 4-cycle with a fifth vertex, edge-induced; at the
//! vertices of a 5-cycle, too.

use motherlode_device::kernels::motifs::edge_roles::SquareEdgeRole;

use super::square_edge_roles::square_edge_roles;
use super::square_roles::{SquareRole, squares_at};
use super::{Fives, OF_WEDGE, SIZE, sums_fit};
use crate::at::{At, Edges, Vertices};
use crate::clock::Clock;
use crate::direct::{Needs, Session};
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::decomposed::LISTING;
use crate::local::equations::Equations;
use crate::local::local_counts::LocalCounts;
use crate::local::solved::{Asked, Solved, inverse};
use crate::memory::if_it_fits;
use crate::pattern::Pattern;
use crate::plan::decomposition::SmallGraph;
use crate::plan::{PlanOptions, plan};
use crate::run::Run;
use crate::{MineError, Placed};

/// A pattern whose counts are asked for, by roles that go by its vertices, or edges; and the graph, with the number that
/// each vertex has in a form.
struct SinglePattern<'a> {
    asked: Asked<usize>,
    graph: &'a Csr,
    new_of_old: Vec<u32>,
    clock: &'a Clock,
}

impl Placed {
    /// The local counts at the vertices of a pattern whose way is a decomposition; `None` if it is none of these, or to
    /// list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(in crate::local) fn cycles_of_five(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        if pattern.vertices() != SIZE {
            return Ok(None);
        }
        let is_cycle = Vertices::roles(pattern)
            == Vertices::roles(&Pattern::parse("5-cycle").expect("a pattern's name"));
        if is_cycle {
            // The vertices have one role.
            let roles = vec![0; pattern.vertices()];
            return self.single::<Vertices>(pattern, options, &roles, five_cycles);
        }
        let Some(roles) = known::<Vertices, _>(pattern, &SquareRole::all()) else { return Ok(None) };
        let numbers: Vec<usize> = (0..roles.len()).collect();
        self.single::<Vertices>(pattern, options, &numbers, |session, single| {
            squares(session, single, &roles)
        })
    }

    /// The local counts at the edges, likewise.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(in crate::local) fn edge_squares_of_five(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        if pattern.vertices() != SIZE {
            return Ok(None);
        }
        let Some(roles) = known::<Edges, _>(pattern, &square_edge_roles()) else { return Ok(None) };
        let numbers: Vec<usize> = (0..roles.len()).collect();
        self.single::<Edges>(pattern, options, &numbers, |session, single| {
            edge_squares(session, single, &roles)
        })
    }

    /// What `count` counts of a pattern whose vertices, or edges, have these roles; `None` where sums may not fit in the
    /// numbers, or to list the matches is expected to cost less.
    fn single<A: Fives>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        roles: &[usize],
        count: impl FnOnce(&mut Session<'_>, SinglePattern<'_>) -> Result<LocalCounts, MineError>,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let graph = self.target().csr;
        if graph.edges() == 0 || !sums_fit(graph) {
            return Ok(None);
        }
        let clock = Clock::default();
        let form = clock.prepare(|| self.known(1));
        let run = Run { context: &options.context, clock: &clock };
        let prepared = form.form.prepared(&clock);
        let stats = prepared.stats();
        let listed = clock.plan(|| plan(pattern, PlanOptions::listing(options.matching), stats))?.cost.total;
        if OF_WEDGE * stats.degree_powers[1] > LISTING * listed {
            return Ok(None);
        }
        let orbits = A::orbits(pattern, options.matching.induced);
        let asked = Asked::new(pattern, options, orbits, roles, &Equations::none());
        let new_of_old = inverse(&form.form.old_of_new(&clock));
        let single = SinglePattern { asked, graph, new_of_old, clock: &clock };
        let counted = Session::new(&form, run).and_then(|mut session| count(&mut session, single));
        let mut local = match if_it_fits(counted)? {
            Ok(local) => local,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        local.seconds = clock.seconds();
        Ok(Some(Ok(local)))
    }
}

/// The roles of a pattern's vertices, or edges, if they are among these.
fn known<A: Fives, R: Copy>(pattern: &Pattern, all: &[(SmallGraph, R)]) -> Option<Vec<R>> {
    let role = |graph| all.iter().find(|(known, _)| *known == graph).map(|&(_, role)| role);
    A::roles(pattern).into_iter().map(role).collect()
}

/// 5-cycles at the vertices.
fn five_cycles(session: &mut Session<'_>, single: SinglePattern<'_>) -> Result<LocalCounts, MineError> {
    let SinglePattern { asked, new_of_old, clock, .. } = single;
    let cycles = session.vertex_five_cycles()?;
    let at = |v: usize| cycles[new_of_old[v] as usize];
    clock.mine(|| asked.counted(new_of_old.len(), |v| move |_| i128::from(at(v))))
}

/// 4-cycles with a fifth vertex at the vertices.
fn squares(
    session: &mut Session<'_>,
    single: SinglePattern<'_>,
    roles: &[SquareRole],
) -> Result<LocalCounts, MineError> {
    let SinglePattern { asked, graph, new_of_old, clock } = single;
    let sums = session.square_sums()?;
    clock.mine(|| {
        asked.counted(new_of_old.len(), |v| {
            let known = squares_at(v, graph, &sums, &new_of_old);
            move |role: usize| roles[role].count(&known)
        })
    })
}

/// 4-cycles with a fifth vertex at the edges.
fn edge_squares(
    session: &mut Session<'_>,
    single: SinglePattern<'_>,
    roles: &[SquareEdgeRole],
) -> Result<LocalCounts, MineError> {
    let SinglePattern { asked, graph, new_of_old, clock } = single;
    let at_edges = session.sums_at_edges(Needs { triangles: true, cycles: true, cliques: true })?;
    let squares = session.edge_square_sums()?;
    clock.mine(|| {
        let places = Edges::places(graph);
        asked.counted(places.len(), |place| {
            let new = places[place].map(|end| new_of_old[end as usize]);
            let pieces = at_edges.between(new, places[place].map(|end| graph.degree(end)));
            let known = squares.at(at_edges.edges().number(new));
            move |role: usize| roles[role].count(&pieces, &known)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;
    use crate::runtime::Device;

    /// Each pattern alone, on one lane and on 32: against the matches that are listed. So the sums at edges add up to
    /// as many matches as those at vertices.
    #[test]
    fn squares_alone_are_those_of_the_matches() {
        let graph = generate::barabasi_albert(48, 5, 7).unwrap();
        let options = ListOptions::default();
        for text in ["a-b-c-d-a, c-e", "house", "2-3-biclique"] {
            let pattern = Pattern::parse(text).unwrap();
            let listing = Placed::new(&graph, &Device::cpu(None));
            let at_vertices = listing.list_at::<Vertices>(&pattern, &options).unwrap();
            let at_edges = listing.list_at::<Edges>(&pattern, &options).unwrap();
            for device in [Device::cpu(None), Device::emulated(3)] {
                let placed = Placed::new(&graph, &device);
                let found = placed.cycles_of_five(&pattern, &options).unwrap().unwrap().unwrap();
                assert_eq!((found.matches, found.counts), (at_vertices.matches, at_vertices.counts.clone()));
                let found = placed.edge_squares_of_five(&pattern, &options).unwrap().unwrap().unwrap();
                assert_eq!(
                    (found.matches, found.counts),
                    (at_edges.matches, at_edges.counts.clone()),
                    "{text}"
                );
            }
        }
        let other = Pattern::parse("gem").unwrap();
        let placed = Placed::new(&graph, &Device::cpu(None));
        assert!(placed.edge_squares_of_five(&other, &options).unwrap().is_none());
    }
}
