//! The chance of a count so large, from samples.

use statrs::distribution::{Beta, ContinuousCDF};

use crate::estimate::Interval;

/// How surely the interval of a chance holds it.
pub const CONFIDENCE: f64 = 0.95;

/// The chance that a sample has a count at least so large, from so many samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The p-value: `(r + 1) / (n + 1)`, where `r` of `n` samples reached the count (Davison and Hinkley 1997, section
    /// 4.2; Phipson and Smyth 2010). The graph is counted as one of its samples, so that it is never 0.
    pub p: f64,
    /// The interval that holds the chance that `r / n` estimates with [`CONFIDENCE`], by the binomial distribution
    /// itself (Clopper and Pearson 1934).
    pub interval: Interval,
}

impl Chance {
    /// Where `reached` of `samples` have such a count.
    pub fn of(reached: u64, samples: u64) -> Chance {
        Chance { p: Chance::p_of(reached, samples), interval: binomial_interval(reached, samples) }
    }

    /// The p-value alone, which takes no time.
    pub fn p_of(reached: u64, samples: u64) -> f64 {
        (reached as f64 + 1.0) / (samples as f64 + 1.0)
    }
}

fn binomial_interval(reached: u64, samples: u64) -> Interval {
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let (r, rest) = (reached as f64, (samples - reached) as f64);
    let low = if reached == 0 { 0.0 } else { quantile(r, rest + 1.0, tail) };
    let high = if reached == samples { 1.0 } else { quantile(r + 1.0, rest, 1.0 - tail) };
    Interval { low, high }
}

fn quantile(a: f64, b: f64, at: f64) -> f64 {
    Beta::new(a, b).expect("both are above 0").inverse_cdf(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By SciPy 1.17: `beta.ppf(0.025, r, n - r + 1)` and `beta.ppf(0.975, r + 1, n - r)`.
    #[test]
    fn intervals_as_scipy_has_them() {
        for (reached, samples, low, high) in [
            (0, 1000, 0.0, 0.003_682_083_896_87),
            (3, 1000, 0.000_619_099_931_65, 0.008_742_023_238_48),
            (50, 100, 0.398_321_129_503, 0.601_678_870_497),
            (1, 1, 0.025, 1.0),
            (0, 1, 0.0, 0.975),
            (999, 1000, 0.994_441_075_72, 0.999_974_682_513),
            (17, 10_000, 0.000_990_614_732_996, 0.002_720_473_913_89),
            (1, 1_000_000, 2.531_780_766_38e-8, 5.571_630_655_17e-6),
            (20, 20, 0.831_566_529_017, 1.0),
        ] {
            let Interval { low: found_low, high: found_high } = Chance::of(reached, samples).interval;
            // The quantile is found by halving, to about 1e-11.
            let near = |found: f64, expected: f64| (found - expected).abs() <= 1e-6 * expected + 1e-10;
            assert!(near(found_low, low), "{reached} of {samples}: {found_low}");
            assert!(near(found_high, high), "{reached} of {samples}: {found_high}");
        }
    }

    #[test]
    fn a_chance_is_never_nothing() {
        assert_eq!(Chance::of(0, 999).p, 0.001);
        assert_eq!(Chance::of(999, 999).p, 1.0);
        assert_eq!(Chance::of(0, 0), Chance { p: 1.0, interval: Interval { low: 0.0, high: 1.0 } });
    }
}
