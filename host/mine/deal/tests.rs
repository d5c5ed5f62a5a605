//! The dealing, without devices: workers that add up the numbers of their tasks.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::runtime::{Interrupt, RuntimeError};

/// Adds `task * task + 1` for each of its tasks, and fails at one of them, if it is to.
struct Adder {
    tasks: u64,
    least: u64,
    fails_at: Option<u64>,
    naps: Duration,
    shares: Vec<std::ops::Range<u64>>,
}

impl Adder {
    fn team(workers: usize, tasks: u64, least: u64) -> Vec<Adder> {
        let one = |worker| Adder {
            tasks,
            least,
            fails_at: None,
            naps: Duration::from_micros(if worker == 0 { 300 } else { 3 }),
            shares: vec![],
        };
        (0..workers).map(one).collect()
    }
}

fn sum(tasks: std::ops::Range<u64>) -> u128 {
    tasks.map(|task| u128::from(task * task + 1)).sum()
}

impl Work for Adder {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.tasks
    }

    fn least_share(&self) -> u64 {
        self.least
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let tasks = share.tasks();
        thread::sleep(self.naps);
        self.shares.push(tasks.clone());
        match self.fails_at {
            Some(task) if tasks.contains(&task) => Err(MineError::ListTooLong),
            _ => Ok(sum(tasks)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_split_gives_the_same(
        workers in prop::sample::select(vec![1usize, 2, 3, 7]),
        tasks in 0..400u64,
        from in 0..450u64,
        least in 1..20u64,
        pace in prop::sample::select(vec![
            Pace::Unbroken,
            Pace::Timed(Duration::from_micros(200)),
            Pace::Doubling { first: 3, most: 40 },
        ]),
    ) {
        let mut team = Adder::team(workers, tasks, least);
        let from = from.min(tasks);
        let start = Done { tasks: from, tally: sum(0..from) };
        let mut told = vec![from];
        let done = deal_from(&mut team, start, pace, &Context::default(), |done| {
            assert_eq!(done.tally, sum(0..done.tasks), "what is told is true");
            told.push(done.tasks);
            ControlFlow::Continue(())
        });
        prop_assert_eq!(done.unwrap(), Done { tasks, tally: sum(0..tasks) });
        prop_assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "it only grows: {:?}", told);
        let mut shares: Vec<_> = team.iter().flat_map(|worker| worker.shares.clone()).collect();
        shares.sort_by_key(|share| share.start);
        let ends = shares.iter().map(|share| share.end);
        let starts: Vec<u64> = shares.iter().map(|share| share.start).collect();
        prop_assert!(std::iter::once(from).chain(ends).take(starts.len()).eq(starts), "each task once");
    }
}

#[test]
fn a_failure_ends_the_job_and_is_told() {
    for workers in [1, 3] {
        let mut team = Adder::team(workers, 1000, 1);
        team.iter_mut().for_each(|worker| worker.fails_at = Some(500));
        let mut last = 0;
        let pace = Pace::Doubling { first: 10, most: 10 };
        let failed = deal_from(&mut team, Done::default(), pace, &Context::default(), |done| {
            last = done.tasks;
            ControlFlow::Continue(())
        });
        assert!(matches!(failed, Err(MineError::ListTooLong)));
        assert!(last <= 500, "nothing behind the failure is said to be done: {last}");
    }
}

#[test]
fn who_breaks_gets_what_is_done() {
    let mut team = Adder::team(2, 300, 1);
    let pace = Pace::Doubling { first: 20, most: 20 };
    let done = deal_from(&mut team, Done::default(), pace, &Context::default(), |done| {
        if done.tasks >= 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let done = done.unwrap();
    assert!((100..300).contains(&done.tasks) && done.tally == sum(0..done.tasks), "{done:?}");
}

#[test]
fn a_request_to_stop_is_heeded_between_shares() {
    let interrupt = Interrupt::default();
    let context = Context::default().interrupt(interrupt.clone());
    let mut team = Adder::team(1, 300, 1);
    let stopped =
        deal_from(&mut team, Done::default(), Pace::Doubling { first: 20, most: 20 }, &context, |_| {
            interrupt.request();
            ControlFlow::Continue(())
        });
    assert!(matches!(stopped, Err(MineError::Runtime(RuntimeError::Interrupted))));
    assert_eq!(team[0].shares.len(), 1);
}

#[test]
fn counts_beyond_128_bits_are_an_error() {
    struct Large;
    impl Work for Large {
        type Tally = u128;
        fn tasks(&self) -> u64 {
            2
        }
        fn run(&mut self, _: &Share<'_>) -> Result<u128, MineError> {
            Ok(1 << 127)
        }
    }
    let pace = Pace::Doubling { first: 1, most: 1 };
    let sum =
        deal_from(&mut [Large], Done::default(), pace, &Context::default(), |_| ControlFlow::Continue(()));
    assert!(matches!(sum, Err(MineError::CountOverflow)));
}

#[test]
fn several_workers_share() {
    let mut team = Adder::team(3, 600, 1);
    assert_eq!(deal(&mut team, &Context::default()).unwrap(), sum(0..600));
    assert!(team.iter().all(|worker| !worker.shares.is_empty()), "each has had a share");
    let sizes: Vec<u64> = team[1].shares.iter().map(|share| share.end - share.start).collect();
    assert!(sizes.first() > sizes.last(), "shares shrink towards the end: {sizes:?}");
}
