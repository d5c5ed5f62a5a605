//! What may launch a kernel. `tests/ui` shows what may not.

use motherlode_device::Kernel;
use motherlode_device::kernels::fill::{Fill, FillArgs};
use motherlode_device::memory::Scratch;

/// The signature of `Device::launch`.
fn launch<K: Kernel>(_args: &K::Args<'_>) -> &'static str {
    K::NAME
}

#[test]
fn a_kernel_is_launched_with_its_own_arguments() {
    let mut values = [0_u32; 4];
    // SAFETY: the array outlives the arguments, and nothing else uses it.
    let values = unsafe { Scratch::from_raw_parts(values.as_mut_ptr(), 4) };
    assert_eq!(launch::<Fill>(&FillArgs { values, seed: 7 }), "fill");
}
