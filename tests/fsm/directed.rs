//! Laws of directed databases, on more than the oracle can enumerate.

use std::collections::BTreeMap;
use std::sync::Mutex;

use motherlode::dfs_code::minimum_code;
use motherlode::mine::Context;
use motherlode::mine::transactions::collect::{CollectedPattern, Condense, OpenPatterns, condense};
use motherlode::mine::transactions::{FrequentOptions, PatternFormat, PatternText, PreparedDatabase};
use motherlode::runtime::Device;
use motherlode::transactions::{Database, generate};
use proptest::prelude::*;

use super::against_oracle::graphs;
use super::mining::{CodeEdge, code, database_of, read, search};
use super::oracle::Graph;
use testing::common::devices;

/// How many patterns there are of so many edges and vertices, of such a support and so many embeddings.
type Sizes = BTreeMap<(usize, usize, u32, u128), u32>;

/// All frequent patterns.
fn collected(
    device: &Device,
    database: &Database,
    options: &FrequentOptions,
) -> (PreparedDatabase, Vec<CollectedPattern>) {
    let prepared = PreparedDatabase::new(database, options.support.get());
    let patterns = Mutex::new(Vec::new());
    search(device, &prepared, options, |found| patterns.lock().unwrap().push(found.into())).unwrap();
    (prepared, patterns.into_inner().unwrap())
}

fn sizes(prepared: &PreparedDatabase, patterns: &[CollectedPattern]) -> Sizes {
    let mut sizes = Sizes::new();
    for pattern in patterns {
        let vertices = pattern.found(prepared.kinds()).vertices();
        *sizes.entry((pattern.code.len(), vertices, pattern.support, pattern.embeddings)).or_default() += 1;
    }
    sizes
}

fn all(device: &Device, graphs: &[Graph], support: u32) -> Sizes {
    let options = FrequentOptions::default().support(support).max_edges(6);
    let (prepared, patterns) = collected(device, &database_of(graphs), &options);
    sizes(&prepared, &patterns)
}

/// A synthetic database as the oracle has graphs.
fn synthetic(graphs: u64) -> Vec<Graph> {
    let mut text = Vec::new();
    generate::transactions(graphs, 7, &mut text).unwrap();
    let mut graphs: Vec<Graph> = Vec::new();
    for line in std::str::from_utf8(&text).unwrap().lines() {
        let words: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        match (&line[..1], &words[..]) {
            ("t", _) => graphs.push(Graph::default()),
            // Few labels, so that patterns have automorphisms.
            ("v", [_, label]) => graphs.last_mut().unwrap().labels.push(label % 4),
            ("e", &[u, v, label]) => graphs.last_mut().unwrap().edges.push((u, v, label % 2)),
            _ => panic!("{line}"),
        }
    }
    graphs
}

/// Graphs whose edges are arcs as `direct` turns them: given the graph and an edge, with its number.
fn directed(
    graphs: &[Graph],
    direct: impl Fn(&Graph, usize, (u32, u32, u32)) -> Vec<(u32, u32, u32)>,
) -> Vec<Graph> {
    let turned = |graph: &Graph| {
        let edges = graph.edges.iter().enumerate().flat_map(|(number, &edge)| direct(graph, number, edge));
        Graph { labels: graph.labels.clone(), edges: edges.collect(), directed: true }
    };
    graphs.iter().map(turned).collect()
}

/// Arcs in both directions, each third edge one in each.
fn mixed(graphs: &[Graph]) -> Vec<Graph> {
    directed(graphs, |_, number, (u, v, label)| match number % 3 {
        0 => vec![(u, v, label)],
        1 => vec![(v, u, label)],
        _ => vec![(u, v, label), (v, u, 1 - label)],
    })
}

/// Where labels tell the direction of every arc, directions say nothing.
#[test]
fn directions_that_labels_tell_change_nothing() {
    let mut plain = synthetic(60);
    for graph in &mut plain {
        let Graph { labels, edges, .. } = graph;
        edges.retain(|&(u, v, _)| labels[u as usize] != labels[v as usize]);
    }
    let turned = directed(&plain, |graph, _, (u, v, label)| {
        let rises = graph.labels[u as usize] < graph.labels[v as usize];
        vec![if rises == (label == 0) { (u, v, label) } else { (v, u, label) }]
    });
    for device in devices() {
        let (expected, found) = (all(&device, &plain, 6), all(&device, &turned, 6));
        assert!(expected.len() > 30, "{}", expected.len());
        assert_eq!(found, expected, "{device}");
    }
}

/// Arcs that are all turned around make as many patterns, each turned around.
#[test]
fn arcs_turned_around_make_patterns_turned_around() {
    let forth = mixed(&synthetic(60));
    let back = directed(&forth, |_, _, (u, v, label)| vec![(v, u, label)]);
    for device in devices() {
        let (expected, found) = (all(&device, &forth, 6), all(&device, &back, 6));
        assert!(expected.len() > 30, "{}", expected.len());
        assert_eq!(found, expected, "{device}");
    }
}

