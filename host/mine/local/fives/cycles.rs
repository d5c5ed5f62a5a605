//! Local counts at the vertices of a single pattern of five vertices that is a 5-cycle, or a 4-cycle with a fifth
//! vertex, edge-induced.

use super::square_roles::{SquareRole, squares_at};
use super::{OF_WEDGE, SIZE, sums_fit};
use crate::at::{At, Vertices};
use crate::clock::Clock;
use crate::direct::Session;
use crate::list::ListOptions;
use crate::local::decomposed::LISTING;
use crate::local::equations::Equations;
use crate::local::local_counts::LocalCounts;
use crate::local::solved::{Asked, Solved, inverse};
use crate::memory::if_it_fits;
use crate::pattern::Pattern;
use crate::plan::{PlanOptions, plan};
use crate::run::Run;
use crate::{MineError, Placed};

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
        let (known, graph) = (SquareRole::all(), self.target().csr);
        let role = |graph| known.iter().find(|(square, _)| *square == graph).map(|&(_, role)| role);
        let squares: Option<Vec<SquareRole>> = Vertices::roles(pattern).into_iter().map(role).collect();
        if graph.edges() == 0 || !sums_fit(graph) || (squares.is_none() && !is_cycle) {
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
        let new_of_old = inverse(&form.form.old_of_new(&clock));
        let places = new_of_old.len();
        // Roles go by the pattern's vertices. Those of a 5-cycle are one.
        let of: Vec<usize> = (0..pattern.vertices()).map(|v| if is_cycle { 0 } else { v }).collect();
        let orbits = Vertices::orbits(pattern, options.matching.induced);
        let asked = Asked::new(pattern, options, orbits, &of, &Equations::none());
        let counted = Session::new(&form, run).and_then(|mut session| match &squares {
            None => {
                let cycles = session.vertex_five_cycles()?;
                let at = |v: usize| cycles[new_of_old[v] as usize];
                clock.mine(|| asked.counted(places, |v| move |_| i128::from(at(v))))
            }
            Some(roles) => {
                let sums = session.square_sums()?;
                clock.mine(|| {
                    asked.counted(places, |v| {
                        let known = squares_at(v, graph, &sums, &new_of_old);
                        move |role: usize| roles[role].count(&known)
                    })
                })
            }
        });
        let mut local = match if_it_fits(counted)? {
            Ok(local) => local,
            Err(refused) => return Ok(Some(Err(refused))),
        };
        local.seconds = clock.seconds();
        Ok(Some(Ok(local)))
    }
}
