//! What is counted in each sample, and what is kept of it.

use std::ops::Range;

use crate::{Context, MineError, Placed};

/// What is counted in each sample.
pub trait SampleStatistic: Sync {
    /// The counts of a sample.
    type Row: Send + Sync;

    /// The counts of a sample that is counted alone.
    ///
    /// # Errors
    /// When a device fails or its memory is too small, a count passes 128 bits, or the job is to stop.
    fn count_alone(&self, placed: &Placed, context: &Context) -> Result<Self::Row, MineError>;

    /// Whether the counts of many samples follow from those at the vertices of one graph that has them side by side, without a listing.
    fn is_local(&self) -> bool;

    /// Whether it asks which way edges lead.
    fn is_directed(&self) -> bool;

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
    fn numbers_of_vertex(&self) -> u64;

    /// How many counts a row has of each vertex; none if it has those of the graph alone.
    fn counts_of_vertex(&self) -> u64;
}

/// What is kept of the counts of the first samples.
pub trait KeptSamples<Row> {
    /// How many samples these are.
    fn samples(&self) -> u64;

    /// Takes in the counts of those that follow.
    fn keep(&mut self, rows: Vec<Row>);
}
