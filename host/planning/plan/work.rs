//! Work, as the cost model counts it: in steps of single lanes through lists.

/// Work of a warp for one candidate that it walks to, whatever comes after.
pub(super) const STEP: f64 = 32.0;
/// The least work for one candidate of the last level: that of a search in an empty list.
pub(super) const LEAST_LEAF: f64 = 1.0;
/// Work for one product of the sizes of sets.
pub(super) const TERM: f64 = 1.0;
/// Work of a warp for a set operation on lists of no length: half of its lanes idle in the last round, on average.
const IDLE: f64 = 16.0;

/// Looking up each vertex of a list in a sorted list.
pub(super) fn search(list: f64, sorted: f64) -> f64 {
    (list + IDLE) * logarithm(sorted)
}

pub(super) fn logarithm(length: f64) -> f64 {
    (length + 2.0).log2()
}
