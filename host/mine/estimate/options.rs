//! How to estimate.

use crate::Context;
use crate::plan::{Features, Induced, Matching, PlanOptions, Semantics};

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

impl EstimateOptions {
    /// With what a match is.
    #[must_use]
    pub fn matching(self, matching: impl Into<Matching>) -> Self {
        EstimateOptions { matching: matching.into(), ..self }
    }

    /// With whether absent edges of the pattern must be absent in the graph.
    #[must_use]
    pub fn induced(self, induced: Induced) -> Self {
        let matching = Matching { induced, ..self.matching };
        self.matching(matching)
    }

    /// With what of the matches is counted: subgraphs, embeddings or homomorphisms.
    #[must_use]
    pub fn semantics(self, semantics: Semantics) -> Self {
        let matching = Matching { semantics, ..self.matching };
        self.matching(matching)
    }

    /// With the parts of the planner that are in use.
    #[must_use]
    pub fn planner(self, planner: Features) -> Self {
        EstimateOptions { planner, ..self }
    }

    /// With half the width of the interval that is aimed at, as a part of the estimate.
    #[must_use]
    pub fn error(self, error: f64) -> Self {
        EstimateOptions { error, ..self }
    }

    /// With how likely the interval is to hold the number.
    #[must_use]
    pub fn confidence(self, confidence: f64) -> Self {
        EstimateOptions { confidence, ..self }
    }

    /// With what names the random numbers.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        EstimateOptions { seed, ..self }
    }

    /// With the most draws.
    #[must_use]
    pub fn draws(self, draws: u64) -> Self {
        EstimateOptions { draws, ..self }
    }

    /// With whether strata are counted where that takes about as many steps as drawing from them. Without, there are draws even from graphs
    /// that could be counted at once: to see what draws are worth.
    #[must_use]
    pub fn counting(self, counting: bool) -> Self {
        EstimateOptions { counting, ..self }
    }

    /// Without draws but those that decide how the others would be divided.
    pub(super) fn without_drawing(self) -> Self {
        EstimateOptions { drawing: false, ..self }
    }

    /// With who stops the job and hears how far it has come.
    #[must_use]
    pub fn context(self, context: Context) -> Self {
        EstimateOptions { context, ..self }
    }

    /// How the plan is made that draws go down.
    pub(crate) fn plan_options(&self) -> PlanOptions {
        PlanOptions::from(self.matching).features(self.planner)
    }
}
