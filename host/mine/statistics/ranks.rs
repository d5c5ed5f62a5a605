//! Ranks, and the correlation of them.

/// How values rank among each other, for correlations with others.
pub struct Ranks {
    /// How far each rank is from the mean of all.
    from_mean: Vec<f64>,
    /// The sum of their squares.
    squares: f64,
}

impl Ranks {
    /// Of these values: equal ones share the mean of their ranks.
    pub fn of<T: Ord>(values: &[T]) -> Ranks {
        // The mean of ranks is known, however many are equal.
        let mean = (values.len() + 1) as f64 / 2.0;
        let from_mean: Vec<f64> = ranks(values).into_iter().map(|rank| rank - mean).collect();
        Ranks { squares: product(&from_mean, &from_mean), from_mean }
    }

    /// Spearman's correlation; none where all of one are the same.
    pub fn correlation(&self, other: &Ranks) -> Option<f64> {
        let spread = (self.squares * other.squares).sqrt();
        (spread > 0.0).then(|| (product(&self.from_mean, &other.from_mean) / spread).clamp(-1.0, 1.0))
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// From 1 on.
fn ranks<T: Ord>(values: &[T]) -> Vec<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// By SciPy 1.17: `rankdata` and `spearmanr`.
    #[test]
    fn as_scipy_has_them() {
        let (x, y) = ([3, 1, 4, 1, 5, 9, 2, 6, 5, 3], [2, 7, 1, 8, 2, 8, 1, 8, 2, 8]);
        assert_eq!(ranks(&x), [4.5, 1.5, 6.0, 1.5, 7.5, 10.0, 3.0, 9.0, 7.5, 4.5]);
        let correlation = Ranks::of(&x).correlation(&Ranks::of(&y)).unwrap();
        assert!((correlation - 0.134_715_062_810_912_67).abs() < 1e-12);
    }

    #[test]
    fn what_never_varies_has_no_correlation() {
        let (same, rising) = (Ranks::of(&[7; 5]), Ranks::of(&[1, 2, 3, 4, 5]));
        assert_eq!(same.correlation(&rising), None);
        assert_eq!(rising.correlation(&rising), Some(1.0));
        assert_eq!(rising.correlation(&Ranks::of(&[9, 8, 7, 6, 5])), Some(-1.0));
        assert_eq!(Ranks::of::<u64>(&[]).correlation(&Ranks::of::<u64>(&[])), None);
    }
}
