//! What a peeling has, and how its kernels are launched in turn.

use std::sync::atomic::{AtomicU32, AtomicU64};

use motherlode_device::Kernel;
use motherlode_device::kernels::peeling::PeelQueues;
use motherlode_device::kernels::peeling::pieces::MOST_PIECES;
use motherlode_device::kernels::peeling::stage::{PeelingStage, STATE};
use motherlode_device::memory::Slice;

use crate::common::{BLOCKS, Machine, WARPS};

/// How much one block does by itself, after how many tasks it ends, and what is dealt in pieces: all of it, nothing,
/// and something.
pub const LIMITS: [(u64, u64, u64); 3] = [(u64::MAX, u64::MAX, u64::MAX), (0, 3, 1), (100, 5, 3)];

/// The levels and the rounds of each item.
pub type Peeled = (Vec<u32>, Vec<u32>);

/// By the definition: again and again all items leave at once of which no more than `k` are counted. What an item's
/// count is depends on which items stay.
pub fn by_definition(items: usize, count: impl Fn(usize, &dyn Fn(usize) -> bool) -> u32) -> Peeled {
    let (mut levels, mut rounds, mut k) = (vec![0; items], vec![0; items], 0);
    for round in 1.. {
        let stays = |item: usize| rounds[item] == 0;
        let staying = (0..items).filter(|&item| stays(item));
        let left: Vec<(usize, u32)> = staying.map(|item| (item, count(item, &stays))).collect();
        let Some(least) = left.iter().map(|&(_, count)| count).min() else { break };
        k = k.max(least);
        for (item, _) in left.into_iter().filter(|&(_, count)| count <= k) {
            (levels[item], rounds[item]) = (k, round);
        }
    }
    (levels, rounds)
}

/// Checks what kernels find, within each of the limits.
pub fn check(
    name: &str,
    machines: Vec<Machine>,
    expected: &Peeled,
    by_kernels: impl Fn(Machine, (u64, u64, u64)) -> Peeled,
) {
    for machine in machines {
        for limits in LIMITS {
            assert_eq!(by_kernels(machine, limits), *expected, "{name}: {machine:?}, {limits:?}");
        }
    }
}

/// The arrays of a peeling.
pub struct Queues {
    numbers: Vec<AtomicU32>,
    levels: Vec<AtomicU32>,
    rounds: Vec<AtomicU32>,
    queue: Vec<AtomicU32>,
    living: Vec<AtomicU32>,
    state: Vec<AtomicU64>,
    left: Vec<AtomicU64>,
    pieces: Vec<AtomicU64>,
    limits: (u64, u64, u64),
}

impl Queues {
    pub fn new(items: usize, limits: (u64, u64, u64)) -> Self {
        // Rubbish where the kernels are to write, so that what they leave out shows.
        let filled = |length: usize, value: u32| (0..length).map(|_| AtomicU32::new(value)).collect();
        let zeros = |length: usize| (0..length).map(|_| AtomicU64::new(0)).collect();
        Queues {
            numbers: filled(items, 77),
            levels: filled(items, 99),
            rounds: filled(items, 0),
            queue: filled(items, u32::MAX),
            living: filled(2 * items, u32::MAX),
            state: zeros(STATE),
            left: zeros(1),
            pieces: zeros(2 * MOST_PIECES as usize),
            limits,
        }
    }

    pub fn args(&self) -> PeelQueues<'_> {
        PeelQueues {
            numbers: Slice::from(&self.numbers[..]),
            levels: Slice::from(&self.levels[..]),
            rounds: Slice::from(&self.rounds[..]),
            queue: Slice::from(&self.queue[..]),
            living: Slice::from(&self.living[..]),
            state: Slice::from(&self.state[..]),
            left: Slice::from(&self.left[..]),
            pieces: Slice::from(&self.pieces[..]),
            alone: self.limits.0,
            most_tasks: self.limits.1,
            piece: self.limits.2,
        }
    }

    fn stage(&self) -> PeelingStage {
        PeelingStage::of(std::array::from_fn(|at| self.state[at].load(std::sync::atomic::Ordering::Relaxed)))
    }

    /// Launches both kernels in turn until all have left. Returns the levels and the rounds.
    ///
    /// # Safety
    /// The promises of [`Kernel::run`], for both.
    pub unsafe fn peel<A: Kernel, S: Kernel>(
        &self,
        machine: Machine,
        args: &A::Args<'_>,
        same: &S::Args<'_>,
    ) -> Peeled {
        let items = self.levels.len() as u64;
        for _ in 0..20 * items + 9 {
            // SAFETY: the caller's promises. The first is launched as one block.
            unsafe {
                let warps = if machine.lanes() == 1 { 1 } else { WARPS };
                machine.launch::<A>(1, warps, 0, args);
                machine.launch::<S>(BLOCKS, WARPS, 0, same);
            }
            if self.stage().is_done() {
                assert_eq!(self.stage().left(), items, "all have left");
                let values = |array: &[AtomicU32]| {
                    array.iter().map(|value| value.load(std::sync::atomic::Ordering::Relaxed)).collect()
                };
                return (values(&self.levels), values(&self.rounds));
            }
        }
        panic!("it does not end: {:?}", self.stage());
    }
}
