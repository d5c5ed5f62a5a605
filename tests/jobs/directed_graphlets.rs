//! Directed graphlets at vertices: against brute force, against walks, and against laws.

use std::collections::BTreeMap;

use motherlode::graph::Graph;
use motherlode::mine::directed_graphlet_degrees;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Graphlet, at_vertices, graphlet_degrees};
use motherlode::pattern::Pattern;
use motherlode::runtime::{Device, Team};
use proptest::prelude::*;
use testing::common::devices;
use testing::oracle::{choose, orders};

use super::directed::{Arc, graph, random_arcs};
use super::directed_graphlet_laws::{GraphletsAt, larger, laws_of_graphlets};

const AT: GraphletsAt = GraphletsAt {
    count: |graph, k, team, options| directed_graphlet_degrees(graph, k, team, options),
    walk: |graph, pattern, device, options| at_vertices(graph, pattern, device, options),
};

fn degrees(graph: &Graph, k: usize, team: impl Into<Team>) -> Vec<Graphlet> {
    AT.degrees(graph, k, team)
}

/// A connected graph with a vertex where it is looked from: its arcs as text, that vertex first, in the order of the
/// others that comes first.
fn seen_from(root: usize, k: usize, arcs: &[Arc]) -> String {
    let others: Vec<usize> = (0..k).filter(|&v| v != root).collect();
    let text = |order: Vec<usize>| -> String {
        let order = [&[root], &order[..]].concat();
        let cells = order.iter().flat_map(|&u| order.iter().map(move |&v| (u, v)));
        cells.map(|arc| if arcs.contains(&arc) { '1' } else { '0' }).collect()
    };
    orders(&others).into_iter().map(text).min().unwrap()
}

/// All arcs between members of a set of vertices, which go by their places in it; `None` if the set is not connected.
pub fn among(set: &[usize], arcs: &[Arc]) -> Option<Vec<Arc>> {
    let place = |v: usize| set.iter().position(|&member| member == v);
    let arcs: Vec<Arc> = arcs.iter().filter_map(|&(u, v)| Some((place(u)?, place(v)?))).collect();
    let mut reached = vec![0];
    for _ in set {
        let next = arcs.iter().flat_map(|&(u, v)| [(u, v), (v, u)]);
        let next: Vec<usize> = next.filter(|(u, _)| reached.contains(u)).map(|(_, v)| v).collect();
        reached.extend(next);
    }
    (0..set.len()).all(|v| reached.contains(&v)).then_some(arcs)
}

/// How often each vertex sees which graphlet from where, set by set.
pub fn brute(n: usize, k: usize, arcs: &[Arc]) -> Vec<BTreeMap<String, u128>> {
    let mut counts = vec![BTreeMap::new(); n];
    for set in (0..1u32 << n).filter(|set| (2..=k as u32).contains(&set.count_ones())) {
        let members: Vec<usize> = (0..n).filter(|&v| set >> v & 1 == 1).collect();
        if let Some(arcs) = among(&members, arcs) {
            for (place, &v) in members.iter().enumerate() {
                *counts[v].entry(seen_from(place, members.len(), &arcs)).or_default() += 1;
            }
        }
    }
    counts
}

