//! Null models: what samples keep, that they are the same everywhere, and that all graphs are equally likely.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use motherlode::graph::attributes::NO_ARC;
use motherlode::graph::properties::{Properties, PropertyColumn};
use motherlode::graph::{Graph, GraphBuilder, generate};
use motherlode::mine::null::{NullModel, NullOptions, NullSampler};
use motherlode::mine::{Context, MineError};
use motherlode::runtime::{Device, RuntimeError};

use testing::common::devices;

/// The arcs of a graph, or its edges each way, with their labels.
fn arcs(graph: &Graph) -> BTreeSet<(u32, u32, u32)> {
    let (csr, edges) = (graph.csr(), graph.attributes().edges.as_deref());
    let mut arcs = BTreeSet::new();
    for u in 0..csr.n() {
        let start = csr.offsets()[u as usize] as usize;
        for (place, &v) in (start..).zip(csr.neighbors(u)) {
            let label = edges.map_or(0, |edges| edges.out[place]);
            if label != NO_ARC {
                arcs.insert((u, v, label));
            }
        }
    }
    arcs
}

/// How often each key comes.
fn census<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u32> {
    let mut census = BTreeMap::new();
    keys.for_each(|key| *census.entry(key).or_default() += 1);
    census
}

fn degrees(graph: &Graph) -> [BTreeMap<u32, u32>; 2] {
    let arcs = arcs(graph);
    [census(arcs.iter().map(|arc| arc.0)), census(arcs.iter().map(|arc| arc.1))]
}

/// The arcs that have one back.
fn mutual(graph: &Graph) -> Vec<(u32, u32)> {
    let arcs: BTreeSet<(u32, u32)> = arcs(graph).into_iter().map(|(u, v, _)| (u, v)).collect();
    arcs.iter().copied().filter(|&(u, v)| arcs.contains(&(v, u))).collect()
}

fn label(graph: &Graph, v: u32) -> u32 {
    graph.attributes().vertices.as_ref().map_or(0, |labels| labels.of(v)[0])
}

/// A graph of `n` vertices and about `edges` edges, with labels and places, of which some vertices have many.
fn random_graph(n: u64, edges: u64, directed: bool, seed: u64) -> Graph {
    let mut builder = if directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
    let mut state = seed;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    for v in 0..n {
        builder.vertex(v, &[["x", "y", "z"][below(3) as usize]]);
    }
    let mut seen = BTreeSet::new();
    for _ in 0..edges {
        let (u, v) = (below(n) * below(n) / n, below(n));
        let key = if directed { (u, v) } else { (u.min(v), u.max(v)) };
        if u != v && seen.insert(key) {
            builder.labelled_edge(u, v, ["p", "q"][below(2) as usize]);
        }
    }
    let coordinates = |at: u64| PropertyColumn::integers((0..n).map(|v| ((v * at) % 17) as i64).collect());
    let places = Properties::default().vertex("x", coordinates(5)).unwrap().vertex("y", coordinates(11));
    builder.build().unwrap().with_properties(places.unwrap()).unwrap()
}

fn sampler(graph: &Graph, device: &Device, options: &NullOptions) -> NullSampler {
    NullSampler::new(graph, device, options).unwrap()
}

/// Samples that are the same on every device, one by one or together, and are none of them the graph.
fn samples(graph: &Graph, options: &NullOptions) -> Vec<Graph> {
    let mut expected: Option<Vec<Graph>> = None;
    for device in devices() {
        let sampler = sampler(graph, &device, options);
        let samples = sampler.samples(2..7).unwrap();
        assert_eq!(arcs(&sampler.sample(4).unwrap()), arcs(&samples[2]), "{device}: one alone");
        for sample in &samples {
            assert_ne!(arcs(sample), arcs(graph), "{device}");
            assert_eq!(sample.attributes().vertices, graph.attributes().vertices);
            assert_eq!(sample.attributes().is_directed(), graph.attributes().is_directed());
        }
        assert_ne!(arcs(&samples[0]), arcs(&samples[1]), "{device}");
        if let Some(expected) = &expected {
            for (sample, expected) in samples.iter().zip(expected) {
                assert_eq!(arcs(sample), arcs(expected), "{device}");
            }
        }
        expected.get_or_insert(samples);
    }
    expected.unwrap()
}

fn options(model: NullModel) -> NullOptions {
    NullOptions::new(model).seed(11)
}

