//! What a match that is drawn counts for.

use crate::MineError;

/// What a match that the walk finds counts for.
#[derive(Clone, Copy)]
pub(super) struct Multiplicity {
    /// The matches, as the semantics counts them, that are one subgraph.
    pub maps: u128,
    /// How often each subgraph is found.
    pub repeats: u128,
}

impl Multiplicity {
    pub fn of(self, found: f64) -> f64 {
        found * (self.maps as f64 / self.repeats as f64)
    }

    pub fn of_all(self, found: u128) -> Result<u128, MineError> {
        (found / self.repeats).checked_mul(self.maps).ok_or(MineError::CountOverflow)
    }
}
