//! Graphs compared by their graphlets: against a slow way that shares nothing with the fast one, and against laws.

use std::collections::{BTreeMap, BTreeSet};

use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::AttributeMismatch;
use motherlode::mine::MineError;
use motherlode::mine::compare::{
    GraphletSignature, Measure, compared, graphlet_signature, graphlet_signatures,
};
use motherlode::mine::list::ListOptions;
use motherlode::runtime::Device;
use testing::common::devices;
use testing::oracle;
use testing::oracle::{Endpoints, csr, orders};

use super::directed::{Arc, graph, random_arcs};
use super::directed_graphlets::brute;

const MEASURES: [Measure; 4] =
    [Measure::Gcd11, Measure::Gcd73, Measure::GddaArithmetic, Measure::GddaGeometric];

fn sign(graph: &Csr, measure: Measure, device: &Device) -> GraphletSignature {
    graphlet_signature(graph, measure, device, &ListOptions::default()).unwrap()
}

/// An orbit: the least adjacency matrix of a graph of so many vertices whose first vertex is in it.
type Orbit = (usize, u32);

/// How often each vertex is in each orbit of the connected graphs of 2 to `k` vertices, by looking at all sets of
/// vertices.
fn graphlet_degrees(n: usize, edges: &[Endpoints], k: usize) -> BTreeMap<Orbit, Vec<u64>> {
    let joined: BTreeSet<(usize, usize)> =
        edges.iter().flat_map(|&(u, v)| [(u as usize, v as usize), (v as usize, u as usize)]).collect();
    let mut degrees = BTreeMap::new();
    for set in 1u32..1 << n {
        let members: Vec<usize> = (0..n).filter(|v| set >> v & 1 == 1).collect();
        if !(2..=k).contains(&members.len()) || !is_connected(&members, &joined) {
            continue;
        }
        for &vertex in &members {
            let others: Vec<usize> = members.iter().copied().filter(|&other| other != vertex).collect();
            let matrix = |order: Vec<usize>| {
                let order: Vec<usize> = [vertex].into_iter().chain(order).collect();
                let pairs = (0..order.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                pairs.fold(0, |bits, (i, j)| bits << 1 | u32::from(joined.contains(&(order[i], order[j]))))
            };
            let least = orders(&others).into_iter().map(matrix).min().unwrap();
            degrees.entry((members.len(), least)).or_insert_with(|| vec![0; n])[vertex] += 1;
        }
    }
    degrees
}

fn is_connected(members: &[usize], joined: &BTreeSet<(usize, usize)>) -> bool {
    let mut reached = vec![members[0]];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        let more: Vec<usize> = members
            .iter()
            .copied()
            .filter(|to| joined.contains(&(from, *to)) && !reached.contains(to))
            .collect();
        reached.extend(more);
        next += 1;
    }
    reached.len() == members.len()
}

/// All orbits that any of the graphs has, each with its counts in both, those that neither has left out.
fn in_both(a: (usize, &[Endpoints]), b: (usize, &[Endpoints]), k: usize) -> Vec<(Orbit, [Vec<u64>; 2])> {
    let [of_a, of_b] = [a, b].map(|(n, edges)| graphlet_degrees(n, edges, k));
    let orbits: BTreeSet<Orbit> = of_a.keys().chain(of_b.keys()).copied().collect();
    let counts =
        |of: &BTreeMap<Orbit, Vec<u64>>, orbit, n| of.get(orbit).cloned().unwrap_or_else(|| vec![0; n]);
    orbits.iter().map(|orbit| (*orbit, [counts(&of_a, orbit, a.0), counts(&of_b, orbit, b.0)])).collect()
}

