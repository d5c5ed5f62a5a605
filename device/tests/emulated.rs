//! The emulated machine itself: what collectives answer, and that broken kernels are caught.

mod common;

use std::collections::BTreeSet;

use common::scratch;
use motherlode_device::Kernel;
use motherlode_device::memory::Scratch;
use motherlode_device::simt::emulated::{Cause, Collective, Fault, FaultPlace, Thread, launch};
use motherlode_device::simt::{Block, Warp};

/// Declares a kernel over one array of `u64`.
macro_rules! kernel {
    ($name:ident, |$block:ident, $array:ident| $body:block) => {
        struct $name;
        // SAFETY: it is in no module. Some break the rules, and no machine but the emulated one runs those.
        unsafe impl Kernel for $name {
            type Args<'a> = Scratch<'a, u64>;
            const NAME: &'static str = stringify!($name);
            #[inline(always)]
            unsafe fn run<B: Block>($block: B, $array: &Scratch<'_, u64>) {
                $body
            }
        }
    };
}

/// Runs a kernel over an array of `length` zeros, and returns it.
fn run<K: for<'a> Kernel<Args<'a> = Scratch<'a, u64>>>(
    (blocks, warps, shared_bytes): (u32, u32, usize),
    length: usize,
    seed: u64,
) -> Result<Vec<u64>, Fault> {
    let mut array = vec![0; length];
    // SAFETY: the array of this test, with a place for each that its kernel writes to.
    let done = unsafe { launch::<K>(blocks, warps, shared_bytes, seed, &scratch(&mut array)) };
    done.map(|()| array)
}

/// A fault's cause as a divergence: where the thread is, and the other thread, and where that is.
fn diverged(fault: &Fault) -> (FaultPlace, Thread, FaultPlace) {
    match fault.cause {
        Cause::Diverged { place, other, other_place } => (place, other, other_place),
        ref cause => panic!("not a divergence: {cause:?}"),
    }
}

/// What is at a place.
fn collective(place: FaultPlace) -> Option<Collective> {
    match place {
        FaultPlace::At(collective, location) => {
            assert!(location.file().ends_with("emulated.rs"), "{location} is not in the kernel");
            Some(collective)
        }
        FaultPlace::Returned => None,
    }
}

kernel!(Coordinates, |block, array| {
    let thread = block.index() * block.threads() + block.thread();
    let warp = block.warp();
    let of_grid = block.grid_warp() * 32 + warp.lane();
    assert_eq!(thread, of_grid);
    assert_eq!((block.count(), block.warps(), block.grid_warps()), (5, 3, 15));
    // SAFETY: a place for each thread.
    unsafe { array.write(thread as usize, u64::from(thread) + 1) };
});

#[test]
fn each_thread_runs_once() {
    for seed in 0..5 {
        let array = run::<Coordinates>((5, 3, 0), 480, seed).unwrap();
        assert!(array.iter().enumerate().all(|(i, &value)| value == i as u64 + 1));
    }
    assert!(run::<Coordinates>((0, 3, 0), 0, 0).unwrap().is_empty());
}

kernel!(Collectives, |block, array| {
    let warp = block.warp();
    let lane = warp.lane();
    // Asymmetric, and large enough that sums of 32 wrap.
    let value = (lane * lane + 7).wrapping_mul(0x0432_1001);
    let wide = u64::from(value) << 21 | 5;
    let results = [
        u64::from(warp.ballot(lane % 3 == 1)),
        u64::from(warp.shuffle(value, (lane * 5 + 3) % 32)),
        u64::from(warp.sum(value)),
        warp.shuffle_u64(wide, 31 - lane),
        warp.sum_u64(wide),
        u64::from(warp.max(value ^ 0x5555)),
        u64::from(warp.any(lane == 17)),
        u64::from(warp.any(lane == 32)),
        u64::from(warp.inclusive_scan(value)),
        u64::from(warp.lanes_below()),
    ];
    for (i, result) in results.into_iter().enumerate() {
        // SAFETY: ten places for each lane.
        unsafe { array.write(lane as usize * 10 + i, result) };
    }
});

