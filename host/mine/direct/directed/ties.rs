//! The ties of a graph on a device.

use motherlode_device::kernels::directed::ties::TIES;

use crate::runtime::Buffer;

/// How the ends of each edge are joined.
#[derive(Debug)]
pub(in crate::direct) struct Ties {
    /// The tie of each edge, from its greater end.
    pub ties: Buffer<'static, u8>,
    /// The tie from the list's vertex, for each place of the whole lists.
    pub whole: Buffer<'static, u8>,
    /// How many ties of each kind each vertex has.
    pub degrees: Buffer<'static, u32>,
}

impl Ties {
    /// Bytes for each edge.
    pub const BYTES_PER_EDGE: u64 = 3;

    /// Bytes for so many vertices.
    pub fn bytes_of_vertices(n: u32) -> u64 {
        (TIES * size_of::<u32>()) as u64 * u64::from(n)
    }
}
