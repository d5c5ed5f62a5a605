//! Core numbers, truss numbers and their like, against one vertex or edge after another, and against laws.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use motherlode::graph::{Csr, generate};
use motherlode::mine::{
    Bitrusses, Context, Cores, MineError, Placed, Trusses, bitrusses, cores, nuclei, trusses,
};
use motherlode::runtime::{Device, Interrupt, MemorySize, RuntimeError};
use testing::common::devices;
use testing::oracle::graphs::{random_graph, relabelled};

fn edges(graph: &Csr) -> Vec<(u32, u32)> {
    graph.each_edge().collect()
}

/// Numbers of items: again and again one leaves that the fewest are left of, and others with it. `beside` gives the
/// other items of each of what an item is in, all of which are to be left.
fn one_after_another(items: usize, beside: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<u32> {
    let mut counts: Vec<usize> = (0..items).map(|item| beside(item).len()).collect();
    let mut left: BTreeSet<(usize, usize)> = counts.iter().copied().zip(0..).collect();
    let (mut numbers, mut k) = (vec![0; items], 0);
    while let Some((count, item)) = left.pop_first() {
        k = k.max(count);
        numbers[item] = k as u32;
        let is_left = |&other: &usize| left.contains(&(counts[other], other));
        let gone: Vec<Vec<usize>> =
            beside(item).into_iter().filter(|others| others.iter().all(is_left)).collect();
        for other in gone.into_iter().flatten() {
            assert!(left.remove(&(counts[other], other)));
            counts[other] -= 1;
            left.insert((counts[other], other));
        }
    }
    numbers
}

/// The core numbers, by the neighbours of each vertex (Matula and Beck 1983).
fn serial_cores(graph: &Csr) -> Vec<u32> {
    let others = |v: usize| graph.neighbors(v as u32).iter().map(|&w| vec![w as usize]).collect();
    one_after_another(graph.n() as usize, others)
}

/// Numbers of edges, by what each is in, of which `beside` gives the other edges.
fn serial_edges<const N: usize>(graph: &Csr, beside: impl Fn(u32, u32) -> Vec<[(u32, u32); N]>) -> Vec<u32> {
    let edges = edges(graph);
    let number = |(u, v): (u32, u32)| edges.binary_search(&(u.min(v), u.max(v))).unwrap();
    one_after_another(edges.len(), |edge| {
        let (u, v) = edges[edge];
        beside(u, v).into_iter().map(|others| others.map(number).to_vec()).collect()
    })
}

fn joined(graph: &Csr, u: u32, v: u32) -> bool {
    graph.neighbors(u).binary_search(&v).is_ok()
}

/// The truss numbers, by the triangles at each edge (Wang and Cheng 2012).
fn serial_trusses(graph: &Csr) -> Vec<u32> {
    let numbers = serial_edges(graph, |u, v| {
        let thirds = graph.neighbors(u).iter().filter(|&&w| joined(graph, v, w));
        thirds.map(|&w| [(u, w), (v, w)]).collect()
    });
    numbers.into_iter().map(|number| number + 2).collect()
}

/// The bitruss numbers, by the butterflies at each edge.
fn serial_bitrusses(graph: &Csr) -> Vec<u32> {
    serial_edges(graph, |u, v| {
        let beside_v = graph.neighbors(v).iter().copied().filter(|&w| w != u);
        let closing =
            |w: u32| graph.neighbors(w).iter().copied().filter(move |&x| x != v && joined(graph, x, u));
        beside_v.flat_map(|w| closing(w).map(move |x| [(v, w), (w, x), (x, u)])).collect()
    })
}

/// The nucleus numbers, by the 4-cliques at each triangle.
fn serial_nuclei(graph: &Csr) -> Vec<([u32; 3], u32)> {
    let with = |(u, v): (u32, u32)| {
        let closes = move |&w: &u32| joined(graph, u, w) && joined(graph, v, w);
        (v + 1..graph.n()).filter(closes).map(move |w| [u, v, w])
    };
    let mut triangles: Vec<[u32; 3]> = edges(graph).into_iter().flat_map(with).collect();
    triangles.sort_unstable();
    let number = |mut vertices: [u32; 3]| {
        vertices.sort_unstable();
        triangles.binary_search(&vertices).ok()
    };
    let numbers = one_after_another(triangles.len(), |triangle| {
        let [u, v, w] = triangles[triangle];
        let others = |&x: &u32| [[u, v, x], [u, w, x], [v, w, x]].into_iter().map(number).collect();
        graph.neighbors(u).iter().filter_map(others).collect()
    });
    triangles.iter().copied().zip(numbers).collect()
}

#[test]
fn nucleus_numbers_are_those_of_one_after_another() {
    for (name, graph) in graphs() {
        let expected = serial_nuclei(&graph);
        with_each_device(|device, on| {
            let found = nuclei(&graph, device, &Context::default()).unwrap();
            let pairs: Vec<_> = found.triangles.iter().copied().zip(found.numbers.iter().copied()).collect();
            assert_eq!(pairs, expected, "nuclei of {name} on {on}");
        });
    }
}

/// What a nucleus asks for it has: its triangles are in enough 4-cliques of it. Its edges are in one triangle more
/// each, so they are in the truss of k + 3.
#[test]
fn nuclei_hold_what_they_ask_for_and_lie_in_trusses() {
    let device = Device::cpu(None);
    for (name, graph) in graphs() {
        let found = nuclei(&graph, &device, &Context::default()).unwrap();
        assert_eq!(found.sizes().iter().sum::<u64>(), found.triangles.len() as u64, "{name}");
        let trusses = trusses_of(&graph, &device);
        let largest = found.largest();
        for k in BTreeSet::from([1, largest.div_ceil(2), largest])
            .into_iter()
            .filter(|&k| (1..=largest).contains(&k))
        {
            let rows = found.triangles.iter().zip(&found.numbers).filter(|&(_, &number)| number >= k);
            let inside: BTreeSet<[u32; 3]> = rows.map(|(&triangle, _)| triangle).collect();
            assert!(!inside.is_empty(), "{name}: {k}");
            let holds = |[u, v, w]: [u32; 3]| {
                inside.contains(&{
                    let mut vertices = [u, v, w];
                    vertices.sort_unstable();
                    vertices
                })
            };
            for &[u, v, w] in &inside {
                let closes = |x: u32| holds([u, v, x]) && holds([u, w, x]) && holds([v, w, x]);
                let cliques = graph.neighbors(u).iter().filter(|&&x| closes(x)).count();
                assert!(cliques >= k as usize, "{name}: {u}, {v} and {w} of {k}");
            }
            let truss: BTreeSet<[u32; 2]> = trusses.truss(&graph, k + 3).into_iter().collect();
            let nucleus = found.nucleus(k);
            assert!(nucleus.iter().all(|edge| truss.contains(edge)), "{name}: {k}");
            let edges =
                inside.iter().flat_map(|&[u, v, w]| [[u, v], [u, w], [v, w]]).collect::<BTreeSet<_>>();
            assert!(nucleus.into_iter().eq(edges), "{name}: {k}");
        }
    }
    for size in [3, 4, 9, 30] {
        let found = nuclei(&generate::complete(size).unwrap(), &device, &Context::default()).unwrap();
        assert!(found.numbers.iter().all(|&number| u64::from(number) == size - 3), "a clique of {size}");
    }
}

fn bitrusses_of(graph: &Csr, device: &Device) -> Bitrusses {
    bitrusses(graph, device, &Context::default()).unwrap()
}

fn cores_of(graph: &Csr, device: &Device) -> Cores {
    cores(graph, device, &Context::default()).unwrap()
}

fn trusses_of(graph: &Csr, device: &Device) -> Trusses {
    trusses(graph, device, &Context::default()).unwrap()
}

/// Devices of this machine, and the CPU with one thread and with three.
fn with_each_device(check: impl Fn(&Device, &str) + Sync) {
    devices().iter().for_each(|device| check(device, &device.to_string()));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| check(&Device::cpu(None), &format!("{threads} threads")));
    }
}

