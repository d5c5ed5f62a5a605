//! The cap: the ratio from which on an embedding is accepted for sure.

use super::seen::Seen;

/// The cap is so many times the largest ratio that the pilot has seen, where that is less than it could be.
const SPARE: f64 = 2.0;
/// A cap that no ratio can pass is worth so many times the attempts.
const WORTH: f64 = 16.0;

/// A cap, and whether no ratio can pass it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cap {
    pub ratio: f64,
    pub uniform: bool,
}

impl Cap {
    /// The cap for `size` matches in `attempts` at most, where no ratio passes `most`, and the pilot has found some
    /// embedding.
    pub fn new(pilot: &Seen, most: f64, size: u64, attempts: u64) -> Cap {
        let likely = SPARE * pilot.largest;
        let expected = size as f64 / pilot.acceptance(most);
        if most <= likely || most <= WORTH * likely && SPARE * expected <= attempts as f64 {
            Cap { ratio: most, uniform: true }
        } else {
            Cap { ratio: likely, uniform: false }
        }
    }
}

#[cfg(test)]
mod tests {
    use motherlode_device::kernels::estimate::Outcomes;

    use super::super::attempts::Attempts;
    use super::*;

    #[test]
    fn the_cap_is_certain_where_that_is_cheap() {
        let outcomes = Outcomes { ratios: 4.0, largest: 2.0, found: 5, exceeding: 0 };
        let mut pilot = Seen::default();
        pilot.add(&Attempts { outcomes: vec![outcomes; 4], rows: Vec::new() }, 3);
        assert_eq!((pilot.attempts, pilot.acceptance(1.0)), (32, 0.5));
        let cap = |most, size, attempts| Cap::new(&pilot, most, size, attempts);
        let (certain, likely) = (|ratio| Cap { ratio, uniform: true }, Cap { ratio: 4.0, uniform: false });
        assert_eq!(cap(3.0, 1000, 10), certain(3.0));
        assert_eq!(cap(60.0, 10, 1 << 20), certain(60.0));
        assert_eq!(cap(70.0, 10, 1 << 20), likely);
        // It would take 1200 attempts, or somewhat more.
        assert_eq!(cap(60.0, 10, 1200), likely);
    }
}
