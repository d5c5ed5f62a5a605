//! What a device prepares is, bit by bit, what the host prepares.

use proptest::prelude::*;

use super::*;
use crate::graph::{Csr, generate};
use crate::mine::VertexOrder;
use crate::mine::strategy::orient::Orientation;
#[cfg(feature = "emulated")]
use crate::runtime::MemorySize;

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
fn inputs(graph: &Csr) -> impl Iterator<Item = Input> {
    let by_degeneracy = |min_degree| Input::new(graph, min_degree).in_order(VertexOrder::Degeneracy);
    let inputs = [Input::new(graph, 1), by_degeneracy(1), by_degeneracy(4)];
    inputs.into_iter().filter(|input| input.graph().edges() > 0)
}

fn devices() -> Vec<Device> {
    #[cfg(feature = "emulated")]
    return vec![Device::cpu(None), Device::emulated(3), Device::emulated(11)];
    #[cfg(not(feature = "emulated"))]
    return vec![Device::cpu(None)];
}

fn check(name: &str, device: &Device, lists: &Lists<'_>, expected: &Orientation) {
    let download = |buffer: &Buffer<'_, u32>| buffer.download().unwrap();
    assert_eq!(lists.offsets.download().unwrap(), expected.offsets, "offsets of {name} on {device}");
    assert_eq!(download(&lists.neighbors), expected.neighbors, "lists of {name} on {device}");
    assert_eq!(download(&lists.degrees), expected.degrees, "degrees of {name} on {device}");
    let roots = &download(&lists.roots)[..expected.roots.len()];
    assert_eq!(roots, expected.roots, "roots of {name} on {device}");
    assert_eq!(download(&lists.tasks), expected.tasks, "tasks of {name} on {device}");
    assert_eq!(lists.outline, Outline::of(expected, LEADING), "outline of {name} on {device}");
}

fn check_whole(name: &str, device: &Device, whole: &Whole<'_>, input: &Input) {
    let expected = input.prepared();
    assert_eq!(whole.offsets.download().unwrap(), expected.csr.offsets(), "{name} on {device}");
    assert_eq!(whole.neighbors.download().unwrap(), expected.csr.neighbors_all(), "{name} on {device}");
    assert_eq!(whole.splits.download().unwrap(), expected.splits, "{name} on {device}");
}

#[test]
fn devices_prepare_what_the_host_does() {
    for (name, graph) in graphs() {
        for input in inputs(&graph) {
            for device in devices() {
                let lists = prepare::orient(&input, &device, LEADING, &mut Seconds::default()).unwrap();
                check(name, &device, &lists, input.orientation());
                check_whole(name, &device, &whole::whole(&device, &lists).unwrap(), &input);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(feature = "emulated") { 12 } else { 64 }))]

    #[test]
    fn so_they_do_with_random_graphs(n in 2..90u32, ends in prop::collection::vec((0..90u32, 0..90u32), 1..400)) {
        let edges: Vec<(u32, u32)> =
            ends.into_iter().map(|(u, v)| (u % n, v % n)).filter(|(u, v)| u != v).chain([(0, n - 1)]).collect();
        let graph = Csr::from_edges(n, &edges);
        for input in inputs(&graph) {
            for device in devices() {
                let lists = prepare::orient(&input, &device, LEADING, &mut Seconds::default()).unwrap();
                check("it", &device, &lists, input.orientation());
                check_whole("it", &device, &whole::whole(&device, &lists).unwrap(), &input);
            }
        }
    }
}

#[test]
fn the_cpu_has_its_graph_from_the_host() {
    let input = Input::new(&generate::gnm(6, 300, 1).unwrap(), 1);
    let device = Device::cpu(None);
    assert!(!Resident::new(&input, &device, LEADING, &mut Seconds::default()).unwrap().on_device);
}

/// A budget too small for the preparation, and enough for the graph, takes the graph from the host; the same graph.
#[cfg(feature = "emulated")]
#[test]
fn a_small_budget_takes_the_graph_from_the_host() {
    let graph = generate::rmat(9, 10, 4).unwrap();
    let input = Input::new(&graph, 2);
    let mut ways = Vec::new();
    for kilobytes in [1, 8, 32, 64, 128, 192, 256, 512, 4096] {
        let device = Device::emulated_within(7, MemorySize(kilobytes << 10));
        let mut resident = Resident::new(&input, &device, LEADING, &mut Seconds::default()).unwrap();
        check("rmat", &device, &resident.lists, input.orientation());
        let oriented = resident.on_device;
        resident.fill_whole(&mut Seconds::default()).unwrap();
        check_whole("rmat", &device, resident.whole.as_ref().unwrap(), &input);
        ways.push(oriented);
        drop(resident);
        assert_eq!(device.budget().left(), kilobytes << 10, "what was taken came back");
    }
    assert!(!ways[0] && ways[8], "{ways:?}");
    assert!(ways.is_sorted(), "more memory, and yet from the host: {ways:?}");
}
