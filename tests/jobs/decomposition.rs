//! Counts by decomposition, against those by formulas and by the walk.

use motherlode::graph::{Csr, Graph, GraphBuilder, generate};
use motherlode::mine::strategy::Strategy;
use motherlode::mine::{CountOptions, Method, Placed, motifs};
use motherlode::pattern::Pattern;
use motherlode::plan::{Feature, Features, Induced, Matching, Semantics};
use motherlode::runtime::Device;
use proptest::prelude::*;
use testing::common::{count_by, count_on, devices};
use testing::oracle::attributed::{DIRECTED, Said, UNDIRECTED, any_pattern, matches, said};

/// The counts by decomposition, which all of the patterns must have.
fn decomposed(device: &Device, graph: &Csr, patterns: &[Pattern], semantics: Semantics) -> Vec<u128> {
    let options = CountOptions::default().method(Method::Decomposition).semantics(semantics);
    let counted = Placed::new(graph, device).count_together(patterns, &options).unwrap();
    let count = |(count, strategy)| {
        assert_eq!(strategy, Strategy::Decomposition);
        count
    };
    counted.counts.into_iter().map(count).collect()
}

fn parsed(texts: &[&str]) -> Vec<Pattern> {
    texts.iter().map(|text| Pattern::parse(text).unwrap()).collect()
}

#[test]
fn all_patterns_of_up_to_six_vertices() {
    let graphs = [generate::gnm(6, 130, 4).unwrap(), generate::barabasi_albert(40, 3, 9).unwrap()];
    for graph in &graphs {
        for k in 3..=6 {
            let walking = CountOptions::default().planner(Features::all_without([Feature::Decomposition]));
            let expected = motifs(graph, k, &Device::cpu(None), &walking).unwrap().motifs;
            let patterns: Vec<Pattern> = expected.iter().map(|motif| motif.pattern.clone()).collect();
            for device in devices() {
                let found = decomposed(&device, graph, &patterns, Semantics::Subgraphs);
                for (motif, count) in expected.iter().zip(found) {
                    assert_eq!(count, motif.count, "{} on {device}", motif.name);
                }
            }
        }
    }
}

/// Patterns whose matches are many more than the steps to count them.
const SPARSE: [&str; 7] = [
    "6-cycle",
    "7-path",
    "a-b-c-f-e-d-a, b-e",
    "a-b-c-a, c-d, d-e-f-d",
    "a-b-c-a, c-d-e, e-f-g-e",
    "a-b-c-d-a, a-e-b, e-f",
    "a-b-c-d-e-f-g-a, a-h",
];

#[test]
fn sparse_patterns_where_lists_are_long() {
    let graph = generate::barabasi_albert(90, 4, 5).unwrap();
    let (patterns, cpu) = (parsed(&SPARSE), Device::cpu(None));
    let walked: Vec<u128> =
        patterns.iter().map(|pattern| count_on(&cpu, &graph, pattern, Induced::Edge).unwrap()).collect();
    assert!(walked.iter().all(|&count| count > 10_000), "{walked:?}");
    for device in devices() {
        assert_eq!(decomposed(&device, &graph, &patterns, Semantics::Subgraphs), walked, "on {device}");
    }
}

#[test]
fn maps_that_are_injective_and_others() {
    let graph = generate::barabasi_albert(30, 3, 2).unwrap();
    let patterns = parsed(&["wedge", "triangle", "4-cycle", "bull", "6-cycle", "4-clique", "wheel"]);
    for semantics in [Semantics::Embeddings, Semantics::Homomorphisms] {
        let options = CountOptions::default().method(Method::Walk).semantics(semantics);
        let walked = Placed::new(&graph, &Device::cpu(None)).count_together(&patterns, &options).unwrap();
        let walked: Vec<u128> = walked.counts.into_iter().map(|(count, _)| count).collect();
        for device in devices() {
            assert_eq!(
                decomposed(&device, &graph, &patterns, semantics),
                walked,
                "{semantics:?} on {device}"
            );
        }
    }
}

#[test]
fn the_graph_and_the_features_say_which_way_is_taken() {
    let (large, small) = (generate::rmat(12, 16, 3).unwrap(), generate::gnm(6, 130, 4).unwrap());
    let (cycle, prism) = (Pattern::parse("6-cycle").unwrap(), Pattern::parse("prism").unwrap());
    let device = Device::cpu(None);
    let strategy = |graph: &Csr, pattern: &Pattern, options: &CountOptions| {
        Placed::new(graph, &device).count(pattern, options).unwrap().strategy
    };
    let best = CountOptions::default();
    assert_eq!(strategy(&large, &cycle, &best), Strategy::Decomposition);
    assert_eq!(strategy(&small, &cycle, &best), Strategy::Walk, "there is little to walk");
    assert_eq!(strategy(&small, &prism, &best), Strategy::Walk, "its treewidth is 3");
    let without = best.clone().planner(Features::all_without([Feature::Decomposition]));
    assert_eq!(strategy(&small, &cycle, &without), Strategy::Walk);
    let by_force = best.method(Method::Decomposition);
    assert_eq!(strategy(&small, &prism, &by_force), Strategy::Decomposition);
    // What cannot be decomposed is counted in the best way.
    let with_anti_vertex = Pattern::parse("a-b-c, !(d)-a").unwrap();
    assert_eq!(strategy(&small, &with_anti_vertex, &by_force), Strategy::AttributedWalk);
}

