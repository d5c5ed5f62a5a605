//! Parts of arrays on a card.

use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use super::{AsyncCopyDestination, CopyDestination, DeviceCopy, DevicePointer};
use crate::error::{CudaResult, check};
use crate::stream::Stream;

/// A part of an array on a card, borrowed.
#[derive(Debug)]
pub struct DeviceSlice<'a, T> {
    pointer: DevicePointer<T>,
    length: usize,
    array: PhantomData<&'a T>,
}

impl<'a, T: DeviceCopy> DeviceSlice<'a, T> {
    /// # Safety
    /// `pointer` is the address of so many `T`s on a card, which are there for the lifetime of the result.
    pub(super) unsafe fn from_raw_parts(pointer: DevicePointer<T>, length: usize) -> Self {
        DeviceSlice { pointer, length, array: PhantomData }
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
    pub fn index(&self, range: impl RangeBounds<usize>) -> DeviceSlice<'a, T> {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.length,
        };
        assert!(start <= end && end <= self.length, "{start}..{end} of {} elements", self.length);
        DeviceSlice { pointer: self.pointer.offset_by(start), length: end - start, array: PhantomData }
    }

    /// Copies `source` here, and waits.
    ///
    /// # Panics
    /// If the lengths differ.
    pub(super) fn write(&self, source: &[T]) -> CudaResult<()> {
        assert_eq!(self.length, source.len(), "a copy between lengths that differ");
        if self.bytes() == 0 {
            return Ok(());
        }
        // SAFETY: both ends are alive and of that many bytes.
        check(unsafe {
            cust_raw::cuMemcpyHtoD_v2(self.pointer.as_raw(), source.as_ptr().cast(), self.bytes())
        })
    }

    fn bytes(&self) -> usize {
        // It cannot overflow: there is memory of that size.
        self.length * size_of::<T>()
    }
}

impl<T: DeviceCopy, O: AsRef<[T]> + AsMut<[T]> + ?Sized> CopyDestination<O> for DeviceSlice<'_, T> {
    fn copy_from(&mut self, source: &O) -> CudaResult<()> {
        self.write(source.as_ref())
    }

    fn copy_to(&self, destination: &mut O) -> CudaResult<()> {
        let destination = destination.as_mut();
        assert_eq!(self.length, destination.len(), "a copy between lengths that differ");
        if self.bytes() == 0 {
            return Ok(());
        }
        // SAFETY: both ends are alive and of that many bytes, and those on the card are `T`s.
        check(unsafe {
            cust_raw::cuMemcpyDtoH_v2(destination.as_mut_ptr().cast(), self.pointer.as_raw(), self.bytes())
        })
    }
}

impl<T: DeviceCopy, O: AsRef<[T]> + AsMut<[T]> + ?Sized> AsyncCopyDestination<O> for DeviceSlice<'_, T> {
    unsafe fn async_copy_from(&mut self, source: &O, stream: &Stream) -> CudaResult<()> {
        let source = source.as_ref();
        assert_eq!(self.length, source.len(), "a copy between lengths that differ");
        if self.bytes() == 0 {
            return Ok(());
        }
        let (to, from) = (self.pointer.as_raw(), source.as_ptr().cast());
        // SAFETY: both ends are of that many bytes, and stay as they are until the copy is done, as the caller promises.
        check(unsafe { cust_raw::cuMemcpyHtoDAsync_v2(to, from, self.bytes(), stream.as_inner()) })
    }

    unsafe fn async_copy_to(&self, destination: &mut O, stream: &Stream) -> CudaResult<()> {
        let destination = destination.as_mut();
        assert_eq!(self.length, destination.len(), "a copy between lengths that differ");
        if self.bytes() == 0 {
            return Ok(());
        }
        let (to, from) = (destination.as_mut_ptr().cast(), self.pointer.as_raw());
        // SAFETY: both ends are of that many bytes, and stay as they are until the copy is done, as the caller promises.
        check(unsafe { cust_raw::cuMemcpyDtoHAsync_v2(to, from, self.bytes(), stream.as_inner()) })
    }
}

#[cfg(test)]
mod tests {
    use super::{DevicePointer, DeviceSlice};

    /// Ten elements at an address that nobody will read.
    fn ten() -> DeviceSlice<'static, u32> {
        // SAFETY: not true, and never relied on: the tests copy nothing.
        unsafe { DeviceSlice::from_raw_parts(DevicePointer::from_raw(1 << 20), 10) }
    }

    #[test]
    fn ranges() {
        let (whole, base) = (ten(), 1 << 20);
        let place =
            |part: DeviceSlice<'_, u32>| (part.as_device_ptr().as_raw() - base, part.len(), part.is_empty());
        assert_eq!(place(whole.index(..)), (0, 10, false));
        assert_eq!(place(whole.index(3..5)), (12, 2, false));
        assert_eq!(place(whole.index(3..=5)), (12, 3, false));
        assert_eq!(place(whole.index(10..)), (40, 0, true));
        assert_eq!(place(whole.index(2..).index(..4)), (8, 4, false));
    }

    #[test]
    #[should_panic(expected = "0..11 of 10 elements")]
    fn beyond_the_end() {
        ten().index(..11);
    }

    #[test]
    #[should_panic(expected = "of 10 elements")]
    fn beyond_every_end() {
        ten().index(..=usize::MAX);
    }
}
