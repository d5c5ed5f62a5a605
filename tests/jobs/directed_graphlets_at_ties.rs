//! Directed graphlets at ties: against brute force, against walks, and against laws.

use std::collections::{BTreeMap, BTreeSet};

use motherlode::graph::Graph;
use motherlode::mine::directed_graphlet_degrees_of_ties;
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Graphlet, at_edges, graphlet_degrees_of_edges};
use motherlode::pattern::Pattern;
use motherlode::runtime::{Device, Team};
use proptest::prelude::*;
use testing::common::devices;
use testing::oracle::orders;

use super::directed::{Arc, graph, random_arcs};
use super::directed_graphlet_laws::{GraphletsAt, larger, laws_of_graphlets};
use super::directed_graphlets::among;

const AT: GraphletsAt = GraphletsAt {
    count: |graph, k, team, options| directed_graphlet_degrees_of_ties(graph, k, team, options),
    walk: |graph, pattern, device, options| at_edges(graph, pattern, device, options),
};

fn degrees(graph: &Graph, k: usize, team: impl Into<Team>) -> Vec<Graphlet> {
    AT.degrees(graph, k, team)
}

/// The pairs of vertices that arcs join, the smaller one first, in the order of the rows.
fn ties(arcs: &[Arc]) -> Vec<Arc> {
    arcs.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect::<BTreeSet<Arc>>().into_iter().collect()
}

/// A connected graph with a tie where it is looked from: its arcs as text, the ends of the tie first, in the order of
/// these and of the others that comes first.
fn seen_from((a, b): Arc, k: usize, arcs: &[Arc]) -> String {
    let others: Vec<usize> = (0..k).filter(|&v| v != a && v != b).collect();
    let text = |order: Vec<usize>| -> String {
        let cells = order.iter().flat_map(|&u| order.iter().map(move |&v| (u, v)));
        cells.map(|arc| if arcs.contains(&arc) { '1' } else { '0' }).collect()
    };
    let all = orders(&others)
        .into_iter()
        .flat_map(|others| [[&[a, b], &others[..]].concat(), [&[b, a], &others[..]].concat()]);
    all.map(text).min().unwrap()
}

/// How often each tie sees which graphlet from where, set by set.
fn brute(n: usize, k: usize, arcs: &[Arc]) -> Vec<BTreeMap<String, u128>> {
    let ties = ties(arcs);
    let mut counts = vec![BTreeMap::new(); ties.len()];
    for set in (0..1u32 << n).filter(|set| (2..=k as u32).contains(&set.count_ones())) {
        let members: Vec<usize> = (0..n).filter(|&v| set >> v & 1 == 1).collect();
        let Some(arcs) = among(&members, arcs) else { continue };
        for (counts, &(u, v)) in counts.iter_mut().zip(&ties) {
            let place = |v: usize| members.iter().position(|&member| member == v);
            if let (Some(u), Some(v)) = (place(u), place(v)) {
                *counts.entry(seen_from((u, v), members.len(), &arcs)).or_default() += 1;
            }
        }
    }
    counts
}

/// The members of an orbit, by the vertices of its pattern, and whether each is one arc.
fn members(pattern: &Pattern, name: &str) -> Vec<(Arc, bool)> {
    let vertex = |name: &str| (0..pattern.vertices()).find(|&v| pattern.name(v) == name).unwrap();
    let ends = |member: &str, by: &str| member.split_once(by).map(|(a, b)| (vertex(a), vertex(b)));
    let member = |member: &str| match ends(member, "->") {
        Some(arc) => (arc, true),
        None => (ends(member, "-").unwrap(), false),
    };
    name.split('+').map(member).collect()
}

