//! What draws tell of the number that they are drawn from: an estimate, and intervals around it that hold at all times.
//!
//! Draw `i` stands for `z_i`, of mean `T`, the number looked for, when all strata are taken together in the shares of
//! their draws. The estimate is the mean of the draws. Both intervals are confidence sequences: with the confidence
//! that was asked for, they hold `T` after each round at once, so that one may stop at any of them.
//!
//! - **Asymptotic**: the boundary of a mixture of normal distributions (Robbins 1970; Waudby-Smith, Arbour, Sinha,
//!   Kennedy and Ramdas 2024, "Time-uniform central limit theory and asymptotic confidence sequences", Theorem 2.2),
//!   with the variance as it was seen within the strata. It is right in the limit of many draws.
//! - **Rigorous**: an empirical Bernstein boundary for draws between 0 and a bound (Howard, Ramdas, McAuliffe and
//!   Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Theorem 4 with the stitched
//!   boundary of equation 10). It is right whatever the distribution.

use super::strata::StratumSample;

/// An interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Whether it holds a number.
    pub fn holds(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// From `low`, which is not passed, to the same distance on both sides of `middle`.
    fn around(middle: f64, half: f64, low: f64) -> Interval {
        Interval { low: (middle - half).max(low), high: middle + half }
    }
}

/// What all draws tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawsSummary {
    /// The draws, and those that stand for something.
    pub draws: u64,
    pub hits: u64,
    /// The estimate of what the strata hold that are drawn from.
    pub mean: f64,
    /// The variance of the estimate.
    pub variance: f64,
    /// The sum of the squared distances of what draws stand for from what was predicted of them.
    spread: f64,
    /// The most that a draw can stand for.
    bound: f64,
}

impl DrawsSummary {
    /// What the draws of the strata tell.
    pub fn of(samples: &[StratumSample]) -> DrawsSummary {
        let draws: u64 = samples.iter().map(|sample| sample.seen.draws).sum();
        let mut all = DrawsSummary { draws, hits: 0, mean: 0.0, variance: 0.0, spread: 0.0, bound: 0.0 };
        for sample in samples {
            let (tasks, own) = (sample.tasks as f64, sample.seen.draws as f64);
            // What a draw of this stratum stands for among all draws.
            let scale = tasks * draws as f64 / own;
            all.hits += sample.seen.hits as u64;
            all.mean += tasks * sample.seen.mean();
            all.variance += tasks * tasks * sample.seen.variance() / own;
            all.spread += scale * scale * sample.spread;
            all.bound = all.bound.max(scale * sample.bound);
        }
        all
    }

    /// Half the width of the asymptotic interval: the tightest at `aim` draws. `alpha` is how likely it is to be wrong.
    pub fn asymptotic(&self, alpha: f64, aim: f64) -> f64 {
        let ratio = aim / (tightness(alpha) * self.draws as f64);
        (self.variance * (1.0 + ratio) * ((1.0 + 1.0 / ratio).ln() - 2.0 * alpha.ln())).sqrt()
    }

    /// Half the width of the rigorous interval.
    pub fn rigorous(&self, alpha: f64) -> f64 {
        // The boundary's spread is at least this; below it is flat.
        let (least, spread) = (self.bound * self.bound, self.spread);
        let ratio = (spread / least).max(1.0);
        let level = EXPONENT * (2.0 * ratio).ln().ln()
            + (ZETA / (alpha / 2.0 * std::f64::consts::LN_2.powf(EXPONENT))).ln();
        let boundary = SQUARE_ROOT * (least * ratio * level).sqrt() + LINEAR * self.bound * level;
        boundary / self.draws as f64
    }

    /// What is at most drawn from, if no draw stands for anything: a chance of `p` for each of `n` draws to miss all of
    /// them is `(1 − p)^n`, and what is drawn is no more than the bound.
    pub fn at_most_if_none(&self, alpha: f64) -> f64 {
        self.bound * -alpha.ln() / self.draws as f64
    }

    /// The intervals around the estimate, with `counted` besides, which is known.
    pub fn intervals(&self, counted: f64, alpha: f64, aim: f64) -> [Interval; 2] {
        let middle = counted + self.mean;
        if self.hits == 0 {
            return [Interval { low: counted, high: counted + self.at_most_if_none(alpha) }; 2];
        }
        [self.asymptotic(alpha, aim), self.rigorous(alpha)]
            .map(|half| Interval::around(middle, half, counted))
    }
}