#[test]
fn collectives_answer_as_a_plain_loop_does() {
    let values: Vec<u32> = (0..32).map(|lane| ((lane * lane + 7) as u32).wrapping_mul(0x0432_1001)).collect();
    let wide: Vec<u64> = values.iter().map(|&value| u64::from(value) << 21 | 5).collect();
    for seed in 0..10 {
        let array = run::<Collectives>((1, 1, 0), 320, seed).unwrap();
        for lane in 0..32 {
            let wrapping = |until: usize| values[..until].iter().fold(0u32, |a, &b| a.wrapping_add(b));
            let expected = [
                (0..32).filter(|i| i % 3 == 1).map(|i| 1 << i).sum(),
                u64::from(values[(lane * 5 + 3) % 32]),
                u64::from(wrapping(32)),
                wide[31 - lane],
                wide.iter().sum(),
                u64::from(values.iter().map(|value| value ^ 0x5555).max().unwrap()),
                1,
                0,
                u64::from(wrapping(lane + 1)),
                (1 << lane) - 1,
            ];
            assert_eq!(array[lane * 10..lane * 10 + 10], expected, "lane {lane}");
        }
    }
}

/// A warp that has only what a machine must have, so that the rest comes from the trait.
#[derive(Clone, Copy)]
struct Plain<W>(W);

// SAFETY: what it wraps, and what the trait makes of it.
unsafe impl<W: Warp> Warp for Plain<W> {
    const LANES: u32 = W::LANES;
    fn lane(self) -> u32 {
        self.0.lane()
    }
    fn sync(self) {
        self.0.sync();
    }
    fn ballot(self, vote: bool) -> u32 {
        self.0.ballot(vote)
    }
    fn shuffle(self, value: u32, source: u32) -> u32 {
        self.0.shuffle(value, source)
    }
    fn sum(self, value: u32) -> u32 {
        self.0.sum(value)
    }
}

kernel!(Defaults, |block, _array| {
    let warp = block.warp();
    let plain = Plain(warp);
    for round in 1..20 {
        let value = warp.lane().wrapping_mul(0x9E37_79B9).rotate_left(round) ^ round;
        let wide = u64::from(value) << 30 | u64::from(round);
        assert_eq!(plain.shuffle_u64(wide, value % 32), warp.shuffle_u64(wide, value % 32));
        assert_eq!(plain.sum_u64(wide), warp.sum_u64(wide));
        assert_eq!(plain.max(value), warp.max(value));
        assert_eq!(plain.inclusive_scan(value), warp.inclusive_scan(value));
        let vote = value % 16 == 0;
        assert_eq!(plain.any(vote), warp.any(vote));
    }
});

#[test]
fn what_the_trait_builds_from_shuffles_equals_the_machines_own() {
    run::<Defaults>((1, 1, 0), 0, 1).unwrap();
}

kernel!(Reversal, |block, array| {
    let (thread, threads) = (block.thread() as usize, block.threads() as usize);
    assert_eq!(block.shared_bytes(), threads * 8);
    // SAFETY: `shared_bytes` are `threads` elements of 8 bytes, aligned to 16. Each thread writes its own, and after
    // the barrier reads another's, which nobody writes any more.
    let value = unsafe {
        let shared = block.shared_base().cast::<u64>();
        shared.add(thread).write(u64::from(block.index()) * 1000 + thread as u64);
        block.sync();
        shared.add(threads - 1 - thread).read()
    };
    // SAFETY: a place for each thread.
    unsafe { array.write(block.index() as usize * threads + thread, value) };
});

#[test]
fn a_block_shares_memory_and_blocks_do_not() {
    for seed in 0..10 {
        let array = run::<Reversal>((7, 4, 128 * 8), 7 * 128, seed).unwrap();
        for (i, &value) in array.iter().enumerate() {
            let (block, thread) = (i / 128, i % 128);
            assert_eq!(value, (block * 1000 + 127 - thread) as u64);
        }
    }
}

kernel!(Garbage, |block, array| {
    // SAFETY: 24 bytes of shared memory are 3 elements; nobody writes them but this thread, after it has read.
    unsafe {
        let shared = block.shared_base().cast::<u64>();
        let seen = (0..3).all(|i| shared.add(i).read() == 0xA5A5_A5A5_A5A5_A5A5);
        block.sync();
        shared.write(0);
        array.write((block.index() * 32 + block.thread()) as usize, u64::from(seen));
    }
});

#[test]
fn shared_memory_starts_as_garbage_in_every_block() {
    assert_eq!(run::<Garbage>((9, 1, 24), 9 * 32, 3).unwrap(), vec![1; 9 * 32]);
}