#[test]
fn no_edges_have_no_matches() {
    let patterns = parsed(&["6-cycle", "house"]);
    let empty = Csr::from_edges(5, &[]);
    assert_eq!(decomposed(&Device::cpu(None), &empty, &patterns, Semantics::Subgraphs), [0, 0]);
}

/// A labelled pattern, decomposed, against brute force. Those that ask for absence are not.
fn check_labelled(said: &Said, text: &str) {
    let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    if text.contains('!') || pattern.vertices() < 3 {
        return;
    }
    let graph = said.graph();
    for semantics in Semantics::ALL {
        let matching = Matching::from(semantics);
        let expected = matches(said, &pattern, matching);
        let options = CountOptions::default().method(Method::Decomposition).semantics(semantics);
        for device in devices() {
            let counted = Placed::new(&graph, &device).count(&pattern, &options).unwrap();
            assert_eq!(counted.count, expected, "{text} ({semantics:?}) on {device}, in {said:?}");
            assert_eq!(counted.strategy, Strategy::Decomposition, "{text}");
        }
    }
}

/// What no list of patterns for the walk has: merged vertices and edges whose demands contradict each other, or differ.
const MERGING: [&str; 6] = [
    "(a:x)-(b:y)-(c:x)-(d:z)-a",
    "(a:x|y)-b-(c:y|z)-d-a",
    "(a:x)-[:1]-b-[:2]-(c:x|z)-d-e-a",
    "a-[:1|2]-b-[:2]-c-d-[:1]-a",
    "(a:z)-b-c-d-e-f-a, a-d",
    "(a:x)-b-c, b-(d:y)-e, d-f",
];

/// The same with arcs: pairs in both directions, arcs that become one, and edges in either direction that meet them.
const MERGING_ARCS: [&str; 8] = [
    "a->b<-c->d<-a",
    "a->b->c->d->e->a",
    "a-[:1]->b<-[:2]-c, b-d-a",
    "a-[:1]-b-[:2]-c-[:1|2]-d-a",
    "a-[:1]-b->c-[:2]->d-a",
    "(a:x)->b, b->a, b-[:1]-c->d->a",
    "a->b-c<-d-e-a",
    "a->b->c->d->e->f->a",
];

#[test]
fn labels_agree_with_brute_force() {
    for (seed, m) in [(1, 12), (2, 17)] {
        let said = said(seed, false, m);
        UNDIRECTED.iter().chain(&MERGING).for_each(|text| check_labelled(&said, text));
    }
}

#[test]
fn directions_agree_with_brute_force() {
    for (seed, m) in [(3, 11), (4, 16)] {
        let mut said = said(seed, true, m);
        said.edges[1].2 = Some("knows");
        DIRECTED.iter().chain(&MERGING_ARCS).for_each(|text| check_labelled(&said, text));
    }
}

/// With one label for each vertex, different ones do not meet.
#[test]
fn single_labels_agree_with_brute_force() {
    for directed in [false, true] {
        let mut said = said(5, directed, 15);
        said.vertex_labels.iter_mut().for_each(|labels| labels.truncate(1));
        said.vertex_labels[3] = vec!["y"];
        said.vertex_labels[6] = vec!["z"];
        let arcs = if directed { &MERGING_ARCS[..] } else { &[] };
        MERGING.iter().chain(arcs).for_each(|text| check_labelled(&said, text));
    }
}

/// Labelled trees of 9 to 12 vertices, and what is nearly one. Few of their vertices may fall together, but in the
/// last, of which many are leaves.
const LARGE: [&str; 5] = [
    "(a:0)-(b:1)-(c:2)-(d:0)-(e:1)-(f:2)-(g:0)-(h:1)-(i:2)",
    "(a:0)-(b:1)-(c:2), b-(d:0)-(e:1)-(f:2), d-(g:2), g-(h:1)-(i:0), h-(j:0)",
    "(a:0)-(b:1)-(c:2)-a, c-(d:0)-(e:1)-(f:2), e-(g:0)-(h:1)-(i:2)-(j:0)-(k:1)",
    "(a:0)-(b:1), a-(c:2)-(d:1)-(e:0)-(f:2)-(g:1)-(h:0)-(i:2)-(j:1)-(k:0)-(l:2)",
    "(a:0)-(b:1), a-(c:1), a-(d:1), a-(e:2), a-(f:2), a-(g:2), a-(h:1)-(i:2)",
];

