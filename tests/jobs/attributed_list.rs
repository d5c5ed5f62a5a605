//! Listings of attributed patterns on every device of this machine, against brute force: sets of maps, not just their
//! number.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use testing::oracle;

use motherlode::graph::{Graph, generate};
use motherlode::mine::list::{Listing, Position, exists, list, sample};
use motherlode::mine::{AttributeMismatch, MineError, Placed, Target};
use motherlode::pattern::Pattern;
use motherlode::plan::{Matching, Semantics};
use motherlode::runtime::{Device, MemorySize};
use proptest::prelude::*;
use testing::common::{count_on, devices, listing, matchings};
use testing::oracle::attributed::{Said, any_pattern, maps, said, symmetries};

/// The first `limit` matches from `from` on, and the place after them.
fn some<'g>(
    device: &Device,
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    matching: Matching,
    from: Position,
    limit: Option<u64>,
) -> (Vec<Vec<u32>>, Position) {
    let (mut rows, mut end) = (Vec::new(), from);
    let options = listing(matching).from(from).limit(limit);
    let listed = list(graph, pattern, device, &options, |batch| {
        rows.extend(batch.rows().map(<[u32]>::to_vec));
        end = batch.end;
        ControlFlow::Continue(())
    });
    assert_eq!(listed.unwrap().matches, rows.len() as u64);
    (rows, end)
}

fn all<'g>(
    device: &Device,
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    matching: Matching,
) -> Vec<Vec<u32>> {
    some(device, graph, pattern, matching, Position::default(), None).0
}

/// The first, by number, of the maps that differ from this one by a symmetry: one for each subgraph.
fn representative(row: &[u32], symmetries: &[Vec<usize>]) -> Vec<u32> {
    let renamed = |names: &Vec<usize>| names.iter().map(|&v| row[v]).collect::<Vec<u32>>();
    symmetries.iter().map(renamed).min().unwrap()
}

/// Checks that the rows are the matches that brute force finds, each once, the same on every device.
fn check(said: &Said, text: &str, matching: Matching) {
    let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let symmetries = match matching.semantics {
        Semantics::Subgraphs => symmetries(&pattern, matching.induced),
        _ => vec![(0..pattern.vertices()).collect()],
    };
    let set = |rows: &[Vec<u32>]| -> BTreeSet<Vec<u32>> {
        rows.iter().map(|row| representative(row, &symmetries)).collect()
    };
    let maps = maps(said, &pattern, matching);
    let graph = said.graph();
    let mut first = None;
    for device in devices() {
        let what = format!("{text} ({matching:?}) on {device}, in {said:?}");
        let rows = all(&device, &graph, &pattern, matching);
        assert!(rows.iter().all(|row| maps.contains(row)), "{what}: {rows:?}");
        let found = set(&rows);
        assert_eq!(found.len(), rows.len(), "{what}: a match is repeated");
        assert_eq!(found, set(&maps), "{what}");
        assert_eq!(first.get_or_insert_with(|| rows.clone()), &rows, "{what}: another order");
    }
}

#[test]
fn undirected_patterns_agree_with_brute_force() {
    let said = said(2, false, 17);
    for text in oracle::attributed::UNDIRECTED {
        matchings().for_each(|matching| check(&said, text, matching));
    }
}

#[test]
fn directed_patterns_agree_with_brute_force() {
    let mut said = said(4, true, 16);
    said.edges[1].2 = Some("knows");
    for text in oracle::attributed::DIRECTED {
        matchings().for_each(|matching| check(&said, text, matching));
    }
}

