//! Copies on every machine, against what was copied.

mod common;

use common::{Machine, Random, scratch};
use motherlode_device::memory::Slice;
use motherlode_device::primitives::WARPS;
use motherlode_device::primitives::copy::{Copied, CopyArgs};

/// What stands in an array of `room` times `rubbish` once `values` were copied to it.
fn copy<T: Copied>(machine: Machine, values: &[T], room: usize, rubbish: T) -> Vec<T> {
    let mut to = vec![rubbish; room];
    let args = CopyArgs { from: Slice::from(values), to: scratch(&mut to) };
    // SAFETY: arrays of this test, and blocks of as many warps as the primitives take. It takes no shared memory.
    unsafe { machine.launch::<T::Kernel>(3, WARPS, 0, &args) };
    to
}

#[test]
fn as_much_as_both_have_is_copied_and_nothing_else_written() {
    let mut random = Random::new(11);
    // A warp's part is 512 elements: less than a quad, one more than a part, and more parts than there are warps.
    for length in [0, 1, 3, 513, 30_003] {
        let wide: Vec<u64> = (0..length).map(|_| u64::from(random.below(u32::MAX)) << 31 | 5).collect();
        let narrow: Vec<u32> = wide.iter().map(|&value| (value >> 31) as u32).collect();
        for room in [wide.len(), wide.len() + 7, wide.len().saturating_sub(2)] {
            let copied = room.min(wide.len());
            for machine in Machine::with_seed(length) {
                let case = format!("{length} to {room}, {machine:?}");
                let (wide_copy, narrow_copy) =
                    (copy(machine, &wide, room, u64::MAX), copy(machine, &narrow, room, u32::MAX));
                assert!(wide_copy[..copied] == wide[..copied], "{case}");
                assert!(narrow_copy[..copied] == narrow[..copied], "{case}");
                assert!(wide_copy[copied..].iter().all(|&left| left == u64::MAX), "{case}");
                assert!(narrow_copy[copied..].iter().all(|&left| left == u32::MAX), "{case}");
            }
        }
    }
}
