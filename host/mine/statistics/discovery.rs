//! Many chances at once.

/// For each of these chances, at which rate of false discoveries it is the last one that is called a discovery
/// (Benjamini and Hochberg 1995).
pub fn false_discovery_rates(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let mut rates = vec![1.0; chances.len()];
    let mut least = 1.0f64;
    for (rank, &place) in order.iter().enumerate().rev() {
        least = least.min(chances[place] * chances.len() as f64 / (rank + 1) as f64);
        rates[place] = least;
    }
    rates
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By SciPy 1.17: `false_discovery_control`.
    #[test]
    fn as_scipy_has_them() {
        let rates = false_discovery_rates(&[0.01, 0.04, 0.03, 0.005, 0.5, 0.04, 1.0, 0.2]);
        let expected =
            [0.04, 0.064, 0.064, 0.04, 0.571_428_571_428_571_4, 0.064, 1.0, 0.266_666_666_666_666_66];
        assert!(rates.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{rates:?}");
        assert!(false_discovery_rates(&[]).is_empty());
    }

    #[test]
    fn rates_rise_with_chances_and_are_not_below_them() {
        let chances: Vec<f64> = (0..97u32).map(|i| f64::from(i * 37 % 97 + 1) / 97.0).collect();
        let rates = false_discovery_rates(&chances);
        for (i, p) in chances.iter().enumerate() {
            assert!(rates[i] >= *p && rates[i] <= 1.0);
            assert!(chances.iter().zip(&rates).all(|(q, rate)| q < p || *rate >= rates[i]));
        }
    }
}
