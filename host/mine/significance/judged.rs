//! What the counts of a graph and of its samples tell.

use super::{CountsBeside, SampleCounts, Statistic};
use crate::pattern::Pattern;
use crate::statistics::{Chance, Spread, false_discovery_rates, of_unit_length};

/// What keeps the ratios of counts small that are themselves: ε of Milo et al. 2004, "Superfamilies of evolved and
/// designed networks".
const EPSILON: f64 = 4.0;

/// A count beside those of the samples.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What the pattern is called.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
    /// Its count in the graph.
    pub count: u128,
    /// The mean and the deviation of its counts in the samples.
    pub spread: Spread,
    /// By how many deviations the count is above the mean; none where it never varies.
    pub z: Option<f64>,
    /// The chance of a count so large.
    pub chance: Chance,
    /// At which rate of false discoveries among all patterns that occur in the graph or a sample it is one (Benjamini
    /// and Hochberg 1995).
    pub q: f64,
    /// Its part of the significance profile: z, of all that have one together of length 1 (Milo et al. 2004).
    pub profile: Option<f64>,
    /// Its part of the subgraph ratio profile: `(count - mean) / (count + mean + 4)`, of all together of length 1 (Milo
    /// et al. 2004).
    pub ratio_profile: Option<f64>,
}

/// The counts of a graph beside those of its samples.
#[derive(Clone, Debug)]
pub struct Significance {
    /// Each pattern's, in the order of the statistic.
    pub judged: Vec<Judged>,
    /// How many samples they are judged by.
    pub samples: u64,
}

impl Judged {
    /// Whether the graph has it, or a sample.
    pub fn occurs(&self) -> bool {
        occurs(self.count, self.spread)
    }
}

impl Significance {
    /// Judges the counts of a graph by those of its samples; none if no sample is counted.
    ///
    /// # Panics
    /// If there are not as many counts as the statistic has.
    pub fn of(statistic: &Statistic, counts: &[u128], samples: &SampleCounts) -> Option<Significance> {
        Self::judge(&statistic.patterns, counts, samples)
    }

    /// Judges the counts of a graph by those of its samples; none if no sample is counted.
    ///
    /// # Panics
    /// If there are not as many counts as patterns.
    pub fn of_counts(CountsBeside { patterns, counts, samples }: &CountsBeside) -> Option<Significance> {
        Self::judge(patterns, counts, samples)
    }

    fn judge(
        patterns: &[(String, Pattern)],
        counts: &[u128],
        samples: &SampleCounts,
    ) -> Option<Significance> {
        let width = patterns.len();
        assert!(counts.len() == width && samples.are_of(width), "{width} counts of each graph");
        let spread = |place| Spread::of(samples.column(place));
        let spreads: Vec<Spread> = (0..width).map(spread).collect::<Option<_>>()?;
        let z: Vec<Option<f64>> =
            spreads.iter().zip(counts).map(|(spread, &count)| spread.score(count)).collect();
        let reached = |place: usize| samples.column(place).filter(|&count| count >= counts[place]).count();
        let chances: Vec<Chance> =
            (0..width).map(|place| Chance::of(reached(place) as u64, samples.len())).collect();
        let is_there = |&place: &usize| occurs(counts[place], spreads[place]);
        let there: Vec<usize> = (0..width).filter(is_there).collect();
        let rates = false_discovery_rates(&there.iter().map(|&place| chances[place].p).collect::<Vec<_>>());
        let mut q = vec![1.0; width];
        there.iter().zip(rates).for_each(|(&place, rate)| q[place] = rate);
        let ratio = |(spread, &count): (&Spread, &u128)| {
            let count = count as f64;
            Some((count - spread.mean) / (count + spread.mean + EPSILON))
        };
        let ratio_profile = of_unit_length(&spreads.iter().zip(counts).map(ratio).collect::<Vec<_>>());
        let profile = of_unit_length(&z);
        let judge = |(place, (name, pattern)): (usize, &(String, Pattern))| Judged {
            name: name.clone(),
            pattern: pattern.clone(),
            count: counts[place],
            spread: spreads[place],
            z: z[place],
            chance: chances[place],
            q: q[place],
            profile: profile[place],
            ratio_profile: ratio_profile[place],
        };
        let judged = patterns.iter().enumerate().map(judge).collect();
        Some(Significance { judged, samples: samples.len() })
    }
}

/// Whether a graph has what is counted, or a sample.
pub(super) fn occurs(count: u128, samples: Spread) -> bool {
    count > 0 || samples.mean > 0.0
}
