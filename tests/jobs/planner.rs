//! Plans, read literally by the oracle's interpreter, count what the brute-force oracle counts.

use motherlode::pattern::{Pattern, Permutation};
use motherlode::plan::{Induced, Plan, Tasks, generic_stats, plan, plans};
use motherlode_device::plan::{Leaf, Source, WalkPlan};
use proptest::prelude::*;
use testing::oracle;
use testing::oracle::Endpoints;

/// A sparse graph, a larger one, and a dense one.
fn graphs() -> Vec<(usize, Vec<Endpoints>)> {
    [(1, 9, 18), (2, 11, 22), (3, 8, 22)].map(|(seed, n, m)| (n, oracle::random_graph(seed, n, m))).to_vec()
}

fn named(name: &str) -> Pattern {
    name.parse().unwrap()
}

/// Walks the plan, and checks the count and the lengths of the buffers.
fn check(plan: &Plan, n: usize, edges: &[Endpoints], expected: u128) {
    let walked = oracle::walk(&plan.walk, edges, n);
    let shown = plan.explain();
    assert_eq!(walked.count, expected, "{shown}");
    let stats = oracle::statistics(edges, n);
    for (bound, &longest) in plan.buffers.iter().zip(&walked.longest) {
        assert!(longest as u64 <= bound.elements(&stats), "{longest} in a buffer: {shown}");
    }
    assert_eq!(plan.buffers.len(), plan.walk.buffers as usize);
}

#[test]
fn every_candidate_plan_of_up_to_five_vertices_counts_each_match_once() {
    for (n, edges) in graphs() {
        let stats = oracle::statistics(&edges, n);
        for pattern in oracle::small_patterns() {
            for induced in Induced::ALL {
                let expected = oracle::count(&edges, n, &pattern, induced);
                let plans = plans(&pattern, induced, &stats);
                assert!(!plans.is_empty(), "{pattern}");
                plans.iter().for_each(|plan| check(plan, n, &edges, expected));
            }
        }
    }
}

#[test]
fn the_plan_is_the_cheapest_candidate() {
    for pattern in oracle::small_patterns() {
        for induced in Induced::ALL {
            let best = plan(&pattern, induced, &generic_stats()).unwrap();
            let all = plans(&pattern, induced, &generic_stats());
            // Bounds that only later restrictions imply are not seen while prefixes are cut off.
            assert!(best.cost.score <= all[0].cost.score * 1.01, "{pattern} {induced:?}");
            assert!(all.iter().any(|plan| plan.walk == best.walk), "{pattern} {induced:?}");
        }
    }
}

#[test]
fn plans_for_all_patterns_of_six_vertices_count_right() {
    let (n, edges) = (9, oracle::random_graph(5, 9, 20));
    for pattern in oracle::connected_patterns(6) {
        for induced in Induced::ALL {
            let expected = oracle::count(&edges, n, &pattern, induced);
            check(&plan(&pattern, induced, &generic_stats()).unwrap(), n, &edges, expected);
        }
    }
}

#[test]
fn the_number_of_connected_patterns_is_the_published_one() {
    // OEIS A001349.
    assert_eq!([2, 3, 4, 5, 6].map(|k| oracle::connected_patterns(k).len()), [1, 2, 6, 21, 112]);
}

/// In how many orders the vertices are found that are chosen together.
fn orders_at_the_end(walk: &WalkPlan) -> usize {
    match walk.combination.sets {
        0 => (1..=walk.leaf.choose as usize).product(),
        _ => walk.combination.divisor as usize,
    }
}

/// Of the automorphic images of any placement of the vertices, the restrictions leave as many as there are
/// permutations of the vertices chosen together: no graph is needed to see that.
#[test]
fn restrictions_leave_one_placement_of_each_match() {
    for pattern in oracle::small_patterns() {
        let group = pattern.automorphisms();
        for plan in Induced::ALL.iter().flat_map(|&induced| plans(&pattern, induced, &generic_stats())) {
            let chosen = orders_at_the_end(&plan.walk);
            for placement in oracle::patterns::permutations(pattern.vertices()) {
                let obeys = |g: &&Permutation| {
                    let place = |v: usize| placement[g[v] as usize];
                    plan.restrictions.iter().all(|r| place(r.smaller) < place(r.greater))
                };
                assert_eq!(group.elements().iter().filter(obeys).count(), chosen, "{}", plan.explain());
            }
        }
    }
}

#[test]
fn interchangeable_vertices_are_chosen_together() {
    let cases = [("edge", 0, 1), ("wedge", 0, 2), ("7-star", 0, 7), ("triangle", 1, 1), ("diamond", 1, 2)];
    for (name, last, choose) in cases {
        let plan = plan(&named(name), Induced::Edge, &generic_stats()).unwrap();
        assert_eq!((plan.walk.last, plan.walk.leaf.choose), (last, choose), "{name}");
    }
    let vertex_induced = plan(&named("diamond"), Induced::Vertex, &generic_stats()).unwrap();
    assert_eq!(vertex_induced.walk.leaf.choose, 1);
}

