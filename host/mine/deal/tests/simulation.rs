//! The dealer alone, against a clock that is made up: thousands of schedules take no time.

use std::ops::Range;
use std::time::Duration;

use proptest::prelude::*;

use crate::deal::Pace;
use crate::deal::dealer::Dealer;

/// What a share takes besides its tasks, in seconds.
const OVERHEAD: f64 = 2e-5;

/// A worker as the clock sees it.
#[derive(Clone, Debug)]
struct Simulated {
    /// Units of work in a second.
    speed: f64,
    /// When it comes, in seconds.
    comes: f64,
    /// After how many shares its device is lost, if it is.
    dies_after: Option<usize>,
}

/// When a worker is free, its number once it has come, the share that it has, and how many it has done.
type SimulatedState = (f64, Option<usize>, Option<Range<u64>>, usize);

/// What came of a schedule.
struct Outcome {
    /// Every share that was done, and by whom.
    done: Vec<(usize, Range<u64>)>,
    /// When the last was, in seconds.
    end: f64,
    /// Whether tasks are left, as all are dead.
    unfinished: bool,
}

/// The work of a task: falling, as tasks are dealt, with a long tail.
fn weight(task: u64, tasks: u64) -> f64 {
    1.0 + 40.0 * ((tasks - task) as f64 / tasks as f64).powi(6)
}

/// Runs a schedule: always the worker goes next whose time it is.
fn simulate(tasks: u64, least: u64, workers: &[Simulated]) -> Outcome {
    let mut before = vec![0.0; tasks as usize + 1];
    for task in 0..tasks {
        before[task as usize + 1] = before[task as usize] + weight(task, tasks);
    }
    let mut dealer = Dealer::new(0..tasks, Pace::Unbroken, workers.len());
    let mut state: Vec<SimulatedState> = workers.iter().map(|worker| (worker.comes, None, None, 0)).collect();
    let mut alive = vec![true; workers.len()];
    let (mut done, mut end): (Vec<(usize, Range<u64>)>, f64) = (Vec::new(), 0.0);
    loop {
        let under_way = |at: &usize| alive[*at] && (state[*at].2.is_some() || dealer.has_more());
        let next = (0..workers.len()).filter(under_way).min_by(|&a, &b| state[a].0.total_cmp(&state[b].0));
        let Some(at) = next else { break };
        let number = *state[at].1.get_or_insert_with(|| dealer.join());
        let now = state[at].0;
        if let Some(share) = state[at].2.take() {
            let size = share.end - share.start;
            if workers[at].dies_after == Some(state[at].3) {
                dealer.give_back(number, [share]);
                alive[at] = false;
                // Whoever waits hears of it now.
                state
                    .iter_mut()
                    .filter(|other| other.2.is_none())
                    .for_each(|other| other.0 = other.0.max(now));
                continue;
            }
            let took =
                (before[share.end as usize] - before[share.start as usize]) / workers[at].speed + OVERHEAD;
            dealer.took(number, size, Duration::from_secs_f64(took));
            state[at].3 += 1;
            done.push((at, share));
            end = end.max(now);
        }
        if let Some(share) = dealer.next(number, |_| least, Duration::from_secs_f64(now)) {
            let work = before[share.end as usize] - before[share.start as usize];
            state[at].0 = now + work / workers[at].speed + OVERHEAD;
            state[at].2 = Some(share);
        }
    }
    Outcome { done, end, unfinished: dealer.has_more() }
}

fn each_task_once(outcome: &Outcome, tasks: u64) {
    let mut shares: Vec<&Range<u64>> = outcome.done.iter().map(|(_, share)| share).collect();
    shares.sort_by_key(|share| share.start);
    let ends: Vec<u64> = std::iter::once(0).chain(shares.iter().map(|share| share.end)).collect();
    let starts: Vec<u64> = shares.iter().map(|share| share.start).collect();
    assert_eq!(starts[..], ends[..starts.len()], "each task once");
    assert_eq!(*ends.last().unwrap(), tasks, "all of them");
}

