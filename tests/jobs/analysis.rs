//! What a plan comes to on a graph is what trying all vertices for each level gives.

use std::convert::Infallible;
use testing::oracle;

use motherlode::graph::Csr;
use motherlode::mine::{self, Context};
use motherlode::pattern::Pattern;
use motherlode::plan::{Analysis, Induced, Matching, Plan, Semantics, analyze, plan, plans};
use motherlode::runtime::{Interrupt, RuntimeError};
use testing::oracle::Endpoints;

fn analysis(plan: &Plan, edges: &[Endpoints], n: usize) -> Analysis {
    let graph = Csr::from_edges(n as u32, edges);
    let Ok(analysis) = analyze(plan, &graph, || Ok::<(), Infallible>(()));
    analysis
}

/// Checks the count and the candidates of each level.
fn check(plan: &Plan, edges: &[Endpoints], n: usize, expected: u128) {
    let actual = analysis(plan, edges, n);
    let candidates: Vec<u64> = actual.levels.iter().map(|level| level.candidates).collect();
    assert_eq!(actual.found, Some(expected), "{}", plan.explain());
    assert_eq!(candidates, oracle::prefixes(plan, edges, n), "{}", plan.explain());
    assert_eq!(candidates, oracle::walk(&plan.walk, edges, n).visits, "{}", plan.explain());
}

#[test]
fn every_plan_of_up_to_four_vertices_is_counted_level_by_level() {
    let (n, edges) = (9, oracle::random_graph(1, 9, 18));
    let stats = oracle::statistics(&edges, n);
    for pattern in (2..=4).flat_map(oracle::connected_patterns) {
        for induced in [Induced::Edge, Induced::Vertex] {
            let expected = oracle::count(&edges, n, &pattern, induced);
            plans(&pattern, induced, &stats).iter().for_each(|plan| check(plan, &edges, n, expected));
        }
    }
}

#[test]
fn plans_for_all_patterns_of_five_vertices_are_counted_level_by_level() {
    let (n, edges) = (8, oracle::random_graph(4, 8, 19));
    let stats = oracle::statistics(&edges, n);
    for pattern in oracle::connected_patterns(5) {
        for induced in [Induced::Edge, Induced::Vertex] {
            let expected = oracle::count(&edges, n, &pattern, induced);
            check(&plan(&pattern, induced, &stats).unwrap(), &edges, n, expected);
        }
    }
}

/// Vertices with more neighbours than a task has candidates, so that several tasks have the same root.
#[test]
fn roots_of_many_tasks() {
    let n = 110;
    let hubs = (0..3u32).flat_map(|hub| (hub + 1..110).map(move |v| (hub, v)));
    let edges: Vec<Endpoints> = hubs.chain(oracle::random_graph(7, n, 150)).collect();
    let stats = oracle::statistics(&edges, n);
    for text in ["triangle", "diamond", "4-cycle", "4-path", "4-clique"] {
        let plan = plan(&text.parse::<Pattern>().unwrap(), Induced::Edge, &stats).unwrap();
        let walked = oracle::walk(&plan.walk, &edges, n);
        let actual = analysis(&plan, &edges, n);
        assert_eq!(actual.found, Some(walked.count), "{text}");
        let candidates: Vec<u64> = actual.levels.iter().map(|level| level.candidates).collect();
        assert_eq!(candidates, walked.visits, "{text}");
    }
}

#[test]
fn work_is_measured_on_the_lists_as_they_are() {
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let plan =
        plan(&"triangle".parse::<Pattern>().unwrap(), Induced::Edge, &oracle::statistics(&edges, 4)).unwrap();
    let work: Vec<f64> = analysis(&plan, &edges, 4).levels.iter().map(|level| level.work).collect();
    // Four vertices; edges to the smaller end 0 (three), 1 (two) and 2 (one), below which both lists have 0, 1 and 2
    // vertices.
    let leaves = 3.0 * 16.0 * 1.0 + 2.0 * 17.0 * 3f64.log2() + 18.0 * 2.0;
    assert_eq!(work[0], 4.0 * 32.0);
    assert!((work[1] - leaves).abs() < 1e-9, "{work:?} {leaves}");
}

#[test]
fn an_interrupt_ends_it() {
    let edges = oracle::random_graph(3, 20, 60);
    let graph = Csr::from_edges(20, &edges);
    let interrupt = Interrupt::default();
    interrupt.request();
    let house: Pattern = "house".parse().unwrap();
    let context = Context::default().interrupt(interrupt);
    let result = mine::analyze(&graph, &house, Induced::Edge, &context);
    assert!(matches!(result, Err(mine::MineError::Runtime(RuntimeError::Interrupted))), "{result:?}");
}

#[test]
fn the_ratio_is_of_the_estimate_to_what_it_comes_to() {
    let edges = oracle::random_graph(5, 30, 120);
    let graph = Csr::from_edges(30, &edges);
    let house: Pattern = "house".parse().unwrap();
    let shown = mine::analyze(&graph, &house, Induced::Edge, &Context::default()).unwrap();
    let analysis = shown.analysis.as_ref().unwrap();
    for (level, times) in shown.levels.iter().zip(&analysis.visits) {
        assert_eq!(level.visits, times.estimated);
        assert!((times.ratio * times.actual - times.estimated).abs() < 1e-6 * times.estimated);
        assert!(times.q_error() >= 1.0 && times.q_error() <= analysis.q_error);
    }
    assert!((analysis.work.estimated - shown.work).abs() < 1e-6);
}

#[test]
fn patterns_that_have_other_plans_are_refused() {
    let graph = Csr::from_edges(3, &[(0, 1), (1, 2)]);
    let matching = |semantics| Matching { induced: Induced::Edge, semantics };
    for (text, semantics) in [
        ("a-b, b-c, a!c", Semantics::Subgraphs),
        ("wedge", Semantics::Homomorphisms),
        ("9-path", Semantics::Subgraphs),
    ] {
        let pattern: Pattern = text.parse().unwrap();
        let result = mine::analyze(&graph, &pattern, matching(semantics), &Context::default());
        assert!(matches!(result, Err(mine::MineError::NotAnalyzed { .. })), "{text}");
    }
}