/// Graphs of several shapes.
fn graphs() -> Vec<(&'static str, Csr)> {
    let random = |seed, n: usize, m| Csr::from_edges(n as u32, &random_graph(seed, n, m));
    vec![
        ("no vertex", Csr::from_edges(0, &[])),
        ("no edge", Csr::from_edges(5, &[])),
        ("one edge", Csr::from_edges(4, &[(1, 3)])),
        ("sparse", random(1, 60, 90)),
        ("dense", random(2, 40, 500)),
        ("uneven", random(3, 300, 2500)),
        ("clique", generate::complete(40).unwrap()),
        ("grid", generate::grid(12, 17).unwrap()),
        ("rmat", generate::rmat(9, 12, 4).unwrap()),
        ("teams", generate::teams(300, 120, 20, 3).unwrap()),
        ("preferential", generate::barabasi_albert(400, 5, 6).unwrap()),
    ]
}

#[test]
fn numbers_are_those_of_one_after_another() {
    for (name, graph) in graphs() {
        let (of_vertices, of_edges) = (serial_cores(&graph), serial_trusses(&graph));
        with_each_device(|device, on| {
            assert_eq!(cores_of(&graph, device).numbers, of_vertices, "cores of {name} on {on}");
            assert_eq!(trusses_of(&graph, device).numbers, of_edges, "trusses of {name} on {on}");
        });
    }
}

