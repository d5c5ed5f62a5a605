//! One numbering of a graph, and all that is made of it, on the host and on a device.

mod together;
mod travelling;

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rayon::prelude::*;

use super::host::{self, Core, Orientation, Relabeled};
use super::resident::{OrientedGraph, WholeGraph};
use super::{ArrayShape, Beyond, EdgeLabels, Outline, Prepared, VertexOrder, device};
use crate::clock::Clock;
use crate::graph::Csr;
use crate::graph::attributes::EdgeAttributes;
use crate::runtime::{Buffer, Device, Residency, RuntimeError, Team};

#[doc(hidden)]
pub use together::Together;
#[doc(hidden)]
pub use travelling::ListSizes;

/// Where the arrays of a graph would lie on a device and beyond, of the two kinds that jobs ask for, each alone.
#[derive(Debug)]
pub struct PlannedResidency {
    /// The oriented graph, for cliques, triangles, cycles and sums; or why it does not fit.
    pub oriented: Result<Residency, RuntimeError>,
    /// The whole graph, for walks; or why it does not fit.
    pub whole: Result<Residency, RuntimeError>,
}

/// A graph without the vertices that no match can use, in one numbering, for one device. It is the only way by which a
/// graph comes to a device: what it makes is made once, and shared by all who ask.
///
/// Nothing is made while a lock is held: a thread of a rayon pool that waits for its own work may be given another job,
/// which asks for the same. Where two ask at the same time, both make it, and what was made first is kept.
#[derive(Debug)]
#[doc(hidden)]
pub struct Form {
    graph: Csr,
    /// The vertices of `graph` in the graph that was given, where some were dropped.
    kept: Option<Vec<u32>>,
    order: VertexOrder,
    /// The least degree that a match asks of its vertices.
    min_degree: u32,
    device: Device,
    /// The memories beside the device's.
    beyond: Beyond,
    /// This form on the device that prepares, if this is another one.
    source: Option<Arc<Form>>,
    /// Of how many lists the host is to know where they start.
    leading: u32,
    prepared: OnceLock<Prepared>,
    /// What the vertices were called, where the host has not prepared the graph.
    old_of_new: OnceLock<Arc<Vec<u32>>>,
    orientation: OnceLock<Arc<Orientation>>,
    /// The outline of what the host has oriented.
    outline: OnceLock<Arc<Outline>>,
    /// Where the oriented lists start, where only that is needed.
    list_starts: Mutex<Option<Arc<Buffer<'static, u64>>>>,
    oriented: Mutex<Option<Arc<OrientedGraph>>>,
    whole: Mutex<Option<Arc<WholeGraph>>>,
    /// Those that were asked for last, and of which they were made.
    edge_labels: Mutex<Option<(Arc<EdgeAttributes>, Arc<EdgeLabels>)>>,
}

impl Form {
    /// `graph` for matches whose vertices all have at least `min_degree` neighbours: its `min_degree`-core, where that
    /// is much smaller ([`core_is_smaller`]). The vertices will be in `order`; another order than by degree serves
    /// cliques only.
    ///
    /// `leading` is of how many lists of the oriented graph the host is to know where they start.
    pub fn new(graph: &Csr, min_degree: u32, order: VertexOrder, team: &Team, leading: u32) -> Self {
        let (graph, kept) = if core_is_smaller(graph, min_degree) {
            let Core { csr, old_of_new } = host::core(graph, min_degree);
            (csr, Some(old_of_new))
        } else {
            (graph.clone(), None)
        };
        let form = Form::with_nothing(graph, order, min_degree, team.first(), Beyond::of(team), leading);
        Form { kept, ..form }
    }

    /// This form on another device: what the host has made is shared, and what is on the form's device is copied from
    /// there.
    pub fn on(self: &Arc<Form>, device: &Device, leading: u32) -> Form {
        let (graph, beyond) = (self.graph.clone(), self.beyond.clone());
        let form = Form::with_nothing(graph, self.order, self.min_degree, device, beyond, leading);
        Form { source: Some(self.clone()), ..form }
    }

