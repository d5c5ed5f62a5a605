//! A prepared graph on a device.

use motherlode_device::kernels::frequent::{KindWord, LabelledGraph};
use motherlode_device::memory::Slice;

use super::PreparedGraph;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// A prepared graph on a device.
pub(super) struct Site<'a> {
    pub prepared: &'a PreparedGraph,
    pub device: &'a Device,
    directory: Buffer<'a, KindWord>,
    rows: Buffer<'a, u32>,
    arcs: Buffer<'a, u32>,
    vertices: Option<Buffer<'a, u32>>,
    pub sets: Buffer<'a, u32>,
}

impl<'a> Site<'a> {
    /// Copies the graph to the device.
    ///
    /// # Errors
    /// When it does not fit in the memory, or the device fails.
    pub fn new(prepared: &'a PreparedGraph, device: &'a Device) -> Result<Site<'a>, RuntimeError> {
        Ok(Site {
            prepared,
            device,
            directory: device.upload(&prepared.directory)?,
            rows: device.upload(&prepared.rows)?,
            arcs: device.upload(&prepared.arcs)?,
            vertices: prepared.several.then(|| device.upload(&prepared.vertices)).transpose()?,
            sets: device.upload(&prepared.sets)?,
        })
    }

    /// The graph, as kernels take it.
    pub fn graph<'s>(&'s self, lend: &Lend<'_>) -> LabelledGraph<'s> {
        LabelledGraph {
            directory: lend.slice(&self.directory),
            rows: lend.slice(&self.rows),
            arcs: lend.slice(&self.arcs),
            vertices: self.vertices.as_ref().map_or(Slice::empty(), |vertices| lend.slice(vertices)),
        }
    }
}