#[test]
fn bitruss_numbers_are_those_of_one_after_another() {
    let random = |seed, n: usize, m| Csr::from_edges(n as u32, &random_graph(seed, n, m));
    let two_sided = random_graph(41, 60, 300).into_iter().map(|(u, v)| (u % 17, 17 + v % 23));
    let two_sided = Csr::from_edges(40, &two_sided.collect::<Vec<_>>());
    for (name, graph) in [
        ("one edge", Csr::from_edges(4, &[(1, 3)])),
        ("sparse", random(1, 60, 90)),
        ("dense", random(2, 24, 150)),
        ("two sides", two_sided),
        ("grid", generate::grid(7, 9).unwrap()),
        ("preferential", generate::barabasi_albert(120, 3, 6).unwrap()),
    ] {
        let expected = serial_bitrusses(&graph);
        with_each_device(|device, on| {
            let found = bitrusses_of(&graph, device);
            assert_eq!(found.numbers, expected, "bitrusses of {name} on {on}");
            let edges = found.sizes().iter().map(|&(_, count)| count).sum::<u64>();
            assert_eq!(edges, graph.edges(), "{name} on {on}");
        });
        let found = bitrusses_of(&graph, &Device::cpu(None));
        let k = found.largest();
        let deepest = expected.iter().filter(|&&number| number == k).count();
        assert_eq!(found.bitruss(&graph, k).len(), deepest, "{name}");
    }
}

