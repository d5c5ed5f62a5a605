//! How long a search may take. It is counted, and not timed: plans are the same on every run and device.
//!
//! A step is a vertex that is tried at a prefix, with one of its restrictions: 0.2 to 0.7 µs.

/// The steps before a search goes other ways: small patterns have no more.
pub(super) const FIRST_STEPS: u64 = 200;
/// The steps that a search may take however little the walk costs.
const LEAST_STEPS: u64 = 1_000;
/// The most steps once there is a plan.
const MOST_STEPS: u64 = 30_000;
/// The most steps for patterns of more than 8 vertices, which take longer: 5 ms.
const MOST_STEPS_LARGE: u64 = 6_000;
/// The most steps of searches for several plans that are weighed against each other, all together.
const MOST_SHARED: u64 = 1_000_000;
/// What each of them may take at least.
const LEAST_SHARED: u64 = 250;
/// The work of a walk that takes about ten times as long as a step.
const STEP_WORK: f64 = 4_000.0;

/// Steps in which as many automorphisms are gone through, each for its orbits, and for stabilisers.
pub(super) const AUTOMORPHISMS_A_STEP: u64 = 16;
/// Steps that take as long as to make a plan of an order.
pub(super) const PLAN_STEPS: u64 = 8;

/// The most steps of the search for a plan of so many vertices.
pub(super) fn most_steps(vertices: usize) -> u64 {
    if vertices <= 8 { MOST_STEPS } else { MOST_STEPS_LARGE }
}

/// The steps that are worth it where the best plan so far costs so much, of `most`: no more than a tenth of its walk.
pub(super) fn worth(score: f64, most: u64) -> u64 {
    ((score / STEP_WORK) as u64).max(LEAST_STEPS).min(most)
}

/// What each of several searches for plans may take whose costs are weighed against each other.
#[doc(hidden)]
pub fn shared_prefixes(searches: usize) -> u64 {
    (MOST_SHARED / (searches as u64).max(1)).clamp(LEAST_SHARED, MOST_STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_searches_share_what_one_may_take() {
        assert_eq!(shared_prefixes(1), MOST_STEPS);
        assert_eq!(shared_prefixes(100), MOST_SHARED / 100);
        assert_eq!(shared_prefixes(1_000_000), LEAST_SHARED);
    }

    #[test]
    fn a_search_takes_a_part_of_its_walk() {
        assert_eq!(worth(0.0, MOST_STEPS), LEAST_STEPS);
        assert_eq!(worth(STEP_WORK * 5_000.0, MOST_STEPS), 5_000);
        assert_eq!(worth(f64::INFINITY, MOST_STEPS), MOST_STEPS);
        assert_eq!(worth(f64::INFINITY, 10), 10);
    }
}
