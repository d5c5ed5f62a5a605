//! Kernels trust their arguments: to launch one takes a promise.

use motherlode::runtime::{Device, Grid};
use motherlode_device::kernels::fill::{Fill, FillArgs};

fn main() {
    let device = Device::cpu(None);
    let mut values = device.zeroed::<u32>(10).unwrap();
    let lend = device.lend();
    let args = FillArgs { values: lend.scratch(&mut values), seed: 1 };
    lend.launch::<Fill>(Grid { blocks: 1, warps: 1, shared_bytes: 0 }, &args).unwrap();
}
