//! Local counts that follow from sums at vertices and edges: against brute force, against listings, and laws that they obey.

mod common;
mod oracle;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use common::{devices, listing};
use motherlode::graph::{Csr, generate};
use motherlode::mine::list::{ListOptions, list};
use motherlode::mine::local::{
    Anchor, Counts, LocalCounts, Orbits, anchored, at_edges, at_vertices, graphlet_degrees,
    graphlet_degrees_of_edges, pairs,
};
use motherlode::mine::{Context, CountOptions, MineError, count};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::{Device, Interrupt, MemorySize, RuntimeError};

/// All connected patterns of two to four vertices, and some of them with their vertices in other orders.
fn patterns() -> Vec<Pattern> {
    let written = [
        "b-a, b-c",
        "c-x, x-a",
        "t-a, a-b, b-c, c-a",
        "a-b-c-a, b-t",
        "x-y, z-y, z-w",
        "hub-a, hub-b, c-hub",
        "a-c, a-d, b-c, b-d, c-d",
        "a-c, c-b, b-d, d-a",
    ];
    let written = written.iter().map(|text| Pattern::parse(text).unwrap());
    (2..=4).flat_map(oracle::connected_patterns).chain(written).collect()
}

/// Subgraphs and embeddings, edge-induced and vertex-induced.
fn solved_matchings() -> impl Iterator<Item = Matching> {
    common::matchings().filter(|matching| matching.semantics != Semantics::Homomorphisms)
}

type Edges = Vec<oracle::Endpoints>;

/// Graphs of several shapes, with vertices that have no edge at the end, in the middle and at the start.
fn shapes() -> Vec<(&'static str, usize, Edges)> {
    let moved = |edges: Edges| edges.into_iter().map(|(u, v)| (u + 1 + u / 3, v + 1 + v / 3)).collect();
    let pairs = |n: u32| (0..n).flat_map(move |v| (0..v).map(move |u| (u, v)));
    vec![
        ("without vertices", 0, vec![]),
        ("without edges", 5, vec![]),
        ("one edge", 3, vec![(0, 2)]),
        ("a star", 9, moved((1..6).map(|v| (0, v)).collect())),
        ("a star whose centre is last", 8, (0..7).map(|v| (v, 7)).collect()),
        ("a clique", 10, moved(pairs(6).collect())),
        ("a clique less an edge", 9, moved(pairs(6).filter(|&edge| edge != (1, 4)).collect())),
        ("two parts", 9, (0..3).flat_map(|u| (3..7).map(move |v| (u, v))).chain([(7, 8)]).collect()),
        ("a cycle and a path", 10, vec![(0, 1), (1, 2), (2, 3), (3, 0), (5, 6), (6, 7), (7, 8), (8, 9)]),
        ("sparse", 14, moved(oracle::random_graph(1, 10, 12))),
        ("dense", 14, moved(oracle::random_graph(2, 10, 34))),
        ("random", 13, oracle::random_graph(3, 13, 30)),
    ]
}

/// The counts at the vertices by brute force: each map adds to the places of its vertices; a subgraph has a map for each automorphism.
fn expected(edges: &[oracle::Endpoints], n: usize, pattern: &Pattern, matching: Matching) -> Vec<u64> {
    let orbits = Orbits::of_vertices(pattern, matching.induced);
    let mut counts = vec![0; n * orbits.len()];
    for map in oracle::maps(edges, n, pattern, matching.induced) {
        for (vertex, orbit) in map.into_iter().zip(orbits.of()) {
            counts[vertex * orbits.len() + orbit] += 1;
        }
    }
    if matching.semantics == Semantics::Subgraphs {
        let symmetries = pattern.automorphisms().len() as u64;
        counts.iter_mut().for_each(|count| *count /= symmetries);
    }
    counts
}

