//! Copies to the card and back.
//!
//! The driver copies memory that is not pinned by way of its own pinned memory, with one thread: 10 GB/s or so of the
//! 50 that the bus has, and less where pages are touched for the first time. Large arrays, as those of a memory-mapped file,
//! are brought to pinned memory by several threads here, and from there.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use cust::context::{Context, CurrentContext};
use cust::event::{Event, EventFlags};
use cust::memory::{DeviceBuffer, LockedBuffer};
use cust::stream::Stream;
use motherlode_device::DeviceCopy;
use rayon::prelude::*;

use super::CudaDevice;
use super::launch::check;
use crate::runtime::RuntimeError;

const CALL: &str = "copying to the card";
const BACK: &str = "copying results to the host";
/// Bytes of a part of an array, and of the pinned buffer that it goes through.
const PART: usize = 1 << 20;
/// The most threads that fill buffers: so many saturate the bus.
const MOST_THREADS: usize = 8;
/// Smaller arrays are left to the driver: to make the pinned memory takes milliseconds.
const LEAST_BYTES: usize = 16 << 20;

/// Pinned memory on the way to the card, or from there.
#[derive(Debug)]
pub(super) struct CopyStaging(Vec<[PinnedBuffer; 2]>);

/// Pinned memory for one part of an array.
#[derive(Debug)]
struct PinnedBuffer {
    memory: LockedBuffer<u8>,
    /// The last copy from here, or to here.
    sent: Event,
}

impl CopyStaging {
    /// Two buffers for each thread of the current pool, up to [`MOST_THREADS`].
    fn new() -> Result<Self, RuntimeError> {
        let buffer = || {
            let memory =
                LockedBuffer::new(&0, PART).map_err(RuntimeError::driver("allocating pinned memory"))?;
            let sent =
                Event::new(EventFlags::DISABLE_TIMING).map_err(RuntimeError::driver("making an event"))?;
            Ok(PinnedBuffer { memory, sent })
        };
        let threads = rayon::current_num_threads().min(MOST_THREADS);
        (0..threads).map(|_| Ok([buffer()?, buffer()?])).collect::<Result<_, _>>().map(CopyStaging)
    }

    /// Copies `from`, parts of [`PART`] bytes but for the last, to `to`, the address of as many bytes on the card, and waits for
    /// the copy.
    fn copy(
        &mut self,
        from: &[Pieces<'_>],
        to: u64,
        stream: &Stream,
        context: &Context,
    ) -> Result<(), RuntimeError> {
        let next = AtomicUsize::new(0);
        let fill = |buffers: &mut [PinnedBuffer; 2]| {
            CurrentContext::set_current(context).map_err(RuntimeError::driver("entering the context"))?;
            for turn in 0.. {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = from.get(index) else { break };
                buffers[turn % 2].send(part, to + (index * PART) as u64, stream)?;
            }
            Ok(())
        };
        let filled: Result<(), RuntimeError> = self.0.par_iter_mut().with_max_len(1).try_for_each(fill);
        // Even after a failure: what is on its way must arrive before the pinned memory may go.
        let arrived = stream.synchronize().map_err(RuntimeError::driver(CALL));
        filled.and(arrived)
    }

    /// Copies to `to` as many bytes from the card, from the address `from` on, when what is queued on `stream` is done.
    fn copy_back(
        &mut self,
        from: u64,
        to: &mut [MaybeUninit<u8>],
        stream: &Stream,
        context: &Context,
    ) -> Result<(), RuntimeError> {
        let parts = Mutex::new(to.chunks_mut(PART).enumerate());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let empty = |[buffer, _]: &mut [PinnedBuffer; 2]| {
            CurrentContext::set_current(context).map_err(RuntimeError::driver("entering the context"))?;
            while let Some((index, bytes)) = next() {
                buffer.fetch(from + (index * PART) as u64, bytes, stream)?;
            }
            Ok(())
        };
        let emptied: Result<(), RuntimeError> = self.0.par_iter_mut().with_max_len(1).try_for_each(empty);
        // Even after a failure: what is on its way must arrive before the pinned memory may go.
        let arrived = stream.synchronize().map_err(RuntimeError::driver(BACK));
        emptied.and(arrived)
    }
}

impl PinnedBuffer {
    /// Takes a part of an array, and sends it on to `to`, its address on the card.
    fn send(&mut self, part: &Pieces<'_>, to: u64, stream: &Stream) -> Result<(), RuntimeError> {
        self.sent.synchronize().map_err(RuntimeError::driver(CALL))?;
        let mut length = 0;
        for bytes in part {
            bytes.copy_to(&mut self.memory[length..]);
            length += bytes.len();
        }
        // SAFETY: `to` is the address of as many bytes on the card. The buffer is written again after the event, and
        // freed after `CopyStaging::copy`, which waits for the stream.
        let code = unsafe {
            let stream = stream.as_inner().cast();
            cust_raw::cuMemcpyHtoDAsync_v2(to, self.memory.as_ptr().cast(), length, stream)
        };
        check(CALL, code)?;
        self.sent.record(stream).map_err(RuntimeError::driver("recording an event"))
    }