/// In a complete graph of two sides each edge is in as many butterflies, and all leave together; a hub has as many as
/// its other end.
#[test]
fn bitrusses_of_complete_sides_and_of_hubs() {
    let complete = |left: u32, right: u32| {
        let edges = (0..left).flat_map(|u| (left..left + right).map(move |v| (u, v)));
        Csr::from_edges(left + right, &edges.collect::<Vec<_>>())
    };
    for device in devices() {
        let found = bitrusses_of(&complete(5, 9), &device);
        assert_eq!(found.sizes(), [(4 * 8, 45)], "{device}");
    }
    // Two hubs share 3,000 leaves, and a third has 297,000 of its own.
    let shared = (0..3_000u32).flat_map(|v| [(v, 300_000), (v, 300_001)]);
    let own = (3_000..300_000u32).map(|v| (v, 300_002));
    let graph = Csr::from_edges(300_003, &shared.chain(own).collect::<Vec<_>>());
    let start = Instant::now();
    let found = bitrusses_of(&graph, &Device::cpu(None));
    assert_eq!(found.sizes(), [(0, 297_000), (2_999, 6_000)]);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// In a degeneracy order a vertex has no more neighbours behind it than its core number, and all leave a layer who have
/// few enough left.
#[test]
fn layers_and_order() {
    for (name, graph) in graphs() {
        let expected = cores_of(&graph, &Device::cpu(None));
        with_each_device(|device, on| {
            let found = cores_of(&graph, device);
            assert_eq!(found.layers, expected.layers, "{name} on {on}");
            let order = found.order();
            let mut places = vec![usize::MAX; order.len()];
            (0..).zip(&order).for_each(|(place, &v)| places[v as usize] = place);
            for v in 0..graph.n() {
                let (core, layer) = (found.numbers[v as usize], found.layers[v as usize]);
                let count =
                    |of: &dyn Fn(u32) -> bool| graph.neighbors(v).iter().filter(|&&w| of(w)).count() as u32;
                assert!(count(&|w| places[w as usize] > places[v as usize]) <= core, "{name} on {on}: {v}");
                assert!(count(&|w| found.layers[w as usize] >= layer) <= core, "{name} on {on}: {v}");
                // A layer before, it had too many, unless nobody was asked for so few then.
                let before = count(&|w| found.layers[w as usize] >= layer - 1);
                let asked = (0..).zip(&found.layers).filter(|&(_, &of)| of == layer - 1);
                let asked = asked.map(|(w, _): (usize, _)| found.numbers[w]).max();
                assert!(asked.is_none_or(|asked| before > asked), "{name} on {on}: {v}");
            }
        });
    }
}

#[test]
fn new_names_change_nothing() {
    let (n, ends) = (120, random_graph(8, 120, 1400));
    let names = relabelled(9, n, &ends);
    let (one, other) = (Csr::from_edges(n as u32, &ends), Csr::from_edges(n as u32, &names));
    let sorted = |mut numbers: Vec<u32>| {
        numbers.sort_unstable();
        numbers
    };
    for device in devices() {
        let both = [&one, &other].map(|graph| cores_of(graph, &device));
        assert_eq!(sorted(both[0].numbers.clone()), sorted(both[1].numbers.clone()), "{device}");
        let place = |numbers: &[u32], ends: &(u32, u32)| {
            [ends.0, ends.1].map(|v| numbers[v as usize]).iter().sum::<u32>()
        };
        for (old, new) in ends.iter().zip(&names) {
            assert_eq!(place(&both[0].numbers, old), place(&both[1].numbers, new), "{device}");
        }
        let both = [&one, &other].map(|graph| trusses_of(graph, &device).numbers);
        let number =
            |graph: &Csr, (u, v): (u32, u32)| edges(graph).binary_search(&(u.min(v), u.max(v))).unwrap();
        for (&old, &new) in ends.iter().zip(&names) {
            assert_eq!(both[0][number(&one, old)], both[1][number(&other, new)], "{device}");
        }
    }
}

/// Cores and trusses lie in those before, keep what they ask for, and a `k`-truss lies in the core of `k - 1`.
#[test]
fn they_nest_and_hold_what_they_ask_for() {
    for (name, graph) in graphs() {
        let device = Device::cpu(None);
        let (of_vertices, of_edges) = (cores_of(&graph, &device), trusses_of(&graph, &device));
        assert_eq!(of_vertices.sizes().iter().sum::<u64>(), u64::from(graph.n()), "{name}");
        assert_eq!(of_edges.sizes().iter().sum::<u64>(), graph.edges(), "{name}");
        for k in 0..=of_vertices.degeneracy() {
            let core = of_vertices.core(k);
            let inside = |v: &&u32| core.binary_search(v).is_ok();
            for &v in &core {
                assert!(graph.neighbors(v).iter().filter(inside).count() >= k as usize, "{name}: {v}");
            }
        }
        for k in 2..=of_edges.largest() {
            let truss: BTreeSet<[u32; 2]> = of_edges.truss(&graph, k).into_iter().collect();
            let has = |u: u32, v: u32| truss.contains(&[u.min(v), u.max(v)]);
            for &[u, v] in &truss {
                let thirds = graph.neighbors(u).iter().filter(|&&w| has(u, w) && has(v, w)).count();
                assert!(thirds + 2 >= k as usize, "{name}: {u}-{v} in the {k}-truss");
                assert!(of_vertices.numbers[u as usize] + 1 >= k && of_vertices.numbers[v as usize] + 1 >= k);
            }
        }
    }
}

/// A hub of 300,000 neighbours, of which some are joined, and a path of 200,000 vertices, which leave two at a time.
#[test]
fn hubs_and_paths_end_soon() {
    let (leaves, rim) = (300_000u32, 2_000);
    let spokes = (1..=leaves).map(|v| (0, v));
    let hub: Vec<(u32, u32)> = spokes.chain((1..=rim).map(|v| (v, v + 1))).collect();
    let hub = Csr::from_edges(leaves + 1, &hub);
    let path = generate::path(200_000).unwrap();
    let device = Device::cpu(None);
    let start = Instant::now();
    let found = cores_of(&hub, &device);
    assert_eq!(found.sizes(), [0, u64::from(leaves - rim - 1), u64::from(rim) + 2]);
    let found = trusses_of(&hub, &device);
    assert_eq!(found.sizes(), [0, 0, u64::from(leaves - rim - 1), u64::from(2 * rim) + 1]);
    let found = cores_of(&path, &device);
    assert_eq!(found.sizes(), [0, 200_000]);
    assert_eq!((found.layers[0], found.layers[99_999], found.layers[100_000]), (1, 100_000, 100_000));
    assert_eq!(trusses_of(&path, &device).sizes(), [0, 0, 199_999]);
    assert_eq!(nuclei(&hub, &device, &Context::default()).unwrap().sizes(), [u64::from(rim)]);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn later_jobs_share_the_graph() {
    let graph = generate::rmat(8, 8, 5).unwrap();
    for device in devices() {
        let placed = Placed::new(&graph, &device);
        let first =
            (placed.cores(&Context::default()).unwrap(), placed.trusses(&Context::default()).unwrap());
        let second =
            (placed.cores(&Context::default()).unwrap(), placed.trusses(&Context::default()).unwrap());
        assert_eq!(first.0.numbers, second.0.numbers);
        assert_eq!(first.1.numbers, second.1.numbers);
    }
}

#[test]
fn they_stop_and_say_what_memory_is_lacking() {
    let graph = generate::rmat(10, 8, 5).unwrap();
    let stopped = Interrupt::default();
    stopped.request();
    let context = Context::default().interrupt(stopped);
    for device in devices() {
        let interrupted = |error: MineError| matches!(error, MineError::Runtime(RuntimeError::Interrupted));
        assert!(cores(&graph, &device, &context).is_err_and(interrupted), "{device}");
        assert!(trusses(&graph, &device, &context).is_err_and(interrupted), "{device}");
        assert!(bitrusses(&graph, &device, &context).is_err_and(interrupted), "{device}");
        assert!(nuclei(&graph, &device, &context).is_err_and(interrupted), "{device}");
    }
    let small = Device::cpu(Some(MemorySize(1 << 10)));
    assert!(cores(&graph, &small, &Context::default()).is_err_and(|error| error.is_lack_of_memory()));
    assert!(trusses(&graph, &small, &Context::default()).is_err_and(|error| error.is_lack_of_memory()));
    assert!(nuclei(&graph, &small, &Context::default()).is_err_and(|error| error.is_lack_of_memory()));
}

/// Of real graphs the degeneracy and how many vertices that core has, the largest truss number and how many edges that
/// truss has: NetworkX 3.6 says so, and of the cores igraph 1.0.
#[cfg(feature = "shared-data")]
const REAL: [(&str, u32, usize, u32, usize); 3] = [
    ("ego-facebook", 115, 158, 97, 8987),
    ("wiki-Vote", 53, 336, 23, 947),
    ("email-Enron", 43, 275, 22, 775),
];

#[cfg(feature = "shared-data")]
#[test]
fn real_graphs() {
    use motherlode::graph::{LoadOptions, load};
    use testing::common::data;
    let device = Device::cpu(None);
    for (name, degeneracy, in_core, largest, in_truss) in REAL {
        let graph = load(&data().join(format!("{name}.el.gz")), &LoadOptions::default()).unwrap();
        let found = cores_of(graph.csr(), &device);
        assert_eq!((found.degeneracy(), found.core(degeneracy).len()), (degeneracy, in_core), "{name}");
        let found = trusses_of(graph.csr(), &device);
        assert_eq!((found.largest(), found.truss(graph.csr(), largest).len()), (largest, in_truss), "{name}");
    }
}
