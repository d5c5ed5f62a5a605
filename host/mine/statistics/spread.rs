//! Mean and deviation of counts.

/// Mean and deviation of counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation that the counts tell of what they are drawn from: their squared distances from the mean
    /// over one less than there are. 0 exactly where all are the same, or there is but one.
    pub deviation: f64,
}

impl Spread {
    /// Of these counts; none if there are none.
    pub fn of(counts: impl ExactSizeIterator<Item = u128> + Clone) -> Option<Spread> {
        let (mut running, number) = (RunningSpread::default(), counts.len() as u64);
        (1..).zip(counts).for_each(|(number, count)| running.add(count, number));
        (number > 0).then(|| running.of_all(number))
    }

    /// By how many deviations `count` is above the mean; none where nothing varies.
    pub fn score(&self, count: u128) -> Option<f64> {
        (self.deviation > 0.0).then(|| (count as f64 - self.mean) / self.deviation)
    }
}

/// Mean and deviation of counts that come one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningSpread {
    /// The first of the counts. The sums are of how far the others are from it: large ones differ by little, which
    /// their own 53 bits would not tell.
    first: u128,
    sum: f64,
    squares: f64,
}

/// Up to here sums of whole numbers are exact.
const EXACT: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;

impl RunningSpread {
    /// Takes in one more count: with it there are `number`.
    pub fn add(&mut self, count: u128, number: u64) {
        if number == 1 {
            self.first = count;
        }
        let from_first = difference(count, self.first);
        self.sum += from_first;
        self.squares += from_first * from_first;
    }

    /// That of all, of which there are `number`: zeros if there are none.
    pub fn of_all(self, number: u64) -> Spread {
        let (first, number) = (self.first as f64, number.max(1) as f64);
        let total = first * number + self.sum;
        // A division alone: a mean of 20.234 is that, and not 20.233999999999998.
        let mean = if total < EXACT { total / number } else { first + self.sum / number };
        let squares = (self.squares - self.sum * self.sum / number).max(0.0);
        Spread { mean, deviation: (squares / (number - 1.0).max(1.0)).sqrt() }
    }
}

/// `a - b`.
fn difference(a: u128, b: u128) -> f64 {
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
