//! Arrays in the memory of a card.

use std::mem::MaybeUninit;
use std::sync::Arc;

use bytemuck::{AnyBitPattern, Zeroable};
use cust::memory::{CopyDestination, DeviceBuffer};
use motherlode_device::DeviceCopy;

use super::CudaDevice;
use super::call::check;
use super::spread::MappedPart;
use crate::runtime::RuntimeError;

/// An array in the memory of a card, which it keeps open. Any thread may free it.
pub(in crate::runtime) struct CardArray<T: DeviceCopy> {
    /// To free it waits for the kernels that were launched before, and enters its context, whichever the thread was in.
    pub(super) buffer: DeviceBuffer<T>,
    /// Where its parts lie, if it is spread over several memories.
    pub(super) pieces: Vec<MappedPart>,
    /// Whether arrays of other cards may have the same parts: then nobody writes them.
    pub(super) shared: bool,
    pub(super) card: Arc<CudaDevice>,
}

impl<T: DeviceCopy> CardArray<T> {
    /// An array with the contents of `array`. What is launched later finds it complete.
    pub fn with_contents(card: &Arc<CudaDevice>, array: &[T]) -> Result<Self, RuntimeError> {
        // SAFETY: it is overwritten before it is given to anybody.
        let mut copy = unsafe { CardArray::allocate(card, array.len()) }?;
        copy.overwrite(array)?;
        Ok(copy)
    }

    /// `length` zeros.
    pub fn zeroed(card: &Arc<CudaDevice>, length: usize) -> Result<Self, RuntimeError>
    where
        T: Zeroable,
    {
        // SAFETY: it is cleared before it is given to anybody, and zeros are a `T`.
        let array = unsafe { CardArray::<T>::allocate(card, length) }?;
        if length > 0 {
            // SAFETY: the buffer is that many bytes on this card, and nobody else has it yet.
            unsafe { card.clear(array.buffer.as_device_ptr().as_raw(), size_of::<T>() * length) }?;
        }
        Ok(array)
    }

    /// `length` elements of any contents.
    pub fn unwritten(card: &Arc<CudaDevice>, length: usize) -> Result<Self, RuntimeError>
    where
        T: AnyBitPattern,
    {
        // SAFETY: any bits are a `T`.
        unsafe { CardArray::allocate(card, length) }
    }

    /// A copy of `array`, which is another card's, or this one's. What writes that must be known to be done.
    pub fn copy_of(card: &Arc<CudaDevice>, array: &CardArray<T>) -> Result<Self, RuntimeError> {
        // SAFETY: it is overwritten before it is given to anybody.
        let mut copy = unsafe { CardArray::allocate(card, array.get().len()) }?;
        card.copy_from(&mut copy.buffer, &array.card, &array.buffer)?;
        Ok(copy)
    }

    /// # Safety
    /// Every element is made a `T` before it is read.
    unsafe fn allocate(card: &Arc<CudaDevice>, length: usize) -> Result<Self, RuntimeError> {
        card.enter()?;
        // SAFETY: the caller's promise.
        let buffer = unsafe { DeviceBuffer::uninitialized(length) }
            .map_err(RuntimeError::driver("allocating on the card"))?;
        Ok(CardArray { buffer, pieces: Vec::new(), shared: false, card: card.clone() })
    }

    /// The driver's buffer.
    pub fn get(&self) -> &DeviceBuffer<T> {
        &self.buffer
    }

    /// Replaces the first elements by `array`, after what was launched. What is launched later finds it complete.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn overwrite(&mut self, array: &[T]) -> Result<(), RuntimeError> {
        self.card.overwrite(&mut self.buffer, array)
    }

    /// Replaces the first elements by `pieces`, one after another, after what was launched. What is launched later
    /// finds them complete.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn overwrite_with(&mut self, pieces: &[&[T]]) -> Result<(), RuntimeError> {
        self.card.overwrite_with(&mut self.buffer, pieces)
    }

    /// Replaces `to` by the first elements, when all that was launched is done.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn fetch(&self, to: &mut [T]) -> Result<(), RuntimeError> {
        self.fetch_pieces(&mut [to])
    }

    /// Replaces `pieces`, one after another, by the first elements, when all that was launched is done.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn fetch_pieces(&self, pieces: &mut [&mut [T]]) -> Result<(), RuntimeError> {
        // SAFETY: the same elements, which are only replaced by those of the card's array, which are `T`.
        let overwritten =
            |piece: &mut &mut [T]| unsafe { &mut *(*piece as *mut [T] as *mut [MaybeUninit<T>]) };
        let mut pieces: Vec<&mut [MaybeUninit<T>]> = pieces.iter_mut().map(overwritten).collect();
        self.card.fetch_pieces(&self.buffer, &mut pieces)
    }

    /// Appends all elements to `copy`, which is empty and has the room, when all that was launched is done.
    pub fn download(&self, copy: &mut Vec<T>) -> Result<(), RuntimeError> {
        assert!(copy.is_empty() && copy.capacity() >= self.buffer.len(), "a copy without room");
        self.card.download(&self.buffer, copy)
    }

    /// Appends the first `length` elements to `copy`, which is empty and has the room.
    pub fn download_first(&self, length: usize, copy: &mut Vec<T>) -> Result<(), RuntimeError> {
        if length == 0 {
            return Ok(());
        }
        self.card.enter()?;
        assert!(copy.is_empty() && copy.capacity() >= length, "a copy without room");
        // SAFETY: `copy_to` overwrites all of it before anyone reads, or fails and it is emptied: `T` is `Copy`, so
        // that no code runs on the elements.
        unsafe { copy.set_len(length) };
        let copied = self.buffer.index(..length).copy_to(&mut copy[..]);
        if copied.is_err() {
            copy.clear();
        }
        copied.map_err(RuntimeError::driver("copying results to the host"))
    }
}

impl CudaDevice {
    /// Makes `bytes` bytes at `address` zero, on the stream, before what is launched next.
    ///
    /// # Safety
    /// The card may write as many bytes there, and whoever uses them does so on the same stream, later, or after
    /// waiting for it, as copies to the host and the freeing of a buffer do.
    pub(super) unsafe fn clear(&self, address: u64, bytes: usize) -> Result<(), RuntimeError> {
        let stream = self.lane.stream.as_inner().cast();
        // SAFETY: the caller's promise.
        let code = unsafe { cust_raw::cuMemsetD8Async(address, 0, bytes, stream) };
        check("clearing memory on the card", code)
    }
}
