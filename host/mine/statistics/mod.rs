//! What jobs need of statistics.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `spread` | mean and deviation of counts, at hand or one after the other |
//! | `chance` | the chance of a count so large, from samples, with its interval |
//! | `discovery` | many such chances at once: the rate of false discoveries |
//! | `ranks` | ranks, and the correlation of them |

mod chance;
mod discovery;
mod ranks;
mod spread;

pub use chance::{CONFIDENCE, Chance};
pub use discovery::false_discovery_rates;
pub use ranks::Ranks;
pub use spread::{RunningSpread, Spread};

/// These numbers over their Euclidean length: what has none keeps none. `None` where there is no length.
pub fn of_unit_length(numbers: &[Option<f64>]) -> Vec<Option<f64>> {
    let length = numbers.iter().flatten().fold(0.0, |length: f64, number| length.hypot(*number));
    let scaled = |number: &Option<f64>| number.filter(|_| length > 0.0).map(|number| number / length);
    numbers.iter().map(scaled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_have_length_one() {
        assert_eq!(of_unit_length(&[Some(3.0), None, Some(-4.0)]), [Some(0.6), None, Some(-0.8)]);
        assert_eq!(of_unit_length(&[Some(0.0), None]), [None, None]);
        assert_eq!(of_unit_length(&[]), []);
    }
}
