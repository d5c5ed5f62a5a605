//! What a device prepares is, bit by bit, what the host prepares.

use proptest::prelude::*;

use super::device::{orient, whole};
use super::host::Orientation;
use super::*;
use crate::clock::Clock;
use crate::graph::{Csr, generate};
use crate::runtime::{Buffer, Device};
#[cfg(feature = "emulated")]
use crate::runtime::{MemorySize, Residency, RuntimeError};

/// Starts in the outlines: fewer than some graphs have vertices.
const LEADING: u32 = 40;

/// Hubs, even degrees, and vertices without edges in the middle of the numbers.
fn graphs() -> Vec<(&'static str, Csr)> {
    vec![
        ("rmat", generate::rmat(9, 10, 4).unwrap()),
        ("hubs", generate::barabasi_albert(700, 4, 8).unwrap()),
        ("sparse", generate::gnm(10, 600, 5).unwrap()),
        ("star", generate::star(300).unwrap()),
        ("complete", generate::complete(70).unwrap()),
        ("edge", Csr::from_edges(9, &[(7, 2)])),
        ("gaps", Csr::from_edges(80, &[(70, 3), (3, 41), (41, 70), (3, 79), (5, 79)])),
    ]
}

/// Both orders, one of them with vertices that leave at once.
fn forms(graph: &Csr, device: &Device) -> impl Iterator<Item = Form> {
    let form = |min_degree, order| Form::new(graph, min_degree, order, &device.into(), LEADING);
    let by_degeneracy = |min_degree| form(min_degree, VertexOrder::Degeneracy);
    let forms = [form(1, VertexOrder::Degree), by_degeneracy(1), by_degeneracy(4)];
    forms.into_iter().filter(|form| form.graph().edges() > 0)
}

fn devices() -> Vec<Device> {
    #[cfg(feature = "emulated")]
    return vec![Device::cpu(None), Device::emulated(3), Device::emulated(11)];
    #[cfg(not(feature = "emulated"))]
    return vec![Device::cpu(None)];
}

fn check(name: &str, device: &Device, oriented: &OrientedGraph, expected: &Orientation) {
    let download = |buffer: &Buffer<'_, u32>| buffer.download().unwrap();
    assert_eq!(oriented.offsets.download().unwrap(), *expected.offsets, "offsets of {name} on {device}");
    assert_eq!(download(&oriented.neighbors), *expected.neighbors, "lists of {name} on {device}");
    assert_eq!(download(&oriented.degrees), *expected.degrees, "degrees of {name} on {device}");
    let roots = &download(&oriented.roots)[..expected.roots.len()];
    assert_eq!(roots, &expected.roots[..], "roots of {name} on {device}");
    assert_eq!(download(&oriented.tasks), *expected.tasks, "tasks of {name} on {device}");
    assert_eq!(*oriented.outline, Outline::of(expected, LEADING), "outline of {name} on {device}");
}

fn check_whole(name: &str, device: &Device, whole: &WholeGraph, expected: &Prepared) {
    let (offsets, neighbors, splits) = whole.download().unwrap();
    assert_eq!(offsets, expected.csr().offsets(), "{name} on {device}");
    assert_eq!(neighbors, expected.csr().neighbors_all(), "{name} on {device}");
    assert_eq!(splits, expected.splits(), "{name} on {device}");
}

fn check_all(name: &str, graph: &Csr) {
    let clock = Clock::default();
    for device in devices() {
        for form in forms(graph, &device) {
            let oriented = orient(&form, &clock).unwrap();
            check(name, &device, &oriented, form.orientation(&clock));
            check_whole(name, &device, &whole(&device, &oriented).unwrap(), form.prepared(&clock));
        }
    }
}

#[test]
fn devices_prepare_what_the_host_does() {
    for (name, graph) in graphs() {
        check_all(name, &graph);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(feature = "emulated") { 12 } else { 64 }))]

    #[test]
    fn so_they_do_with_random_graphs(n in 2..90u32, ends in prop::collection::vec((0..90u32, 0..90u32), 1..400)) {
        let edges: Vec<(u32, u32)> =
            ends.into_iter().map(|(u, v)| (u % n, v % n)).filter(|(u, v)| u != v).chain([(0, n - 1)]).collect();
        check_all("it", &Csr::from_edges(n, &edges));
    }
}

