//! The arrays of a graph on a device.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::{Oriented, Roots};

use super::beyond::keep;
use super::host::Orientation;
use super::layout::ArrayShape;
use super::outline::Outline;
use super::{Beyond, Prepared};
use crate::runtime::{Buffer, Device, Lend, Part, Residency, RuntimeError, View};

/// The oriented graph on a device: each edge once, in the list of its greater end.
#[derive(Debug)]
#[doc(hidden)]
pub struct OrientedGraph {
    /// What the host knows of it.
    pub outline: Arc<Outline>,
    /// `n + 1` starts of lists.
    pub(super) offsets: Buffer<'static, u64>,
    /// The lists: of each vertex its smaller neighbours, ascending.
    pub(super) neighbors: Buffer<'static, u32>,
    /// The degrees in the whole graph.
    pub(super) degrees: Buffer<'static, u32>,
    /// The vertices with the longest lists first; behind those with at least two neighbours in them, anything.
    pub(super) roots: Buffer<'static, u32>,
    /// Where the tasks start in the roots, and the end.
    pub(super) tasks: Buffer<'static, u32>,
    /// Whether the device made it, and not the host.
    pub(super) made_on_device: bool,
}

/// The arrays of a whole graph on the host: offsets, neighbours, splits.
type HostLists = (Vec<u64>, Vec<u32>, Vec<u64>);

/// The whole graph on a device.
#[derive(Debug)]
#[doc(hidden)]
pub struct WholeGraph {
    /// `n + 1` starts of lists.
    pub(super) offsets: Buffer<'static, u64>,
    /// The lists: of each vertex its neighbours, ascending.
    pub(super) neighbors: Buffer<'static, u32>,
    /// For each vertex the position of its first greater neighbour.
    pub(super) splits: Buffer<'static, u64>,
}

impl OrientedGraph {
    /// Copies to the device what the host has oriented: to where the parts of the arrays are to lie, if that was laid
    /// out.
    pub(super) fn of_host(
        oriented: &Orientation,
        outline: Arc<Outline>,
        device: &Device,
        parts: Option<&[Vec<Part>]>,
    ) -> Result<Self, RuntimeError> {
        let parts = |array: usize| parts.map(|parts| &parts[array]);
        Ok(OrientedGraph {
            outline,
            offsets: keep(device, oriented.offsets.clone(), parts(0))?,
            neighbors: keep(device, oriented.neighbors.clone(), parts(1))?,
            degrees: keep(device, oriented.degrees.clone(), parts(2))?,
            roots: keep(device, oriented.roots.clone(), parts(3))?,
            tasks: keep(device, oriented.tasks.clone(), parts(4))?,
            made_on_device: false,
        })
    }

    /// The arrays, in the order of the fields.
    pub(super) fn shapes(oriented: &Orientation) -> [ArrayShape<'_>; 5] {
        let n = u64::from(oriented.n());
        [
            ArrayShape::PerVertex { row: n + 1, rows: 1, width: 8 },
            ArrayShape::Lists { starts: &oriented.offsets, row: n + 1, width: 4 },
            ArrayShape::PerVertex { row: n, rows: 1, width: 4 },
            ArrayShape::ReadOnce { bytes: size_of_val(&oriented.roots[..]) as u64 },
            ArrayShape::ReadOnce { bytes: size_of_val(&oriented.tasks[..]) as u64 },
        ]
    }

    /// Where its arrays lie.
    pub fn residency(&self) -> Residency {
        let words = [&self.neighbors, &self.degrees, &self.roots, &self.tasks];
        words.map(Buffer::residency).into_iter().sum::<Residency>() + self.offsets.residency()
    }

    /// A copy on another device. What makes it on this one must be done.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or a device fails.
    pub(super) fn copied_to(&self, device: &Device) -> Result<Self, RuntimeError> {
        Ok(OrientedGraph {
            outline: self.outline.clone(),
            offsets: device.copy_from(&self.offsets)?,
            neighbors: device.copy_from(&self.neighbors)?,
            degrees: device.copy_from(&self.degrees)?,
            roots: device.copy_from(&self.roots)?,
            tasks: device.copy_from(&self.tasks)?,
            made_on_device: self.made_on_device,
        })
    }

