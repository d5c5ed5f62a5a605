//! Copies to the card and back.
//!
//! The driver copies memory that is not pinned by way of its own pinned memory, with one thread: 10 GB/s or so of the
//! 50 that the bus has, and less where pages are touched for the first time. Large arrays, as those of a memory-mapped
//! file, are brought to pinned memory by several threads here, and from there.

mod bytes;
mod staging;

use std::mem::MaybeUninit;

use cust::memory::DeviceBuffer;
use motherlode_device::DeviceCopy;

pub(super) use self::bytes::{Bytes, clear_at_address};
pub(super) use self::staging::CopyStaging;
use self::staging::{TO_CARD, TO_HOST, parts};
use super::CudaDevice;
use super::call::check;
use crate::runtime::RuntimeError;

/// Smaller arrays are left to the driver: to make the pinned memory takes milliseconds.
const LEAST_BYTES: usize = 16 << 20;

impl CudaDevice {
    /// Replaces the first elements of `buffer` by `array`, after what was launched. What is launched later finds it
    /// complete.
    pub(super) fn overwrite<T: DeviceCopy>(
        &self,
        buffer: &mut DeviceBuffer<T>,
        array: &[T],
    ) -> Result<(), RuntimeError> {
        assert!(array.len() <= buffer.len(), "{} elements for a buffer of {}", array.len(), buffer.len());
        self.send(buffer.as_device_ptr().as_raw(), Bytes::of(array))
    }

    /// Replaces the first elements of `buffer` by `pieces`, one after another, after what was launched. What is
    /// launched later finds them complete.
    pub(super) fn overwrite_with<T: DeviceCopy>(
        &self,
        buffer: &mut DeviceBuffer<T>,
        pieces: &[&[T]],
    ) -> Result<(), RuntimeError> {
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        assert!(length <= buffer.len(), "{length} elements for a buffer of {}", buffer.len());
        let pieces: Vec<Bytes<'_>> = pieces.iter().map(|piece| Bytes::of(piece)).collect();
        self.send_pieces(buffer.as_device_ptr().as_raw(), &pieces)
    }

    /// Replaces the bytes at `to`, an address of an array on the card with as many bytes from there on, after what was
    /// launched.
    pub(super) fn send(&self, to: u64, bytes: Bytes<'_>) -> Result<(), RuntimeError> {
        self.send_pieces(to, &[bytes])
    }

