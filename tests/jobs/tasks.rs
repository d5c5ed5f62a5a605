//! Counts whose tasks somebody else deals, and graphs whose lists somebody else keeps.

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::{Context, CountOptions, PartialCount, Placed};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::{Device, Interrupt};
use proptest::prelude::*;
use testing::common::devices;

fn placed(scale: u32, seed: u64) -> Placed {
    placed_on(&Device::cpu(None), scale, seed)
}

fn placed_on(device: &Device, scale: u32, seed: u64) -> Placed {
    Placed::new(&generate::rmat(scale, 6, seed).unwrap(), device)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn splitting_the_tasks_changes_nothing(
        seed in 0u64..1000,
        pattern in prop::sample::select(vec!["house", "4-cycle", "a-b-c-d", "tailed-triangle", "a-b-c, a!c"]),
        induced in prop::sample::select(vec![Induced::Edge, Induced::Vertex]),
        semantics in prop::sample::select(vec![Semantics::Subgraphs, Semantics::Embeddings, Semantics::Homomorphisms]),
        cuts in prop::collection::vec(0.0f64..1.0, 0..6),
    ) {
        let pattern = Pattern::parse(pattern).unwrap();
        let options = CountOptions::default().induced(induced).semantics(semantics);
        for device in devices() {
        let placed = placed_on(&device, 5, seed);
        let count = PartialCount::new(&placed, &pattern, &options).unwrap();
        let tasks = count.tasks();
        let mut cuts: Vec<u64> = cuts.iter().map(|part| (part * tasks as f64) as u64).chain([0, tasks]).collect();
        cuts.sort_unstable();
        // Last first: the order does not matter.
        let parts = cuts.windows(2).rev().map(|cut| count.find(cut[0]..cut[1], &Context::default()).unwrap());
        let found: u128 = parts.sum();
        prop_assert_eq!(count.matches(found).unwrap(), placed.count(&pattern, &options).unwrap().count);
        }
    }
}

#[test]
fn the_tasks_of_an_equal_graph_are_the_same() {
    let house = Pattern::parse("house").unwrap();
    let options = CountOptions::default();
    let [one, other] = [(); 2].map(|()| PartialCount::new(&placed(8, 3), &house, &options).unwrap());
    assert_eq!((one.tasks(), one.fingerprint()), (other.tasks(), other.fingerprint()));
    let third = one.tasks() / 3;
    let found = one.find(third..one.tasks(), &Context::default()).unwrap();
    let others = other.find(third..one.tasks(), &Context::default()).unwrap();
    assert_eq!(found, others);
    assert!(
        found > 0 && found < one.find(0..one.tasks(), &Context::default()).unwrap(),
        "a part, and not all"
    );
}

#[test]
fn a_request_stops_tasks() {
    let count = PartialCount::new(&placed(8, 3), &Pattern::parse("house").unwrap(), &CountOptions::default())
        .unwrap();
    let interrupt = Interrupt::default();
    interrupt.request();
    assert!(count.find(0..count.tasks(), &Context::default().interrupt(interrupt)).is_err());
    assert_eq!(count.find(4..4, &Context::default()).unwrap(), 0);
}

#[test]
fn lists_that_are_lent_are_checked_and_used_where_they_are() {
    let graph = generate::rmat(8, 6, 5).unwrap();
    let lists = Box::leak(graph.neighbors_all().to_vec().into_boxed_slice());
    // SAFETY: they are never freed, and nobody writes them.
    let lent = unsafe { Csr::from_lent(graph.offsets().to_vec(), lists, Box::new(())) }.unwrap();
    assert_eq!(lent, graph);
    assert!(std::ptr::eq(lent.neighbors_all().as_ptr(), lists.as_ptr()));
    let count = |graph: &Csr| {
        let placed = Placed::new(graph, &Device::cpu(None));
        placed.count(&Pattern::parse("house").unwrap(), &CountOptions::default()).unwrap().count
    };
    assert_eq!(count(&lent), count(&graph));
    // SAFETY: as above.
    let refused = unsafe { Csr::from_lent(vec![0, 1, 1], &[1], Box::new(())) };
    assert!(refused.is_err(), "0-1 stands in one list only");
}

#[test]
fn graphs_of_pairs_and_of_ids() {
    let edges = [(3, 1), (1, 0), (3, 3), (0, 1), (2, 3)];
    assert_eq!(Csr::of_pairs(5, edges.len(), |place| edges[place]), Csr::from_edges(5, &edges));
    let ids = [(70, 1 << 40), (1 << 40, 9), (9, 70), (9, 9), (70, 9)];
    let graph = Graph::of_edge_ids(ids.len(), |place| ids[place]).unwrap();
    let names: Vec<String> = (0..3).map(|v| graph.ids().get(v).to_string()).collect();
    assert_eq!(names, ["9", "70", "1099511627776"]);
    assert_eq!(graph.csr(), &Csr::from_edges(3, &[(0, 1), (1, 2), (2, 0)]));
    let report = graph.report();
    assert_eq!((report.edges_read, report.self_loops, report.duplicates), (5, 1, 1));
}