/// The same at the edges, which go by their ends.
fn expected_at_edges(
    edges: &[oracle::Endpoints],
    n: usize,
    pattern: &Pattern,
    matching: Matching,
) -> Vec<u64> {
    let orbits = Orbits::of_pairs(pattern, matching.induced);
    let mut sorted: Edges = edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
    sorted.sort_unstable();
    let mut counts = vec![0; edges.len() * orbits.len()];
    for map in oracle::maps(edges, n, pattern, matching.induced) {
        for ((a, b), orbit) in pairs(pattern).into_iter().zip(orbits.of()) {
            let (u, v) = (map[a].min(map[b]) as u32, map[a].max(map[b]) as u32);
            counts[sorted.binary_search(&(u, v)).unwrap() * orbits.len() + orbit] += 1;
        }
    }
    if matching.semantics == Semantics::Subgraphs {
        let symmetries = pattern.automorphisms().len() as u64;
        counts.iter_mut().for_each(|count| *count /= symmetries);
    }
    counts
}

#[test]
fn counts_are_those_of_brute_force() {
    for (shape, n, edges) in shapes() {
        let graph = Csr::from_edges(n as u32, &edges);
        for pattern in patterns() {
            for matching in solved_matchings() {
                let wanted = expected(&edges, n, &pattern, matching);
                let at_edges_wanted = expected_at_edges(&edges, n, &pattern, matching);
                let number = oracle::number(&edges, n, &pattern, matching);
                for device in devices() {
                    let local = at_vertices(&graph, &pattern, &device, &listing(matching)).unwrap();
                    let what = format!("{pattern} ({matching:?}) in {shape} on {device}");
                    assert_eq!(local.orbits, Orbits::of_vertices(&pattern, matching.induced), "{what}");
                    assert_eq!(local.counts.narrow().unwrap(), wanted, "{what}");
                    assert_eq!(local.matches, number, "{what}");
                    let local = at_edges(&graph, &pattern, &device, &listing(matching)).unwrap();
                    assert_eq!(local.orbits, Orbits::of_pairs(&pattern, matching.induced), "{what}");
                    assert_eq!(local.counts.narrow().unwrap(), at_edges_wanted, "{what}");
                    assert_eq!(local.matches, number, "{what}");
                }
            }
        }
    }
}

/// Through a vertex, and through an edge, another one in each case.
#[test]
fn anchored_counts_are_those_of_brute_force() {
    let mut case = 0;
    for (shape, n, edges) in shapes().into_iter().filter(|(_, n, _)| *n > 0) {
        let graph = Csr::from_edges(n as u32, &edges);
        for pattern in patterns() {
            for matching in solved_matchings() {
                case += 1;
                let maps = oracle::maps(&edges, n, &pattern, matching.induced);
                let times = match matching.semantics {
                    Semantics::Subgraphs => pattern.automorphisms().len(),
                    _ => 1,
                };
                let vertex = case % n;
                let through_vertex = maps.iter().filter(|map| map.contains(&vertex)).count() / times;
                let edge = edges.get(case % edges.len().max(1));
                let holds = |map: &Vec<usize>, (u, v): oracle::Endpoints| {
                    let ends = |&(a, b): &(usize, usize)| (map[a] as u32, map[b] as u32);
                    pairs(&pattern).iter().map(ends).any(|pair| pair == (u, v) || pair == (v, u))
                };
                for device in devices() {
                    let options = listing(matching);
                    let through =
                        |anchor| anchored(&graph, &pattern, &device, &options, anchor).unwrap().count;
                    let what = format!("{pattern} ({matching:?}) in {shape} on {device}");
                    let found = through(Anchor::Vertex(vertex as u32));
                    assert_eq!(found, through_vertex as u128, "{what} through {vertex}");
                    if let Some(&(u, v)) = edge {
                        let wanted = maps.iter().filter(|map| holds(map, (u, v))).count() / times;
                        assert_eq!(through(Anchor::Edge(u, v)), wanted as u128, "{what} through {u}-{v}");
                    }
                }
            }
        }
    }
}

