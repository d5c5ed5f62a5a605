//! How likely each task is drawn: as what its weight lets it hold.

use motherlode_device::kernels::estimate::WeightClass;

use crate::estimate::strata::product;

/// About how many numbers there are, of which each draws a task: so many that the rarest class has its share to many
/// digits.
const NUMBERS: f64 = (1u64 << 62) as f64;
/// More than what rounding adds to a ratio.
const ROUNDING: f64 = 1.0 + 1e-9;

/// The classes of tasks, and the numbers that draw from them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chances {
    /// By rising weight, and rising first number.
    pub classes: Vec<WeightClass>,
    /// How many numbers there are.
    pub numbers: u64,
    /// The largest of the weights' products, each by its class's bound.
    largest: f64,
}

impl Chances {
    /// Those of sorted tasks, of which `counts` have each weight; `None` if no task can hold a match.
    ///
    /// A class has about as many numbers as its tasks may hold, which is rounded; its bound is what a task's share of
    /// these numbers stands for then, so that nothing is lost by it.
    pub fn new(counts: &[u32]) -> Option<Chances> {
        let mass = |weight: usize| f64::from(counts[weight]) * product(weight);
        let all: f64 = (1..counts.len()).map(mass).sum();
        if all == 0.0 {
            return None;
        }
        let mut chances = Chances { classes: Vec::new(), numbers: 0, largest: 0.0 };
        let mut start = u64::from(counts[0]);
        for weight in (1..counts.len()).filter(|&weight| counts[weight] > 0) {
            let tasks = u64::from(counts[weight]);
            let numbers = ((mass(weight) / all * NUMBERS) as u64).max(tasks);
            let bound = numbers as f64 / tasks as f64 * (all / NUMBERS);
            chances.classes.push(WeightClass { first_number: chances.numbers, start, tasks, bound });
            chances.numbers += numbers;
            chances.largest = chances.largest.max(product(weight) / bound);
            start += tasks;
        }
        Some(chances)
    }

    /// The largest ratio that there can be, where a task holds at most `beyond` times its weight's product.
    pub fn most(&self, beyond: f64) -> f64 {
        self.largest * beyond * ROUNDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_numbers_as_their_bounds_are() {
        let mut counts = vec![0; 300];
        (counts[0], counts[1], counts[17], counts[290]) = (5, 40, 7, 3);
        let chances = Chances::new(&counts).unwrap();
        let starts: Vec<u64> = chances.classes.iter().map(|class| class.start).collect();
        assert_eq!(starts, [5, 45, 52]);
        let ends = chances.classes[1..].iter().map(|class| class.first_number).chain([chances.numbers]);
        let each = |(class, end): (&WeightClass, u64)| {
            (end - class.first_number) as f64 / class.tasks as f64 / class.bound
        };
        let each: Vec<f64> = chances.classes.iter().zip(ends).map(each).collect();
        assert!(each.iter().all(|one| (one / each[0] - 1.0).abs() < 1e-12), "{each:?}");
        // A task of the last class is drawn 2^36 times as often as one of the first.
        let times = chances.classes[2].bound / chances.classes[0].bound;
        assert!((times / (289.0f64 / 8.0).exp2() - 1.0).abs() < 1e-6, "{times}");
        assert!((chances.most(3.0) / 3.0 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_rarest_tasks_have_numbers_too() {
        let mut counts = vec![0; 2000];
        (counts[1], counts[1999]) = (9, 1);
        let chances = Chances::new(&counts).unwrap();
        assert_eq!(chances.classes[1].first_number, 9);
        assert!(chances.classes[0].bound > 1.0 && chances.most(1.0) < 1.1, "{chances:?}");
        assert_eq!(Chances::new(&[7, 0, 0]), None);
    }
}
