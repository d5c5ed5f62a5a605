//! Matches drawn by rejection, on every device of this machine, against all that a listing finds: each about as often.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::list::{Drawn, DrawnBy, Rejection, RejectionOptions};
use motherlode::mine::{Context, MineError, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::{Device, Interrupt, MemorySize, RuntimeError, Team};
use testing::common::{devices, listing, matchings, quick_devices};

/// All matches, in the order of the listing.
fn all(placed: &Placed, pattern: &Pattern, matching: Matching) -> Vec<Vec<u32>> {
    let mut rows = Vec::new();
    let keep = |batch: motherlode::mine::list::Batch<'_>| {
        rows.extend(batch.rows().map(<[u32]>::to_vec));
        ControlFlow::Continue(())
    };
    placed.list(pattern, &listing(matching), keep).unwrap();
    rows
}

fn draw(placed: &Placed, text: &str, options: &RejectionOptions) -> Result<Drawn, MineError> {
    placed.sample_by_rejection(&Pattern::parse(text).unwrap(), options)
}

fn options(matching: impl Into<Matching>, size: u64, seed: u64) -> RejectionOptions {
    RejectionOptions::default().matching(matching).size(size).seed(seed)
}

/// How the draws went.
fn rejection(drawn: &Drawn) -> Rejection {
    match drawn.by {
        DrawnBy::Rejection(rejection) => rejection,
        DrawnBy::Counting { of } => panic!("drawn from {of} that were counted"),
    }
}

/// Neither its vertices nor its matches are alike.
fn graph() -> Csr {
    generate::barabasi_albert(40, 4, 5).unwrap()
}

