//! Local counts of a single pattern of five vertices that is a 4-cycle with a fifth vertex, edge-induced; at the
//! vertices of a 5-cycle, too.

use motherlode_device::kernels::motifs::edge_roles::SquareEdgeRole;

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

/// A pattern whose counts are asked for, by the roles of its vertices, or edges; and the graph, with the number that
/// each vertex has in a form.
pub(super) struct SinglePattern<'a, R> {
    asked: Asked<R>,
    graph: &'a Csr,
    new_of_old: Vec<u32>,
    clock: &'a Clock,
}

impl Placed {
    /// What `count` counts of a pattern whose vertices, or edges, all have `known` roles; `None` if it is none of
    /// these, where sums may not fit in the numbers, or to list the matches is expected to cost less.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`]; when the pattern cannot be planned, the device fails, or the job is to stop.
    pub(super) fn count_single<A: Fives, R: Copy + PartialEq + Send + Sync>(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        known: fn() -> Vec<(SmallGraph, R)>,
        count: impl FnOnce(&mut Session<'_>, SinglePattern<'_, R>) -> Result<LocalCounts, MineError>,
    ) -> Result<Option<Solved<LocalCounts>>, MineError> {
        let graph = self.target().csr;
        if pattern.vertices() != SIZE || graph.edges() == 0 || !sums_fit(graph) {
            return Ok(None);
        }
        let known = known();
        let role = |graph| known.iter().find(|(known, _)| *known == graph).map(|&(_, role)| role);
        let roles: Option<Vec<R>> = A::roles(pattern).into_iter().map(role).collect();
        let Some(roles) = roles else { return Ok(None) };
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
        let asked = Asked::new(pattern, options, orbits, &roles, &Equations::none());
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

/// A 5-cycle, all of whose vertices have one role.
pub(super) fn five_cycle() -> Vec<(SmallGraph, ())> {
    vec![(Vertices::roles(&Pattern::parse("5-cycle").expect("a pattern's name"))[0], ())]
}

/// 5-cycles at the vertices.
pub(super) fn five_cycles(
    session: &mut Session<'_>,
    single: SinglePattern<'_, ()>,
) -> Result<LocalCounts, MineError> {
    let SinglePattern { asked, new_of_old, clock, .. } = single;
    let cycles = session.vertex_five_cycles()?;
    let at = |v: usize| cycles[new_of_old[v] as usize];
    clock.mine(|| asked.counted(new_of_old.len(), |v| move |()| i128::from(at(v))))
}

/// 4-cycles with a fifth vertex at the vertices.
pub(super) fn squares(
    session: &mut Session<'_>,
    single: SinglePattern<'_, SquareRole>,
) -> Result<LocalCounts, MineError> {
    let SinglePattern { asked, graph, new_of_old, clock } = single;
    let sums = session.square_sums()?;
    clock.mine(|| {
        asked.counted(new_of_old.len(), |v| {
            let known = squares_at(v, graph, &sums, &new_of_old);
            move |role: SquareRole| role.count(&known)
        })
    })
}

/// 4-cycles with a fifth vertex at the edges.
pub(super) fn edge_squares(
    session: &mut Session<'_>,
    single: SinglePattern<'_, SquareEdgeRole>,
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
            move |role: SquareEdgeRole| role.count(&pieces, &known)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;
    use crate::local::Local;
    use crate::runtime::Device;

    /// Each pattern alone, on one lane and on 32, against the matches that are listed.
    fn check<A: Local>(patterns: &[&str], other: &str) {
        let graph = generate::barabasi_albert(48, 5, 7).unwrap();
        let options = ListOptions::default();
        for text in patterns {
            let pattern = Pattern::parse(text).unwrap();
            let listed = Placed::new(&graph, &Device::cpu(None)).list_at::<A>(&pattern, &options).unwrap();
            for device in [Device::cpu(None), Device::emulated(3)] {
                let placed = Placed::new(&graph, &device);
                let found = A::count_alone(&placed, &pattern, &options).unwrap().unwrap().unwrap();
                assert_eq!((found.matches, &found.counts), (listed.matches, &listed.counts), "{text}");
            }
        }
        let placed = Placed::new(&graph, &Device::cpu(None));
        let other = Pattern::parse(other).unwrap();
        assert!(A::count_alone(&placed, &other, &options).unwrap().is_none());
    }

    #[test]
    fn squares_alone_are_those_of_the_matches() {
        let squares = ["a-b-c-d-a, c-e", "house", "2-3-biclique"];
        check::<Vertices>(&[&squares[..], &["5-cycle"]].concat(), "gem");
        check::<Edges>(&squares, "5-cycle");
    }
}
