//! Bicliques, against all pairs of sets, the walk of a plan, and laws.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use motherlode::graph::attributes::Attributes;
use motherlode::graph::{Csr, GraphBuilder, generate};
use motherlode::mine::list::Position;
use motherlode::mine::{
    self, Context, MineError, Placed, Sides, SidesError, bicliques, bicliques_at_edges, bicliques_at_vertices,
};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Device, Team};
use testing::common::{check_deadline, count_on, devices};
use testing::oracle::choose;
use testing::oracle::graphs::{random_graph, relabelled};

/// A graph with `left` vertices on its left side and `right` on the other, in some order, of some edges.
fn two_sided(seed: u64, left: usize, right: usize, edges: usize) -> (Csr, Sides) {
    // Edges of a graph of twice as many vertices, of which one end is folded to each side: some have more of them than
    // others.
    let drawn = random_graph(seed, left + right, edges);
    let fold = |(u, v): (u32, u32)| (u % left as u32, left as u32 + v % right as u32);
    let folded: Vec<(u32, u32)> = drawn.into_iter().map(fold).collect();
    let n = left + right;
    let names = relabelled(seed + 1, n, &(0..n as u32).map(|v| (v, v)).collect::<Vec<_>>());
    let graph = Csr::from_edges(n as u32, &relabelled(seed + 1, n, &folded));
    let mut is_left = vec![false; n];
    names[..left].iter().for_each(|&(name, _)| is_left[name as usize] = true);
    let sides = Sides::new(&graph, is_left).unwrap();
    (graph, sides)
}

/// All sets of so many of these.
fn sets(of: &[u32], size: u32) -> Vec<Vec<u32>> {
    match of.split_first() {
        _ if size == 0 => vec![vec![]],
        None => vec![],
        Some((&first, rest)) => {
            let with = sets(rest, size - 1).into_iter().map(|set| [vec![first], set].concat());
            with.chain(sets(rest, size)).collect()
        }
    }
}

/// What is counted of all pairs of sets: in all, at the vertices, and at the edges.
#[derive(Debug, PartialEq)]
struct Found {
    count: u128,
    vertices: Vec<u128>,
    edges: Vec<u128>,
}

/// From the definition. Without sides, a pair of sets of one size is there once, whichever comes first.
fn by_definition(graph: &Csr, p: u32, q: u32, sides: Option<&Sides>) -> Found {
    let all: Vec<u32> = (0..graph.n()).collect();
    let of = |side: Option<&[bool]>| -> Vec<u32> {
        all.iter().copied().filter(|&v| side.is_none_or(|side| side[v as usize])).collect()
    };
    let edges: Vec<(u32, u32)> = graph.each_edge().collect();
    let mut found = Found { count: 0, vertices: vec![0; all.len()], edges: vec![0; edges.len()] };
    let others = sets(&of(sides.map(Sides::right)), q);
    for one in sets(&of(sides.map(Sides::left)), p) {
        for other in &others {
            let joined = |&u: &u32| other.iter().all(|v| graph.neighbors(u).contains(v));
            if (sides.is_none() && p == q && one > *other) || !one.iter().all(joined) {
                continue;
            }
            found.count += 1;
            one.iter().chain(other).for_each(|&v| found.vertices[v as usize] += 1);
            for (&u, &v) in one.iter().flat_map(|u| other.iter().map(move |v| (u, v))) {
                found.edges[edges.binary_search(&(u.min(v), u.max(v))).unwrap()] += 1;
            }
        }
    }
    found
}

fn by_job(graph: &Csr, p: u32, q: u32, sides: Option<&Sides>, team: impl Into<Team>) -> Found {
    let (placed, context) = (Placed::new(graph, team), Context::default());
    let count = placed.bicliques(p, q, sides, &context).unwrap().count;
    let vertices = placed.bicliques_at_vertices(p, q, sides, &context).unwrap();
    let edges = placed.bicliques_at_edges(p, q, sides, &context).unwrap();
    assert_eq!((vertices.count, edges.count), (count, count), "{p}, {q}");
    Found { count, vertices: vertices.counts.iter().collect(), edges: edges.counts.iter().collect() }
}