    /// Replaces the bytes at `to`, an address of an array on the card with as many bytes from there on, by `pieces`,
    /// one after another, after what was launched.
    fn send_pieces(&self, mut to: u64, pieces: &[Bytes<'_>]) -> Result<(), RuntimeError> {
        self.enter()?;
        if pieces.iter().map(|piece| piece.len()).sum::<usize>() >= LEAST_BYTES {
            let parts = parts(pieces);
            return self
                .with_staging(|staging| staging.copy(&parts, to, &self.lane.stream, &self.core.context));
        }
        for bytes in pieces.iter().filter(|piece| piece.len() > 0) {
            let stream = self.lane.stream.as_inner().cast();
            // SAFETY: the caller says that the array has that many bytes. The driver has copied memory that is not
            // pinned when it returns. The launches that use the buffer are on the same stream.
            let code =
                unsafe { cust_raw::cuMemcpyHtoDAsync_v2(to, bytes.as_ptr().cast(), bytes.len(), stream) };
            check(TO_CARD, code)?;
            to += bytes.len() as u64;
        }
        Ok(())
    }

    /// Copies all of `buffer` to `copy`, which is empty and has the room, when all that was launched is done.
    pub(super) fn download<T: DeviceCopy>(
        &self,
        buffer: &DeviceBuffer<T>,
        copy: &mut Vec<T>,
    ) -> Result<(), RuntimeError> {
        let length = buffer.len();
        self.fetch(buffer, &mut copy.spare_capacity_mut()[..length])?;
        // SAFETY: there is the capacity, and all elements have just been copied from the card's, which are `T`.
        unsafe { copy.set_len(length) };
        Ok(())
    }

    /// Fills `to` with the first elements of `buffer`, when all that was launched is done.
    pub(super) fn fetch<T: DeviceCopy>(
        &self,
        buffer: &DeviceBuffer<T>,
        to: &mut [MaybeUninit<T>],
    ) -> Result<(), RuntimeError> {
        self.fetch_pieces(buffer, &mut [to])
    }

    /// Fills `pieces`, one after another, with the first elements of `buffer`, when all that was launched is done.
    pub(super) fn fetch_pieces<T: DeviceCopy>(
        &self,
        buffer: &DeviceBuffer<T>,
        pieces: &mut [&mut [MaybeUninit<T>]],
    ) -> Result<(), RuntimeError> {
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        assert!(length <= buffer.len(), "{length} elements of a buffer of {}", buffer.len());
        self.wait_for_all()?;
        let mut from = buffer.as_device_ptr().as_raw();
        let mut pieces: Vec<&mut [MaybeUninit<u8>]> =
            pieces.iter_mut().map(|piece| bytes_mut(piece)).collect();
        if length * size_of::<T>() >= LEAST_BYTES {
            let (stream, context) = (&self.lane.stream, &self.core.context);
            return self.with_staging(|staging| staging.copy_back(from, &mut pieces, stream, context));
        }
        for to in pieces.iter_mut().filter(|to| !to.is_empty()) {
            // SAFETY: both have that many bytes; the copy is done when the driver returns, as the memory is not pinned.
            let code = unsafe { cust_raw::cuMemcpyDtoH_v2(to.as_mut_ptr().cast(), from, to.len()) };
            check(TO_HOST, code)?;
            from += to.len() as u64;
        }
        Ok(())
    }

    /// Uses the pinned memory, which is made for the first large copy, and for one that begins while another has it.
    fn with_staging<R>(
        &self,
        work: impl FnOnce(&mut CopyStaging) -> Result<R, RuntimeError>,
    ) -> Result<R, RuntimeError> {
        let kept = || self.lane.staging.lock();
        // It is taken out, and no lock is held: a thread that waits for the copies of others may be given a job that
        // copies, too, which makes its own.
        let taken = kept().take();
        let mut staging = taken.map_or_else(CopyStaging::new, Ok)?;
        let done = work(&mut staging);
        // That job may have been another card's.
        self.enter()?;
        *kept() = Some(staging);
        done
    }
}

/// The bytes of elements that are to be written.
fn bytes_mut<T: DeviceCopy>(elements: &mut [MaybeUninit<T>]) -> &mut [MaybeUninit<u8>] {
    let bytes = size_of_val(elements);
    // SAFETY: the same memory, of the same size, borrowed exclusively; any byte is a `MaybeUninit<u8>`.
    unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), bytes) }
}

#[cfg(test)]
mod tests {
    use super::LEAST_BYTES;
    use super::bytes::PART;
    use crate::runtime::{Choice, Device, RuntimeError};

    #[test]
    fn large_arrays_arrive_whole() {
        let device = match Device::open(Choice::Cuda(0), None) {
            Err(RuntimeError::NoDriver { .. } | RuntimeError::NoCard) => return,
            device => device.unwrap(),
        };
        // Less than a part, the least that goes by parts, and a last part that is not full.
        for bytes in [40, LEAST_BYTES, 5 * LEAST_BYTES + PART / 2 + 12] {
            let array: Vec<u32> = (0..bytes as u32 / 4).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
            for _ in 0..2 {
                assert!(device.upload(&array).unwrap().download().unwrap() == array, "{bytes} bytes");
            }
            let (first, rest) = array.split_at(array.len() / 3);
            let mut buffer = device.unwritten::<u32>(array.len() + 1).unwrap();
            buffer.overwrite_with(&[first, &[], rest]).unwrap();
            let mut back = vec![0; array.len()];
            buffer.fetch(&mut back).unwrap();
            assert!(back == array, "{bytes} bytes in pieces");
            let mut back = vec![0; array.len()];
            let (first, rest) = back.split_at_mut(array.len() / 5);
            buffer.fetch_pieces(&mut [&mut [], first, &mut [], rest]).unwrap();
            assert!(back == array, "{bytes} bytes to pieces");
        }
    }
}
