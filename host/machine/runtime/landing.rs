//! A number that a kernel leaves in the host's memory.

use std::hint::spin_loop;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cust::memory::LockedBuffer;
use motherlode_device::memory::Slice;

use super::{Device, RuntimeError, View};

/// What stands there before a kernel has written.
const NOTHING: u64 = u64::MAX;

/// How long a wait looks at nothing but the memory: kernels that are worth it are over by then.
const PATIENCE: Duration = Duration::from_millis(1);

/// A place in the host's memory where one kernel leaves one number, other than `u64::MAX`, as the last thing that it
/// does.
///
/// Where a kernel takes some ten microseconds, a copy behind it and questions to the driver whether that is done take as
/// long again. Who waits here looks at memory.
#[derive(Debug)]
pub struct Landing {
    memory: LandingMemory,
    device: Device,
}

#[derive(Debug)]
enum LandingMemory {
    Host(Box<AtomicU64>),
    Pinned {
        place: NonNull<AtomicU64>,
        /// To free it waits for the kernels that were launched before.
        _memory: LockedBuffer<u64>,
    },
}

impl Landing {
    /// Where a kernel of `device` is to leave a number. It does not count against the budget, which is the device's.
    ///
    /// # Errors
    /// When the driver gives no pinned memory.
    pub fn new(device: &Device) -> Result<Self, RuntimeError> {
        let memory = match device.card() {
            None => LandingMemory::Host(Box::new(AtomicU64::new(NOTHING))),
            Some(card) => {
                let mut memory = card.pinned::<u64>(1)?;
                memory.as_mut_slice()[0] = NOTHING;
                LandingMemory::Pinned {
                    place: NonNull::from(&mut memory.as_mut_slice()[0]).cast(),
                    _memory: memory,
                }
            }
        };
        Ok(Landing { memory, device: device.clone() })
    }

    fn cell(&self) -> &AtomicU64 {
        match &self.memory {
            LandingMemory::Host(cell) => cell,
            // SAFETY: of an atomic's layout, alive as long as the memory that stands beside it, and used by nothing but
            // atomics since it was made.
            LandingMemory::Pinned { place, .. } => unsafe { place.as_ref() },
        }
    }

    /// The place, for a kernel to write. A card sees pinned memory at the host's address.
    pub fn place(&self) -> View<'_, AtomicU64> {
        // SAFETY: one element, borrowed with what owns it.
        let array = unsafe { Slice::from_raw_parts(self.cell(), 1) };
        View { array, device: Some(self.device.id()) }
    }

    /// The number, when the kernel that was launched to leave one has done so.
    ///
    /// # Errors
    /// When the kernel failed.
    ///
    /// # Panics
    /// If no kernel was launched that leaves a number.
    pub fn wait(&self) -> Result<u64, RuntimeError> {
        let start = Instant::now();
        let look = || Some(self.cell().load(Ordering::Relaxed)).filter(|&number| number != NOTHING);
        while start.elapsed() < PATIENCE {
            match look() {
                Some(number) => return Ok(number),
                None => spin_loop(),
            }
        }
        // It takes longer than was thought, or has failed.
        self.device.synchronize()?;
        Ok(look().expect("a kernel that is done has left its number"))
    }
}