#[test]
fn switchings_keep_degrees() {
    for directed in [false, true] {
        let graph = random_graph(60, 240, directed, 3);
        for model in [NullModel::Switching, NullModel::Configuration] {
            for sample in samples(&graph, &options(model)) {
                assert_eq!(degrees(&sample), degrees(&graph));
                assert_eq!(arcs(&sample).len(), arcs(&graph).len());
            }
        }
    }
}

#[test]
fn mutual_pairs_are_kept_where_they_are_to_be() {
    let graph = random_graph(40, 500, true, 5);
    let of_mutual = |graph: &Graph| census(mutual(graph).into_iter().map(|(u, _)| u));
    assert!(!mutual(&graph).is_empty());
    for within_labels in [false, true] {
        let options = options(NullModel::Switching).keep_mutual(true).within_labels(within_labels);
        for sample in samples(&graph, &options) {
            assert_eq!(degrees(&sample), degrees(&graph));
            assert_eq!(of_mutual(&sample), of_mutual(&graph));
            assert_ne!(mutual(&sample), mutual(&graph));
        }
    }
    let free = samples(&graph, &options(NullModel::Switching));
    assert!(free.iter().any(|sample| of_mutual(sample) != of_mutual(&graph)));
}

#[test]
fn within_labels_each_vertex_keeps_its_neighbours_of_each_label() {
    for directed in [false, true] {
        let graph = random_graph(60, 400, directed, 7);
        let by_label = |graph: &Graph| {
            let arcs = arcs(graph);
            let out = census(arcs.iter().map(|&(u, v, code)| (u, label(graph, v), code)));
            (out, census(arcs.iter().map(|&(u, v, code)| (v, label(graph, u), code))))
        };
        for sample in samples(&graph, &options(NullModel::Switching).within_labels(true)) {
            assert_eq!(by_label(&sample), by_label(&graph));
        }
        let free = samples(&graph, &options(NullModel::Switching));
        assert!(free.iter().all(|sample| by_label(sample) != by_label(&graph)));
    }
}

#[test]
fn lengths_are_kept_by_bins() {
    let graph = random_graph(60, 300, true, 9);
    let place = |v: u32| [5, 11].map(|at| (i64::from(v) * at % 17) as f64);
    let longest = |graph: &Graph| lengths(graph, place).into_iter().fold(0.0, f64::max);
    let histogram = |graph: &Graph, bins: f64| {
        let longest = longest(graph);
        let mut bins: Vec<f64> = lengths(graph, place)
            .into_iter()
            .map(|length| (length / longest * bins).ceil().max(1.0))
            .collect();
        bins.sort_by(f64::total_cmp);
        bins
    };
    let properties = vec!["x".to_owned(), "y".to_owned()];
    for sample in samples(&graph, &options(NullModel::Distance { properties, bins: 5 })) {
        assert_eq!(degrees(&sample), degrees(&graph));
        assert_eq!(histogram(&sample, 5.0), histogram(&graph, 5.0));
    }
    let free = samples(&graph, &options(NullModel::Switching));
    assert!(free.iter().all(|sample| histogram(sample, 5.0) != histogram(&graph, 5.0)));
}

fn lengths(graph: &Graph, place: impl Fn(u32) -> [f64; 2]) -> Vec<f64> {
    let length = |&(u, v, _): &(u32, u32, u32)| {
        let ([a, b], [c, d]) = (place(u), place(v));
        ((a - c) * (a - c) + (b - d) * (b - d)).sqrt()
    };
    arcs(graph).iter().map(length).collect()
}

#[test]
fn edges_that_are_drawn_are_as_many() {
    for directed in [false, true] {
        let graph = random_graph(50, 600, directed, 13);
        for sample in samples(&graph, &options(NullModel::Gnm)) {
            assert_eq!(arcs(&sample).len(), arcs(&graph).len());
            assert_eq!(mutual(&sample).len(), mutual(&graph).len());
        }
        let between = |graph: &Graph| {
            let of = |(u, v): (u32, u32)| (label(graph, u), label(graph, v));
            (
                census(arcs(graph).into_iter().map(|(u, v, _)| of((u, v)))),
                census(mutual(graph).into_iter().map(of)),
            )
        };
        for sample in samples(&graph, &options(NullModel::Blocks)) {
            assert_eq!(between(&sample), between(&graph));
        }
        let edges: Vec<usize> =
            samples(&graph, &options(NullModel::Gnp)).iter().map(|sample| arcs(sample).len()).collect();
        let expected = arcs(&graph).len() as f64;
        assert!(edges.iter().all(|&edges| (edges as f64 / expected - 1.0).abs() < 0.3), "{edges:?}");
        assert!(edges.iter().any(|&some| some != edges[0]));
    }
}

