//! How many bicliques there are of two sizes.

use super::{Sides, SoughtBicliques};
use crate::clock::Clock;
use crate::direct::{Anchoring, Session};
use crate::graph::Csr;
use crate::run::Run;
use crate::runtime::Team;
use crate::{Context, MineError, Placed, Seconds};

/// A vertex more that is taken of the anchored side is worth so many times the wedges.
const LEVEL: f64 = 4.0;

/// The number of bicliques of two sizes, and how long it took to count them.
#[derive(Clone, Copy, Debug)]
pub struct Bicliques {
    /// How many there are.
    pub count: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Placed {
    /// How many bicliques there are with `p` vertices on the left and `q` on the right; of a graph without `sides` how
    /// many with `p` vertices on one side and `q` on the other, whichever that be. Both are of 1 to 32 vertices. Labels
    /// and directions are not looked at.
    ///
    /// Each pair of sets that are joined counts, whoever is joined within a set: edge-induced subgraphs.
    ///
    /// # Errors
    /// [`MineError::BicliqueSize`]; when the device fails or its memory is too small, the count passes 128 bits, or the
    /// job is to stop.
    pub fn bicliques(
        &self,
        p: u32,
        q: u32,
        sides: Option<&Sides>,
        context: &Context,
    ) -> Result<Bicliques, MineError> {
        let sought = SoughtBicliques::new(p, q, sides)?;
        if sought.p.min(sought.q) == 1 {
            let clock = Clock::default();
            let count = clock.mine(|| sought.stars(self.target().csr))?;
            return Ok(Bicliques { count, seconds: clock.seconds() });
        }
        self.on_whoever_is_left(context, |placed| {
            placed.with_session(&sought, context, |session, clock| {
                let count = match sought.is_butterfly() {
                    true => session.cycles()?,
                    false => session.bicliques(placed.anchoring(&sought))? / sought.times(),
                };
                Ok(Bicliques { count, seconds: clock.seconds() })
            })
        })
    }

    /// Runs a job on what is left of the graph for bicliques of these sizes.
    pub(super) fn with_session<T>(
        &self,
        sought: &SoughtBicliques<'_>,
        context: &Context,
        job: impl FnOnce(&mut Session<'_>, &Clock) -> Result<T, MineError>,
    ) -> Result<T, MineError> {
        let clock = Clock::default();
        let known = clock.prepare(|| self.known(sought.p.min(sought.q)));
        job(&mut Session::new(&known, Run { context, clock: &clock })?, &clock)
    }

    /// Which side is anchored: the one below whose vertices there is less to do. That goes by the wedges between them,
    /// and by how many are taken.
    pub(super) fn anchoring<'s>(&'s self, sought: &SoughtBicliques<'s>) -> Anchoring<'s> {
        let (graph, &SoughtBicliques { p, q, sides }) = (self.target().csr, sought);
        let left = Anchoring { graph, side: sides.map(Sides::left), take: p, common: q };
        let right = Anchoring { graph, side: sides.map(Sides::right), take: q, common: p };
        let work = |how: &Anchoring<'_>| {
            let is_middle = |v: u32| how.side.is_none_or(|side| !side[v as usize]);
            let wedges = |v: u32| f64::from(graph.degree(v)).powi(2);
            let wedges: f64 = (0..graph.n()).filter(|&v| is_middle(v)).map(wedges).sum();
            wedges * LEVEL.powi(how.take as i32)
        };
        if work(&left) <= work(&right) { left } else { right }
    }
}

/// How many bicliques `graph` has of `p` and `q` vertices, by a device or a team: see [`Placed::bicliques`].
///
/// # Errors
/// As there.
pub fn bicliques(
    graph: &Csr,
    p: u32,
    q: u32,
    sides: Option<&Sides>,
    team: impl Into<Team>,
    context: &Context,
) -> Result<Bicliques, MineError> {
    Placed::new(graph, team).bicliques(p, q, sides, context)
}
