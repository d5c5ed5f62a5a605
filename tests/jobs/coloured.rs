//! Coloured motifs: against brute force, counts of their patterns, and laws.

use std::collections::BTreeMap;

use motherlode::graph::{Graph, GraphBuilder};
use motherlode::mine::{self, ColourError, ColouredMotif, CountOptions, MineError};
use motherlode::pattern::{LinkKind, Pattern};
use motherlode::plan::Induced;
use motherlode::runtime::{Device, MemorySize};
use proptest::prelude::*;
use testing::common::devices;
use testing::oracle;

pub(super) const INDUCED: [Induced; 2] = [Induced::Vertex, Induced::Edge];

/// What has labels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    vertices: bool,
    edges: bool,
    directed: bool,
}

pub(super) const KINDS: [Kind; 5] = [
    Kind { vertices: true, edges: false, directed: false },
    Kind { vertices: false, edges: true, directed: false },
    Kind { vertices: true, edges: true, directed: false },
    Kind { vertices: true, edges: false, directed: true },
    Kind { vertices: true, edges: true, directed: true },
];

/// A small graph, as a list.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub labels: Option<Vec<&'static str>>,
    /// Ends and label; of an undirected graph each edge once.
    edges: Vec<(usize, usize, &'static str)>,
    n: usize,
    directed: bool,
}

