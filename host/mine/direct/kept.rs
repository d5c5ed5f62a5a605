//! What a device keeps of a graph, each thing made once.

use std::sync::Arc;

use parking_lot::Mutex;

use super::directed::{Ties, TiesOfHubs};
use super::motifs::TriangleListBuffers;
use crate::runtime::Buffer;

/// What a device keeps of one form of a graph, for later jobs.
#[derive(Debug, Default)]
pub(crate) struct KeptOnDevice {
    pub(super) hubs: MadeOnce<Hubs>,
    pub(super) ranks: MadeOnce<Buffer<'static, u16>>,
    /// For each edge the triangles through it.
    pub(super) edge_triangles: MadeOnce<Buffer<'static, u32>>,
    /// For each edge the 4-cycles through it.
    pub(super) edge_cycles: MadeOnce<Buffer<'static, u64>>,
    /// For each edge the list of its triangles.
    pub(super) lists: MadeOnce<TriangleListBuffers>,
    /// How the ends of each edge are joined.
    pub(super) ties: MadeOnce<Ties>,
    /// The same of the hubs, as rows.
    pub(super) ties_of_hubs: MadeOnce<TiesOfHubs>,
}

impl KeptOnDevice {
    /// Lets go of everything, to make room.
    pub fn clear(&self) {
        self.clear_hubs();
        self.edge_triangles.clear();
        self.edge_cycles.clear();
        self.lists.clear();
        self.ties.clear();
    }

    /// Lets go of what is quickly made again.
    pub fn clear_hubs(&self) {
        self.hubs.clear();
        self.ranks.clear();
        self.ties_of_hubs.clear();
    }
}

/// A place for something that is made once. Nothing is made while it is locked: of two that were made at the same time,
/// the first is kept.
#[derive(Debug)]
pub(super) struct MadeOnce<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for MadeOnce<T> {
    fn default() -> Self {
        MadeOnce(Mutex::default())
    }
}

impl<T> MadeOnce<T> {
    /// What is there.
    pub fn get(&self) -> Option<Arc<T>> {
        self.0.lock().clone()
    }

    /// What is there, and else `new`, which is there from now on.
    pub fn get_or_put(&self, new: T) -> Arc<T> {
        self.0.lock().get_or_insert(Arc::new(new)).clone()
    }

    fn clear(&self) {
        *self.0.lock() = None;
    }
}

/// The rows of the hubs on the device.
#[derive(Debug)]
pub(super) struct Hubs {
    pub words: Buffer<'static, u32>,
    pub count: u32,
}
