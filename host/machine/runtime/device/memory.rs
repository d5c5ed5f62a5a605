//! Arrays on a device.

use std::sync::Arc;

use motherlode_device::DeviceCopy;

use super::{Device, Machine};
use crate::runtime::cuda::CardArray;
use crate::runtime::{Buffer, CudaDevice, HostMemory, Part, RuntimeError, SharedArray};

impl Device {
    /// An array on the device with the contents of `array`: a copy on a card, the array itself elsewhere.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn upload<'a, T: DeviceCopy>(&self, array: &'a [T]) -> Result<Buffer<'a, T>, RuntimeError> {
        match &self.0.machine {
            Machine::Cuda(_) => self.copy_of(array),
            _ => Ok(Buffer::borrowed(self, array)),
        }
    }

    /// Bytes that a job may take on the host: what is left of the budget of a device that is the host, and no more than
    /// is free there.
    #[doc(hidden)]
    pub fn room_on_host(&self) -> u64 {
        let of_budget = if self.card().is_some() { u64::MAX } else { self.budget().left() };
        HostMemory::free().map_or(of_budget, |free| free.min(of_budget))
    }

    /// An array on the device with the contents of `array`: a copy on a card; elsewhere the array itself, which the
    /// buffer keeps.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    #[doc(hidden)]
    pub fn keep<T: DeviceCopy>(&self, array: SharedArray<T>) -> Result<Buffer<'static, T>, RuntimeError> {
        match &self.0.machine {
            Machine::Cuda(_) => self.copy_of((*array).as_ref()),
            _ => Ok(Buffer::shared(self, array)),
        }
    }

    /// An array on the device with the contents of `array`, of its own everywhere.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn copied<T: DeviceCopy>(&self, array: &[T]) -> Result<Buffer<'static, T>, RuntimeError> {
        self.copy_of(array)
    }

    /// An array on the device with the contents of `buffer`, which is on this device or another. From card to card it
    /// is copied over the link between them, where there is one. The launches that write `buffer` must be known to be
    /// done, or what is copied is of no meaning.
    ///
    /// # Errors
    /// When it passes the budget, or a driver fails.
    pub fn copy_from<T: DeviceCopy + Send + Sync>(
        &self,
        buffer: &Buffer<'static, T>,
    ) -> Result<Buffer<'static, T>, RuntimeError> {
        match (&self.0.machine, buffer.on_card(), buffer.kept()) {
            (Machine::Cuda(card), Some(array), _) if array.is_shared() => {
                Ok(Buffer::spread_on_card_of(self, array.spread_on(card, self.budget())?))
            }
            (Machine::Cuda(card), Some(array), _) => {
                let share = self.budget().take((size_of::<T>() * buffer.len()) as u64)?;
                Ok(Buffer::on_card_of(self, CardArray::copy_of(card, array)?, share))
            }
            (_, _, Some(kept)) => self.keep(kept.clone()),
            _ => self.keep(Arc::new(buffer.download_first(buffer.len())?)),
        }
    }

    fn copy_of<'a, T: DeviceCopy>(&self, array: &[T]) -> Result<Buffer<'a, T>, RuntimeError> {
        let share = self.budget().take(size_of_val(array) as u64)?;
        match &self.0.machine {
            Machine::Cuda(card) => {
                Ok(Buffer::on_card_of(self, CardArray::with_contents(card, array)?, share))
            }
            _ => Ok(Buffer::host(self, array.to_vec(), share)),
        }
    }

    /// The bytes of a page of an array that is spread over several memories: parts are multiples of it. `None` where
    /// arrays cannot be spread; on the CPU they need not be.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn page(&self) -> Result<Option<u64>, RuntimeError> {
        self.card().map_or(Ok(None), CudaDevice::page)
    }

    /// Whether the device's kernels can read the memory of another.
    ///
    /// # Errors
    /// When the driver fails.
    pub fn reads(&self, other: &Device) -> Result<bool, RuntimeError> {
        match (self.card(), other.card()) {
            (Some(card), Some(other)) => card.reads(other),
            _ => Ok(false),
        }
    }

    /// An array on the device with the contents of `array`, with parts in several memories, in the order of `parts`,
    /// which have room for it. On the CPU it is the array itself.
    ///
    /// # Errors
    /// When a part passes the budget of its memory, the card cannot read it there, or the driver fails.
    pub(crate) fn spread<T: DeviceCopy>(
        &self,
        array: SharedArray<T>,
        parts: &[Part],
    ) -> Result<Buffer<'static, T>, RuntimeError> {
        match &self.0.machine {
            Machine::Cuda(card) => {
                let array = (*array).as_ref();
                let spread = CardArray::spread_with_contents(card, self.budget(), array, parts)?;
                Ok(Buffer::spread_on_card_of(self, spread))
            }
            _ => self.keep(array),
        }
    }

    /// An array of `length` elements in the host's memory, for the device's kernels to write before they read it: a
    /// card does both over the bus.
    ///
    /// # Errors
    /// When it passes what may be pinned of the host's memory, the card cannot use that, or the driver fails.
    #[doc(hidden)]
    pub fn in_host_memory<T>(
        &self,
        length: usize,
        memory: &HostMemory,
    ) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::AnyBitPattern,
    {
        let bytes = (size_of::<T>() as u64).saturating_mul(length as u64);
        match &self.0.machine {
            Machine::Cuda(card) => {
                let share = memory.take(bytes)?;
                Ok(Buffer::on_card_of(self, CardArray::in_host_memory(card, length)?, share))
            }
            _ => Ok(Buffer::host(self, bytemuck::allocation::zeroed_vec(length), memory.take(bytes)?)),
        }
    }

    /// Whether the device's kernels can add to the memory of another atomically, as long as no other device uses it.
    ///
    /// # Errors
    /// When the driver fails.
    pub(crate) fn adds_to(&self, other: &Device) -> Result<bool, RuntimeError> {
        match (self.card(), other.card()) {
            (Some(card), Some(other)) => card.adds_to(other),
            _ => Ok(false),
        }
    }

    /// An array of `length` zeros on the device, with parts in several memories, in the order of `parts`, which have
    /// room for it: of cards that this one can [add to](Self::adds_to), and the host. This device's kernels may write
    /// it.
    ///
    /// # Errors
    /// When a part passes the budget of its memory, the card cannot read it there, or the driver fails.
    pub(crate) fn spread_zeros<T>(
        &self,
        length: usize,
        parts: &[Part],
    ) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::Zeroable,
    {
        match &self.0.machine {
            Machine::Cuda(card) => {
                let spread = CardArray::spread_zeros(card, self.budget(), length, parts)?;
                Ok(Buffer::spread_on_card_of(self, spread))
            }
            _ => self.zeroed(length),
        }
    }

    /// An array of `length` zeros on the device.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn zeroed<T>(&self, length: usize) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::Zeroable,
    {
        let share = self.budget().take((size_of::<T>() as u64).saturating_mul(length as u64))?;
        match &self.0.machine {
            Machine::Cuda(card) => Ok(Buffer::on_card_of(self, CardArray::zeroed(card, length)?, share)),
            _ => Ok(Buffer::host(self, bytemuck::allocation::zeroed_vec(length), share)),
        }
    }

    /// An array of `length` elements to be written before it is read: on a card it is not cleared.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn unwritten<T>(&self, length: usize) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::AnyBitPattern,
    {
        match &self.0.machine {
            Machine::Cuda(card) => {
                let share = self.budget().take((size_of::<T>() as u64).saturating_mul(length as u64))?;
                Ok(Buffer::on_card_of(self, CardArray::unwritten(card, length)?, share))
            }
            _ => self.zeroed(length),
        }
    }
}
