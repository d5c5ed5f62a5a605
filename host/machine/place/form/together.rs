//! What a job has on a device at the same time, where the device's memory is too small for it.
//!
//! Jobs that count at the edges need more than lists. Lists that are laid out alone take what room there is, and
//! nothing would be left for the counts; so both are laid out together, by the order of the vertices, and each has its
//! first part on the card.

use std::sync::Arc;

use super::Form;
use crate::clock::Clock;
use crate::place::beyond::keep;
use crate::place::layout::ArrayShape;
use crate::place::resident::{OrientedGraph, WholeGraph};
use crate::runtime::{Buffer, RuntimeError};

/// What a job has on a device at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Together {
    /// The oriented graph.
    pub oriented: bool,
    /// The whole graph. Beside the oriented one, its lists are read once, in order.
    pub whole: bool,
    /// Where the lists of the oriented graph start.
    pub starts: bool,
    /// Bytes for each edge that are still to be allocated.
    pub bytes_per_edge: u64,
    /// Bytes that must be left for the rest: no memory but the device's own will do.
    pub work: u64,
    /// Nothing more must be left: the graph may take what otherwise stays free for what jobs allocate.
    pub nothing_else: bool,
}

impl Together {
    /// Bytes of the arrays of the graph, at least.
    fn bytes_of_graph(&self, n: u64, edges: u64) -> u64 {
        let oriented = if self.oriented { 12 * n + 4 * edges } else { 0 };
        let whole = if self.whole { 16 * n + 8 * edges } else { 0 };
        let starts = if self.starts { 8 * n } else { 0 };
        oriented + whole + starts
    }

    /// Without what there is already.
    fn missing_in(self, form: &Form) -> Together {
        let oriented = self.oriented && form.oriented.lock().is_none();
        let whole = self.whole && form.whole.lock().is_none();
        // The oriented graph has them.
        let starts = self.starts && form.oriented.lock().is_none() && form.list_starts.lock().is_none();
        Together { oriented, whole, starts, ..self }
    }
}

impl Form {
    /// Whether the device's own memory has room for what a job needs and is not there yet. It counts as if it had, if
    /// its arrays cannot be spread over others.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn has_room_for(&self, job: Together) -> Result<bool, RuntimeError> {
        let (n, edges) = (u64::from(self.graph.n()), self.graph.edges());
        let lists = job.missing_in(self).bytes_of_graph(n, edges);
        let besides = edges.saturating_mul(job.bytes_per_edge).saturating_add(job.work);
        Ok(self.beyond.holds(&self.device, lists, besides) || self.device.page()?.is_none())
    }

    /// The oriented graph on the device, as [`oriented`](Self::oriented) gives it; nothing if it would have to be
    /// spread: then it is laid out when a job has said what it needs besides.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn oriented_unless_spread(&self, clock: &Clock) -> Result<Option<Arc<OrientedGraph>>, RuntimeError> {
        let is_there = self.oriented.lock().is_some();
        let comes = match &self.source {
            Some(source) => source.oriented.lock().is_some(),
            None => self.has_room_for(Together { oriented: true, ..Together::default() })?,
        };
        (is_there || comes).then(|| self.oriented(clock)).transpose()
    }

    /// Spreads what of the graph a job needs, and is not on the device yet, so that its counts at the edges have room,
    /// too. What fits after all is left to be made when it is asked for.
    ///
    /// # Errors
    /// When the memories are too small, or a driver fails.
    pub fn place_together(&self, job: Together, clock: &Clock) -> Result<(), RuntimeError> {
        let missing = job.missing_in(self);
        let (orientation, prepared) = (self.orientation(clock), self.prepared_on_host(clock));
        let oriented = missing.oriented.then(|| OrientedGraph::shapes(orientation));
        let whole = missing.whole.then(|| match job.oriented {
            true => WholeGraph::shapes(prepared).map(ArrayShape::read_once),
            false => WholeGraph::shapes(prepared),
        });
        let (starts, width) = (&orientation.offsets[..], job.bytes_per_edge);
        let counts = (width > 0).then_some(ArrayShape::Lists { starts, row: starts.len() as u64, width });
        let per_vertex = missing.starts.then(|| OrientedGraph::shapes(orientation)[0]);
        let lists = oriented.iter().flatten().chain(whole.iter().flatten());
        let shapes: Vec<ArrayShape<'_>> = lists.chain(&per_vertex).chain(&counts).copied().collect();
        let share = !job.nothing_else;
        let Some(parts) = self.beyond.lay_out_leaving(&self.device, &shapes, job.work, share)? else {
            return Ok(());
        };
        let (of_oriented, rest) = parts.split_at(oriented.map_or(0, |shapes| shapes.len()));
        let (of_whole, of_others) = rest.split_at(whole.map_or(0, |shapes| shapes.len()));
        if missing.oriented {
            let outline = self.outline(clock);
            let spread = clock
                .transfer(|| OrientedGraph::of_host(orientation, outline, &self.device, Some(of_oriented)))?;
            self.oriented.lock().get_or_insert(Arc::new(spread));
        }
        if missing.whole {
            let spread = clock.transfer(|| WholeGraph::of_host(prepared, &self.device, Some(of_whole)))?;
            self.whole.lock().get_or_insert(Arc::new(spread));
        }
        if missing.starts {
            let offsets = orientation.offsets.clone();
            let spread = clock.transfer(|| keep(&self.device, offsets, of_others.first()))?;
            self.list_starts.lock().get_or_insert(Arc::new(spread));
        }
        Ok(())
    }

    /// Where the lists of the oriented graph start, on the device, without the lists.
    ///
    /// # Errors
    /// When they do not fit in the memories, or a driver fails.
    pub fn list_starts(&self, clock: &Clock) -> Result<Arc<Buffer<'static, u64>>, RuntimeError> {
        if let Some(starts) = &*self.list_starts.lock() {
            return Ok(starts.clone());
        }
        let starts = match &self.source {
            Some(source) => self.device.copy_from(&*source.list_starts(clock)?)?,
            None => {
                let offsets = self.orientation(clock).offsets.clone();
                clock.transfer(|| self.beyond.keep_per_vertex(&self.device, offsets))?
            }
        };
        Ok(self.list_starts.lock().get_or_insert(Arc::new(starts)).clone())
    }
}
