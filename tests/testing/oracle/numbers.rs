//! Numbers of combinatorics.

/// C(n, k); none if it is 2^128 or more, or nearly so.
pub fn checked_choose(n: u64, k: u64) -> Option<u128> {
    (0..u128::from(k)).try_fold(1u128, |ways, i| Some(ways.checked_mul(u128::from(n) - i)? / (i + 1)))
}

/// C(n, k).
///
/// # Panics
/// If it does not fit.
pub fn choose(n: u64, k: u64) -> u128 {
    checked_choose(n, k).expect("a number below 2^128")
}
