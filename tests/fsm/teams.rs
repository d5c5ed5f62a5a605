//! Several devices: the same patterns, each once, whoever finds it and whoever fails.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use motherlode::mine::transactions::SupportVariant::{Batch, MultipleSegments};
use motherlode::mine::transactions::collect::{CollectedPattern, Top};
use motherlode::mine::transactions::{FrequentOptions, FrequentPattern, PreparedDatabase, Threshold, mine};
use motherlode::mine::{Context, MineError};
use motherlode::runtime::{Device, Interrupt, MemorySize, RuntimeError, Team};
use motherlode::transactions::{Database, DatabaseFormat, generate, parse};
use proptest::prelude::*;

use super::against_oracle::{check, graphs};
use super::mining::{CodeEdge, Limits, code, search};
use super::oracle::all_patterns;
use testing::common::devices;

/// So many devices, of all kinds there are, in turns, from kind `first` on.
fn team(first: usize, size: usize) -> Team {
    let mut members: Vec<Device> = (0..size).flat_map(|_| devices()).skip(first).take(size).collect();
    let first = members.remove(0);
    Team::of(&first, &members)
}

fn synthetic(graphs: u64) -> Database {
    let mut text = Vec::new();
    generate::transactions(graphs, 7, &mut text).unwrap();
    parse(&text, "synthetic".as_ref(), Some(DatabaseFormat::GSpan)).unwrap()
}

/// What a search found: supports, embeddings and graphs, by codes.
type Found = BTreeMap<Vec<CodeEdge>, (u32, u128, Option<Vec<u32>>)>;

/// What a search told of its devices.
#[derive(Default)]
struct Told {
    /// Patterns and time, by device.
    shares: Vec<(u64, Duration)>,
    left_out: Vec<String>,
}

fn found(
    team: impl Into<Team>,
    database: &Database,
    options: FrequentOptions,
) -> (Result<Found, MineError>, Told) {
    let told = Arc::new(Mutex::new(Told::default()));
    let (shares, left_out) = (told.clone(), told.clone());
    let context = Context::default()
        .shares(move |_, share| shares.lock().unwrap().shares.push((share.tasks, share.busy)))
        .left_out(move |_, why| left_out.lock().unwrap().left_out.push(why.to_string()))
        .progress(|progress| panic!("nobody knows how far the search has come: {progress:?}"));
    let options = options.context(context);
    let prepared = PreparedDatabase::new(database, options.support.get());
    let patterns = Mutex::new(Found::new());
    let ended = search(team, &prepared, &options, |found| {
        let known = (found.support, found.embeddings, found.graphs.map(<[u32]>::to_vec));
        let before = patterns.lock().unwrap().insert(code(database, &found), known);
        assert_eq!(before, None, "found twice: {:?}", found.code);
    });
    let told = std::mem::take(&mut *told.lock().unwrap());
    (ended.map(|()| patterns.into_inner().unwrap()), told)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn teams_find_what_the_oracle_knows(graphs in graphs(), max in 0..6usize) {
        let all = all_patterns(&graphs);
        for (first, size) in [(0, 2), (1, 2), (0, 3), (1, 7)] {
            let team = team(first, size);
            for support in [1, 2] {
                check(&team, &graphs, &all, Limits::support(support));
                let limits = Limits { graphs: true, ..Limits::support(support) };
                check(&team, &graphs, &all, limits);
                check(&team, &graphs, &all, Limits { edges: [1, max], ..limits });
                check(&team, &graphs, &all, Limits { edges: [1, max], variant: MultipleSegments, ..Limits::support(support) });
            }
            // Nothing is frequent.
            check(&team, &graphs, &all, Limits::support(graphs.len() as u32 + 1));
        }
    }
}

#[test]
fn devices_share_the_work() {
    let database = synthetic(1200);
    for variant in [Batch, MultipleSegments] {
        for graphs in [false, true] {
            let options = || FrequentOptions::default().support(24).variant(variant).graphs(graphs);
            let one = found(&Device::cpu(None), &database, options()).0.unwrap();
            assert!(one.len() > 1000, "{}", one.len());
            for size in [2, 3, 7] {
                let devices = vec![Device::cpu(None); size - 1];
                let (found, told) = found(Team::of(&Device::cpu(None), &devices), &database, options());
                assert!(found.unwrap() == one, "{size} devices, {variant:?}");
                let busy = told.shares.iter().filter(|(patterns, _)| *patterns > 0).count();
                assert!(busy > 1, "{:?}", told.shares);
                assert_eq!(told.shares.iter().map(|(patterns, _)| *patterns).sum::<u64>(), one.len() as u64);
                assert_eq!(told.left_out, [""; 0]);
            }
        }
    }
}

#[cfg(feature = "emulated")]
#[test]
fn the_cpu_and_emulated_devices_work_together() {
    let database = synthetic(300);
    let options = || FrequentOptions::default().support(12);
    let one = found(&Device::cpu(None), &database, options()).0.unwrap();
    for first in [0, 1] {
        for size in [2, 3, 7] {
            assert!(found(team(first, size), &database, options()).0.unwrap() == one, "{size} devices");
        }
    }
}

