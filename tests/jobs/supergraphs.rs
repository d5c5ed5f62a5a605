//! Counts of patterns that ask for absent edges, from the patterns that contain them, against those by the walk and by
//! brute force.

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::strategy::Strategy;
use motherlode::mine::{CountOptions, Method, Placed, motif_patterns};
use motherlode::pattern::Pattern;
use motherlode::plan::{Feature, Features, Induced, Matching};
use motherlode::runtime::Device;
use proptest::prelude::*;
use testing::common::{count_by, devices, matchings};
use testing::oracle::attributed::{DIRECTED, Said, UNDIRECTED, any_pattern, matches, said};

/// By force, whatever it costs.
fn forced(matching: impl Into<Matching>) -> CountOptions {
    CountOptions::default().method(Method::Decomposition).matching(matching)
}

#[test]
fn all_induced_patterns_of_up_to_six_vertices() {
    let graphs = [generate::gnm(6, 130, 4).unwrap(), generate::barabasi_albert(40, 3, 9).unwrap()];
    for graph in &graphs {
        for k in 3..=6 {
            let patterns: Vec<Pattern> =
                motif_patterns(k).unwrap().into_iter().map(|(_, pattern)| pattern).collect();
            let walking = CountOptions::default().method(Method::Walk).induced(Induced::Vertex);
            let count = |device: &Device, options: &CountOptions| {
                Placed::new(graph, device).count_together(&patterns, options).unwrap().counts
            };
            let expected = count(&Device::cpu(None), &walking);
            for device in devices() {
                let found = count(&device, &forced(Induced::Vertex));
                for ((pattern, (found, strategy)), (expected, _)) in patterns.iter().zip(found).zip(&expected)
                {
                    assert_eq!(found, *expected, "{pattern} on {device}");
                    let is_clique = pattern.edges().len() == k * (k - 1) / 2;
                    assert!(strategy == Strategy::Supergraphs || is_clique, "{pattern}: {strategy}");
                }
            }
        }
    }
}

/// A pattern with labels, directions or absences, from those that contain it, against brute force. Returns whether it
/// was counted so wherever it has matches: where one of those has no plan, and in a graph of which nothing is left, it
/// is walked.
fn check(said: &Said, text: &str) -> bool {
    let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (graph, mut so) = (said.graph(), true);
    for matching in matchings() {
        if forced(matching).strategy(&pattern) != Strategy::Supergraphs {
            continue;
        }
        let expected = matches(said, &pattern, matching);
        for device in devices() {
            let counted = Placed::new(&graph, &device).count(&pattern, &forced(matching)).unwrap();
            assert_eq!(counted.count, expected, "{text} ({matching:?}) on {device}, in {said:?}");
            so &= counted.strategy == Strategy::Supergraphs || expected == 0;
        }
    }
    so
}

#[test]
fn labels_agree_with_brute_force() {
    let said = said(1, false, 14);
    UNDIRECTED.iter().for_each(|text| assert!(check(&said, text), "{text}"));
}

#[test]
fn directions_agree_with_brute_force() {
    let mut said = said(3, true, 13);
    said.edges[1].2 = Some("knows");
    DIRECTED.iter().for_each(|text| assert!(check(&said, text), "{text}"));
    // Arcs that must have none back, with labels and without; an arc that must not be between vertices that nothing
    // joins.
    let arcs = [
        "a-[:1]->b->c, b!>a, c!>a",
        "a->b-c-a, b!>a, d->a",
        "a-[:1|2]->b, b!>a, b-c->d, d!a",
        "a->b->c, a->c",
    ];
    arcs.iter().for_each(|text| assert!(check(&said, text), "{text}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_labelled_pattern_agrees_with_brute_force(
        text in any_pattern(false), seed in 0u64..1 << 20, m in 9usize..18,
    ) {
        check(&said(seed, false, m), &text);
    }

    #[test]
    fn any_directed_pattern_agrees_with_brute_force(
        text in any_pattern(true), seed in 0u64..1 << 20, m in 8usize..15,
    ) {
        check(&said(seed, true, m), &text);
    }
}

#[test]
fn the_graph_and_the_features_say_which_way_is_taken() {
    let (sparse, dense) =
        (generate::barabasi_albert(3000, 5, 7).unwrap(), generate::gnm(6, 1500, 2).unwrap());
    let (path, cpu) = (Pattern::parse("6-path").unwrap(), Device::cpu(None));
    let counted = |graph: &Csr, options: &CountOptions| {
        let counted = Placed::new(graph, &cpu).count(&path, options).unwrap();
        (counted.count, counted.strategy)
    };
    let best = CountOptions::default().induced(Induced::Vertex);
    let (count, strategy) = counted(&sparse, &best);
    assert_eq!(strategy, Strategy::Supergraphs);
    let without = best.clone().planner(Features::all_without([Feature::Decomposition]));
    assert_eq!(counted(&sparse, &without), (count, Strategy::Walk));
    assert_eq!(counted(&dense, &best).1, Strategy::Walk, "the patterns that contain it have more matches");
}

/// On a graph that is large enough for it, a labelled pattern takes that way unasked, and counts what the walk does.
#[test]
fn large_labelled_graphs() {
    let graph: Graph = generate::label(generate::barabasi_albert(30_000, 6, 3).unwrap().into(), 2, 1, 5);
    let (pattern, cpu) = (Pattern::parse("(a:1)-b-c-(d:0)-e, a!c").unwrap(), Device::cpu(None));
    let counted = Placed::new(&graph, &cpu).count(&pattern, &CountOptions::default()).unwrap();
    assert_eq!(counted.strategy, Strategy::Supergraphs);
    assert_eq!(counted.count, count_by(Method::Walk, &cpu, &graph, &pattern, Induced::Edge).unwrap());
}
