//! What happens when the driver fails: at every call, once in passing and once for good, in every job of
//! `testing::jobs`.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `cards` | several cards: whose what is, copies from card to card, links |
//! | `mapping` | memory in pages, mapped side by side |
//! | `lost` | a card that is lost, and jobs on several cards side by side |
//! | `teams` | several cards at one job, of which one is lost |
//! | `spread` | graphs that do not fit on a card |
//! | `raw` | the driver's functions as they are |
//! | `command` | the command, on the simulated card |
//! | `simulated` | the simulated driver |
//! | `launches` | which kernels a job launches, and which it says it may |

#![cfg(target_os = "linux")]

mod cards;
mod command;
mod launches;
mod lost;
mod mapping;
mod raw;
mod simulated;
mod spread;
mod teams;

use motherlode::mine::MineError;
use motherlode::runtime::{Choice, Device, MemorySize, RuntimeError, Team};
use testing::jobs::{self, JobRow};

use simulated::{Fault, Simulated, in_own_process};

/// The result of a job on a card that is opened for it.
fn run(job: JobRow) -> Result<String, MineError> {
    run_within(MemorySize(64 << 20), job)
}

fn run_within(budget: MemorySize, job: JobRow) -> Result<String, MineError> {
    let device = Device::open(Choice::Cuda(0), Some(budget))?;
    job.answer(&Team::from(&device))
}

/// Whether an error says that the driver failed, and at what.
fn names_the_call(error: &MineError) -> bool {
    match error {
        MineError::Runtime(RuntimeError::Driver { call, reason }) => !call.is_empty() && !reason.is_empty(),
        MineError::Runtime(RuntimeError::Jit { reason, .. }) => !reason.is_empty(),
        MineError::LeftOut(error) => {
            matches!(&**error, RuntimeError::Driver { .. } | RuntimeError::Jit { .. })
        }
        _ => false,
    }
}

#[test]
fn jobs_on_the_simulated_card_answer_as_the_cpu_does() {
    let simulated = Simulated::load();
    for job in jobs::all() {
        let expected = job.answer(&Team::from(&Device::cpu(None))).unwrap();
        assert_eq!(run(job).unwrap(), expected, "{}", job.name);
        assert_eq!((simulated.live(), simulated.abandoned()), (0, 0), "{} gives everything back", job.name);
    }
}

#[test]
fn every_kernel_of_the_ptx_is_known() {
    let _simulated = Simulated::load();
    let device = Device::open(Choice::Cuda(0), None).unwrap();
    let families = device.card().unwrap().families();
    assert!(families.len() > 20, "{families:?}");
    for family in families {
        device.preload(&[family]).unwrap_or_else(|error| panic!("{family}: {error}"));
    }
}

/// What is wrong with a job one of whose calls fails: it is right, or an error says what failed, and nothing is left
/// behind.
fn wrong(simulated: &Simulated, job: JobRow, expected: &str, fault: Fault) -> Vec<String> {
    simulated.restart(Some(fault));
    let result = run(job);
    let failed = simulated.failed().unwrap_or_default();
    simulated.restart(None);
    let what = format!("{}: {failed}, call {} ({}): ", job.name, fault.call, fault.how());
    let mut found = Vec::new();
    match &result {
        Ok(answer) if answer == expected => {}
        Ok(answer) => found.push(format!("{what}{answer} instead of {expected}")),
        Err(error) if names_the_call(error) => {}
        Err(error) => found.push(format!("{what}{error:?}")),
    }
    let (live, abandoned) = (simulated.live(), simulated.abandoned());
    if live > 0 {
        found.push(format!("{what}{live} things are left, after {result:?}"));
        simulated.wipe();
    }
    // Where the driver fails for good, things go with their context; else everything is given back before.
    if abandoned > 0 && !fault.for_good {
        found.push(format!("{what}{abandoned} things were not given back, after {result:?}"));
    }
    found
}

/// From one call that fails to the next: a real card, which takes a tenth of a second for each, is given `FAULTS_STEP`.
fn step() -> usize {
    std::env::var("FAULTS_STEP").map_or(1, |step| step.parse().expect("a number"))
}

/// The budget that is tried after one: less by a tenth, or by half where `FAULTS_STEP` says that not all are to be
/// tried.
fn less(bytes: u64) -> u64 {
    if step() == 1 { bytes * 9 / 10 } else { bytes / 2 }
}

/// What is wrong with a job when its calls fail, one after the other. Each kind of fault has a `first` call of its own:
/// with steps of three, each call fails in one of the three ways.
fn sweep(simulated: &Simulated, job: JobRow, first: usize, how: fn(u64) -> Fault) -> Vec<String> {
    let expected = run(job).unwrap();
    simulated.restart(None);
    run(job).unwrap();
    let calls = simulated.calls();
    println!("{}: {calls} calls", job.name);
    let mut found = Vec::new();
    for call in (1..=calls).skip(first % step()).step_by(step()) {
        found.extend(wrong(simulated, job, &expected, how(call)));
        if call % 16 == 0 {
            assert_eq!(run(job).unwrap(), expected, "{} on a new device after call {call} failed", job.name);
        }
    }
    found
}

fn sweep_all(first: usize, how: fn(u64) -> Fault) {
    let simulated = Simulated::load();
    let found: Vec<String> = jobs::all().flat_map(|job| sweep(&simulated, job, first, how)).collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn any_call_may_fail_once() {
    if !in_own_process() {
        return;
    }
    sweep_all(0, |call| Fault { call, for_good: false, out_of_memory: false });
}

#[test]
fn any_call_may_find_no_memory() {
    if !in_own_process() {
        return;
    }
    sweep_all(1, |call| Fault { call, for_good: false, out_of_memory: true });
}

#[test]
fn any_call_may_be_the_first_of_those_that_fail() {
    if !in_own_process() {
        return;
    }
    sweep_all(2, |call| Fault { call, for_good: true, out_of_memory: false });
}

/// From more than a job needs down to nothing.
#[test]
fn any_budget_gives_the_answer_or_a_refusal() {
    if !in_own_process() {
        return;
    }
    let simulated = Simulated::load();
    for job in jobs::all() {
        let expected = run(job).unwrap();
        let (mut bytes, mut refused) = (64 << 20, 0);
        while bytes > 0 {
            match run_within(MemorySize(bytes), job) {
                Ok(answer) => assert_eq!(answer, expected, "{} within {bytes} bytes", job.name),
                Err(error) if error.is_lack_of_memory() => refused += 1,
                Err(error) => panic!("{} within {bytes} bytes: {error:?}", job.name),
            }
            assert_eq!(
                (simulated.live(), simulated.abandoned()),
                (0, 0),
                "{} within {bytes} bytes",
                job.name
            );
            bytes = less(bytes);
        }
        let launches = job.families.is_none_or(|families| !families().is_empty());
        assert!(refused > 0 || !launches, "{}", job.name);
    }
}