    /// A form of which nothing has been made.
    fn with_nothing(
        graph: Csr,
        order: VertexOrder,
        min_degree: u32,
        device: &Device,
        beyond: Beyond,
        leading: u32,
    ) -> Form {
        Form {
            graph,
            kept: None,
            order,
            min_degree,
            device: device.clone(),
            beyond,
            source: None,
            leading,
            prepared: OnceLock::new(),
            old_of_new: OnceLock::new(),
            orientation: OnceLock::new(),
            outline: OnceLock::new(),
            list_starts: Mutex::default(),
            oriented: Mutex::default(),
            whole: Mutex::default(),
            edge_labels: Mutex::default(),
        }
    }

    /// The graph, by the numbers that were given to it.
    pub fn graph(&self) -> &Csr {
        &self.graph
    }

    /// The order of the vertices.
    pub fn order(&self) -> VertexOrder {
        self.order
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The most neighbours of a vertex that no match can use.
    pub(super) fn useless_degree(&self) -> u32 {
        self.min_degree.saturating_sub(1)
    }

    /// The memories beside the device's, for what is made of the form.
    pub fn beyond(&self) -> &Beyond {
        &self.beyond
    }

    /// Where the arrays of the graph lie, as far as they are made.
    pub fn residency(&self) -> Residency {
        let oriented = self.oriented.lock().as_ref().map(|oriented| oriented.residency());
        let whole = self.whole.lock().as_ref().map(|whole| whole.residency());
        oriented.into_iter().chain(whole).sum()
    }

    /// Where the arrays of the oriented and of the whole graph would lie, each alone, with what else is in the memories
    /// now. The host prepares the graph for it; nothing is placed.
    pub fn plan_residency(&self, clock: &Clock) -> PlannedResidency {
        let (oriented, prepared) = (self.orientation(clock), self.prepared_on_host(clock));
        let plan = |shapes: &[ArrayShape<'_>]| self.beyond.plan(&self.device, shapes);
        PlannedResidency {
            oriented: plan(&OrientedGraph::shapes(oriented)),
            whole: plan(&WholeGraph::shapes(prepared)),
        }
    }

    pub(super) fn leading(&self) -> u32 {
        self.leading
    }

    /// For each vertex, what it was called in the graph that was given: `n` elements. The graph itself need not be on
    /// the host for it.
    pub fn old_of_new(&self, clock: &Clock) -> Arc<Vec<u32>> {
        if let Some(source) = &self.source {
            return source.old_of_new(clock);
        }
        let order: Option<fn(&Form) -> Vec<u32>> = match (self.prepared.get(), self.order, &self.kept) {
            (None, VertexOrder::Degree, None) => Some(|form| host::by_falling_degree(&form.graph)),
            (None, VertexOrder::Degeneracy, None) => {
                Some(|form| host::degeneracy_order(&form.graph, form.useless_degree()))
            }
            _ => None,
        };
        let Some(order) = order else { return self.prepared(clock).shared_old_of_new() };
        self.old_of_new.get_or_init(|| clock.prepare(|| Arc::new(order(self)))).clone()
    }

    /// The graph on the host, renumbered.
    ///
    /// A card that prepares the graph faster than the host does so, and keeps it.
    pub fn prepared(&self, clock: &Clock) -> &Prepared {
        if let Some(source) = &self.source {
            return source.prepared(clock);
        }
        if self.prepared.get().is_none()
            && let Some(prepared) = self.prepared_on_device(clock)
        {
            return self.prepared.get_or_init(|| prepared);
        }
        self.prepared_on_host(clock)
    }

    /// The graph on the host, renumbered by the host if it has not been done.
    pub(super) fn prepared_on_host(&self, clock: &Clock) -> &Prepared {
        if let Some(source) = &self.source {
            return source.prepared_on_host(clock);
        }
        if let Some(prepared) = self.prepared.get() {
            return prepared;
        }
        let prepared = clock.prepare(|| self.prepare_on_host());
        self.prepared.get_or_init(|| prepared)
    }

    /// The device's whole graph, where a card makes it, and it fits; nothing where it fails: the host can do it. The
    /// oriented graph, of which it is made, stays only if somebody has it.
    fn prepared_on_device(&self, clock: &Clock) -> Option<Prepared> {
        if self.order != VertexOrder::Degree || self.device.card().is_none() {
            return None;
        }
        let asked_for = self.oriented.lock().is_some();
        let whole = self.whole_on_device(clock)?.ok()?;
        if !asked_for {
            *self.oriented.lock() = None;
        }
        let download = || {
            whole.download().map(|(offsets, neighbors, splits)| {
                // SAFETY: the device's kernels renumbered a graph: its whole lists, ascending, as they came back.
                let csr = unsafe { Csr::trusted(offsets, neighbors) };
                Prepared::of(csr, splits, host::by_falling_degree(&self.graph), self.kept.as_deref())
            })
        };
        let prepared = clock.prepare(download).ok()?;
        *self.whole.lock() = Some(Arc::new(whole));
        Some(prepared)
    }

    fn prepare_on_host(&self) -> Prepared {
        let relabeled = match self.order {
            VertexOrder::Degree => host::by_degree(&self.graph),
            VertexOrder::Degeneracy => host::by_degeneracy(&self.graph, self.useless_degree()),
            VertexOrder::Given => {
                Relabeled { csr: self.graph.clone(), old_of_new: (0..self.graph.n()).collect() }
            }
        };
        let splits = relabeled.csr.splits();
        Prepared::of(relabeled.csr, splits, relabeled.old_of_new, self.kept.as_deref())
    }

    /// The graph oriented on the host.
    pub(super) fn orientation(&self, clock: &Clock) -> &Arc<Orientation> {
        if let Some(source) = &self.source {
            return source.orientation(clock);
        }
        if let Some(orientation) = self.orientation.get() {
            return orientation;
        }
        let prepared = self.prepared_on_host(clock);
        let orientation = clock.prepare(|| Arc::new(Orientation::new(prepared)));
        self.orientation.get_or_init(|| orientation)
    }

    /// The outline of the oriented graph, and how many tasks its roots are dealt in, from the host.
    pub fn outline_and_tasks(&self, clock: &Clock) -> (Arc<Outline>, u64) {
        (self.outline(clock), self.orientation(clock).tasks.len() as u64 - 1)
    }

    /// The outline of what the host has oriented.
    pub(super) fn outline(&self, clock: &Clock) -> Arc<Outline> {
        if let Some(outline) = self.outline.get() {
            return outline.clone();
        }
        let oriented = self.orientation(clock);
        let outline = clock.prepare(|| Arc::new(Outline::of(oriented, self.leading)));
        self.outline.get_or_init(|| outline).clone()
    }

    /// The oriented graph on the device.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn oriented(&self, clock: &Clock) -> Result<Arc<OrientedGraph>, RuntimeError> {
        if let Some(oriented) = &*self.oriented.lock() {
            return Ok(oriented.clone());
        }
        let copied = self.source.as_ref().and_then(|source| {
            let oriented = source.oriented.lock().clone()?;
            oriented.outline.knows(self.leading).then(|| oriented.copied_to(&self.device))
        });
        if let Some(oriented) = copied {
            return Ok(self.oriented.lock().get_or_insert(Arc::new(oriented?)).clone());
        }
        let attempt = self.is_made_on_device().then(|| device::orient(self, clock)).and_then(if_it_fits);
        let oriented = match (attempt, &self.source) {
            (Some(oriented), _) => oriented?,
            (None, None) => self.oriented_from_host(clock)?,
            (None, Some(source)) => source.oriented(clock)?.copied_to(&self.device)?,
        };
        Ok(self.oriented.lock().get_or_insert(Arc::new(oriented)).clone())
    }

    /// Copies to the device what the host has oriented.
    fn oriented_from_host(&self, clock: &Clock) -> Result<OrientedGraph, RuntimeError> {
        let oriented = self.orientation(clock);
        let outline = self.outline(clock);
        clock.transfer(|| {
            let parts = self.beyond.lay_out(&self.device, &OrientedGraph::shapes(oriented))?;
            OrientedGraph::of_host(oriented, outline, &self.device, parts.as_deref())
        })
    }

    /// Frees the oriented graph on the device, if nobody uses it: it is made again for whoever asks.
    pub fn let_go_of_oriented(&self) {
        let_go(&self.oriented);
        let_go(&self.list_starts);
    }

    /// Frees the whole graph on the device, if nobody uses it: it is made again for whoever asks.
    pub fn let_go_of_whole(&self) {
        let_go(&self.whole);
    }

    /// The whole graph on the device.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn whole(&self, clock: &Clock) -> Result<Arc<WholeGraph>, RuntimeError> {
        if let Some(whole) = &*self.whole.lock() {
            return Ok(whole.clone());
        }
        if let Some(whole) = self.source.as_ref().and_then(|source| source.whole.lock().clone()) {
            let whole = whole.copied_to(&self.device)?;
            return Ok(self.whole.lock().get_or_insert(Arc::new(whole)).clone());
        }
        let asked_for = self.oriented.lock().is_some();
        let attempt = self.whole_on_device(clock).and_then(if_it_fits);
        if attempt.is_none() && !asked_for {
            self.let_go_of_oriented();
        }
        let whole = match (attempt, &self.source) {
            (Some(whole), _) => whole?,
            (None, None) => {
                let prepared = self.prepared_on_host(clock);
                clock.transfer(|| WholeGraph::from_host(prepared, &self.device, &self.beyond))?
            }
            (None, Some(source)) => source.whole(clock)?.copied_to(&self.device)?,
        };
        Ok(self.whole.lock().get_or_insert(Arc::new(whole)).clone())
    }

