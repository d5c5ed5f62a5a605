//! What is known in the end: an estimate, and intervals.

use serde::Serialize;

use super::interval::Interval;
use super::{Effort, EstimateOptions};
use crate::Seconds;

/// What is estimated, and how sure that is.
#[derive(Clone, Debug)]
pub struct Estimated {
    /// The matches, as the semantics counts them, about.
    pub estimate: f64,
    /// If all were counted on the way, the count.
    pub exact: Option<u128>,
    /// The interval, which holds the number with the confidence that was asked for in the limit of many draws.
    pub interval: Interval,
    /// The interval that does so whatever the distribution of the draws.
    pub rigorous: Interval,
    /// How likely the intervals are to hold the number.
    pub confidence: f64,
    /// Draws, those that decided on strata apart.
    pub draws: u64,
    /// How many of them found a match.
    pub hits: u64,
    /// Draws that decided on strata.
    pub pilot_draws: u64,
    /// What of the estimate was counted.
    pub counted: f64,
    /// Strata that were counted, and all.
    pub strata: (usize, usize),
    /// How the draws were divided; none if nothing was drawn from strata.
    pub effort: Option<Effort>,
    /// Why it ended.
    pub end: Ending,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Why an estimate ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Everything was counted.
    Exact,
    /// The interval is as narrow as it was to be.
    Error,
    /// There were as many draws as there were to be.
    Draws,
    /// The deadline came.
    Deadline,
}

impl Estimated {
    /// Half the width of the interval, as a part of the estimate; none if nothing was found.
    pub fn relative_error(&self) -> Option<f64> {
        let half = (self.interval.high - self.estimate).max(self.estimate - self.interval.low);
        (self.estimate > 0.0).then(|| half / self.estimate)
    }

    /// That all were counted: so many.
    pub(super) fn exact(count: u128, options: &EstimateOptions) -> Estimated {
        let estimate = count as f64;
        let interval = Interval { low: estimate, high: estimate };
        Estimated {
            estimate,
            exact: Some(count),
            interval,
            rigorous: interval,
            confidence: options.confidence,
            draws: 0,
            hits: 0,
            pilot_draws: 0,
            counted: estimate,
            strata: (0, 0),
            effort: None,
            end: Ending::Exact,
            seconds: Seconds::default(),
        }
    }
}
