//! The scalar machine: one lane a warp, one warp a block. It is the CPU backend.
//!
//! Collectives are the identity, so a loop that a warp shares becomes a plain loop over everything. The host runs
//! the blocks of a grid on its threads, each through [`run`], which compiles the kernel for the CPU at hand: the
//! whole kernel is inlined into a function with that CPU's instructions turned on.
//!
//! A task may take minutes, so blocks look at each [`sync`](Warp::sync) whether they are to [`Stop`]: kernels have one
//! after every few lists that they go through.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::boxed::Box;

use super::{Block, Kernel, Warp};

/// Ends the blocks that look at it ([`ScalarBlock::until`]), wherever they are: by unwinding, with [`Stopped`]. What
/// they were to write is then written in part.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

/// What a block unwinds with that was asked to stop.
#[derive(Clone, Copy, Debug)]
pub struct Stopped;

/// What blocks look at that are never asked.
static NEVER: Stop = Stop(AtomicBool::new(false));

impl Stop {
    /// Asks the blocks to stop.
    pub fn ask(&self) {
        self.0.store(true, Relaxed);
    }

    #[inline(always)]
    fn look(&self) {
        if self.0.load(Relaxed) {
            leave();
        }
    }
}

/// Not a panic, which would be reported.
#[cold]
#[inline(never)]
fn leave() -> ! {
    std::panic::resume_unwind(Box::new(Stopped))
}

/// The warp of the scalar machine.
#[derive(Clone, Copy, Debug)]
pub struct ScalarWarp<'a> {
    stop: &'a Stop,
}

// SAFETY: one lane, number 0; with it alone, each collective is the identity.
unsafe impl Warp for ScalarWarp<'_> {
    const LANES: u32 = 1;

    #[inline(always)]
    fn lane(self) -> u32 {
        0
    }
    #[inline(always)]
    fn sync(self) {
        self.stop.look();
    }
    #[inline(always)]
    fn ballot(self, vote: bool) -> u32 {
        u32::from(vote)
    }
    #[inline(always)]
    fn shuffle(self, value: u32, source: u32) -> u32 {
        debug_assert!(source == 0, "a shuffle from lane {source} of 1");
        value
    }
    #[inline(always)]
    fn sum(self, value: u32) -> u32 {
        value
    }
}

/// A block of the scalar machine: one warp, and memory that it shares with nobody.
#[derive(Clone, Copy, Debug)]
pub struct ScalarBlock<'a> {
    index: u32,
    count: u32,
    shared: *mut u8,
    shared_bytes: usize,
    stop: &'a Stop,
    lifetime: PhantomData<&'a mut [MaybeUninit<u128>]>,
}

impl<'a> ScalarBlock<'a> {
    /// Block `index` of a grid of `count`, with `shared` as its shared memory.
    ///
    /// The element type gives the alignment of 16 bytes that [`Block::shared_base`] promises.
    ///
    /// # Panics
    /// If there is no such block in the grid.
    #[inline(always)]
    pub fn new(index: u32, count: u32, shared: &'a mut [MaybeUninit<u128>]) -> Self {
        const { assert!(align_of::<u128>() == 16) };
        assert!(index < count, "block {index} of a grid of {count}");
        ScalarBlock {
            index,
            count,
            shared: shared.as_mut_ptr().cast(),
            shared_bytes: size_of_val(shared),
            stop: &NEVER,
            lifetime: PhantomData,
        }
    }

    /// This block, but its kernel ends when `stop` asks it to.
    #[inline(always)]
    #[must_use]
    pub fn until(self, stop: &'a Stop) -> Self {
        ScalarBlock { stop, ..self }
    }
}

// SAFETY: `new` checks the index and borrows the memory; who runs the kernel uses each index once.
unsafe impl<'a> Block for ScalarBlock<'a> {
    type Warp = ScalarWarp<'a>;

    #[inline(always)]
    fn index(self) -> u32 {
        self.index
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count
    }
    #[inline(always)]
    fn warps(self) -> u32 {
        1
    }
    #[inline(always)]
    fn warp_index(self) -> u32 {
        0
    }
    #[inline(always)]
    fn warp(self) -> ScalarWarp<'a> {
        ScalarWarp { stop: self.stop }
    }
    #[inline(always)]
    fn sync(self) {
        self.stop.look();
    }
    #[inline(always)]
    fn shared_base(self) -> *mut u8 {
        self.shared
    }
    #[inline(always)]
    fn shared_bytes(self) -> usize {
        self.shared_bytes
    }
}

/// The instructions that kernels are compiled for. A value is proof that this CPU has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(InstructionSet);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Isa {
    /// What every CPU of the target architecture has.
    pub const BASELINE: Isa = Isa(InstructionSet::Baseline);

    /// The best of those that kernels are compiled for and this CPU has. Ask once, not for each block.
    pub fn detect() -> Isa {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                return Isa(InstructionSet::Avx2);
            }
        }
        Isa::BASELINE
    }

    /// Its name, for reports.
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
        }
    }
}

/// Runs kernel `K` as `block`, compiled for `isa`.
///
/// # Safety
/// The promises of [`Kernel::run`]. Blocks of a grid may run at the same time or one after another, in any order.
#[inline]
pub unsafe fn run<K: Kernel>(isa: Isa, block: ScalarBlock<'_>, args: &K::Args<'_>) {
    // SAFETY: the caller's promises.
    unsafe { K::run_scalar(isa, block, args) }
}

/// [`run`], compiled where it is called.
///
/// # Safety
/// The promises of [`Kernel::run`]. Blocks of a grid may run at the same time or one after another, in any order.
#[doc(hidden)]
#[inline(always)]
pub unsafe fn run_here<K: Kernel>(isa: Isa, block: ScalarBlock<'_>, args: &K::Args<'_>) {
    match isa.0 {
        // SAFETY: the caller's promises.
        InstructionSet::Baseline => unsafe { K::run(block, args) },
        // SAFETY: the caller's promises; and `detect` alone makes this level, after it saw each feature that the
        // function turns on.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => unsafe { run_avx2::<K>(block, args) },
    }
}

/// The kernel with AVX2 and its contemporaries: it must be inlined to be compiled with them, and `K::run` is.
///
/// # Safety
/// The promises of [`Kernel::run`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_avx2<K: Kernel>(block: ScalarBlock<'_>, args: &K::Args<'_>) {
    // SAFETY: the caller's promises.
    unsafe { K::run(block, args) };
}
