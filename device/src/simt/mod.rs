//! What a kernel may ask of the machine that runs it.
//!
//! | machine | lanes | where |
//! | --- | --- | --- |
//! | `device` | 32 | PTX, on `cuda_std`'s intrinsics |
//! | [`scalar`] | 1 | the CPU backend: collectives are the identity |
//! | [`emulated`] | 32 | tests: 32 coroutines that meet at each collective |
//!
//! A kernel never writes 32: the width is [`Warp::LANES`], which may be 1.
//!
//! # What is unsafe
//! A kernel trusts its arguments: it reads arrays at places that it does not check. So whoever runs one makes the
//! promises of [`Kernel::run`], and nothing else runs one. The collectives of [`Warp`] and [`Block`] are safe to
//! call, though not all lanes may do so at any time: a warp and a block are only given to the body of a kernel, which
//! is an `unsafe fn`, and whose author promises to follow the rules of `docs/machines.md`.

#[cfg(target_os = "cuda")]
pub mod device;
#[cfg(all(feature = "emulated", not(target_os = "cuda")))]
pub mod emulated;
mod on_host;
#[cfg(not(target_os = "cuda"))]
pub mod scalar;

use cust_core::DeviceCopy;
#[cfg(all(feature = "emulated", not(target_os = "cuda")))]
use emulated::EmulatedBlock;
#[cfg(not(target_os = "cuda"))]
use scalar::{Isa, ScalarBlock};

#[doc(hidden)]
pub use crate::__machines_on_host as machines_on_host;
#[doc(hidden)]
pub use crate::__register_on_host as register_on_host;

/// Lanes in a warp of the wide machines, the card and the emulated one: for sizes that the host plans. A kernel asks
/// its warp ([`Warp::LANES`]).
pub const WIDE_LANES: u32 = 32;

/// A kernel: a body that runs on any machine, its name in the PTX, and the type of its one argument.
///
/// Written by the attribute `cuda_std::kernel`; by hand only in tests of machines on the host.
///
/// # Safety
/// 1. The module [`FAMILY`](Kernel::FAMILY) has an entry point [`NAME`](Kernel::NAME) that takes an
///    [`Args`](Kernel::Args) by value and does what [`run`](Kernel::run) does, or `FAMILY` is empty.
/// 2. The body follows the rules for kernels of `docs/machines.md`: above all, every lane of a warp reaches the same
///    collectives, and every thread of a block the same barriers.
pub unsafe trait Kernel: Sized {
    /// What the kernel takes, by value. The lifetime is that of the buffers it points to.
    type Args<'a>: DeviceCopy + Sync;
    /// The name of the entry point in the PTX.
    const NAME: &'static str;
    /// The PTX module that it is in; empty for a kernel that is in none.
    const FAMILY: &'static str = "";
    /// The body, as run by each thread of `block`.
    ///
    /// # Safety
    /// Whoever runs a kernel, on whatever machine, promises for the whole launch, up to the end of its last block:
    ///
    /// 1. Every array in `args`, and in what these lead to, is valid in the memory of the machine that runs the kernel:
    ///    a card's array for a card, the host's for the host.
    /// 2. What the kernel's documentation and that of its argument's fields ask for holds, under "Requires" and
    ///    elsewhere: lengths, orders, numbers that lie within an array, zeros at the start.
    /// 3. Nothing but threads of the launch writes what the kernel reads, or reads or writes what it writes, unless
    ///    by atomics; and arrays that it writes overlap no others.
    /// 4. The grid has the shape that the kernel asks for: the bytes of shared memory, and the warps in a block if
    ///    it says how many. Each block of the grid is run once, with shared memory that no other block uses.
    unsafe fn run<B: Block>(block: B, args: &Self::Args<'_>);

    /// [`run`](Kernel::run) on the scalar machine, compiled for `isa`: see `on_host.rs`.
    ///
    /// # Safety
    /// The promises of [`run`](Kernel::run).
    #[doc(hidden)]
    #[cfg(not(target_os = "cuda"))]
    #[inline(always)]
    unsafe fn run_scalar(isa: Isa, block: ScalarBlock<'_>, args: &Self::Args<'_>) {
        // SAFETY: the caller's promises.
        unsafe { scalar::run_here::<Self>(isa, block, args) }
    }

    /// [`run`](Kernel::run) on the emulated machine: see `on_host.rs`.
    ///
    /// # Safety
    /// The promises of [`run`](Kernel::run).
    #[doc(hidden)]
    #[cfg(all(feature = "emulated", not(target_os = "cuda")))]
    #[inline(always)]
    unsafe fn run_emulated(block: EmulatedBlock<'_>, args: &Self::Args<'_>) {
        // SAFETY: the caller's promises.
        unsafe { Self::run(block, args) }
    }
}

/// A warp: lanes that run together and may vote, exchange and reduce.
///
/// Every method but [`lane`](Warp::lane) is a collective: all lanes must call it, at the same place.
///
/// # Safety
/// Methods do what they say: kernels read memory at places that were shuffled, summed and voted for. `LANES` is a power
/// of two, at most 32; `lane` is below it, always the same in one thread, and differs between the threads of a warp.
pub unsafe trait Warp: Copy {
    /// Lanes in a warp: 32, or 1 on the scalar machine.
    const LANES: u32;