#[test]
fn cliques_are_walked_by_falling_vertices() {
    for k in 3..=8 {
        let plan = plan(&named(&format!("{k}-clique")), Induced::Edge, &generic_stats()).unwrap();
        assert_eq!(plan.tasks, Tasks::LowerEdges);
        assert_eq!(plan.restrictions.len(), k - 1);
        assert_eq!(plan.buffer_bound(&generic_stats()), if k > 3 { 251 } else { 0 }, "{k}");
    }
}

#[test]
fn a_triangle_is_an_edge_and_one_intersection() {
    let walk = plan(&named("triangle"), Induced::Edge, &generic_stats()).unwrap().walk;
    let leaf = walk.leaf;
    assert_eq!((leaf.source.kind, leaf.source.index, leaf.relation), (Source::NEIGHBORS, 0, Leaf::ADJACENT));
    assert_eq!((walk.buffers, leaf.bounds.below, leaf.bounds.above, leaf.exclude), (0, 0b10, 0, 0));
}

#[test]
fn every_large_pattern_has_a_plan() {
    let names = [
        "8-clique",
        "8-cycle",
        "8-path",
        "7-star",
        "8-wheel",
        "6-book",
        "8-near-clique",
        "4-4-biclique",
        "cube",
    ];
    let asymmetric = ["a-b-c-d-e-f-g-h, a-c, b-e, c-h, a-g", "a-b-c-d-e-f-g-h-a, a-c-e-b, a-d-h-b, g-c, f-a"];
    for text in names.iter().chain(&asymmetric) {
        for induced in Induced::ALL {
            plan(&named(text), induced, &generic_stats()).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

#[test]
fn explanations_stay_as_they_are() {
    for (name, induced) in [
        ("triangle", Induced::Edge),
        ("diamond", Induced::Edge),
        ("house", Induced::Edge),
        ("house", Induced::Vertex),
        ("4-cycle", Induced::Edge),
        ("5-clique", Induced::Edge),
        ("7-star", Induced::Edge),
    ] {
        let explanation = plan(&named(name), induced, &generic_stats()).unwrap().explain();
        insta::assert_snapshot!(format!("{name}-{induced:?}"), explanation);
    }
}

#[test]
fn explanations_can_be_serialised() {
    let explanation =
        plan(&named("a-b, b-c, c-a, c-d"), Induced::Vertex, &generic_stats()).unwrap().explain();
    let json = serde_json::to_value(&explanation).unwrap();
    assert_eq!(json["pattern"], "a-b, b-c, c-a, c-d");
    assert_eq!(json["induced"], "vertex");
    assert_eq!(json["levels"].as_array().unwrap().len(), 3);
}

/// A connected pattern: a random tree, and more edges.
fn any_pattern(vertices: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Pattern> {
    let parents =
        vertices.prop_flat_map(|k| (Just(k), prop::collection::vec(any::<prop::sample::Index>(), k - 1)));
    (parents, any::<u32>(), any::<u32>()).prop_map(|((k, parents), some, others)| {
        let mut edges: Vec<(usize, usize)> = parents.iter().zip(1..).map(|(p, v)| (p.index(v), v)).collect();
        let pairs = (0..k).flat_map(|u| (u + 1..k).map(move |v| (u, v)));
        let extra =
            pairs.enumerate().filter(|(bit, _)| (some & others) >> bit & 1 == 1).map(|(_, pair)| pair);
        edges.extend(extra);
        edges.sort_unstable();
        edges.dedup();
        Pattern::from_edges(&edges).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn plans_for_large_patterns_count_right(
        pattern in any_pattern(6..=8),
        seed in any::<u64>(),
        m in 14usize..24,
        vertex_induced in any::<bool>(),
    ) {
        let n = 10;
        let edges = oracle::random_graph(seed, n, m);
        let induced = if vertex_induced { Induced::Vertex } else { Induced::Edge };
        let stats = oracle::statistics(&edges, n);
        let expected = oracle::count(&edges, n, &pattern, induced);
        check(&plan(&pattern, induced, &stats).unwrap(), n, &edges, expected);
    }

    #[test]
    fn the_count_does_not_depend_on_the_numbering(pattern in any_pattern(3..=6), seed in any::<u64>()) {
        let (n, edges) = (14, oracle::random_graph(seed, 14, 40));
        let renumbered = oracle::relabelled(seed, n, &edges);
        for induced in Induced::ALL {
            let count = |edges: &[Endpoints]| {
                oracle::walk(&plan(&pattern, induced, &oracle::statistics(edges, n)).unwrap().walk, edges, n).count
            };
            prop_assert_eq!(count(&edges), count(&renumbered));
        }
    }
}
