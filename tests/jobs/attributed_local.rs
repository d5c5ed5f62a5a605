//! Local counts and verification of attributed patterns, on every device of this machine, against brute force and laws.

use std::collections::BTreeSet;

use motherlode::mine::local::{Anchor, Counts, Orbits, anchored, at_arcs, pairs};
use motherlode::mine::verify::{CountComparison, VerifyOptions, verify};
use motherlode::mine::{AttributeMismatch, CountOptions, MineError};
use motherlode::pattern::{Link, LinkKind, Pattern};
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::Device;
use testing::common::at::{At, Tally};
use testing::common::{devices, listing, matchings};
use testing::oracle::attributed::{
    DIRECTED, Said, UNDIRECTED, maps, matches, said, symmetries, with_properties,
};

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
        for (text, matching) in texts.iter().flat_map(|text| matchings().map(move |m| (text, m))) {
            let pattern = Pattern::parse(text).unwrap();
            let maps = maps(&said, &pattern, matching);
            for at in At::BOTH {
                let mut tally = Tally::new(at, graph.csr(), &pattern, matching.induced);
                maps.iter().for_each(|map| tally.add(|v| map[v]));
                let expected = Counts::from(tally.of_matches(times_listed(&pattern, matching)));
                for device in devices() {
                    let what = format!("{text} ({matching:?}) at {at:?} on {device}");
                    let local = at.local(&graph, &pattern, &device, &listing(matching)).unwrap();
                    assert_eq!(local.counts, expected, "{what}");
                    // Each match is at a place of the graph for each of the pattern's.
                    for orbit in 0..local.orbits.len() {
                        let members = local.orbits.of().filter(|&of| of == orbit).count() as u128;
                        let sum: u128 = local.counts.iter().skip(orbit).step_by(local.orbits.len()).sum();
                        assert_eq!(sum, local.matches * members, "{what}: orbit {orbit}");
                    }
                }
            }
        }
    }
}

/// Of the links of a pattern that are edges or arcs, the first of each orbit, by trying all renamings.
fn orbits_of_links(pattern: &Pattern, links: &[&Link], induced: Induced) -> Vec<usize> {
    let symmetries = symmetries(pattern, induced);
    orbits_by_hand(links.len(), |link| {
        let (a, b) = links[link].ends();
        let is = |names: &Vec<usize>, other: &&Link| {
            let (c, d) = other.ends();
            let turned = other.kind == LinkKind::Edge && (names[a], names[b]) == (d, c);
            (names[a], names[b]) == (c, d) || turned
        };
        symmetries.iter().map(|names| links.iter().position(|other| is(names, other)).unwrap()).collect()
    })
}

/// How often each arc of a graph takes part in a match, for each orbit, by the orbit's first link: what is told of each
/// map, and of each arc, by itself.
fn arcs_by_hand(said: &Said, pattern: &Pattern, matching: Matching) -> Vec<u64> {
    let k = pattern.vertices();
    let links: Vec<&Link> =
        pattern.links().iter().filter(|link| link.is_present() && link.from < k && link.to < k).collect();
    let orbits = orbits_of_links(pattern, &links, matching.induced);
    let firsts: BTreeSet<usize> = orbits.iter().copied().collect();
    let (maps, times) = (maps(said, pattern, matching), times_listed(pattern, matching));
    let is_used = |link: &Link, map: &[u32], (u, v): (usize, usize)| {
        let (a, b) = link.ends();
        let ends = (map[a] as usize, map[b] as usize);
        let image = ends == (u, v) || (link.kind == LinkKind::Edge && ends == (v, u));
        image && said.is_arc_for(link, u, v)
    };
    let arcs: BTreeSet<(usize, usize)> = said.edges.iter().map(|&(u, v, _)| (u, v)).collect();
    let count = |arc: (usize, usize), orbit: usize| {
        let of_orbit = links.iter().zip(&orbits).filter(|&(_, &of)| of == orbit).map(|(link, _)| link);
        let used: usize =
            of_orbit.map(|link| maps.iter().filter(|map| is_used(link, map, arc)).count()).sum();
        assert_eq!(used as u64 % times, 0);
        used as u64 / times
    };
    arcs.iter()
        .flat_map(|&arc| firsts.iter().map(move |&orbit| (arc, orbit)))
        .map(|(a, o)| count(a, o))
        .collect()
}

/// Both arcs of a mutual pair have a row, and one that has not the label or the properties that an edge asks for takes
/// no part.
#[test]
fn counts_at_arcs_agree_with_brute_force() {
    let [(_, _), (said, texts)] = &cases()[..] else { unreachable!("an undirected and a directed graph") };
    let told = with_properties(said.clone(), 16);
    let of_properties = [
        "a-[{weight > 1}]-b",
        "a-[:1 {weight > 1}]-b->c",
        "a-[{weight > 1}]->b, b-[{weight > 1}]->a",
        "a-[{weight > 1}]-b-[{weight > 1}]-c-[{weight > 1}]-a",
    ];
    let cases = texts.iter().map(|text| (said, text)).chain(of_properties.iter().map(|text| (&told, text)));
    for ((said, text), matching) in cases.flat_map(|case| matchings().map(move |matching| (case, matching))) {
        let (graph, pattern) = (said.graph(), Pattern::parse(text).unwrap());
        let expected = Counts::from(arcs_by_hand(said, &pattern, matching));
        for device in devices() {
            let local = at_arcs(&graph, &pattern, &device, &listing(matching)).unwrap();
            assert_eq!(local.counts, expected, "{text} ({matching:?}) on {device}");
        }
    }
}

/// Patterns without directions are counted at pairs without going through their matches: a mutual pair's count is that
/// of both arcs.
#[test]
fn plain_patterns_at_arcs_agree_with_brute_force() {
    let said = Said { vertex_labels: Vec::new(), ..said(9, true, 18) };
    for text in ["edge", "triangle", "tailed-triangle", "4-cycle", "5-clique", "bull", "6-cycle"] {
        for matching in matchings() {
            let (graph, pattern) = (said.graph(), Pattern::parse(text).unwrap());
            let expected = Counts::from(arcs_by_hand(&said, &pattern, matching));
            for device in devices() {
                let local = at_arcs(&graph, &pattern, &device, &listing(matching)).unwrap();
                assert_eq!(local.counts, expected, "{text} ({matching:?}) on {device}");
            }
        }
    }
}

#[test]
fn an_undirected_graph_has_no_arcs() {
    let pattern = Pattern::parse("a-b").unwrap();
    let refused = at_arcs(&said(7, false, 17).graph(), &pattern, &Device::cpu(None), &listing(Induced::Edge));
    assert!(matches!(refused, Err(MineError::Attributes(AttributeMismatch::NoArcs))));
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