    /// This lane, in `0..LANES`.
    fn lane(self) -> u32;
    /// Waits for all lanes, and makes what each has written visible to the others.
    fn sync(self);
    /// Bit `i` of the result is lane `i`'s `vote`.
    fn ballot(self, vote: bool) -> u32;
    /// The `value` of lane `source`; lanes may name different sources.
    fn shuffle(self, value: u32, source: u32) -> u32;
    /// The sum over all lanes (wrapping), in every lane.
    fn sum(self, value: u32) -> u32;

    /// The 64-bit `value` of lane `source`.
    #[inline(always)]
    fn shuffle_u64(self, value: u64, source: u32) -> u64 {
        let low = self.shuffle(value as u32, source);
        let high = self.shuffle((value >> 32) as u32, source);
        u64::from(low) | u64::from(high) << 32
    }
    /// The sum over all lanes (wrapping), in every lane.
    #[inline(always)]
    fn sum_u64(self, mut value: u64) -> u64 {
        let mut step = Self::LANES / 2;
        while step > 0 {
            value = value.wrapping_add(self.shuffle_u64(value, self.lane() ^ step));
            step /= 2;
        }
        value
    }
    /// The largest `value` of any lane, in every lane.
    #[inline(always)]
    fn max(self, mut value: u32) -> u32 {
        let mut step = Self::LANES / 2;
        while step > 0 {
            value = value.max(self.shuffle(value, self.lane() ^ step));
            step /= 2;
        }
        value
    }
    /// Whether any lane votes yes.
    #[inline(always)]
    fn any(self, vote: bool) -> bool {
        self.ballot(vote) != 0
    }
    /// The sum over the lanes up to and with this one (wrapping).
    #[inline(always)]
    fn inclusive_scan(self, mut value: u32) -> u32 {
        let mut step = 1;
        while step < Self::LANES {
            let below = self.shuffle(value, self.lane().wrapping_sub(step) & (Self::LANES - 1));
            if self.lane() >= step {
                value = value.wrapping_add(below);
            }
            step *= 2;
        }
        value
    }
    /// The lanes below this one, as a mask.
    #[inline(always)]
    fn lanes_below(self) -> u32 {
        (1u32 << self.lane()) - 1
    }
}

/// A block: warps with memory in common and a barrier. Blocks of a grid know nothing of each other.
///
/// # Safety
/// Methods do what they say. No two blocks of a launch have the same `index`, and no two threads of a block the same
/// `warp_index` and lane. From `shared_base`, `shared_bytes` bytes can be read and written by the threads of the block,
/// and by nothing else, until the last of them returns.
pub unsafe trait Block: Copy {
    /// The warps of this machine.
    type Warp: Warp;

    /// This block, in `0..count()`.
    fn index(self) -> u32;
    /// Blocks in the grid.
    fn count(self) -> u32;
    /// Warps in a block.
    fn warps(self) -> u32;
    /// This thread's warp within the block, in `0..warps()`.
    fn warp_index(self) -> u32;
    /// This thread's warp.
    fn warp(self) -> Self::Warp;
    /// Waits for all threads of the block, and makes what each has written visible to the others.
    fn sync(self);
    /// The block's shared memory: its first byte, aligned to 16. Its contents are undefined at the start.
    fn shared_base(self) -> *mut u8;
    /// Bytes of shared memory that the launch asked for.
    fn shared_bytes(self) -> usize;

    /// This thread within the block, in `0..threads()`.
    #[inline(always)]
    fn thread(self) -> u32 {
        self.warp_index() * Self::Warp::LANES + self.warp().lane()
    }
    /// Threads in a block.
    #[inline(always)]
    fn threads(self) -> u32 {
        self.warps() * Self::Warp::LANES
    }
    /// This thread's warp within the grid, in `0..grid_warps()`.
    #[inline(always)]
    fn grid_warp(self) -> u32 {
        self.index() * self.warps() + self.warp_index()
    }
    /// Warps in the grid.
    #[inline(always)]
    fn grid_warps(self) -> u32 {
        self.count() * self.warps()
    }
}
