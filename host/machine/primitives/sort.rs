//! Radix sort.

use std::mem::swap;
use std::ops::Range;

use bytemuck::AnyBitPattern;
use motherlode_device::primitives::sort::BINS;
use motherlode_device::primitives::sort::histogram::{self, HistogramArgs, digits};
use motherlode_device::primitives::sort::sweep::{self, SortKey, SweepArgs};
use motherlode_device::{DeviceCopy, Kernel};

use super::workspace::workspace_bytes;
use super::{Launcher, Primitives, require};
use crate::runtime::{Buffer, Device, RuntimeError, View, ViewMut};

/// Keys of a sort are fewer than this: places are of 32 bits, with a tile to spare.
pub const MOST_KEYS: u64 = (1 << 32) - (1 << 16);

/// An array to sort, and another of the same length that the sort moves it to and fro with.
///
/// After a sort, [`array`](Self::array) is the sorted one, whichever of the two that is.
#[derive(Debug)]
pub struct Sortable<T: DeviceCopy + 'static> {
    /// What is sorted.
    pub array: Buffer<'static, T>,
    /// Of any contents.
    pub spare: Buffer<'static, T>,
}

impl<T: DeviceCopy + AnyBitPattern + 'static> Sortable<T> {
    /// `array`, with a spare array of `device`.
    ///
    /// # Errors
    /// When that does not fit the budget, or the device fails.
    pub fn new(array: Buffer<'static, T>, device: &Device) -> Result<Self, RuntimeError> {
        let spare = device.unwritten(array.len())?;
        Ok(Sortable { array, spare })
    }
}

impl<T: DeviceCopy + 'static> Sortable<T> {
    /// Elements for which both arrays have room.
    fn room(&self) -> u64 {
        self.array.len().min(self.spare.len()) as u64
    }

    /// The first `length` elements of the array, and of the spare one.
    fn parts(&mut self, length: u64) -> (View<'_, T>, ViewMut<'_, T>) {
        (self.array.slice().part(0, length), self.spare.scratch().part(0, length))
    }

    fn swap(&mut self) {
        swap(&mut self.array, &mut self.spare);
    }
}

/// Words of 64 bits that a sort in so many passes keeps beside its arrays: a tile counter for each pass, counts for
/// each pass and bin, and a state for each tile and bin.
fn words(passes: u64, tiles: u64) -> u64 {
    passes + (passes + tiles) * BINS as u64
}

/// The bytes that a sort of `length` keys takes by any bits on a device of so many lanes a warp, where nothing was
/// sorted before: those of both arrays, and of the temporary memory.
pub(super) fn sort_bytes<K: SortKey>(lanes: u32, length: u64) -> u64 {
    let tiles = length.div_ceil(sweep::TILE.of(lanes) as u64);
    let passes = digits(0, K::BITS).count() as u64;
    2 * length * size_of::<K>() as u64 + workspace_bytes(words(passes, tiles))
}

impl Primitives<'_> {
    /// Sorts the first `length` keys by their bits `bits`, ascending; keys that agree in those bits keep their order.
    ///
    /// The fewer bits, the fewer passes: one for each 8. What lies beyond `length` is of any contents afterwards.
    ///
    /// # Errors
    /// When there is no room for so many keys, or they are [`MOST_KEYS`] or more; when `bits` are not all bits of the
    /// key; when the temporary memory, about 2 KiB for each 4,096 keys, does not fit the budget; or the device fails.
    pub fn sort_keys<K: SortKey>(
        &mut self,
        keys: &mut Sortable<K>,
        length: u64,
        bits: Range<u32>,
    ) -> Result<(), RuntimeError> {
        self.sort::<K, K::Keys>(keys, None, length, bits)
    }

    /// Sorts the first `length` keys, and puts the values in the order of their keys.
    ///
    /// # Errors
    /// When there is no room for so many keys or values, or they are [`MOST_KEYS`] or more; when `bits` are not all
    /// bits of the key; when the temporary memory, about 2 KiB for each 4,096 keys, does not fit the budget; or the
    /// device fails.
    pub fn sort_pairs<K: SortKey>(
        &mut self,
        keys: &mut Sortable<K>,
        values: &mut Sortable<u32>,
        length: u64,
        bits: Range<u32>,
    ) -> Result<(), RuntimeError> {
        self.sort::<K, K::Pairs>(keys, Some(values), length, bits)
    }

    fn sort<K, P>(
        &mut self,
        keys: &mut Sortable<K>,
        mut values: Option<&mut Sortable<u32>>,
        length: u64,
        bits: Range<u32>,
    ) -> Result<(), RuntimeError>
    where
        K: SortKey,
        P: for<'a> Kernel<Args<'a> = SweepArgs<'a, K>>,
    {
        let room = values.as_ref().map_or(u64::MAX, |values| values.room()).min(keys.room());
        require::<P>(length <= room, || format!("{length} keys in arrays of {room}"))?;
        require::<P>(length < MOST_KEYS, || format!("{length} keys, and it takes fewer than {MOST_KEYS}"))?;
        require::<P>(bits.end <= K::BITS, || {
            format!("a sort by bit {} of keys of {} bits", bits.end, K::BITS)
        })?;
        let passes: Vec<(u32, u32)> = digits(bits.start, bits.end).collect();
        let launcher = self.launcher;
        let tiles = launcher.tiles(length, sweep::TILE);
        if tiles == 0 || passes.is_empty() {
            return Ok(());
        }
        let (queues, bins) = (passes.len() as u64, BINS as u64);
        let words = self.workspace.zeroed(words(queues, tiles))?;
        let counts = words.part(queues, queues * bins);
        let states = words.part(queues * (1 + bins), tiles * bins);
        // SAFETY: the arrays have room for `length` elements, fewer than `MOST_KEYS`, and the bits are the key's, as
        // just checked; `words` are the zeros for so many passes and tiles. Passes are ordered as they are launched.
        let lend = unsafe { launcher.lend() };
        let histogram = HistogramArgs {
            keys: lend.slice(keys.parts(length).0),
            counts: lend.slice(counts),
            low: bits.start,
            high: bits.end,
        };
        let blocks = length.div_ceil(histogram::LEAST_PER_BLOCK);
        Launcher::launch::<K::Histogram>(&lend, blocks, histogram::SHARED_BYTES, &histogram)?;
        for (pass, (shift, mask)) in (0u64..).zip(passes) {
            let (from, to) = keys.parts(length);
            let (values_from, values_to) = match &mut values {
                Some(values) => values.parts(length),
                None => (View::empty(), ViewMut::empty()),
            };
            let args = SweepArgs {
                keys: lend.slice(from),
                values: lend.slice(values_from),
                sorted_keys: lend.scratch(to),
                sorted_values: lend.scratch(values_to),
                counts: lend.slice(counts.part(pass * bins, bins)),
                queue: lend.slice(words.part(pass, 1)),
                states: lend.slice(states),
                tiles,
                shift,
                mask,
                tag: pass + 1,
            };
            Launcher::launch::<P>(&lend, tiles, sweep::shared_bytes::<K>(launcher.lanes()), &args)?;
            keys.swap();
            if let Some(values) = &mut values {
                values.swap();
            }
        }
        Ok(())
    }
}
