//! Warp and block as a lane of the emulated machine sees them.

use core::panic::Location;
use core::ptr::NonNull;

use corosensei::Yielder;
use std::vec;
use std::vec::Vec;

use super::collective::{Call, Collective};
use crate::simt::{Block, WIDE_LANES, Warp};

/// What the threads of a block have in common.
pub(super) struct BlockInfo {
    pub index: u32,
    pub count: u32,
    pub warps: u32,
    shared: *mut u8,
    shared_bytes: usize,
    /// What `shared` points to.
    _memory: Vec<u128>,
}

impl BlockInfo {
    /// What shared memory holds at the start, in each byte: nothing that a kernel may count on.
    const GARBAGE: u8 = 0xA5;

    pub fn new(index: u32, count: u32, warps: u32, shared_bytes: usize) -> Self {
        let mut memory = vec![u128::from_ne_bytes([Self::GARBAGE; 16]); shared_bytes.div_ceil(16)];
        BlockInfo { index, count, warps, shared: memory.as_mut_ptr().cast(), shared_bytes, _memory: memory }
    }
}

/// A lane, seen from inside.
pub(super) struct Lane<'a> {
    pub yielder: &'a Yielder<u64, NonNull<Call>>,
    pub block: &'a BlockInfo,
    pub warp: u32,
    pub lane: u32,
}

impl Lane<'_> {
    /// Waits for the others, and returns the answer. Until then the call stays on this lane's stack, where the warp reads it.
    #[track_caller]
    fn meet(&self, collective: Collective, value: u64, source: u32) -> u64 {
        let call = Call { collective, at: Location::caller(), value, source };
        self.yielder.suspend(NonNull::from(&call))
    }
}

/// The warp of the emulated machine.
///
/// What [`Warp`] builds from shuffles is one meeting here, so that a fault names the call in the kernel.
#[derive(Clone, Copy)]
pub struct EmulatedWarp<'a>(&'a Lane<'a>);

// SAFETY: the grid gives each lane its number, and answers a collective once all lanes have called it.
unsafe impl Warp for EmulatedWarp<'_> {
    const LANES: u32 = WIDE_LANES;

    fn lane(self) -> u32 {
        self.0.lane
    }
    #[track_caller]
    fn sync(self) {
        self.0.meet(Collective::Sync, 0, 0);
    }
    #[track_caller]
    fn ballot(self, vote: bool) -> u32 {
        self.0.meet(Collective::Ballot, u64::from(vote), 0) as u32
    }
    #[track_caller]
    fn shuffle(self, value: u32, source: u32) -> u32 {
        self.0.meet(Collective::Shuffle, u64::from(value), source) as u32
    }
    #[track_caller]
    fn sum(self, value: u32) -> u32 {
        self.0.meet(Collective::Sum, u64::from(value), 0) as u32
    }
    #[track_caller]
    fn shuffle_u64(self, value: u64, source: u32) -> u64 {
        self.0.meet(Collective::Shuffle, value, source)
    }
    #[track_caller]
    fn sum_u64(self, value: u64) -> u64 {
        self.0.meet(Collective::Sum, value, 0)
    }
    #[track_caller]
    fn max(self, value: u32) -> u32 {
        self.0.meet(Collective::Max, u64::from(value), 0) as u32
    }
    #[track_caller]
    fn any(self, vote: bool) -> bool {
        self.0.meet(Collective::Any, u64::from(vote), 0) != 0
    }
    #[track_caller]
    fn inclusive_scan(self, value: u32) -> u32 {
        self.0.meet(Collective::InclusiveScan, u64::from(value), 0) as u32
    }
}

/// A block of the emulated machine.
#[derive(Clone, Copy)]
pub struct EmulatedBlock<'a>(&'a Lane<'a>);

impl<'a> EmulatedBlock<'a> {
    pub(super) fn new(lane: &'a Lane<'a>) -> Self {
        EmulatedBlock(lane)
    }
}

// SAFETY: the grid starts each block once, with memory of its own, and gives each warp its number.
unsafe impl<'a> Block for EmulatedBlock<'a> {
    type Warp = EmulatedWarp<'a>;

    fn index(self) -> u32 {
        self.0.block.index
    }
    fn count(self) -> u32 {
        self.0.block.count
    }
    fn warps(self) -> u32 {
        self.0.block.warps
    }
    fn warp_index(self) -> u32 {
        self.0.warp
    }
    fn warp(self) -> EmulatedWarp<'a> {
        EmulatedWarp(self.0)
    }
    #[track_caller]
    fn sync(self) {
        self.0.meet(Collective::Barrier, 0, 0);
    }
    fn shared_base(self) -> *mut u8 {
        self.0.block.shared
    }
    fn shared_bytes(self) -> usize {
        self.0.block.shared_bytes
    }
}
