//! Operations on ascending lists.

use std::ops::Range;

/// From this ratio of lengths on, the longer list is searched and not read.
const SEARCHED: usize = 16;

/// The places in `list` of what is above `low` (if any) and below `high` (if any).
pub(super) fn places(list: &[u32], low: Option<u32>, high: Option<u32>) -> Range<usize> {
    let start = low.map_or(0, |low| list.partition_point(|&x| x <= low));
    let end = high.map_or(list.len(), |high| list.partition_point(|&x| x < high));
    start.min(end)..end
}

/// Calls `each` for every element of `list` that is in `other`, or that is not, as `kept` says.
pub(super) fn filter(list: &[u32], other: &[u32], kept: bool, mut each: impl FnMut(u32)) {
    if other.len() / SEARCHED > list.len() {
        for &x in list {
            if other.binary_search(&x).is_ok() == kept {
                each(x);
            }
        }
        return;
    }
    if kept && list.len() / SEARCHED > other.len() {
        return filter(other, list, true, each);
    }
    let mut rest = other;
    for &x in list {
        while let Some((&first, after)) = rest.split_first()
            && first < x
        {
            rest = after;
        }
        if (rest.first() == Some(&x)) == kept {
            each(x);
        }
    }
}

/// The number of ways to choose `k` of `n` things; `None` from 2^128 on.
pub(super) fn binomial(n: u64, k: u32) -> Option<u128> {
    // After step `i` the product is C(n, i + 1): each division leaves no remainder.
    (0..u64::from(k)).try_fold(1u128, |product, i| {
        Some(product.checked_mul(u128::from(n.saturating_sub(i)))? / u128::from(i + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filtering_keeps_or_drops() {
        let long: Vec<u32> = (0..100).map(|x| 3 * x).collect();
        for (list, other) in
            [(&[3, 4, 9, 300][..], &long[..]), (&[1, 3, 5][..], &[3, 4, 5, 6]), (&long[..], &[0, 1, 297])]
        {
            for kept in [true, false] {
                let mut result = Vec::new();
                filter(list, other, kept, |x| result.push(x));
                let slow: Vec<u32> = list.iter().copied().filter(|x| other.contains(x) == kept).collect();
                assert_eq!(result, slow, "{list:?} {other:?} {kept}");
            }
        }
    }

    #[test]
    fn bounds_are_exclusive() {
        assert_eq!(places(&[1, 3, 5, 7], Some(1), Some(7)), 1..3);
        assert_eq!(places(&[1, 3, 5, 7], Some(0), Some(6)), 0..3);
        assert!(places(&[1, 3, 5, 7], Some(7), Some(1)).is_empty());
        assert_eq!(places(&[1, 3], None, None), 0..2);
    }

    #[test]
    fn binomial_coefficients() {
        assert_eq!([0, 1, 2, 3, 5].map(|k| binomial(4, k)), [1, 4, 6, 4, 0].map(Some));
        assert_eq!(binomial(1 << 40, 7), None);
    }
}