/// How many draws it takes, about, until an estimate whose draws have the given variance has an asymptotic interval of
/// this half width.
pub(super) fn needed(variance_of_draw: f64, half: f64, alpha: f64) -> f64 {
    let best = tightness(alpha);
    let factor = (1.0 + 1.0 / best) * ((1.0 + best).ln() - 2.0 * alpha.ln());
    variance_of_draw * factor / (half * half)
}

/// By what the draws at which the mixture is tightest are divided for its parameter: Howard et al., section 3.5.
fn tightness(alpha: f64) -> f64 {
    let doubled = -2.0 * alpha.ln();
    doubled + (1.0 + doubled).ln()
}

/// Of the stitched boundary, with times that double (η = 2): the exponent s, ζ(s), and the factors k₁ and k₂.
const EXPONENT: f64 = 1.4;
const ZETA: f64 = 3.105_547_3;
const SQUARE_ROOT: f64 = 1.435_500_2;
const LINEAR: f64 = 1.207_106_8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::strata::DrawMoments;

    #[test]
    fn constants_are_what_they_say() {
        let eta = 2.0f64;
        assert!((SQUARE_ROOT - (eta.powf(0.25) + eta.powf(-0.25)) / 2f64.sqrt()).abs() < 1e-6);
        assert!((LINEAR - (eta.sqrt() + 1.0) / 2.0).abs() < 1e-6);
        // The sum, and an integral for the rest of it.
        let terms: f64 = (1..100_000).map(|k| f64::from(k).powf(-EXPONENT)).sum();
        let rest = 99_999.5f64.powf(1.0 - EXPONENT) / (EXPONENT - 1.0);
        assert!((ZETA - terms - rest).abs() < 1e-5, "{}", terms + rest);
    }

    fn sample(tasks: u64, drawn: &[f64], bound: f64) -> StratumSample {
        let mut sample = StratumSample::new(tasks, bound, 0.0);
        let seen = DrawMoments {
            draws: drawn.len() as u64,
            weights: drawn.iter().sum(),
            squares: drawn.iter().map(|weight| weight * weight).sum(),
            hits: drawn.iter().filter(|weight| **weight > 0.0).count() as f64,
            steps: 0.0,
        };
        sample.add(&seen);
        sample
    }

    #[test]
    fn strata_are_added_up() {
        // By hand: 10 · 2 + 4 · 5 = 40; variances 1 over 3 draws and 2 over 2.
        let samples = [sample(10, &[1.0, 2.0, 3.0], 4.0), sample(4, &[4.0, 6.0], 9.0)];
        let all = DrawsSummary::of(&samples);
        assert_eq!((all.draws, all.hits, all.mean), (5, 5, 40.0));
        assert!((all.variance - (100.0 / 3.0 + 16.0)).abs() < 1e-9);
        assert!((all.bound - 90.0).abs() < 1e-9, "of 10 · 5 / 3 · 4 = 66.7 and 4 · 5 / 2 · 9 = 90");
    }

    #[test]
    fn an_interval_is_tightest_where_it_is_meant_to_be() {
        let draws: Vec<f64> = (0..1000).map(|draw| f64::from(draw % 7)).collect();
        let all = DrawsSummary::of(&[sample(100, &draws, 6.0)]);
        let at = |aim| all.asymptotic(0.05, aim);
        assert!(at(1000.0) < at(300.0) && at(1000.0) < at(3000.0));
        // So many draws are needed as there are, for the width that there is.
        let needed = needed(all.variance * 1000.0, at(1000.0), 0.05);
        assert!((needed - 1000.0).abs() < 1e-6, "{needed}");
        // About three standard errors, where a single look would take 1.96.
        let errors = at(1000.0) / all.variance.sqrt();
        assert!((2.9..3.1).contains(&errors), "{errors}");
        assert!(all.rigorous(0.05) > at(1000.0));
    }

    #[test]
    fn nothing_found_is_an_upper_bound() {
        let all = DrawsSummary::of(&[sample(50, &[0.0; 100], 8.0)]);
        let [first, second] = all.intervals(3.0, 0.05, 100.0);
        assert_eq!(first, second);
        assert!(first.low == 3.0 && first.high > 3.0);
        // The rule of three: 3 / 100 of 50 · 8.
        assert!((first.high - 3.0 - 12.0).abs() < 0.1, "{first:?}");
    }
}
