//! Graphs with hubs: what degrees and counts know is not gone through.

use std::collections::BTreeSet;

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::{exists, list, sample};
use motherlode::mine::local::{
    Anchor, Graphlet, anchored, at_edges, at_vertices, graphlet_degrees, graphlet_degrees_of_edges,
};
use motherlode::mine::{CountOptions, motifs};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::Device;
use testing::common::{devices, listing};
use testing::oracle::choose;

fn named(text: &str) -> Pattern {
    Pattern::parse(text).unwrap()
}

/// All pairs of a few vertices and many.
fn biclique(few: u32, many: u32) -> Csr {
    let edges = (0..few).flat_map(|u| (few..few + many).map(move |v| (u, v)));
    Csr::from_edges(few + many, &edges.collect::<Vec<_>>())
}

/// Each would take the square of the largest degree, hours here, if matches were looked for in vain.
#[test]
fn nothing_is_told_at_once() {
    let device = Device::cpu(None);
    let graph = generate::star(300_000).unwrap();
    for text in ["5-path", "a-b, a-c, a-d, a-e, e-f", "tailed-triangle", "a-b-c-a, c-d, c-e, c-f"] {
        let pattern = named(text);
        assert_eq!(exists(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap().first, None, "{text}");
        let options = listing(Induced::Edge);
        let all = list(&graph, &pattern, &device, &options, |_| panic!("{text} is not there")).unwrap();
        assert!(all.matches == 0 && all.complete, "{text}");
        let drawn = sample(&graph, &pattern, &device, &options, 3, 1).unwrap();
        assert!(drawn.of == 0 && drawn.ids.is_empty(), "{text}");
    }
}

/// Degrees leave everything, and the sum over triangles is 0.
#[test]
fn a_count_ends_a_search_in_vain() {
    let device = Device::cpu(None);
    let graph = biclique(4, 4_000);
    for text in ["house", "a-b-c-d-a, a-e-b"] {
        let found = exists(&graph, &named(text), &device, &listing(Induced::Edge)).unwrap();
        assert_eq!(found.first, None, "{text}");
    }
    // One triangle: everything is looked for.
    let spoke = [(0, 1)];
    let edges = (0..4).flat_map(|u| (4..40).map(move |v| (u, v))).chain(spoke).collect::<Vec<_>>();
    let graph = Csr::from_edges(40, &edges);
    let row = exists(&graph, &named("house"), &device, &listing(Induced::Edge)).unwrap().first.unwrap();
    assert!(
        named("house").edges().iter().all(|&(a, b)| graph.neighbors(row[a]).contains(&row[b])),
        "{row:?}"
    );
}

#[test]
fn samples_of_stars_are_stars() {
    let graph = generate::star(20_000).unwrap();
    let pattern = named("3-star");
    for device in devices() {
        let drawn = sample(&graph, &pattern, &device, &listing(Induced::Edge), 500, 7).unwrap();
        assert_eq!(u128::from(drawn.of), choose(20_000, 3));
        let rows: BTreeSet<&[u32]> = drawn.ids.chunks(4).collect();
        assert_eq!(rows.len(), 500, "different rows");
        for row in &rows {
            let leaves: BTreeSet<u32> = row[1..].iter().copied().collect();
            assert!(leaves.len() == 3 && leaves.iter().all(|&leaf| graph.neighbors(row[0]).contains(&leaf)));
        }
        // The mean leaf of 1,500, with a standard deviation of 149.
        let mean = rows.iter().flat_map(|row| &row[1..]).map(|&leaf| f64::from(leaf)).sum::<f64>() / 1500.0;
        assert!((mean - 10_000.0).abs() < 900.0, "{mean}");
        let again = sample(&graph, &pattern, &device, &listing(Induced::Edge), 500, 7).unwrap();
        assert_eq!(again.ids, drawn.ids, "{device}");
    }
    assert!(sample(&graph, &named("5-star"), &Device::cpu(None), &listing(Induced::Edge), 3, 1).is_err());
}

/// Against rows that were listed, and in a star against what is known.
#[test]
fn stars_at_vertices_and_edges_follow_from_degrees() {
    let device = Device::cpu(None);
    let graph = generate::barabasi_albert(14, 3, 5).unwrap();
    for text in ["4-star", "5-star", "b-a, b-c, b-d, b-e, b-f"] {
        let pattern = named(text);
        let vertices = at_vertices(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap();
        let edges = at_edges(&graph, &pattern, &device, &listing(Induced::Edge)).unwrap();
        let mut at = vec![vec![0; vertices.orbits.len()]; graph.n() as usize];
        let mut through = vec![0; graph.edges() as usize];
        let numbers: Vec<(u32, u32)> = graph.each_edge().collect();
        let count = |batch: motherlode::mine::list::Batch<'_>| {
            for row in batch.rows() {
                vertices.orbits.of().zip(row).for_each(|(orbit, &v)| at[v as usize][orbit] += 1);
                for &(a, b) in pattern.edges() {
                    let edge = (row[a].min(row[b]), row[a].max(row[b]));
                    through[numbers.iter().position(|&other| other == edge).unwrap()] += 1;
                }
            }
            std::ops::ControlFlow::Continue(())
        };
        let listed = list(&graph, &pattern, &device, &listing(Induced::Edge), count).unwrap();
        assert_eq!(vertices.matches, u128::from(listed.matches), "{text}");
        assert!(vertices.rows().map(Iterator::collect::<Vec<_>>).eq(at), "{text}");
        assert!(edges.counts.iter().eq(through), "{text}");
    }
    let star = generate::star(1_000).unwrap();
    let through =
        |anchor| anchored(&star, &named("8-star"), &device, &listing(Induced::Edge), anchor).unwrap().count;
    assert_eq!(through(Anchor::Vertex(0)), choose(1_000, 8));
    assert_eq!(through(Anchor::Vertex(7)), choose(999, 7));
    assert_eq!(through(Anchor::Edge(0, 7)), choose(999, 7));
}

/// A hub of leaves, two of which are joined and others of which have more: to go through pairs of leaves would take
/// minutes.
#[test]
fn graphlets_of_hubs_are_as_many_as_motifs() {
    let device = Device::cpu(None);
    let leaves = 8_000;
    let spokes = (1..=leaves).map(|leaf| (0, leaf));
    let more = [(1, 2), (3, leaves + 1), (4, leaves + 2), (leaves + 2, 5), (leaves + 2, leaves + 3)];
    let graph = Csr::from_edges(leaves + 4, &spokes.chain(more).collect::<Vec<_>>());
    let counts = motifs(&graph, 5, &device, &CountOptions::default().induced(Induced::Vertex)).unwrap();
    let check = |graphlets: Vec<Graphlet>, what: &str| {
        let fives = graphlets.into_iter().filter(|graphlet| graphlet.pattern.vertices() == 5);
        for (graphlet, motif) in fives.zip(&counts.motifs) {
            assert_eq!(graphlet.name, motif.name);
            assert_eq!(graphlet.local.matches, motif.count, "{}, {what}", motif.name);
        }
    };
    check(graphlet_degrees(&graph, 5, &device, &listing(Induced::Vertex)).unwrap(), "at vertices");
    check(graphlet_degrees_of_edges(&graph, 5, &device, &listing(Induced::Vertex)).unwrap(), "at edges");
    // All of them go through the hub.
    let path = named("6-path");
    let at = at_vertices(&graph, &path, &device, &listing(Induced::Edge)).unwrap();
    let through = at_edges(&graph, &path, &device, &listing(Induced::Edge)).unwrap();
    let count = motherlode::mine::count(&graph, &path, &device, &CountOptions::default()).unwrap();
    assert_eq!((at.matches, through.matches), (count.count, count.count));
    assert_eq!(at.row(0).sum::<u128>(), count.count);
}

/// All motifs, and all graphlets, of a star: stars alone, with counts that are known.
#[test]
fn motifs_and_graphlets_of_a_star_are_stars() {
    let device = Device::cpu(None);
    let (leaves, graph) = (20_000u64, generate::star(20_000).unwrap());
    for k in [5, 6] {
        for induced in [Induced::Edge, Induced::Vertex] {
            let options = CountOptions::default().induced(induced);
            for motif in motifs(&graph, k, &device, &options).unwrap().motifs {
                let is_star = motif.name == format!("{}-star", k - 1);
                let expected = if is_star { choose(leaves, k as u64 - 1) } else { 0 };
                assert_eq!(motif.count, expected, "{} {induced:?}", motif.name);
            }
        }
    }
    // By vertex: the hub, and a leaf; by edge, which are all alike.
    let device = Device::cpu(None);
    let known = |name: &str| {
        let k = match name {
            "edge" => 1,
            "wedge" => 2,
            "3-star" => 3,
            "4-star" => 4,
            _ => return [0; 2],
        };
        [choose(leaves, k), choose(leaves - 1, k - 1)]
    };
    for graphlet in graphlet_degrees(&graph, 5, &device, &listing(Induced::Vertex)).unwrap() {
        let [center, leaf] = known(&graphlet.name);
        for (vertex, expected) in [(0, center), (1, leaf), (leaves as usize, leaf)] {
            let all: u128 = graphlet.local.row(vertex).sum();
            assert_eq!(all, expected, "{} at {vertex}", graphlet.name);
        }
    }
    for graphlet in graphlet_degrees_of_edges(&graph, 5, &device, &listing(Induced::Vertex)).unwrap() {
        let all: u128 = graphlet.local.row(5).sum();
        assert_eq!(all, known(&graphlet.name)[1], "{} at an edge", graphlet.name);
    }
}
