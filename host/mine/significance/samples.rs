//! What was counted in samples.

use serde::{Deserialize, Serialize};

use super::sampled::KeptSamples;
use crate::MineError;

/// The counts of the first samples of an ensemble: of each as many, row after row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleCounts {
    rows: Vec<Vec<u128>>,
}

impl SampleCounts {
    /// How many samples are counted.
    pub fn len(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The counts of each sample, by its number.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u128]> + Clone {
        self.rows.iter().map(Vec::as_slice)
    }

    /// One of the counts, in all samples.
    ///
    /// # Panics
    /// If rows have no such column.
    pub fn column(&self, place: usize) -> impl ExactSizeIterator<Item = u128> + Clone + '_ {
        self.rows.iter().map(move |row| row[place])
    }

    /// What no count passes in each of so many columns.
    pub fn most(&self, columns: usize) -> Vec<u128> {
        (0..columns).map(|place| self.column(place).max().unwrap_or(0)).collect()
    }

    /// Whether each row has so many counts.
    pub(super) fn are_of(&self, width: usize) -> bool {
        self.rows.iter().all(|row| row.len() == width)
    }

    pub(super) fn truncate(&mut self, samples: u64) {
        self.rows.truncate(usize::try_from(samples).unwrap_or(usize::MAX));
    }
}

impl KeptSamples<Vec<u128>> for SampleCounts {
    fn samples(&self) -> u64 {
        self.len()
    }

    fn keep(&mut self, rows: Vec<Vec<u128>>) -> Result<(), MineError> {
        self.rows.extend(rows);
        Ok(())
    }
}

impl FromIterator<Vec<u128>> for SampleCounts {
    fn from_iter<I: IntoIterator<Item = Vec<u128>>>(rows: I) -> SampleCounts {
        SampleCounts { rows: rows.into_iter().collect() }
    }
}
