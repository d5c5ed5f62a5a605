//! The dealing, without devices: workers that add up the numbers of their tasks.

mod simulation;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use proptest::prelude::*;

use super::*;
use crate::runtime::{Device, Interrupt, RuntimeError, Team};

/// Adds `task * task + 1` for each of its tasks, and fails at one of them, or after so many shares, if it is to.
#[derive(Clone)]
struct Adder {
    tasks: u64,
    least: u64,
    fails_at: Option<u64>,
    lost_after: Option<usize>,
    keeps: bool,
    naps: Duration,
    shares: Vec<std::ops::Range<u64>>,
    /// What it has added up, which is lost with it.
    sum: u128,
}

impl Adder {
    fn of(tasks: u64, least: u64) -> Adder {
        let naps = Duration::from_micros(3);
        Adder { tasks, least, fails_at: None, lost_after: None, keeps: false, naps, shares: vec![], sum: 0 }
    }

    /// The first of so many workers naps longer.
    fn team(workers: usize, tasks: u64, least: u64) -> Vec<Adder> {
        let mut team = vec![Adder::of(tasks, least); workers];
        team[0].naps = Duration::from_micros(300);
        team
    }
}

fn lost() -> MineError {
    MineError::Runtime(RuntimeError::Driver { call: "a test", reason: "lost".into() })
}

/// Deals to a team, each of which is one of `adders`.
fn deal_to(
    adders: &[Adder],
    from: Done<u128>,
    pace: Pace,
    context: &Context,
    after: impl FnMut(&Done<u128>) -> ControlFlow<()> + Send,
) -> Result<Dealt<Adder>, MineError> {
    let devices: Vec<Device> = adders.iter().map(|_| Device::cpu(None)).collect();
    let (team, next) = (Team::of(&devices[0], &devices[1..]), AtomicUsize::new(1));
    let others = |_: &Device| Ok(adders[next.fetch_add(1, Ordering::Relaxed)].clone());
    Crew { team: &team, first: adders[0].clone(), others }.deal_from(from, pace, context, after)
}

fn sum(tasks: std::ops::Range<u64>) -> u128 {
    tasks.map(|task| u128::from(task * task + 1)).sum()
}

impl Work for Adder {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.tasks
    }

    fn least_share(&self, _: u64) -> u64 {
        self.least
    }

    fn keeps_results(&self) -> bool {
        self.keeps
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let tasks = share.tasks();
        thread::sleep(self.naps);
        if self.lost_after == Some(self.shares.len()) {
            return Err(lost());
        }
        self.shares.push(tasks.clone());
        self.sum += sum(tasks.clone());
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
        let team = Adder::team(workers, tasks, least);
        let from = from.min(tasks);
        let start = Done { tasks: from, tally: sum(0..from) };
        let mut told = vec![from];
        let dealt = deal_to(&team, start, pace, &Context::default(), |done| {
            assert_eq!(done.tally, sum(0..done.tasks), "what is told is true");
            told.push(done.tasks);
            ControlFlow::Continue(())
        });
        let dealt = dealt.unwrap();
        prop_assert_eq!(dealt.done, Done { tasks, tally: sum(0..tasks) });
        prop_assert!(told.windows(2).all(|pair| pair[0] < pair[1]), "it only grows: {:?}", told);
        let mut shares: Vec<_> = dealt.workers.iter().flat_map(|worker| worker.shares.clone()).collect();
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
        let failed = deal_to(&team, Done::default(), pace, &Context::default(), |done| {
            last = done.tasks;
            ControlFlow::Continue(())
        });
        assert!(matches!(failed, Err(MineError::ListTooLong)));
        assert!(last <= 500, "nothing behind the failure is said to be done: {last}");
    }
}