    /// Whether the device makes views of the whole graph itself, if its memory allows: a card does where there is
    /// enough to do.
    pub fn makes_views(&self) -> bool {
        self.device.card().is_none() || device::is_for(&self.device, &self.graph)
    }

    /// Whether the device renumbers and orients the graph, if its memory allows.
    fn is_made_on_device(&self) -> bool {
        self.order != VertexOrder::Given && device::is_for(&self.device, &self.graph)
    }

    /// The labels and directions of the `edges` of `given`, the graph that the form was made of, on the device.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, or the device fails.
    pub fn edge_labels(
        &self,
        given: &Csr,
        edges: &Arc<EdgeAttributes>,
        clock: &Clock,
    ) -> Result<Arc<EdgeLabels>, RuntimeError> {
        let same = |known: &&(Arc<EdgeAttributes>, _)| Arc::ptr_eq(&known.0, edges);
        if let Some((_, labels)) = self.edge_labels.lock().as_ref().filter(same) {
            return Ok(labels.clone());
        }
        // Where the device has made the graph, the host need not have it for its labels.
        let whole = self.whole(clock)?;
        let old_of_new = self.old_of_new(clock);
        // Others make room first.
        self.edge_labels.lock().take();
        let labels =
            Arc::new(clock.prepare(|| EdgeLabels::new(&self.device, given, edges, old_of_new, &whole))?);
        let mut known = self.edge_labels.lock();
        if let Some((_, labels)) = known.as_ref().filter(same) {
            return Ok(labels.clone());
        }
        *known = Some((edges.clone(), labels.clone()));
        Ok(labels)
    }

