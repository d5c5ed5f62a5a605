//! What attempts have come to.

use motherlode_device::kernels::estimate::GROUP;

use super::attempts::Attempts;

/// Sums over attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub attempts: u64,
    /// Attempts that found an embedding.
    pub found: u64,
    /// Of these, those whose ratio is beyond the cap.
    pub exceeding: u64,
    pub accepted: u64,
    /// The ratios, added up, and the largest.
    ratios: f64,
    pub largest: f64,
}

impl Seen {
    /// Adds attempts, whose embeddings have so many vertices. The sums are the same however the attempts were dealt:
    /// groups follow each other.
    pub fn add(&mut self, attempts: &Attempts, width: usize) {
        self.attempts += attempts.outcomes.len() as u64 * GROUP;
        self.accepted += (attempts.rows.len() / width) as u64;
        for outcomes in &attempts.outcomes {
            self.found += u64::from(outcomes.found);
            self.exceeding += u64::from(outcomes.exceeding);
            self.ratios += outcomes.ratios;
            self.largest = self.largest.max(outcomes.largest);
        }
    }

    /// What part of attempts is accepted by this cap, about.
    pub fn acceptance(&self, cap: f64) -> f64 {
        self.ratios / self.attempts as f64 / cap
    }
}