kernel!(MissingSync, |block, array| {
    let lane = block.warp().lane() as usize;
    // SAFETY: within bounds; that a neighbour's element is read without a `sync` is the defect to be seen.
    unsafe {
        array.write(lane, lane as u64 + 1);
        let neighbor = array.read((lane + 1) % 32);
        array.write(32 + lane, neighbor);
    }
});

#[test]
fn a_missing_sync_gives_a_wrong_answer() {
    let expected: Vec<u64> = (0..32).map(|lane| (lane + 1) % 32 + 1).collect();
    for seed in 0..10 {
        assert_ne!(run::<MissingSync>((1, 1, 0), 64, seed).unwrap()[32..], expected);
    }
}

kernel!(WarpOrder, |block, array| {
    if block.warp().sum(1) == 32 && block.warp().lane() == 0 {
        let place = block.grid_warp() as usize + 1;
        // SAFETY: within bounds, and lanes run one at a time; the counter at 0 tells their order.
        unsafe {
            let turn = array.read(0);
            array.write(0, turn + 1);
            array.write(place, turn);
        }
    }
});

#[test]
fn any_warp_and_any_block_may_come_first() {
    let order = |grid, seed| run::<WarpOrder>(grid, 7, seed).unwrap()[1..].to_vec();
    for grid in [(1, 6, 0), (6, 1, 0)] {
        let first = |seed| order(grid, seed).iter().position(|&turn| turn == 0);
        let firsts: BTreeSet<_> = (0..100).map(first).collect();
        assert_eq!(firsts, (0..6).map(Some).collect(), "{grid:?}");
    }
}

#[test]
fn a_seed_repeats_its_run_and_each_warp_has_one_turn() {
    let order = |seed| run::<WarpOrder>((6, 3, 0), 19, seed).unwrap()[1..].to_vec();
    assert_eq!(order(4), order(4));
    let mut turns = order(4);
    turns.sort_unstable();
    assert_eq!(turns, (0..18).collect::<Vec<_>>());
}

kernel!(EarlyReturn, |block, _array| {
    if block.grid_warp() == 4 && block.warp().lane() == 9 {
        return;
    }
    block.warp().sync();
});

#[test]
fn a_lane_that_returns_while_others_wait_is_named() {
    let fault = run::<EarlyReturn>((3, 2, 0), 0, 11).unwrap_err();
    assert_eq!((fault.kernel, fault.block, fault.seed), ("EarlyReturn", 2, 11));
    assert_eq!(fault.thread, Thread { warp: 0, lane: 9 });
    let (place, other, other_place) = diverged(&fault);
    assert_eq!((collective(place), other), (None, Thread { warp: 0, lane: 0 }));
    assert_eq!(collective(other_place), Some(Collective::Sync));
    let text = fault.to_string();
    let start = "kernel `EarlyReturn`, block 2, warp 0: lane 9 has returned, while lane 0 is at sync (";
    assert!(text.starts_with(start) && text.ends_with("(seed 11)"), "{text}");
}

kernel!(TwoCollectives, |block, _array| {
    if block.warp().lane() < 30 {
        block.warp().ballot(true);
    } else {
        block.warp().sum(3);
    }
});

#[test]
fn different_collectives_do_not_meet() {
    let fault = run::<TwoCollectives>((1, 1, 0), 0, 0).unwrap_err();
    assert_eq!(fault.thread, Thread { warp: 0, lane: 30 });
    let (place, other, other_place) = diverged(&fault);
    assert_eq!(
        (collective(place), collective(other_place)),
        (Some(Collective::Sum), Some(Collective::Ballot))
    );
    assert_eq!(other, Thread { warp: 0, lane: 0 });
}

kernel!(TwoLines, |block, _array| {
    if block.warp().lane() == 5 {
        block.warp().max(1);
    } else {
        block.warp().max(2);
    }
});

#[test]
fn one_collective_at_two_lines_does_not_meet() {
    let fault = run::<TwoLines>((1, 1, 0), 0, 0).unwrap_err();
    assert_eq!(fault.thread.lane, 5);
    let (place, _, other_place) = diverged(&fault);
    let (FaultPlace::At(Collective::Max, at), FaultPlace::At(Collective::Max, other)) = (place, other_place)
    else {
        panic!("{fault}");
    };
    assert_eq!(at.line() + 2, other.line());
}

