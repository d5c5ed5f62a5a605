//! The maximal cliques themselves, against going through all cliques, and against their counts.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::Position;
use motherlode::mine::{self, Context, CountOptions, MaximalCliqueOptions, MineError, Placed, VertexOrder};
use motherlode::runtime::{Device, Interrupt, MemorySize, RuntimeError, Team};
use testing::common::devices;

use super::maximal_cliques::{each_by_all_cliques, in_parts};

fn all() -> MaximalCliqueOptions {
    MaximalCliqueOptions::default()
}

/// The rows, and whether these are all.
fn listed(graph: &Csr, team: impl Into<Team>, options: &MaximalCliqueOptions) -> (Vec<Vec<u32>>, bool) {
    let mut lister = Placed::new(graph, team).list_maximal_cliques(options).unwrap();
    let mut rows = Vec::new();
    while let Some(batch) = lister.next_batch().unwrap() {
        assert!(!batch.is_empty());
        rows.extend(batch.rows().map(<[u32]>::to_vec));
    }
    assert_eq!(lister.listed(), rows.len() as u64);
    (rows, lister.is_complete())
}

fn list(graph: &Csr, team: impl Into<Team>, options: &MaximalCliqueOptions) -> Vec<Vec<u32>> {
    listed(graph, team, options).0
}

/// By going through all cliques, in an order of their own.
fn by_all_cliques(graph: &Csr) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    each_by_all_cliques(graph, |clique| found.push(clique.to_vec()));
    found
}

fn sorted(mut rows: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    rows.sort();
    rows
}

fn graphs() -> Vec<(&'static str, Csr)> {
    vec![
        ("rmat", generate::rmat(8, 5, 20).unwrap()),
        ("dense", generate::gnm(6, 500, 3).unwrap()),
        ("sparse", generate::gnm(9, 700, 5).unwrap()),
        ("teams", generate::teams(60, 25, 9, 3).unwrap()),
        ("lists of more than 64", in_parts(71, |v| v % 3)),
        ("pairs", in_parts(18, |v| v / 2)),
        ("complete", generate::complete(9).unwrap()),
        ("star", generate::star(30).unwrap()),
        ("edge", Csr::from_edges(4, &[(2, 3)])),
        ("no edges", Csr::from_edges(3, &[])),
        ("no vertices", Csr::from_edges(0, &[])),
    ]
}

#[test]
fn they_are_those_that_no_vertex_can_be_added_to() {
    for (name, graph) in graphs() {
        let expected = by_all_cliques(&graph);
        for order in [VertexOrder::Degeneracy, VertexOrder::Degree] {
            let options = all().order(order);
            let (first, complete) = listed(&graph, &Device::cpu(None), &options);
            assert!(complete);
            assert_eq!(sorted(first.clone()), expected, "{name}, {order:?}");
            for device in devices() {
                assert_eq!(list(&graph, &device, &options), first, "{name}, {order:?}, {device}");
            }
            let large = list(&graph, &Device::cpu(None), &options.clone().least(4));
            let kept = first.iter().filter(|clique| clique.len() >= 4).cloned().collect::<Vec<_>>();
            assert_eq!(large, kept, "{name}, {order:?}");
        }
    }
}

