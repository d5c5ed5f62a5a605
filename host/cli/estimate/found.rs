//! What is printed of estimates.

use std::fmt;

use motherlode::mine::Seconds;
use motherlode::mine::estimate::{Ending, Estimated, Interval};
use motherlode::plan::Matching;
use serde::Serialize;

use crate::report::{counted, nouns, percent};

/// All estimates of a run.
#[derive(Serialize)]
pub struct EstimateReport {
    pub error: f64,
    pub confidence: f64,
    pub seed: u64,
    pub patterns: Vec<FoundEstimate>,
}

/// What was found of a pattern. An estimate has no `count`: it is none.
#[derive(Serialize)]
pub struct FoundEstimate {
    pattern: String,
    #[serde(flatten)]
    matching: Matching,
    estimate: f64,
    exact: Option<u128>,
    interval: Ends,
    relative_error: Option<f64>,
    rigorous: Ends,
    draws: u64,
    hits: u64,
    pilot_draws: u64,
    counted: f64,
    strata: Strata,
    end: Ending,
    seconds: Seconds,
    #[serde(skip)]
    confidence: f64,
}

#[derive(Serialize)]
struct Ends {
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Strata {
    counted: usize,
    all: usize,
}

impl From<Interval> for Ends {
    fn from(Interval { low, high }: Interval) -> Ends {
        Ends { low, high }
    }
}

impl FoundEstimate {
    /// What was found of `pattern`.
    pub fn new(pattern: String, matching: Matching, estimated: Estimated) -> FoundEstimate {
        let (counted, all) = estimated.strata;
        FoundEstimate {
            pattern,
            matching,
            estimate: estimated.estimate,
            exact: estimated.exact,
            relative_error: estimated.relative_error(),
            interval: estimated.interval.into(),
            rigorous: estimated.rigorous.into(),
            draws: estimated.draws,
            hits: estimated.hits,
            pilot_draws: estimated.pilot_draws,
            counted: estimated.counted,
            strata: Strata { counted, all },
            end: estimated.end,
            seconds: estimated.seconds,
            confidence: estimated.confidence,
        }
    }

    /// What matches are called, and what is counted of them.
    fn of_what(&self) -> String {
        let Matching { induced, semantics } = self.matching;
        match nouns(semantics) {
            ("match", _) => {
                format!("subgraphs match {} ({induced}-induced, each counted once)", self.pattern)
            }
            (_, many) => format!("{many} of {} ({induced}-induced)", self.pattern),
        }
    }

    /// The digits that are worth printing: one beyond the first that is not sure.
    fn digits(&self) -> usize {
        let error = self.relative_error.unwrap_or(1.0).clamp(1e-9, 1.0);
        (-error.log10()).ceil() as usize + 2
    }
}

impl fmt::Display for EstimateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.patterns.iter().try_for_each(|found| found.fmt(f))
    }
}

impl fmt::Display for FoundEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, what) = (self.digits(), self.of_what());
        if let Some(exact) = self.exact {
            return writeln!(f, "{exact} {what}: all were counted");
        }
        let sure = percent(self.confidence);
        if self.hits == 0 && self.counted == 0.0 {
            writeln!(f, "at most {} {what}", number(self.interval.high, 2))?;
            writeln!(f, "  {sure} sure: no draw found a match")?;
        } else {
            writeln!(f, "about {} {what}", number(self.estimate, digits))?;
            let ends = |ends: &Ends| format!("{} to {}", number(ends.low, digits), number(ends.high, digits));
            let error = self.relative_error.map_or(String::new(), |error| format!(", ± {}", percent(error)));
            writeln!(f, "  from {}{error}: {sure} sure, in the limit of many draws", ends(&self.interval))?;
            writeln!(f, "  from {}: {sure} sure, however the draws are distributed", ends(&self.rigorous))?;
        }
        writeln!(f, "  {}", self.draws())
    }
}

impl FoundEstimate {
    fn draws(&self) -> String {
        let mut text = counted(self.draws, "draw", "draws");
        if self.draws > 0 {
            text += &format!(", {} of them with a match", percent(self.hits as f64 / self.draws as f64));
        }
        if self.strata.counted > 0 && self.estimate > 0.0 {
            let Strata { counted, all } = self.strata;
            let part = percent(self.counted / self.estimate);
            text += &format!("; {counted} of {all} strata were counted, {part} of the estimate");
        }
        match self.end {
            Ending::Deadline => text + "; the deadline came before the error that was asked for",
            Ending::Draws => text + "; they are as many as were asked for",
            Ending::Error | Ending::Exact => text,
        }
    }
}

/// A number with so many digits, or whole if it is small.
fn number(number: f64, digits: usize) -> String {
    if number < 1e6 && digits >= 2 && number < 10f64.powi(digits as i32) {
        let places = if number < 10.0 { 1 } else { 0 };
        return format!("{number:.places$}");
    }
    format!("{number:.*e}", digits.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_they_are_worth() {
        assert_eq!(number(45_217_338_123.0, 4), "4.522e10");
        assert_eq!(
            (number(812.4, 4), number(3.44, 3), number(0.0, 3)),
            ("812".into(), "3.4".into(), "0.0".into())
        );
    }
}