#[test]
fn samples_stay_connected() {
    let mut builder = GraphBuilder::undirected();
    // A cycle, with a tail of two at every other vertex.
    for v in 0..20u64 {
        builder.edge(v, (v + 1) % 20);
        if v % 2 == 0 {
            builder.edge(v, 100 + v);
            builder.edge(100 + v, 200 + v);
        }
    }
    let graph = builder.build().unwrap();
    let parts = |graph: &Graph| {
        let csr = graph.csr();
        let mut root: Vec<u32> = (0..csr.n()).collect();
        for _ in 0..csr.n() {
            for u in 0..csr.n() {
                let least = csr.neighbors(u).iter().map(|&v| root[v as usize]).min().unwrap();
                root[u as usize] = root[u as usize].min(least);
            }
        }
        root.into_iter().collect::<BTreeSet<u32>>().len()
    };
    for model in [NullModel::Switching, NullModel::Configuration] {
        for sample in samples(&graph, &options(model.clone()).connected(true)) {
            assert_eq!(degrees(&sample), degrees(&graph));
            assert_eq!(parts(&sample), 1);
        }
        let free = samples(&graph, &options(model));
        assert!(free.iter().any(|sample| parts(sample) > 1));
    }
}

/// That each graph is found about as often as any other, of so many.
fn check_uniform(graph: &Graph, options: &NullOptions, expected: usize) {
    const EACH: usize = 60;
    let sampler = sampler(graph, &Device::cpu(None), options);
    let samples = sampler.samples(0..(EACH * expected) as u64).unwrap();
    let found = census(samples.iter().map(arcs));
    assert_eq!(found.len(), expected, "different graphs");
    let each = EACH as f64;
    let chi: f64 = found.values().map(|&count| (f64::from(count) - each).powi(2) / each).sum();
    let freedom = (expected - 1) as f64;
    // Four deviations.
    assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "chi² = {chi} of {freedom}");
}

/// How many graphs of `n` vertices have the degrees of this one, by trying all sets of arcs, or edges, that `keeps`
/// lets through.
fn count_alike(graph: &Graph, keeps: impl Fn(&[(u32, u32)]) -> bool) -> usize {
    let (n, directed) = (graph.csr().n(), graph.attributes().is_directed());
    let pairs: Vec<(u32, u32)> = (0..n)
        .flat_map(|u| (0..n).map(move |v| (u, v)))
        .filter(|&(u, v)| if directed { u != v } else { u < v })
        .collect();
    let of = |arcs: &[(u32, u32)]| {
        let mut degrees = vec![(0, 0); n as usize];
        for &(u, v) in arcs {
            degrees[u as usize].0 += 1;
            let second = &mut degrees[v as usize];
            if directed { second.1 += 1 } else { second.0 += 1 }
        }
        degrees
    };
    let own: Vec<(u32, u32)> =
        arcs(graph).into_iter().map(|(u, v, _)| (u, v)).filter(|&(u, v)| directed || u < v).collect();
    let expected = of(&own);
    let sets = (0..1u32 << pairs.len()).filter(|set| set.count_ones() as usize == own.len());
    let chosen = |set: u32| -> Vec<(u32, u32)> {
        (0..pairs.len()).filter(|at| set >> at & 1 == 1).map(|at| pairs[at]).collect()
    };
    sets.filter(|&set| {
        let arcs = chosen(set);
        of(&arcs) == expected && keeps(&arcs)
    })
    .count()
}

fn undirected(edges: &[(u32, u32)]) -> Graph {
    let n = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap();
    Graph::of_pairs(n, edges.len(), |at| edges[at])
}

fn directed(n: u32, edges: &[(u32, u32)]) -> Graph {
    Graph::of_arcs(n, edges.len(), |at| edges[at])
}

