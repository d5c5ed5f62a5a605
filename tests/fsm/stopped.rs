//! Searches that are asked to stop, and those whose time is over; and what is right of what they have found.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use motherlode::mine::transactions::collect::{
    CollectedPattern, Condense, OpenPatterns, Top, Unexplored, condense, sort,
};
use motherlode::mine::transactions::{FrequentOptions, PreparedDatabase, Threshold, mine};
use motherlode::mine::{Context, MineError};
use motherlode::runtime::{Device, Interrupt, RuntimeError, Team};
use motherlode::transactions::Database;
use proptest::prelude::*;

use super::against_oracle::graphs;
use super::collected::{codes, frequent, uncovered};
use super::mining::{database, database_of, search};
use testing::common::devices;

/// Two paths of three edges, each of a label of its own.
const PATHS: &str = "\
t # 0
v 0 1
v 1 2
v 2 3
v 3 4
e 0 1 1
e 1 2 2
e 2 3 3
t # 1
v 0 1
v 1 2
v 2 3
v 3 4
e 0 1 1
e 1 2 2
e 2 3 3
";

#[test]
fn a_request_and_a_deadline_are_told_apart() {
    let database = database(PATHS);
    let prepared = PreparedDatabase::new(&database, 2);
    for device in devices() {
        let run = |interrupt: &Interrupt| {
            let context = Context::default().interrupt(interrupt.clone());
            search(&device, &prepared, &FrequentOptions::default().support(2).context(context), |_| ())
        };
        let interrupt = Interrupt::default();
        assert!(run(&interrupt).is_ok(), "{device}");
        let late = run(&interrupt.at(Instant::now()));
        assert!(matches!(late, Err(MineError::Runtime(RuntimeError::Deadline))), "{late:?} on {device}");
        interrupt.request();
        let asked = run(&interrupt);
        let expected = matches!(asked, Err(MineError::Runtime(RuntimeError::Interrupted)));
        assert!(expected, "{asked:?} on {device}");
    }
}

/// What a search has found that is stopped as it finds its pattern number `most`, and what it left open.
fn stopped_after(
    team: &Team,
    prepared: &PreparedDatabase,
    options: FrequentOptions,
    most: usize,
) -> (Vec<CollectedPattern>, OpenPatterns) {
    let unexplored = Arc::<Unexplored>::default();
    let options = options.unexplored(unexplored.clone());
    let found = Mutex::new(Vec::new());
    let ended = mine(prepared, team, &options, |pattern| {
        let mut found = found.lock().unwrap();
        if found.len() == most {
            return Err(RuntimeError::Interrupted.into());
        }
        found.push(CollectedPattern::from(pattern));
        Ok(())
    });
    let found = found.into_inner().unwrap();
    let open = unexplored.now();
    assert_eq!(ended.is_ok(), open.is_empty(), "what is done leaves nothing open: {ended:?}");
    (found, open)
}