/// Checks that of samples of `size` matches each match is in about as many, by a chi-squared test: within four and a
/// half standard deviations. Returns how the last one went.
fn check_uniform(placed: &Placed, text: &str, matching: Matching, size: u64, samples: u64) -> Rejection {
    let pattern = Pattern::parse(text).unwrap();
    let whole = all(placed, &pattern, matching);
    assert!(whole.len() as u64 > 2 * size && whole.len() < 5000, "{text}: {}", whole.len());
    let place: BTreeMap<&[u32], usize> = whole.iter().map(|row| &row[..]).zip(0..).collect();
    let (mut times, mut last) = (vec![0.0; whole.len()], Rejection::default());
    for seed in 0..samples {
        // Few attempts decide on the cap, or most of the time would be theirs.
        let options = options(matching, size, seed).attempts(1 << 16);
        let drawn = draw(placed, text, &options).unwrap();
        assert_eq!(
            (drawn.ids.len() as u64, drawn.width),
            (size * pattern.vertices() as u64, pattern.vertices())
        );
        for row in drawn.ids.chunks(drawn.width) {
            times[*place.get(row).unwrap_or_else(|| panic!("{row:?} is no match of {text}"))] += 1.0;
        }
        last = rejection(&drawn);
    }
    // A match is in a sample with chance `p`, and the samples are of one size.
    let (matches, p) = (whole.len() as f64, size as f64 / whole.len() as f64);
    let (mean, variance) = (samples as f64 * p, samples as f64 * p * (1.0 - p));
    let far: f64 = times.iter().map(|times| (times - mean).powi(2) / variance).sum();
    let (freedom, far) = (matches - 1.0, far * (matches - 1.0) / matches);
    // The cube root is nearly normal (Wilson and Hilferty 1931).
    let spread = 2.0 / (9.0 * freedom);
    let deviations = ((far / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    println!("{text} {matching:?}: {matches} matches, {mean} each, {deviations} deviations, {last:?}");
    assert!(deviations.abs() < 4.5, "{text}: {deviations} standard deviations");
    last
}

#[test]
fn each_match_is_drawn_as_often() {
    let placed = Placed::new(&graph(), &Device::cpu(None));
    let smaller = Placed::new(&generate::barabasi_albert(18, 3, 5).unwrap(), &Device::cpu(None));
    for induced in Induced::ALL {
        for (text, size) in [("diamond", 20), ("4-clique", 6)] {
            let went = check_uniform(&placed, text, induced.into(), size, 600);
            assert!(went.uniform, "{text}: {went:?}");
        }
        for (text, size) in [("banner", 20), ("house", 15), ("5-path", 20)] {
            let went = check_uniform(&smaller, text, induced.into(), size, 600);
            assert_eq!(went.exceeding, 0, "{text}: {went:?}");
        }
    }
}

#[test]
fn maps_with_labels_and_directions_are_drawn_as_often() {
    let labelled: Graph = generate::label(graph().into(), 2, 2, 5);
    let placed = Placed::new(&labelled, &Device::cpu(None));
    for semantics in Semantics::ALL {
        check_uniform(&placed, "(a:0)-b-[:1]-(c:1)-d-a", semantics.into(), 8, 600);
    }
}

#[test]
fn samples_are_different_matches_in_the_order_of_the_listing() {
    let labelled: Graph = generate::label(graph().into(), 3, 2, 5);
    let texts =
        ["a-b-c-d, !(x)-a, x-d", "4-cycle", "house", "(a:0)-b-(c:1)-d-a", "a-b-c-a, c-d-e-c", "a-b-c-d-e"];
    // The emulated machine takes a hundred times as long for each.
    let emulated = devices().into_iter().map(|device| (device, &texts[..2]));
    for (device, texts) in quick_devices().map(|device| (device, &texts[..])).chain(emulated) {
        let placed = Placed::new(&labelled, &device);
        for text in texts {
            let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            for matching in matchings() {
                let whole = all(&placed, &pattern, matching);
                let size = (whole.len() as u64 / 3).min(50);
                let drawn = match draw(&placed, text, &options(matching, size, 3).attempts(1 << 17)) {
                    Ok(drawn) => drawn,
                    Err(error) => panic!("{text}, {matching:?}: {error}"),
                };
                let rows = drawn.ids.chunks(drawn.width);
                let places: Vec<usize> =
                    rows.map(|row| whole.iter().position(|one| one == row).unwrap()).collect();
                let sorted = places.is_sorted_by(|a, b| a < b);
                assert!(places.len() as u64 == size && sorted, "{text}, {matching:?}, {device}: {places:?}");
            }
        }
    }
}

#[test]
fn the_same_on_all_devices_and_teams() {
    let placed = |team: Team| Placed::new(&generate::rmat(6, 5, 3).unwrap(), team);
    let sample = |placed: &Placed, seed| {
        let drawn = draw(placed, "house", &options(Induced::Edge, 60, seed).attempts(1 << 16)).unwrap();
        (drawn.ids.clone(), rejection(&drawn))
    };
    let one = placed(Team::from(&Device::cpu(None)));
    let (ids, went) = sample(&one, 9);
    assert_ne!(ids, sample(&one, 10).0);
    assert!(went.attempts > went.accepted && went.accepted >= 60 && went.pilot_attempts > 0, "{went:?}");
    let all = |devices: Vec<Device>| Team::of(&devices[0], &devices[1..]);
    let mut teams: Vec<Team> = devices().iter().map(Team::from).collect();
    teams.push(all(vec![Device::cpu(None), Device::cpu(None), Device::cpu(None)]));
    #[cfg(feature = "emulated")]
    teams.push(all(vec![Device::emulated(3), Device::cpu(None), Device::emulated(8)]));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| sample(&one, 9)) == (ids.clone(), went), "on {threads} threads");
    }
    for team in teams {
        assert!(sample(&placed(team.clone()), 9) == (ids.clone(), went), "on {team}");
    }
}

#[test]
fn little_memory_draws_the_same() {
    let graph = generate::rmat(6, 5, 3).unwrap();
    let small = Device::cpu(Some(MemorySize(600 << 10)));
    let ids = |device| {
        let placed = Placed::new(&graph, &device);
        draw(&placed, "house", &options(Induced::Edge, 40, 1)).unwrap().ids
    };
    assert_eq!(ids(small), ids(Device::cpu(None)));
}

