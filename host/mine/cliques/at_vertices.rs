//! In how many maximal cliques each vertex is.

use super::listing::edges_alone;
use crate::clock::Clock;
use crate::direct::Session;
use crate::graph::Csr;
use crate::run::Run;
use crate::runtime::Team;
use crate::{CountOptions, MineError, Placed, Seconds, VertexOrder};

/// In how many maximal cliques the vertices are.
#[derive(Clone, Debug)]
pub struct CliquesAtVertices {
    /// For each vertex the number of those that have it.
    pub counts: Vec<u64>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Placed {
    /// In how many maximal cliques of at least `least` vertices each vertex is.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`] if a count passes 64 bits; when the device fails or its memory is too small, or the
    /// job is to stop.
    pub fn maximal_cliques_at_vertices(
        &self,
        least: u32,
        order: VertexOrder,
        options: &CountOptions,
    ) -> Result<CliquesAtVertices, MineError> {
        let context = &options.context;
        self.on_whoever_is_left(context, |placed| {
            let (clock, graph) = (Clock::default(), placed.target().csr);
            let known = clock.prepare(|| placed.known_in_order(least.saturating_sub(1), order));
            let of_form =
                Session::new(&known, Run { context, clock: &clock })?.maximal_cliques_at_vertices(least)?;
            let names = clock.prepare(|| known.form.old_of_new(&clock));
            let mut counts = vec![0; graph.n() as usize];
            of_form.iter().zip(&*names).for_each(|(&count, &name)| counts[name as usize] = count);
            if least <= 2 {
                let edges = clock.mine(|| edges_alone(placed, context))?;
                edges.as_flattened().iter().for_each(|&end| counts[end as usize] += 1);
            }
            if least <= 1 {
                (0..graph.n()).filter(|&v| graph.degree(v) == 0).for_each(|v| counts[v as usize] = 1);
            }
            Ok(CliquesAtVertices { counts, seconds: clock.seconds() })
        })
    }
}

/// In how many maximal cliques of at least `least` vertices each vertex of `graph` is, by a device or a team.
///
/// # Errors
/// [`MineError::CountOverflow`] if a count passes 64 bits; when the device fails or its memory is too small, or the job
/// is to stop.
pub fn maximal_cliques_at_vertices(
    graph: &Csr,
    least: u32,
    order: VertexOrder,
    team: impl Into<Team>,
    options: &CountOptions,
) -> Result<CliquesAtVertices, MineError> {
    Placed::new(graph, team).maximal_cliques_at_vertices(least, order, options)
}