/// Numbers that look random.
fn mixed(seed: u64, at: u64) -> u64 {
    (seed + 1).wrapping_mul(at * 2 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
}

impl Said {
    pub fn new(seed: u64, n: usize, pairs: usize, kind: Kind) -> Said {
        // Some labels are rare, and one has to be put in quotes.
        let label = |at: u64| ["x", "x", "x", "y", "y", "two words"][(mixed(seed, at) % 6) as usize];
        let of_edge =
            |at: u64| if kind.edges { ["p", "p", "p", "q"][(mixed(seed, at) % 4) as usize] } else { "" };
        let mut edges = Vec::new();
        for (at, (u, v)) in (0u64..).zip(oracle::random_graph(seed, n, pairs)) {
            let (u, v) = (u as usize, v as usize);
            let there = (u, v, of_edge(900 + at));
            let back = (v, u, of_edge(1900 + at));
            match mixed(seed, 5000 + at) % 4 {
                0 if kind.directed => edges.extend([there, back]),
                1 if kind.directed => edges.push(back),
                _ => edges.push(there),
            }
        }
        let labels = kind.vertices.then(|| (0..n as u64).map(label).collect());
        Said { labels, edges, n, directed: kind.directed }
    }

    pub fn graph(&self) -> Graph {
        self.renumbered(|v| v)
    }

    /// With other numbers for the vertices.
    fn renumbered(&self, number: impl Fn(usize) -> usize) -> Graph {
        let mut builder = if self.directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
        for v in 0..self.n {
            let label = self.labels.as_ref().map(|labels| labels[v]);
            builder.vertex(number(v) as u64, label.as_slice());
        }
        for &(u, v, label) in &self.edges {
            let (u, v) = (number(u) as u64, number(v) as u64);
            if label.is_empty() { builder.edge(u, v) } else { builder.labelled_edge(u, v, label) }
        }
        builder.build().unwrap()
    }

    /// Counts by class, by brute force.
    pub fn counts(&self, k: usize, induced: Induced) -> BTreeMap<Class, u128> {
        let mut counts = BTreeMap::new();
        for set in (0..1u32 << self.n).filter(|set| set.count_ones() as usize == k) {
            let members: Vec<usize> = (0..self.n).filter(|&v| set >> v & 1 == 1).collect();
            let place = |v: usize| members.iter().position(|&member| member == v);
            let among: Vec<(usize, usize, &str)> =
                self.edges.iter().filter_map(|&(u, v, label)| Some((place(u)?, place(v)?, label))).collect();
            let subgraphs = match induced {
                Induced::Vertex => vec![among],
                Induced::Edge => (0..1u32 << among.len())
                    .map(|kept| (0..among.len()).filter(|i| kept >> i & 1 == 1).map(|i| among[i]).collect())
                    .collect(),
            };
            let labels: Vec<&str> =
                members.iter().map(|&v| self.labels.as_ref().map_or("", |labels| labels[v])).collect();
            for subgraph in subgraphs {
                if let Some(class) = class(&labels, &subgraph, self.directed) {
                    *counts.entry(class).or_default() += 1;
                }
            }
        }
        counts
    }
}

/// The least of the matrices of a small graph: labels of vertices, and of the arcs between them.
pub(super) type Class = Vec<String>;

fn class(labels: &[&str], edges: &[(usize, usize, &str)], directed: bool) -> Option<Class> {
    let k = labels.len();
    let mut part: Vec<usize> = (0..k).collect();
    for &(u, v, _) in edges {
        let (from, to) = (part[u], part[v]);
        part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
    }
    if part.iter().any(|&other| other != part[0]) {
        return None;
    }
    let mut matrix = vec![vec![String::new(); k]; k];
    for &(u, v, label) in edges {
        matrix[u][v] = format!("arc {label}");
        if !directed {
            matrix[v][u] = format!("arc {label}");
        }
    }
    for (v, label) in labels.iter().enumerate() {
        matrix[v][v] = (*label).to_owned();
    }
    let laid = |order: &Vec<usize>| -> Class {
        order
            .iter()
            .flat_map(|&u| order.iter().map(move |&v| (u, v)))
            .map(|(u, v)| matrix[u][v].clone())
            .collect()
    };
    oracle::patterns::permutations(k).iter().map(laid).min()
}

/// The class that a pattern asks for.
pub(super) fn class_of(pattern: &Pattern) -> Class {
    class_joined(pattern, str::to_owned)
}

/// The same, with other labels for the vertices.
fn class_joined(pattern: &Pattern, joined: impl Fn(&str) -> String) -> Class {
    let label = |labels: &[String]| labels.first().cloned().unwrap_or_default();
    let labels: Vec<String> =
        pattern.all_vertices().iter().map(|vertex| joined(&label(&vertex.labels))).collect();
    let links: Vec<(usize, usize, String)> =
        pattern.links().iter().map(|link| (link.ends().0, link.ends().1, label(&link.labels))).collect();
    let edges: Vec<(usize, usize, &str)> = links.iter().map(|(u, v, label)| (*u, *v, &label[..])).collect();
    let directed = pattern.links().iter().any(|link| link.kind != LinkKind::Edge);
    class(&labels.iter().map(|label| &label[..]).collect::<Vec<_>>(), &edges, directed).unwrap()
}

fn found(graph: &Graph, k: usize, induced: Induced, device: &Device) -> Vec<ColouredMotif> {
    let options = CountOptions::default().induced(induced);
    mine::coloured_motifs(graph, k, device, &options).unwrap().motifs.iter().collect()
}

/// The pattern of a motif, which is written as patterns write themselves.
pub(super) fn written(motif: &ColouredMotif) -> Pattern {
    let pattern = Pattern::parse(&motif.pattern).unwrap();
    assert_eq!(pattern.to_string(), motif.pattern);
    pattern
}

fn by_class(motifs: &[ColouredMotif]) -> BTreeMap<Class, u128> {
    let counts: BTreeMap<Class, u128> =
        motifs.iter().map(|motif| (class_of(&written(motif)), motif.count)).collect();
    assert_eq!(counts.len(), motifs.len(), "each class is listed once");
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn few_vertices_agree_with_brute_force(seed in 0u64..1 << 32, n in 3usize..9, fill in 2usize..10) {
        for kind in KINDS {
            // At least one edge: where edges alone have labels, there is none without.
            let said = Said::new(seed, n, (n * (n - 1) / 2 * fill / 10).max(1), kind);
            let graph = said.graph();
            for (k, induced) in [3, 4].into_iter().flat_map(|k| INDUCED.map(|induced| (k, induced))) {
                let expected = said.counts(k, induced);
                for device in devices() {
                    let motifs = by_class(&found(&graph, k, induced, &device));
                    prop_assert_eq!(&motifs, &expected, "{} vertices, {:?}, {:?}, {:?}", k, induced, kind, device);
                }
            }
        }
    }
}

#[test]
fn fives_agree_with_brute_force() {
    for (seed, kind) in (3..).zip(KINDS) {
        let said = Said::new(seed, 8, 13, kind);
        for induced in INDUCED {
            // All subsets of the arcs of five vertices are too many to try.
            if kind.directed && induced == Induced::Edge {
                continue;
            }
            for device in devices() {
                let motifs = by_class(&found(&said.graph(), 5, induced, &device));
                assert_eq!(motifs, said.counts(5, induced), "{induced:?}, {kind:?}, {device:?}");
            }
        }
    }
}

/// The pattern of a row, counted by itself, and the plain motifs, to which the rows of a name add up.
#[test]
fn rows_are_counts_of_their_patterns_and_add_up() {
    for (seed, kind) in (11..).zip(KINDS) {
        let graph = Said::new(seed, 24, 70, kind).graph();
        for (k, induced) in [3, 4].into_iter().flat_map(|k| INDUCED.map(|induced| (k, induced))) {
            let options = CountOptions::default().induced(induced);
            let device = Device::cpu(None);
            let motifs = found(&graph, k, induced, &device);
            let mut sums: BTreeMap<String, u128> = BTreeMap::new();
            for motif in &motifs {
                let (pattern, ColouredMotif { name, count, .. }) = (written(motif), motif);
                let alone = mine::count(&graph, &pattern, &device, &options).unwrap().count;
                assert_eq!(*count, alone, "{pattern}, {induced:?}, {kind:?}");
                *sums.entry(name.clone()).or_default() += count;
            }
            let plain: Vec<(String, u128)> = if kind.directed {
                let all = mine::directed_motifs(&graph, k, &device, &options).unwrap().motifs;
                let name = |motif: &mine::DirectedMotif| match induced {
                    Induced::Vertex => motif.name.clone(),
                    Induced::Edge => motif.pattern.to_string(),
                };
                all.into_iter().map(|found| (name(&found.motif), found.count)).collect()
            } else {
                let all = mine::motifs(graph.csr(), k, &device, &options).unwrap().motifs;
                all.into_iter().map(|found| (found.name, found.count)).collect()
            };
            let plain: BTreeMap<String, u128> = plain.into_iter().filter(|(_, count)| *count > 0).collect();
            assert_eq!(sums, plain, "{k} vertices, {induced:?}, {kind:?}");
        }
    }
}

#[test]
fn other_numbers_change_nothing() {
    for (seed, kind) in (31..).zip(KINDS) {
        let said = Said::new(seed, 40, 130, kind);
        let rows = |graph: Graph| -> Vec<(String, String, u128)> {
            let motifs = found(&graph, 4, Induced::Vertex, &Device::cpu(None));
            motifs.into_iter().map(|motif| (motif.name, motif.pattern, motif.count)).collect()
        };
        assert_eq!(rows(said.graph()), rows(said.renumbered(|v| (v * 7 + 3) % 40)), "{kind:?}");
    }
}

/// Of so many labels that sums are kept for those alone that are there: some rows are counted by themselves, and all
/// add up to the plain motifs.
#[test]
fn sums_of_many_labels_are_counts_of_their_patterns() {
    let mut builder = GraphBuilder::undirected();
    (0..30u64).for_each(|v| builder.vertex(v, &[&(v % 19).to_string()]));
    // A label that no other test has as often: three neighbours of one vertex have it.
    (30..34).for_each(|v| builder.vertex(v, &["leaf"]));
    oracle::random_graph(17, 30, 110).into_iter().for_each(|(u, v)| builder.edge(u64::from(u), u64::from(v)));
    (30..34).for_each(|v| builder.edge(v, 3));
    let (graph, device) = (builder.build().unwrap(), Device::cpu(None));
    for (k, induced) in [3, 4].into_iter().flat_map(|k| INDUCED.map(|induced| (k, induced))) {
        let options = CountOptions::default().induced(induced);
        let motifs = found(&graph, k, induced, &device);
        for motif in motifs.iter().step_by(41) {
            let alone = mine::count(&graph, &written(motif), &device, &options).unwrap().count;
            assert_eq!(motif.count, alone, "{motif:?}, {induced:?}");
        }
        for plain in mine::motifs(graph.csr(), k, &device, &options).unwrap().motifs {
            let of_name = motifs.iter().filter(|motif| motif.name == plain.name);
            assert_eq!(of_name.map(|motif| motif.count).sum::<u128>(), plain.count, "{}", plain.name);
        }
    }
}

/// Where labels become one, rows become one: those of many labels add up to those of three.
#[test]
fn joined_labels_add_up() {
    let graph = |label: &dyn Fn(u64) -> u64| {
        let mut builder = GraphBuilder::undirected();
        (0..70u64).for_each(|v| builder.vertex(v, &[&label(v).to_string()]));
        // Most are sparse; a few have many 4-cycles and 4-cliques.
        for (u, v) in oracle::random_graph(23, 70, 120).into_iter().chain(oracle::random_graph(5, 11, 40)) {
            builder.edge(u64::from(u), u64::from(v));
        }
        builder.build().unwrap()
    };
    // Some vertices have the same label, and there are more than 64.
    let many = graph(&|v| v * v % 67 + v % 2 * 67);
    let few = graph(&|v| (v * v % 67 + v % 2 * 67) % 3);
    for (k, induced) in [3, 4].into_iter().flat_map(|k| INDUCED.map(|induced| (k, induced))) {
        let mut sums: BTreeMap<Class, u128> = BTreeMap::new();
        let motifs = found(&many, k, induced, &Device::cpu(None));
        for motif in &motifs {
            let class =
                class_joined(&written(motif), |label| (label.parse::<u64>().unwrap() % 3).to_string());
            *sums.entry(class).or_default() += motif.count;
        }
        assert_eq!(sums, by_class(&found(&few, k, induced, &Device::cpu(None))), "{k} vertices, {induced:?}");
        let distinct: std::collections::BTreeSet<&str> =
            motifs.iter().flat_map(|motif| motif.pattern.split(|c: char| !c.is_ascii_digit())).collect();
        assert!(distinct.len() > 65, "{} labels", distinct.len());
    }
}

/// Of 64 labels a thread counts the far ends of 4-cycles window by window, of more it sorts them. A label more, of a
/// vertex without edges, changes nothing.
#[test]
fn far_ends_in_windows_are_those_that_are_sorted() {
    let graph = |labels: u64| {
        let mut builder = GraphBuilder::undirected();
        (0..17_000u64).for_each(|v| builder.vertex(v, &[&(v % 64).to_string()]));
        (64..labels).for_each(|label| builder.vertex(17_000 + label, &[&label.to_string()]));
        for i in 0..200 {
            // The ends of some are so far apart that they do not share a window.
            let cycle = [i, 8_000 + i, 3_000 + i / 7 + if i % 3 == 0 { 0 } else { 13_700 }, 12_000 + i];
            (0..4).for_each(|at| builder.edge(cycle[at], cycle[(at + 1) % 4]));
        }
        builder.build().unwrap()
    };
    let counts = |labels| by_class(&found(&graph(labels), 4, Induced::Edge, &Device::cpu(None)));
    let expected = counts(65);
    assert_eq!(counts(64), expected);
    assert!(expected.len() > 200, "{} classes", expected.len());
}

/// Counts that the memory has no room for are refused: before all are there, and before any is, where stars alone are
/// too many.
#[test]
fn more_counts_than_there_is_room_for_are_refused() {
    let mut builder = GraphBuilder::undirected();
    (0..300u64).for_each(|v| builder.vertex(v, &[&v.to_string()]));
    (1..300u64).for_each(|v| builder.edge(0, v));
    (2..300u64).for_each(|v| builder.edge(v, v / 2));
    let sums = builder.build().unwrap();
    let mut builder = GraphBuilder::undirected();
    (0..300u64).for_each(|v| builder.vertex(v, &[&v.to_string()]));
    (1..300u64).for_each(|v| builder.labelled_edge(0, v, if v % 3 == 0 { "p" } else { "q" }));
    let sets = builder.build().unwrap();
    for (graph, k, bytes) in [(&sums, 4, 2 << 20), (&sums, 3, 1 << 20), (&sets, 3, 4 << 20)] {
        let refused =
            mine::coloured_motifs(graph, k, &Device::cpu(Some(MemorySize(bytes))), &CountOptions::default());
        match refused {
            Err(MineError::Coloured(ColourError::NoRoom { k: of, counts, most })) => {
                assert!(of == k && counts > most, "{counts} for {most}");
            }
            other => panic!("{k} vertices: {:?}", other.map(|found| found.motifs.len())),
        }
    }
}

/// A label for each vertex: each set is a class of its own; in little memory, too.
#[test]
fn there_may_be_as_many_labels_as_vertices() {
    let n = 600u64;
    let mut builder = GraphBuilder::undirected();
    for v in 0..n {
        builder.vertex(v, &[&format!("v{v}")]);
    }
    for v in 1..n {
        builder.edge(v, v * v % 17 % v);
        builder.edge(v, v / 2);
    }
    let graph = builder.build().unwrap();
    let plain =
        mine::motifs(graph.csr(), 3, &Device::cpu(None), &CountOptions::default().induced(Induced::Vertex));
    let all: u128 = plain.unwrap().motifs.iter().map(|motif| motif.count).sum();
    assert!(all > 10_000);
    let mut little = vec![Device::cpu(Some(MemorySize(8 << 20)))];
    little.extend(devices());
    for device in little {
        let motifs = found(&graph, 3, Induced::Vertex, &device);
        assert!(motifs.len() as u128 == all && motifs.iter().all(|motif| motif.count == 1), "{device:?}");
    }
}

#[test]
fn graphs_that_cannot_be_coloured_are_refused() {
    let device = Device::cpu(None);
    let refused =
        |graph: &Graph, k: usize| match mine::coloured_motifs(graph, k, &device, &CountOptions::default()) {
            Err(MineError::Coloured(error)) => error,
            other => panic!("{other:?}"),
        };
    let said = Said::new(1, 9, 12, KINDS[0]);
    assert_eq!(refused(&said.graph(), 6), ColourError::Size { k: 6 });
    let plain = Said { labels: None, ..said.clone() };
    assert_eq!(refused(&plain.graph(), 3), ColourError::NoLabels);

    let mut builder = GraphBuilder::undirected();
    builder.vertex(1, &["x"]);
    builder.vertex(2, &["x", "y"]);
    builder.edge(1, 2);
    let labels = vec!["x".to_owned(), "y".to_owned()];
    assert_eq!(refused(&builder.build().unwrap(), 3), ColourError::SeveralLabels { of: "vertices", labels });

    let mut builder = GraphBuilder::undirected();
    builder.labelled_edge(1, 2, "p");
    builder.labelled_edge(2, 1, "q");
    let labels = vec!["p".to_owned(), "q".to_owned()];
    assert_eq!(refused(&builder.build().unwrap(), 3), ColourError::SeveralLabels { of: "edges", labels });

    let mut builder = GraphBuilder::undirected();
    builder.labelled_edge(1, 2, "p\0");
    let label = "p\0".to_owned();
    assert_eq!(refused(&builder.build().unwrap(), 3), ColourError::NulInLabel { of: "edges", label });

    // Five vertices have six bits for what joins two of them.
    let mut builder = GraphBuilder::undirected();
    (0u64..64).for_each(|v| builder.labelled_edge(v, v + 1, &v.to_string()));
    let graph = builder.build().unwrap();
    assert_eq!(refused(&graph, 5), ColourError::TooMany { of: "kinds of edges", found: 64, most: 63, k: 5 });
    assert_eq!(found(&graph, 4, Induced::Vertex, &device).len(), 62);
}

#[test]
fn a_graph_without_edges_has_none() {
    let said = Said { edges: vec![], ..Said::new(1, 9, 12, KINDS[0]) };
    assert!(found(&said.graph(), 4, Induced::Vertex, &Device::cpu(None)).is_empty());
}
