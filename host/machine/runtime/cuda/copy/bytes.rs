//! Bytes of an array in the host's memory, on their way to or from a card.

use std::mem::MaybeUninit;
use std::ops::Range;

use motherlode_device::DeviceCopy;
use rayon::prelude::*;

/// Bytes of a part of an array, and of the pinned buffer that it goes through.
pub(super) const PART: usize = 1 << 20;

/// Makes bytes of the host's memory zero, by several threads.
///
/// # Safety
/// The host may write `bytes` bytes at `address`, and nobody else uses them.
pub(in crate::runtime::cuda) unsafe fn clear_at_address(address: u64, bytes: usize) {
    (0..bytes.div_ceil(PART)).into_par_iter().for_each(|index| {
        let (to, length) = ((address as usize + index * PART) as *mut u8, PART.min(bytes - index * PART));
        // SAFETY: the caller's promise; the parts do not overlap.
        unsafe { std::ptr::write_bytes(to, 0, length) };
    });
}

/// Bytes of an array, some of which may be padding: they are copied, and not looked at.
#[derive(Clone, Copy)]
pub(in crate::runtime::cuda) struct Bytes<'a>(&'a [MaybeUninit<u8>]);

impl<'a> Bytes<'a> {
    pub fn of<T: DeviceCopy>(array: &'a [T]) -> Self {
        // SAFETY: the same memory, of the same size; any byte is a `MaybeUninit<u8>`.
        Bytes(unsafe { std::slice::from_raw_parts(array.as_ptr().cast(), size_of_val(array)) })
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Those in `range`.
    pub fn part(self, range: Range<usize>) -> Bytes<'a> {
        Bytes(&self.0[range])
    }

    /// Copies them to memory of the host's, by several threads.
    ///
    /// # Safety
    /// The host may write as many bytes at `address`, and nobody else uses them.
    pub unsafe fn copy_to_address(self, address: u64) {
        self.0.par_chunks(PART).enumerate().for_each(|(index, part)| {
            let to = (address as usize + index * PART) as *mut MaybeUninit<u8>;
            // SAFETY: the caller's promise; the parts do not overlap.
            unsafe { std::ptr::copy_nonoverlapping(part.as_ptr(), to, part.len()) };
        });
    }

    /// Where they start.
    pub fn as_ptr(self) -> *const MaybeUninit<u8> {
        self.0.as_ptr()
    }

    /// Copies them to the start of `to`.
    pub fn copy_to(self, to: &mut [u8]) {
        assert!(self.0.len() <= to.len(), "a part larger than its buffer");
        // SAFETY: both are of that length, as just checked, and apart, as one of them is borrowed exclusively. Bytes of
        // padding are copied as they are, and nobody reads them as `u8`: the driver moves them on.
        unsafe { std::ptr::copy_nonoverlapping(self.0.as_ptr().cast(), to.as_mut_ptr(), self.0.len()) }
    }
}
