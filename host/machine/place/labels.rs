//! Labels and directions of edges, in the order of a prepared graph, on a device.

use std::sync::Arc;

use motherlode_device::kernels::views::labels::{MoveLabels, MoveLabelsArgs};
use motherlode_device::kernels::views::{NO_ARC, UNLABELLED};
use motherlode_device::memory::Slice;

use super::WholeGraph;
use super::launches::launch_chunks;
use crate::graph::Csr;
use crate::graph::attributes::{self, EdgeAttributes};
use crate::runtime::{Buffer, Device, Lend, RuntimeError, View};

const _: () = assert!(NO_ARC == attributes::NO_ARC && UNLABELLED == attributes::UNLABELLED);

/// By place in the lists of a whole graph on a device, the label of the arc from the list's vertex, and of that back.
#[derive(Debug)]
#[doc(hidden)]
pub struct EdgeLabels {
    out: Buffer<'static, u32>,
    back: Option<Buffer<'static, u32>>,
}

impl EdgeLabels {
    /// The labels of the `edges` of `given`, moved to the places of `whole`, which was made of it: its vertices were
    /// called `old_of_new` there.
    ///
    /// # Errors
    /// When the arrays do not fit the budget, or the device fails.
    pub fn new(
        device: &Device,
        given: &Csr,
        edges: &EdgeAttributes,
        old_of_new: Arc<Vec<u32>>,
        whole: &WholeGraph,
    ) -> Result<Self, RuntimeError> {
        let old_of_new = device.keep(old_of_new)?;
        let (old_offsets, old_neighbors) =
            (device.upload(given.offsets())?, device.upload(given.neighbors_all())?);
        let back = edges.back.as_deref().unwrap_or_default();
        let (out, back) = (device.upload(&edges.out)?, device.upload(back)?);
        let count = whole.neighbors.len();
        let mut moved_out = device.unwritten(count)?;
        let mut moved_back = device.unwritten(if edges.back.is_some() { count } else { 0 })?;
        if count > 0 {
            // SAFETY: the graph is `given` or a part of it, renumbered, and `old_of_new` has the vertices' numbers
            // there; there are labels for each place of the given lists, and room for as many at each of the new ones.
            let lend = unsafe { device.lend() };
            let args = MoveLabelsArgs {
                offsets: lend.slice(&whole.offsets),
                neighbors: lend.slice(&whole.neighbors),
                old_of_new: lend.slice(&old_of_new),
                old_offsets: lend.slice(&old_offsets),
                old_neighbors: lend.slice(&old_neighbors),
                out: lend.slice(&out),
                back: lend.slice(&back),
                moved_out: lend.scratch(&mut moved_out),
                moved_back: lend.scratch(&mut moved_back),
            };
            launch_chunks::<MoveLabels>(&lend, count as u64, &args)?;
        }
        // What the kernel reads must outlast it.
        device.synchronize()?;
        Ok(EdgeLabels { out: moved_out, back: edges.back.is_some().then_some(moved_back) })
    }

    /// The labels of the arcs from the lists' vertices, and of those back, for kernels; of the latter none if the graph
    /// is undirected.
    pub fn lend<'a>(&'a self, lend: &Lend<'_>) -> (Slice<'a, u32>, Slice<'a, u32>) {
        let back = self.back.as_ref().map_or(View::empty(), |back| back.slice());
        (lend.slice(&self.out), lend.slice(back))
    }
}