/// Through a vertex or an edge, by a search for cliques, from 5-cycles, or by decomposition.
#[test]
fn anchored_counts_of_larger_patterns_are_those_of_brute_force() {
    let (n, edges) = (16, oracle::random_graph(11, 16, 62));
    let graph = Csr::from_edges(n as u32, &edges);
    for text in ["5-clique", "5-cycle", "6-path", "a-b-c-a, c-d, d-e-f-d"] {
        let pattern: Pattern = text.parse().unwrap();
        let maps = oracle::maps(&edges, n, &pattern, Induced::Edge);
        assert!(!maps.is_empty(), "{text}");
        for (semantics, times) in
            [(Semantics::Subgraphs, pattern.automorphisms().len()), (Semantics::Embeddings, 1)]
        {
            let options = listing(Induced::Edge).semantics(semantics);
            for (vertex, device) in
                (0..n).step_by(5).flat_map(|v| devices().into_iter().map(move |device| (v, device)))
            {
                let expected = maps.iter().filter(|map| map.contains(&vertex)).count() / times;
                let anchor = Anchor::Vertex(vertex as u32);
                let found = anchored(&graph, &pattern, &device, &options, anchor).unwrap().count;
                assert_eq!(found, expected as u128, "{text} ({semantics:?}) through {vertex} on {device}");
                let (u, v) = edges[3 * vertex + 1];
                let holds = |map: &&Vec<usize>| {
                    let ends = pairs(&pattern).into_iter().map(|(a, b)| (map[a] as u32, map[b] as u32));
                    ends.into_iter().any(|ends| ends == (u, v) || ends == (v, u))
                };
                let expected = maps.iter().filter(holds).count() / times;
                let found = anchored(&graph, &pattern, &device, &options, Anchor::Edge(u, v)).unwrap().count;
                assert_eq!(found, expected as u128, "{text} ({semantics:?}) through {u}-{v} on {device}");
            }
        }
    }
}

/// A graph with hubs, and with many cliques.
fn larger() -> (usize, Edges) {
    let clique = (100..112).flat_map(|v| (100..v).map(move |u| (u, v)));
    let mut edges: Edges = oracle::random_graph(4, 140, 700);
    edges.extend(clique.filter(|edge| !oracle::random_graph(4, 140, 700).contains(edge)).collect::<Vec<_>>());
    (150, edges)
}

/// The counts at the edges, from a listing.
fn listed_at_edges(graph: &Csr, pattern: &Pattern, options: &ListOptions) -> Vec<u64> {
    let orbits = Orbits::of_pairs(pattern, options.matching.induced);
    let edges = (0..graph.n()).flat_map(|u| graph.neighbors(u).iter().map(move |&v| (u, v)));
    let numbers: BTreeMap<oracle::Endpoints, usize> = edges.filter(|(u, v)| u < v).zip(0..).collect();
    let mut counts = vec![0; numbers.len() * orbits.len()];
    let rows = list(graph, pattern, &Device::cpu(None), options, |batch| {
        for row in batch.rows() {
            for (&(a, b), orbit) in pairs(pattern).iter().zip(orbits.of()) {
                let edge = (row[a].min(row[b]), row[a].max(row[b]));
                counts[numbers[&edge] * orbits.len() + orbit] += 1;
            }
        }
        ControlFlow::Continue(())
    });
    rows.unwrap();
    counts
}

/// The counts at the vertices, from a listing.
fn listed(graph: &Csr, pattern: &Pattern, options: &ListOptions) -> Vec<u64> {
    let orbits = Orbits::of_vertices(pattern, options.matching.induced);
    let mut counts = vec![0; graph.n() as usize * orbits.len()];
    let rows = list(graph, pattern, &Device::cpu(None), options, |batch| {
        for row in batch.rows() {
            for (&vertex, orbit) in row.iter().zip(orbits.of()) {
                counts[vertex as usize * orbits.len() + orbit] += 1;
            }
        }
        ControlFlow::Continue(())
    });
    rows.unwrap();
    counts
}

#[test]
fn counts_are_those_of_a_listing() {
    let (n, edges) = larger();
    let graph = Csr::from_edges(n as u32, &edges);
    for pattern in patterns() {
        for induced in Induced::ALL {
            let options = listing(induced);
            let wanted = listed(&graph, &pattern, &options);
            let wanted_at_edges = listed_at_edges(&graph, &pattern, &options);
            for device in devices() {
                let local = at_vertices(&graph, &pattern, &device, &options).unwrap();
                assert_eq!(local.counts.narrow().unwrap(), wanted, "{pattern} ({induced:?}) on {device}");
                let local = at_edges(&graph, &pattern, &device, &options).unwrap();
                assert_eq!(
                    local.counts.narrow().unwrap(),
                    wanted_at_edges,
                    "{pattern} ({induced:?}) at edges on {device}"
                );
            }
        }
    }
}

