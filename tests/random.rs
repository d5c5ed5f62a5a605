//! Every job against brute force, on random graphs and patterns with every feature of the language together, for as
//! long as one likes:
//!
//! ```text
//! MOTHERLODE_RANDOM_SECONDS=3600 cargo test --release --test random -- --nocapture
//! ```
//!
//! Without the variable a few are drawn, as CI does. What fails is made smaller, and printed.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use motherlode::mine::estimate::EstimateOptions;
use motherlode::mine::local::{Anchor, LocalCounts, Orbits, anchored, pairs};
use motherlode::mine::verify::{VerifyOptions, verify};
use motherlode::mine::{CountOptions, Method, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::{Feature, Features, Matching, Semantics};
use motherlode::runtime::Device;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use testing::common::{count_by, devices, listing, matchings, walking};
use testing::oracle::attributed::{Said, any_language, maps, matches, said, symmetries, with_properties};

/// How many are drawn where no time is given.
const FEW: u32 = 24;
/// How many of which only the counts on the CPU are compared: what is wrong in one of two hundred patterns is found so.
const COUNTS: u32 = 4000;

/// A graph, two patterns and what is asked of them.
#[derive(Clone, Debug)]
struct Drawn {
    text: String,
    other: String,
    said: Said,
    matching: Matching,
    /// The part of the planner to leave out.
    without: Feature,
    vertex: u32,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    any::<bool>().prop_flat_map(|directed| {
        let text = any_language(directed).boxed();
        let asked = (select(matchings().collect::<Vec<_>>()), select(&Feature::ALL[..]), 0u32..8);
        (text.clone(), text, 0u64..1 << 32, 8usize..18, asked).prop_map(
            move |(text, other, seed, m, (matching, without, vertex))| {
                let said = with_properties(said(seed, directed, m), seed);
                Drawn { text, other, said, matching, without, vertex }
            },
        )
    })
}

/// What brute force says of a pattern.
struct Truth {
    maps: Vec<Vec<u32>>,
    /// How many maps are a match.
    times: u128,
}

impl Truth {
    fn of(said: &Said, pattern: &Pattern, matching: Matching) -> Truth {
        let times = match matching.semantics {
            Semantics::Subgraphs => symmetries(pattern, matching.induced).len() as u128,
            _ => 1,
        };
        Truth { maps: maps(said, pattern, matching), times }
    }

    fn matches(&self) -> u128 {
        self.maps.len() as u128 / self.times
    }

    /// The matches for which something is true of all maps, or of none.
    fn matches_with(&self, is_so: impl Fn(&[u32]) -> bool) -> u128 {
        self.maps.iter().filter(|map| is_so(map)).count() as u128 / self.times
    }

    /// By place and orbit, where that is not 0, at how many matches a place is; `place` says where a map takes a
    /// member.
    fn at<P: Ord>(&self, orbits: &Orbits, place: impl Fn(&[u32], usize) -> P) -> BTreeMap<(P, usize), u128> {
        let mut counts = BTreeMap::new();
        let members: Vec<usize> = orbits.of().collect();
        for map in &self.maps {
            members.iter().enumerate().for_each(|(member, &orbit)| {
                *counts.entry((place(map, member), orbit)).or_insert(0) += 1;
            });
        }
        counts.values_mut().for_each(|count| *count /= self.times);
        counts
    }
}

/// What is not 0 of local counts, at places that are called so.
fn found<P: Ord + Copy>(local: &LocalCounts, places: &[P]) -> BTreeMap<(P, usize), u128> {
    let row = |(row, &place): (usize, &P)| {
        local.row(row).enumerate().map(move |(orbit, count)| ((place, orbit), count)).collect::<Vec<_>>()
    };
    places.iter().enumerate().flat_map(row).filter(|(_, count)| *count > 0).collect()
}

/// Counts in every way, alone and with the other pattern.
fn check_counts(drawn: &Drawn, patterns: &[Pattern; 2], placed: &Placed, truth: &Truth) {
    let options = || CountOptions::default().matching(drawn.matching);
    for method in [Method::Best, Method::Walk, Method::Decomposition] {
        let counted = placed.count(&patterns[0], &options().method(method)).unwrap();
        assert_eq!(counted.count, truth.matches(), "{method:?}: {}", counted.strategy);
    }
    let less = walking(drawn.matching, Features::all_without([drawn.without]));
    assert_eq!(placed.count(&patterns[0], &less).unwrap().count, truth.matches(), "a part left out");
    let other = matches(&drawn.said, &patterns[1], drawn.matching);
    let together = placed.count_together(patterns, &options()).unwrap();
    let together: Vec<u128> = together.counts.into_iter().map(|(count, _)| count).collect();
    assert_eq!(together, [truth.matches(), other], "together");
}

/// Lists, and looks for a first match.
fn check_rows(drawn: &Drawn, pattern: &Pattern, placed: &Placed, truth: &Truth) {
    let mut rows = Vec::new();
    let listed = placed.list(pattern, &listing(drawn.matching), |batch| {
        rows.extend(batch.rows().map(<[u32]>::to_vec));
        ControlFlow::Continue(())
    });
    assert_eq!(u128::from(listed.unwrap().matches), truth.matches(), "list");
    assert!(rows.iter().all(|row| truth.maps.contains(row)), "list: {rows:?}");
    let mut distinct = rows.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!((distinct.len(), rows.len() as u128), (rows.len(), truth.matches()), "list");
    let first = placed.exists(pattern, &listing(drawn.matching)).unwrap().first;
    assert_eq!(first.is_some(), truth.matches() > 0, "exists");
}

/// Counts at vertices, at edges, and at one vertex.
fn check_local(drawn: &Drawn, pattern: &Pattern, placed: &Placed, truth: &Truth) {
    let (target, options) = (placed.target(), listing(drawn.matching));
    let vertices: Vec<u32> = (0..target.csr.n()).collect();
    let local = placed.at_vertices(pattern, &options).unwrap();
    let expected = truth.at(&local.orbits, |map, v| map[v]);
    assert_eq!(found(&local, &vertices), expected, "at vertices");
    let neighbors = |u: u32| target.csr.neighbors(u).iter().map(move |&v| [u, v]);
    let edges: Vec<[u32; 2]> = vertices.iter().flat_map(|&u| neighbors(u)).filter(|[u, v]| u < v).collect();
    let (local, pairs) = (placed.at_edges(pattern, &options).unwrap(), pairs(pattern));
    let ends = |map: &[u32], pair: usize| {
        let (a, b) = pairs[pair];
        [map[a].min(map[b]), map[a].max(map[b])]
    };
    assert_eq!(found(&local, &edges), truth.at(&local.orbits, ends), "at edges");
    let anchor = Anchor::Vertex(drawn.vertex);
    let through = anchored(target, pattern, placed.team().clone(), &options, anchor).unwrap();
    let expected = truth.matches_with(|map| map.contains(&drawn.vertex));
    assert_eq!(through.count, expected, "through vertex {}", drawn.vertex);
}

/// Estimates, of which those must be right that say that everything was counted.
fn check_estimates(drawn: &Drawn, pattern: &Pattern, placed: &Placed, truth: &Truth) {
    let options = EstimateOptions::default().matching(drawn.matching).error(0.1).draws(1024);
    let estimated = placed.estimate(pattern, &options).unwrap();
    assert!(estimated.exact.is_none_or(|exact| exact == truth.matches()), "estimate: {estimated:?}");
    let local = placed.estimate_at_vertices(pattern, &options).unwrap();
    let at = truth.at(&local.orbits, |map, v| map[v]);
    for (vertex, row) in (0..).zip(local.rows()) {
        for (orbit, estimate) in row.iter().enumerate().filter(|(_, estimate)| estimate.is_exact) {
            let expected = at.get(&(vertex, orbit)).copied().unwrap_or(0) as f64;
            assert!((estimate.estimate - expected).abs() < 1e-6, "estimate at {vertex}: {expected}");
        }
    }
}

fn check(drawn: &Drawn) {
    let patterns = [&drawn.text, &drawn.other].map(|text| Pattern::parse(text).unwrap());
    let (graph, truth) = (drawn.said.graph(), Truth::of(&drawn.said, &patterns[0], drawn.matching));
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        check_counts(drawn, &patterns, &placed, &truth);
        check_rows(drawn, &patterns[0], &placed, &truth);
        check_local(drawn, &patterns[0], &placed, &truth);
        check_estimates(drawn, &patterns[0], &placed, &truth);
    }
    let options = CountOptions::default().matching(drawn.matching);
    let verified = verify(&graph, &patterns[0], &[&Device::cpu(None)], &options, &VerifyOptions::default());
    let verified = verified.unwrap();
    assert!(verified.agrees(), "{:?}", verified.comparisons);
    assert_eq!(verified.comparisons[0].counts.last().unwrap(), &("oracle".to_owned(), truth.matches()));
}

