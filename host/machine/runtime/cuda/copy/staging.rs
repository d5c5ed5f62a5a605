//! Pinned memory that large copies go through.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};

use cust::context::{Context, CurrentContext};
use cust::event::{Event, EventFlags};
use cust::memory::RegisteredMemory;
use cust::stream::Stream;
use parking_lot::Mutex;
use rayon::prelude::*;

use super::bytes::{Bytes, PART};
use crate::runtime::RuntimeError;
use crate::runtime::cuda::call::check;
use crate::runtime::huge::filled_memory;

pub(super) const TO_CARD: &str = "copying to the card";
pub(super) const TO_HOST: &str = "copying results to the host";
/// The most threads that fill buffers: so many saturate the bus.
const MOST_THREADS: usize = 8;

/// Pinned memory on the way to the card, or from there: two parts for each thread that fills or empties them.
#[derive(Debug)]
pub(in crate::runtime::cuda) struct CopyStaging {
    memory: RegisteredMemory,
    /// For each part, the last copy from there, or to there.
    sent: Vec<[Event; 2]>,
}

/// Pinned memory for one part of an array.
#[derive(Debug)]
struct PinnedBuffer<'s> {
    memory: &'s mut [u8],
    /// The last copy from here, or to here.
    sent: &'s Event,
}

impl CopyStaging {
    /// Two buffers for each thread of the current pool, up to [`MOST_THREADS`]: in memory that is pinned at once, as the
    /// driver takes a millisecond each time.
    pub fn new() -> Result<Self, RuntimeError> {
        let event =
            || Event::new(EventFlags::DISABLE_TIMING).map_err(RuntimeError::driver("making an event"));
        let threads = rayon::current_num_threads().min(MOST_THREADS);
        let sent = (0..threads).map(|_| Ok([event()?, event()?])).collect::<Result<_, _>>()?;
        let memory = RegisteredMemory::new(filled_memory(threads * 2 * PART)?)
            .map_err(RuntimeError::driver("pinning memory for copies"))?;
        Ok(CopyStaging { memory, sent })
    }

    /// The buffers of each thread.
    fn buffers(&mut self) -> Vec<[PinnedBuffer<'_>; 2]> {
        let mut parts = self.memory.as_mut_slice().chunks_exact_mut(PART);
        let mut buffer =
            |sent| PinnedBuffer { memory: parts.next().expect("two parts for each thread"), sent };
        self.sent.iter().map(|[first, second]| [buffer(first), buffer(second)]).collect()
    }

    /// Copies `from`, parts of [`PART`] bytes but for the last, to `to`, the address of as many bytes on the card, and
    /// waits for the copy.
    pub fn copy(
        &mut self,
        from: &[ArrayBytes<'_>],
        to: u64,
        stream: &Stream,
        context: &Context,
    ) -> Result<(), RuntimeError> {
        let next = AtomicUsize::new(0);
        let fill = |mut buffers: [PinnedBuffer<'_>; 2]| {
            CurrentContext::set_current(context).map_err(RuntimeError::driver("entering the context"))?;
            for turn in 0.. {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = from.get(index) else { break };
                buffers[turn % 2].send(part, to + (index * PART) as u64, stream)?;
            }
            Ok(())
        };
        let filled: Result<(), RuntimeError> =
            self.buffers().into_par_iter().with_max_len(1).try_for_each(fill);
        // Even after a failure: what is on its way must arrive before the pinned memory may go.
        let arrived = stream.synchronize().map_err(RuntimeError::driver(TO_CARD));
        filled.and(arrived)
    }

    /// Copies to `pieces`, one after another, as many bytes from the card, from the address `from` on, when what is
    /// queued on `stream` is done.
    pub fn copy_back(
        &mut self,
        mut from: u64,
        pieces: &mut [&mut [MaybeUninit<u8>]],
        stream: &Stream,
        context: &Context,
    ) -> Result<(), RuntimeError> {
        let parts = pieces.iter_mut().flat_map(|piece| piece.chunks_mut(PART)).map(|part| {
            let address = from;
            from += part.len() as u64;
            (address, part)
        });
        let parts = Mutex::new(parts);
        let next = || parts.lock().next();
        let empty = |[mut buffer, _]: [PinnedBuffer<'_>; 2]| {
            CurrentContext::set_current(context).map_err(RuntimeError::driver("entering the context"))?;
            while let Some((from, bytes)) = next() {
                buffer.fetch(from, bytes, stream)?;
            }
            Ok(())
        };
        let emptied: Result<(), RuntimeError> =
            self.buffers().into_par_iter().with_max_len(1).try_for_each(empty);
        // Even after a failure: what is on its way must arrive before the pinned memory may go.
        let arrived = stream.synchronize().map_err(RuntimeError::driver(TO_HOST));
        emptied.and(arrived)
    }
}

impl PinnedBuffer<'_> {
    /// Takes a part of an array, and sends it on to `to`, its address on the card.
    fn send(&mut self, part: &ArrayBytes<'_>, to: u64, stream: &Stream) -> Result<(), RuntimeError> {
        self.sent.synchronize().map_err(RuntimeError::driver(TO_CARD))?;
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
        check(TO_CARD, code)?;
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
        // SAFETY: `from` is the address of as many bytes on the card, and the buffer has the room, as just checked;
        // nobody looks at it before the event, and it is freed after `CopyStaging::copy_back`, which waits for the
        // stream.
        let code = unsafe {
            let (to, stream) = (self.memory.as_mut_ptr().cast(), stream.as_inner().cast());
            cust_raw::cuMemcpyDtoHAsync_v2(to, from, bytes.len(), stream)
        };
        check(TO_HOST, code)?;
        self.sent.record(stream).map_err(RuntimeError::driver("recording an event"))?;
        self.sent.synchronize().map_err(RuntimeError::driver(TO_HOST))?;
        // SAFETY: both have so many bytes, and are apart, as `bytes` is borrowed exclusively. Those of padding are
        // copied as they are, and nobody reads them as `u8`.
        unsafe {
            std::ptr::copy_nonoverlapping(self.memory.as_ptr(), bytes.as_mut_ptr().cast(), bytes.len());
        }
        Ok(())
    }
}

/// What a part of an array on the card is made of: it lies there in one piece.
pub(super) type ArrayBytes<'a> = Vec<Bytes<'a>>;

/// `pieces`, one after another, cut into parts of [`PART`] bytes.
pub(super) fn parts<'a>(pieces: &[Bytes<'a>]) -> Vec<ArrayBytes<'a>> {
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

#[cfg(test)]
mod tests {
    use super::{Bytes, PART, parts};

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
}