#[test]
fn the_cpu_has_its_graph_from_the_host() {
    let graph = generate::gnm(6, 300, 1).unwrap();
    let form = Form::new(&graph, 1, VertexOrder::Degree, &(&Device::cpu(None)).into(), LEADING);
    assert!(!form.oriented(&Clock::default()).unwrap().made_on_device);
}

#[test]
fn each_form_is_made_once() {
    let (graph, clock) = (generate::rmat(7, 5, 2).unwrap(), Clock::default());
    for device in devices() {
        let form = Form::new(&graph, 0, VertexOrder::Degree, &(&device).into(), LEADING);
        let (oriented, whole) = (form.oriented(&clock).unwrap(), form.whole(&clock).unwrap());
        let left = device.budget().left();
        assert!(std::sync::Arc::ptr_eq(&oriented, &form.oriented(&clock).unwrap()));
        assert!(std::sync::Arc::ptr_eq(&whole, &form.whole(&clock).unwrap()));
        assert!(std::ptr::eq(form.prepared(&clock), form.prepared(&clock)));
        assert_eq!(device.budget().left(), left, "nothing more on {device}");
    }
}

/// A budget too small for the preparation, and enough for the graph, takes the graph from the host; the same graph.
#[cfg(feature = "emulated")]
#[test]
fn a_small_budget_takes_the_graph_from_the_host() {
    let (graph, clock) = (generate::rmat(9, 10, 4).unwrap(), Clock::default());
    let expected = Form::new(&graph, 2, VertexOrder::Degree, &(&Device::cpu(None)).into(), LEADING);
    let mut ways = Vec::new();
    for kilobytes in [1, 8, 32, 64, 128, 192, 256, 512, 4096] {
        let device = Device::emulated_within(7, MemorySize(kilobytes << 10));
        let form = Form::new(&graph, 2, VertexOrder::Degree, &(&device).into(), LEADING);
        let whole = form.oriented(&clock).and_then(|oriented| {
            check("rmat", &device, &oriented, expected.orientation(&clock));
            ways.push(oriented.made_on_device);
            form.whole(&clock)
        });
        let whole = whole.unwrap();
        check_whole("rmat", &device, &whole, expected.prepared(&clock));
        drop((form, whole));
        assert_eq!(device.budget().left(), kilobytes << 10, "what was taken came back");
    }
    assert!(!ways[0] && ways[8], "{ways:?}");
    assert!(ways.is_sorted(), "more memory, and yet from the host: {ways:?}");
}

/// What is planned is what is then taken, and nothing is taken for the plan.
#[cfg(feature = "emulated")]
#[test]
fn a_plan_says_what_graphs_take() {
    let clock = Clock::default();
    for (name, graph) in graphs() {
        let device = Device::emulated(3);
        let form = Form::new(&graph, 0, VertexOrder::Degree, &(&device).into(), LEADING);
        let planned = form.plan_residency(&clock);
        assert_eq!(device.budget().peak(), 0, "{name}");
        let (oriented, prepared) = (form.orientation(&clock), form.prepared(&clock));
        let words =
            oriented.neighbors.len() + oriented.degrees.len() + oriented.roots.len() + oriented.tasks.len();
        let own = (8 * oriented.offsets.len() + 4 * words) as u64;
        assert_eq!(planned.oriented.unwrap(), Residency { own, ..Residency::default() }, "{name}");
        let (lists, n) = (prepared.csr().neighbors_all().len(), prepared.splits().len());
        let own = (8 * (n + 1) + 4 * lists + 8 * n) as u64;
        assert_eq!(planned.whole.unwrap(), Residency { own, ..Residency::default() }, "{name}");

        let small = Device::emulated_within(3, MemorySize(own - 1));
        let planned =
            Form::new(&graph, 0, VertexOrder::Degree, &(&small).into(), LEADING).plan_residency(&clock);
        assert!(planned.oriented.is_ok(), "{name}");
        assert!(matches!(planned.whole, Err(RuntimeError::OverBudget { .. })), "{name}: {:?}", planned.whole);
    }
}