#[test]
fn two_sided_graphs_by_definition() {
    for (seed, left, right, edges) in [(1, 7, 11, 60), (2, 12, 6, 70), (3, 9, 9, 100), (4, 3, 14, 40)] {
        let (graph, sides) = two_sided(seed, left, right, edges);
        for (p, q) in [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 5)] {
            let expected = by_definition(&graph, p, q, Some(&sides));
            for device in devices() {
                let found = by_job(&graph, p, q, Some(&sides), &device);
                assert_eq!(found, expected, "{device}, seed {seed}, {p} and {q}");
            }
        }
    }
}

#[test]
fn graphs_without_sides_by_definition() {
    for (seed, n, m) in [(5, 11, 34), (6, 14, 40)] {
        let graph = Csr::from_edges(n as u32, &random_graph(seed, n, m));
        for (p, q) in [(1, 1), (1, 2), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
            let expected = by_definition(&graph, p, q, None);
            for device in devices() {
                assert_eq!(
                    by_job(&graph, p, q, None, &device),
                    expected,
                    "{device}, seed {seed}, {p} and {q}"
                );
            }
        }
    }
}

/// The pattern of a biclique.
fn pattern(p: u32, q: u32) -> Pattern {
    let edges = (0..p).flat_map(|a| (0..q).map(move |b| format!("a{a}-b{b}")));
    Pattern::parse(&edges.collect::<Vec<_>>().join(", ")).unwrap()
}

#[test]
fn graphs_without_sides_by_the_walk() {
    let graph = generate::rmat(8, 6, generate::RMAT_SEED).unwrap();
    for (p, q) in [(2, 2), (2, 3), (3, 3), (2, 4)] {
        let walked = count_on(&Device::cpu(None), &graph, &pattern(p, q), Induced::Edge).unwrap();
        for device in devices() {
            let found = bicliques(&graph, p, q, None, &device, &Context::default()).unwrap().count;
            assert_eq!(found, walked, "{device}, {p} and {q}");
        }
    }
}

/// Sums at places, turned sides, and renumbered vertices.
#[test]
fn laws() {
    let (graph, sides) = two_sided(9, 16, 22, 300);
    let turned = Sides::new(&graph, sides.right().to_vec()).unwrap();
    let names: Vec<(u32, u32)> = (0..graph.n()).map(|v| (v, v)).collect();
    let names = relabelled(31, names.len(), &names);
    let renamed: Vec<(u32, u32)> =
        graph.each_edge().map(|(u, v)| (names[u as usize].0, names[v as usize].0)).collect();
    let renamed = Csr::from_edges(graph.n(), &renamed);
    let mut left = vec![false; names.len()];
    names.iter().zip(sides.left()).for_each(|(&(name, _), &is_left)| left[name as usize] = is_left);
    let renamed_sides = Sides::new(&renamed, left).unwrap();
    for device in devices() {
        for (p, q) in [(2, 2), (2, 4), (3, 2), (4, 4), (5, 3), (1, 6)] {
            let found = by_job(&graph, p, q, Some(&sides), &device);
            assert!(found.count > 0, "{p}, {q}");
            let (at_vertices, at_edges) = (u128::from(p + q), u128::from(p * q));
            assert_eq!(found.vertices.iter().sum::<u128>(), at_vertices * found.count, "{device}, {p}, {q}");
            assert_eq!(found.edges.iter().sum::<u128>(), at_edges * found.count, "{device}, {p}, {q}");
            assert_eq!(by_job(&graph, q, p, Some(&turned), &device), found, "{device}, {p}, {q}");
            let elsewhere = by_job(&renamed, p, q, Some(&renamed_sides), &device);
            assert_eq!(elsewhere.count, found.count, "{device}, {p}, {q}");
            let back = |v: usize| elsewhere.vertices[names[v].0 as usize];
            assert!((0..names.len()).all(|v| back(v) == found.vertices[v]), "{device}, {p}, {q}");
            // A subgraph is found whichever side is which.
            let either = bicliques(&graph, p, q, None, &device, &Context::default()).unwrap().count;
            let other = bicliques(&graph, q, p, Some(&sides), &device, &Context::default()).unwrap().count;
            assert_eq!(either, if p == q { found.count } else { found.count + other }, "{device}, {p}, {q}");
        }
    }
}

