//! A graph on a device, oriented and, where a job asks for it, whole.

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::triangles::{Oriented, Roots};

use super::outline::Outline;
use super::{prepare, whole};
use crate::mine::progress::timed;
use crate::mine::{Input, Seconds};
use crate::runtime::{Buffer, Device, Lend, RuntimeError, View};

/// A graph on a device.
///
/// A device of many lanes prepares the graph itself. One of one lane, which is the CPU, has it from the host, and so has a
/// device whose memory does not hold the arrays that the preparation needs.
pub(super) struct Resident<'s> {
    input: &'s Input,
    device: &'s Device,
    lists: Lists<'s>,
    whole: Option<Whole<'s>>,
    on_device: bool,
}

/// The oriented graph on the device.
pub(super) struct Lists<'s> {
    /// What the host knows of it.
    pub outline: Outline,
    /// `n + 1` starts of lists.
    pub offsets: Buffer<'s, u64>,
    /// The lists: of each vertex its smaller neighbours, ascending.
    pub neighbors: Buffer<'s, u32>,
    /// The degrees in the whole graph.
    pub degrees: Buffer<'s, u32>,
    /// The vertices with the longest lists first; behind those with at least two neighbours in them, anything.
    pub roots: Buffer<'s, u32>,
    /// Where the tasks start in the roots, and the end.
    pub tasks: Buffer<'s, u32>,
}

/// The whole graph on the device.
pub(super) struct Whole<'s> {
    /// `n + 1` starts of lists.
    pub offsets: Buffer<'s, u64>,
    /// The lists: of each vertex its neighbours, ascending.
    pub neighbors: Buffer<'s, u32>,
    /// For each vertex the position of its first greater neighbour.
    pub splits: Buffer<'s, u64>,
}

impl<'s> Resident<'s> {
    /// Orients the graph, with the starts of the `leading` first lists in its outline.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn new(
        input: &'s Input,
        device: &'s Device,
        leading: u32,
        seconds: &mut Seconds,
    ) -> Result<Self, RuntimeError> {
        let attempt = prepare::is_for(device, input.graph())
            .then(|| prepare::orient(input, device, leading, seconds))
            .and_then(if_it_fits);
        let on_device = attempt.is_some();
        let lists = attempt.unwrap_or_else(|| Lists::from_host(input, device, leading, seconds))?;
        Ok(Resident { input, device, lists, whole: None, on_device })
    }

    /// What the host knows of the oriented graph.
    pub fn outline(&self) -> &Outline {
        &self.lists.outline
    }

    /// The oriented graph.
    pub fn oriented(&self, lend: &Lend<'_>) -> Oriented<'_> {
        self.lists.oriented(lend)
    }

    /// The degrees in the whole graph.
    pub fn degrees(&self) -> View<'_, u32> {
        self.lists.degrees.slice()
    }

    /// The roots in tasks, for warps.
    pub fn roots(&self, lend: &Lend<'_>) -> Roots<'_> {
        let roots = self.lists.outline.lengths.len();
        Roots {
            vertices: lend.slice(self.lists.roots.slice().part(0, roots)),
            starts: lend.slice(self.lists.tasks.slice()),
        }
    }

    /// How many tasks the roots are dealt in.
    pub fn tasks(&self) -> u64 {
        self.lists.tasks.len() as u64 - 1
    }

    /// Makes the whole graph, when first asked to.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn fill_whole(&mut self, seconds: &mut Seconds) -> Result<(), RuntimeError> {
        if self.whole.is_some() {
            return Ok(());
        }
        let attempt = self
            .on_device
            .then(|| timed(&mut seconds.prepare, || whole::whole(self.device, &self.lists)))
            .and_then(if_it_fits);
        let whole = attempt.unwrap_or_else(|| Whole::from_host(self.input, self.device, seconds))?;
        self.whole = Some(whole);
        Ok(())
    }

    /// The whole graph.
    ///
    /// # Panics
    /// Before [`fill_whole`](Self::fill_whole).
    pub fn whole(&self, lend: &Lend<'_>) -> GraphView<'_> {
        let whole = self.whole.as_ref().expect("fill_whole comes first");
        GraphView {
            offsets: lend.slice(whole.offsets.slice()),
            neighbors: lend.slice(whole.neighbors.slice()),
            splits: lend.slice(whole.splits.slice()),
        }
    }
}

/// Nothing, where the device's memory is too small for what was tried.
fn if_it_fits<T>(attempt: Result<T, RuntimeError>) -> Option<Result<T, RuntimeError>> {
    (!matches!(attempt, Err(RuntimeError::OverBudget { .. }))).then_some(attempt)
}

impl<'s> Lists<'s> {
    /// The oriented graph, for kernels.
    pub fn oriented(&self, lend: &Lend<'_>) -> Oriented<'_> {
        Oriented { offsets: lend.slice(self.offsets.slice()), neighbors: lend.slice(self.neighbors.slice()) }
    }

    fn from_host(
        input: &'s Input,
        device: &Device,
        leading: u32,
        seconds: &mut Seconds,
    ) -> Result<Self, RuntimeError> {
        let oriented = timed(&mut seconds.prepare, || input.orientation());
        let outline = timed(&mut seconds.prepare, || Outline::of(oriented, leading));
        timed(&mut seconds.transfer, || {
            Ok(Lists {
                outline,
                offsets: device.upload(&oriented.offsets)?,
                neighbors: device.upload(&oriented.neighbors)?,
                degrees: device.upload(&oriented.degrees)?,
                roots: device.upload(&oriented.roots)?,
                tasks: device.upload(&oriented.tasks)?,
            })
        })
    }
}

impl<'s> Whole<'s> {
    fn from_host(input: &'s Input, device: &Device, seconds: &mut Seconds) -> Result<Self, RuntimeError> {
        let prepared = timed(&mut seconds.prepare, || input.prepared());
        timed(&mut seconds.transfer, || {
            Ok(Whole {
                offsets: device.upload(prepared.csr.offsets())?,
                neighbors: device.upload(prepared.csr.neighbors_all())?,
                splits: device.upload(&prepared.splits)?,
            })
        })
    }
}

#[cfg(test)]
mod tests;
