//! Samples of a job, and what is said of them: median and spread.

use serde::{Deserialize, Serialize};

/// Raw seconds, a sample a run, in the order of the runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Samples {
    /// What the command calls `seconds.mine`.
    pub mine: Vec<f64>,
    /// What the command calls `seconds.total`: from its start to the report.
    pub total: Vec<f64>,
    /// Wall time of the process, from its start to its end.
    pub process: Vec<f64>,
    /// User and system CPU time of the process.
    pub cpu: Vec<f64>,
}

/// Median and spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// With an even number of samples, the mean of the middle two.
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Summary {
    /// Of no samples, nothing can be said.
    pub fn of(samples: &[f64]) -> Option<Summary> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let half = sorted.len() / 2;
        let median =
            if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 };
        Some(Summary { median, min, max })
    }
}

/// The geometric mean; of no numbers, none.
pub fn geometric_mean(numbers: &[f64]) -> Option<f64> {
    let logs: f64 = numbers.iter().map(|x| x.ln()).sum();
    (!numbers.is_empty()).then(|| (logs / numbers.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[3.0]), Some(Summary { median: 3.0, min: 3.0, max: 3.0 }));
        assert_eq!(Summary::of(&[9.0, 1.0, 2.0]), Some(Summary { median: 2.0, min: 1.0, max: 9.0 }));
        assert_eq!(Summary::of(&[9.0, 1.0, 2.0, 4.0]), Some(Summary { median: 3.0, min: 1.0, max: 9.0 }));
    }

    #[test]
    fn a_geometric_mean_multiplies() {
        assert_eq!(geometric_mean(&[]), None);
        let mean = geometric_mean(&[2.0, 4.0, 27.0]).unwrap();
        assert!((mean - 6.0).abs() < 1e-12, "{mean}");
    }
}
