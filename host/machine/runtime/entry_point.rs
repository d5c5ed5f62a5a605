//! Kernels by their names.

use motherlode_device::Kernel;

/// Which kernel, without its type: what goes by this is compiled once, and not for each of hundreds of kernels.
#[derive(Clone, Copy)]
pub(super) struct EntryPoint {
    pub family: &'static str,
    pub kernel: &'static str,
}

impl EntryPoint {
    /// Kernel `K`.
    pub fn of<K: Kernel>() -> EntryPoint {
        EntryPoint { family: K::FAMILY, kernel: K::NAME }
    }
}
