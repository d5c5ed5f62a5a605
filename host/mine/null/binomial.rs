//! How often something happens that is tried many times.

use motherlode_device::random::Draws;

/// How far from the mean a number may be, in deviations: beyond is less likely than 2^-64, the grain of a random
/// number.
const DEVIATIONS: f64 = 10.0;
/// Numbers more than that, for few trials.
const SPARE: f64 = 40.0;

/// How often something may happen at most that is as likely as `successes` in `trials`, tried so often.
pub(super) fn most(trials: u64, likely: Likely) -> u64 {
    let mean = likely.of(trials);
    ((mean + DEVIATIONS * mean.sqrt() + SPARE) as u64).min(trials)
}

/// A probability, as a fraction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likely {
    pub successes: u64,
    pub trials: u64,
}

impl Likely {
    fn of(self, trials: u64) -> f64 {
        trials as f64 * (self.successes as f64 / self.trials.max(1) as f64)
    }
}

/// A binomial number, by inversion from the mean outward: probabilities follow from each other by products and
/// quotients alone, so that it is the same on every machine.
pub(super) fn binomial(trials: u64, likely: Likely, draws: Draws, place: u64) -> u64 {
    if likely.successes == 0 || trials == 0 {
        return 0;
    }
    if likely.successes >= likely.trials {
        return trials;
    }
    let (mean, most) = (likely.of(trials), most(trials, likely));
    let odds = likely.successes as f64 / (likely.trials - likely.successes) as f64;
    let least = (mean - DEVIATIONS * mean.sqrt() - SPARE).max(0.0) as u64;
    let middle = (mean as u64).clamp(least, most);
    // The weight of each number, in units of that of the middle.
    let up = |number: u64, weight: f64| weight * odds * (trials - number) as f64 / (number + 1) as f64;
    let down = |number: u64, weight: f64| weight * number as f64 / ((trials - number + 1) as f64 * odds);
    let outward = || {
        let above = std::iter::successors(Some((middle, 1.0)), move |&(number, weight)| {
            (number < most).then(|| (number + 1, up(number, weight)))
        });
        let below = std::iter::successors(Some((middle, 1.0)), move |&(number, weight)| {
            (number > least).then(|| (number - 1, down(number, weight)))
        });
        above.chain(below.skip(1))
    };
    let total: f64 = outward().map(|(_, weight)| weight).sum();
    let mut left = (draws.at(place) >> 11) as f64 / (1u64 << 53) as f64 * total;
    for (number, weight) in outward() {
        if left < weight {
            return number;
        }
        left -= weight;
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_are_those_of_trials() {
        for (trials, successes, of) in [(10, 3, 10), (1000, 1, 300), (1_000_000, 7, 11)] {
            let likely = Likely { successes, trials: of };
            let draw = |place| binomial(trials, likely, Draws::new(5), place) as f64;
            let numbers: Vec<f64> = (0..4000).map(draw).collect();
            let mean = numbers.iter().sum::<f64>() / 4000.0;
            let variance = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 4000.0;
            let p = successes as f64 / of as f64;
            let expected = trials as f64 * p * (1.0 - p);
            assert!((mean - trials as f64 * p).abs() < 4.0 * (expected / 4000.0).sqrt(), "{mean}");
            assert!((variance / expected - 1.0).abs() < 0.1, "{variance} {expected}");
        }
    }

    #[test]
    fn ends_of_the_range() {
        let draw =
            |trials, successes, of| binomial(trials, Likely { successes, trials: of }, Draws::new(1), 0);
        assert_eq!((draw(9, 0, 4), draw(9, 4, 4), draw(0, 1, 2)), (0, 9, 0));
        assert!(
            (0..200)
                .all(|place| { binomial(3, Likely { successes: 1, trials: 2 }, Draws::new(2), place) <= 3 })
        );
    }
}