#[test]
fn graphlet_degrees_are_those_of_each_pattern() {
    let (n, edges) = larger();
    let graph = Csr::from_edges(n as u32, &edges);
    for device in devices() {
        let graphlets = graphlet_degrees(&graph, 4, &device, &ListOptions::default()).unwrap();
        assert_eq!(graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>(), 15);
        for graphlet in graphlets {
            let wanted = listed(&graph, &graphlet.pattern, &listing(Induced::Vertex));
            assert_eq!(graphlet.local.counts.narrow().unwrap(), wanted, "{} on {device}", graphlet.name);
        }
    }
}

/// Those of five vertices come from homomorphisms of rooted quotients, and sums over denser parts.
#[test]
fn graphlets_of_five_vertices_are_those_of_brute_force() {
    for (name, n, edges) in shapes() {
        let graph = Csr::from_edges(n as u32, &edges);
        for device in devices() {
            let graphlets = graphlet_degrees(&graph, 5, &device, &ListOptions::default()).unwrap();
            assert_eq!(graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>(), 73);
            for graphlet in graphlets.iter().filter(|graphlet| graphlet.pattern.vertices() == 5) {
                let wanted = expected(&edges, n, &graphlet.pattern, Induced::Vertex.into());
                assert_eq!(
                    graphlet.local.counts.narrow().unwrap(),
                    wanted,
                    "{} in {name} on {device}",
                    graphlet.name
                );
            }
        }
    }
}

/// The same at the edges, of all sizes. There are 68 orbits of edges besides the edge alone (Hočevar and Demšar 2016).
#[test]
fn graphlets_of_edges_are_those_of_brute_force() {
    for (name, n, edges) in shapes() {
        let graph = Csr::from_edges(n as u32, &edges);
        for device in devices() {
            let graphlets = graphlet_degrees_of_edges(&graph, 5, &device, &ListOptions::default()).unwrap();
            assert_eq!(graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>(), 69);
            for graphlet in graphlets {
                let wanted = expected_at_edges(&edges, n, &graphlet.pattern, Induced::Vertex.into());
                assert_eq!(
                    graphlet.local.counts.narrow().unwrap(),
                    wanted,
                    "{} in {name} on {device}",
                    graphlet.name
                );
            }
        }
    }
}

/// Patterns of five vertices, each alone, where to list their matches costs more than the sums.
#[test]
fn patterns_of_five_vertices_are_those_of_a_listing() {
    let graph = generate::teams(120, 40, 14, 3).unwrap();
    let texts = ["wheel", "a-b-c-d-a, a-c, b-d, a-e", "a-b-c-d-a, e-a, e-b, e-c", "house", "5-cycle"];
    for (text, device) in texts.iter().flat_map(|text| devices().into_iter().map(move |on| (text, on))) {
        let pattern = Pattern::parse(text).unwrap();
        for induced in Induced::ALL {
            let options = listing(induced);
            let local = at_vertices(&graph, &pattern, &device, &options).unwrap();
            let what = format!("{text} ({induced:?}) on {device}");
            assert_eq!(local.counts.narrow().unwrap(), listed(&graph, &pattern, &options), "{what}");
            let local = at_edges(&graph, &pattern, &device, &options).unwrap();
            assert_eq!(local.counts.narrow().unwrap(), listed_at_edges(&graph, &pattern, &options), "{what}");
        }
    }
}

