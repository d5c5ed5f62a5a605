//! Scan: the sums of all values before each place (exclusive), or up to and with it (inclusive).
//!
//! - Computes: `sums[i]`, the sum of `values[..i]` or `values[..=i]`, wrapping in the type of the sums. If `sums` has
//!   one element more than `values` and the scan is exclusive, that element is the sum of all: offsets of lists from
//!   their lengths.
//! - Requires: `sums` at least as long as `values`; `words` zero; the two arrays apart.
//! - Thread mapping: blocks draw tiles ([`lookback`]); a lane holds `ROWS` quads, a warp scans its rows by shuffles,
//!   the first warp scans the warps' sums and looks back. With one lane, a tile is summed and then scanned, or, when
//!   the sum before it is there already, just scanned.
//! - Memory: reads and writes each element once; bound by that.
//! - Source: Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::carve::{self, Carver};
use super::lookback::{self, Carry};
use super::operator::{Operator, Sum};
use super::rows::{self, QUAD, Rows};
use super::unroll::unroll;
use super::value::WordValue;
use super::{TileSize, WARPS, WIDE_THREADS};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Kernel, Warp};

/// Quads that a lane holds.
const ROWS: usize = 6;

/// Values in a tile.
pub const TILE: TileSize = TileSize { wide: ROWS * QUAD * WIDE_THREADS, scalar: 1 << 15 };

/// Bytes of shared memory that the kernels need.
pub const SHARED_BYTES: usize = carve::shared_bytes(&[size_of::<u64>(), WARPS as usize * size_of::<u64>()]);

/// What the scan kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct ScanArgs<'a, T> {
    /// Read: `n` values.
    pub values: Slice<'a, u32>,
    /// Written: `n` sums or more.
    pub sums: Scratch<'a, T>,
    /// The tile counter, and the state of each tile; zero at the start.
    pub words: Slice<'a, AtomicU64>,
    /// The number of tiles.
    pub tiles: u64,
    /// 0 for an exclusive scan; all ones for an inclusive one.
    pub own: u64,
}

