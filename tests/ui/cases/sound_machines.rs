//! Kernels read memory at places that were shuffled: whoever makes a machine promises that it does what it says.

use motherlode_device::Kernel;
use motherlode_device::memory::Slice;
use motherlode_device::simt::{Block, Warp};

#[derive(Clone, Copy)]
struct Liar;

impl Warp for Liar {
    const LANES: u32 = 32;
    fn lane(self) -> u32 {
        1000
    }
    fn sync(self) {}
    fn ballot(self, _: bool) -> u32 {
        7
    }
    fn shuffle(self, _: u32, _: u32) -> u32 {
        7
    }
    fn sum(self, _: u32) -> u32 {
        7
    }
}

/// It names the entry point of another kernel.
struct Impostor;

impl Kernel for Impostor {
    type Args<'a> = Slice<'a, u32>;
    const NAME: &'static str = "fill";
    const FAMILY: &'static str = "fill";
    unsafe fn run<B: Block>(_: B, _: &Slice<'_, u32>) {}
}

fn main() {}
