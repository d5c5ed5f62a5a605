//! The elements of a buffer may lie in a card's memory: the host cannot look at them in place.

use motherlode::runtime::Device;

fn main() {
    let device = Device::cpu(None);
    let values = device.copied(&[1u32, 2, 3]).unwrap();
    let _first = values.slice()[0];
    let _all: &[u32] = &values.slice();
    let _get = values.slice().get();
}
