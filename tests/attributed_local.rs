//! Local counts and verification of attributed patterns, on every device of this machine, against brute force and laws.

mod common;
mod oracle;

use std::collections::BTreeMap;

use common::{devices, listing, matchings};
use motherlode::mine::CountOptions;
use motherlode::mine::local::{Anchor, Orbits, anchored, at_edges, at_vertices, pairs};
use motherlode::mine::verify::{CountComparison, VerifyOptions, verify};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::Device;
use oracle::attributed::{DIRECTED, Said, UNDIRECTED, maps, matches, said, symmetries};

/// An undirected and a directed graph, each with patterns for it.
fn cases() -> Vec<(Said, Vec<&'static str>)> {
    let mut directed = said(8, true, 16);
    directed.edges[1].2 = Some("knows");
    vec![(said(7, false, 17), UNDIRECTED.to_vec()), (directed, DIRECTED.to_vec())]
}

/// The least member of each member's orbit, by trying all renamings.
fn orbits_by_hand(members: usize, images: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    (0..members).map(|member| images(member).into_iter().min().unwrap()).collect()
}

/// The library's orbits, each by its least member.
fn by_least_member(orbits: &Orbits) -> Vec<usize> {
    let of: Vec<usize> = orbits.of().collect();
    of.iter().map(|orbit| of.iter().position(|other| other == orbit).unwrap()).collect()
}

#[test]
fn orbits_are_those_of_all_renamings() {
    for (_, texts) in cases() {
        for text in texts {
            let pattern = Pattern::parse(text).unwrap();
            for induced in [Induced::Edge, Induced::Vertex] {
                let symmetries = symmetries(&pattern, induced);
                let vertices =
                    orbits_by_hand(pattern.vertices(), |v| symmetries.iter().map(|names| names[v]).collect());
                assert_eq!(by_least_member(&Orbits::of_vertices(&pattern, induced)), vertices, "{text}");
                let pairs = pairs(&pattern);
                let number = |a: usize, b: usize| {
                    pairs.iter().position(|&pair| pair == (a, b) || pair == (b, a)).unwrap()
                };
                let edges = orbits_by_hand(pairs.len(), |pair| {
                    let (a, b) = pairs[pair];
                    symmetries.iter().map(|names| number(names[a], names[b])).collect()
                });
                assert_eq!(by_least_member(&Orbits::of_pairs(&pattern, induced)), edges, "{text}");
            }
        }
    }
}

/// Counts by brute force: `place` names where the members of an orbit are mapped to.
fn expected<P: Ord>(
    maps: &[Vec<u32>],
    symmetries: u64,
    orbits: &Orbits,
    place: impl Fn(&[u32], usize) -> P,
) -> BTreeMap<(P, usize), u64> {
    let mut counts = BTreeMap::new();
    for map in maps {
        for (member, orbit) in orbits.of().enumerate() {
            *counts.entry((place(map, member), orbit)).or_insert(0) += 1;
        }
    }
    counts.values_mut().for_each(|count| {
        assert_eq!(*count % symmetries, 0);
        *count /= symmetries;
    });
    counts
}

/// How often brute force comes to what is a match.
fn times_listed(pattern: &Pattern, matching: Matching) -> u64 {
    match matching.semantics {
        Semantics::Subgraphs => symmetries(pattern, matching.induced).len() as u64,
        Semantics::Embeddings | Semantics::Homomorphisms => 1,
    }
}

