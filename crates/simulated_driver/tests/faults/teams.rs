//! Several cards at one job: the answer of one, whichever of them is lost, and when.

use std::thread;
use std::time::{Duration, Instant};

use cust_raw::CUresult;
use motherlode::mine::MineError;
use motherlode::runtime::{Device, Members, MemorySize, Selection, Team};
use testing::jobs::{self, JobRow};

use crate::simulated::{Simulated, in_own_process};
use crate::{names_the_call, step};

/// The result of a job on these cards, all of them open when it begins, so that each takes part.
fn run(selection: &str, job: JobRow) -> Result<String, MineError> {
    let selection: Selection = selection.parse().unwrap();
    let members = Members { memory: Some(MemorySize(64 << 20)), ..selection.into() };
    let team = Team::open(&members, &[])?;
    for other in team.others() {
        // A card that does not open is left out.
        let _ = other.opened();
    }
    job.answer(&team)
}

/// How many things are left. A thread that has opened a card lets go of it a moment after it has said so.
fn left(simulated: &Simulated) -> u64 {
    let end = Instant::now() + Duration::from_secs(5);
    while simulated.live() > 0 && Instant::now() < end {
        thread::sleep(Duration::from_millis(1));
    }
    simulated.live()
}

fn alone(job: JobRow) -> String {
    job.answer(&Team::from(&Device::cpu(None))).unwrap()
}

#[test]
fn jobs_on_several_cards_answer_as_on_one() {
    let simulated = Simulated::with_cards(3);
    for links in [true, false] {
        simulated.links(links);
        for job in jobs::all() {
            let expected = alone(job);
            for selection in ["cuda:0,1", "cuda:2,0,1", "all"] {
                assert_eq!(run(selection, job).unwrap(), expected, "{} on {selection}", job.name);
                let left = (left(&simulated), simulated.abandoned());
                assert_eq!(left, (0, 0), "{} on {selection} gives everything back", job.name);
            }
        }
    }
}

/// One of two cards is lost at one of its calls, of which every third is tried where all faults are: the other does the
/// job, whichever of them leads.
fn lose(lost: i32) {
    let simulated = Simulated::with_cards(2);
    let mut found = Vec::new();
    for job in jobs::all().filter(|job| job.families.is_some()) {
        let expected = alone(job);
        simulated.restart(None);
        run("cuda:0,1", job).unwrap();
        let calls = simulated.card_calls(lost) as usize;
        // Cards are opened before the job begins: one that does not open is a test of its own.
        for call in (1..=calls).step_by(3 * step()) {
            simulated.restart(None);
            simulated.lose(lost, call as u64, CUresult::CUDA_ERROR_LAUNCH_FAILED);
            let result = run("cuda:0,1", job);
            simulated.restart(None);
            let what = format!("{}: card {lost} lost at its call {call} of {calls}", job.name);
            match result {
                Ok(answer) if answer == expected => {}
                Ok(answer) => found.push(format!("{what}: {answer} instead of {expected}")),
                // The first card did not open.
                Err(error) if lost == 0 && call < 80 && names_the_call(&error) => {}
                Err(error) => found.push(format!("{what}: {error:?}")),
            }
            if left(&simulated) > 0 {
                found.push(format!("{what}: {} things are left", simulated.live()));
                simulated.wipe();
            }
            simulated.abandoned();
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_second_card_may_be_lost_at_any_call() {
    if !in_own_process() {
        return;
    }
    lose(1);
}

#[test]
fn the_first_card_may_be_lost_at_any_call() {
    if !in_own_process() {
        return;
    }
    lose(0);
}

/// A card on which the graph does not fit takes no part.
#[test]
fn a_card_with_less_memory_is_left_out() {
    let simulated = Simulated::with_cards(2);
    let job = jobs::named("triangles");
    let expected = alone(job);
    let open = |card, bytes| Device::open(motherlode::runtime::Choice::Cuda(card), Some(MemorySize(bytes)));
    for bytes in [[64 << 20, 300], [300, 64 << 20]] {
        let (first, second) = (open(0, bytes[0]).unwrap(), open(1, bytes[1]).unwrap());
        let team = Team::of(&first, &[second]);
        assert_eq!(job.answer(&team).unwrap(), expected);
        drop((team, first));
        assert_eq!((left(&simulated), simulated.abandoned()), (0, 0));
    }
}
