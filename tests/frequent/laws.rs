//! Laws that supports obey.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use motherlode::mine::frequent::{
    self, CollectedSubgraph, FrequentSubgraph, ImageOptions, Listener, PreparedGraph, SearchProgress, Sites,
    SoFar,
};
use motherlode::mine::transactions::LabelRestriction;
use motherlode::mine::{Context, MineError, Placed};
use motherlode::runtime::{Device, MemorySize, RuntimeError, Team};

use crate::{Said, mined};
use testing::common::devices;

fn exact(support: u32) -> ImageOptions {
    ImageOptions::default().support(support).max_edges(4).exact(true)
}

#[test]
fn a_graph_twice_over_doubles_the_supports() {
    let said = Said::random(7, 40, 70, true);
    let n = said.labels.len();
    let mut twice = said.clone();
    twice.labels.extend(said.labels.clone());
    twice.edges.extend(said.edges.iter().map(|&(u, v, label)| (u + n, v + n, label)));
    let device = Device::cpu(None);
    let once = mined(&said.build(), &device, &exact(4));
    let doubled: Vec<_> = once.iter().map(|(code, support)| (code.clone(), 2 * support)).collect();
    assert!(once.len() > 50);
    assert_eq!(mined(&twice.build(), &device, &exact(8)), doubled);
}

#[test]
fn names_of_vertices_do_not_matter() {
    let said = Said::random(9, 50, 90, true);
    let n = said.labels.len();
    let place = |v: usize| (v * 17 + 5) % n;
    let mut other = said.clone();
    for v in 0..n {
        other.labels[place(v)] = said.labels[v].clone();
    }
    other.edges = said.edges.iter().rev().map(|&(u, v, label)| (place(v), place(u), label)).collect();
    let device = Device::cpu(None);
    assert_eq!(mined(&said.build(), &device, &exact(5)), mined(&other.build(), &device, &exact(5)));
}

/// The same patterns in the same order, whatever the device, its memory and its threads; and without exact supports,
/// too.
#[test]
fn nothing_depends_on_the_machine() {
    let graph = Said::random(5, 60, 110, true).build();
    let expected = mined(&graph, &Device::cpu(None), &exact(6));
    assert!(expected.len() > 60 && expected.iter().any(|(code, _)| code.len() == 4));
    let options = ImageOptions::default().support(6).max_edges(4);
    let small = [40, 60, 200].map(|kib| Device::cpu(Some(MemorySize(kib << 10))));
    for device in devices().into_iter().chain(small) {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                assert_eq!(mined(&graph, &device, &exact(6)), expected, "{device}");
                let stopped: Vec<_> = mined(&graph, &device, &options);
                let codes = |all: &[(crate::Named, u32)]| {
                    all.iter().map(|(code, _)| code.clone()).collect::<Vec<_>>()
                };
                assert_eq!(codes(&stopped), codes(&expected), "{device}");
                assert!(stopped.iter().all(|(code, support)| code.len() == 1 || *support == 6));
            });
        }
    }
}

/// Searches that are split, after each step or after some, find the same; and so do those that have no room for all
/// pieces.
#[test]
fn searches_can_be_split() {
    let said = Said { directed: true, ..Said::random(5, 60, 110, true) }.with_arcs_back();
    for graph in [Said::random(5, 60, 110, true).build(), said.build()] {
        let expected = mined(&graph, &Device::cpu(None), &exact(6));
        let small = Device::cpu(Some(MemorySize(60 << 10)));
        for device in devices().into_iter().chain([small]) {
            for steps in [1, 2, 7, 40].map(|steps| NonZeroU32::new(steps).unwrap()) {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
                pool.install(|| {
                    let options = exact(6).split_after(steps);
                    assert_eq!(mined(&graph, &device, &options), expected, "{steps} steps on {device}");
                    let found = mined(&graph, &device, &options.exact(false));
                    assert!(
                        found.iter().zip(&expected).all(|(a, b)| a.0 == b.0),
                        "{steps} steps on {device}"
                    );
                    assert_eq!(found.len(), expected.len(), "{steps} steps on {device}");
                });
            }
        }
    }
}

/// Twice around a circle of five labels: from each vertex there are paths around it of any kind, and all of them end on
/// the other side.
fn twice_around(width: usize) -> Said {
    let names = ["a", "b", "c", "d", "e"];
    let labels = (0..10 * width).map(|v| vec![names[v / width % 5]]).collect();
    let beside = |u: usize| (0..width).map(move |v| (u, (u / width + 1) % 10 * width + v, "1"));
    Said { labels, edges: (0..10 * width).flat_map(beside).collect(), directed: false }
}