    /// The lists, for kernels.
    pub fn lists(&self, lend: &Lend<'_>) -> Oriented<'_> {
        Oriented { offsets: lend.slice(&self.offsets), neighbors: lend.slice(&self.neighbors) }
    }

    /// The lists on the host: their `n + 1` starts, and they one after another.
    pub fn download(&self) -> Result<(Vec<u64>, Vec<u32>), RuntimeError> {
        Ok((self.offsets.download()?, self.neighbors.download()?))
    }

    /// The [`roots`](Self::roots) on the host.
    pub fn download_roots(&self) -> Result<Vec<u32>, RuntimeError> {
        self.roots.download_first(self.outline.lengths.count() as usize)
    }

    /// The degrees in the whole graph.
    pub fn degrees(&self) -> View<'_, u32> {
        self.degrees.slice()
    }

    /// The vertices with at least two smaller neighbours, those with the longest lists first.
    pub fn roots(&self) -> View<'_, u32> {
        self.roots.slice().part(0, self.outline.lengths.count())
    }

    /// Some of the tasks that the roots are dealt in, for warps.
    pub fn root_tasks(&self, lend: &Lend<'_>, tasks: Range<u64>) -> Roots<'_> {
        let starts = self.tasks.slice().part(tasks.start, tasks.end - tasks.start + 1);
        Roots { vertices: lend.slice(self.roots()), starts: lend.slice(starts) }
    }

    /// How many tasks the roots are dealt in.
    pub fn tasks(&self) -> u64 {
        self.tasks.len() as u64 - 1
    }
}

impl WholeGraph {
    /// Copies to the device what the host has prepared; `beyond` it, if it does not fit there.
    ///
    /// # Errors
    /// When it does not fit in the memory budgets, or the device fails.
    pub fn from_host(prepared: &Prepared, device: &Device, beyond: &Beyond) -> Result<Self, RuntimeError> {
        let parts = beyond.lay_out(device, &WholeGraph::shapes(prepared))?;
        WholeGraph::of_host(prepared, device, parts.as_deref())
    }

    /// Copies to the device what the host has prepared: to where the parts of the arrays are to lie, if that was laid
    /// out.
    pub(super) fn of_host(
        prepared: &Prepared,
        device: &Device,
        parts: Option<&[Vec<Part>]>,
    ) -> Result<Self, RuntimeError> {
        let csr = prepared.csr();
        let parts = |array: usize| parts.map(|parts| &parts[array]);
        Ok(WholeGraph {
            offsets: keep(device, csr.shared_offsets(), parts(0))?,
            neighbors: keep(device, csr.shared_neighbors(), parts(1))?,
            splits: keep(device, prepared.shared_splits(), parts(2))?,
        })
    }

    /// The arrays, in the order of the fields.
    pub(super) fn shapes(prepared: &Prepared) -> [ArrayShape<'_>; 3] {
        let (csr, n) = (prepared.csr(), u64::from(prepared.csr().n()));
        [
            ArrayShape::PerVertex { row: n + 1, rows: 1, width: 8 },
            ArrayShape::Lists { starts: csr.offsets(), row: n + 1, width: 4 },
            ArrayShape::PerVertex { row: n, rows: 1, width: 8 },
        ]
    }

    /// Where its arrays lie.
    pub fn residency(&self) -> Residency {
        self.offsets.residency() + self.neighbors.residency() + self.splits.residency()
    }

    /// A copy on another device. What makes it on this one must be done.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or a device fails.
    pub(super) fn copied_to(&self, device: &Device) -> Result<Self, RuntimeError> {
        Ok(WholeGraph {
            offsets: device.copy_from(&self.offsets)?,
            neighbors: device.copy_from(&self.neighbors)?,
            splits: device.copy_from(&self.splits)?,
        })
    }

    /// The lists, for kernels.
    pub fn lists(&self, lend: &Lend<'_>) -> GraphView<'_> {
        GraphView {
            offsets: lend.slice(&self.offsets),
            neighbors: lend.slice(&self.neighbors),
            splits: lend.slice(&self.splits),
        }
    }

    /// The `n + 1` starts of the lists, and the lists.
    pub fn arrays(&self) -> (View<'_, u64>, View<'_, u32>) {
        (self.offsets.slice(), self.neighbors.slice())
    }

    /// The arrays on the host: offsets, neighbours, splits.
    pub(super) fn download(&self) -> Result<HostLists, RuntimeError> {
        Ok((self.offsets.download()?, self.neighbors.download()?, self.splits.download()?))
    }
}
