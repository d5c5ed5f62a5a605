//! What a primitive works on is on its device: an array of the host is not taken for one.

use motherlode::primitives::Primitives;
use motherlode::runtime::Device;
use motherlode_device::memory::Slice;

fn main() {
    let device = Device::cpu(None);
    let lengths = [3u32, 0, 4];
    let mut offsets = device.zeroed::<u64>(4).unwrap();
    let slice: Slice<'_, u32> = lengths[..].into();
    Primitives::new(&device).exclusive_scan(slice, offsets.scratch()).unwrap();
}
