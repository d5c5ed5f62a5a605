//! The maximal cliques that have some vertices.

use super::all::AllCliques;
use super::options::MaximalCliqueOptions;
use super::rows::CliqueRows;
use crate::clock::Clock;
use crate::graph::attributes::induced;
use crate::list::Position;
use crate::{CountOptions, MineError, Placed, Seconds};

/// They are those vertices, and a maximal clique of what all of them are joined to.
pub(super) struct Through {
    /// The vertices, ascending.
    held: Vec<u32>,
    /// What all of them are joined to; none if some of them are not joined to each other.
    around: Option<Around>,
    least: u32,
}

/// The subgraph of what is joined to some vertices.
struct Around {
    /// Its vertices, as they are called in the graph.
    vertices: Vec<u32>,
    all: AllCliques,
    /// Whether it has no vertices, and the one clique is still to be listed.
    is_alone: bool,
}

impl Through {
    pub fn new(placed: &Placed, options: &MaximalCliqueOptions) -> Self {
        let graph = placed.target().csr;
        let mut held = options.containing.clone();
        held.sort_unstable();
        held.dedup();
        let joined = |u: u32, v: u32| graph.neighbors(u).binary_search(&v).is_ok();
        let is_clique = held.iter().all(|&u| held.iter().all(|&v| u == v || joined(u, v)));
        let fewest = held.iter().copied().min_by_key(|&v| graph.degree(v)).filter(|_| is_clique);
        let around = fewest.map(|fewest| {
            let near = graph.neighbors(fewest).iter().copied();
            let vertices: Vec<u32> =
                near.filter(|&v| held.iter().all(|&u| u == fewest || joined(u, v))).collect();
            let part = induced(graph, None, &vertices);
            let inner = options.clone().least(options.least.saturating_sub(held.len() as u32).max(1));
            let all = AllCliques::new(&Placed::new(part.csr(), placed.team().clone()), inner);
            Around { is_alone: vertices.is_empty(), vertices, all }
        });
        Through { held, around, least: options.least }
    }

    /// How many there are of each size, rising.
    pub fn count(&self, counting: &CountOptions) -> Result<(Vec<(u32, u128)>, Seconds), MineError> {
        let held = self.held.len() as u32;
        match &self.around {
            None => Ok(Default::default()),
            Some(around) if around.is_alone => {
                Ok((Vec::from_iter((held >= self.least).then_some((held, 1))), Seconds::default()))
            }
            Some(Around { all: AllCliques { placed, options, .. }, .. }) => {
                let found = placed.maximal_cliques(options.least, options.order, counting)?;
                let counts = found.counts.into_iter().map(|(size, count)| (size + held, count));
                Ok((counts.collect(), found.seconds))
            }
        }
    }

    /// The place behind the rows so far.
    pub fn position(&self) -> Position {
        match &self.around {
            // The one clique is the first row of the first root, as it were.
            Some(around) if around.vertices.is_empty() => {
                Position { task: 0, skip: (!around.is_alone).into() }
            }
            Some(around) => around.all.position(),
            None => Position::default(),
        }
    }

    /// The next rows; none if there are no more.
    pub fn next(&mut self, clock: &Clock) -> Result<Option<CliqueRows>, MineError> {
        let Some(around) = &mut self.around else { return Ok(None) };
        if around.vertices.is_empty() {
            let is_asked_for = std::mem::take(&mut around.is_alone) && self.held.len() >= self.least as usize;
            let mut rows = CliqueRows::default();
            rows.push(self.held.iter().copied());
            return Ok(is_asked_for.then_some(rows));
        }
        let rows = around.all.next(clock)?;
        Ok(rows.map(|rows| rows.with(&self.held, |v| around.vertices[v as usize])))
    }
}
