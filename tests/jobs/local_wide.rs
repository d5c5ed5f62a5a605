//! Local counts beyond 64 bits, against closed forms: stars, where matches at the centre are sets of leaves, and their
//! like.

use motherlode::graph::{Csr, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{
    Anchor, Counts, anchored, at_edges, at_vertices, graphlet_degrees, graphlet_degrees_of_edges,
};
use motherlode::pattern::Pattern;
use motherlode::plan::{Induced, Semantics};
use motherlode::runtime::Device;
use testing::common::listing;
use testing::oracle::choose;

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

fn devices() -> [Device; 2] {
    [Device::cpu(None), Device::emulated(3)]
}

/// The counts of a pattern at a vertex, ascending.
fn sorted(row: impl Iterator<Item = u128>) -> Vec<u128> {
    let mut row: Vec<u128> = row.collect();
    row.sort_unstable();
    row
}

/// Two centres that are joined, with so many leaves each: the centres are 0 and 1, and the leaves of 0 come first.
fn double_star(leaves: [u32; 2]) -> Csr {
    let at = |centre: u32, first: u32, leaves: u32| (first..first + leaves).map(move |leaf| (centre, leaf));
    let edges: Vec<(u32, u32)> =
        [(0, 1)].into_iter().chain(at(0, 2, leaves[0])).chain(at(1, 2 + leaves[0], leaves[1])).collect();
    Csr::from_edges(2 + leaves[0] + leaves[1], &edges)
}

/// The most leaves of which four are chosen in fewer than 2^64 ways, and one more. By equations from sums, at all
/// vertices and edges, and at one.
#[test]
fn stars_of_four_leaves_at_the_end_of_64_bits() {
    const LAST: u64 = 145_056;
    assert!(choose(LAST, 4) < 1 << 64 && choose(LAST + 1, 4) >= 1 << 64);
    let (star, device) = (pattern("4-star"), Device::cpu(None));
    for (leaves, is_narrow) in [(LAST, true), (LAST + 1, false)] {
        let graph = generate::star(leaves).unwrap();
        let options = listing(Induced::Edge);
        let (all, of_leaf) = (choose(leaves, 4), choose(leaves - 1, 3));
        let local = at_vertices(&graph, &star, &device, &options).unwrap();
        assert_eq!(matches!(local.counts, Counts::Narrow(_)), is_narrow);
        assert_eq!(local.matches, all);
        // A row has a count and a zero.
        let kinds = [all, of_leaf, 0];
        let mut times = [0; 3];
        for count in local.counts.iter() {
            let kind = kinds.iter().position(|&kind| kind == count).expect("one of these");
            times[kind] += 1;
        }
        assert_eq!(times, [1, leaves, leaves + 1]);
        let centre = (0..graph.n()).find(|&v| graph.degree(v) > 1).unwrap();
        for v in (0..graph.n()).step_by(997).chain([centre]) {
            let expected = if v == centre { [0, all] } else { [0, of_leaf] };
            assert_eq!(sorted(local.row(v as usize)), expected, "{v}");
        }
        // No edge is in as many, but all of them together are.
        let local = at_edges(&graph, &star, &device, &options).unwrap();
        assert_eq!(local.matches, all);
        assert!(
            matches!(local.counts, Counts::Narrow(_)) && local.counts.iter().all(|count| count == of_leaf)
        );
        let leaf = graph.neighbors(centre)[7];
        let through = |anchor| anchored(&graph, &star, &device, &options, anchor).unwrap().count;
        assert_eq!(through(Anchor::Vertex(centre)), all);
        assert_eq!(through(Anchor::Vertex(leaf)), of_leaf);
        assert_eq!(through(Anchor::Edge(centre, leaf)), of_leaf);
    }
}

/// Embeddings are 6 times as many: a table that is narrow is wide then.
#[test]
fn embeddings_are_wide_where_subgraphs_are_not() {
    let leaves = 3_000_000;
    let (graph, star) = (generate::star(leaves).unwrap(), pattern("3-star"));
    for (semantics, times) in [(Semantics::Subgraphs, 1), (Semantics::Embeddings, 6)] {
        let options = ListOptions::default().semantics(semantics);
        let local = at_vertices(&graph, &star, &Device::cpu(None), &options).unwrap();
        assert_eq!(matches!(local.counts, Counts::Narrow(_)), times == 1);
        assert_eq!(local.counts.iter().max(), Some(times * choose(leaves, 3)));
        assert_eq!(local.matches, times * choose(leaves, 3));
    }
}

/// By decomposition: seven and eight vertices.
#[test]
fn trees_of_seven_and_eight_vertices() {
    for device in devices() {
        let star = generate::star(6000).unwrap();
        let local = at_vertices(&star, &pattern("6-star"), &device, &listing(Induced::Edge)).unwrap();
        assert!(matches!(local.counts, Counts::Wide(_)));
        assert_eq!(local.matches, choose(6000, 6));
        let count = |v: u32| if star.degree(v) > 1 { choose(6000, 6) } else { choose(5999, 5) };
        for (v, row) in (0..).zip(local.rows()) {
            assert_eq!(sorted(row), [0, count(v)], "{v} on {device}");
        }
        for v in [0, 1, 6000] {
            let (six, options) = (pattern("6-star"), listing(Induced::Edge));
            let through = anchored(&star, &six, &device, &options, Anchor::Vertex(v)).unwrap();
            assert_eq!(through.count, count(v), "{v} on {device}");
        }
        let (twin, [left, right]) = (pattern("a-b, c-a, d-a, e-a, f-b, g-b, h-b"), [5000, 4000]);
        let graph = double_star([left, right]);
        let local = at_vertices(&graph, &twin, &device, &listing(Induced::Edge)).unwrap();
        let [left, right] = [left, right].map(u64::from);
        let all = choose(left, 3) * choose(right, 3);
        assert!(all > 1 << 64 && local.matches == all);
        for (v, row) in (0..).zip(local.rows()) {
            let count = match v {
                0 | 1 => all,
                v if v < 2 + left => choose(left - 1, 2) * choose(right, 3),
                _ => choose(left, 3) * choose(right - 1, 2),
            };
            assert_eq!(sorted(row), [0, count], "{v} on {device}");
        }
    }
}

/// Paths of eight vertices in a complete bipartite graph of n and n: an embedding takes four of each side in order. All
/// vertices have as many in each of the four orbits, of two members each.
#[test]
fn matches_are_wide_where_no_count_is() {
    let n = 300u32;
    let edges: Vec<(u32, u32)> = (0..n).flat_map(|u| (n..2 * n).map(move |v| (u, v))).collect();
    let graph = Csr::from_edges(2 * n, &edges);
    let of_side: u128 = (0..4).map(|i| u128::from(n - i)).product();
    let local = at_vertices(&graph, &pattern("8-path"), &Device::cpu(None), &listing(Induced::Edge)).unwrap();
    assert_eq!(local.matches, of_side * of_side);
    assert!(local.matches > 1 << 64);
    let at_each = local.matches / u128::from(n);
    assert!(matches!(local.counts, Counts::Narrow(_)) && local.counts.iter().all(|count| count == at_each));
}

/// All graphlets of five vertices of stars: where maps pass 64 bits and counts do not; and where a count does, of one
/// pattern alone.
#[test]
fn graphlets_of_five_vertices() {
    for (leaves, is_narrow) in [(70_000, true), (150_000, false)] {
        let graph = generate::star(leaves).unwrap();
        let graphlets = graphlet_degrees(&graph, 5, &Device::cpu(None), &ListOptions::default()).unwrap();
        assert_eq!(choose(leaves, 4) < 1 << 64, is_narrow);
        for graphlet in graphlets {
            let (name, local) = (graphlet.name, graphlet.local);
            let star = match name.as_str() {
                "edge" => Some(1),
                "wedge" => Some(2),
                name => name.strip_suffix("-star").map(|leaves| leaves.parse().unwrap()),
            };
            assert_eq!(matches!(local.counts, Counts::Narrow(_)), is_narrow || name != "4-star", "{name}");
            for (v, row) in local.rows().enumerate().step_by(997).chain(local.rows().enumerate().take(2)) {
                let expected = match star {
                    None => 0,
                    Some(k) if graph.degree(v as u32) > 1 => choose(leaves, k),
                    Some(k) => choose(leaves - 1, k - 1),
                };
                assert_eq!(row.sum::<u128>(), expected, "{name} at {v}");
            }
            assert_eq!(local.matches, star.map_or(0, |k| choose(leaves, k)), "{name}");
        }
    }
}

/// All graphlets of five vertices at the edges of a star: each is a ray, with others of so many.
#[test]
fn graphlets_of_edges_of_five_vertices() {
    let leaves = 9_000;
    let graph = generate::star(leaves).unwrap();
    let graphlets =
        graphlet_degrees_of_edges(&graph, 5, &Device::cpu(None), &ListOptions::default()).unwrap();
    for graphlet in graphlets {
        let (name, local) = (graphlet.name, graphlet.local);
        let rays = match name.as_str() {
            "edge" => Some(1),
            "wedge" => Some(2),
            name => name.strip_suffix("-star").map(|leaves| leaves.parse().unwrap()),
        };
        let expected = rays.map_or(0, |k| choose(leaves - 1, k - 1));
        assert!(local.rows().step_by(997).all(|row| row.sum::<u128>() == expected), "{name}");
        assert_eq!(local.matches, rays.map_or(0, |k| choose(leaves, k)), "{name}");
    }
}
