//! Patterns whose last vertices are drawn from several sets: counts by inclusion and exclusion are those of brute
//! force.

use motherlode::graph::{Csr, GraphStats};
use motherlode::mine;
use motherlode::pattern::Pattern;
use motherlode::plan::{
    Feature, Features, Induced, Matching, PlanOptions, Semantics, generic_stats, plan, plan_attributed,
    plan_together,
};
use testing::common::{count_with, devices, walking};
use testing::oracle;
use testing::oracle::attributed::Said;

/// The bull; the net; classes of two and two, and of two, one and one; a bow with a tail; a cycle with ends in common.
const PATTERNS: [&str; 6] = [
    "a-b-c-a, a-d, b-e",
    "a-b-c-a, a-d, b-e, c-f",
    "a-b-c-a, a-d, a-e, b-f, b-g",
    "a-b-c-a, a-d, a-e, b-f, c-g",
    "a-b-c-a, c-d-e-c, a-f",
    "a-b-c-a, a-d-b, b-e-c, c-f",
];

/// Plans are made for a typical graph, where these patterns are worth it, and not for the small one that is counted.
fn typical() -> Features {
    Features::all_without([Feature::GraphStatistics])
}

fn parsed(text: &str) -> Pattern {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn plain_patterns_agree_with_brute_force() {
    let (n, edges) = (9, oracle::random_graph(11, 9, 21));
    let graph = Csr::from_edges(n as u32, &edges);
    for text in PATTERNS {
        let pattern = parsed(text);
        for matching in Semantics::ALL.map(Matching::from) {
            let options = PlanOptions::from(matching).features(typical());
            let plan = plan(&pattern, options, &generic_stats()).unwrap();
            assert!(plan.walk.combination.sets > 1, "{}", plan.explain());
            let expected = oracle::number(&edges, n, &pattern, matching);
            assert!(expected > 0);
            for device in devices() {
                let got = count_with(&device, &graph, &pattern, &walking(matching, typical()));
                assert_eq!(got, expected, "{matching:?} on {device}: {}", plan.explain());
            }
        }
    }
}

/// Vertices with several labels, so that sets of different labels have some in common.
fn labelled(directed: bool) -> Said {
    let pairs = oracle::random_graph(5, 9, 24).into_iter().enumerate();
    let turned = |(nth, (u, v)): (usize, (u32, u32))| if nth % 3 == 0 { (v, u) } else { (u, v) };
    let edges = pairs.map(turned).map(|(u, v)| (u as usize, v as usize, None));
    let labels =
        |v: usize| [vec!["x"], vec!["y"], vec!["x", "y"], vec!["x", "z"], vec!["y", "z"]][v % 5].clone();
    Said {
        n: 9,
        directed,
        vertex_labels: (0..9).map(labels).collect(),
        edges: edges.collect(),
        ..Said::default()
    }
}

#[test]
fn labels_and_directions_agree_with_brute_force() {
    let undirected = [
        "a-b-c-a, a-(d:x), b-(e:x)",
        "(a:x)-b-c-a, a-(d:x), b-(e:y), c-(f:x)",
        "(a:x|y)-b-c-a, a-(d:y), a-(e:y), b-(f:z)",
    ];
    let directed = ["a->b->c->a, a->d, b->(e:x)", "a->b-c->a, d->a, b->e, c->(f:y)"];
    for (said, texts) in [(labelled(false), &undirected[..]), (labelled(true), &directed[..])] {
        let graph = said.graph();
        for pattern in texts.iter().map(|text| parsed(text)) {
            for matching in Semantics::ALL.map(Matching::from) {
                let options = PlanOptions::from(matching).features(typical());
                let plan = plan_attributed(&pattern, options, &generic_stats()).unwrap();
                assert!(plan.walk.combination.sets > 1, "{}", plan.explain());
                let expected = oracle::attributed::matches(&said, &pattern, matching);
                assert!(expected > 0, "{pattern} ({matching:?})");
                for device in devices() {
                    let got = count_with(&device, &graph, &pattern, &walking(matching, typical()));
                    assert_eq!(got, expected, "{matching:?} on {device}: {}", plan.explain());
                }
            }
        }
    }
}

/// Neighbours of one vertex by different labels have no list of what they have in common, and sets that an absent edge
/// parts have nothing in common.
#[test]
fn sets_that_no_list_or_nothing_joins() {
    let said = labelled(false);
    let graph = said.graph();
    for (text, sets) in [("a-b-c-a, a-(d:x), a-(e:y)", 0), ("a-b-c-a, a-d, b-e, a!e", 2)] {
        let pattern = parsed(text);
        let matching = Matching::default();
        let options = PlanOptions::from(matching).features(typical());
        let plan = plan_attributed(&pattern, options, &generic_stats()).unwrap();
        assert_eq!(plan.walk.combination.sets, sets, "{}", plan.explain());
        let expected = oracle::attributed::matches(&said, &pattern, matching);
        for device in devices() {
            assert_eq!(
                count_with(&device, &graph, &pattern, &walking(matching, typical())),
                expected,
                "{text} on {device}"
            );
        }
    }
}

/// Where vertices have one label each, sets of different labels have nothing in common, and the plan knows it. The
/// walks end with the first, the second and later levels.
#[test]
fn labels_that_never_go_together() {
    let labels = |v: usize| vec![["x", "y", "z"][v * v % 7 % 3]];
    for directed in [false, true] {
        let said = Said { vertex_labels: (0..9).map(labels).collect(), ..labelled(directed) };
        let graph = said.graph();
        for text in [
            "(a:x)-b-(c:y)",
            "(a:x)-b-(c:y), b-(d:x), b-(e:z)",
            "(a:x)-b-c-(d:y), b-(e:z)",
            "(a:x)-b-c-a, b-(d:y), b-(e:z)",
            "a-b-c-d-a, a-(e:x), a-(f:y), c-(g:x)",
            "(a:y)-b-(c:z)-a, a-(d:y), c-(e:y)",
        ] {
            let pattern = parsed(text);
            for matching in Semantics::ALL.map(Matching::from) {
                let expected = oracle::attributed::matches(&said, &pattern, matching);
                assert!(expected > 0, "{text} ({matching:?})");
                for device in devices() {
                    let got = count_with(&device, &graph, &pattern, &walking(matching, typical()));
                    assert_eq!(got, expected, "{text} ({matching:?}) on {device}");
                }
            }
        }
    }
}

/// Products of sizes must stay below 2^64.
#[test]
fn hubs_limit_how_many_are_drawn() {
    let net = parsed(PATTERNS[1]);
    for (max_degree, sets) in [(2_642_245, 7), (2_642_246, 3)] {
        let stats = GraphStats { max_degree, ..generic_stats() };
        let plan = plan(&net, Induced::Edge, &stats).unwrap();
        assert_eq!(plan.walk.combination.sets, sets, "{}", plan.explain());
    }
}

/// A complete graph has counts that can be written down, and lists that are long.
#[test]
fn counts_in_complete_graphs() {
    let n = 40u64;
    let graph = motherlode::graph::generate::complete(n).unwrap();
    for (text, automorphisms) in [(PATTERNS[0], 2), (PATTERNS[1], 6), (PATTERNS[2], 8)] {
        let pattern = parsed(text);
        let expected =
            (0..pattern.vertices() as u64).map(|i| u128::from(n - i)).product::<u128>() / automorphisms;
        for device in devices() {
            assert_eq!(
                count_with(&device, &graph, &pattern, &walking(Matching::default(), typical())),
                expected,
                "{text} on {device}"
            );
        }
    }
}

/// What is drawn from several sets is counted by itself; the others share prefixes beside it.
#[test]
fn several_patterns_at_once() {
    let (n, edges) = (9, oracle::random_graph(7, 9, 20));
    let graph = Csr::from_edges(n as u32, &edges);
    let texts = ["a-b-c-a, a-d, b-e, c-f", "a-b-c-d-e-a, a-c", "a-b-c-d-e-a, a-c, a-d", "a-b-c-d-e-a"];
    let patterns: Vec<Pattern> = texts.iter().map(|text| parsed(text)).collect();
    let all: Vec<&Pattern> = patterns.iter().collect();
    let plans = plan_together(&all, PlanOptions::default().features(typical()), &generic_stats());
    let combined: Vec<bool> = plans.unwrap().iter().map(|plan| plan.walk.combination.sets > 0).collect();
    assert_eq!(combined, [true, false, false, false]);
    let options = walking(Induced::Edge, typical());
    let expected: Vec<u128> =
        patterns.iter().map(|pattern| oracle::count(&edges, n, pattern, Induced::Edge)).collect();
    for device in devices() {
        let counted = mine::count_together(&graph, &patterns, &device, &options).unwrap();
        let counts: Vec<u128> = counted.counts.iter().map(|(count, _)| *count).collect();
        assert_eq!(counts, expected, "on {device}");
    }
}