/// A cycle is looked for as far as all paths of its length; who wants that to end is heard.
#[test]
fn a_long_search_can_be_stopped() {
    let graph = twice_around(200).build();
    let prepared = PreparedGraph::new(&graph, 10, &Default::default()).unwrap();
    for (device, threads) in devices().into_iter().flat_map(|device| [(device.clone(), 1), (device, 3)]) {
        let interrupt = motherlode::runtime::Interrupt::default();
        let (last_wave, ask) = (Arc::new(AtomicBool::new(false)), interrupt.clone());
        let is_last = last_wave.clone();
        let context = Context::default().interrupt(interrupt).progress(move |_| {
            if is_last.load(Relaxed) {
                ask.request();
            }
        });
        let options = ImageOptions::default().support(10).max_edges(5).max_vertices(5).context(context);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let ended = pool.install(|| {
            frequent::mine(&prepared, &device, &options, |found| {
                last_wave.fetch_or(found.code.len() == 4, Relaxed);
                Ok(())
            })
        });
        assert!(matches!(ended, Err(MineError::Runtime(RuntimeError::Interrupted))), "{device}");
    }
}

/// The cycle that goes around once is not there, though all of its parts are: all threads find that out together.
#[test]
fn a_long_search_in_vain_is_shared() {
    let graph = twice_around(7).build();
    let options = exact(3).max_edges(5).max_vertices(5);
    let expected = mined(&graph, &Device::cpu(None), &options);
    let labels = |code: &crate::Named| {
        code.iter().flat_map(|step| [step.2.clone(), step.4.clone()]).collect::<BTreeSet<_>>().len()
    };
    assert!(expected.iter().any(|(code, _)| labels(code) == 5 && code.len() == 4));
    assert!(!expected.iter().any(|(code, _)| labels(code) == 5 && code.len() == 5));
    for device in devices() {
        for steps in [20, 300].map(|steps| NonZeroU32::new(steps).unwrap()) {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            let found = pool.install(|| mined(&graph, &device, &options.clone().split_after(steps)));
            assert_eq!(found, expected, "{steps} steps on {device}");
        }
    }
}

