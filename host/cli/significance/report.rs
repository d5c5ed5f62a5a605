//! What is printed of counts beside those of random graphs.

use std::fmt::{self, Write};

use motherlode::mine::null::Mixing;
use motherlode::mine::significance::{CONFIDENCE, Judged};
use serde::Serialize;

use super::NullModelArgs;
use crate::exit::complain;
use crate::null::Model;
use crate::report::{counted, percent};

/// What the samples were.
#[derive(Clone, Serialize)]
pub struct NullReport {
    model: Model,
    seed: u64,
    /// How many there are, and were asked for.
    samples: u64,
    samples_asked: u64,
    confidence: f64,
    /// How far switchings came; none where the model switches no edges.
    mixing: Option<Mixing>,
}

/// A count beside those of the samples. What is not there is no number: a count that never varies has no z.
#[derive(Serialize)]
pub struct JudgedReport {
    mean: f64,
    deviation: f64,
    z: Option<f64>,
    p: f64,
    p_interval: [f64; 2],
    q: f64,
    profile: Option<f64>,
    ratio_profile: Option<f64>,
}

impl NullReport {
    /// What `samples` of a model were, as many as were counted.
    pub fn new(model: Model, args: &NullModelArgs, samples: u64, mixing: Option<&Mixing>) -> NullReport {
        NullReport {
            model,
            seed: args.model.seed(),
            samples,
            samples_asked: args.samples,
            confidence: CONFIDENCE,
            mixing: mixing.cloned(),
        }
    }

    /// All of it, in a line.
    fn words(&self) -> String {
        let NullReport { model, seed, samples, samples_asked, mixing, .. } = self;
        let mut words = format!("{}, seed {seed}: {}", model.name(), counted(*samples, "sample", "samples"));
        if samples < samples_asked {
            words += &format!(" of {samples_asked}, as the deadline came");
        }
        if let Some(mixing) = mixing {
            let tries = format!("after {:.1} tries for each edge", mixing.switches_per_edge);
            let left = percent(mixing.left_at_end());
            words += &match (mixing.accepted == 0.0, mixing.is_mixed) {
                (true, _) => format!("; {tries}, no edges exchanged ends: each is the graph itself"),
                (false, true) => format!("; mixed: {tries}, {left} of the edges are the graph's"),
                (false, false) => format!("; not mixed: {tries}, {left} of the edges are the graph's"),
            };
        }
        words
    }

    /// Warns of random graphs that may not be relied on, where no report says so.
    pub fn complain_if_not_mixed(&self) {
        if self.mixing.as_ref().is_some_and(|mixing| mixing.accepted == 0.0 || !mixing.is_mixed) {
            complain(format_args!("warning: {}", self.words()));
        }
    }
}

impl JudgedReport {
    /// Its part of the significance profile, if it has one.
    pub fn profile(&self) -> Option<f64> {
        self.profile
    }
}

impl From<&Judged> for JudgedReport {
    fn from(judged: &Judged) -> JudgedReport {
        let interval = judged.chance.interval;
        JudgedReport {
            mean: judged.spread.mean,
            deviation: judged.spread.deviation,
            z: judged.z,
            p: judged.chance.p,
            p_interval: [interval.low, interval.high],
            q: judged.q,
            profile: judged.profile,
            ratio_profile: judged.ratio_profile,
        }
    }
}

impl fmt::Display for NullReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "null    {}", self.words())
    }
}

/// Writes a row for each count, and what the samples were: `rows` have the count, what it is beside, and the pattern's
/// name and edges.
pub fn write_table<'r>(
    f: &mut fmt::Formatter<'_>,
    rows: impl IntoIterator<Item = (u128, &'r JudgedReport, [String; 2])>,
    null: &NullReport,
) -> fmt::Result {
    let mut lines = vec![["count", "mean", "deviation", "z", "p", "q", "name", "pattern"].map(String::from)];
    for (count, JudgedReport { mean, deviation, z, p, q, .. }, [name, pattern]) in rows {
        let z = z.map_or("-".to_owned(), |z| format!("{z:.2}"));
        lines.push([
            count.to_string(),
            number(*mean),
            number(*deviation),
            z,
            chance(*p),
            chance(*q),
            name,
            pattern,
        ]);
    }
    let widths: [usize; 8] =
        std::array::from_fn(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or(0));
    for line in &lines {
        let mut text = String::new();
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            // Figures are read from the right, words from the left.
            match column {
                0 => write!(text, "{cell:>width$}")?,
                1..=5 => write!(text, "  {cell:>width$}")?,
                _ => write!(text, "  {cell:width$}")?,
            }
        }
        writeln!(f, "{}", text.trim_end())?;
    }
    write!(f, "{null}")
}

/// With as many places as five digits need.
fn number(number: f64) -> String {
    let places =
        if number.abs() < 1.0 { 4 } else { (4.0 - number.abs().log10().floor()).clamp(0.0, 2.0) as usize };
    format!("{number:.places$}")
}

/// With three digits that count.
fn chance(chance: f64) -> String {
    let places = if chance >= 1.0 { 0 } else { (2.0 - chance.max(1e-12).log10().floor()) as usize };
    format!("{chance:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_tell() {
        assert_eq!(
            [number(0.0), number(6.2), number(40_863.6), number(-812.34)],
            ["0.0000", "6.20", "40864", "-812.34"]
        );
        assert_eq!(
            [chance(1.0), chance(0.5), chance(0.000_999), chance(0.0312)],
            ["1", "0.500", "0.000999", "0.0312"]
        );
    }
}
