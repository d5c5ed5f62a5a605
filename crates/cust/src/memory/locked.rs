//! Arrays in pinned host memory.

use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::Arc;

use super::{DeviceCopy, bytes_of};
use crate::context::{self, Primary};
use crate::error::{CudaError, CudaResult, check};

/// An array in host memory that cannot be paged out: copies from and to a card can run beside other work.
#[derive(Debug)]
pub struct LockedBuffer<T: DeviceCopy> {
    /// Dangling, with nothing to free, where there are no bytes.
    memory: NonNull<T>,
    length: usize,
    context: Arc<Primary>,
}

// SAFETY: it owns its elements, as a `Vec` does, and any thread may free it.
unsafe impl<T: DeviceCopy + Send> Send for LockedBuffer<T> {}
// SAFETY: a shared buffer only gives shared references to its elements.
unsafe impl<T: DeviceCopy + Sync> Sync for LockedBuffer<T> {}

impl<T: DeviceCopy> LockedBuffer<T> {
    /// `length` copies of `value`.
    ///
    /// # Errors
    /// When there is not that much memory, no context is current, or the driver fails.
    pub fn new(value: &T, length: usize) -> CudaResult<Self> {
        let buffer = LockedBuffer::<T>::uninitialized(length)?;
        for index in 0..length {
            // SAFETY: within the memory that was just allocated for so many elements.
            unsafe { buffer.memory.add(index).write(*value) };
        }
        Ok(buffer)
    }

    /// A copy of `array`.
    ///
    /// # Errors
    /// When there is not that much memory, no context is current, or the driver fails.
    pub fn from_slice(array: &[T]) -> CudaResult<Self> {
        let buffer = LockedBuffer::uninitialized(array.len())?;
        // SAFETY: so much memory was just allocated, apart from the array; `T` is `Copy`.
        unsafe { std::ptr::copy_nonoverlapping(array.as_ptr(), buffer.memory.as_ptr(), array.len()) };
        Ok(buffer)
    }

    /// Memory for `length` elements, which the caller writes before anyone sees the buffer.
    fn uninitialized(length: usize) -> CudaResult<Self> {
        let context = context::current()?;
        let bytes = bytes_of::<T>(length)?;
        let mut memory = NonNull::<T>::dangling();
        if bytes > 0 {
            let mut address = std::ptr::null_mut();
            // SAFETY: `address` is written by the call; a context is current.
            check(unsafe { cust_raw::cuMemAllocHost_v2(&mut address, bytes) })?;
            memory = NonNull::new(address.cast()).ok_or(CudaError::InvalidMemoryAllocation)?;
        }
        // The driver's pages are aligned to more than any type here, and a type of larger alignment is refused below.
        let buffer = LockedBuffer { memory, length, context };
        if memory.is_aligned() { Ok(buffer) } else { Err(CudaError::InvalidMemoryAllocation) }
    }

    /// The elements.
    pub fn as_slice(&self) -> &[T] {
        self
    }

    /// The elements, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}

impl<T: DeviceCopy> Deref for LockedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: so many elements, written when the buffer was made, at most `isize::MAX` bytes, borrowed with the buffer.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr(), self.length) }
    }
}

impl<T: DeviceCopy> DerefMut for LockedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.memory.as_ptr(), self.length) }
    }
}

impl<T: DeviceCopy> AsRef<[T]> for LockedBuffer<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T: DeviceCopy> AsMut<[T]> for LockedBuffer<T> {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T: DeviceCopy> Drop for LockedBuffer<T> {
    fn drop(&mut self) {
        if self.length * size_of::<T>() == 0 {
            return;
        }
        self.context.within(|| {
            // SAFETY: allocated by `uninitialized`, and freed only here. A failure, in a context that a kernel has ended,
            // frees nothing and harms nothing.
            let _ = unsafe { cust_raw::cuMemFreeHost(self.memory.as_ptr().cast()) };
        });
    }
}
