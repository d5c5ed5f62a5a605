//! Ranks, and the correlation of them.

/// The ranks of these values, from 1 on: equal ones share the mean of theirs.
pub fn ranks<T: Ord>(values: &[T]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = first as f64 + (equal.len() + 1) as f64 / 2.0;
        equal.iter().for_each(|&place| ranks[place] = mean);
        first += equal.len();
    }
    ranks
}

/// Spearman's correlation of values whose [`ranks`] are these; none where all of one are the same.
pub fn rank_correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    // The mean of ranks is known, however many are equal.
    let mean = (a.len() + 1) as f64 / 2.0;
    let product =
        |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum() };
    let spread = (product(a, a) * product(b, b)).sqrt();
    (spread > 0.0).then(|| (product(a, b) / spread).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By SciPy 1.17: `rankdata` and `spearmanr`.
    #[test]
    fn as_scipy_has_them() {
        let (x, y) = (ranks(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]), ranks(&[2, 7, 1, 8, 2, 8, 1, 8, 2, 8]));
        assert_eq!(x, [4.5, 1.5, 6.0, 1.5, 7.5, 10.0, 3.0, 9.0, 7.5, 4.5]);
        assert!((rank_correlation(&x, &y).unwrap() - 0.134_715_062_810_912_67).abs() < 1e-12);
    }

    #[test]
    fn what_never_varies_has_no_correlation() {
        let (same, rising) = (ranks(&[7; 5]), ranks(&[1, 2, 3, 4, 5]));
        assert_eq!(rank_correlation(&same, &rising), None);
        assert_eq!(rank_correlation(&rising, &rising), Some(1.0));
        assert_eq!(rank_correlation(&rising, &ranks(&[9, 8, 7, 6, 5])), Some(-1.0));
        assert_eq!(rank_correlation(&[], &[]), None);
    }
}