#[test]
fn small_patterns_are_counted() {
    let placed = Placed::new(&graph(), &Device::cpu(None));
    for text in ["edge", "triangle", "3-path"] {
        let pattern = Pattern::parse(text).unwrap();
        let expected = placed.sample(&pattern, &listing(Induced::Edge), 7, 4).unwrap();
        let drawn = draw(&placed, text, &options(Induced::Edge, 7, 4)).unwrap();
        assert_eq!((drawn.ids, drawn.by), (expected.ids, DrawnBy::Counting { of: expected.of }), "{text}");
    }
}

#[test]
fn too_few_matches_are_told() {
    let placed = Placed::new(&graph(), &Device::cpu(None));
    let pattern = Pattern::parse("4-clique").unwrap();
    let matches = all(&placed, &pattern, Induced::Edge.into()).len() as u64;
    // All of them can be drawn, and no more.
    let drawn = draw(&placed, "4-clique", &options(Induced::Edge, matches, 1)).unwrap();
    assert_eq!(drawn.ids.len() as u64, 4 * matches);
    match draw(&placed, "4-clique", &options(Induced::Edge, matches + 1, 1)) {
        Err(MineError::SampleNotFound { found, size, attempts, accepted, seem_all: true }) => {
            assert_eq!((found, size), (matches, matches + 1));
            assert!(attempts > accepted && accepted > 30 * matches);
        }
        other => panic!("{other:?}"),
    }
    // With few attempts, there may be more.
    match draw(&placed, "house", &options(Induced::Edge, 1000, 1).attempts(640)) {
        Err(error @ MineError::SampleNotFound { seem_all: false, .. }) => {
            let text = error.to_string();
            assert!(text.contains("of 1000 in") && text.contains("ask for fewer"), "{text}");
        }
        other => panic!("{other:?}"),
    }
    let large = draw(&placed, "house", &options(Induced::Edge, u64::MAX, 1));
    assert!(matches!(large, Err(MineError::SampleTooLarge { .. })));
}

#[test]
fn nothing_to_be_found_ends() {
    let empty = |graph: &Csr, text: &str| {
        let placed = Placed::new(graph, &Device::cpu(None));
        let drawn = draw(&placed, text, &options(Induced::Edge, 5, 1).attempts(1 << 12));
        drawn.map(|drawn| (drawn.ids.len(), rejection(&drawn)))
    };
    let none = Rejection { uniform: true, ..Rejection::default() };
    // No edge, and edges without anything in common.
    assert_eq!(empty(&Csr::from_edges(5, &[]), "house").unwrap(), (0, none));
    let grid: Vec<(u32, u32)> = (0..20).flat_map(|v| [(v, v + 20), (v, (v + 1) % 20)]).collect();
    let grid = Csr::from_edges(40, &grid);
    assert_eq!(empty(&grid, "4-clique").unwrap(), (0, none));
    // What only the draws can tell.
    let missing = empty(&grid, "5-cycle");
    assert!(matches!(missing, Err(MineError::SampleNotFound { found: 0, accepted: 0, .. })), "{missing:?}");
    let nothing = draw(&Placed::new(&grid, &Device::cpu(None)), "6-path", &options(Induced::Edge, 0, 1));
    assert!(nothing.unwrap().ids.is_empty());
}

#[test]
fn deadlines_end_it_and_progress_is_told() {
    let placed = Placed::new(&generate::complete(40).unwrap(), &Device::cpu(None));
    let late = Interrupt::default().at(Instant::now());
    let with = |context| options(Induced::Edge, 5, 1).context(context);
    let error = draw(&placed, "5-cycle", &with(Context::default().interrupt(late)));
    assert!(matches!(error, Err(MineError::Runtime(RuntimeError::Deadline))), "{error:?}");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = heard.clone();
    let context = Context::default().progress(move |progress| hears.lock().unwrap().push(progress));
    draw(&placed, "5-cycle", &with(context)).unwrap();
    let last = *heard.lock().unwrap().last().unwrap();
    assert_eq!((last.done, last.all), (5, 5));
}
