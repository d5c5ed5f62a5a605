//! No safe code runs a kernel: `fill` would write to an array of its caller's making.

use motherlode_device::Kernel;
use motherlode_device::kernels::fill::{Fill, FillArgs, fill};
use motherlode_device::memory::Scratch;
use motherlode_device::simt::emulated;
use motherlode_device::simt::scalar::{self, Isa, ScalarBlock};

fn main() {
    let args = FillArgs { values: Scratch::empty(), seed: 7 };
    let block = ScalarBlock::new(0, 1, &mut []);
    Fill::run(block, &args);
    fill(block, &args);
    scalar::run::<Fill>(Isa::BASELINE, block, &args);
    let _ = emulated::launch::<Fill>(1, 1, 0, 5, &args);
}
