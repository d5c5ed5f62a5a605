//! Local counts that follow from sums at vertices and edges: against brute force, against listings, and laws that they
//! obey.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use testing::common;
use testing::oracle;

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::{ListOptions, list};
use motherlode::mine::local::{
    Counts, LocalCounts, anchored, at_edges, at_vertices, graphlet_degrees, graphlet_degrees_of_edges,
};
use motherlode::mine::{Context, CountOptions, MineError, count};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::{Device, Interrupt, RuntimeError};
use testing::common::at::At::{self, Edges, Vertices};
use testing::common::at::{Tally, anchor, holds};
use testing::common::{check_with_less_memory, devices, listing};

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

type Ends = Vec<oracle::Endpoints>;

/// Graphs of several shapes, with vertices that have no edge at the end, in the middle and at the start.
fn shapes() -> Vec<(&'static str, usize, Ends)> {
    let moved = |edges: Ends| edges.into_iter().map(|(u, v)| (u + 1 + u / 3, v + 1 + v / 3)).collect();
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

/// The counts by brute force: each map adds to the places that it goes to; a subgraph has a map for each automorphism.
fn expected(at: At, edges: &[oracle::Endpoints], n: usize, pattern: &Pattern, matching: Matching) -> Counts {
    let mut tally = Tally::new(at, &Csr::from_edges(n as u32, edges), pattern, matching.induced);
    oracle::maps(edges, n, pattern, matching.induced).iter().for_each(|map| tally.add(|v| map[v] as u32));
    tally.of_matches(times(pattern, matching.semantics)).into()
}

/// How many maps there are for a match.
fn times(pattern: &Pattern, semantics: Semantics) -> u64 {
    if semantics == Semantics::Subgraphs { pattern.automorphisms().len() as u64 } else { 1 }
}

#[test]
fn counts_are_those_of_brute_force() {
    for (shape, n, edges) in shapes() {
        let graph = Csr::from_edges(n as u32, &edges);
        for pattern in patterns() {
            for (at, matching) in
                At::BOTH.into_iter().flat_map(|at| solved_matchings().map(move |matching| (at, matching)))
            {
                let wanted = expected(at, &edges, n, &pattern, matching);
                let number = oracle::number(&edges, n, &pattern, matching);
                for device in devices() {
                    let local = at.local(&graph, &pattern, &device, &listing(matching)).unwrap();
                    let what = format!("{pattern} ({matching:?}) at {at:?} in {shape} on {device}");
                    assert_eq!(local.orbits, at.orbits(&pattern, matching.induced), "{what}");
                    assert_eq!(local.counts, wanted, "{what}");
                    assert_eq!(local.matches, number, "{what}");
                }
            }
        }
    }
}

/// Checks how many matches go through some of the places of a graph.
fn check_through(n: usize, edges: &[oracle::Endpoints], pattern: &Pattern, matching: Matching, place: usize) {
    let graph = Csr::from_edges(n as u32, edges);
    let maps = oracle::maps(edges, n, pattern, matching.induced);
    for at in At::BOTH {
        let places = at.places(&graph);
        let Some(place) = places.get(place % places.len().max(1)) else { continue };
        let through = maps.iter().filter(|map| holds(at, pattern, |v| map[v] as u32, place)).count() as u64;
        let wanted = through / times(pattern, matching.semantics);
        for device in devices() {
            let found = anchored(&graph, pattern, &device, &listing(matching), anchor(place)).unwrap().count;
            assert_eq!(
                found,
                wanted.into(),
                "{pattern} ({matching:?}) through {place:?} of {edges:?} on {device}"
            );
        }
    }
}

/// Through a vertex, and through an edge, another one in each case.
#[test]
fn anchored_counts_are_those_of_brute_force() {
    let mut case = 0;
    for (_, n, edges) in shapes() {
        for pattern in patterns() {
            for matching in solved_matchings() {
                case += 1;
                check_through(n, &edges, &pattern, matching, case);
            }
        }
    }
}

/// Through a vertex or an edge, by a search for cliques, from 5-cycles, or by decomposition.
#[test]
fn anchored_counts_of_larger_patterns_are_those_of_brute_force() {
    let (n, edges) = (16, oracle::random_graph(11, 16, 62));
    for text in ["5-clique", "5-cycle", "6-path", "a-b-c-a, c-d, d-e-f-d"] {
        let pattern: Pattern = text.parse().unwrap();
        assert!(!oracle::maps(&edges, n, &pattern, Induced::Edge).is_empty(), "{text}");
        for semantics in [Semantics::Subgraphs, Semantics::Embeddings] {
            // As many vertices, and other edges.
            for place in [0, 21, 42, 61] {
                check_through(n, &edges, &pattern, Matching { induced: Induced::Edge, semantics }, place);
            }
        }
    }
}

/// A graph with hubs, and with many cliques.
fn larger() -> (usize, Ends) {
    let clique = (100..112).flat_map(|v| (100..v).map(move |u| (u, v)));
    let mut edges: Ends = oracle::random_graph(4, 140, 700);
    edges.extend(clique.filter(|edge| !oracle::random_graph(4, 140, 700).contains(edge)).collect::<Vec<_>>());
    (150, edges)
}

/// The counts from a listing.
fn listed(at: At, graph: &Csr, pattern: &Pattern, options: &ListOptions) -> Counts {
    let mut tally = Tally::new(at, graph, pattern, options.matching.induced);
    let rows = list(graph, pattern, &Device::cpu(None), options, |batch| {
        batch.rows().for_each(|row| tally.add(|v| row[v]));
        ControlFlow::Continue(())
    });
    rows.unwrap();
    tally.of_matches(1).into()
}

/// Each kind of place, on each device.
fn places_and_devices() -> impl Iterator<Item = (At, Device)> {
    At::BOTH.into_iter().flat_map(|at| devices().into_iter().map(move |device| (at, device)))
}

#[test]
fn counts_are_those_of_a_listing() {
    let (n, edges) = larger();
    let graph = Csr::from_edges(n as u32, &edges);
    for pattern in patterns() {
        for (at, induced) in At::BOTH.into_iter().flat_map(|at| Induced::ALL.map(|induced| (at, induced))) {
            let options = listing(induced);
            let wanted = listed(at, &graph, &pattern, &options);
            for device in devices() {
                let local = at.local(&graph, &pattern, &device, &options).unwrap();
                let what = format!("{pattern} ({induced:?}) at {at:?} on {device}");
                assert_eq!(local.counts, wanted, "{what}");
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
            let wanted = listed(Vertices, &graph, &graphlet.pattern, &listing(Induced::Vertex));
            assert_eq!(graphlet.local.counts, wanted, "{} on {device}", graphlet.name);
        }
    }
}

/// Those of five vertices come from homomorphisms of rooted quotients, and sums over denser parts. There are 73 orbits
/// of vertices (Pržulj 2007), and 68 of edges besides the edge alone (Hočevar and Demšar 2016).
#[test]
fn graphlets_are_those_of_brute_force() {
    for (name, n, edges) in shapes() {
        let graph = Csr::from_edges(n as u32, &edges);
        for (at, device) in places_and_devices() {
            let graphlets = at.graphlets(&graph, 5, &device, &ListOptions::default()).unwrap();
            let orbits = if at == Vertices { 73 } else { 69 };
            assert_eq!(graphlets.iter().map(|graphlet| graphlet.local.orbits.len()).sum::<usize>(), orbits);
            for graphlet in graphlets {
                let wanted = expected(at, &edges, n, &graphlet.pattern, Induced::Vertex.into());
                let what = format!("{} at {at:?} in {name} on {device}", graphlet.name);
                assert_eq!(graphlet.local.counts, wanted, "{what}");
            }
        }
    }
}

/// Patterns of five vertices, each alone, where to list their matches costs more than the sums.
#[test]
fn patterns_of_five_vertices_are_those_of_a_listing() {
    let graph = generate::teams(120, 40, 14, 3).unwrap();
    let dense = ["wheel", "a-b-c-d-a, a-c, b-d, a-e", "a-b-c-d-a, e-a, e-b, e-c"];
    let squares = ["house", "a-b-c-d-a, e-c", "2-3-biclique"];
    let texts = [&dense[..], &squares, &["5-cycle"]].concat();
    for (text, induced) in texts.iter().flat_map(|text| Induced::ALL.map(|induced| (text, induced))) {
        let (pattern, options) = (Pattern::parse(text).unwrap(), listing(induced));
        for (at, device) in places_and_devices() {
            let local = at.local(&graph, &pattern, &device, &options).unwrap();
            let what = format!("{text} ({induced:?}) at {at:?} on {device}");
            assert_eq!(local.counts, listed(at, &graph, &pattern, &options), "{what}");
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
    for (text, at) in texts.iter().flat_map(|text| At::BOTH.map(|at| (text, at))) {
        let pattern = Pattern::parse(text).unwrap();
        let wanted = listed(at, &graph, &pattern, &listing(Induced::Edge));
        let all = count(&graph, &pattern, &Device::cpu(None), &CountOptions::default()).unwrap().count;
        let embeddings = listing(Matching::from(Semantics::Embeddings));
        let times = times(&pattern, Semantics::Subgraphs);
        for device in devices() {
            let found = at.local(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap();
            assert_eq!(found.counts, wanted, "{text} at {at:?} on {device}");
            assert_eq!(found.matches, all, "{text} at {at:?} on {device}");
            let found = at.local(&graph, &pattern, &device, &embeddings).unwrap();
            let wanted = wanted.iter().map(|wanted| u128::from(times) * wanted);
            assert!(found.counts.iter().eq(wanted), "{text} at {at:?} on {device}");
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

/// Each orbit of edges of patterns of five vertices with a 4-cycle adds up to its matches, which are counted by other
/// sums.
#[test]
fn the_counts_of_an_orbit_of_edges_add_up_to_its_matches() {
    let graph = generate::rmat(9, 9, 4).unwrap();
    for text in ["house", "a-b-c-d-a, e-c", "2-3-biclique"] {
        let pattern = Pattern::parse(text).unwrap();
        let all = count(&graph, &pattern, &Device::cpu(None), &CountOptions::default()).unwrap().count;
        for device in devices() {
            let local = at_edges(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap();
            assert_eq!(local.matches, all, "{text} on {device}");
            for orbit in 0..local.orbits.len() {
                let members = local.orbits.of().filter(|&of| of == orbit).count() as u128;
                let sum: u128 = local.counts.iter().skip(orbit).step_by(local.orbits.len()).sum();
                assert_eq!(sum, members * all, "{text}, {orbit}, on {device}");
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
    // The rows go by the vertices of their places.
    let rows = |at: At, k: usize, edges: &[oracle::Endpoints], device: &Device| -> BTreeMap<_, Vec<u128>> {
        let graph = Csr::from_edges(n as u32, edges);
        let graphlets = at.graphlets(&graph, k, device, &ListOptions::default()).unwrap();
        let row = |number: usize| graphlets.iter().flat_map(|one| one.local.row(number)).collect();
        at.places(&graph).into_iter().enumerate().map(|(number, place)| (place, row(number))).collect()
    };
    for ((at, k), device) in
        [(Vertices, 4), (Edges, 5)].into_iter().flat_map(|at| devices().into_iter().map(move |on| (at, on)))
    {
        let (before, after) = (rows(at, k, &edges, &device), rows(at, k, &renamed, &device));
        for (place, counts) in &before {
            // Vertices without edges have no name.
            let named: Option<Vec<u32>> = place.iter().map(|old| names.get(old).copied()).collect();
            let Some(mut new) = named else { continue };
            new.sort_unstable();
            assert_eq!(counts, &after[&new], "{place:?} on {device}");
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
        for (at, of_seven) in [(Vertices, 28), (Edges, 35)] {
            let local = at.local(&graph, &pattern, &device, &options).unwrap();
            assert_eq!((local.matches, local.counts.iter().sum::<u128>()), (7, of_seven), "{device}");
        }
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
    check_with_less_memory(1 << 10..256 << 10, |device| {
        let mut graphlets = graphlet_degrees(&graph, 5, device, &ListOptions::default())?;
        graphlets.append(&mut graphlet_degrees_of_edges(&graph, 5, device, &ListOptions::default())?);
        Ok(graphlets.into_iter().map(|one| one.local.counts).collect::<Vec<_>>())
    });
}

/// With less and less memory the counts stay right, by a listing where the sums do not fit, until nothing fits.
#[test]
fn a_small_memory_leaves_the_counts_right_or_is_refused() {
    let graph = Csr::from_edges(60, &oracle::random_graph(8, 60, 250));
    let pattern = Pattern::parse("diamond").unwrap();
    check_with_less_memory(3..16 << 20, |device| {
        let options = listing(Induced::Vertex);
        let vertices = at_vertices(&graph, &pattern, device, &options)?.counts;
        let edges = at_edges(&graph, &pattern, device, &options)?.counts;
        let graphlets = graphlet_degrees(&graph, 4, device, &options)?;
        Ok((vertices, edges, graphlets.into_iter().map(|one| one.local.counts).collect::<Vec<_>>()))
    });
}
