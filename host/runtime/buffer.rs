//! Typed arrays on a device.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, AtomicU64};

use cust::context::CurrentContext;
use cust::memory::{CopyDestination, DeviceBuffer};
use motherlode_device::DeviceCopy;
use motherlode_device::memory::{Scratch, Slice};

use super::RuntimeError;
use super::budget::Share;

/// An integer that kernels may change atomically.
pub trait Atomic: DeviceCopy {
    /// The atomic type of the same layout.
    type Cell: Sync;
}
impl Atomic for u32 {
    type Cell = AtomicU32;
}
impl Atomic for u64 {
    type Cell = AtomicU64;
}

/// An array of `T` in the memory of a device.
///
/// On the CPU, an uploaded array is the caller's own, borrowed. Whatever is allocated counts against the
/// device's budget until the buffer is dropped.
#[derive(Debug)]
pub struct Buffer<'a, T: DeviceCopy> {
    place: Place<'a, T>,
    _share: Option<Share>,
}

#[derive(Debug)]
enum Place<'a, T: DeviceCopy> {
    Borrowed(&'a [T]),
    Host(Box<[UnsafeCell<T>]>),
    Cuda(DeviceBuffer<T>),
}

impl<'a, T: DeviceCopy> Buffer<'a, T> {
    pub(super) fn borrowed(array: &'a [T]) -> Self {
        Buffer { place: Place::Borrowed(array), _share: None }
    }

    pub(super) fn host(array: Vec<T>, share: Share) -> Self {
        let cells = array.into_boxed_slice();
        let cells = Box::into_raw(cells) as *mut [UnsafeCell<T>];
        // SAFETY: `UnsafeCell<T>` has the layout of `T`, and the box was given up by `into_raw` just above.
        let cells = unsafe { Box::from_raw(cells) };
        Buffer { place: Place::Host(cells), _share: Some(share) }
    }

    pub(super) fn cuda(buffer: DeviceBuffer<T>, share: Share) -> Self {
        Buffer { place: Place::Cuda(buffer), _share: Some(share) }
    }

    /// Elements.
    pub fn len(&self) -> usize {
        match &self.place {
            Place::Borrowed(array) => array.len(),
            Place::Host(cells) => cells.len(),
            Place::Cuda(buffer) => buffer.len(),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn pointer(&self) -> *const T {
        match &self.place {
            Place::Borrowed(array) => array.as_ptr(),
            Place::Host(cells) => UnsafeCell::raw_get(cells.as_ptr()),
            Place::Cuda(buffer) => buffer.as_device_ptr().as_ptr(),
        }
    }

    /// The array, for a kernel to read.
    pub fn slice(&self) -> Slice<'_, T> {
        if self.is_empty() {
            return Slice::empty();
        }
        // SAFETY: the buffer is alive and initialised while it is borrowed; kernels change it only through
        // `atomics`, or through `scratch`, which borrows it exclusively.
        unsafe { Slice::from_raw_parts(self.pointer(), self.len() as u64) }
    }

    /// The array, for a kernel to write: parts of it are dealt to warps.
    ///
    /// # Panics
    /// If the array was borrowed from the caller: it cannot be written.
    pub fn scratch(&mut self) -> Scratch<'_, T> {
        assert!(!matches!(self.place, Place::Borrowed(_)), "an uploaded array cannot be scratch memory");
        // SAFETY: the buffer is alive, of that length and borrowed exclusively.
        unsafe { Scratch::from_raw_parts(self.pointer().cast_mut(), self.len() as u64) }
    }

    /// A copy in host memory, when all that was launched is done.
    ///
    /// # Errors
    /// When the driver's copy fails.
    pub fn download(&self) -> Result<Vec<T>, RuntimeError> {
        if self.on_card().is_some() {
            // The copy is on the default stream, which does not wait for the stream of the launches.
            CurrentContext::synchronize().map_err(RuntimeError::driver("waiting for the kernels"))?;
        }
        self.download_first(self.len())
    }

    /// A copy of the first `length` elements in host memory. On a card, the launches that write them must be known to be
    /// done; copies of other buffers may be under way.
    ///
    /// # Errors
    /// When the driver's copy fails.
    ///
    /// # Panics
    /// If there are fewer elements.
    pub fn download_first(&self, length: usize) -> Result<Vec<T>, RuntimeError> {
        assert!(length <= self.len(), "{length} elements of a buffer of {}", self.len());
        let mut copy = Vec::with_capacity(length);
        match &self.place {
            Place::Cuda(buffer) if length > 0 => {
                // SAFETY: `copy_to` overwrites all of it before anyone reads, or fails and it is dropped: `T` is
                // `Copy`, so dropping runs no code on the elements.
                #[allow(clippy::uninit_vec)]
                unsafe {
                    copy.set_len(length);
                }
                let part = buffer.index(..length);
                part.copy_to(&mut copy[..]).map_err(RuntimeError::driver("copying results to the host"))?;
            }
            _ => self.read_into(length, &mut copy),
        }
        Ok(copy)
    }

    /// Appends the first `length` elements to `copy`, where they are in host memory; elsewhere it appends nothing.
    pub(super) fn read_into(&self, length: usize, copy: &mut Vec<T>) {
        match &self.place {
            Place::Borrowed(array) => copy.extend_from_slice(&array[..length]),
            // SAFETY: no kernel runs on the host between two calls of the host's, so nobody writes the cells.
            Place::Host(cells) => copy.extend(cells[..length].iter().map(|cell| unsafe { *cell.get() })),
            Place::Cuda(_) => (),
        }
    }

    /// The driver's buffer, on a card.
    pub(super) fn on_card_mut(&mut self) -> Option<&mut DeviceBuffer<T>> {
        match &mut self.place {
            Place::Cuda(buffer) => Some(buffer),
            _ => None,
        }
    }

    /// Replaces the first elements by `array`.
    pub(super) fn overwrite_on_host(&mut self, array: &[T]) {
        let Place::Host(cells) = &mut self.place else { panic!("an array that is not the device's own") };
        cells[..array.len()].iter_mut().zip(array).for_each(|(cell, &value)| *cell.get_mut() = value);
    }

    pub(super) fn on_card(&self) -> Option<&DeviceBuffer<T>> {
        match &self.place {
            Place::Cuda(buffer) => Some(buffer),
            _ => None,
        }
    }
}

impl<T: Atomic> Buffer<'_, T> {
    /// The array as atomics, for kernels that share it between blocks.
    ///
    /// # Panics
    /// If the array was borrowed from the caller: it cannot be written.
    pub fn atomics(&self) -> Slice<'_, T::Cell> {
        assert!(!matches!(self.place, Place::Borrowed(_)), "an uploaded array cannot be written");
        // SAFETY: as in `slice`; the atomic has the layout of `T`, and the memory may be written.
        unsafe { Slice::from_raw_parts(self.pointer().cast(), self.len() as u64) }
    }
}