/// How often each vertex sees which graphlet from where, from what was found. The columns say what they are: their graphlet's arcs, and the members of the orbit.
fn found(n: usize, graphlets: &[Graphlet]) -> Vec<BTreeMap<String, u128>> {
    let mut counts = vec![BTreeMap::new(); n];
    for Graphlet { pattern, local, .. } in graphlets {
        let vertex = |name: &str| (0..pattern.vertices()).find(|&v| pattern.name(v) == name).unwrap();
        let arcs: Vec<Arc> = pattern.edge_links().map(|link| (link.from, link.to)).collect();
        for (orbit, members) in local.orbits.names().iter().enumerate() {
            for (v, count) in local.column(orbit).enumerate().filter(|(_, count)| *count > 0) {
                let mut seen: Vec<String> = members
                    .split('+')
                    .map(|member| seen_from(vertex(member), pattern.vertices(), &arcs))
                    .collect();
                seen.dedup();
                assert_eq!(seen.len(), 1, "{members} of {pattern}");
                assert!(counts[v].insert(seen.remove(0), count).is_none(), "two orbits are the same");
            }
        }
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn orbits_agree_with_brute_force(seed in 0u64..1 << 32, n in 2usize..10, fill in 1usize..11) {
        let arcs = random_arcs(seed, n, n * (n - 1) / 2 * fill / 10);
        let graph = graph(n, &arcs);
        let expected = brute(n, 4, &arcs);
        for device in devices() {
            prop_assert_eq!(found(n, &degrees(&graph, 4, &device)), expected.clone(), "on {}", device);
        }
    }
}

/// 730 orbits of 214 graphlets of two to four vertices; 129 of 40 without mutual pairs (Sarajlić et al. 2016).
#[test]
fn there_are_as_many_orbits_as_are_known() {
    let graph = graph(3, &[(0, 1), (1, 2)]);
    let number = |graphlets: &[&Graphlet]| {
        let orbits = graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>();
        (graphlets.len(), orbits)
    };
    for (k, all, one_way) in [(2, (2, 3), (1, 2)), (3, (15, 33), (6, 13)), (4, (214, 730), (40, 129))] {
        let graphlets = degrees(&graph, k, &Device::cpu(None));
        let (mutual, others): (Vec<&Graphlet>, Vec<&Graphlet>) =
            graphlets.iter().partition(|graphlet| graphlet.has_mutual_pair());
        assert_eq!(number(&[&others[..], &mutual].concat()), all, "{k} vertices");
        assert_eq!(number(&others), one_way, "{k} vertices");
    }
}

/// An undirected graphlet is any of those that its edges may be arcs of.
#[test]
fn orbits_of_all_directions_add_up_to_the_undirected_one() {
    let undirected = |pattern: &Pattern| {
        let mut edges: Vec<Arc> = pattern.edges().iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect::<Vec<Arc>>()
    };
    let by_root = |n: usize, graphlets: &[Graphlet]| -> Vec<BTreeMap<String, u128>> {
        let mut counts = vec![BTreeMap::new(); n];
        for Graphlet { pattern, local, .. } in graphlets {
            let both_ways = undirected(pattern);
            let mut firsts: Vec<Option<usize>> = vec![None; local.orbits.len()];
            local.orbits.of().enumerate().for_each(|(v, orbit)| _ = firsts[orbit].get_or_insert(v));
            for (orbit, first) in firsts.into_iter().enumerate() {
                let seen = seen_from(first.unwrap(), pattern.vertices(), &both_ways);
                for (v, count) in local.column(orbit).enumerate() {
                    *counts[v].entry(seen.clone()).or_default() += count;
                }
            }
        }
        counts
    };
    for (n, arcs) in larger() {
        let graph = graph(n, &arcs);
        let device = Device::cpu(None);
        let plain = graphlet_degrees(graph.csr(), 4, &device, &ListOptions::default()).unwrap();
        assert_eq!(by_root(n, &degrees(&graph, 4, &device)), by_root(n, &plain));
    }
}

#[test]
fn names_of_vertices_do_not_matter_nor_who_counts() {
    let (n, arcs) = larger().swap_remove(1);
    let placed = graph(n, &arcs);
    let expected = degrees(&placed, 4, &Device::cpu(None));
    let renamed = |v: usize| (v * 27 + 5) % n;
    let other = graph(n, &arcs.iter().map(|&(u, v)| (renamed(u), renamed(v))).collect::<Vec<_>>());
    for (one, other) in expected.iter().zip(degrees(&other, 4, &Device::cpu(None))) {
        for v in 0..n {
            assert!(one.local.row(v).eq(other.local.row(renamed(v))), "{}", one.pattern);
        }
    }
    let shared = Team::of(&Device::cpu(None), &[Device::cpu(None), Device::cpu(None)]);
    for (one, other) in expected.iter().zip(degrees(&placed, 4, shared)) {
        assert_eq!(one.local.counts, other.local.counts, "{}", one.pattern);
    }
}

#[test]
fn nothing_is_nowhere() {
    for n in [0, 1, 4] {
        for graphlet in degrees(&graph(n, &[]), 4, &Device::cpu(None)) {
            assert_eq!(graphlet.local.rows().len(), n);
            assert!(graphlet.local.matches == 0 && graphlet.local.counts.iter().all(|count| count == 0));
        }
    }
}

/// A star with arcs out has no other graphlets than such stars: their orbits are binomials.
#[test]
fn a_star_has_stars() {
    let leaves = 3000u64;
    let arcs: Vec<Arc> = (1..=leaves as usize).map(|leaf| (0, leaf)).collect();
    for Graphlet { pattern, local, .. } in degrees(&graph(3001, &arcs), 4, &Device::cpu(None)) {
        let (edges, others) = (pattern.edges(), pattern.vertices() as u64 - 1);
        let is_star = edges.len() as u64 == others && edges.iter().all(|&(tail, _)| tail == edges[0].0);
        let expected =
            if is_star { [choose(leaves, others), choose(leaves - 1, others - 1)] } else { [0, 0] };
        let found = [0, 77].map(|v| local.row(v).sum::<u128>());
        assert_eq!(found, expected, "{pattern}");
    }
}

laws_of_graphlets!(AT);