/// Complete two-sided graphs, up to what 128 bits hold.
#[test]
fn complete_graphs_by_binomials() {
    let complete = |left: u32, right: u32| {
        let edges: Vec<(u32, u32)> =
            (0..left).flat_map(|u| (left..left + right).map(move |v| (u, v))).collect();
        let graph = Csr::from_edges(left + right, &edges);
        let sides = Sides::new(&graph, (0..left + right).map(|v| v < left).collect()).unwrap();
        (graph, sides)
    };
    let (graph, sides) = complete(9, 120);
    for device in devices() {
        for (p, q) in [(2, 2), (7, 20), (3, 32), (9, 2)] {
            let found = bicliques(&graph, p, q, Some(&sides), &device, &Context::default()).unwrap().count;
            assert_eq!(found, choose(9, p.into()) * choose(120, q.into()), "{device}, {p}, {q}");
        }
        let (graph, sides) = complete(4, 5000);
        let found = bicliques(&graph, 3, 32, Some(&sides), &device, &Context::default());
        assert!(matches!(found, Err(MineError::CountOverflow)), "{device}: {found:?}");
    }
}

#[test]
fn sides_that_are_none_are_refused() {
    let graph = Csr::from_edges(4, &[(0, 1), (1, 2), (2, 3)]);
    let same = Sides::new(&graph, vec![true, false, false, true]);
    assert_eq!(same, Err(SidesError::SameSide { ends: [1, 2], is_left: false }));
    let none = Attributes::default();
    assert_eq!(Sides::of_columns(&graph, &none), Err(SidesError::NoColumns));
    assert!(matches!(Sides::of_label(&graph, &none, "a"), Err(SidesError::NoLabels { .. })));
    for (p, q) in [(0, 2), (2, 33), (33, 1)] {
        let found = bicliques(&graph, p, q, None, &Device::cpu(None), &Context::default());
        assert!(matches!(found, Err(MineError::BicliqueSize { .. })), "{found:?}");
    }
}

#[test]
fn sides_by_label_and_by_column() {
    let mut builder = GraphBuilder::directed();
    for (id, label) in [(10u64, "user"), (11, "user"), (20, "item"), (21, "item"), (22, "item")] {
        builder.vertex(id, &[label]);
    }
    for (user, item) in [(10u64, 20u64), (10, 21), (11, 20), (11, 21), (11, 22)] {
        builder.edge(user, item);
    }
    let graph = builder.build().unwrap();
    let by_label = Sides::of_label(graph.csr(), graph.attributes(), "user").unwrap();
    assert_eq!(by_label, Sides::of_columns(graph.csr(), graph.attributes()).unwrap());
    assert_eq!(by_label.sizes(), [2, 3]);
    let unknown = Sides::of_label(graph.csr(), graph.attributes(), "usr");
    assert!(
        matches!(&unknown, Err(SidesError::UnknownLabel { nearest, .. }) if nearest[0] == "user"),
        "{unknown:?}"
    );
}

