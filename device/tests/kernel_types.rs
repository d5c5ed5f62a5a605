//! What may launch a kernel, and what must not compile: a launch with the argument of another kernel, a kernel of
//! another form, and whatever would let safe code read or write outside memory.

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

/// Cases that compile would be built, and all kernels with them: these are checked.
#[test]
fn launches_and_kernels_that_must_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/launch_wrong_args.rs");
    cases.compile_fail("tests/ui/kernel_*.rs");
    cases.compile_fail("tests/ui/sound_*.rs");
}