    /// Brings the bytes at `from`, an address on the card, to `bytes`, whose first ones they fill.
    fn fetch(
        &mut self,
        from: u64,
        bytes: &mut [MaybeUninit<u8>],
        stream: &Stream,
    ) -> Result<(), RuntimeError> {
        assert!(bytes.len() <= self.memory.len(), "a part larger than its buffer");
        // SAFETY: `from` is the address of as many bytes on the card, and the buffer has the room, as just checked; nobody looks
        // at it before the event, and it is freed after `CopyStaging::copy_back`, which waits for the stream.
        let code = unsafe {
            let (to, stream) = (self.memory.as_mut_ptr().cast(), stream.as_inner().cast());
            cust_raw::cuMemcpyDtoHAsync_v2(to, from, bytes.len(), stream)
        };
        check(BACK, code)?;
        self.sent.record(stream).map_err(RuntimeError::driver("recording an event"))?;
        self.sent.synchronize().map_err(RuntimeError::driver(BACK))?;
        // SAFETY: both have so many bytes, and are apart, as `bytes` is borrowed exclusively. Those of padding are copied as they
        // are, and nobody reads them as `u8`.
        unsafe {
            std::ptr::copy_nonoverlapping(self.memory.as_ptr(), bytes.as_mut_ptr().cast(), bytes.len());
        }
        Ok(())
    }
}

/// Makes bytes of the host's memory zero, by several threads.
///
/// # Safety
/// The host may write `bytes` bytes at `address`, and nobody else uses them.
pub(super) unsafe fn clear_at_address(address: u64, bytes: usize) {
    (0..bytes.div_ceil(PART)).into_par_iter().for_each(|index| {
        let (to, length) = ((address as usize + index * PART) as *mut u8, PART.min(bytes - index * PART));
        // SAFETY: the caller's promise; the parts do not overlap.
        unsafe { std::ptr::write_bytes(to, 0, length) };
    });
}

/// Bytes of an array, some of which may be padding: they are copied, and not looked at.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a>(&'a [MaybeUninit<u8>]);

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

    /// Copies them to the start of `to`.
    fn copy_to(self, to: &mut [u8]) {
        assert!(self.0.len() <= to.len(), "a part larger than its buffer");
        // SAFETY: both are of that length, as just checked, and apart, as one of them is borrowed exclusively. Bytes of
        // padding are copied as they are, and nobody reads them as `u8`: the driver moves them on.
        unsafe { std::ptr::copy_nonoverlapping(self.0.as_ptr().cast(), to.as_mut_ptr(), self.0.len()) }
    }
}

/// What a part of an array on the card is made of: it lies there in one piece.
type Pieces<'a> = Vec<Bytes<'a>>;

