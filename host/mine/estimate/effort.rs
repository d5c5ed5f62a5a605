//! How the effort of an estimate is divided: what the pilot saw of each stratum, and what was decided.

use std::fmt;

use serde::Serialize;

use super::multiplicity::Multiplicity;
use super::pilot::Pilot;
use super::strata::{DrawMoments, TaskRange};

/// How the effort of an estimate is divided among the strata.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// Draws that are expected to suffice.
    pub expected_draws: f64,
    /// The strata, those first whose tasks are expected to hold the least.
    pub strata: Vec<StratumEffort>,
}

/// What is known of a stratum, and what is done with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StratumEffort {
    /// Its tasks: edges of the graph, or for cliques vertices.
    pub tasks: u64,
    /// Matches that it is expected to hold.
    pub matches: f64,
    /// The standard deviation of what a draw stands for, over its mean; none if no draw has found anything.
    pub spread: Option<f64>,
    /// The part of the pilot's draws that have found a match.
    pub found: f64,
    /// The part of all draws that it gets; none if it is counted.
    pub draws: Option<f64>,
}

impl Effort {
    /// What the pilot has decided, which has counted what it was to count.
    pub(super) fn of(pilot: &Pilot, each: Multiplicity) -> Effort {
        let all: u64 = pilot.groups.iter().sum();
        let stratum = |(tasks, seen): &(TaskRange, DrawMoments)| {
            let drawn = pilot.drawn.iter().position(|(drawn, _)| drawn.start == tasks.start);
            StratumEffort {
                tasks: tasks.tasks,
                matches: each.of(tasks.tasks as f64 * seen.mean()),
                spread: (seen.hits > 0.0).then(|| seen.variance().sqrt() / seen.mean()),
                found: seen.hits / seen.draws as f64,
                draws: drawn.map(|at| pilot.groups[at] as f64 / all as f64),
            }
        };
        Effort { expected_draws: pilot.aim, strata: pilot.seen.iter().map(stratum).collect() }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "estimate      {} strata, about {:.2e} draws", self.strata.len(), self.expected_draws)?;
        writeln!(f, "  {:>10} {:>10} {:>8} {:>7} {:>8}", "tasks", "matches", "spread", "found", "draws")?;
        for StratumEffort { tasks, matches, spread, found, draws } in &self.strata {
            let spread = spread.map_or("-".into(), |spread| format!("{spread:.2}"));
            let draws = draws.map_or("counted".into(), |draws| format!("{:.1}%", 100.0 * draws));
            writeln!(f, "  {tasks:>10} {matches:>10.2e} {spread:>8} {:>6.1}% {draws:>8}", 100.0 * found)?;
        }
        Ok(())
    }
}
