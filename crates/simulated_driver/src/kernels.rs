//! The kernels by their names in the PTX, on the emulated machine.

use motherlode_device::simt::emulated::EMULATED_KERNELS;
pub(crate) use motherlode_device::simt::emulated::EmulatedKernel as SimulatedKernel;

/// The kernels of a module of PTX, or the name of one that is not known here.
pub(crate) fn in_ptx(text: &str) -> Result<Vec<&'static SimulatedKernel>, &str> {
    let entries = text.lines().filter_map(|line| line.strip_prefix(".visible .entry ")?.split('(').next());
    entries.map(|name| EMULATED_KERNELS.iter().find(|kernel| kernel.name == name).ok_or(name)).collect()
}
