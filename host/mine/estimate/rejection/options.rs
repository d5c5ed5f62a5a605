//! How to draw matches by rejection.

use crate::Context;
use crate::plan::Matching;

/// How to draw matches by rejection: by default one, of all edge-induced subgraphs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RejectionOptions {
    /// What a match is.
    pub matching: Matching,
    /// How many different matches are drawn.
    pub size: u64,
    /// Names the random numbers: the same seed draws the same matches, on every device.
    pub seed: u64,
    /// The most attempts, about; if none are given, 2^28 and 2^10 for each match.
    pub attempts: Option<u64>,
    /// Stops the job, and hears how many matches are drawn.
    pub context: Context,
}

/// The most attempts, if nothing else is said: so many, and so many for each match besides.
const MOST_ATTEMPTS: u64 = 1 << 28;
const MOST_ATTEMPTS_EACH: u64 = 1 << 10;

impl Default for RejectionOptions {
    fn default() -> Self {
        RejectionOptions {
            matching: Matching::default(),
            size: 1,
            seed: 1,
            attempts: None,
            context: Context::default(),
        }
    }
}

matching_setters!(RejectionOptions);

setters! { RejectionOptions:
    /// With how many different matches are drawn.
    size: u64,
    /// With what names the random numbers.
    seed: u64,
    /// With who stops the job and hears how far it has come.
    context: Context,
}

impl RejectionOptions {
    /// With the most attempts.
    #[must_use]
    pub fn attempts(self, attempts: u64) -> Self {
        RejectionOptions { attempts: Some(attempts), ..self }
    }

    /// The most attempts.
    pub(super) fn most_attempts(&self) -> u64 {
        self.attempts.unwrap_or(MOST_ATTEMPTS.saturating_add(MOST_ATTEMPTS_EACH.saturating_mul(self.size)))
    }
}