#[test]
fn all_graphs_with_the_degrees_are_equally_likely() {
    // Degrees 3, 2, 2, 2, 2, 1.
    let graph = undirected(&[(0, 1), (0, 2), (0, 3), (1, 2), (3, 4), (4, 5)]);
    let expected = count_alike(&graph, |_| true);
    assert!(expected > 20);
    let twenty = |model| options(model).switches_per_edge(Some(20));
    check_uniform(&graph, &twenty(NullModel::Switching), expected);
    check_uniform(&graph, &twenty(NullModel::Configuration), expected);
    // As many as a pilot says.
    check_uniform(&graph, &options(NullModel::Switching), expected);
}

/// With as many rounds as the pilot had, triangles are as many as with five times as many, on a graph of hubs.
#[test]
fn samples_need_no_more_rounds_than_the_pilot() {
    let graph = Graph::from(generate::rmat(8, 6, 3).unwrap());
    let triangles = |options: &NullOptions| {
        let of = |sample: &Graph| {
            let csr = sample.csr();
            let closed =
                |u: u32, v: u32| csr.neighbors(v).iter().filter(|w| csr.neighbors(u).contains(w)).count();
            (0..csr.n()).flat_map(|u| csr.neighbors(u).iter().map(move |&v| closed(u, v))).sum::<usize>()
                as f64
        };
        let sampler = sampler(&graph, &Device::cpu(None), options);
        let counts: Vec<f64> = sampler.samples(0..200).unwrap().iter().map(of).collect();
        let mean = counts.iter().sum::<f64>() / 200.0;
        (mean, counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / 200.0 / 200.0)
    };
    let (mean, variance) = triangles(&options(NullModel::Switching));
    let many = options(NullModel::Switching).seed(9).switches_per_edge(Some(60));
    let (expected, also) = triangles(&many);
    assert!((mean - expected).abs() < 4.0 * (variance + also).sqrt(), "{mean} {expected}");
    let (few, _) = triangles(&options(NullModel::Switching).switches_per_edge(Some(1)));
    assert!((few - expected).abs() > 4.0 * (variance + also).sqrt(), "{few} {expected}: this can be seen");
}

#[test]
fn all_directed_graphs_with_the_degrees_are_equally_likely() {
    // A 3-cycle, alone: it has two directions, and no switching.
    let cycle = directed(3, &[(0, 1), (1, 2), (2, 0)]);
    let forty = |model| options(model).switches_per_edge(Some(40));
    check_uniform(&cycle, &forty(NullModel::Switching), 2);
    check_uniform(&cycle, &forty(NullModel::Switching).keep_mutual(true), 2);
    let graph = directed(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 2), (3, 4), (4, 0)]);
    let expected = count_alike(&graph, |_| true);
    assert!(expected > 8, "{expected}");
    check_uniform(&graph, &forty(NullModel::Switching), expected);
    check_uniform(&graph, &forty(NullModel::Configuration), expected);
    check_uniform(&graph, &options(NullModel::Switching), expected);
}

#[test]
fn all_graphs_of_so_many_edges_are_equally_likely() {
    let graph = undirected(&[(0, 1), (0, 2), (0, 3), (3, 4)]);
    check_uniform(&graph, &options(NullModel::Gnm), 210);
    // A mutual pair and an arc, of three vertices: 3 places for the pair, 2 for the arc, and 2 ways.
    let graph = directed(3, &[(0, 1), (1, 0), (1, 2)]);
    check_uniform(&graph, &options(NullModel::Gnm), 12);
}

#[test]
fn what_cannot_switch_ends_and_says_so() {
    let star = undirected(&[(0, 1), (0, 2), (0, 3), (0, 4)]);
    for graph in [star, generate::complete(6).unwrap().into()] {
        for device in devices() {
            for model in [NullModel::Switching, NullModel::Configuration, NullModel::Gnm] {
                let sampler = sampler(&graph, &device, &options(model.clone()));
                let sample = sampler.sample(0).unwrap();
                if model == NullModel::Gnm {
                    assert_eq!(arcs(&sample).len(), arcs(&graph).len());
                } else {
                    assert_eq!(arcs(&sample), arcs(&graph));
                    let mixing = sampler.mixing().unwrap();
                    assert_eq!((mixing.accepted, mixing.left_at_end()), (0.0, 1.0));
                }
            }
        }
    }
}