#[test]
fn who_breaks_gets_what_is_done() {
    let team = Adder::team(2, 3000, 1);
    let pace = Pace::Doubling { first: 20, most: 20 };
    let done = deal_to(&team, Done::default(), pace, &Context::default(), |done| {
        if done.tasks >= 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let done = done.unwrap().done;
    assert!((100..3000).contains(&done.tasks) && done.tally == sum(0..done.tasks), "{done:?}");
}

#[test]
fn a_request_to_stop_is_heeded_between_shares() {
    let interrupt = Interrupt::default();
    let context = Context::default().interrupt(interrupt.clone());
    let mut worker = Adder::of(300, 1);
    let stopped =
        deal_from(&mut worker, Done::default(), Pace::Doubling { first: 20, most: 20 }, &context, |_| {
            interrupt.request();
            ControlFlow::Continue(())
        });
    assert!(matches!(stopped, Err(MineError::Runtime(RuntimeError::Interrupted))));
    assert_eq!(worker.shares.len(), 1);
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
        deal_from(&mut Large, Done::default(), pace, &Context::default(), |_| ControlFlow::Continue(()));
    assert!(matches!(sum, Err(MineError::CountOverflow)));
}

#[test]
fn several_workers_share() {
    let mut team = Adder::team(3, 6000, 1);
    team.iter_mut().for_each(|worker| worker.naps = Duration::from_millis(3));
    let told = Arc::new(Mutex::new(0));
    let sum_of_shares = told.clone();
    let context = Context::default().shares(move |_, share| *sum_of_shares.lock() += share.tasks);
    let dealt = deal_to(&team, Done::default(), Pace::Unbroken, &context, |_| ControlFlow::Continue(()));
    let Dealt { done, workers } = dealt.unwrap();
    assert_eq!(done.tally, sum(0..6000));
    assert!(workers.len() == 3 && workers.iter().all(|worker| !worker.shares.is_empty()), "each has had one");
    assert_eq!(*told.lock(), 6000, "all of it was told");
    // One of them may begin late, and have small shares only.
    let shares = || {
        workers.iter().flat_map(|worker| &worker.shares).map(|share| (share.start, share.end - share.start))
    };
    let (last, largest) = (shares().max().map(|(_, size)| size), shares().map(|(_, size)| size).max());
    assert!(largest > last, "shares shrink towards the end: {:?}", shares().collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn who_is_lost_loses_nothing(
        losses in prop::collection::vec(prop::option::weighted(0.6, 0..4usize), 2..8),
        tasks in 1..900u64,
        keeps: bool,
        timed: bool,
    ) {
        let mut team = Adder::team(losses.len(), tasks, 1);
        for (worker, &lost_after) in team.iter_mut().zip(&losses) {
            worker.naps = Duration::from_micros(40);
            (worker.lost_after, worker.keeps) = (lost_after, keeps);
        }
        let told = Arc::new(AtomicUsize::new(0));
        let count = told.clone();
        let context = Context::default().left_out(move |_, why| {
            assert!(matches!(why, MineError::Runtime(RuntimeError::Driver { .. })));
            count.fetch_add(1, Ordering::Relaxed);
        });
        let pace = if timed { Pace::Timed(Duration::from_micros(200)) } else { Pace::Unbroken };
        let mut last = 0;
        let dealt = deal_to(&team, Done::default(), pace, &context, |done| {
            assert_eq!(done.tally, sum(0..done.tasks), "what is told is true");
            last = done.tasks;
            ControlFlow::Continue(())
        });
        match dealt {
            Ok(Dealt { done, workers }) => {
                prop_assert_eq!(done, Done { tasks, tally: sum(0..tasks) });
                let kept: u128 = workers.iter().map(|worker| worker.sum).sum();
                prop_assert!(!keeps || kept == sum(0..tasks), "what is kept is kept by those who are left");
            }
            Err(error) => {
                prop_assert!(losses.iter().all(Option::is_some), "somebody was left");
                let is_loss = matches!(error, MineError::Runtime(RuntimeError::Driver { .. }));
                prop_assert!(is_loss, "{error}");
                prop_assert!(last <= tasks);
            }
        }
    }
}

#[test]
fn a_device_that_cannot_take_part_is_left_out() {
    let devices = [Device::cpu(None), Device::cpu(None), Device::cpu(None)];
    let team = Team::of(&devices[0], &devices[1..]);
    let made = AtomicUsize::new(0);
    let others = |_: &Device| match made.fetch_add(1, Ordering::Relaxed) {
        0 => Err(lost()),
        _ => Ok(Adder::of(5000, 1)),
    };
    let told = Arc::new(AtomicUsize::new(0));
    let count = told.clone();
    let context = Context::default().left_out(move |_, _| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    let mut first = Adder::of(5000, 1);
    first.naps = Duration::from_millis(3);
    let dealt = Crew { team: &team, first, others }.deal(&context).unwrap();
    assert_eq!((dealt.done.tally, dealt.workers.len()), (sum(0..5000), 2));
    assert_eq!(told.load(Ordering::Relaxed), 1);
}

#[test]
fn nobody_is_waited_for_when_little_is_left() {
    // So many tasks are done after the first turn, which takes longer than a device must have patience.
    let patience = Duration::from_millis(2);
    let outlasts = |first: u64| {
        let mut worker = Adder::of(10_000, 1);
        worker.naps = 2 * patience;
        let pace = Pace::Doubling { first, most: first };
        let deal = Deal::new(&worker, 2, Done::default(), pace, &Context::default());
        let seat = deal.join("");
        assert_eq!(deal.turn(&seat, &mut worker, &mut |_| ControlFlow::Continue(())), TurnOutcome::Done);
        thread::scope(|scope| {
            let waits = scope.spawn(|| deal.outlasts(patience));
            thread::sleep(5 * patience);
            let is_told = waits.is_finished();
            deal.turn(&seat, &mut worker, &mut |_| ControlFlow::Continue(()));
            (is_told, waits.join().unwrap())
        })
    };
    assert_eq!(outlasts(1), (true, true), "nearly all is left, which is known at once");
    assert_eq!(outlasts(9_999), (false, false), "it is over soon");
}
