//! What has been found out about a graph on a device: each thing once, however many patterns and jobs need it.

use std::collections::BTreeMap;

use super::fives::FiveSums;
use super::triangles::EdgeSums;
use crate::runtime::Buffer;

/// What has been found out about one form of a graph.
#[derive(Debug, Default)]
pub(in crate::mine) struct Facts {
    pub(super) hubs: Option<Hubs>,
    pub(super) ranks: Option<Buffer<'static, u16>>,
    /// For each edge the triangles through it.
    pub(super) edge_triangles: Option<Buffer<'static, u32>>,
    /// For each edge the 4-cycles through it.
    pub(super) edge_cycles: Option<Buffer<'static, u64>>,
    pub(super) triangles: Option<u128>,
    pub(super) cycles: Option<u128>,
    /// By their numbers of vertices.
    pub(super) cliques: BTreeMap<u32, u128>,
    pub(super) sums: Option<EdgeSums>,
    pub(super) fives: FiveSums,
}

/// The rows of the hubs on the device.
#[derive(Debug)]
pub(super) struct Hubs {
    pub words: Buffer<'static, u32>,
    pub count: u32,
}