/// A hub on one side, which would be the middle of 4.5e10 wedges if the other one were anchored; and stars.
#[test]
fn hubs_end_in_seconds() {
    let start = Instant::now();
    let leaves = 300_000u32;
    // All but a few are joined to the hub; each to one of 1000 others besides.
    let edges: Vec<(u32, u32)> =
        (0..leaves).flat_map(|v| [(v, leaves), (v, leaves + 1 + v % 1000)]).collect();
    let graph = Csr::from_edges(leaves + 1001, &edges);
    let sides = Sides::new(&graph, (0..graph.n()).map(|v| v < leaves).collect()).unwrap();
    let count =
        |p, q| bicliques(&graph, p, q, Some(&sides), &Device::cpu(None), &Context::default()).unwrap().count;
    // 300 leaves have the hub and the same other one.
    assert_eq!(count(2, 2), 1000 * (300 * 299 / 2));
    assert_eq!(count(3, 2), 1000 * (300 * 299 * 298 / 6));
    let star = generate::star(leaves.into()).unwrap();
    assert_eq!(bicliques(&star, 2, 3, None, &Device::cpu(None), &Context::default()).unwrap().count, 0);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn deadlines_end_the_search_of_a_root() {
    check_deadline(|graph, context| bicliques(graph, 16, 16, None, &Device::cpu(None), &context));
}

/// The functions for one use are the methods.
#[test]
fn functions_are_the_methods() {
    let (graph, sides) = two_sided(12, 9, 12, 70);
    let (cpu, context) = (Device::cpu(None), Context::default());
    let found = by_job(&graph, 2, 3, Some(&sides), &cpu);
    let vertices = bicliques_at_vertices(&graph, 2, 3, Some(&sides), &cpu, &context).unwrap();
    assert_eq!(vertices.counts.iter().collect::<Vec<_>>(), found.vertices);
    let edges = bicliques_at_edges(&graph, 2, 3, Some(&sides), &cpu, &context).unwrap();
    assert_eq!(edges.counts.iter().collect::<Vec<_>>(), found.edges);
    assert_eq!(mine::LARGEST_SIDE, 32);
}

/// Maximal bicliques by closing all sets of the left side: what all of a set are joined to, and all who are joined to
/// that. Without sides, both sides are all vertices, and of two pairs that are each other turned the one with the least
/// vertex first stays.
fn maximal_by_definition(graph: &Csr, sides: Option<&Sides>) -> BTreeSet<(Vec<u32>, Vec<u32>)> {
    let on_left = |v: &u32| sides.is_none_or(|sides| sides.left()[*v as usize]);
    let left: Vec<u32> = (0..graph.n()).filter(on_left).collect();
    let neighbors = |v: u32| -> BTreeSet<u32> { graph.neighbors(v).iter().copied().collect() };
    let mut found = BTreeSet::new();
    for set in 1u32..1 << left.len() {
        let some = left.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1).map(|(_, &v)| v);
        let common = some.map(neighbors).reduce(|one, other| &one & &other).unwrap();
        let closed: Vec<u32> = left.iter().copied().filter(|&v| common.is_subset(&neighbors(v))).collect();
        let common: Vec<u32> = common.into_iter().collect();
        if !common.is_empty() && (sides.is_some() || closed[0] < common[0]) {
            found.insert((closed, common));
        }
    }
    found
}

type Bicliques = Vec<(Vec<u32>, Vec<u32>)>;

/// The first maximal bicliques, and what is listed from the place behind them on.
fn in_two_listings(
    placed: &Placed,
    least: [u32; 2],
    sides: Option<&Sides>,
    first: usize,
) -> (Bicliques, Bicliques) {
    let mut place = Position::default();
    let mut listed = |most: usize| {
        let (from, mut listed) = (place, Vec::new());
        let take = |left: &[u32], right: &[u32], end| {
            listed.push((left.to_vec(), right.to_vec()));
            place = end;
            if listed.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        placed.list_maximal_bicliques(least, sides, from, &Context::default(), take).unwrap();
        listed
    };
    (listed(first), listed(usize::MAX))
}

#[test]
fn maximal_bicliques_by_definition() {
    let (two_sided, sides) = two_sided(51, 11, 19, 90);
    let general = Csr::from_edges(13, &random_graph(52, 13, 38));
    for (graph, sides) in [(&two_sided, Some(&sides)), (&general, None)] {
        let all = maximal_by_definition(graph, sides);
        for least in [[1, 1], [2, 1], [2, 3], [3, 2]] {
            let large_enough = |(left, right): &&(Vec<u32>, Vec<u32>)| {
                let (mut sizes, mut least) = ([left.len(), right.len()], least);
                if sides.is_none() {
                    sizes.sort_unstable();
                    least.sort_unstable();
                }
                sizes[0] >= least[0] && sizes[1] >= least[1]
            };
            let expected: BTreeSet<_> = all.iter().filter(large_enough).cloned().collect();
            assert!(!expected.is_empty(), "{least:?}");
            let mut by_sizes = std::collections::BTreeMap::new();
            for (left, right) in &expected {
                let mut sizes = [left.len() as u32, right.len() as u32];
                if sides.is_none() {
                    sizes.sort_unstable();
                }
                *by_sizes.entry(sizes).or_insert(0u128) += 1;
            }
            let mut orders = BTreeSet::new();
            let least = least.map(|least| least as u32);
            for device in devices() {
                let placed = Placed::new(graph, &device);
                let found = placed.maximal_bicliques(least, sides, &Context::default()).unwrap();
                let expected_sizes: Vec<_> = by_sizes.clone().into_iter().collect();
                assert_eq!(found.sizes, expected_sizes, "{device}, {least:?}");
                let mut listed = Vec::new();
                let take = |left: &[u32], right: &[u32]| {
                    listed.push((left.to_vec(), right.to_vec()));
                    ControlFlow::Continue(())
                };
                placed.each_maximal_biclique(least, sides, &Context::default(), take).unwrap();
                assert_eq!(listed.len(), expected.len(), "{device}, {least:?}");
                assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), expected, "{device}, {least:?}");
                for start in [0, 1, expected.len() / 2, expected.len() - 1] {
                    let (first, rest) = in_two_listings(&placed, least, sides, start + 1);
                    assert_eq!([first, rest].concat(), listed, "{device}, {least:?}, in two");
                }
                orders.insert(listed);
            }
            assert_eq!(orders.len(), 1, "one order on every device");
        }
    }
}

