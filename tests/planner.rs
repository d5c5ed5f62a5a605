//! Plans, read literally by the oracle's interpreter, count what the brute-force oracle counts.

mod oracle;

use motherlode::graph::GraphStats;
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Plan, generic_stats, plan, plans};
use oracle::Edge;

/// A graph of each kind: sparse, dense, and one without some patterns.
fn graphs() -> Vec<(usize, Vec<Edge>)> {
    vec![
        (9, oracle::random_graph(1, 9, 20)),
        (11, oracle::random_graph(2, 11, 22)),
        (8, oracle::random_graph(3, 8, 24)),
    ]
}

fn check(plan: &Plan, n: usize, edges: &[Edge], expected: u128) {
    let walked = oracle::walk(&plan.walk, edges, n);
    assert_eq!(walked.count, expected, "{} ({:?}), order {:?}", plan.pattern, plan.induced, plan.order);
}

#[test]
fn every_candidate_plan_of_up_to_five_vertices_counts_each_match_once() {
    for (n, edges) in graphs() {
        for pattern in (2..=5).flat_map(oracle::connected_patterns) {
            for induced in [Induced::Edge, Induced::Vertex] {
                let expected = oracle::count(&edges, n, &pattern, induced);
                let plans = plans(&pattern, induced, &generic_stats());
                assert!(!plans.is_empty(), "{pattern}");
                plans.iter().for_each(|plan| check(plan, n, &edges, expected));
            }
        }
    }
}
