//! Lists that are to be brought to the device tile by tile, from where they lie beyond it.

use std::sync::Arc;

use super::{Form, Together};
use crate::clock::Clock;
use crate::place::ArrayShape;
use crate::place::resident::OrientedGraph;
use crate::runtime::{ListAccess, Residency, RuntimeError};

/// What the host knows of the lists of an oriented graph.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct ListSizes {
    /// `n + 1` starts of lists.
    pub starts: Arc<Vec<u64>>,
    /// The degrees in the whole graph.
    pub degrees: Arc<Vec<u32>>,
}

impl Form {
    /// How kernels are to get to lists that lie in the host's memory.
    pub fn list_access(&self) -> ListAccess {
        self.beyond().lists()
    }

    /// Whether the oriented graph has parts in the host's memory, or would have if it were placed now, with so many
    /// bytes for each edge besides.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn has_lists_on_host(&self, bytes_per_edge: u64) -> Result<bool, RuntimeError> {
        if self.oriented.lock().as_ref().is_some_and(|oriented| oriented.residency().host > 0) {
            return Ok(true);
        }
        let oriented = Together { oriented: true, bytes_per_edge, ..Together::default() };
        Ok(self.beyond.host_room(&self.device) > 0 && !self.has_room_for(oriented)?)
    }

    /// What the host knows of the lists of the oriented graph.
    pub fn list_sizes(&self, clock: &Clock) -> ListSizes {
        let oriented = self.orientation(clock);
        ListSizes { starts: oriented.offsets.clone(), degrees: oriented.degrees.clone() }
    }

    /// The lists of the oriented graph on the host, one after another.
    pub fn host_neighbors(&self, clock: &Clock) -> Arc<Vec<u32>> {
        self.orientation(clock).neighbors.clone()
    }

    /// Where the oriented graph would lie to be read in place, with what else is in the memories now.
    ///
    /// # Errors
    /// When it does not fit in them, or a driver fails.
    pub fn plan_in_place(&self, clock: &Clock) -> Result<Residency, RuntimeError> {
        self.beyond.plan(&self.device, &OrientedGraph::shapes(self.orientation(clock)))
    }

    /// How much of the device's memory can be left beside so many bytes of counts, some of which may lie in the host's:
    /// up to `wanted`.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn room_beside_counts(&self, bytes: u64, wanted: u64) -> Result<u64, RuntimeError> {
        let page = self.device.page()?.unwrap_or(1);
        let pages = bytes.div_ceil(page).saturating_sub(self.beyond.host_room(&self.device) / page);
        Ok(wanted.min(self.device.budget().left().saturating_sub(pages * page)))
    }

    /// Places the oriented graph, if it is not there, with as little of it on the device as the host's memory allows,
    /// which is to have room for so many bytes for each edge besides: the device's is for the tiles.
    ///
    /// # Errors
    /// When the memories are too small, or a driver fails.
    pub fn place_for_tiles(&self, bytes_per_edge: u64, clock: &Clock) -> Result<(), RuntimeError> {
        let orientation = self.orientation(clock);
        let shapes = OrientedGraph::shapes(orientation);
        let counts = ArrayShape::ReadOnce { bytes: bytes_per_edge * orientation.edges() as u64 };
        let page = self.device.page()?.unwrap_or(1);
        // The arrays begin at pages of their own.
        let pages: u64 = shapes.iter().chain(&[counts]).map(|shape| shape.bytes().div_ceil(page)).sum();
        let on_device = pages.saturating_sub(self.beyond.host_room(&self.device) / page) * page;
        let work = self.device.budget().left().saturating_sub(on_device);
        self.place_together(Together { oriented: true, work, bytes_per_edge, ..Together::default() }, clock)
    }
}
