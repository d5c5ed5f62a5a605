//! An array is written by one at a time, and not while it is read.

use motherlode::primitives::Primitives;
use motherlode::runtime::Device;

fn main() {
    let device = Device::cpu(None);
    let mut values = device.zeroed::<u32>(4).unwrap();
    let mut primitives = Primitives::new(&device);
    let read = values.slice();
    primitives.exclusive_scan::<u32>(read, values.scratch()).unwrap();
    let (one, other) = (values.scratch(), values.scratch());
    primitives.run_lengths(read, one, device.zeroed(4).unwrap().scratch(), device.zeroed(1).unwrap().scratch()).unwrap();
    drop(other);
}
