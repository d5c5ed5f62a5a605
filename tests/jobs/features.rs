//! Parts of the planner can be left out, in any combination: counts stay what brute force finds.

use motherlode::graph::{Csr, Graph};
use motherlode::mine::{self, PartialCount, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::{
    Feature, Features, Induced, Matching, Plan, PlanOptions, Semantics, generic_stats, plan,
};
use motherlode::runtime::Device;
#[cfg(feature = "shared-data")]
use testing::common::data;
use testing::common::{count_with, devices, walking};
use testing::oracle;
use testing::oracle::Endpoints;
use testing::oracle::attributed::Said;

/// The features that plans of one pattern have.
const PLANS: [Feature; 9] = *Feature::ALL.first_chunk().unwrap();

/// Sets that are made lazily, with and without whatever else they depend on.
fn lazily() -> impl Iterator<Item = Features> {
    let beside = [Feature::Reuse, Feature::BoundedLists, Feature::BinomialLeaf, Feature::InclusionExclusion];
    (0u32..1 << beside.len()).map(move |left_out| {
        let features = beside.into_iter().enumerate().filter(|(bit, _)| left_out >> bit & 1 == 1);
        Features::all_without(features.map(|(_, feature)| feature)).without(Feature::EagerSets)
    })
}

/// Every set of these features.
fn combinations() -> impl Iterator<Item = Features> {
    (0u32..1 << PLANS.len()).map(|left_out| {
        let features = PLANS.into_iter().enumerate().filter(move |(bit, _)| left_out >> bit & 1 == 1);
        Features::all_without(features.map(|(_, feature)| feature))
    })
}

fn patterns() -> Vec<Pattern> {
    let larger = ["a-b-c-d-e-f-a, a-d", "a-b-c-a, d-e-f-d, a-d, b-e, c-f", "a-b-c-d-e-a, e-f"];
    let larger = larger.iter().map(|text| text.parse().unwrap());
    oracle::small_patterns().into_iter().chain(larger).collect()
}

fn made(pattern: &str, features: Features) -> Plan {
    let options = PlanOptions::from(Induced::Edge).features(features);
    plan(&pattern.parse().unwrap(), options, &generic_stats()).unwrap()
}

/// Walks the plan by the oracle's reading of it, and checks the count and the lengths of the buffers.
fn check(plan: &Plan, features: Features, edges: &[Endpoints], n: usize, expected: u128) {
    let walked = oracle::walk(&plan.walk, edges, n);
    let shown = plan.explain();
    assert_eq!(walked.count, expected * u128::from(plan.repeats), "{features:?} {shown}");
    let stats = oracle::statistics(edges, n);
    for (bound, &longest) in plan.buffers.iter().zip(&walked.longest) {
        assert!(longest as u64 <= bound.elements(&stats), "{longest} in a buffer: {features:?} {shown}");
    }
}

#[test]
fn every_combination_counts_what_brute_force_finds() {
    let (n, edges) = (9, oracle::random_graph(4, 9, 19));
    let stats = oracle::statistics(&edges, n);
    // A third of the combinations for each pattern: each for a third of the patterns.
    for (nth, pattern) in patterns().into_iter().enumerate() {
        for induced in Induced::ALL {
            let expected = oracle::count(&edges, n, &pattern, induced);
            for features in combinations().chain(lazily()).skip(nth % 3).step_by(3) {
                let options = PlanOptions::from(induced).features(features);
                check(&plan(&pattern, options, &stats).unwrap(), features, &edges, n, expected);
            }
        }
    }
}

/// All features, each left out alone, and none.
fn a_few() -> impl Iterator<Item = Features> {
    let alone = Feature::ALL.map(|feature| Features::all_without([feature]));
    alone.into_iter().chain([Features::default(), Features::all_without(Feature::ALL)])
}

#[test]
fn every_device_counts_alike_without_each() {
    let (n, edges) = (12, oracle::random_graph(9, 12, 30));
    let graph = Csr::from_edges(n as u32, &edges);
    for pattern in patterns() {
        for semantics in [Semantics::Subgraphs, Semantics::Embeddings] {
            let matching = Matching { induced: Induced::Edge, semantics };
            let expected = oracle::number(&edges, n, &pattern, matching);
            for (device, features) in
                devices().iter().flat_map(|d| a_few().map(move |features| (d, features)))
            {
                let got = count_with(device, &graph, &pattern, &walking(matching, features));
                assert_eq!(got, expected, "{pattern} ({matching:?}) on {device}, {features:?}");
            }
        }
    }
}

/// A path of labels, with one hub.
fn labelled() -> Said {
    let edges = oracle::random_graph(2, 8, 16).into_iter().map(|(u, v)| (u as usize, v as usize, None));
    let label = |v: usize| vec![["x", "y", "x"][v % 3]];
    Said {
        n: 8,
        directed: false,
        vertex_labels: (0..8).map(label).collect(),
        edges: edges.collect(),
        ..Said::default()
    }
}

#[test]
fn labels_absence_and_maps_are_counted_alike_without_each() {
    let said = labelled();
    let graph: Graph = said.graph();
    for text in ["(a:x)-(b:x)-(c:y)-a", "(a:x)-b-(c:x), a!c", "(a:y)-b-c, !(d:y)-a, d-c", "a-b-c-d-a, a!c"] {
        let pattern: Pattern = text.parse().unwrap();
        for semantics in Semantics::ALL {
            let matching = Matching { induced: Induced::Edge, semantics };
            let expected = oracle::attributed::matches(&said, &pattern, matching);
            for (device, features) in
                devices().iter().flat_map(|d| a_few().map(move |features| (d, features)))
            {
                let got = count_with(device, &graph, &pattern, &walking(matching, features));
                assert_eq!(got, expected, "{text} ({matching:?}) on {device}, {features:?}");
            }
        }
    }
}

#[test]
fn parts_and_analysis_tell_matches_and_not_what_the_walk_finds() {
    let (n, edges) = (20, oracle::random_graph(5, 20, 60));
    let graph = Csr::from_edges(n as u32, &edges);
    let pattern: Pattern = "house".parse().unwrap();
    let expected = oracle::count(&edges, n, &pattern, Induced::Edge);
    let planner = Features::all_without([Feature::SymmetryBreaking]);
    let options = walking(Induced::Edge, planner);
    let parts = PartialCount::new(&Placed::new(&graph, &Device::cpu(None)), &pattern, &options).unwrap();
    let go_on = |_| std::ops::ControlFlow::Continue(());
    let counted = parts.run(Default::default(), go_on).unwrap();
    assert_eq!(counted.count, expected);
    let shown = mine::analyze(&graph, &pattern, options.plan_options(), &options.context).unwrap();
    assert_eq!(shown.analysis.unwrap().found, Some(expected));
}

/// What each feature does is gone without it.
#[test]
fn a_feature_left_out_is_not_there() {
    let without = |feature| Features::all_without([feature]);

    let plan = made("house", without(Feature::SymmetryBreaking));
    assert!(plan.restrictions.is_empty() && plan.repeats == 2);
    assert_eq!(
        made("diamond", without(Feature::SymmetryBreaking)).repeats,
        2,
        "of 4, two are chosen together"
    );

    let plan = made("5-clique", without(Feature::RestrictionScoring));
    let places = |v: usize| plan.order.iter().position(|&u| u == v).unwrap();
    assert!(plan.restrictions.iter().all(|r| places(r.smaller) < places(r.greater)), "{}", plan.explain());
    assert_ne!(plan.restrictions, made("5-clique", Features::default()).restrictions);

    let tail_first = "a-b, b-c, c-d, d-e, e-c";
    assert_eq!(made(tail_first, without(Feature::OrderScoring)).order, [0, 1, 2, 3, 4]);
    assert_ne!(made(tail_first, Features::default()).order, [0, 1, 2, 3, 4]);

    let ops = |plan: &Plan| plan.walk.levels.iter().map(|level| level.ops).sum::<u32>();
    let (shared, alone) = (made("6-clique", Features::default()), made("6-clique", without(Feature::Reuse)));
    // Levels 2 to 4 have the common neighbours of 2, 3 and 4 vertices, and the leaf, without the last, of 4.
    assert_eq!((ops(&shared), ops(&alone)), (3, 1 + 2 + 3 + 3));

    // Without, the third level's and the leaf's first operations run as late as the last.
    let at = |plan: &Plan| plan.walk.levels.map(|level| level.ops);
    let lazy = Features::all_without([Feature::EagerSets, Feature::Reuse]);
    assert_eq!(at(&alone)[..5], [0, 4, 3, 2, 0]);
    assert_eq!(at(&made("6-clique", lazy))[..5], [0, 1, 2, 6, 0]);
    assert!(made("6-clique", lazy).buffers.len() < alone.buffers.len());

    let bounded = |plan: &Plan| plan.walk.ops[..ops(plan) as usize].iter().all(|op| op.bounds.below != 0);
    assert!(bounded(&shared) && !bounded(&made("6-clique", without(Feature::BoundedLists))));

    assert_eq!(made("diamond", Features::default()).walk.leaf.choose, 2);
    assert_eq!(made("diamond", without(Feature::BinomialLeaf)).walk.leaf.choose, 1);

    let bull = "a-b-c-a, a-d, b-e";
    let ends = made(bull, Features::default()).walk;
    assert_eq!((ends.last, ends.combination.sets, ends.combination.terms), (2, 3, 2));
    let walked = made(bull, without(Feature::InclusionExclusion)).walk;
    assert_eq!((walked.last, walked.combination.sets), (3, 0));
    assert_eq!(made("house", without(Feature::Pruning)).walk, made("house", Features::default()).walk);
}

#[test]
fn without_statistics_every_graph_is_planned_alike() {
    let pattern: Pattern = "house".parse().unwrap();
    let options =
        PlanOptions::from(Induced::Edge).features(Features::all_without([Feature::GraphStatistics]));
    let stats = |seed, m| oracle::statistics(&oracle::random_graph(seed, 12, m), 12);
    let [sparse, dense] =
        [(1, 14), (2, 60)].map(|(seed, m)| plan(&pattern, options, &stats(seed, m)).unwrap());
    assert_eq!((sparse.cost.clone(), sparse.walk), (dense.cost, dense.walk));
    let told = plan(&pattern, Induced::Edge, &stats(1, 14)).unwrap();
    assert_ne!(told.cost, sparse.cost);
}

/// A real graph, where bounds on buffers matter: the counts are published ones.
#[cfg(feature = "shared-data")]
#[test]
fn real_counts_stay_the_same_without_each() {
    let file = data().join("wiki-Vote.el.gz");
    let graph = motherlode::graph::load(&file, &Default::default()).unwrap();
    let truth: serde_json::Value =
        serde_json::from_reader(std::fs::File::open(data().join("truth.json")).unwrap()).unwrap();
    let expected = &truth["graphs"]["wiki-Vote"]["edge_induced"]["diamond"];
    for features in a_few() {
        let options = walking(Induced::Edge, features);
        let got = count_with(&Device::cpu(None), &graph, &"diamond".parse().unwrap(), &options);
        assert_eq!(serde_json::to_value(got as u64).unwrap(), *expected, "{features:?}");
    }
}
