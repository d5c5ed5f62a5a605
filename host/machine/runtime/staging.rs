//! Results on their way to the host while kernels go on.

use cust::event::Event;
use cust::memory::{DeviceBuffer, LockedBuffer};
use motherlode_device::DeviceCopy;

use super::cuda::{CopyNumber, event};
use super::{Buffer, CudaDevice, Device, RuntimeError};

/// Host memory for results of up to a fixed number of elements, which are copied there beside running kernels: pinned
/// memory, where the device is a card.
#[derive(Debug)]
pub struct Staging<T: DeviceCopy> {
    room: StagingMemory<T>,
    length: usize,
    /// The device that the results come from, and whose driver pinned the memory.
    device: Device,
}

#[derive(Debug)]
enum StagingMemory<T: DeviceCopy> {
    Host(Vec<T>),
    Pinned {
        /// Freed in the context that pinned it, whichever the thread is in.
        memory: LockedBuffer<T>,
        /// The copy that may be under way.
        copy: Option<PinnedCopy>,
        /// For copies beside what is launched.
        beside: Option<CopyEvents>,
    },
}

/// A copy that may be under way.
#[derive(Clone, Copy, Debug)]
enum PinnedCopy {
    /// Beside what is launched.
    Beside,
    /// In the order of the launches.
    InOrder(CopyNumber),
}

/// What orders a copy beside what is launched, from the first of them on.
#[derive(Debug)]
struct CopyEvents {
    launched: Event,
    copied: Event,
}

impl<T: DeviceCopy + bytemuck::Zeroable> Staging<T> {
    /// Room for `capacity` elements from `device`. It does not count against the budget, which is the device's.
    ///
    /// # Errors
    /// When the driver gives no pinned memory.
    pub fn new(device: &Device, capacity: usize) -> Result<Self, RuntimeError> {
        let room = match device.card() {
            Some(card) => StagingMemory::Pinned { memory: card.pinned(capacity)?, copy: None, beside: None },
            None => StagingMemory::Host(Vec::with_capacity(capacity)),
        };
        Ok(Staging { room, length: 0, device: device.clone() })
    }

    /// Begins to copy the first `length` elements of `buffer`, as they are when all that was launched before is done.
    /// What is launched later runs beside the copy, and must leave them alone until [`wait`](Self::wait) has returned.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If `buffer` has fewer elements or is on another device, or there is no room for them.
    pub fn begin(&mut self, buffer: &Buffer<'_, T>, length: usize) -> Result<(), RuntimeError> {
        self.begin_with(buffer, length, |card, from, to, beside| {
            card.enter()?;
            let events = match beside {
                Some(events) => events,
                None => beside.insert(CopyEvents { launched: event()?, copied: event()? }),
            };
            card.queue_copy(from, to, length, &events.launched, &events.copied)?;
            Ok(PinnedCopy::Beside)
        })
    }

    /// Begins to copy the first `length` elements of `buffer`, after what was launched and before what is launched next:
    /// they are here as soon as somebody has waited for that. For results that nothing follows.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// As for [`begin`](Self::begin).
    pub fn begin_in_order(&mut self, buffer: &Buffer<'_, T>, length: usize) -> Result<(), RuntimeError> {
        self.begin_with(buffer, length, |card, from, to, _| {
            Ok(PinnedCopy::InOrder(card.queue_copy_in_order(from, to, length)?))
        })
    }

    fn begin_with(
        &mut self,
        buffer: &Buffer<'_, T>,
        length: usize,
        queue: impl FnOnce(
            &CudaDevice,
            &DeviceBuffer<T>,
            &mut [T],
            &mut Option<CopyEvents>,
        ) -> Result<PinnedCopy, RuntimeError>,
    ) -> Result<(), RuntimeError> {
        assert!(length <= buffer.len(), "{length} elements of a buffer of {}", buffer.len());
        assert!(buffer.device().id() == self.device.id(), "results of another device");
        self.finish()?;
        self.length = length;
        match (&mut self.room, self.device.card(), buffer.on_card()) {
            (StagingMemory::Pinned { memory, copy, beside }, Some(card), Some(from)) => {
                assert!(length <= memory.len(), "{length} elements, and room for {}", memory.len());
                *copy = Some(queue(card, from.get(), memory, beside)?);
            }
            (StagingMemory::Host(room), ..) => {
                room.clear();
                buffer.read_into(length, room);
            }
            (StagingMemory::Pinned { .. }, ..) => {
                unreachable!("pinned memory is a card's, and so is what is copied there")
            }
        }
        Ok(())
    }

    /// The elements, when they are here.
    ///
    /// # Errors
    /// When a kernel or the copy failed.
    pub fn wait(&mut self) -> Result<&[T], RuntimeError> {
        self.finish()?;
        Ok(match &self.room {
            StagingMemory::Host(room) => &room[..self.length],
            StagingMemory::Pinned { memory, .. } => &memory.as_slice()[..self.length],
        })
    }
}

impl<T: DeviceCopy> Staging<T> {
    fn finish(&mut self) -> Result<(), RuntimeError> {
        let StagingMemory::Pinned { copy, beside, .. } = &mut self.room else { return Ok(()) };
        match (copy.take(), self.device.card(), beside) {
            (Some(PinnedCopy::Beside), _, Some(events)) => {
                events.copied.synchronize().map_err(RuntimeError::driver("copying results to the host"))
            }
            (Some(PinnedCopy::InOrder(copy)), Some(card), _) if !card.has_arrived(copy) => card.synchronize(),
            _ => Ok(()),
        }
    }
}

impl<T: DeviceCopy> Drop for Staging<T> {
    fn drop(&mut self) {
        // The driver may still be writing here. A copy that failed is over.
        let _ = self.finish();
    }
}

impl CudaDevice {
    /// Pinned memory of `length` zeros.
    pub(super) fn pinned<T: DeviceCopy + bytemuck::Zeroable>(
        &self,
        length: usize,
    ) -> Result<LockedBuffer<T>, RuntimeError> {
        self.enter()?;
        LockedBuffer::new(&T::zeroed(), length).map_err(RuntimeError::driver("allocating pinned memory"))
    }
}
