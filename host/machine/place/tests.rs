//! What a device prepares is, bit by bit, what the host prepares.

use proptest::prelude::*;
use rayon::prelude::*;

use super::device::{orient, whole};
use super::host::Orientation;
use super::*;
use crate::clock::Clock;
use crate::graph::Csr;
use crate::graph::generate::{self, DrawnPairs};
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

/// Pairs of all kinds: hubs, many duplicates, ids that nobody has, one bit, fewer ids than a word has bits.
fn drawn() -> Vec<DrawnPairs> {
    let rmat = |scale, factor, seed| generate::rmat_pairs(scale, factor, seed).unwrap();
    let gnm = |bits, edges, seed| generate::gnm_pairs(bits, edges, seed).unwrap();
    vec![
        rmat(1, 3, 5),
        rmat(2, 40, 1),
        rmat(5, 2, 7),
        rmat(7, 1, 9),
        rmat(9, 10, 4),
        rmat(10, 3, 20),
        gnm(1, 9, 2),
        gnm(4, 300, 3),
        gnm(6, 20, 8),
        gnm(11, 900, 21),
        gnm(16, 200, 1),
    ]
}

#[test]
fn devices_make_the_graphs_that_the_host_does() {
    let clock = Clock::default();
    for (pairs, device) in drawn().iter().flat_map(|pairs| devices().into_iter().map(move |on| (pairs, on))) {
        let expected = generate::of_pairs(pairs).unwrap();
        let made = make_on(&device, pairs).unwrap().expect("edges");
        assert!(made_on(&made).is_some_and(|on| on.is(&device)) && made_on(&expected).is_none());
        assert!(!made.has_lists_here());
        assert_eq!(
            (made.n(), made.edges(), made.bytes()),
            (expected.n(), expected.edges(), expected.bytes())
        );
        // Twice: the device has the lists at first, and makes them again for the next form.
        for order in [VertexOrder::Degree, VertexOrder::Degeneracy] {
            let form = |graph| Form::new(graph, 1, order, &(&device).into(), LEADING);
            if !device.is_scalar() {
                let oriented = orient(&form(&made), &clock).unwrap();
                check("made", &device, &oriented, form(&expected).orientation(&clock));
                assert!(!made.has_lists_here(), "{pairs:?} on {device}");
            }
        }
        assert_eq!(made.offsets(), expected.offsets(), "{pairs:?} on {device}");
        assert!(made == expected, "{pairs:?} on {device}");
        assert!(made.has_lists_here());
        // From the host, now.
        let form = Form::new(&made, 1, VertexOrder::Degree, &(&device).into(), LEADING);
        check_whole("made", &device, &form.whole(&clock).unwrap(), Form::prepared_on_host(&form, &clock));
    }
}

#[test]
fn nothing_is_made_of_no_edges_or_of_too_many_ids() {
    for pairs in [generate::gnm_pairs(4, 0, 1), generate::gnm_pairs(32, 3, 1)] {
        assert_eq!(make_on(&Device::cpu(None), &pairs.unwrap()).unwrap(), None);
    }
    // Two ids, and one pair that joins an id and itself.
    let loops = (0..).map(|seed| generate::gnm_pairs(1, 1, seed).unwrap());
    let mut loops = loops.filter(|pairs| pairs.pair(0).0 == pairs.pair(0).1);
    assert_eq!(make_on(&Device::cpu(None), &loops.next().unwrap()).unwrap(), None);
}

/// Threads of a pool that all look at lists which have not come yet, while each waits for the others.
#[test]
fn lists_are_brought_while_a_pool_is_busy() {
    let pairs = generate::rmat_pairs(8, 6, 3).unwrap();
    let made = make_on(&Device::cpu(None), &pairs).unwrap().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let sum = |csr: &Csr| (0..csr.n()).into_par_iter().map(|v| u64::from(csr.neighbors(v)[0])).sum::<u64>();
    assert_eq!(pool.install(|| sum(&made)), sum(&generate::of_pairs(&pairs).unwrap()));
}

#[cfg(feature = "emulated")]
#[test]
fn small_memories_make_a_graph_in_parts_or_not_at_all() {
    let pairs = generate::rmat_pairs(10, 9, 6).unwrap();
    let expected = generate::of_pairs(&pairs).unwrap();
    let within = |bytes| Device::emulated_within(7, MemorySize(bytes));
    let all = Device::emulated(7);
    make_on(&all, &pairs).unwrap();
    let most = all.budget().peak();
    // The lists, and keys for a few groups of ids.
    let (mut made, mut refused) = (0, 0);
    for part in 1..8 {
        let device = within(most * part / 8);
        match make_on(&device, &pairs) {
            Ok(graph) => {
                made += 1;
                assert!(device.budget().peak() < most);
                assert!(graph.unwrap() == expected, "{part} of 8");
            }
            Err(error) => {
                refused += 1;
                assert!(error.is_lack_of_memory(), "{error}");
            }
        }
        assert_eq!(device.budget().left(), device.budget().limit(), "{part} of 8");
    }
    assert!(made >= 2 && refused >= 1, "{made} made, {refused} refused");
}