/// How long the work takes if it could be divided at will.
fn ideal(tasks: u64, workers: &[Simulated]) -> f64 {
    let work: f64 = (0..tasks).map(|task| weight(task, tasks)).sum();
    work / workers.iter().map(|worker| worker.speed).sum::<f64>()
}

fn workers() -> impl Strategy<Value = Vec<Simulated>> {
    let worker = (0..3u32, 0.0..1e-2f64, prop::option::weighted(0.3, 0..6usize)).prop_map(
        |(slowness, comes, dies_after)| Simulated {
            speed: 4e7 / 10f64.powi(slowness as i32),
            comes,
            dies_after,
        },
    );
    prop::collection::vec(worker, 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn whoever_comes_late_is_slow_or_dies(tasks in 1..60_000u64, least in 1..300u64, mut workers in workers()) {
        let all_die = workers.iter().all(|worker| worker.dies_after.is_some());
        let outcome = simulate(tasks, least, &workers);
        if all_die {
            prop_assert!(outcome.unfinished || outcome.done.iter().map(|(_, share)| share.end - share.start).sum::<u64>() == tasks);
        } else {
            prop_assert!(!outcome.unfinished);
            each_task_once(&outcome, tasks);
        }
        // Without deaths and delays, nobody waits long for the slowest.
        for worker in &mut workers {
            (worker.comes, worker.dies_after) = (0.0, None);
        }
        let outcome = simulate(tasks, 1, &workers);
        each_task_once(&outcome, tasks);
        let slowest = workers.iter().map(|worker| worker.speed).fold(f64::INFINITY, f64::min);
        let probe = (tasks / 8192 + 1) as f64 * weight(0, tasks) / slowest;
        let bound = 1.15 * ideal(tasks, &workers) + probe + 2e-3;
        prop_assert!(outcome.end < bound, "{} of {bound}", outcome.end);
    }
}

#[test]
fn two_equal_workers_halve_the_time() {
    // 25 ms for two, of tasks as triangles have: some ten thousand.
    let two = vec![Simulated { speed: 2e7, comes: 0.0, dies_after: None }; 2];
    let tasks = 150_000;
    let (outcome, ideal) = (simulate(tasks, 1000, &two), ideal(tasks, &two));
    assert!(outcome.end < 1.03 * ideal, "{} of {ideal} s in {} shares", outcome.end, outcome.done.len());
}

#[test]
fn a_worker_a_hundred_times_slower_costs_nothing() {
    let team = |speeds: &[f64]| -> Vec<Simulated> {
        speeds.iter().map(|&speed| Simulated { speed, comes: 0.0, dies_after: None }).collect()
    };
    let tasks = 200_000;
    let alone = simulate(tasks, 1, &team(&[1e7])).end;
    let both = simulate(tasks, 1, &team(&[1e7, 1e5])).end;
    assert!(both < 1.02 * alone, "{both} and {alone} s");
}

#[test]
fn what_is_left_is_expected_to_take_as_the_last_shares_did() {
    let mut dealer = Dealer::new(0..100, Pace::Doubling { first: 20, most: 20 }, 2);
    let workers = [dealer.join(), dealer.join()];
    assert_eq!(dealer.seconds_left(), None);
    for (worker, millis, seconds) in [(0, 2000, 8.0), (0, 1000, 3.0), (1, 500, 40.0 / 60.0)] {
        let share = dealer.next(workers[worker], |_| 1, Duration::ZERO).unwrap();
        dealer.took(workers[worker], share.end - share.start, Duration::from_millis(millis));
        assert_eq!(dealer.seconds_left(), Some(seconds));
    }
    dealer.give_back(workers[1], []);
    assert_eq!(dealer.seconds_left(), Some(2.0), "who is gone does none of it");
}