/// Spearman's correlation by its definition, of counts and one dummy of 1.
fn spearman(x: &[u64], y: &[u64]) -> f64 {
    let ranks = |values: &[u64]| -> Vec<f64> {
        let values: Vec<u64> = values.iter().copied().chain([1]).collect();
        let rank = |value: &u64| {
            let below = values.iter().filter(|other| *other < value).count() as f64;
            let equal = values.iter().filter(|other| *other == value).count() as f64;
            below + (equal + 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (x, y) = (ranks(x), ranks(y));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (of_x, of_y) = (mean(&x), mean(&y));
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(&y).map(|(x, y)| f(x - of_x, y - of_y)).sum::<f64>();
    let spread = sum(&|x, _| x * x).sqrt() * sum(&|_, y| y * y).sqrt();
    if spread == 0.0 { 0.0 } else { sum(&|x, y| x * y) / spread }
}

/// The Euclidean distance of all correlations between two orbits.
fn distance(orbits: &[(Orbit, [Vec<u64>; 2])]) -> f64 {
    let mut squares = 0.0;
    for (place, (_, [a, b])) in orbits.iter().enumerate() {
        for (_, [other_a, other_b]) in &orbits[..place] {
            squares += (spearman(a, other_a) - spearman(b, other_b)).powi(2);
        }
    }
    squares.sqrt()
}

fn agreements(orbits: &[(Orbit, [Vec<u64>; 2])]) -> Vec<f64> {
    let scaled = |counts: &[u64]| -> BTreeMap<u64, f64> {
        let mut parts = BTreeMap::new();
        counts
            .iter()
            .filter(|count| **count > 0)
            .for_each(|&count| *parts.entry(count).or_insert(0.0) += 1.0 / count as f64);
        let all: f64 = parts.values().sum();
        parts.into_iter().map(|(count, part)| (count, part / all)).collect()
    };
    let agreement = |(_, [a, b]): &(Orbit, [Vec<u64>; 2])| {
        let (a, b) = (scaled(a), scaled(b));
        let part = |of: &BTreeMap<u64, f64>, count| of.get(count).copied().unwrap_or(0.0);
        let counts: BTreeSet<&u64> = a.keys().chain(b.keys()).collect();
        1.0 - (counts.into_iter().map(|count| (part(&a, count) - part(&b, count)).powi(2)).sum::<f64>() / 2.0)
            .sqrt()
    };
    orbits.iter().map(agreement).collect()
}

/// So many orbits: with those that neither graph has.
fn with_absent(
    mut orbits: Vec<(Orbit, [Vec<u64>; 2])>,
    number: usize,
    sizes: [usize; 2],
) -> Vec<(Orbit, [Vec<u64>; 2])> {
    let absent = number - orbits.len();
    orbits.extend((0..absent).map(|place| ((9, place as u32), sizes.map(|n| vec![0; n]))));
    orbits
}

#[test]
fn measures_agree_with_a_slow_way() {
    for (seed, (n, m), (edges, more)) in [(1, (9, 11), (16, 22)), (3, (11, 9), (12, 30))] {
        let (first, second) = (oracle::random_graph(seed, n, edges), oracle::random_graph(seed + 9, m, more));
        let all = with_absent(in_both((n, &first), (m, &second), 5), 73, [n, m]);
        let is_redundant = |&(k, bits): &Orbit| k >= 3 && bits.count_ones() as usize >= 2 * k - 3;
        let small = with_absent(in_both((n, &first), (m, &second), 4), 15, [n, m]);
        let small: Vec<_> = small.into_iter().filter(|(orbit, _)| !is_redundant(orbit)).collect();
        assert_eq!(small.len(), 11, "both graphs have all orbits of four vertices between them");
        let agreements = agreements(&all);
        let (arithmetic, geometric) =
            (agreements.iter().sum::<f64>() / 73.0, agreements.iter().product::<f64>().powf(1.0 / 73.0));
        let expected = [
            (Measure::Gcd11, distance(&small)),
            (Measure::Gcd73, distance(&all)),
            (Measure::GddaArithmetic, arithmetic),
            (Measure::GddaGeometric, geometric),
        ];
        for device in devices() {
            for (measure, expected) in expected {
                let [a, b] = [csr(n, &first), csr(m, &second)].map(|graph| sign(&graph, measure, &device));
                let found = a.compared_with(&b);
                assert!((found - expected).abs() < 1e-9, "{measure:?} on {device}: {found}, not {expected}");
                assert_eq!(found, b.compared_with(&a), "{measure:?} on {device}");
            }
        }
    }
}

/// All orbits of directed graphlets of up to `k` vertices that any of the graphs has, each with its counts in both;
/// without those of graphlets in which two vertices have arcs both ways, if so asked.
fn directed_in_both(
    graphs: [(usize, &[Arc]); 2],
    k: usize,
    without_mutual: bool,
) -> Vec<(Orbit, [Vec<u64>; 2])> {
    let degrees = graphs.map(|(n, arcs)| brute(n, k, arcs));
    let texts: BTreeSet<&String> = degrees.iter().flatten().flat_map(|of_vertex| of_vertex.keys()).collect();
    let side = |text: &str| (2..=k).find(|side| side * side == text.len()).unwrap();
    let is_mutual = |text: &str| {
        let (side, has) = (side(text), |u: usize, v: usize| text.as_bytes()[u * side(text) + v] == b'1');
        (0..side).any(|u| (0..u).any(|v| has(u, v) && has(v, u)))
    };
    let counts = |text: &str| {
        degrees.each_ref().map(|of_graph| {
            let count = |of: &BTreeMap<String, u128>| of.get(text).map_or(0, |&count| count as u64);
            of_graph.iter().map(count).collect()
        })
    };
    let all = texts.into_iter().filter(|text| !(without_mutual && is_mutual(text)));
    all.map(|text| ((side(text), u32::from_str_radix(text, 2).unwrap()), counts(text))).collect()
}

#[test]
fn directed_measures_agree_with_a_slow_way() {
    let (first, second) = (random_arcs(2, 9, 15), random_arcs(11, 10, 24));
    let graphs = [(9, &first[..]), (10, &second[..])];
    let orbits =
        |k, without_mutual, number| with_absent(directed_in_both(graphs, k, without_mutual), number, [9, 10]);
    let all = orbits(4, false, 730);
    let agreements = agreements(&all);
    let expected = [
        (Measure::Dgcd13, distance(&orbits(3, true, 13))),
        (Measure::Dgcd33, distance(&orbits(3, false, 33))),
        (Measure::Dgcd129, distance(&orbits(4, true, 129))),
        (Measure::Dgcd730, distance(&all)),
        (Measure::DgddaArithmetic, agreements.iter().sum::<f64>() / 730.0),
        (Measure::DgddaGeometric, (agreements.iter().map(|a| a.ln()).sum::<f64>() / 730.0).exp()),
    ];
    let placed = graphs.map(|(n, arcs)| graph(n, arcs));
    for device in devices() {
        for (measure, expected) in expected {
            let sign =
                |graph: &Graph| graphlet_signature(graph, measure, &device, &ListOptions::default()).unwrap();
            let [a, b] = placed.each_ref().map(sign);
            let found = a.compared_with(&b);
            assert!((found - expected).abs() < 1e-9, "{measure:?} on {device}: {found}, not {expected}");
            let same = if measure.is_distance() { 0.0 } else { 1.0 };
            assert!((a.compared_with(&a) - same).abs() < 1e-9, "{measure:?} on {device}");
        }
    }
    let undirected = csr(4, &[(0, 1), (2, 3)]);
    let error = graphlet_signature(&undirected, Measure::Dgcd13, &Device::cpu(None), &ListOptions::default());
    assert!(matches!(error, Err(MineError::Attributes(AttributeMismatch::NoDirections))));
}

/// Small graphs are counted as one: nothing of one is in another, and none takes the place of another.
#[test]
fn graphs_side_by_side_are_as_alone() {
    let plain = [
        csr(9, &oracle::random_graph(2, 9, 17)),
        csr(5, &[]),
        generate::star(6).unwrap(),
        csr(14, &oracle::random_graph(7, 14, 40)),
    ];
    let directed = [(9, random_arcs(2, 9, 15)), (3, vec![]), (12, random_arcs(5, 12, 40))];
    let plain = plain.map(Graph::from).to_vec();
    let directed: Vec<Graph> = directed.iter().map(|(n, arcs)| graph(*n, arcs)).collect();
    let options = ListOptions::default();
    for device in devices() {
        for measure in [Measure::Gcd11, Measure::GddaArithmetic, Measure::Dgcd13, Measure::DgddaGeometric] {
            let graphs = if measure.is_directed() { &directed } else { &plain };
            let alone = |graph| graphlet_signature(graph, measure, &device, &options).unwrap();
            let alone: Vec<GraphletSignature> = graphs.iter().map(alone).collect();
            let together = graphlet_signatures(graphs, measure, &device, &options).unwrap();
            assert_eq!(compared(&together), compared(&alone), "{measure:?} on {device}");
            for (one, other) in together.iter().zip(&alone) {
                assert_eq!(one.correlations(), other.correlations(), "{measure:?} on {device}");
            }
        }
    }
    let mixed = [&directed[0], &plain[0]];
    let error = graphlet_signatures(&mixed, Measure::Dgcd13, &Device::cpu(None), &options);
    assert!(matches!(error, Err(MineError::Attributes(AttributeMismatch::NoDirections))));
}

/// A graph is as itself, whatever its vertices are called.
#[test]
fn a_graph_is_as_itself_after_relabelling() {
    let edges = oracle::random_graph(4, 40, 110);
    let relabelled = oracle::relabelled(5, 40, &edges);
    for measure in MEASURES {
        let [a, b] = [&edges, &relabelled].map(|edges| sign(&csr(40, edges), measure, &Device::cpu(None)));
        let same = if measure.is_distance() { 0.0 } else { 1.0 };
        for found in [a.compared_with(&a), a.compared_with(&b)] {
            assert!((found - same).abs() < 1e-9, "{measure:?}: {found}");
        }
    }
}

/// Of the 15 orbits of up to four vertices, the 11 that do not follow from others.
#[test]
fn matrices_are_correlations() {
    let graph = csr(30, &oracle::random_graph(4, 30, 80));
    for (measure, number) in [(Measure::Gcd11, 11), (Measure::Gcd73, 73)] {
        let signed = sign(&graph, measure, &Device::cpu(None));
        let correlations = signed.correlations().unwrap();
        assert_eq!((correlations.orbits.len(), correlations.rows.len()), (number, number));
        for (i, row) in correlations.rows.iter().enumerate() {
            assert_eq!(row[i], 1.0);
            assert!(row.iter().enumerate().all(|(j, r)| r.abs() <= 1.0 && *r == correlations.rows[j][i]));
        }
    }
    let signed = sign(&graph, Measure::Gcd11, &Device::cpu(None));
    let has = |name: &str| signed.correlations().unwrap().orbits.iter().any(|orbit| orbit.starts_with(name));
    assert!(!has("triangle:") && !has("diamond:") && !has("4-clique:") && has("tailed-triangle:"));
}

/// No number is missing where nothing varies, or there is nothing.
#[test]
fn regular_and_empty_graphs_have_numbers() {
    let graphs = [
        generate::complete(6).unwrap(),
        generate::cycle(7).unwrap(),
        generate::star(4).unwrap(),
        csr(5, &[]),
        csr(4, &[(0, 1), (2, 3)]),
    ];
    for measure in MEASURES {
        let signed = graphs.each_ref().map(|graph| sign(graph, measure, &Device::cpu(None)));
        for a in &signed {
            for b in &signed {
                let found = a.compared_with(b);
                assert!(found.is_finite() && found >= 0.0, "{measure:?}: {found}");
                assert!(measure.is_distance() || found <= 1.0, "{measure:?}: {found}");
            }
        }
    }
}