/// How often each tie sees which graphlet from where, from what was found. The columns say what they are: their graphlet's arcs, and the members of the orbit.
fn found(rows: usize, graphlets: &[Graphlet]) -> Vec<BTreeMap<String, u128>> {
    let mut counts = vec![BTreeMap::new(); rows];
    for Graphlet { pattern, local, .. } in graphlets {
        let arcs: Vec<Arc> = pattern.edge_links().map(|link| (link.from, link.to)).collect();
        assert_eq!(local.rows().len(), rows);
        for (orbit, name) in local.orbits.names().iter().enumerate() {
            let members = members(pattern, name);
            for &((a, b), is_arc) in &members {
                assert!(arcs.contains(&(a, b)) && arcs.contains(&(b, a)) != is_arc, "{name} of {pattern}");
            }
            let mut seen: Vec<String> =
                members.iter().map(|&(tie, _)| seen_from(tie, pattern.vertices(), &arcs)).collect();
            seen.dedup();
            assert_eq!(seen.len(), 1, "{name} of {pattern}");
            for (row, count) in local.column(orbit).enumerate().filter(|(_, count)| *count > 0) {
                assert!(counts[row].insert(seen[0].clone(), count).is_none(), "two orbits are the same");
            }
        }
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn orbits_agree_with_brute_force(seed in 0u64..1 << 32, n in 2usize..9, fill in 1usize..11) {
        let arcs = random_arcs(seed, n, n * (n - 1) / 2 * fill / 10);
        let graph = graph(n, &arcs);
        let expected = brute(n, 4, &arcs);
        for device in devices() {
            let found = found(expected.len(), &degrees(&graph, 4, &device));
            prop_assert_eq!(found, expected.clone(), "on {}", device);
        }
    }
}

/// As many as directed graphs with a tie as their root, gone through one by one.
#[test]
fn there_are_as_many_orbits_as_rooted_graphs() {
    let graph = graph(3, &[(0, 1), (1, 2)]);
    let orbits =
        |graphlets: &[Graphlet]| graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>();
    for k in 2..=4 {
        let pairs: Vec<Arc> = (0..k).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let mut rooted = [BTreeSet::new(), BTreeSet::new()];
        for ways in 0..4usize.pow(pairs.len() as u32) {
            let way = |at: usize| ways >> (2 * at) & 3;
            let arcs: Vec<Arc> = pairs
                .iter()
                .enumerate()
                .flat_map(|(at, &(u, v))| {
                    [(u, v), (v, u)].into_iter().enumerate().filter(move |(bit, _)| way(at) >> bit & 1 == 1)
                })
                .map(|(_, arc)| arc)
                .collect();
            let all: Vec<usize> = (0..k).collect();
            if way(0) > 0 && among(&all, &arcs).is_some() {
                let is_one_way = (0..pairs.len()).all(|at| way(at) < 3);
                rooted[usize::from(is_one_way)].insert(seen_from((0, 1), k, &arcs));
            }
        }
        let smaller = if k == 2 { 0 } else { degrees(&graph, k - 1, &Device::cpu(None)).len() };
        let of_size = degrees(&graph, k, &Device::cpu(None)).split_off(smaller);
        let (mutual, others): (Vec<Graphlet>, Vec<Graphlet>) =
            of_size.into_iter().partition(Graphlet::has_mutual_pair);
        assert_eq!([orbits(&mutual), orbits(&others)], rooted.map(|all| all.len()), "{k} vertices");
    }
    for (k, all, one_way) in [(2, 2, 1), (3, 26, 9), (4, 812, 125)] {
        let mut graphlets = degrees(&graph, k, &Device::cpu(None));
        assert_eq!(orbits(&graphlets), all);
        graphlets.retain(|graphlet| !graphlet.has_mutual_pair());
        assert_eq!(orbits(&graphlets), one_way);
    }
}

/// An undirected graphlet is any of those that its edges may be arcs of.
#[test]
fn orbits_of_all_directions_add_up_to_the_undirected_one() {
    let by_root = |rows: usize, graphlets: &[Graphlet]| -> Vec<BTreeMap<String, u128>> {
        let mut counts = vec![BTreeMap::new(); rows];
        for Graphlet { pattern, local, .. } in graphlets {
            let both_ways: Vec<Arc> = pattern.edges().iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
            for (orbit, name) in local.orbits.names().iter().enumerate() {
                let seen = seen_from(members(pattern, name)[0].0, pattern.vertices(), &both_ways);
                for (row, count) in local.column(orbit).enumerate() {
                    *counts[row].entry(seen.clone()).or_default() += count;
                }
            }
        }
        counts
    };
    for (n, arcs) in larger() {
        let graph = graph(n, &arcs);
        let (device, rows) = (Device::cpu(None), ties(&arcs).len());
        let plain = graphlet_degrees_of_edges(graph.csr(), 4, &device, &ListOptions::default()).unwrap();
        assert_eq!(by_root(rows, &degrees(&graph, 4, &device)), by_root(rows, &plain));
    }
}

#[test]
fn names_of_vertices_do_not_matter_nor_who_counts() {
    let (n, arcs) = larger().swap_remove(1);
    let placed = graph(n, &arcs);
    let expected = degrees(&placed, 4, &Device::cpu(None));
    let renamed = |v: usize| (v * 27 + 5) % n;
    let elsewhere: Vec<Arc> = arcs.iter().map(|&(u, v)| (renamed(u), renamed(v))).collect();
    let rows: Vec<Arc> = ties(&elsewhere);
    for (one, other) in expected.iter().zip(degrees(&graph(n, &elsewhere), 4, &Device::cpu(None))) {
        for (row, (u, v)) in ties(&arcs).into_iter().enumerate() {
            let (u, v) = (renamed(u), renamed(v));
            let there = rows.binary_search(&(u.min(v), u.max(v))).unwrap();
            assert!(one.local.row(row).eq(other.local.row(there)), "{}", one.pattern);
        }
    }
    let shared = Team::of(&Device::cpu(None), &[Device::cpu(None), Device::cpu(None)]);
    for (one, other) in expected.iter().zip(degrees(&placed, 4, shared)) {
        assert_eq!(one.local.counts, other.local.counts, "{}", one.pattern);
    }
}

#[test]
fn without_ties_there_are_no_rows() {
    for n in [0, 1, 4] {
        for graphlet in degrees(&graph(n, &[]), 4, &Device::cpu(None)) {
            assert!(graphlet.local.matches == 0 && graphlet.local.counts.is_empty());
        }
    }
}

/// A star with arcs out has no other graphlets than such stars, and a tie of it is in as many as the others can be
/// chosen for.
#[test]
fn a_star_has_stars() {
    let leaves = 3000u128;
    let arcs: Vec<Arc> = (1..=leaves as usize).map(|leaf| (0, leaf)).collect();
    for Graphlet { pattern, local, .. } in degrees(&graph(3001, &arcs), 4, &Device::cpu(None)) {
        let (edges, others) = (pattern.edges(), pattern.vertices() - 1);
        let is_star = edges.len() == others && edges.iter().all(|&(tail, _)| tail == edges[0].0);
        let further = leaves - 1;
        let expected = if is_star { [1, further, further * (further - 1) / 2][others - 1] } else { 0 };
        assert_eq!([0, 77].map(|tie| local.row(tie).sum::<u128>()), [expected; 2], "{pattern}");
    }
}

laws_of_graphlets!(AT);