#[test]
fn tiny_graphs() {
    for n in 0..3 {
        for edges in [&[][..], &[(0, 1)][..n / 2]] {
            let graph = Graph::of_pairs(n as u32, edges.len(), |at| edges[at]);
            let of_arcs = Graph::of_arcs(n as u32, edges.len(), |at| edges[at]);
            for device in devices() {
                for model in [NullModel::Switching, NullModel::Configuration, NullModel::Gnm, NullModel::Gnp]
                {
                    for graph in [&graph, &of_arcs] {
                        let samples = sampler(graph, &device, &options(model.clone())).samples(0..3).unwrap();
                        assert_eq!(samples.len(), 3);
                        assert!(samples.iter().all(|sample| sample.csr().n() == n as u32));
                    }
                }
            }
        }
    }
}

/// From so many edges on the whole grid makes one sample, and blocks make several: they are the same.
#[test]
fn the_grid_makes_what_a_block_makes() {
    let graph = random_graph(900, 6000, true, 17);
    assert!(graph.attributes().arcs() > Some(4096));
    let base = || options(NullModel::Switching).switches_per_edge(Some(2));
    let models = [base(), base().connected(true), options(NullModel::Configuration), options(NullModel::Gnm)];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for options in models {
        pool.install(|| {
            let sampler = sampler(&graph, &Device::cpu(None), &options);
            assert_eq!(arcs(&sampler.sample(1).unwrap()), arcs(&sampler.samples(0..2).unwrap()[1]));
        });
    }
}

#[test]
fn many_rounds_of_a_small_graph_end_when_they_are_to() {
    let graph = undirected(&[(0, 1), (1, 2), (2, 3), (0, 2)]);
    let start = Instant::now();
    let context = Context::default().ending_at(start + Duration::from_millis(200));
    let options = options(NullModel::Switching).switches_per_edge(Some(u32::MAX)).context(context);
    let error = NullSampler::new(&graph, &Device::cpu(None), &options).unwrap_err();
    assert!(matches!(error, MineError::Runtime(RuntimeError::Deadline)), "{error}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn the_last_number_has_a_sample() {
    let graph = undirected(&[(0, 1), (1, 2), (2, 3), (0, 2)]);
    let sampler = sampler(&graph, &Device::cpu(None), &options(NullModel::Gnp));
    let last = sampler.sample(u64::MAX).unwrap();
    assert_eq!(last.csr().n(), 4);
    assert_eq!(sampler.samples(u64::MAX - 2..u64::MAX).unwrap().len(), 2);
}

#[test]
fn mixing_is_told() {
    let graph = random_graph(200, 900, false, 19);
    let sampler = sampler(&graph, &Device::cpu(None), &options(NullModel::Switching));
    let mixing = sampler.mixing().unwrap();
    assert!(mixing.is_mixed && mixing.left[0] == 1.0 && mixing.left_at_end() < 0.3, "{mixing:?}");
    assert!(mixing.accepted > 0.3 && mixing.accepted < 1.0, "{mixing:?}");
    let few = options(NullModel::Switching).switches_per_edge(Some(1));
    let few = NullSampler::new(&graph, &Device::cpu(None), &few).unwrap();
    let few = few.mixing().unwrap();
    assert!(few.left_at_end() > mixing.left_at_end());
    assert!((few.switches_per_edge - 1.0).abs() < 0.6, "{few:?}");
    for model in [NullModel::Gnm, NullModel::Gnp] {
        let drawn = NullSampler::new(&graph, &Device::cpu(None), &options(model)).unwrap();
        assert!(drawn.mixing().is_none(), "nothing is switched");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let plain = undirected(&[(0, 1), (1, 2)]);
    let refused = |graph: &Graph, options: NullOptions| {
        NullSampler::new(graph, &Device::cpu(None), &options).unwrap_err().to_string()
    };
    let distance = |properties: &[&str], bins| {
        let properties = properties.iter().map(|&name| name.to_owned()).collect();
        options(NullModel::Distance { properties, bins })
    };
    let placed = random_graph(20, 30, false, 1);
    let cases = [
        (refused(&plain, options(NullModel::Switching).keep_mutual(true)), "this one is undirected"),
        (refused(&plain, options(NullModel::Blocks)), "the graph has none"),
        (refused(&plain, options(NullModel::Gnm).connected(true)), "leave out staying connected"),
        (refused(&plain, distance(&["x"], 3)), "no property `x`: it has no properties"),
        (refused(&placed, distance(&["z"], 3)), "no property `z`; nearest are"),
        (refused(&placed, distance(&[], 3)), "and 0 were given"),
        (refused(&placed, distance(&["x"], 0)), "and 0 were asked for"),
    ];
    for (message, expected) in cases {
        assert!(message.contains(expected), "{message}");
    }
}