    /// The whole graph as the device makes it of the oriented one; nothing where the host has prepared the graph
    /// already, or is to.
    fn whole_on_device(&self, clock: &Clock) -> Option<Result<WholeGraph, RuntimeError>> {
        if self.source.is_some() || self.prepared.get().is_some() || !self.is_made_on_device() {
            return None;
        }
        let oriented = match self.oriented(clock) {
            Ok(oriented) if oriented.made_on_device => oriented,
            Ok(_) => return None,
            Err(error) => return Some(Err(error)),
        };
        Some(clock.prepare(|| device::whole(&self.device, &oriented)))
    }
}

/// Empties a place whose contents nobody else has.
fn let_go<T>(place: &Mutex<Option<Arc<T>>>) {
    let mut place = place.lock();
    if place.as_ref().is_some_and(|there| Arc::strong_count(there) == 1) {
        *place = None;
    }
}

/// Nothing, where the device's memory is too small for what was tried.
fn if_it_fits<T>(attempt: Result<T, RuntimeError>) -> Option<Result<T, RuntimeError>> {
    (!matches!(&attempt, Err(error) if error.is_lack_of_memory())).then_some(attempt)
}

/// Whether so many vertices have fewer than `min_degree` neighbours that a smaller graph repays the copy.
#[doc(hidden)]
pub fn core_is_smaller(graph: &Csr, min_degree: u32) -> bool {
    if min_degree < 2 {
        return false;
    }
    let least = u64::from(min_degree);
    // Few are not worth the other threads.
    let degrees = graph.offsets().par_windows(2).with_min_len(1 << 12);
    let low = degrees.map(|w| w[1] - w[0]).filter(|&degree| degree < least);
    // Edges, not vertices, are what a job pays for.
    low.sum::<u64>() * 4 > graph.edges()
}
