//! Local counts and verification, on every device of this machine, against brute force and laws.

use motherlode::graph::Csr;
use motherlode::mine::local::{Counts, anchored, at_vertices, graphlet_degrees};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use testing::common::at::{At, Tally, anchor};
use testing::common::{devices, listing};
use testing::oracle;

#[test]
fn local_counts_agree_with_brute_force() {
    let (n, edges) = (12, oracle::random_graph(5, 12, 28));
    let graph = Csr::from_edges(n as u32, &edges);
    for pattern in oracle::small_patterns() {
        let symmetries = pattern.automorphisms().len() as u64;
        for (at, induced) in At::BOTH.into_iter().flat_map(|at| Induced::ALL.map(|induced| (at, induced))) {
            // Each subgraph comes once for each automorphism.
            let mut tally = Tally::new(at, &graph, &pattern, induced);
            oracle::maps(&edges, n, &pattern, induced).iter().for_each(|map| tally.add(|v| map[v] as u32));
            let expected = Counts::from(tally.of_matches(symmetries));
            for device in devices() {
                let local = at.local(&graph, &pattern, &device, &listing(induced)).unwrap();
                assert_eq!(local.counts, expected, "{pattern} ({induced:?}) at {at:?} on {device}");
            }
        }
    }
}

#[test]
fn anchored_counts_agree_with_local_ones() {
    let graph = Csr::from_edges(40, &oracle::random_graph(6, 40, 90));
    for text in ["triangle", "tailed-triangle", "4-path", "diamond"] {
        let pattern = Pattern::parse(text).unwrap();
        for (at, device) in At::BOTH.into_iter().flat_map(|at| devices().into_iter().map(move |on| (at, on)))
        {
            let options = listing(Induced::Vertex);
            let local = at.local(&graph, &pattern, &device, &options).unwrap();
            for (place, counts) in at.places(&graph).into_iter().zip(local.rows()).step_by(7) {
                let found = anchored(&graph, &pattern, &device, &options, anchor(&place)).unwrap();
                assert_eq!(found.count, counts.sum::<u128>(), "{text} through {place:?} on {device}");
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
