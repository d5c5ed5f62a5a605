//! What is counted in each sample, and what is kept of it.

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::SampleCounts;
use crate::graph::Csr;
use crate::pattern::Pattern;
use crate::plan::Matching;
use crate::{Context, Launches, MineError, Placed};

/// What is counted in each sample.
pub trait SampleStatistic: Sync {
    /// The counts of a sample.
    type Row: Send + Sync;

    /// The counts of a sample that is counted alone.
    ///
    /// # Errors
    /// When a device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    fn count_alone(&self, placed: &Placed, context: &Context) -> Result<Self::Row, MineError>;

    /// Whether the counts of many samples follow from those at the vertices of one graph that has them side by side,
    /// without a listing.
    fn is_local(&self) -> bool;

    /// Whether it asks which way edges lead.
    fn is_directed(&self) -> bool {
        false
    }

    /// The counts of samples that are these parts of a graph.
    ///
    /// # Errors
    /// When a device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    fn count_together(
        &self,
        side_by_side: &Placed,
        parts: &[Range<usize>],
        context: &Context,
    ) -> Result<Vec<Self::Row>, MineError>;

    /// How many numbers of each vertex the host has while samples are counted together, beside those counts.
    fn numbers_of_vertex(&self) -> u64 {
        0
    }

    /// Whether threads of the host, each with a sample of this graph, count sooner than cards for which they go through
    /// those numbers.
    fn is_sooner_on_host(&self, _: &Csr) -> bool {
        false
    }

    /// How many counts a row has of each vertex; none if it has those of the graph alone.
    fn counts_of_vertex(&self) -> u64;
}

/// What is kept of the counts of the first samples.
pub trait KeptSamples<Row> {
    /// How many samples these are.
    fn samples(&self) -> u64;

    /// Takes in the counts of those that follow.
    ///
    /// # Errors
    /// When there is no room for them.
    fn keep(&mut self, rows: Vec<Row>) -> Result<(), MineError>;
}

/// What is counted in a graph as a whole, and in each of its samples.
pub trait GraphStatistic: SampleStatistic {
    /// What is kept of the samples: the counts of each.
    type Kept: KeptSamples<Self::Row> + Clone + Default + Serialize + DeserializeOwned;

    /// What a match is.
    fn matching(&self) -> Matching;

    /// What it launches.
    fn launches(&self) -> Vec<Launches<'_>>;

    /// What is counted, in words that no other statistic has.
    fn text(&self) -> String;

    /// Of the counts of samples that were kept, those of the first ones; none if they are no counts of this statistic.
    fn first_of(&self, kept: Self::Kept, samples: u64) -> Self::Kept;

    /// The counts of a graph beside those of its samples, by pattern.
    ///
    /// # Errors
    /// When a pattern has too many vertices to have a name.
    fn beside(&self, of_graph: Self::Row, samples: &Self::Kept) -> Result<CountsBeside, MineError>;
}

/// The counts of a graph beside those of its samples.
#[derive(Clone, Debug)]
pub struct CountsBeside {
    /// What the counts are of, each with what it is called.
    pub patterns: Vec<(String, Pattern)>,
    /// The graph's, of each pattern.
    pub counts: Vec<u128>,
    /// Those of the samples.
    pub samples: SampleCounts,
}
