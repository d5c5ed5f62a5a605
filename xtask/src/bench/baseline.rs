//! Comparison with earlier results.

use super::results::{Measured, Results};
use crate::bench::samples::Summary;
use crate::table::Table;

/// Slower than the baseline by more than this part of it, and outside the spread, is a regression.
const TOLERANCE: f64 = 0.10;

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Regression,
    Improvement,
    /// Within the tolerance or the spread.
    None,
}

/// Judges `new` against `old`: beyond the tolerance, and no sample of the one within the samples of the other.
fn change(old: Summary, new: Summary) -> Change {
    if new.median > old.median * (1.0 + TOLERANCE) && new.min > old.max {
        Change::Regression
    } else if old.median > new.median * (1.0 + TOLERANCE) && old.min > new.max {
        Change::Improvement
    } else {
        Change::None
    }
}

/// The jobs that both have, and how many of them regressed. A job that fails now and did not then has regressed.
pub fn compare(old: &Results, new: &Results) -> (Table, usize) {
    let mut table = Table::new(&["job", "graph", "baseline", "now", "change", ""]);
    let mut regressions = 0;
    for measured in &new.measured {
        let before = old.measured.iter().find(|other| other.row.same(&measured.row));
        let Some(was) = before.and_then(|before| old.seconds(before)) else { continue };
        let (change, now, by) = match new.seconds(measured) {
            Some(now) => (change(was, now), format!("{:.6}", now.median), now.median / was.median - 1.0),
            None => (Change::Regression, "failed".into(), f64::INFINITY),
        };
        regressions += usize::from(change == Change::Regression);
        let Measured { row, .. } = measured;
        let verdict = match change {
            Change::Regression => "REGRESSION",
            Change::Improvement => "better",
            Change::None => "",
        };
        table.row([
            row.job.clone(),
            row.graph.clone(),
            format!("{:.6}", was.median),
            now,
            if by.is_finite() { format!("{:+.1}%", by * 100.0) } else { String::new() },
            verdict.into(),
        ]);
    }
    (table, regressions)
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results;
    use super::*;

    fn judged(old: &[f64], new: &[f64]) -> Change {
        change(Summary::of(old).unwrap(), Summary::of(new).unwrap())
    }

    #[test]
    fn a_regression_is_beyond_a_tenth_and_outside_the_spread() {
        assert_eq!(judged(&[1.0, 1.01, 1.02], &[1.12, 1.13, 1.2]), Change::Regression);
        assert_eq!(judged(&[1.0, 1.01, 1.02], &[1.08, 1.09, 1.1]), Change::None, "within a tenth");
        assert_eq!(judged(&[1.0, 1.01, 1.15], &[1.12, 1.13, 1.2]), Change::None, "within the old spread");
        assert_eq!(judged(&[1.0, 1.01, 1.02], &[0.9, 1.13, 1.2]), Change::None, "within the new spread");
        assert_eq!(judged(&[1.12, 1.13, 1.2], &[1.0, 1.01, 1.02]), Change::Improvement);
    }

    #[test]
    fn only_jobs_of_both_are_compared() {
        let old = results(&[("triangle", &[1.0], 1.0), ("wedge", &[1.0], 1.0), ("house", &[1.0], 1.0)]);
        let mut new = results(&[("triangle", &[2.0], 1.0), ("diamond", &[9.0], 1.0), ("house", &[1.0], 1.0)]);
        let (table, regressions) = compare(&old, &new);
        assert_eq!((table.rows().len(), regressions), (2, 1));
        new.measured[2].samples.mine.clear();
        assert_eq!(compare(&old, &new).1, 2, "a job that fails now has regressed");
    }
}
