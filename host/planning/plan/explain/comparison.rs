//! What was expected of a plan beside what it came to.

use std::fmt;

use serde::Serialize;

use super::{Explanation, LevelExplanation};
use crate::plan::Analysis;

/// What was expected of a plan beside what it came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanComparison {
    /// The subgraphs that the plan finds. `None` if there are 2^128 or more.
    pub found: Option<u128>,
    /// By level walked, how often its vertex is fixed.
    pub visits: Vec<Compared>,
    /// By level walked, the work.
    pub level_work: Vec<Compared>,
    /// All the work.
    pub work: Compared,
    /// The largest q-error of a level's visits.
    pub q_error: f64,
}

/// A number that was expected, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// What was expected.
    pub estimated: f64,
    /// What it is.
    pub actual: f64,
    /// Estimated to actual, each taken for 1 where it is less.
    pub ratio: f64,
}

impl Compared {
    fn new(estimated: f64, actual: f64) -> Self {
        Compared { estimated, actual, ratio: estimated.max(1.0) / actual.max(1.0) }
    }

    /// The factor by which the estimate is wrong, in either direction (the q-error of Moerkotte, Neumann and Steidl,
    /// VLDB 2009): 1 if it is right.
    pub fn q_error(&self) -> f64 {
        self.ratio.max(1.0 / self.ratio)
    }
}

impl PlanComparison {
    pub(super) fn new(plan: &Explanation, analysis: &Analysis) -> Self {
        let levels = || plan.levels.iter().zip(&analysis.levels);
        let visits: Vec<_> =
            levels().map(|(level, actual)| Compared::new(level.visits, actual.candidates as f64)).collect();
        PlanComparison {
            found: analysis.found,
            q_error: visits.iter().map(Compared::q_error).fold(1.0, f64::max),
            visits,
            level_work: levels().map(|(level, actual)| Compared::new(level.work, actual.work)).collect(),
            work: Compared::new(plan.work, analysis.levels.iter().map(|level| level.work).sum()),
        }
    }

    /// The comparison as a table, a line for each level.
    pub(super) fn write(&self, levels: &[LevelExplanation], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.found.map_or("2^128 or more".to_owned(), |found| found.to_string());
        let width = levels.iter().map(|level| level.vertex.chars().count()).max().unwrap_or(0).max(5);
        let row = |f: &mut fmt::Formatter<'_>, name: &str, times: Option<&Compared>, work: &Compared| {
            let cells = |compared: Option<&Compared>| {
                compared.map_or(" ".repeat(30), |Compared { estimated, actual, ratio }| {
                    format!("{estimated:>10.2e} {actual:>10.2e} {ratio:>8.2}")
                })
            };
            write!(f, "\n{name:width$} {} {}", cells(times), cells(Some(work)))
        };
        writeln!(f, "\nfound         {found}")?;
        writeln!(f, "q-error       {:.2} of times, {:.2} of all work", self.q_error, self.work.q_error())?;
        writeln!(f)?;
        writeln!(f, "{:width$} {:>30} {:>30}", "", "times", "work")?;
        write!(f, "{:width$}", "level")?;
        for _ in 0..2 {
            write!(f, " {:>10} {:>10} {:>8}", "estimated", "actual", "ratio")?;
        }
        for (level, (times, work)) in levels.iter().zip(self.visits.iter().zip(&self.level_work)) {
            row(f, &level.vertex, Some(times), work)?;
        }
        row(f, "all", None, &self.work)
    }
}
