//! Device arrays that are used again and again: a search needs several for each batch.

use bytemuck::AnyBitPattern;
use motherlode_device::DeviceCopy;
use motherlode_device::kernels::transactions::Head;
use parking_lot::Mutex;

use crate::runtime::{Buffer, Device, RuntimeError};

/// An array that is free is given out for a length of at least this part of its own.
const LOOSEST: usize = 16;

/// The arrays of a search that are not in use.
pub(crate) struct RecycledArrays<'d> {
    device: &'d Device,
    words: Shelf<u64>,
    numbers: Shelf<u32>,
    heads: Shelf<Head>,
}

impl<'d> RecycledArrays<'d> {
    pub fn new(device: &'d Device) -> Self {
        RecycledArrays { device, words: Shelf::default(), numbers: Shelf::default(), heads: Shelf::default() }
    }

    /// An array of at least `length` words, of any contents.
    pub fn words(&self, length: usize) -> Result<Recycled<'_, u64>, RuntimeError> {
        self.take(&self.words, length)
    }

    /// An array of at least `length` numbers, of any contents.
    pub fn numbers(&self, length: usize) -> Result<Recycled<'_, u32>, RuntimeError> {
        self.take(&self.numbers, length)
    }

    /// An array of at least `length` heads, of any contents.
    pub fn heads(&self, length: usize) -> Result<Recycled<'_, Head>, RuntimeError> {
        self.take(&self.heads, length)
    }

    /// Takes in words that were made elsewhere.
    pub fn adopt_words(&self, buffer: Buffer<'static, u64>) -> Recycled<'_, u64> {
        Recycled { buffer: Some(buffer), shelf: &self.words }
    }

    /// Takes in heads that were made elsewhere.
    pub fn adopt_heads(&self, buffer: Buffer<'static, Head>) -> Recycled<'_, Head> {
        Recycled { buffer: Some(buffer), shelf: &self.heads }
    }

    fn take<'p, T: DeviceCopy + AnyBitPattern + 'static>(
        &self,
        shelf: &'p Shelf<T>,
        length: usize,
    ) -> Result<Recycled<'p, T>, RuntimeError> {
        let buffer = match shelf.take(length) {
            Some(buffer) => buffer,
            None => {
                let length = length + length / 8 + 64;
                // The memory that is missing may be that of arrays that are kept to be used again.
                self.device.unwritten(length).or_else(|_| {
                    self.words.clear();
                    self.numbers.clear();
                    self.heads.clear();
                    self.device.unwritten(length)
                })?
            }
        };
        Ok(Recycled { buffer: Some(buffer), shelf })
    }
}

/// Arrays of one type. Each thread has a list, so that an array is mostly used again by the core whose cache it is in.
struct Shelf<T: DeviceCopy + 'static>(Vec<Mutex<Vec<Buffer<'static, T>>>>);

impl<T: DeviceCopy + 'static> Default for Shelf<T> {
    fn default() -> Self {
        Shelf((0..rayon::current_num_threads()).map(|_| Mutex::default()).collect())
    }
}

impl<T: DeviceCopy + 'static> Shelf<T> {
    /// The smallest of this thread's arrays that is long enough and not far too long; if it has none, of another's.
    fn take(&self, length: usize) -> Option<Buffer<'static, T>> {
        let fits = |found: usize| found >= length && found / LOOSEST <= length + 1024;
        let from = |list: &Mutex<Vec<Buffer<'static, T>>>| {
            let mut free = list.lock();
            let best = (0..free.len()).filter(|at| fits(free[*at].len())).min_by_key(|at| free[*at].len())?;
            Some(free.swap_remove(best))
        };
        let own = self.own();
        (own..self.0.len()).chain(0..own).find_map(|thread| from(&self.0[thread]))
    }

    fn give(&self, buffer: Buffer<'static, T>) {
        self.0[self.own()].lock().push(buffer);
    }

    fn clear(&self) {
        self.0.iter().for_each(|list| list.lock().clear());
    }

    /// The list of the present thread.
    fn own(&self) -> usize {
        rayon::current_thread_index().unwrap_or(0) % self.0.len()
    }
}

/// An array that is used again when this is dropped.
pub(crate) struct Recycled<'p, T: DeviceCopy + 'static> {
    buffer: Option<Buffer<'static, T>>,
    shelf: &'p Shelf<T>,
}

impl<T: DeviceCopy + 'static> Recycled<'_, T> {
    pub fn get(&self) -> &Buffer<'static, T> {
        self.buffer.as_ref().expect("it is there until it is dropped")
    }

    pub fn get_mut(&mut self) -> &mut Buffer<'static, T> {
        self.buffer.as_mut().expect("it is there until it is dropped")
    }

    /// The array, on a device whose memory is the host's.
    pub fn host_slice(&self) -> &[T] {
        self.get().host_slice().expect("the device is the CPU")
    }

    /// The array, on a device whose memory is the host's, to be written by the host.
    pub fn host_slice_mut(&mut self) -> &mut [T] {
        self.get_mut().host_slice_mut().expect("the device is the CPU")
    }
}

impl<T: DeviceCopy + 'static> Drop for Recycled<'_, T> {
    fn drop(&mut self) {
        self.shelf.give(self.buffer.take().expect("it is dropped once"));
    }
}