/// The vertices of a graph have these labels, by number.
const LABELS: [&str; 24] = [
    "0", "1", "0", "0", "0", "2", "2", "0", "1", "2", "0", "1", "2", "0", "2", "0", "1", "1", "2", "0", "1",
    "0", "2", "0",
];

/// How many maps of the vertices of `pattern` from the first on keep labels and edges, where the first have these
/// images: one by one.
fn maps(graph: &Csr, pattern: &Pattern, injective: bool, images: &mut Vec<u32>) -> u128 {
    let next = images.len();
    if next == pattern.vertices() {
        return 1;
    }
    let mut found = 0;
    for image in 0..graph.n() {
        let is_labelled = pattern.all_vertices()[next].labels == [LABELS[image as usize]];
        let is_joined =
            |&(u, v): &(usize, usize)| u.max(v) != next || graph.neighbors(images[u.min(v)]).contains(&image);
        if is_labelled && pattern.edges().iter().all(is_joined) && !(injective && images.contains(&image)) {
            images.push(image);
            found += maps(graph, pattern, injective, images);
            images.pop();
        }
    }
    found
}

#[test]
fn large_labelled_trees_agree_with_brute_force() {
    let csr = generate::barabasi_albert(24, 3, 5).unwrap();
    let mut builder = GraphBuilder::undirected();
    (0..csr.n()).for_each(|v| builder.vertex(u64::from(v), &[LABELS[v as usize]]));
    let edges = (0..csr.n()).flat_map(|u| csr.neighbors(u).iter().map(move |&v| (u, v)));
    edges.filter(|(u, v)| u < v).for_each(|(u, v)| builder.edge(u64::from(u), u64::from(v)));
    let graph = builder.build().unwrap();
    for text in LARGE {
        let pattern = Pattern::parse(text).unwrap();
        for semantics in [Semantics::Homomorphisms, Semantics::Embeddings] {
            let expected = maps(&csr, &pattern, semantics.injective(), &mut Vec::new());
            assert!(expected > 0, "{text}");
            for device in devices() {
                let options = CountOptions::default().method(Method::Decomposition).semantics(semantics);
                let found = Placed::new(&graph, &device).count(&pattern, &options).unwrap();
                let found = (found.count, found.strategy);
                assert_eq!(found, (expected, Strategy::Decomposition), "{text} on {device}");
            }
        }
    }
}

/// Subgraphs are embeddings, each as often as the pattern has automorphisms; and the walk goes through all of them.
#[test]
fn large_labelled_trees_are_what_the_walk_counts() {
    let graph: Graph = generate::label(generate::barabasi_albert(24, 3, 5).unwrap().into(), 3, 1, 5);
    for text in LARGE {
        let pattern = Pattern::parse(text).unwrap();
        for device in devices() {
            let count = |method| count_by(method, &device, &graph, &pattern, Induced::Edge).unwrap();
            let expected = count(Method::Walk);
            assert!(expected > 0, "{text}");
            assert_eq!(count(Method::Decomposition), expected, "{text} on {device}");
        }
    }
}

/// Where there are more partitions than are gone through, the walk counts.
#[test]
fn large_plain_patterns_are_walked() {
    let graph = generate::gnm(6, 90, 4).unwrap();
    let options = CountOptions::default().method(Method::Decomposition);
    let counted = |options: &CountOptions| {
        let pattern = Pattern::parse("a-b-c-d-e-f-g-h-i-j").unwrap();
        Placed::new(&graph, &Device::cpu(None)).count(&pattern, options).unwrap()
    };
    let (found, walked) = (counted(&options), counted(&options.clone().method(Method::Walk)));
    assert_eq!((found.count, found.strategy), (walked.count, walked.strategy));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_labelled_pattern_agrees_with_brute_force(
        text in any_pattern(false), seed in 0u64..1 << 20, m in 9usize..20,
    ) {
        check_labelled(&said(seed, false, m), &text);
    }

    #[test]
    fn any_directed_pattern_agrees_with_brute_force(
        text in any_pattern(true), seed in 0u64..1 << 20, m in 8usize..17,
    ) {
        check_labelled(&said(seed, true, m), &text);
    }
}

/// On a graph that is large enough for it, labelled patterns are decomposed unasked, and count what the walk does.
#[test]
fn large_labelled_graphs_are_decomposed() {
    let graph: Graph = generate::label(generate::rmat(11, 12, 3).unwrap().into(), 3, 2, 5);
    let device = Device::cpu(None);
    for text in ["(a:1)-(b:2)-c-(d:1)-e-a", "(a:0)-[:1]-b-(c:1)-d-[:0]-(e:2)"] {
        let pattern = Pattern::parse(text).unwrap();
        let counted = Placed::new(&graph, &device).count(&pattern, &CountOptions::default()).unwrap();
        assert_eq!(counted.strategy, Strategy::Decomposition, "{text}");
        assert_eq!(counted.count, count_by(Method::Walk, &device, &graph, &pattern, Induced::Edge).unwrap());
    }
}
