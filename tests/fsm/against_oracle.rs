//! Random small databases, against the oracle.

use std::collections::BTreeMap;
use std::fmt::Display;

use motherlode::mine::transactions::SupportVariant::{MultipleSegments, SingleExtension, SingleSegment};
use motherlode::runtime::{Device, Team};
use proptest::prelude::*;

use super::mining::{CodeEdge, Known, Limits, Patterns, database_of, patterns, text};
use super::oracle::{Graph, all_patterns};
use testing::common::devices;

/// A graph of up to 7 vertices and 8 edges, or arcs, of few labels, so that there are automorphisms and cycles.
fn graph(directed: bool) -> impl Strategy<Value = Graph> {
    (prop::collection::vec(0..3u32, 1..8), prop::collection::vec((any::<u8>(), any::<u8>(), 0..2u32), 0..9))
        .prop_map(move |(labels, pairs)| {
            let n = labels.len() as u32;
            let mut edges: BTreeMap<(u32, u32), u32> = BTreeMap::new();
            for (u, v, label) in pairs {
                let (u, v) = (u32::from(u) % n, u32::from(v) % n);
                if u != v {
                    edges.insert(if directed { (u, v) } else { (u.min(v), u.max(v)) }, label * 7 + 2);
                }
            }
            let edges = edges.into_iter().map(|((u, v), label)| (u, v, label)).collect();
            Graph { labels, edges, directed }
        })
}

/// Graphs of a database, all directed or none.
pub fn graphs() -> impl Strategy<Value = Vec<Graph>> {
    any::<bool>().prop_flat_map(|directed| prop::collection::vec(graph(directed), 1..6))
}

/// What the oracle knows within the limits.
fn expected(all: &BTreeMap<Vec<CodeEdge>, Vec<u32>>, limits: Limits) -> Patterns {
    let within = |size: usize, [low, high]: [usize; 2]| (low..=high).contains(&size);
    all.iter()
        .filter(|(code, graphs)| {
            let vertices = code.iter().filter(|step| step[0] < step[1]).count() + 1;
            graphs.len() as u32 >= limits.support
                && within(code.len(), limits.edges)
                && within(vertices, limits.vertices)
        })
        .map(|(code, graphs)| {
            let known = Known { support: graphs.len() as u32, graphs: limits.graphs.then(|| graphs.clone()) };
            (code.clone(), known)
        })
        .collect()
}

pub fn check<'t, T>(team: &'t T, graphs: &[Graph], all: &BTreeMap<Vec<CodeEdge>, Vec<u32>>, limits: Limits)
where
    T: Display,
    Team: From<&'t T>,
{
    let got = patterns(team, &database_of(graphs), limits).unwrap();
    assert_eq!(got, expected(all, limits), "{team}, {limits:?}, of\n{}", text(graphs));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_supports_on_the_cpu(graphs in graphs()) {
        let all = all_patterns(&graphs);
        for support in 1..=graphs.len() as u32 + 1 {
            check(&Device::cpu(None), &graphs, &all, Limits::support(support));
        }
    }

    #[test]
    fn with_their_graphs_and_within_limits(
        graphs in graphs(), min in 1..4usize, max in 1..6usize, vertices in 1..4usize, most in 2..6usize,
    ) {
        let all = all_patterns(&graphs);
        for support in 1..=graphs.len() as u32 {
            let limits = Limits { graphs: true, ..Limits::support(support) };
            check(&Device::cpu(None), &graphs, &all, limits);
            let limits = Limits { edges: [min, max], vertices: [vertices, most], ..Limits::support(support) };
            check(&Device::cpu(None), &graphs, &all, limits);
            check(&Device::cpu(None), &graphs, &all, Limits { graphs: true, ..limits });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_device(graphs in graphs()) {
        let all = all_patterns(&graphs);
        for device in devices() {
            for support in [1, 2] {
                check(&device, &graphs, &all, Limits::support(support));
            }
            check(&device, &graphs, &all, Limits { graphs: true, ..Limits::support(2) });
            for variant in [SingleExtension, SingleSegment, MultipleSegments] {
                check(&device, &graphs, &all, Limits { variant, ..Limits::support(2) });
            }
        }
    }
}