#[test]
fn local_counts_agree_with_brute_force() {
    for (said, texts) in cases() {
        let graph = said.graph();
        let csr = graph.csr();
        let edges: Vec<(u32, u32)> = (0..csr.n())
            .flat_map(|u| csr.neighbors(u).iter().filter(move |&&v| u < v).map(move |&v| (u, v)))
            .collect();
        for (text, matching) in texts.iter().flat_map(|text| matchings().map(move |m| (text, m))) {
            let pattern = Pattern::parse(text).unwrap();
            let maps = maps(&said, &pattern, matching);
            let times = times_listed(&pattern, matching);
            let orbits = Orbits::of_vertices(&pattern, matching.induced);
            let at = expected(&maps, times, &orbits, |map, member| map[member]);
            let (edge_orbits, pairs) = (Orbits::of_pairs(&pattern, matching.induced), pairs(&pattern));
            let at_edge = expected(&maps, times, &edge_orbits, |map, member| {
                let (a, b) = pairs[member];
                (map[a].min(map[b]), map[a].max(map[b]))
            });
            for device in devices() {
                let what = format!("{text} ({matching:?}) on {device}");
                let local = at_vertices(&graph, &pattern, &device, &listing(matching)).unwrap();
                for (v, counts) in (0..).zip(local.rows()) {
                    for (orbit, count) in counts.enumerate() {
                        let wanted = at.get(&(v, orbit)).copied().unwrap_or(0);
                        assert_eq!(count, wanted.into(), "{what}: {v}, {orbit}");
                    }
                }
                // Each match is at a vertex of the graph for each of the pattern's.
                for orbit in 0..orbits.len() {
                    let members = orbits.of().filter(|&of| of == orbit).count() as u128;
                    let sum: u128 = local.counts.iter().skip(orbit).step_by(orbits.len()).sum();
                    assert_eq!(sum, local.matches * members, "{what}: orbit {orbit}");
                }
                let local = at_edges(&graph, &pattern, &device, &listing(matching)).unwrap();
                for (&edge, counts) in edges.iter().zip(local.rows()) {
                    for (orbit, count) in counts.enumerate() {
                        let wanted = at_edge.get(&(edge, orbit)).copied().unwrap_or(0);
                        assert_eq!(count, wanted.into(), "{what}: {edge:?}, {orbit}");
                    }
                }
            }
        }
    }
}

#[test]
fn anchored_counts_agree_with_brute_force() {
    for (said, texts) in cases() {
        let graph = said.graph();
        for (text, matching) in texts.iter().step_by(3).flat_map(|text| matchings().map(move |m| (text, m))) {
            let pattern = Pattern::parse(text).unwrap();
            let maps = maps(&said, &pattern, matching);
            let times = times_listed(&pattern, matching);
            for device in devices() {
                let what = format!("{text} ({matching:?}) on {device}");
                let through =
                    |anchor| anchored(&graph, &pattern, &device, &listing(matching), anchor).unwrap().count;
                let wanted = maps.iter().filter(|map| map.contains(&3)).count() as u64 / times;
                assert_eq!(through(Anchor::Vertex(3)), wanted.into(), "{what} through 3");
                let (u, v) = (0..8)
                    .flat_map(|u| graph.csr().neighbors(u).iter().map(move |&v| (u, v)))
                    .nth(4)
                    .unwrap();
                let holds = |map: &&Vec<u32>| {
                    pattern.edges().iter().any(|&(a, b)| [(u, v), (v, u)].contains(&(map[a], map[b])))
                };
                let wanted = maps.iter().filter(holds).count() as u64 / times;
                assert_eq!(through(Anchor::Edge(v, u)), wanted.into(), "{what} through {u}-{v}");
            }
        }
    }
}

fn verified(said: &Said, text: &str, matching: Matching, oracle_steps: u64) -> Vec<CountComparison> {
    let pattern = Pattern::parse(text).unwrap();
    let options = CountOptions::default().matching(matching);
    let checks = VerifyOptions::default().samples(3).sample_size(7).oracle_steps(oracle_steps);
    let device = Device::cpu(None);
    let compared = verify(&said.graph(), &pattern, &[&device], &options, &checks).unwrap();
    assert!(compared.agrees(), "{text} ({matching:?}): {compared:?}");
    compared.comparisons
}

/// The oracle that is built in and that of the tests share nothing.
#[test]
fn verification_agrees_with_brute_force() {
    for (said, texts) in cases() {
        for (text, matching) in texts.iter().flat_map(|text| matchings().map(move |m| (text, m))) {
            let compared = verified(&said, text, matching, 1 << 24);
            let expected = matches(&said, &Pattern::parse(text).unwrap(), matching);
            let (who, count) = compared[0].counts.last().unwrap();
            assert_eq!((&who[..], *count), ("oracle", expected), "{text} ({matching:?})");
        }
    }
}

#[test]
fn samples_keep_labels_and_directions() {
    for (said, texts) in cases() {
        let mut found = 0;
        for text in texts {
            // Too few steps for the whole graph.
            for sample in verified(&said, text, Semantics::Embeddings.into(), 60).iter().skip(1) {
                found += sample.counts[0].1;
            }
        }
        assert!(found > 0, "samples in which there is nothing compare nothing");
    }
}