/// Devices of too little memory leave at any point of the search: before they have done anything, and in the middle of
/// a part.
#[test]
fn what_a_device_leaves_is_done_by_others() {
    let database = synthetic(1200);
    let large = || Device::cpu(None);
    let mut left = BTreeSet::new();
    for variant in [Batch, MultipleSegments] {
        for graphs in [false, true] {
            let options = || FrequentOptions::default().support(24).variant(variant).graphs(graphs);
            let one = found(&large(), &database, options()).0.unwrap();
            for kilobytes in [1, 300, 1200, 1500, 2000, 3000, 5000] {
                let small = || Device::cpu(Some(MemorySize(kilobytes << 10)));
                let teams = [
                    Team::of(&small(), &[large()]),
                    Team::of(&large(), &[small()]),
                    Team::of(&small(), &[small(), large()]),
                ];
                for team in teams {
                    let (found, told) = found(&team, &database, options());
                    assert!(found.unwrap() == one, "{kilobytes} KiB, {variant:?}, {team}");
                    let done: Vec<u64> = told.shares.iter().map(|(patterns, _)| *patterns).collect();
                    assert_eq!(done.iter().sum::<u64>(), one.len() as u64);
                    assert!(told.left_out.iter().all(|why| why.contains("of the budget of")));
                    // All have found something, and one has left.
                    let all =
                        done.iter().filter(|patterns| **patterns > 0).count() == 1 + team.others().len();
                    left.extend((!told.left_out.is_empty()).then_some((kilobytes, all)));
                }
                let (alone, told) = found(Team::of(&small(), &[small()]), &database, options());
                match alone {
                    Ok(found) => assert!(found == one, "{kilobytes} KiB, {variant:?}"),
                    Err(error) => {
                        let budget = matches!(error, MineError::Runtime(RuntimeError::OverBudget { .. }));
                        assert!(budget && told.left_out.len() == 1, "{error}, {:?}", told.left_out);
                    }
                }
            }
        }
    }
    assert!(left.iter().any(|(_, midway)| *midway), "{left:?}");
    assert!(left.contains(&(1, false)), "{left:?}");
}

#[test]
fn a_team_stops_when_asked_and_in_time() {
    let database = synthetic(1200);
    let prepared = PreparedDatabase::new(&database, 24);
    let devices = || Team::of(&Device::cpu(None), &[Device::cpu(None), Device::cpu(None)]);
    let run = |interrupt: &Interrupt, visit: &(dyn Fn() + Sync)| {
        let context = Context::default().interrupt(interrupt.clone());
        search(devices(), &prepared, &FrequentOptions::default().support(24).context(context), |_| visit())
    };
    let interrupt = Interrupt::default();
    let late = run(&interrupt.at(Instant::now()), &|| ());
    assert!(matches!(late, Err(MineError::Runtime(RuntimeError::Deadline))), "{late:?}");
    let soon = run(&interrupt.at(Instant::now() + Duration::from_millis(5)), &|| {
        std::thread::sleep(Duration::from_millis(1));
    });
    assert!(matches!(soon, Err(MineError::Runtime(RuntimeError::Deadline))), "{soon:?}");
    let asked = run(&interrupt, &|| interrupt.request());
    assert!(matches!(asked, Err(MineError::Runtime(RuntimeError::Interrupted))), "{asked:?}");
}

#[test]
fn what_cannot_be_written_ends_the_search_of_all() {
    let database = synthetic(1200);
    let prepared = PreparedDatabase::new(&database, 24);
    let team = Team::of(&Device::cpu(None), &[Device::cpu(None), Device::cpu(None)]);
    let options = FrequentOptions::default().support(24);
    let ended = mine(&prepared, &team, &options, |found| match found.code.len() {
        3.. => Err(std::io::Error::other("the disk is full").into()),
        _ => Ok(()),
    });
    assert!(matches!(ended, Err(MineError::Output(_))), "{ended:?}");
}

/// A visitor that panics, on any device: the others do not wait for it.
#[test]
fn a_panic_gets_to_whoever_asked() {
    let database = synthetic(1200);
    let prepared = PreparedDatabase::new(&database, 24);
    for variant in [Batch, MultipleSegments] {
        let team = Team::of(&Device::cpu(None), &[Device::cpu(None), Device::cpu(None)]);
        let options = FrequentOptions::default().support(24).variant(variant);
        let found = AtomicUsize::new(0);
        let visit = |_: FrequentPattern<'_>| assert!(found.fetch_add(1, Relaxed) < 500, "on purpose");
        let searched = catch_unwind(AssertUnwindSafe(|| search(&team, &prepared, &options, visit)));
        assert!(searched.is_err(), "{variant:?}");
    }
}

/// The threshold rises while several devices search.
#[test]
fn the_most_frequent_of_a_team() {
    let database = synthetic(300);
    let prepared = PreparedDatabase::new(&database, 1);
    let best = |team: &Team, k: usize| {
        let threshold = Threshold::from(1);
        let top = Top::<CollectedPattern>::new(k, threshold.clone());
        search(team, &prepared, &FrequentOptions::default().support(threshold), |found| top.add(found))
            .unwrap();
        top.finish()
    };
    let one = Team::from(&Device::cpu(None));
    for k in [1, 20, 300] {
        let expected = best(&one, k);
        assert_eq!(expected.len(), k);
        for size in [2, 7] {
            let others = vec![Device::cpu(None); size - 1];
            assert_eq!(
                best(&Team::of(&Device::cpu(None), &others), k),
                expected,
                "{k} best of {size} devices"
            );
        }
    }
}
