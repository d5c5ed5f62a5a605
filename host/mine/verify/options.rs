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
    /// Steps of backtracking after which the oracle gives up on the graph; and as many for each sample, of whatever
    /// sizes.
    pub oracle_steps: u64,
}

impl Default for VerifyOptions {
    /// 20 samples of 48 vertices, drawn by the seed 1, and 50 million steps.
    fn default() -> Self {
        VerifyOptions { samples: 20, sample_size: 48, seed: 1, oracle_steps: 50_000_000 }
    }
}

setters! { VerifyOptions:
    /// With the number of samples.
    samples: u32,
    /// With the vertices of a sample.
    sample_size: u32,
    /// With the seed of the draws.
    seed: u64,
    /// With the steps after which the oracle gives up on a graph.
    oracle_steps: u64,
}