/// `pieces`, one after another, cut into parts of [`PART`] bytes.
fn parts<'a>(pieces: &[Bytes<'a>]) -> Vec<Pieces<'a>> {
    let (mut parts, mut room) = (Vec::new(), 0);
    for mut piece in pieces.iter().copied().filter(|piece| piece.len() > 0) {
        while piece.len() > 0 {
            if room == 0 {
                parts.push(Vec::new());
                room = PART;
            }
            let length = piece.len().min(room);
            // There is one: it has just been pushed, or has room left.
            parts.last_mut().into_iter().for_each(|part| part.push(piece.part(0..length)));
            piece = piece.part(length..piece.len());
            room -= length;
        }
    }
    parts
}

impl CudaDevice {
    /// Replaces the first elements of `buffer` by `array`, after what was launched. What is launched later finds it complete.
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

    /// Replaces the bytes at `to`, an address of an array on the card with as many bytes from there on, after what was launched.
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
            // SAFETY: the caller says that the array has that many bytes. The driver has copied memory that is not pinned when it returns.
            // The launches that use the buffer are on the same stream.
            let code =
                unsafe { cust_raw::cuMemcpyHtoDAsync_v2(to, bytes.0.as_ptr().cast(), bytes.0.len(), stream) };
            check(CALL, code)?;
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
        assert!(to.len() <= buffer.len(), "{} elements of a buffer of {}", to.len(), buffer.len());
        self.wait_for_all()?;
        let (from, bytes) = (buffer.as_device_ptr().as_raw(), size_of_val(to));
        // SAFETY: the same memory, of the same size, borrowed exclusively; any byte is a `MaybeUninit<u8>`.
        let to = unsafe { std::slice::from_raw_parts_mut(to.as_mut_ptr().cast::<MaybeUninit<u8>>(), bytes) };
        if bytes >= LEAST_BYTES {
            self.with_staging(|staging| staging.copy_back(from, to, &self.lane.stream, &self.core.context))?;
        } else if bytes > 0 {
            // SAFETY: both have that many bytes; the copy is done when the driver returns, as the memory is not pinned.
            let code = unsafe { cust_raw::cuMemcpyDtoH_v2(to.as_mut_ptr().cast(), from, bytes) };
            check(BACK, code)?;
        }
        Ok(())
    }

    /// Uses the pinned memory, which is made for the first large copy, and for one that begins while another has it.
    fn with_staging<R>(
        &self,
        work: impl FnOnce(&mut CopyStaging) -> Result<R, RuntimeError>,
    ) -> Result<R, RuntimeError> {
        let kept = || self.lane.staging.lock().unwrap_or_else(PoisonError::into_inner);
        // It is taken out, and no lock is held: a thread that waits for the copies of others may be given a job that copies, too,
        // which makes its own.
        let taken = kept().take();
        let mut staging = taken.map_or_else(CopyStaging::new, Ok)?;
        let done = work(&mut staging);
        // That job may have been another card's.
        self.enter()?;
        *kept() = Some(staging);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, LEAST_BYTES, PART, parts};
    use crate::runtime::{Choice, Device, RuntimeError};

    #[test]
    fn parts_are_full_whatever_the_pieces() {
        let bytes: Vec<u8> = (0..3 * PART + 5).map(|i| (i * 7 % 251) as u8).collect();
        let cuts = [0, 0, 1, 1, PART / 2, PART, PART + 1, 3 * PART + 4, 3 * PART + 5, 3 * PART + 5];
        let pieces: Vec<Bytes<'_>> = cuts.windows(2).map(|cut| Bytes::of(&bytes[cut[0]..cut[1]])).collect();
        let parts = parts(&pieces);
        let lengths: Vec<usize> =
            parts.iter().map(|part| part.iter().map(|piece| piece.len()).sum()).collect();
        assert_eq!(lengths, [PART, PART, PART, 5]);
        let mut copy = vec![];
        for piece in parts.iter().flatten() {
            let mut there = vec![0; piece.len()];
            piece.copy_to(&mut there);
            copy.extend(there);
        }
        assert!(copy == bytes);
        assert!(super::parts(&[]).is_empty() && super::parts(&pieces[..1]).is_empty());
    }

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
        }
    }
}