kernel!(BarrierAndBallot, |block, _array| {
    if block.thread() == 70 {
        block.sync();
    } else {
        block.warp().ballot(false);
    }
});

#[test]
fn a_barrier_does_not_meet_a_collective() {
    let fault = run::<BarrierAndBallot>((1, 3, 0), 0, 0).unwrap_err();
    assert_eq!(fault.thread, Thread { warp: 2, lane: 6 });
    let (place, _, other_place) = diverged(&fault);
    assert_eq!(
        (collective(place), collective(other_place)),
        (Some(Collective::Barrier), Some(Collective::Ballot))
    );
}

kernel!(WarpSkipsBarrier, |block, _array| {
    if block.warp_index() != 1 {
        block.sync();
    }
});

#[test]
fn a_warp_that_returns_while_others_wait_at_the_barrier_is_named() {
    for seed in 0..10 {
        let fault = run::<WarpSkipsBarrier>((2, 3, 0), 0, seed).unwrap_err();
        assert_eq!(fault.thread, Thread { warp: 1, lane: 0 });
        let (place, other, other_place) = diverged(&fault);
        assert_eq!((collective(place), collective(other_place)), (None, Some(Collective::Barrier)));
        assert_ne!(other.warp, 1);
        assert!(fault.to_string().contains(&format!("while warp {}'s lane 0 is at", other.warp)), "{fault}");
    }
}

kernel!(TwoBarriers, |block, _array| {
    if block.warp_index() == 0 {
        block.sync();
    }
    if block.warp_index() != 0 {
        block.sync();
    }
});

#[test]
fn two_barriers_do_not_meet() {
    for seed in 0..10 {
        let fault = run::<TwoBarriers>((1, 2, 0), 0, seed).unwrap_err();
        let (place, other, other_place) = diverged(&fault);
        assert_eq!(collective(place), collective(other_place));
        assert_ne!((fault.thread.warp, place), (other.warp, other_place));
    }
}

kernel!(FarShuffle, |block, _array| {
    let lane = block.warp().lane();
    block.warp().shuffle(1, lane + 1);
});

#[test]
fn a_shuffle_from_outside_the_warp_is_named() {
    let fault = run::<FarShuffle>((1, 2, 0), 0, 0).unwrap_err();
    assert_eq!(fault.thread.lane, 31);
    assert!(matches!(fault.cause, Cause::NoSuchLane { source: 32, .. }), "{fault}");
}

kernel!(Panicking, |block, array| {
    let warp = block.warp();
    let lane = warp.lane() as usize;
    if warp.sum(1) == 32 && block.index() == 1 && lane == 20 {
        assert!(array.len() > 99, "only {} elements", array.len());
    }
    warp.sync();
});

#[test]
fn a_panic_is_reported_with_its_lane() {
    let fault = run::<Panicking>((2, 1, 0), 3, 7).unwrap_err();
    assert_eq!((fault.kernel, fault.block, fault.thread), ("Panicking", 1, Thread { warp: 0, lane: 20 }));
    assert_eq!(fault.cause, Cause::Panicked { message: "only 3 elements".into() });
    assert!(fault.to_string().contains("lane 20 panicked: only 3 elements"), "{fault}");
}

kernel!(Dropping, |block, array| {
    struct Mark<'a>(Scratch<'a, u64>);
    impl Drop for Mark<'_> {
        fn drop(&mut self) {
            // SAFETY: there is one element, and lanes run one at a time.
            unsafe { self.0.write(0, self.0.read(0) + 1) };
        }
    }
    let _mark = Mark(*array);
    if block.warp().lane() != 3 {
        block.warp().sync();
    }
});

#[test]
fn after_a_fault_lanes_are_unwound_and_the_machine_works_on() {
    for seed in 0..20 {
        let mut drops = [0];
        // SAFETY: the array of this test, of the one element that the kernel writes.
        unsafe { launch::<Dropping>(1, 2, 0, seed, &scratch(&mut drops)) }.unwrap_err();
        // A warp that had not started had nothing to drop.
        assert!(drops[0] == 32 || drops[0] == 64, "{drops:?}");
        run::<Reversal>((2, 4, 128 * 8), 2 * 128, seed).unwrap();
    }
}
