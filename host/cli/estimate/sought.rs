//! What an estimate is asked for: a pattern, or cliques that are larger than patterns are.

use motherlode::mine::estimate::{EstimateOptions, Estimated};
use motherlode::mine::{LARGEST_CLIQUE, Launches, MineError, Placed};
use motherlode::pattern::{MAX_VERTICES, Pattern};

use crate::exit::Misuse;
use crate::source::GraphSource;
use crate::swapped::open_pattern;

/// What is sought.
pub enum Sought {
    /// A pattern.
    Pattern(Pattern),
    /// Cliques of so many vertices.
    Cliques(u32),
}

impl Sought {
    /// The pattern, if it is one.
    pub fn pattern(&self) -> Option<&Pattern> {
        match self {
            Sought::Pattern(pattern) => Some(pattern),
            Sought::Cliques(_) => None,
        }
    }

    /// What a text asks for: `k-clique` for a `k` that patterns do not have, or a pattern.
    ///
    /// # Errors
    /// A bad pattern, or a clique that is too large.
    pub fn open(graph: &GraphSource, text: &str) -> anyhow::Result<Sought> {
        let k = text.strip_suffix("-clique").and_then(|k| k.parse::<u32>().ok());
        match k.filter(|&k| k as usize > MAX_VERTICES) {
            Some(k) if k > LARGEST_CLIQUE => {
                Err(Misuse(format!("`{text}`: the number must be 2 to {LARGEST_CLIQUE}")).into())
            }
            Some(k) => Ok(Sought::Cliques(k)),
            None => Ok(Sought::Pattern(open_pattern("estimate", Some(graph), text)?)),
        }
    }

    /// What its estimate may launch.
    pub fn launches<'s>(&'s self, options: &'s EstimateOptions) -> Launches<'s> {
        match self {
            Sought::Pattern(pattern) => Launches::Estimate(pattern, options),
            Sought::Cliques(k) => Launches::CliqueEstimate(*k),
        }
    }

    /// Its estimate.
    ///
    /// # Errors
    /// Those of the estimate.
    pub fn estimate(&self, placed: &Placed, options: &EstimateOptions) -> Result<Estimated, MineError> {
        match self {
            Sought::Pattern(pattern) => placed.estimate(pattern, options),
            Sought::Cliques(k) => placed.estimate_cliques(*k, options),
        }
    }
}
