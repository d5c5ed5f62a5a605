//! Results on their way to the host while kernels go on.

use cust::event::{Event, EventFlags};
use cust::memory::LockedBuffer;
use motherlode_device::DeviceCopy;

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
        /// Set while a copy may be under way.
        copied: Option<Event>,
    },
}

impl<T: DeviceCopy + bytemuck::Zeroable> Staging<T> {
    /// Room for `capacity` elements from `device`. It does not count against the budget, which is the device's.
    ///
    /// # Errors
    /// When the driver gives no pinned memory.
    pub fn new(device: &Device, capacity: usize) -> Result<Self, RuntimeError> {
        let room = match device.card() {
            Some(card) => StagingMemory::Pinned { memory: card.pinned(capacity)?, copied: None },
            None => StagingMemory::Host(Vec::with_capacity(capacity)),
        };
        Ok(Staging { room, length: 0, device: device.clone() })
    }

    /// Begins to copy the first `length` elements of `buffer`, as they are when all that was launched before is done.
    /// What is launched later must leave them alone until [`wait`](Self::wait) has returned.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If `buffer` has fewer elements or is on another device, or there is no room for them.
    pub fn begin(&mut self, buffer: &Buffer<'_, T>, length: usize) -> Result<(), RuntimeError> {
        assert!(length <= buffer.len(), "{length} elements of a buffer of {}", buffer.len());
        assert!(buffer.device().id() == self.device.id(), "results of another device");
        self.finish()?;
        self.length = length;
        match (&mut self.room, self.device.card()) {
            (StagingMemory::Pinned { memory, copied }, Some(card)) => {
                assert!(length <= memory.len(), "{length} elements, and room for {}", memory.len());
                *copied = Some(card.copy_beside(buffer, memory, length)?);
            }
            (StagingMemory::Host(room), _) => {
                room.clear();
                buffer.read_into(length, room);
            }
            (StagingMemory::Pinned { .. }, _) => {
                unreachable!("pinned memory is a card's")
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
        if let StagingMemory::Pinned { copied, .. } = &mut self.room
            && let Some(event) = copied.take()
        {
            event.synchronize().map_err(RuntimeError::driver("copying results to the host"))?;
        }
        Ok(())
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
    fn pinned<T: DeviceCopy + bytemuck::Zeroable>(
        &self,
        length: usize,
    ) -> Result<LockedBuffer<T>, RuntimeError> {
        self.enter()?;
        LockedBuffer::new(&T::zeroed(), length).map_err(RuntimeError::driver("allocating pinned memory"))
    }

    /// Queues a copy behind what was launched, on a stream of its own; the event tells when it is done.
    fn copy_beside<T: DeviceCopy>(
        &self,
        buffer: &Buffer<'_, T>,
        memory: &mut LockedBuffer<T>,
        length: usize,
    ) -> Result<Event, RuntimeError> {
        let failed = |_: ()| RuntimeError::Driver {
            call: "copying results to the host",
            reason: "the results are not on the card".into(),
        };
        let from = buffer.on_card().ok_or(()).map_err(failed)?.get();
        let event =
            || Event::new(EventFlags::DISABLE_TIMING).map_err(RuntimeError::driver("making an event"));
        let (launched, copied) = (event()?, event()?);
        self.queue_copy(from, memory.as_mut_slice(), length, launched, &copied)?;
        Ok(copied)
    }
}
