//! Arrays on a card.

use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::sync::Arc;

use super::{
    AsyncCopyDestination, CopyDestination, DeviceCopy, DevicePointer, DeviceSlice, Mapping, RegisteredMemory,
    bytes_of,
};
use crate::context::{self, Primary};
use crate::error::{CudaError, CudaResult, check};
use crate::stream::Stream;

/// An array on a card, in the context that was current when it was made. Freeing it waits for the kernels that may use
/// it.
#[derive(Debug)]
pub struct DeviceBuffer<T: DeviceCopy> {
    /// Null, with nothing to free, where there are no bytes.
    pointer: DevicePointer<T>,
    length: usize,
    context: Arc<Primary>,
    behind: Behind,
    elements: PhantomData<T>,
}

/// Whose memory an array is in.
#[derive(Debug)]
enum Behind {
    /// The card's, which the array owns.
    Card,
    /// That of several, in pages.
    Pages(Mapping),
    /// The process's.
    Host(RegisteredMemory),
}

// SAFETY: an address on the card, which any thread may copy from and to and free; what is there is a `T`, and may go where
// a `T` may.
unsafe impl<T: DeviceCopy + Send> Send for DeviceBuffer<T> {}
// SAFETY: as above; a shared buffer only gives copies of its `T`s.
unsafe impl<T: DeviceCopy + Sync> Sync for DeviceBuffer<T> {}

impl<T: DeviceCopy> DeviceBuffer<T> {
    /// An array of `length` elements in the current context.
    ///
    /// # Errors
    /// When the card has not that much memory, no context is current, or the driver fails.
    ///
    /// # Safety
    /// Every element must be written before it is read, by a kernel or by a copy to the host, unless any bits are a `T`.
    pub unsafe fn uninitialized(length: usize) -> CudaResult<Self> {
        let context = context::current()?;
        let bytes = bytes_of::<T>(length)?;
        let mut address = 0;
        if bytes > 0 {
            // SAFETY: `address` is written by the call; a context is current.
            check(unsafe { cust_raw::cuMemAlloc_v2(&mut address, bytes) })?;
        }
        let pointer = DevicePointer::from_raw(address);
        Ok(DeviceBuffer { pointer, length, context, behind: Behind::Card, elements: PhantomData })
    }

    /// An array of `length` elements at the start of `mapping`, which was made in the current context.
    ///
    /// # Errors
    /// When the elements do not fit there, or no context is current.
    ///
    /// # Safety
    /// Every element must be written before it is read, by a kernel or by a copy to the host, unless any bits are a `T`.
    pub unsafe fn mapped(mapping: Mapping, length: usize) -> CudaResult<Self> {
        let context = context::current()?;
        if bytes_of::<T>(length)? > mapping.bytes() {
            return Err(CudaError::InvalidMemoryAllocation);
        }
        let pointer = DevicePointer::from_raw(mapping.address());
        Ok(DeviceBuffer { pointer, length, context, behind: Behind::Pages(mapping), elements: PhantomData })
    }

    /// An array of `length` elements at the start of `memory`, which was registered in the current context.
    ///
    /// # Errors
    /// When the elements do not fit there, or no context is current.
    ///
    /// # Safety
    /// Every element must be written before it is read, by a kernel or by a copy to the host, unless any bits are a `T`.
    pub unsafe fn registered(memory: RegisteredMemory, length: usize) -> CudaResult<Self> {
        let context = context::current()?;
        if bytes_of::<T>(length)? > memory.bytes() {
            return Err(CudaError::InvalidMemoryAllocation);
        }
        let pointer = DevicePointer::from_raw(memory.address());
        Ok(DeviceBuffer { pointer, length, context, behind: Behind::Host(memory), elements: PhantomData })
    }

    /// The pages behind it, where it is spread over several memories.
    pub fn mapping(&self) -> Option<&Mapping> {
        match &self.behind {
            Behind::Pages(mapping) => Some(mapping),
            Behind::Card | Behind::Host(_) => None,
        }
    }

    /// The memory of the process behind it, where it lies there.
    pub fn registered_memory(&self) -> Option<&RegisteredMemory> {
        match &self.behind {
            Behind::Host(memory) => Some(memory),
            Behind::Card | Behind::Pages(_) => None,
        }
    }

    /// A copy of `array` in the current context.
    ///
    /// # Errors
    /// When the card has not that much memory, no context is current, or the driver fails.
    pub fn from_slice(array: &[T]) -> CudaResult<Self> {
        // SAFETY: all of it is written by the copy, or it is dropped, which runs no code on the elements.
        let buffer = unsafe { DeviceBuffer::uninitialized(array.len()) }?;
        buffer.whole().write(array)?;
        Ok(buffer)
    }

    /// Elements.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Its address.
    pub fn as_device_ptr(&self) -> DevicePointer<T> {
        self.pointer
    }

    /// The elements of a range.
    ///
    /// # Panics
    /// If it reaches beyond the end.
    pub fn index(&self, range: impl RangeBounds<usize>) -> DeviceSlice<'_, T> {
        self.whole().index(range)
    }

    fn whole(&self) -> DeviceSlice<'_, T> {
        // SAFETY: the array is there for as long as it is borrowed, and of that length.
        unsafe { DeviceSlice::from_raw_parts(self.pointer, self.length) }
    }
}

impl<T: DeviceCopy> Drop for DeviceBuffer<T> {
    fn drop(&mut self) {
        // Mapped pages and registered memory are given back when `behind` is dropped.
        if self.pointer.is_null() || !matches!(self.behind, Behind::Card) {
            return;
        }
        self.context.within(|| {
            // SAFETY: allocated by `uninitialized`, and freed only here; slices borrow the buffer. A failure, in a context
            // that a kernel has ended, frees nothing and harms nothing.
            let _ = unsafe { cust_raw::cuMemFree_v2(self.pointer.as_raw()) };
        });
    }
}

impl<T: DeviceCopy, O: AsRef<[T]> + AsMut<[T]> + ?Sized> CopyDestination<O> for DeviceBuffer<T> {
    fn copy_from(&mut self, source: &O) -> CudaResult<()> {
        self.whole().copy_from(source)
    }

    fn copy_to(&self, destination: &mut O) -> CudaResult<()> {
        self.whole().copy_to(destination)
    }
}

impl<T: DeviceCopy, O: AsRef<[T]> + AsMut<[T]> + ?Sized> AsyncCopyDestination<O> for DeviceBuffer<T> {
    unsafe fn async_copy_from(&mut self, source: &O, stream: &Stream) -> CudaResult<()> {
        // SAFETY: the caller promises what is asked for.
        unsafe { self.whole().async_copy_from(source, stream) }
    }

    unsafe fn async_copy_to(&self, destination: &mut O, stream: &Stream) -> CudaResult<()> {
        // SAFETY: the caller promises what is asked for.
        unsafe { self.whole().async_copy_to(destination, stream) }
    }
}
