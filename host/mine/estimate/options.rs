//! How to estimate.

use crate::plan::{Features, Matching};
use crate::{Context, CountOptions};

/// How to estimate: by default edge-induced subgraphs, to 1% with a confidence of 95%.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EstimateOptions {
    /// What a match is.
    pub matching: Matching,
    /// What the planner does to make the plan cheap that draws go down.
    pub planner: Features,
    /// Half the width of the interval that is aimed at, as a part of the estimate: above 0.
    pub error: f64,
    /// How likely the interval is to hold the number at all times: above 0 and below 1.
    pub confidence: f64,
    /// Names the random numbers: the same seed gives the same estimate, on every device.
    pub seed: u64,
    /// The most draws.
    pub draws: u64,
    /// Whether strata are counted where that takes about as many steps as drawing from them: it is by default.
    pub counting: bool,
    /// Whether there are more draws than those that decide how these are divided.
    pub(super) drawing: bool,
    /// Stops the job, and hears how far it has come.
    pub context: Context,
}

/// The most draws, if nothing else is said.
pub const MOST_DRAWS: u64 = 1 << 32;

impl Default for EstimateOptions {
    fn default() -> Self {
        EstimateOptions {
            matching: Matching::default(),
            planner: Features::default(),
            error: 0.01,
            confidence: 0.95,
            seed: 1,
            draws: MOST_DRAWS,
            counting: true,
            drawing: true,
            context: Context::default(),
        }
    }
}

matching_setters!(EstimateOptions);

setters! { EstimateOptions:
    /// With the parts of the planner that are in use.
    planner: Features,
    /// With half the width of the interval that is aimed at, as a part of the estimate.
    error: f64,
    /// With how likely the interval is to hold the number.
    confidence: f64,
    /// With what names the random numbers.
    seed: u64,
    /// With the most draws.
    draws: u64,
    /// With whether strata are counted where that takes about as many steps as drawing from them. Without, there are
    /// draws even from graphs that could be counted at once: to see what draws are worth.
    counting: bool,
    /// With who stops the job and hears how far it has come.
    context: Context,
}

impl EstimateOptions {
    /// Without draws but those that decide how the others would be divided.
    pub(super) fn without_drawing(self) -> Self {
        EstimateOptions { drawing: false, ..self }
    }

    /// How to count in the place of draws.
    pub(crate) fn count_options(&self) -> CountOptions {
        CountOptions::default().matching(self.matching).planner(self.planner).context(self.context.clone())
    }
}
