//! Mean and deviation of counts.

/// Mean and deviation of counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation that the counts tell of what they are drawn from: their squared distances from the mean over one less than
    /// there are. 0 exactly where all are the same, or there is but one.
    pub deviation: f64,
}

impl Spread {
    /// Of these counts; none if there are none.
    pub fn of(counts: impl ExactSizeIterator<Item = u128> + Clone) -> Option<Spread> {
        let first = counts.clone().next()?;
        let (mut distances, number) = (RunningSpread::default(), counts.len() as u64);
        (1..).zip(counts).for_each(|(number, count)| distances.add(difference(count, first), number));
        Some(distances.after(number).moved_by(first))
    }

    /// That of counts each of which is larger by so many.
    pub fn moved_by(self, more: u128) -> Spread {
        Spread { mean: more as f64 + self.mean, ..self }
    }

    /// By how many deviations `count` is above the mean; none where nothing varies.
    pub fn score(&self, count: u128) -> Option<f64> {
        (self.deviation > 0.0).then(|| (count as f64 - self.mean) / self.deviation)
    }
}

/// Mean and deviation of numbers that come one after the other (Welford 1962, "Note on a method for calculating corrected sums of squares and products"). Counts are
/// taken in as distances from one of them: large ones differ by little, which their own 53 bits would not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningSpread {
    mean: f64,
    /// The squared distances from the mean, together.
    squares: f64,
}

impl RunningSpread {
    /// Takes in one more: with it there are `number`.
    pub fn add(&mut self, value: f64, number: u64) {
        let before = value - self.mean;
        self.mean += before / number as f64;
        self.squares += before * (value - self.mean);
    }

    /// That of all so far, which are `number`.
    pub fn after(self, number: u64) -> Spread {
        let others = number.saturating_sub(1).max(1);
        Spread { mean: self.mean, deviation: (self.squares / others as f64).sqrt() }
    }
}

/// `a - b`.
pub fn difference(a: u128, b: u128) -> f64 {
    if a >= b { (a - b) as f64 } else { -((b - a) as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[u128]) -> Option<Spread> {
        Spread::of(counts.iter().copied())
    }

    /// By NumPy 2.4: `mean` and `std(ddof=1)`.
    #[test]
    fn as_numpy_has_it() {
        let Spread { mean, deviation } = of(&[4, 7, 7, 1, 12]).unwrap();
        assert!((mean - 6.2).abs() < 1e-12 && (deviation - 4.086_563_348_340_51).abs() < 1e-12);
    }

    #[test]
    fn large_counts_keep_their_small_differences() {
        let far = 1u128 << 100;
        let Spread { deviation, .. } = of(&[far + 4, far + 7, far + 7, far + 1, far + 12]).unwrap();
        assert!((deviation - 4.086_563_348_340_51).abs() < 1e-12);
    }

    #[test]
    fn what_never_varies_has_no_score() {
        let same = of(&[5, 5, 5]).unwrap();
        assert_eq!((same, same.score(9)), (Spread { mean: 5.0, deviation: 0.0 }, None));
        assert_eq!(of(&[5]).unwrap().score(9), None);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[2, 4]).unwrap().score(6), Some(3.0 / 2f64.sqrt()));
    }
}
