//! A prepared graph on the devices that search it.

use std::sync::Arc;

use motherlode_device::kernels::frequent::{KindWord, LabelledGraph};
use motherlode_device::memory::Slice;
use parking_lot::Mutex;

use super::PreparedGraph;
use super::level::KnownLevel;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// A prepared graph on a device.
pub(super) struct Site<'a> {
    pub prepared: &'a PreparedGraph,
    pub device: Device,
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
    pub fn new(prepared: &'a PreparedGraph, device: &Device) -> Result<Site<'a>, RuntimeError> {
        Ok(Site {
            prepared,
            device: device.clone(),
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

/// A prepared graph on the devices that have come to its searches.
pub struct Sites<'a> {
    prepared: &'a PreparedGraph,
    held: Mutex<Vec<Arc<Site<'a>>>>,
}

impl<'a> Sites<'a> {
    /// On none as yet.
    pub fn new(prepared: &'a PreparedGraph) -> Sites<'a> {
        Sites { prepared, held: Mutex::default() }
    }

    /// Brings it to a device; otherwise the first search there does.
    ///
    /// # Errors
    /// When the graph does not fit in the memory, or the device fails.
    pub fn place(&self, device: &Device) -> Result<(), RuntimeError> {
        self.on(device).map(drop)
    }

    pub(super) fn prepared(&self) -> &'a PreparedGraph {
        self.prepared
    }

    /// That of a device.
    ///
    /// # Errors
    /// When the graph does not fit in the memory, or the device fails.
    pub(super) fn on(&self, device: &Device) -> Result<Arc<Site<'a>>, RuntimeError> {
        let held = || self.held.lock();
        if let Some(site) = held().iter().find(|site| site.device.is_same(device)) {
            return Ok(site.clone());
        }
        let site = Arc::new(Site::new(self.prepared, device)?);
        held().push(site.clone());
        Ok(site)
    }

    /// Lets go of that of a device, which has failed.
    pub(super) fn leave(&self, device: &Device) {
        let mut held = self.held.lock();
        held.retain(|site| !site.device.is_same(device));
    }
}

/// A site where a level grows.
pub(super) struct Station<'p, 'l> {
    pub site: Arc<Site<'p>>,
    /// The domains of the level, on the device.
    pub known: Buffer<'l, u32>,
}

/// The stations of a level.
pub(super) struct Stations<'p, 'l> {
    sites: &'l Sites<'p>,
    known: &'l KnownLevel,
    held: Mutex<Vec<Arc<Station<'p, 'l>>>>,
}

impl<'p, 'l> Stations<'p, 'l> {
    pub fn new(sites: &'l Sites<'p>, known: &'l KnownLevel) -> Stations<'p, 'l> {
        Stations { sites, known, held: Mutex::default() }
    }

    /// That of a device.
    ///
    /// # Errors
    /// When it does not fit in the memory, or the device fails.
    pub fn on(&self, device: &Device) -> Result<Arc<Station<'p, 'l>>, RuntimeError> {
        let held = || self.held.lock();
        if let Some(station) = held().iter().find(|station| station.site.device.is_same(device)) {
            return Ok(station.clone());
        }
        let station = Station { site: self.sites.on(device)?, known: device.upload(&self.known.words)? };
        let station = Arc::new(station);
        held().push(station.clone());
        Ok(station)
    }
}
