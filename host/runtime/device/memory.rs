//! Arrays on a device.

use motherlode_device::DeviceCopy;

use super::{Device, Machine};
use crate::runtime::{Buffer, RuntimeError};

impl Device {
    /// An array on the device with the contents of `array`: a copy on a card, the array itself elsewhere.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn upload<'a, T: DeviceCopy>(&self, array: &'a [T]) -> Result<Buffer<'a, T>, RuntimeError> {
        match &self.machine {
            Machine::Cuda(card) => {
                let share = self.budget.take(size_of_val(array) as u64)?;
                Ok(Buffer::cuda(card.upload(array)?, share))
            }
            _ => Ok(Buffer::borrowed(array)),
        }
    }

    /// An array on the device with the contents of `array`, of its own everywhere.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub fn copied<T: DeviceCopy>(&self, array: &[T]) -> Result<Buffer<'static, T>, RuntimeError> {
        let share = self.budget.take(size_of_val(array) as u64)?;
        match &self.machine {
            Machine::Cuda(card) => Ok(Buffer::cuda(card.upload(array)?, share)),
            _ => Ok(Buffer::host(array.to_vec(), share)),
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
        let share = self.budget.take((size_of::<T>() as u64).saturating_mul(length as u64))?;
        match &self.machine {
            Machine::Cuda(card) => Ok(Buffer::cuda(card.zeroed(length)?, share)),
            _ => Ok(Buffer::host(bytemuck::allocation::zeroed_vec(length), share)),
        }
    }

    /// Replaces the first elements of `buffer` by `array`: for the launches that follow.
    ///
    /// # Errors
    /// When the driver fails.
    ///
    /// # Panics
    /// If the buffer has fewer elements, or is not the device's own.
    pub fn overwrite<T: DeviceCopy>(
        &self,
        buffer: &mut Buffer<'static, T>,
        array: &[T],
    ) -> Result<(), RuntimeError> {
        match (&self.machine, buffer.on_card_mut()) {
            (Machine::Cuda(card), Some(on_card)) => card.overwrite(on_card, array),
            _ => {
                buffer.overwrite_on_host(array);
                Ok(())
            }
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
        match &self.machine {
            Machine::Cuda(card) => {
                let share = self.budget.take((size_of::<T>() as u64).saturating_mul(length as u64))?;
                Ok(Buffer::cuda(card.uninitialised(length)?, share))
            }
            _ => self.zeroed(length),
        }
    }
}
