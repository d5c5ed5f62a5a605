//! Directed motifs and the triad census: against brute force, what other programs count, and laws.

use std::collections::BTreeMap;

use motherlode::graph::{Graph, GraphBuilder};
use motherlode::mine::{self, AttributeMismatch, Context, CountOptions, MineError};
use motherlode::plan::Induced;
use proptest::prelude::*;
use testing::common::devices;
use testing::oracle;

pub type Arc = (usize, usize);

/// Arcs between random pairs, of which about a third go each way and a third both ways.
pub fn random_arcs(seed: u64, n: usize, pairs: usize) -> Vec<Arc> {
    let mut arcs = Vec::new();
    for (at, (u, v)) in oracle::random_graph(seed, n, pairs).into_iter().enumerate() {
        let (u, v) = (u as usize, v as usize);
        let kind = (seed + 1).wrapping_mul(at as u64 * 2 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        match kind % 8 {
            0..=2 => arcs.push((u, v)),
            3..=5 => arcs.push((v, u)),
            _ => arcs.extend([(u, v), (v, u)]),
        }
    }
    arcs
}

pub fn graph(n: usize, arcs: &[Arc]) -> Graph {
    let mut builder = GraphBuilder::directed();
    builder.consecutive(0, n as u64);
    arcs.iter().for_each(|&(tail, head)| builder.edge(tail as u64, head as u64));
    builder.build().unwrap()
}

/// The classes of subgraphs, by brute force.
struct Brute {
    k: usize,
    orders: Vec<Vec<usize>>,
    known: BTreeMap<Vec<Arc>, u32>,
}

impl Brute {
    fn new(k: usize) -> Brute {
        Brute { k, orders: oracle::patterns::permutations(k), known: BTreeMap::new() }
    }

    /// The least of the numbers that the adjacency matrices have as text of zeros and ones.
    fn id(&mut self, arcs: &[Arc]) -> u32 {
        let Brute { k, orders, known } = self;
        *known.entry(arcs.to_vec()).or_insert_with(|| {
            let text = |order: &Vec<usize>| -> String {
                let cell = |i: usize| arcs.contains(&(order[i / *k], order[i % *k]));
                (0..*k * *k).map(|i| if cell(i) { '1' } else { '0' }).collect()
            };
            let least = orders.iter().map(text).min().unwrap();
            u32::from_str_radix(&least, 2).unwrap()
        })
    }

    fn is_connected(&self, arcs: &[Arc]) -> bool {
        let mut part: Vec<usize> = (0..self.k).collect();
        for &(u, v) in arcs {
            let (from, to) = (part[u], part[v]);
            part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
        }
        part.iter().all(|&other| other == part[0])
    }

    /// Counts by id.
    fn counts(&mut self, n: usize, arcs: &[Arc], induced: Induced) -> BTreeMap<u32, u128> {
        let mut counts = BTreeMap::new();
        let k = self.k;
        let subsets = (0..1u32 << n).filter(|set| set.count_ones() as usize == k);
        for set in subsets {
            let members: Vec<usize> = (0..n).filter(|&v| set >> v & 1 == 1).collect();
            let place = |v: usize| members.iter().position(|&member| member == v);
            let among: Vec<Arc> = arcs.iter().filter_map(|&(u, v)| Some((place(u)?, place(v)?))).collect();
            let subgraphs = match induced {
                Induced::Vertex => vec![among],
                Induced::Edge => (0..1u32 << among.len())
                    .map(|kept| (0..among.len()).filter(|i| kept >> i & 1 == 1).map(|i| among[i]).collect())
                    .collect(),
            };
            for mut subgraph in subgraphs {
                if self.is_connected(&subgraph) {
                    subgraph.sort_unstable();
                    *counts.entry(self.id(&subgraph)).or_default() += 1;
                }
            }
        }
        counts
    }
}

/// Counts by id, of those that are there.
fn counts(
    graph: &Graph,
    k: usize,
    induced: Induced,
    device: &motherlode::runtime::Device,
) -> BTreeMap<u32, u128> {
    let options = CountOptions::default().induced(induced);
    let motifs = mine::directed_motifs(graph, k, device, &options).unwrap().motifs;
    motifs.into_iter().map(|found| (found.motif.id, found.count)).filter(|(_, count)| *count > 0).collect()
}

#[test]
fn all_classes_are_listed_once() {
    for (k, number) in [(3, 13), (4, 199), (5, 9364)] {
        let all = mine::directed_patterns(k).unwrap();
        assert_eq!(all.len(), number);
        let mut brute = Brute::new(k);
        for (at, motif) in all.iter().enumerate().step_by(if k == 5 { 97 } else { 1 }) {
            let arcs: Vec<Arc> = motif.pattern.edge_links().map(|link| (link.from, link.to)).collect();
            assert_eq!(brute.id(&arcs), motif.id, "{}", motif.pattern);
            assert!(motif.class.is_some() == (k < 5) && all[..at].iter().all(|other| other.id != motif.id));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn threes_agree_with_brute_force(seed in 0u64..1 << 32, n in 3usize..11, fill in 1usize..10) {
        check(3, seed, n, fill)?;
    }

    #[test]
    fn fives_agree_with_brute_force(seed in 0u64..1 << 32, n in 5usize..9, fill in 1usize..6) {
        check(5, seed, n, fill)?;
    }

    #[test]
    fn fours_agree_with_brute_force(seed in 0u64..1 << 32, n in 4usize..9, fill in 1usize..10) {
        check(4, seed, n, fill)?;
    }
}

fn check(k: usize, seed: u64, n: usize, fill: usize) -> Result<(), TestCaseError> {
    let arcs = random_arcs(seed, n, n * (n - 1) / 2 * fill / 10);
    let graph = graph(n, &arcs);
    let mut brute = Brute::new(k);
    for induced in [Induced::Vertex, Induced::Edge] {
        let expected = brute.counts(n, &arcs, induced);
        for device in devices() {
            prop_assert_eq!(
                counts(&graph, k, induced, &device),
                expected.clone(),
                "{:?} on {}",
                induced,
                device
            );
        }
    }
    Ok(())
}

/// A class is an undirected motif with directions: those of one motif add up to it.
#[test]
fn classes_of_a_motif_add_up_to_it() {
    for seed in 0..3 {
        let (n, pairs) = (70, [180, 500, 1100][seed as usize]);
        let graph = graph(n, &random_arcs(seed, n, pairs));
        for device in devices() {
            for k in [3, 4] {
                let options = CountOptions::default().induced(Induced::Vertex);
                let plain = mine::motifs(graph.csr(), k, &device, &options).unwrap().motifs;
                let directed = mine::directed_motifs(&graph, k, &device, &options).unwrap().motifs;
                for motif in plain {
                    let is_of = |pattern: &motherlode::pattern::Pattern| {
                        let mut edges: Vec<Arc> = pattern
                            .edge_links()
                            .map(|link| (link.from.min(link.to), link.from.max(link.to)))
                            .collect();
                        edges.sort_unstable();
                        edges.dedup();
                        motherlode::pattern::Pattern::from_edges(&edges)
                            .unwrap()
                            .is_isomorphic(&motif.pattern)
                    };
                    let sum: u128 = directed
                        .iter()
                        .filter(|found| is_of(&found.motif.pattern))
                        .map(|found| found.count)
                        .sum();
                    assert_eq!(sum, motif.count, "{} of {k} vertices, seed {seed}, on {device}", motif.name);
                }
            }
        }
    }
}

/// `count` of one pattern goes another way.
#[test]
fn each_class_is_counted_alone_as_well() {
    let n = 14;
    let graph = graph(n, &random_arcs(5, n, 45));
    let device = motherlode::runtime::Device::cpu(None);
    let placed = mine::Placed::new(&graph, &device);
    for (k, every) in [(3, 1), (4, 5)] {
        for induced in [Induced::Vertex, Induced::Edge] {
            let options = CountOptions::default().induced(induced);
            let found = placed.directed_motifs(k, &options).unwrap().motifs;
            for found in found.iter().step_by(every) {
                let alone = placed.count(&found.motif.pattern, &options).unwrap().count;
                assert_eq!(alone, found.count, "{}, {induced:?}", found.motif.pattern);
            }
        }
    }
}

#[test]
fn the_census_has_all_sets_of_three() {
    for (seed, n, pairs) in [(1, 9, 14), (2, 40, 60), (3, 3, 0), (4, 2, 1), (5, 30, 300)] {
        let arcs = random_arcs(seed, n, pairs);
        let graph = graph(n, &arcs);
        let mut expected: BTreeMap<u32, u128> = BTreeMap::new();
        let mut brute = Brute::new(3);
        for (u, v, w) in (0..n).flat_map(|u| (0..u).flat_map(move |v| (0..v).map(move |w| (u, v, w)))) {
            let place = |x: usize| [u, v, w].iter().position(|&y| y == x);
            let mut among: Vec<Arc> =
                arcs.iter().filter_map(|&(u, v)| Some((place(u)?, place(v)?))).collect();
            among.sort_unstable();
            *expected.entry(brute.id(&among)).or_default() += 1;
        }
        for device in devices() {
            let census = mine::triad_census(&graph, &device, &Context::default()).unwrap().triads;
            assert_eq!(census.len(), 16);
            for triad in census {
                let expected = expected.get(&triad.id).copied().unwrap_or_default();
                assert_eq!(triad.count, expected, "{}, seed {seed}, on {device}", triad.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_counted_is_said() {
    let undirected = Graph::from(motherlode::graph::generate::complete(5).unwrap());
    let device = motherlode::runtime::Device::cpu(None);
    let options = CountOptions::default();
    let error = mine::directed_motifs(&undirected, 3, &device, &options).unwrap_err();
    assert!(matches!(error, MineError::Attributes(AttributeMismatch::NoDirections)), "{error}");
    let directed = graph(4, &[(0, 1)]);
    for k in [0, 2, 7] {
        let error = mine::directed_motifs(&directed, k, &device, &options).unwrap_err();
        assert!(matches!(error, MineError::DirectedMotifSize { k: asked } if asked == k), "{error}");
    }
}

/// What igraph 0.11 counts (`triad_census`, `motifs`), by its classes.
#[test]
fn counts_are_those_of_igraph() {
    let n = 30;
    let is_arc = |&(u, v): &Arc| u != v && (3 * u * u + 7 * v * v + u * v) % 11 < 3;
    let arcs: Vec<Arc> = (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).filter(is_arc).collect();
    assert_eq!(arcs.len(), 289);
    let graph = graph(n, &arcs);
    let options = CountOptions::default().induced(Induced::Vertex);
    for device in devices() {
        let census = mine::triad_census(&graph, &device, &Context::default()).unwrap().triads;
        let census: Vec<u128> = census.into_iter().map(|triad| triad.count).collect();
        assert_eq!(
            census,
            [486, 908, 539, 246, 198, 597, 84, 39, 174, 129, 0, 245, 218, 144, 0, 53],
            "{device}"
        );
        let by_class = |k| {
            let motifs = mine::directed_motifs(&graph, k, &device, &options).unwrap().motifs;
            let by_class = motifs.into_iter().map(|found| (found.motif.class.unwrap(), found.count));
            by_class.filter(|&(_, count)| count > 0).collect::<BTreeMap<u32, u128>>()
        };
        let threes = [
            (2, 198),
            (4, 597),
            (5, 84),
            (6, 246),
            (7, 174),
            (8, 245),
            (9, 39),
            (11, 129),
            (12, 144),
            (13, 218),
            (15, 53),
        ];
        assert_eq!(by_class(3), BTreeMap::from(threes), "{device}");
        let fours = by_class(4);
        let first = [
            (3, 135),
            (7, 819),
            (12, 180),
            (13, 351),
            (14, 216),
            (16, 54),
            (17, 207),
            (18, 135),
            (21, 198),
            (24, 837),
            (29, 402),
            (30, 513),
        ];
        assert_eq!(fours.iter().take(12).map(|(&class, &count)| (class, count)).collect::<Vec<_>>(), first);
        let weighted: u128 = fours.iter().map(|(&class, &count)| u128::from(class) * count).sum();
        assert_eq!(
            (fours.len(), fours.values().sum::<u128>(), weighted),
            (63, 15_799, 1_243_892),
            "{device}"
        );
    }
}

/// The census of igraph, of a real graph whose arcs lead from the lower number to the higher one.
#[cfg(feature = "shared-data")]
#[test]
fn the_census_of_a_real_graph_is_that_of_igraph() {
    let options = motherlode::graph::LoadOptions::default().directed(true);
    let graph = motherlode::graph::load(&testing::common::data().join("wiki-Vote.el.gz"), &options).unwrap();
    let device = motherlode::runtime::Device::cpu(None);
    let census = mine::triad_census(&graph, &device, &Context::default()).unwrap().triads;
    let there: Vec<(&str, u128)> =
        census.into_iter().filter(|triad| triad.count > 0).map(|triad| (triad.name, triad.count)).collect();
    let expected = [
        ("003", 59_302_615_490),
        ("012", 689_454_113),
        ("021D", 6_153_180),
        ("021U", 2_216_549),
        ("021C", 4_350_684),
        ("030T", 608_389),
    ];
    assert_eq!(there, expected);
}