/// Embedding tables find the same patterns in the same order.
#[test]
fn both_ways_agree() {
    let mut compared = 0;
    for (seed, labels) in [(3, true), (4, true), (5, false)] {
        let mut said = Said::random(seed, 40, 70, false);
        said.edges.iter_mut().for_each(|edge| edge.2 = "1");
        if !labels {
            said.labels.iter_mut().for_each(Vec::clear);
        }
        let graph = said.build();
        for (device, options) in devices().iter().flat_map(|device| {
            [exact(3), exact(6).min_edges(2).max_vertices(4), exact(40)].map(|options| (device, options))
        }) {
            let prepared = PreparedGraph::new(&graph, options.support.get(), &Default::default()).unwrap();
            let mut found = Vec::new();
            frequent::mine_by_tables(&Placed::new(&graph, device), &prepared, &options, |one| {
                found.push((crate::named(&prepared, one.kinds, one.code), one.support));
                Ok(())
            })
            .unwrap();
            assert_eq!(found, mined(&graph, device, &options), "seed {seed} on {device}");
            compared += found.len();
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The same patterns in the same order on several devices; one without room for the graph is left out, the first or
/// another.
#[test]
fn several_devices_find_the_same() {
    let graph = Said::random(5, 60, 110, true).build();
    let expected = mined(&graph, &Device::cpu(None), &exact(6));
    let (tiny, small, large) =
        ([30, 60 << 10, 64 << 20]).map(|bytes| Device::cpu(Some(MemorySize(bytes)))).into();
    let emulated = devices().pop().unwrap();
    for (first, others, left_out) in [
        (&large, vec![small.clone()], 0),
        (&small, vec![emulated, large.clone()], 0),
        (&tiny, vec![large.clone()], 1),
        (&large, vec![tiny.clone(), small.clone()], 1),
    ] {
        let heard = Arc::new(AtomicU64::new(0));
        let hear = heard.clone();
        let context = Context::default().left_out(move |_, _| {
            hear.fetch_add(1, Relaxed);
        });
        let team = Team::of(first, &others);
        assert_eq!(mined(&graph, &team, &exact(6).context(context)), expected, "{team}");
        // Whoever is not needed in time says nothing.
        assert!(heard.load(Relaxed) <= left_out, "{team}");
    }
}

#[test]
fn supports_never_grow_with_the_pattern() {
    let graph = Said::random(11, 60, 120, false).build();
    let found: BTreeMap<_, _> = mined(&graph, &Device::cpu(None), &exact(3)).into_iter().collect();
    let mut compared = 0;
    for (code, support) in found.iter().filter(|(code, _)| code.len() > 1) {
        // What a minimum code begins with is minimum.
        assert!(found[&code[..code.len() - 1]] >= *support);
        compared += 1;
    }
    assert!(compared > 100);
}

/// A triangle with a tail: the tail may be at any corner, and what is exchanged by an automorphism has one set of
/// images.
#[test]
fn a_worked_example() {
    let labels = vec![vec!["a"], vec!["a"], vec!["a"], vec!["b"]];
    let said =
        Said { labels, edges: vec![(0, 1, "1"), (1, 2, "1"), (2, 0, "1"), (2, 3, "1")], directed: false };
    for device in devices() {
        let found = mined(&said.build(), &device, &exact(1));
        let support = |kinds: &[&str]| {
            let of = |code: &crate::Named| {
                code.iter().map(|step| format!("{}{}", step.2, step.4)).collect::<Vec<_>>()
            };
            found.iter().find(|(code, _)| of(code) == kinds).map(|(_, support)| *support)
        };
        assert_eq!(support(&["aa"]), Some(3));
        assert_eq!(support(&["ab"]), Some(1));
        assert_eq!(support(&["aa", "aa", "aa"]), Some(3), "the triangle");
        assert_eq!(support(&["aa", "ab"]), Some(1));
    }
}

#[test]
fn labels_can_be_left_out() {
    let graph = Said::random(13, 40, 80, false).build();
    let all = mined(&graph, &Device::cpu(None), &exact(4));
    let restriction = LabelRestriction { vertices: Some(vec![0, 2]), edges: Some(vec![1]) };
    let prepared = PreparedGraph::new(&graph, 4, &restriction).unwrap();
    let mut found = Vec::new();
    frequent::mine(&prepared, &Device::cpu(None), &exact(4), |one| {
        found.push((crate::named(&prepared, one.kinds, one.code), one.support));
        Ok(())
    })
    .unwrap();
    let allowed = |code: &crate::Named| code.iter().all(|(_, _, a, e, b)| a != "y" && e == "2" && b != "y");
    let expected: Vec<_> = all.into_iter().filter(|(code, _)| allowed(code)).collect();
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
}

/// A search that is stopped after each of its waves, and taken up again from what was saved, tells the same patterns as
/// one that is not.
#[test]
fn a_search_can_be_taken_up() {
    struct Stopping {
        told: Vec<CollectedSubgraph>,
        saved: String,
        waves: usize,
    }
    impl Listener for Stopping {
        fn found(&mut self, found: FrequentSubgraph<'_>) -> Result<(), MineError> {
            self.told.push(found.into());
            Ok(())
        }

        fn advanced(&mut self, so_far: SoFar<'_>) -> Result<(), MineError> {
            self.saved = serde_json::to_string(&so_far.progress()).unwrap();
            self.waves += 1;
            Err(MineError::Output(std::io::Error::other("enough")))
        }
    }
    let said = Said { directed: true, ..Said::random(5, 60, 110, true) }.with_arcs_back();
    let graph = said.build();
    let prepared = PreparedGraph::new(&graph, 6, &Default::default()).unwrap();
    let options = exact(6).images(true);
    let mut expected = Vec::new();
    frequent::mine(&prepared, &Device::cpu(None), &options, |found| {
        expected.push(CollectedSubgraph::from(found));
        Ok(())
    })
    .unwrap();
    // So little memory that there are many waves.
    let devices = [Device::cpu(Some(MemorySize(60 << 10))), Device::cpu(None)];
    let sites = Sites::new(&prepared);
    let mut search = Stopping { told: Vec::new(), saved: "null".into(), waves: 0 };
    let mut from = SearchProgress::default();
    while frequent::mine_from(&sites, &devices[search.waves % 3 / 2], &options, from, &mut search).is_err() {
        from = serde_json::from_str(&search.saved).unwrap();
    }
    assert!(search.waves > 5, "{}", search.waves);
    assert_eq!(search.told, expected);

    let other = PreparedGraph::new(&graph, 30, &Default::default()).unwrap();
    let from: SearchProgress = serde_json::from_str(&search.saved).unwrap();
    let wrong =
        frequent::mine_from(&Sites::new(&other), &devices[1], &options, from, &mut search).unwrap_err();
    assert!(matches!(wrong, MineError::OtherSearch), "{wrong}");
}

#[test]
fn sizes_are_limits() {
    let graph = Said::random(13, 24, 90, false).build();
    let device = Device::cpu(None);
    let all = mined(&graph, &device, &exact(4));
    let vertices = |code: &crate::Named| code.iter().map(|step| step.0.max(step.1)).max().unwrap() + 1;
    let some = mined(&graph, &device, &exact(4).min_edges(2).max_edges(3).max_vertices(3));
    let expected: Vec<_> =
        all.into_iter().filter(|(code, _)| (2..=3).contains(&code.len()) && vertices(code) <= 3).collect();
    assert!(expected.iter().any(|(code, _)| code.len() == 3));
    assert_eq!(some, expected);
}

#[test]
fn what_cannot_be_done_is_said() {
    let graph = Said::random(5, 60, 110, true).build();
    let prepared = PreparedGraph::new(&graph, 6, &Default::default()).unwrap();
    let tiny = Device::cpu(Some(MemorySize(30)));
    let wrong = frequent::mine(&prepared, &tiny, &exact(6), |_| Ok(())).unwrap_err();
    assert!(matches!(wrong, MineError::Runtime(RuntimeError::OverBudget { .. })), "{wrong}");
    let interrupt = motherlode::runtime::Interrupt::default();
    interrupt.request();
    let options = exact(6).context(Context::default().interrupt(interrupt));
    let stopped = frequent::mine(&prepared, &Device::cpu(None), &options, |_| Ok(())).unwrap_err();
    assert!(matches!(stopped, MineError::Runtime(RuntimeError::Interrupted)));
}