layout!(ScanArgs<'_, u32>: 64);
layout!(ScanArgs<'_, u64>: 64, words: 32, own: 56);

/// A type that values can be summed in, and the kernel that does it.
pub trait Sums: WordValue {
    /// Words of state for each tile.
    const WORDS: usize;
    /// The kernel.
    type Kernel: for<'a> Kernel<Args<'a> = ScanArgs<'a, Self>>;
}

/// The arguments, and the state words behind the tile counter.
struct ScanTiles<'a, 'b, T> {
    args: &'a ScanArgs<'b, T>,
    states: &'b [AtomicU64],
}

impl<T> ScanTiles<'_, '_, T>
where
    T: WordValue + From<u32>,
    Sum<T>: Carry<Value = T>,
{
    /// `value`, if the scan is inclusive.
    #[inline(always)]
    fn own(&self, value: u32) -> T {
        T::from(value & self.args.own as u32)
    }

    #[inline(always)]
    fn add(a: T, b: T) -> T {
        Sum::<T>::combine(a, b)
    }

    /// Writes the sum of all behind the last sum, where an exclusive scan has room for it.
    #[inline(always)]
    fn finish(&self, end: usize, sum: T) {
        if end == self.args.values.get().len() && self.args.sums.len() > end as u64 && self.args.own == 0 {
            // SAFETY: within the array; one lane of the last tile gets here, and no tile writes this element.
            unsafe { self.args.sums.write(end, sum) };
        }
    }

    /// A tile by one lane.
    #[inline(always)]
    fn by_one<W: Warp>(&self, warp: W, tile: u64) {
        let start = tile as usize * TILE.scalar;
        let values = self.args.values.get();
        let end = values.len().min(start + TILE.scalar);
        let values = &values[start..end];
        let ready = lookback::ready_prefix::<Sum<T>>(self.states, tile);
        let mut sum = ready.unwrap_or_else(|| {
            let own = values.iter().fold(T::default(), |sum, value| Self::add(sum, T::from(*value)));
            lookback::announce::<Sum<T>>(self.states, tile, own);
            lookback::prefix_before::<W, Sum<T>>(warp, self.states, tile)
        });
        let sums = self.args.sums.part(start as u64, values.len() as u64);
        for (i, value) in values.iter().enumerate() {
            // SAFETY: within the tile, which is this block's alone.
            unsafe { sums.write(i, Self::add(sum, self.own(*value))) };
            sum = Self::add(sum, T::from(*value));
        }
        lookback::announce_prefix::<Sum<T>>(self.states, tile, sum);
        self.finish(end, sum);
    }

    /// A tile by a block of wide warps. `totals` has an element for each warp.
    #[inline(always)]
    fn by_many<B: Block>(&self, block: B, totals: Scratch<'_, T>, tile: u64) {
        let warp = block.warp();
        let last = B::Warp::LANES - 1;
        let values = self.args.values.get();
        let warp_index = block.warp_index() as usize;
        let start = tile as usize * TILE.wide + warp_index * rows::span::<B::Warp>(ROWS);
        let items: Rows<u32, ROWS> = rows::load(warp, values, start, 0);

        // What the warp's items before each of this lane's quads come to.
        let mut before = [T::default(); ROWS];
        let mut total = T::default();
        unroll!(row in 0..ROWS => {
            let [a, b, c, d] = items[row];
            let own = Self::add(Self::add(a.into(), b.into()), Self::add(c.into(), d.into()));
            let scanned = Sum::<T>::scan(warp, own);
            before[row] = Self::add(total, scanned.without(own));
            total = Self::add(total, scanned.shuffle(warp, last));
        });
        if warp.lane() == 0 {
            // SAFETY: an element for each warp, read after the barrier.
            unsafe { totals.write(warp_index, total) };
        }
        block.sync();
        if warp_index == 0 {
            let lane = warp.lane() as usize;
            let is_warp = lane < WARPS as usize;
            // SAFETY: written by each warp before the barrier.
            let own = if is_warp { unsafe { totals.read(lane) } } else { T::default() };
            let scanned = Sum::<T>::scan(warp, own);
            let tile_sum = scanned.shuffle(warp, last);
            if lane == 0 {
                lookback::announce::<Sum<T>>(self.states, tile, tile_sum);
            }
            let prefix = lookback::prefix_before::<B::Warp, Sum<T>>(warp, self.states, tile);
            if lane == 0 {
                let sum = Self::add(prefix, tile_sum);
                lookback::announce_prefix::<Sum<T>>(self.states, tile, sum);
                self.finish(values.len().min((tile as usize + 1) * TILE.wide), sum);
            }
            if is_warp {
                // SAFETY: this warp alone touches the totals between the two barriers, each lane its own.
                unsafe { totals.write(lane, Self::add(prefix, scanned.without(own))) };
            }
        }
        block.sync();
        // SAFETY: written before the barrier.
        let prefix = unsafe { totals.read(warp_index) };
        let mut sums: Rows<T, ROWS> = [[T::default(); QUAD]; ROWS];
        unroll!(row in 0..ROWS => {
            let mut sum = Self::add(prefix, before[row]);
            unroll!(k in 0..QUAD => {
                sums[row][k] = Self::add(sum, self.own(items[row][k]));
                sum = Self::add(sum, T::from(items[row][k]));
            });
        });
        // SAFETY: `sums` is at least as long as `values`, and the tile is this block's alone.
        unsafe { rows::store(warp, self.args.sums, start, values.len(), sums) };
    }
}

#[inline(always)]
fn scan<B: Block, T>(block: B, args: &ScanArgs<'_, T>)
where
    T: WordValue + From<u32>,
    Sum<T>: Carry<Value = T>,
{
    assert!(args.sums.len() >= args.values.length(), "fewer sums than values");
    let (queue, states) = lookback::split(args.words);
    let scan = ScanTiles { args, states };
    let mut shared = Carver::new(block);
    let slot = shared.take(1);
    let totals = shared.take(WARPS as usize);
    loop {
        let tile = lookback::draw(block, queue, slot);
        if tile >= args.tiles {
            break;
        }
        if B::Warp::LANES == 1 {
            scan.by_one(block.warp(), tile);
        } else {
            scan.by_many(block, totals, tile);
        }
    }
}

macro_rules! scans {
    ($($(#[$doc:meta])* $kernel:ident $name:ident as $kind:ty, $blocks:literal;)*) => {$(
        $(#[$doc])*
        #[cuda_std::kernel(max_threads = 256, min_blocks = $blocks)]
        pub unsafe fn $name<B: Block>(block: B, args: &ScanArgs<'_, $kind>) {
            scan(block, args);
        }
        impl Sums for $kind {
            const WORDS: usize = <Sum<$kind> as Carry>::WORDS;
            type Kernel = $kernel;
        }
    )*};
}

scans! {
    /// The scan of `u32` in 32 bits: sums wrap.
    ScanU32 scan_u32 as u32, 3;
    /// The scan of `u32` in 64 bits.
    ScanU64 scan_u64 as u64, 2;
}