/// Limits cut the listing off, and the largest keep its order.
#[test]
fn some_of_them() {
    for (name, graph) in graphs() {
        for device in devices() {
            let every = list(&graph, &device, &all());
            for limit in [0, 1, every.len() / 2, every.len(), every.len() + 1] {
                let (first, complete) = listed(&graph, &device, &all().limit(limit as u64));
                assert_eq!(first, every[..limit.min(every.len())], "{name}");
                assert_eq!(complete, limit > every.len(), "{name}, {limit}");
            }
            for top in [0, 1, 2, 5, every.len() + 1] {
                let largest = list(&graph, &device, &all().top(top as u64));
                assert_eq!(largest.len(), top.min(every.len()), "{name}");
                let least = largest.iter().map(Vec::len).min().unwrap_or(usize::MAX);
                let above = every.iter().filter(|clique| clique.len() > least).count();
                let mut left = largest.len().saturating_sub(above);
                let expected = every.iter().filter(|clique| {
                    let is_least = clique.len() == least && left > 0;
                    left -= usize::from(is_least);
                    is_least || clique.len() > least
                });
                assert_eq!(largest.iter().collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{name}, {top}");
            }
        }
    }
}

/// From each place that a listing with little room was at, and from places within the batches of one with much, another
/// goes on with the rest.
#[test]
fn a_listing_goes_on_from_any_of_its_places() {
    let little = Device::cpu(Some(MemorySize(600 << 10)));
    for (name, graph) in graphs() {
        for options in [all(), all().least(3).order(VertexOrder::Degree), all().containing([0])] {
            if !options.containing.is_empty() && graph.n() == 0 {
                continue;
            }
            let placed = Placed::new(&graph, &little);
            let mut lister = placed.list_maximal_cliques(&options).unwrap();
            let mut rows: Vec<Vec<u32>> = Vec::new();
            let mut places = vec![(Position::default(), 0)];
            while let Some(batch) = lister.next_batch().unwrap() {
                rows.extend(batch.rows().map(<[u32]>::to_vec));
                places.push((lister.position(), rows.len()));
            }
            assert_eq!(rows, list(&graph, &Device::cpu(None), &options), "{name}");
            places.push((lister.position(), rows.len()));
            places.push((Position { task: 0, skip: rows.len().min(3) as u64 }, rows.len().min(3)));
            let step = places.len().div_ceil(6);
            for (from, before) in places.into_iter().rev().step_by(step) {
                let options = options.clone().from(from);
                for device in devices().iter().chain([&little]) {
                    let rest = list(&graph, device, &options);
                    assert_eq!(rest, rows[before..], "{name} from {from:?} on {device}");
                }
                let first = list(&graph, &little, &options.limit(2));
                assert_eq!(first, rows[before..rows.len().min(before + 2)], "{name} from {from:?}");
            }
        }
    }
}

#[test]
fn those_through_vertices() {
    for (name, graph) in graphs() {
        let every = by_all_cliques(&graph);
        let through = |held: &[u32]| -> Vec<Vec<u32>> {
            every.iter().filter(|clique| held.iter().all(|v| clique.contains(v))).cloned().collect()
        };
        let n = graph.n();
        let mut asked: Vec<Vec<u32>> = (0..n).step_by(7).map(|v| vec![v]).collect();
        for u in (0..n).step_by(5) {
            asked.extend(graph.neighbors(u).iter().step_by(3).map(|&v| vec![u, v, u]));
        }
        asked.extend((1..n.min(9)).map(|v| vec![v, 0, n - 1]));
        for held in asked {
            for device in
                [Device::cpu(None)].into_iter().chain((held.len() < 3).then(devices).into_iter().flatten())
            {
                let found = list(&graph, &device, &all().containing(held.clone()));
                assert_eq!(sorted(found), through(&held), "{name}, {held:?}");
            }
            let of = all().containing(held.clone()).least(4);
            let found = sorted(list(&graph, &Device::cpu(None), &of));
            let large = through(&held).into_iter().filter(|clique| clique.len() >= 4);
            assert_eq!(found, large.collect::<Vec<_>>(), "{name}, {held:?}");
            let top = list(&graph, &Device::cpu(None), &all().containing(held.clone()).top(2));
            let mut sizes: Vec<usize> = through(&held).iter().map(Vec::len).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            sizes.truncate(2);
            let mut found: Vec<usize> = top.iter().map(Vec::len).collect();
            found.sort_unstable_by(|a, b| b.cmp(a));
            assert_eq!(found, sizes, "{name}, {held:?}");
        }
    }
}

#[test]
fn how_many_each_vertex_is_in() {
    for (name, graph) in graphs() {
        let every = by_all_cliques(&graph);
        let two = Team::of(&Device::cpu(None), &[Device::cpu(None)]);
        for team in devices().iter().map(Team::from).chain([two]) {
            for (least, order) in [
                (1, VertexOrder::Degeneracy),
                (2, VertexOrder::Degree),
                (3, VertexOrder::Degree),
                (5, VertexOrder::Degeneracy),
            ] {
                let options = CountOptions::default();
                let counts = mine::maximal_cliques_at_vertices(&graph, least, order, team.clone(), &options)
                    .unwrap()
                    .counts;
                let large = every.iter().filter(|clique| clique.len() >= least as usize);
                let at = |v: u32| large.clone().filter(|clique| clique.contains(&v)).count() as u64;
                assert_eq!(counts, (0..graph.n()).map(at).collect::<Vec<_>>(), "{name}, {least}, {team:?}");
            }
        }
    }
    // More than could be gone through: half of all have a vertex.
    let graph = in_parts(64, |v| v / 2);
    let at = Placed::new(&graph, &Device::cpu(None));
    let counts =
        at.maximal_cliques_at_vertices(1, VertexOrder::Degeneracy, &CountOptions::default()).unwrap().counts;
    assert_eq!(counts, vec![1 << 31; 64]);
}

/// A root whose cliques are more than there is room for at a time, in all of the memory and in little: of one in three,
/// and of all pairs.
#[test]
fn roots_with_many_cliques_are_cut() {
    for (graph, size, count) in
        [(in_parts(33, |v| v % 11), 11, 3usize.pow(11)), (in_parts(34, |v| v / 2), 17, 1 << 17)]
    {
        let device = Device::cpu(None);
        let rows = list(&graph, &device, &all());
        assert_eq!(rows.len(), count);
        assert!(rows.iter().all(|row| row.len() == size));
        assert!(rows.iter().flatten().all(|&v| v < graph.n()));
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), count);
        for device in devices() {
            let some = list(&graph, &device, &all().limit(1000));
            assert_eq!(some, rows[..1000]);
        }
    }
    // Little room: nearly each clique is a part of its own.
    let graph = in_parts(18, |v| v % 6);
    let expected = list(&graph, &Device::cpu(None), &all());
    assert_eq!(expected.len(), 3usize.pow(6));
    let mut succeeded = 0;
    for kilobytes in [1, 2, 3, 4, 5, 6, 8, 12, 16, 1024] {
        let device = Device::cpu(Some(MemorySize(kilobytes << 10)));
        let mut lister = Placed::new(&graph, &device).list_maximal_cliques(&all()).unwrap();
        let mut rows = Vec::new();
        let ended = loop {
            match lister.next_batch() {
                Ok(Some(batch)) => rows.extend(batch.rows().map(<[u32]>::to_vec)),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        match ended {
            Ok(()) => {
                succeeded += 1;
                assert_eq!(rows, expected, "{kilobytes}");
            }
            Err(MineError::Runtime(RuntimeError::OverBudget { .. })) => {
                assert!(rows.is_empty(), "{kilobytes}")
            }
            Err(error) => panic!("{kilobytes}: {error}"),
        }
    }
    assert!((4..10).contains(&succeeded), "{succeeded}");
}

/// A hub of 300,000 neighbours, of which each has another one in common with it, among a few that are all joined.
#[test]
fn hubs_end_soon() {
    let (few, n) = (40u32, 300_000u32);
    let among = (0..few).flat_map(|u| (0..u).map(move |v| (v, u)));
    let edges: Vec<(u32, u32)> =
        among.chain((few..n).flat_map(|v| [(0, v), (1 + v % (few - 1), v)])).collect();
    let graph = Csr::from_edges(n, &edges);
    let start = Instant::now();
    let device = Device::cpu(None);
    let rows = list(&graph, &device, &all());
    assert_eq!(rows.len(), (n - few + 1) as usize);
    assert_eq!(list(&graph, &device, &all().containing([0])).len(), rows.len());
    assert_eq!(list(&graph, &device, &all().top(1)), [(0..few).collect::<Vec<_>>()]);
    let counts =
        mine::maximal_cliques_at_vertices(&graph, 1, VertexOrder::Degree, &device, &CountOptions::default());
    assert_eq!(counts.unwrap().counts[0], u64::from(n - few + 1));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn deadlines_end_a_listing() {
    let graph = generate::gnm(9, 118_000, 1).unwrap();
    let start = Instant::now();
    let interrupt = Interrupt::default().at(start + Duration::from_millis(500));
    let options = all().context(Context::default().interrupt(interrupt));
    let mut lister = Placed::new(&graph, &Device::cpu(None)).list_maximal_cliques(&options).unwrap();
    let ended = loop {
        match lister.next_batch() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("it takes days"),
            Err(error) => break error,
        }
    };
    assert!(matches!(ended, MineError::Runtime(RuntimeError::Deadline)), "{ended:?}");
    assert!(lister.next_batch().unwrap().is_none() && !lister.is_complete());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Rows by size are as many as were counted by another program.
#[cfg(feature = "shared-data")]
#[test]
fn real_graphs() {
    use std::collections::BTreeMap;

    use motherlode::graph::{self, LoadOptions};
    let text = std::fs::read_to_string(testing::common::data().join("maximal_cliques.json")).unwrap();
    let known: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    for name in ["email-Enron", "wiki-Vote"] {
        let path = testing::common::data().join(format!("{name}.el.gz"));
        let graph = graph::load(&path, &LoadOptions::default()).unwrap().csr().clone();
        let expected: BTreeMap<usize, u64> = serde_json::from_value(known[name].clone()).unwrap();
        let rows = list(&graph, &Device::cpu(None), &all());
        let mut sizes = BTreeMap::new();
        rows.iter().filter(|row| row.len() > 1).for_each(|row| *sizes.entry(row.len()).or_insert(0) += 1);
        assert_eq!(sizes, expected, "{name}");
        let counts = mine::maximal_cliques_at_vertices(
            &graph,
            1,
            VertexOrder::Degeneracy,
            &Device::cpu(None),
            &CountOptions::default(),
        );
        let mut at = vec![0; graph.n() as usize];
        rows.iter().flatten().for_each(|&v| at[v as usize] += 1);
        assert_eq!(counts.unwrap().counts, at, "{name}");
        let joined = |u: u32, v: u32| graph.neighbors(u).binary_search(&v).is_ok();
        for row in &rows {
            assert!(row.is_sorted() && row.iter().all(|&u| row.iter().all(|&v| u == v || joined(u, v))));
        }
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len(), "{name}");
    }
}