/// A graph without labels: embeddings and homomorphisms of plain patterns, which come from both engines.
#[test]
fn plain_patterns_by_every_semantics() {
    let edges = oracle::random_graph(5, 9, 17).into_iter().map(|(u, v)| (u as usize, v as usize, None));
    let said = Said { n: 9, edges: edges.collect(), ..Said::default() };
    for text in ["a-b", "a-b-c", "a-b-c-a", "a-b, a-c, a-d", "a-b-c-d-a", "a-b-c-d-a, a-c", "a-b-c-d"] {
        matchings().for_each(|matching| check(&said, text, matching));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_pattern_agrees_with_brute_force(
        (text, directed) in prop_oneof![(any_pattern(false), Just(false)), (any_pattern(true), Just(true))],
        seed in 0u64..1 << 20, m in 9usize..18, which in 0usize..6,
    ) {
        check(&said(seed, directed, m), &text, matchings().nth(which).unwrap());
    }
}

/// A graph with hubs, whose lists pass the width of a warp, with labels on vertices and edges.
fn labelled() -> Graph {
    generate::label(generate::barabasi_albert(120, 8, 5).unwrap().into(), 3, 2, 7)
}

const QUERIES: [&str; 7] = [
    "(a:0)-b",
    "(a:1)-[:0]-(b:0)-c",
    "(a:0)-(b:1)-(c:2)-a",
    "(a:0)-b-(c:1)-d-a, a!c",
    "a-[:0]-b-[:1]-c-a, c-(d:2)",
    "(a:0)-(b:0)-(c:0)-a, !(x:1)-a, x-b, x-c",
    "(a:1)-b, a-(c:2), b!c, !(x:0)-b, x-c",
];

#[test]
fn devices_list_the_same_rows_in_the_same_order() {
    let graph = labelled();
    for text in QUERIES {
        let pattern = Pattern::parse(text).unwrap();
        for matching in Semantics::ALL.map(Matching::from) {
            let expected = count_on(&Device::cpu(None), &graph, &pattern, matching).unwrap();
            let mut rows = devices().into_iter().map(|device| all(&device, &graph, &pattern, matching));
            let first = rows.next().unwrap();
            assert_eq!(first.len() as u128, expected, "{text} ({matching:?})");
            assert!(expected > 0 && rows.all(|rows| rows == first), "{text} ({matching:?})");
        }
    }
}

/// Patterns with more automorphisms than are listed: counted by formulas of another kind, and listed without a
/// repetition.
#[test]
fn very_symmetric_patterns_are_listed() {
    let complete = generate::complete(12).unwrap();
    let star = generate::star(11).unwrap();
    // In a complete graph every choice of vertices is a match for each way to tell them apart: C(12, 9), C(11, 10),
    // C(12, 6) / 2 and, for three parts of three, C(12, 9) * 9! / (3!^3 3!).
    let bipartite: Vec<String> = (0..6).flat_map(|u| (0..6).map(move |v| format!("u{u}-v{v}"))).collect();
    let parts: Vec<String> = (0..9usize)
        .flat_map(|u| (u + 1..9).filter(move |v| u / 3 != v / 3).map(move |v| format!("u{u}-u{v}")))
        .collect();
    for (graph, text, expected) in [
        (&complete, "9-clique".to_owned(), 220),
        (&complete, "12-clique".to_owned(), 1),
        (&star, "10-star".to_owned(), 11),
        (&complete, bipartite.join(", "), 462),
        (&complete, parts.join(", "), 220 * 280),
    ] {
        let pattern = Pattern::parse(&text).unwrap();
        let matching = Matching::from(Semantics::Subgraphs);
        for device in devices() {
            assert_eq!(count_on(&device, graph, &pattern, matching).unwrap(), expected, "{text} on {device}");
            if expected > 1000 && !device.is_scalar() {
                continue;
            }
            let rows = all(&device, graph, &pattern, matching);
            let edges = |row: &Vec<u32>| oracle::subgraph(&pattern, row);
            let found: BTreeSet<_> = rows.iter().map(edges).collect();
            assert_eq!(
                (rows.len(), found.len()),
                (expected as usize, expected as usize),
                "{text} on {device}"
            );
        }
    }
}

#[test]
fn limits_are_exact_and_parts_make_up_the_whole() {
    let graph = labelled();
    for text in [QUERIES[2], QUERIES[3], QUERIES[6]] {
        let pattern = Pattern::parse(text).unwrap();
        for semantics in Semantics::ALL {
            let matching = Matching::from(semantics);
            for device in devices() {
                let whole = all(&device, &graph, &pattern, matching);
                for limit in [0, 1, 31, 33, whole.len() - 1, whole.len() + 1] {
                    let (rows, _) =
                        some(&device, &graph, &pattern, matching, Position::default(), Some(limit as u64));
                    assert_eq!(rows, whole[..limit.min(whole.len())], "{text}: {limit} on {device}");
                }
                let (mut parts, mut from) = (Vec::new(), Position::default());
                loop {
                    let step = whole.len() as u64 / 5 + 1;
                    let (rows, end) = some(&device, &graph, &pattern, matching, from, Some(step));
                    if rows.is_empty() {
                        break;
                    }
                    parts.extend(rows);
                    from = end;
                }
                assert_eq!(parts, whole, "{text} ({matching:?}) in parts on {device}");
            }
        }
    }
}

#[test]
fn memory_changes_nothing() {
    let graph = labelled();
    let matching = Matching::from(Semantics::Embeddings);
    for text in [QUERIES[1], QUERIES[3]] {
        let pattern = Pattern::parse(text).unwrap();
        let whole = all(&Device::cpu(None), &graph, &pattern, matching);
        for kilobytes in [8, 256] {
            let device = Device::cpu(Some(MemorySize(kilobytes << 10)));
            assert_eq!(all(&device, &graph, &pattern, matching), whole, "{kilobytes} KiB");
            assert_eq!(device.budget().left(), kilobytes << 10, "what was taken came back");
        }
    }
}

#[test]
fn the_iterator_gives_the_same_matches() {
    let graph = labelled();
    let pattern = Pattern::parse(QUERIES[4]).unwrap();
    for device in devices() {
        let matching = Matching::from(Semantics::Subgraphs);
        let prepared = Listing::new(&Placed::new(&graph, &device), &pattern, matching).unwrap();
        let lister = prepared.open(&listing(matching)).unwrap();
        let rows = lister.matches().collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(rows, all(&device, &graph, &pattern, matching));
    }
}

#[test]
fn existence() {
    let graph = labelled();
    for device in devices() {
        let first = |text, semantics| {
            let pattern = Pattern::parse(text).unwrap();
            exists(&graph, &pattern, &device, &listing(semantics)).map(|found| found.first)
        };
        let pattern = Pattern::parse(QUERIES[5]).unwrap();
        let whole = all(&device, &graph, &pattern, Matching::from(Semantics::Subgraphs));
        assert_eq!(first(QUERIES[5], Semantics::Subgraphs).unwrap().as_ref(), whole.first(), "{device}");
        // The vertex that must not exist may be `b` itself.
        assert_eq!(first("a-b, !(x)-a", Semantics::Homomorphisms).unwrap(), None, "{device}");
        let unknown = first("(a:9)-b", Semantics::Subgraphs);
        assert!(matches!(unknown, Err(MineError::Attributes(AttributeMismatch::UnknownLabel { .. }))));
    }
}

/// Samples of 6 of the matches, 3000 times, for each semantics: each match is drawn equally often, within six standard
/// deviations.
#[test]
fn samples_are_uniform_parts_of_the_whole() {
    let said = said(6, true, 14);
    let graph = said.graph();
    let pattern = Pattern::parse("a->b, b-(c:x|y), !(n:z)->a, n-c").unwrap();
    let device = Device::cpu(None);
    for semantics in Semantics::ALL {
        let matching = Matching::from(semantics);
        let whole = all(&device, &graph, &pattern, matching);
        assert!((8..400).contains(&whole.len()), "{}", whole.len());
        let draw = |device: &Device, size, seed| {
            let drawn = sample(&graph, &pattern, device, &listing(matching), size, seed).unwrap();
            assert_eq!((drawn.of, drawn.width), (whole.len() as u64, 3));
            drawn.ids.chunks(3).map(<[u32]>::to_vec).collect::<Vec<_>>()
        };
        for device in devices() {
            assert_eq!(draw(&device, 7, 3), draw(&Device::cpu(None), 7, 3), "{device}");
            assert_eq!(draw(&device, 1 << 20, 3), whole, "{device}");
        }
        let (rounds, size) = (3000u32, 6u32);
        let mut drawn = vec![0u32; whole.len()];
        for seed in 0..rounds {
            for row in draw(&device, size.into(), seed.into()) {
                drawn[whole.iter().position(|w| *w == row).unwrap()] += 1;
            }
        }
        let share = f64::from(size) / whole.len() as f64;
        let (mean, deviation) =
            (f64::from(rounds) * share, (f64::from(rounds) * share * (1.0 - share)).sqrt());
        let far = drawn.iter().find(|&&count| (f64::from(count) - mean).abs() > 6.0 * deviation);
        assert_eq!(far, None, "{semantics:?}: {mean} expected, {drawn:?}");
    }
}
