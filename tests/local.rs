//! Local counts and verification, on every device of this machine, against brute force and laws.

mod common;
mod oracle;

use std::collections::BTreeMap;

use common::{devices, listing};
use motherlode::graph::Csr;
use motherlode::mine::local::{Anchor, Orbits, anchored, at_edges, at_vertices, graphlet_degrees};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;

const BOTH: [Induced; 2] = [Induced::Edge, Induced::Vertex];

/// Counts by brute force: `place` names where the members of an orbit are mapped to. Each subgraph comes once for each
/// automorphism, and each member of the orbit is at the place of the first one in an equal share of them.
fn expected<P: Ord>(
    maps: &[Vec<usize>],
    symmetries: usize,
    orbits: &Orbits,
    place: impl Fn(&[usize], usize) -> P,
) -> BTreeMap<(P, usize), u64> {
    let mut counts = BTreeMap::new();
    for map in maps {
        for (member, orbit) in orbits.of().enumerate() {
            *counts.entry((place(map, member), orbit)).or_insert(0) += 1;
        }
    }
    counts.values_mut().for_each(|count| {
        assert_eq!(*count % symmetries as u64, 0);
        *count /= symmetries as u64;
    });
    counts
}

#[test]
fn local_counts_agree_with_brute_force() {
    let (n, edges) = (12, oracle::random_graph(5, 12, 28));
    let graph = Csr::from_edges(n as u32, &edges);
    for pattern in (2..=5).flat_map(oracle::connected_patterns) {
        let symmetries = pattern.automorphisms().len();
        for induced in BOTH {
            let maps = oracle::maps(&edges, n, &pattern, induced);
            let orbits = Orbits::of_vertices(&pattern, induced);
            let at = expected(&maps, symmetries, &orbits, |map, member| map[member]);
            let edge_orbits = Orbits::of_pairs(&pattern, induced);
            let at_edge = expected(&maps, symmetries, &edge_orbits, |map, member| {
                let (a, b) = pattern.edges()[member];
                (map[a].min(map[b]), map[a].max(map[b]))
            });
            let mut sorted: Vec<_> =
                edges.iter().map(|&(u, v)| (u.min(v) as usize, u.max(v) as usize)).collect();
            sorted.sort_unstable();
            for device in devices() {
                let what = format!("{pattern} ({induced:?}) on {device}");
                let local = at_vertices(&graph, &pattern, &device, &listing(induced)).unwrap();
                for (v, counts) in local.rows().enumerate() {
                    for (orbit, count) in counts.enumerate() {
                        let wanted = at.get(&(v, orbit)).copied().unwrap_or(0);
                        assert_eq!(count, wanted.into(), "{what}, vertex {v}, {orbit}");
                    }
                }
                let local = at_edges(&graph, &pattern, &device, &listing(induced)).unwrap();
                assert_eq!(local.rows().len(), sorted.len());
                for (&edge, counts) in sorted.iter().zip(local.rows()) {
                    for (orbit, count) in counts.enumerate() {
                        let wanted = at_edge.get(&(edge, orbit)).copied().unwrap_or(0);
                        assert_eq!(count, wanted.into(), "{what}, edge {edge:?}, {orbit}");
                    }
                }
            }
        }
    }
}

#[test]
fn anchored_counts_agree_with_local_ones() {
    let (n, edges) = (40, oracle::random_graph(6, 40, 90));
    let graph = Csr::from_edges(n as u32, &edges);
    for text in ["triangle", "tailed-triangle", "4-path", "diamond"] {
        let pattern = Pattern::parse(text).unwrap();
        for device in devices() {
            let options = listing(Induced::Vertex);
            let through = |anchor| anchored(&graph, &pattern, &device, &options, anchor).unwrap().count;
            let per_vertex = at_vertices(&graph, &pattern, &device, &options).unwrap();
            for (v, counts) in per_vertex.rows().enumerate().step_by(7) {
                let count = through(Anchor::Vertex(v as u32));
                assert_eq!(count, counts.sum::<u128>(), "{text} through {v} on {device}");
            }
            let per_edge = at_edges(&graph, &pattern, &device, &options).unwrap();
            let pairs = (0..n as u32).flat_map(|u| graph.neighbors(u).iter().map(move |&v| (u, v)));
            for ((u, v), counts) in pairs.filter(|(u, v)| u < v).zip(per_edge.rows()).step_by(13) {
                // Either end may come first.
                let count = through(Anchor::Edge(v, u));
                assert_eq!(count, counts.sum::<u128>(), "{text} through {u}-{v} on {device}");
            }
        }
    }
}

/// 73 orbits of 30 graphlets (Pržulj 2007), and what their sums must be.
#[test]
fn graphlet_degree_vectors() {
    let edges = oracle::random_graph(9, 25, 60);
    let graph = Csr::from_edges(25, &edges);
    for device in devices() {
        let graphlets = graphlet_degrees(&graph, 5, &device, &listing(Induced::Edge)).unwrap();
        assert_eq!(graphlets.len(), 30);
        assert_eq!(graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>(), 73);
        for graphlet in &graphlets {
            let matches = oracle::count(&edges, 25, &graphlet.pattern, Induced::Vertex);
            let sum: u128 = graphlet.local.counts.iter().sum();
            assert_eq!(sum, matches * graphlet.pattern.vertices() as u128, "{}", graphlet.name);
        }
        // The first is the edge: the vertices' degrees.
        assert!(
            graphlets[0].local.counts.iter().zip(0..).all(|(count, v)| count == u128::from(graph.degree(v)))
        );
    }
}

/// What a graphlet's columns are called is what the pattern of that name has elsewhere: they can be joined.
#[test]
fn graphlets_and_local_counts_have_the_same_letters() {
    let graph = Csr::from_edges(15, &oracle::random_graph(8, 15, 40));
    let device = devices().remove(0);
    let options = listing(Induced::Vertex);
    for graphlet in graphlet_degrees(&graph, 5, &device, &options).unwrap() {
        let pattern: Pattern = graphlet.name.parse().unwrap();
        let local = at_vertices(&graph, &pattern, &device, &options).unwrap();
        assert_eq!(graphlet.local.orbits.names(), local.orbits.names(), "{}", graphlet.name);
        assert_eq!(graphlet.local.counts, local.counts, "{}", graphlet.name);
    }
}