/// One lane, many lanes, and a team of both.
fn teams() -> Vec<Team> {
    let devices = devices();
    let both = Team::of(&devices[0], &devices[1..]);
    devices.iter().map(Team::from).chain([both]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A search that was stopped left patterns as closed which were not.
    #[test]
    fn what_is_chosen_is_right_of_the_whole(
        graphs in graphs(), support in 1..3u32, most in 0..40usize, places in any::<bool>(),
    ) {
        let database = database_of(&graphs);
        let prepared = PreparedDatabase::new(&database, support);
        let all = frequent(&graphs, support);
        for team in teams() {
            let options = FrequentOptions::default().support(support).graphs(places);
            let (found, open) = stopped_after(&team, &prepared, options, most);
            for how in [Condense::Closed, Condense::Maximal] {
                let stands_for = |larger, part| how == Condense::Maximal || larger == part;
                let right = uncovered(&all, database.is_directed(), stands_for);
                let (chosen, ended) = condense(prepared.kinds(), found.clone(), how, &open, &Context::default());
                ended.unwrap();
                let chosen = codes(&database, &prepared, &chosen);
                prop_assert!(chosen.is_subset(&right), "{how:?} after {most} on {team}");
                prop_assert!(!open.is_empty() || chosen == right, "{how:?} after all on {team}");
            }
        }
    }

    #[test]
    fn the_first_are_right_of_the_whole(graphs in graphs(), k in 1..12usize, most in 0..30usize) {
        let database = database_of(&graphs);
        let prepared = PreparedDatabase::new(&database, 1);
        let mut whole = Vec::new();
        for team in teams() {
            let threshold = Threshold::from(1);
            let (found, open) =
                stopped_after(&team, &prepared, FrequentOptions::default().support(threshold.clone()), most);
            if whole.is_empty() {
                whole = stopped_after(&team, &prepared, FrequentOptions::default(), usize::MAX).0;
                sort(&mut whole);
            }
            let top = Top::<CollectedPattern>::new(k, threshold);
            found.into_iter().for_each(|pattern| top.add(pattern));
            let first = top.finish();
            let certain = first.iter().take_while(|pattern| !open.may_precede(*pattern)).count();
            prop_assert_eq!(&first[..certain], &whole[..certain], "after {} on {}", most, team);
        }
    }
}

/// Trees whose vertices are all alike.
fn trees(count: u64, vertices: u64) -> Database {
    let mut state = 7_u64;
    let mut text = String::new();
    for tree in 0..count {
        text += &format!("t # {tree}\n");
        (0..vertices).for_each(|v| text += &format!("v {v} 0\n"));
        for v in 1..vertices {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text += &format!("e {} {v} 0\n", (state >> 33) % v);
        }
    }
    database(&text)
}

/// Windows of a search, by one thread and by several; what one thread has done is known of, but for the last.
#[test]
fn most_of_what_was_found_is_known_to_be_closed() {
    let database = trees(240, 14);
    let prepared = PreparedDatabase::new(&database, 80);
    let options = || FrequentOptions::default().support(80).max_edges(7);
    let choose = |(found, open): (Vec<CollectedPattern>, OpenPatterns)| {
        let (mut closed, ended) =
            condense(prepared.kinds(), found, Condense::Closed, &open, &Context::default());
        ended.unwrap();
        // Those of seven edges are there to tell of the others.
        closed.retain(|pattern| pattern.code.len() < 7);
        codes(&database, &prepared, &closed)
    };
    let team = Team::from(&Device::cpu(None));
    let on = |threads: usize, most: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| stopped_after(&team, &prepared, options(), most))
    };
    let all = on(1, usize::MAX);
    let count = all.0.len();
    let right = choose(all);
    assert!(count > 40 && right.len() > 6, "{count} patterns, {} closed", right.len());
    let mut known = 0;
    for part in 1..8 {
        let most = count * part / 8;
        let closed: BTreeSet<_> = choose(on(1, most));
        assert!(closed.is_subset(&right), "{most} of {count}");
        known = known.max(closed.len());
        assert!(choose(on(3, most)).is_subset(&right), "{most} of {count}, by three threads");
    }
    assert!(3 * known > right.len(), "{known} of {}", right.len());
}

/// What is compared with nothing is not told.
#[test]
fn a_choice_that_is_stopped_is_right_as_far_as_it_goes() {
    let database = trees(20, 10);
    let prepared = PreparedDatabase::new(&database, 10);
    let team = Team::from(&Device::cpu(None));
    let options = FrequentOptions::default().support(10).max_edges(5);
    let (found, open) = stopped_after(&team, &prepared, options, usize::MAX);
    let late = Context::default().ending_at(Instant::now());
    let (chosen, ended) = condense(prepared.kinds(), found, Condense::Closed, &open, &late);
    assert!(matches!(ended, Err(RuntimeError::Deadline)), "{ended:?}");
    assert_eq!(chosen, [], "its time was over before it began");
}