/// A listing ends where nobody wants more; and a hub of many neighbours is searched from the other side.
#[test]
fn maximal_bicliques_of_hubs_and_the_first_of_many() {
    let leaves = 300_000u32;
    let edges: Vec<(u32, u32)> =
        (0..leaves).flat_map(|v| [(v, leaves), (v, leaves + 1 + v % 1000)]).collect();
    let graph = Csr::from_edges(leaves + 1001, &edges);
    let sides = Sides::new(&graph, (0..graph.n()).map(|v| v < leaves).collect()).unwrap();
    let placed = Placed::new(&graph, &Device::cpu(None));
    let start = Instant::now();
    let found = placed.maximal_bicliques([1, 1], Some(&sides), &Context::default()).unwrap();
    assert_eq!(found.sizes, [([300, 2], 1000), ([leaves, 1], 1)]);
    let mut first = 0;
    let take = |_: &[u32], _: &[u32]| {
        first += 1;
        if first == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    placed.each_maximal_biclique([2, 2], Some(&sides), &Context::default(), take).unwrap();
    assert_eq!(first, 3);
    // Triangles that have one vertex in common: each two of the leaves have that in common, and no side could be
    // anchored without it in the middle.
    let windmill: Vec<(u32, u32)> =
        (0..leaves).step_by(2).flat_map(|v| [(v, leaves), (v + 1, leaves), (v, v + 1)]).collect();
    let graph = Csr::from_edges(leaves + 1, &windmill);
    let found =
        mine::maximal_bicliques(&graph, [1, 1], None, &Device::cpu(None), &Context::default()).unwrap();
    assert_eq!(found.sizes, [([1, 2], leaves.into()), ([1, leaves], 1)]);
    assert_eq!(bicliques(&graph, 3, 3, None, &Device::cpu(None), &Context::default()).unwrap().count, 0);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// The searches of roots with many candidates are shared: the same are found by one thread, which has nobody to share
/// with.
#[test]
fn shared_roots_have_the_same_maximal_bicliques() {
    let graph = generate::bipartite(400, 400, 14_000, 5).unwrap();
    let sides = Sides::new(&graph, (0..graph.n()).map(|v| v < 400).collect()).unwrap();
    let least = [4, 4];
    let listed = || {
        let placed = Placed::new(&graph, &Device::cpu(None));
        let mut listed = Vec::new();
        let take = |left: &[u32], right: &[u32]| {
            listed.push((left.to_vec(), right.to_vec()));
            ControlFlow::Continue(())
        };
        placed.each_maximal_biclique(least, Some(&sides), &Context::default(), take).unwrap();
        let counted = placed.maximal_bicliques(least, Some(&sides), &Context::default()).unwrap().count();
        assert_eq!(listed.len() as u128, counted);
        listed
    };
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(listed)
    };
    let alone = with_threads(1);
    assert!(!alone.is_empty());
    for threads in [2, 5] {
        assert!(with_threads(threads) == alone, "{threads} threads");
    }
}