/// Vertices under other numbers, and graphs in another order: the same patterns, with their supports and embeddings.
#[test]
fn numbers_of_vertices_change_nothing() {
    let graphs = mixed(&synthetic(60));
    let other = graphs.iter().rev().map(|graph| {
        let n = graph.labels.len() as u32;
        // A prime that is larger than all graphs.
        let place = |v: u32| (1009 * v + 5) % n;
        let mut labels = vec![0; graph.labels.len()];
        (0..n).for_each(|v| labels[place(v) as usize] = graph.labels[v as usize]);
        let edges = graph.edges.iter().rev().map(|&(u, v, label)| (place(u), place(v), label)).collect();
        Graph { labels, edges, directed: true }
    });
    let other: Vec<Graph> = other.collect();
    let options = FrequentOptions::default().support(6).max_edges(6);
    let found = |device: &Device, graphs: &[Graph]| {
        let database = database_of(graphs);
        let (prepared, patterns) = collected(device, &database, &options);
        let known = |pattern: &CollectedPattern| {
            (code(&database, &pattern.found(prepared.kinds())), (pattern.support, pattern.embeddings))
        };
        patterns.iter().map(known).collect::<BTreeMap<Vec<CodeEdge>, _>>()
    };
    let expected = found(&Device::cpu(None), &graphs);
    assert!(expected.len() > 300, "{}", expected.len());
    for device in devices() {
        assert!(found(&device, &other) == expected, "{device}");
    }
}

/// The closed patterns of a directed database, and its maximal ones.
fn standing(graphs: &[Graph], support: u32) -> [Sizes; 2] {
    let options = FrequentOptions::default().support(support);
    let (prepared, patterns) = collected(&Device::cpu(None), &database_of(graphs), &options);
    [Condense::Closed, Condense::Maximal].map(|how| {
        let (open, context) = (OpenPatterns::default(), Context::default());
        let (left, ended) = condense(prepared.kinds(), patterns.clone(), how, &open, &context);
        ended.unwrap();
        sizes(&prepared, &left)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Where an arc leads both ways along every edge, what is closed or maximal is what is so without directions, of
    /// twice the edges.
    #[test]
    fn edges_as_two_arcs(mut graphs in graphs(), support in 1..4u32) {
        for graph in &mut graphs {
            let mut once = BTreeMap::new();
            graph.edges.iter().for_each(|&(u, v, label)| _ = once.insert((u.min(v), u.max(v)), label));
            (graph.edges, graph.directed) = (once.into_iter().map(|((u, v), label)| (u, v, label)).collect(), false);
            graph.edges.truncate(6);
        }
        let doubled = directed(&graphs, |_, _, (u, v, label)| vec![(u, v, label), (v, u, label)]);
        let twice = |sizes: Sizes| -> Sizes {
            sizes.into_iter().map(|((edges, vertices, support, embeddings), count)| {
                ((2 * edges, vertices, support, embeddings), count)
            }).collect()
        };
        prop_assert_eq!(standing(&doubled, support), standing(&graphs, support).map(twice));
    }

    /// What is written in gSpan's form is read as the same patterns: the minimum code of each is the one that it had.
    #[test]
    fn what_is_written_is_read_again(graphs in graphs()) {
        let database = database_of(&graphs);
        let (prepared, patterns) = collected(&Device::cpu(None), &database, &FrequentOptions::default());
        let text = PatternText { database: &database, format: PatternFormat::GSpan, classes: None, graphs: false };
        let mut written = Vec::new();
        for (number, pattern) in (0..).zip(&patterns) {
            text.write(&mut written, number, &pattern.found(prepared.kinds())).unwrap();
        }
        if patterns.is_empty() {
            return Ok(());
        }
        let back = read(std::str::from_utf8(&written).unwrap(), database.is_directed());
        let vertex = |label: u32| database.vertex_labels().id(back.vertex_labels().name(label)).unwrap();
        for (number, pattern) in (0..).zip(&patterns) {
            let start = back.starts()[number as usize];
            let kinds = prepared.kinds();
            let edges: Vec<(u32, u32, u32)> = back.edges_of(number).iter().map(|edge| {
                let [a, b] = [edge.source, edge.target].map(|v| vertex(back.labels()[v as usize]));
                let label = database.edge_labels().id(back.edge_labels().name(edge.label)).unwrap();
                let kind = kinds.find([a, label << u32::from(kinds.is_directed()), b]).unwrap();
                (edge.source - start, edge.target - start, kind)
            }).collect();
            prop_assert_eq!(minimum_code(kinds, &edges), Some(pattern.code.clone()));
        }
    }
}