#[test]
fn counts_of_the_cpu_agree_with_brute_force() {
    let device = Device::cpu(None);
    let mut runner =
        TestRunner::new(Config { cases: COUNTS, failure_persistence: None, ..Config::default() });
    let checked = runner.run(&drawn(), |drawn| {
        let pattern = Pattern::parse(&drawn.text).unwrap();
        let expected = matches(&drawn.said, &pattern, drawn.matching);
        for method in [Method::Best, Method::Walk] {
            let counted = count_by(method, &device, &drawn.said.graph(), &pattern, drawn.matching);
            prop_assert_eq!(counted.unwrap(), expected, "{:?}", method);
        }
        Ok(())
    });
    checked.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_job_agrees_with_brute_force() {
    let seconds = std::env::var("MOTHERLODE_RANDOM_SECONDS").ok();
    let seconds: Option<f64> = seconds.map(|text| text.parse().expect("a number of seconds"));
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let drawn_so_far = Cell::new(0u64);
    loop {
        // One that has drawn its cases draws no more, however often it is run.
        let mut runner =
            TestRunner::new(Config { cases: FEW, failure_persistence: None, ..Config::default() });
        let checked = runner.run(&drawn(), |drawn| {
            check(&drawn);
            drawn_so_far.set(drawn_so_far.get() + 1);
            Ok(())
        });
        checked.unwrap_or_else(|failure| panic!("{failure}"));
        if end.is_none_or(|end| Instant::now() >= end) {
            break;
        }
    }
    println!("{} draws, each checked in every way", drawn_so_far.get());
}