/// Larger patterns, where to list their matches costs more than tables.
#[test]
fn larger_patterns_are_counted_by_decomposition() {
    let texts = [
        "5-cycle",
        "gem",
        "a-b-c-a, b-d-c, d-e",
        "6-cycle",
        "a-b-c-d-a, a-e-b, e-f",
        "a-b-c-d-e-f, b-f",
        "5-star",
    ];
    let graph = generate::barabasi_albert(120, 4, 5).unwrap();
    for text in texts {
        let pattern = Pattern::parse(text).unwrap();
        let wanted = listed(&graph, &pattern, &listing(Induced::Edge));
        let wanted_at_edges = listed_at_edges(&graph, &pattern, &listing(Induced::Edge));
        let all = count(&graph, &pattern, &Device::cpu(None), &CountOptions::default()).unwrap().count;
        let embeddings = listing(Matching::from(Semantics::Embeddings));
        let times = pattern.automorphisms().len() as u64;
        for device in devices() {
            let found = at_vertices(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap();
            assert_eq!(found.counts.narrow().unwrap(), wanted, "{text} on {device}");
            assert_eq!(found.matches, all, "{text} on {device}");
            let found = at_vertices(&graph, &pattern, &device, &embeddings).unwrap();
            assert!(
                found.counts.iter().zip(&wanted).all(|(found, &wanted)| found == u128::from(times * wanted))
            );
            let found = at_edges(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap();
            assert_eq!(found.counts.narrow().unwrap(), wanted_at_edges, "{text} at edges on {device}");
            assert_eq!(found.matches, all, "{text} on {device}");
            let found = at_edges(&graph, &pattern, &device, &embeddings).unwrap();
            let wanted = wanted_at_edges.iter().map(|&wanted| u128::from(times * wanted));
            assert!(found.counts.iter().eq(wanted), "{text} at edges on {device}");
        }
    }
}

/// The members of an orbit are at its matches: the counts of an orbit add up to the number of matches times its size.
#[test]
fn the_counts_of_an_orbit_add_up_to_its_matches() {
    let (n, edges) = larger();
    let graph = Csr::from_edges(n as u32, &edges);
    for (pattern, device) in
        patterns().iter().flat_map(|pattern| devices().into_iter().map(move |on| (pattern, on)))
    {
        for induced in Induced::ALL {
            let LocalCounts { orbits, counts, matches, .. } =
                at_vertices(&graph, pattern, &device, &listing(induced)).unwrap();
            let options = CountOptions::default().matching(induced);
            assert_eq!(matches, count(&graph, pattern, &device, &options).unwrap().count);
            for orbit in 0..orbits.len() {
                let members = orbits.of().filter(|&of| of == orbit).count() as u128;
                let sum: u128 = counts.iter().skip(orbit).step_by(orbits.len()).sum();
                assert_eq!(sum, members * matches, "{pattern} ({induced:?}), {orbit}, on {device}");
            }
        }
    }
}

/// Whatever the vertices are called, each has the same counts.
#[test]
fn counts_do_not_depend_on_the_numbers_of_the_vertices() {
    let (n, edges) = larger();
    let renamed = oracle::relabelled(7, n, &edges);
    let names: BTreeMap<u32, u32> =
        edges.iter().zip(&renamed).flat_map(|(&(u, v), &(a, b))| [(u, a), (v, b)]).collect();
    let rows = |edges: &[oracle::Endpoints], device: &Device| -> Vec<Vec<u128>> {
        let graph = Csr::from_edges(n as u32, edges);
        let graphlets = graphlet_degrees(&graph, 4, device, &ListOptions::default()).unwrap();
        let row = |v: usize| graphlets.iter().flat_map(|one| one.local.row(v)).collect();
        (0..n).map(row).collect()
    };
    // The rows of the edges go by their ends.
    let rows_of_edges = |edges: &[oracle::Endpoints], device: &Device| -> BTreeMap<_, Vec<u128>> {
        let graph = Csr::from_edges(n as u32, edges);
        let graphlets = graphlet_degrees_of_edges(&graph, 5, device, &ListOptions::default()).unwrap();
        let row = |edge: usize| graphlets.iter().flat_map(|one| one.local.row(edge)).collect();
        let mut ends: Edges = edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        ends.sort_unstable();
        ends.into_iter().enumerate().map(|(edge, ends)| (ends, row(edge))).collect()
    };
    for device in devices() {
        let (before, after) = (rows_of_edges(&edges, &device), rows_of_edges(&renamed, &device));
        for (&(u, v), counts) in &before {
            let (u, v) = (names[&u], names[&v]);
            assert_eq!(counts, &after[&(u.min(v), u.max(v))], "on {device}");
        }
        let (before, after) = (rows(&edges, &device), rows(&renamed, &device));
        for (&old, &new) in &names {
            assert_eq!(before[old as usize], after[new as usize], "{old} is {new} on {device}");
        }
    }
}

#[test]
fn a_limit_is_that_of_a_listing() {
    let (n, edges) = larger();
    let graph = Csr::from_edges(n as u32, &edges);
    let pattern = Pattern::parse("diamond").unwrap();
    for device in devices() {
        let options = ListOptions::default().limit(7);
        let local = at_vertices(&graph, &pattern, &device, &options).unwrap();
        assert_eq!((local.matches, local.counts.iter().sum::<u128>()), (7, 28), "{device}");
        let local = at_edges(&graph, &pattern, &device, &options).unwrap();
        assert_eq!((local.matches, local.counts.iter().sum::<u128>()), (7, 35), "{device}");
        for graphlet in graphlet_degrees(&graph, 4, &device, &options).unwrap() {
            assert_eq!(graphlet.local.matches, 7, "{} on {device}", graphlet.name);
        }
    }
}

#[test]
fn whoever_stops_a_job_is_heard() {
    let (n, edges) = larger();
    let graph = Csr::from_edges(n as u32, &edges);
    let pattern = Pattern::parse("diamond").unwrap();
    for device in devices() {
        let interrupt = Interrupt::default();
        interrupt.request();
        let options = ListOptions::default().context(Context::default().interrupt(interrupt));
        let stopped = at_vertices(&graph, &pattern, &device, &options).unwrap_err();
        assert!(matches!(stopped, MineError::Runtime(RuntimeError::Interrupted)), "{stopped}");
        let stopped = graphlet_degrees(&graph, 4, &device, &options).unwrap_err();
        assert!(matches!(stopped, MineError::Runtime(RuntimeError::Interrupted)), "{stopped}");
    }
}

/// Graphlets of five vertices with less and less memory, until they are refused.
#[test]
fn graphlets_of_five_vertices_fit_in_a_small_memory_or_are_refused() {
    let graph = Csr::from_edges(30, &oracle::random_graph(8, 30, 90));
    let count = |device: &Device| -> Result<Vec<Counts>, MineError> {
        let mut graphlets = graphlet_degrees(&graph, 5, device, &ListOptions::default())?;
        graphlets.append(&mut graphlet_degrees_of_edges(&graph, 5, device, &ListOptions::default())?);
        Ok(graphlets.into_iter().map(|one| one.local.counts).collect())
    };
    let wanted = count(&Device::cpu(None)).unwrap();
    let (mut right, mut bytes) = (0, 256 << 10);
    while bytes > 1 << 10 {
        match count(&Device::cpu(Some(MemorySize(bytes)))) {
            Ok(found) => {
                right += 1;
                assert!(found == wanted, "{bytes} bytes");
            }
            Err(error) => assert!(error.is_lack_of_memory(), "{bytes} bytes: {error}"),
        }
        bytes -= bytes / 4;
    }
    assert!(right > 3, "it was right {right} times");
}

/// With less and less memory the counts stay right, by a listing where the sums do not fit, until nothing fits.
#[test]
fn a_small_memory_leaves_the_counts_right_or_is_refused() {
    let graph = Csr::from_edges(60, &oracle::random_graph(8, 60, 250));
    let pattern = Pattern::parse("diamond").unwrap();
    let count = |device: &Device| -> Result<_, MineError> {
        let options = listing(Induced::Vertex);
        let vertices = at_vertices(&graph, &pattern, device, &options)?.counts;
        let edges = at_edges(&graph, &pattern, device, &options)?.counts;
        let graphlets = graphlet_degrees(&graph, 4, device, &options)?;
        Ok((vertices, edges, graphlets.into_iter().map(|one| one.local.counts).collect::<Vec<_>>()))
    };
    let wanted = count(&Device::cpu(None)).unwrap();
    let (mut right, mut bytes) = (0, 16 << 20);
    while bytes > 1 {
        match count(&Device::cpu(Some(MemorySize(bytes)))) {
            Ok(found) => {
                right += 1;
                assert!(found == wanted, "{bytes} bytes");
            }
            Err(error) => assert!(error.is_lack_of_memory(), "{bytes} bytes: {error}"),
        }
        bytes /= 2;
    }
    assert!(right > 3, "it was right {right} times");
}
