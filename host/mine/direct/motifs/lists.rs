//! The triangles of each edge as a list, on a device.

use motherlode_device::kernels::motifs::TriangleLists;

use crate::runtime::{Buffer, Lend};

/// The lists of all edges.
#[derive(Debug)]
pub(in crate::direct) struct TriangleListBuffers {
    /// Where each starts, and how many elements there are in all.
    pub(super) starts: Buffer<'static, u64>,
    pub(super) thirds: Buffer<'static, u32>,
    /// The numbers of the edges, at the neighbours of the whole graph.
    pub(super) numbers: Buffer<'static, u64>,
}

impl TriangleListBuffers {
    /// For kernels.
    pub fn view(&self, lend: &Lend<'_>) -> TriangleLists<'_> {
        TriangleLists {
            starts: lend.slice(&self.starts),
            thirds: lend.slice(&self.thirds),
            numbers: lend.slice(&self.numbers),
        }
    }

    /// Bytes of the lists of so many edges, with so many elements.
    pub(super) fn bytes(edges: u64, thirds: u64) -> u64 {
        (3 * edges + 1) * size_of::<u64>() as u64 + thirds * size_of::<u32>() as u64
    }
}
