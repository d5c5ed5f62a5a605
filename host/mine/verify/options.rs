//! What to check.

/// What to check.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifyOptions {
    /// Induced subgraphs to draw, where the whole graph is too large for the oracle.
    pub samples: u32,
    /// The vertices of each: fewer where the oracle would not get through it.
    pub sample_size: u32,
    /// The seed of the draws.
    pub seed: u64,
    /// Steps of backtracking after which the oracle gives up on the graph; and as many for each sample, of whatever sizes.
    pub oracle_steps: u64,
}

impl Default for VerifyOptions {
    /// 20 samples of 48 vertices, drawn by the seed 1, and 50 million steps.
    fn default() -> Self {
        VerifyOptions { samples: 20, sample_size: 48, seed: 1, oracle_steps: 50_000_000 }
    }
}

impl VerifyOptions {
    /// With the number of samples.
    #[must_use]
    pub fn samples(self, samples: u32) -> Self {
        VerifyOptions { samples, ..self }
    }

    /// With the vertices of a sample.
    #[must_use]
    pub fn sample_size(self, sample_size: u32) -> Self {
        VerifyOptions { sample_size, ..self }
    }

    /// With the seed of the draws.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        VerifyOptions { seed, ..self }
    }

    /// With the steps after which the oracle gives up on a graph.
    #[must_use]
    pub fn oracle_steps(self, oracle_steps: u64) -> Self {
        VerifyOptions { oracle_steps, ..self }
    }
}
