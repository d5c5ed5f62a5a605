//! The graphs that an extension occurs in, where a pattern has few.

use motherlode_device::kernels::transactions::FEW_GRAPHS;

/// In which graphs of a pattern an extension occurs: a bit for each, by its place among those of the pattern. It is known where the
/// pattern has at most [`FEW_GRAPHS`] and one lane has counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphSet(Option<u32>);

impl GraphSet {
    pub(super) const UNKNOWN: GraphSet = GraphSet(None);

    /// The set `bits` of an extension that occurs in `support` of the `graphs` graphs of a pattern.
    pub(super) fn new(bits: u32, support: u32, graphs: u32) -> GraphSet {
        GraphSet((graphs <= FEW_GRAPHS && bits.count_ones() == support).then_some(bits))
    }

    /// Whether two extensions of a pattern may occur together in `least` graphs.
    pub(super) fn may_meet(self, other: GraphSet, least: u32) -> bool {
        match (self.0, other.0) {
            (Some(own), Some(others)) => (own & others).count_ones() >= least,
            _ => true,
        }
    }
}
