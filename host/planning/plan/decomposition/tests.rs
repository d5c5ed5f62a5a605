//! Decompositions, their tables computed the slow way, against maps that are counted one by one.

use super::cost::Costs;
use super::oracle::Evaluation;
use super::small_graph::{SmallGraph, all_connected};
use super::tables::{PairProduct, Tables, VertexProduct};
use super::{Decomposition, InnerShares, LabelStats, RootedDecomposition, RootedProduct, RootedTerm, Way};
use crate::graph::{Csr, GraphStats};
use crate::pattern::Pattern;
use crate::plan::{Semantics, generic_stats};

/// The subgraphs that match each pattern of a decomposition.
fn counts(decomposition: &Decomposition, graph: &Csr) -> Vec<u128> {
    let evaluation = Evaluation::of(&decomposition.tables, graph);
    let homomorphisms: Vec<u128> = decomposition
        .terms
        .iter()
        .map(|term| match &term.way {
            Way::Tables(sum) => evaluation.total(sum),
            Way::Subgraphs(parts) => parts.iter().fold(0, |sum, (part, times)| {
                let found = maps(part, graph, true) / u128::from(part.pattern().automorphism_count());
                sum + u128::from(*times) * found
            }),
            Way::EdgeRows(rows) => evaluation.edge_rows(rows),
            Way::Walk => maps(&term.quotient, graph, false),
        })
        .collect();
    decomposition.sums.iter().map(|sum| sum.count(&homomorphisms).expect("no remainder")).collect()
}

/// A root whose roles can be counted the slow way.
trait RootOracle: RootedProduct {
    /// A pattern as seen from each that it has.
    fn roles(pattern: &SmallGraph) -> Vec<SmallGraph>;

    /// Those of a graph, each as the vertices to which a role's first go, in all orders.
    fn places(graph: &Csr) -> Vec<Vec<Vec<u32>>>;

    /// The product of the tables there.
    fn value(&self, evaluation: &Evaluation<'_>, first: &[u32]) -> u128;
}

impl RootOracle for VertexProduct {
    fn roles(pattern: &SmallGraph) -> Vec<SmallGraph> {
        (0..pattern.vertices()).map(|v| pattern.canonical_from(v)).collect()
    }

    fn places(graph: &Csr) -> Vec<Vec<Vec<u32>>> {
        (0..graph.n()).map(|v| vec![vec![v]]).collect()
    }

    fn value(&self, evaluation: &Evaluation<'_>, first: &[u32]) -> u128 {
        evaluation.at(self, first[0])
    }
}

impl RootOracle for PairProduct {
    fn roles(pattern: &SmallGraph) -> Vec<SmallGraph> {
        pattern.edges().map(|edge| pattern.canonical_from_edge(edge)).collect()
    }

    fn places(graph: &Csr) -> Vec<Vec<Vec<u32>>> {
        let of = |u: u32| graph.neighbors(u).iter().map(move |&v| vec![vec![u, v], vec![v, u]]);
        (0..graph.n()).flat_map(of).collect()
    }

    fn value(&self, evaluation: &Evaluation<'_>, first: &[u32]) -> u128 {
        evaluation.at_pair(self, [first[0], first[1]])
    }
}

/// The subgraphs of a decomposition's only role that have a place of the graph, given in all orders, at their root, the
/// terms that come from 4-cycles and 4-cliques counted one by one.
fn count_at<P: RootOracle>(
    decomposition: &RootedDecomposition<P>,
    evaluation: &Evaluation<'_>,
    orders: &[Vec<u32>],
) -> u128 {
    let count = |quotient: &str, first: &[u32]| maps_from(&small(quotient), evaluation.graph, false, first);
    let homomorphisms = |term: &RootedTerm<P>, first: &[u32]| match term {
        RootedTerm::Tables(product) => product.value(evaluation, first),
        RootedTerm::FourCycles => count("4-cycle", first),
        RootedTerm::FourCliques => count("4-clique", first),
    };
    let all = |term| orders.iter().fold(0, |sum: u128, first| sum.wrapping_add(homomorphisms(term, first)));
    let by_term: Vec<u128> = decomposition.terms.iter().map(all).collect();
    decomposition.sums[0].count(&by_term).expect("no remainder")
}

/// The maps of `pattern` that keep edges, one by one.
fn maps(pattern: &SmallGraph, graph: &Csr, injective: bool) -> u128 {
    maps_from(pattern, graph, injective, &[])
}

/// Those that take its first vertices to these.
fn maps_from(pattern: &SmallGraph, graph: &Csr, injective: bool, first: &[u32]) -> u128 {
    fn extend(pattern: &SmallGraph, graph: &Csr, injective: bool, images: &mut Vec<u32>) -> u128 {
        let next = images.len();
        if next == pattern.vertices() {
            return 1;
        }
        let mut found = 0;
        for v in 0..graph.n() {
            let keeps =
                |(u, &image): (usize, &u32)| !pattern.joined(u, next) || graph.neighbors(image).contains(&v);
            if (injective && images.contains(&v)) || !images.iter().enumerate().all(keeps) {
                continue;
            }
            images.push(v);
            found += extend(pattern, graph, injective, images);
            images.pop();
        }
        found
    }
    extend(pattern, graph, injective, &mut first.to_vec())
}

fn small(text: &str) -> SmallGraph {
    SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap()
}

/// Small graphs in which no two vertices look alike: sparse, and dense.
fn graphs() -> [Csr; 2] {
    let sparse =
        [(0, 3), (0, 4), (0, 5), (0, 7), (1, 3), (1, 7), (2, 4), (2, 5), (3, 4), (3, 6), (4, 7), (5, 6)];
    let dense = [
        (0, 1),
        (0, 2),
        (0, 4),
        (0, 5),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (1, 6),
        (1, 7),
        (2, 3),
        (2, 4),
        (2, 5),
        (2, 7),
        (3, 4),
        (3, 5),
        (3, 7),
        (4, 6),
        (4, 7),
        (5, 6),
    ];
    [Csr::from_edges(8, &sparse), Csr::from_edges(8, &dense)]
}

/// Two triangles with an edge between them, a 4-cycle on one, a hub of leaves and a path.
fn graph_with_trees() -> Csr {
    let dense = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 4), (4, 0), (2, 5), (5, 6)];
    let trees = [(6, 7), (0, 8), (0, 9), (4, 10), (10, 11)];
    Csr::from_edges(12, &[&dense[..], &trees[..]].concat())
}

fn decomposed(patterns: &[Pattern]) -> Decomposition {
    let patterns: Vec<&Pattern> = patterns.iter().collect();
    let (stats, labels) = (generic_stats(), LabelStats::assumed());
    Decomposition::of(&patterns, Semantics::Subgraphs.into(), &stats, &labels).unwrap()
}

fn check(patterns: &[SmallGraph]) {
    let texts: Vec<Pattern> = patterns.iter().map(SmallGraph::pattern).collect();
    let decomposition = decomposed(&texts);
    for graph in graphs() {
        for (pattern, count) in texts.iter().zip(counts(&decomposition, &graph)) {
            let expected = maps(&SmallGraph::of(pattern).unwrap(), &graph, true)
                / u128::from(pattern.automorphism_count());
            assert_eq!(count, expected, "{pattern}");
        }
    }
}

#[test]
fn graphs_have_no_symmetry_but_cycles() {
    for graph in graphs() {
        let of = |u: u32| graph.neighbors(u).iter().map(move |&v| (u as usize, v as usize));
        let itself = SmallGraph::from_edges(8, (0..8).flat_map(of));
        assert_eq!(maps(&itself, &graph, true), 1);
        assert!(["diamond", "5-cycle"].iter().all(|cycles| maps(&small(cycles), &graph, true) > 0));
    }
}

#[test]
fn all_patterns_of_up_to_five_vertices() {
    (2..=5).for_each(|vertices| check(&all_connected(vertices)));
}

#[test]
fn all_patterns_of_six_vertices_together() {
    check(&all_connected(6));
}

#[test]
fn large_ones_alone() {
    for pattern in ["7-path", "7-cycle", "a-b-c-a, c-d-e, e-f-g-e", "a-b-c-d-e-f-g-h-a, a-e"] {
        check(&[small(pattern)]);
    }
}

/// Counts the homomorphisms of a graph by the first vertices of each of its blocks for which it can be done, whatever it
/// costs. Returns of how many blocks it cannot.
fn check_firsts(quotient: &SmallGraph) -> usize {
    let costs = Costs::of(&generic_stats());
    let mut refused = 0;
    for block in quotient.blocks_with_first() {
        let mut tables = Tables::default();
        let Some(sum) = tables.by_first_of(quotient, block, &costs) else {
            refused += 1;
            continue;
        };
        for graph in graphs() {
            let found = Evaluation::of(&tables, &graph).total(&sum);
            assert_eq!(found, maps(quotient, &graph, false), "{} by {block:b}", quotient.pattern());
        }
    }
    refused
}

#[test]
fn homomorphisms_by_first_vertices() {
    // What the leaves hang on is a factor, or a weight, of one row or several.
    let texts = [
        "4-cycle",
        "5-cycle",
        "6-cycle",
        "a-b-c-d-a, b-e, b-f",
        "a-b-c-d-e-a, a-f",
        "a-b-c-d-a, d-e-f-g-d",
        "a-b-c-d-a, a-e, b-f, b-g",
    ];
    for text in texts {
        assert_eq!(check_firsts(&small(text)), 0, "{text}");
    }
    let [mut all, mut refused] = [0; 2];
    for graph in (4..=6).flat_map(all_connected).filter(SmallGraph::has_treewidth_of_two) {
        all += graph.blocks_with_first().count();
        refused += check_firsts(&graph);
    }
    // Where two vertices are left that are not joined, and none of them is the root.
    assert_eq!(check_firsts(&small("2-3-biclique")), 1);
    assert!(refused < all, "{refused} of {all} blocks");
}

#[test]
fn homomorphisms_by_rows_of_edges() {
    let costs = Costs::of(&generic_stats());
    let check = |quotient: &SmallGraph, costs: &Costs| {
        let mut tables = Tables::default();
        let rows = tables.edge_rows(quotient, costs);
        if let Some(rows) = &rows {
            for graph in graphs() {
                let found = Evaluation::of(&tables, &graph).edge_rows(rows);
                assert_eq!(found, maps(quotient, &graph, false), "{}", quotient.pattern());
            }
        }
        rows.is_some()
    };
    // Those of six vertices without them have three vertices at least on all their cycles, or two that are not joined.
    let all = all_connected(6);
    let wide: Vec<&SmallGraph> = all.iter().filter(|graph| !graph.has_treewidth_of_two()).collect();
    assert_eq!((wide.len(), wide.iter().filter(|graph| check(graph, &costs)).count()), (56, 42));
    assert!(all.iter().all(|graph| graph.has_edge_rows() == check(graph, &costs)));
    for text in ["prism", "octahedron", "3-3-biclique", "5-clique", "6-cycle"] {
        assert!(!check(&small(text), &costs), "{text}");
    }
    // With what hangs on an end, and on vertices in rows: where no vertex has so many neighbours that it passes 64 bits.
    let few = Costs::of(&GraphStats { max_degree: 100, ..generic_stats() });
    for text in ["a-b, a-c, a-d, a-e, b-c-d-e-b, a-f, b-g-h-b", "a-b-c-d-a, a-c, b-d, a-f, d-g-h"] {
        assert!(!check(&small(text), &costs) && check(&small(text), &few), "{text}");
    }
}

/// Leaves of one vertex may change places in millions of ways, of which one is looked at.
#[test]
fn large_graphs_have_canonical_forms() {
    let star = small("11-star");
    assert_eq!(star.canonical().vertices(), 12);
    let tree = "a-b, a-c, a-d, b-e, b-f, b-g, c-h, c-i, d-j, d-k, d-l";
    let renamed = "l-a, l-b, l-c, a-d, a-e, c-f, c-g, c-h, b-i, b-j, b-k";
    assert_eq!(small(tree).canonical(), small(renamed).canonical());
    let other = "a-b, a-c, a-d, b-e, b-f, b-g, c-h, c-i, d-j, d-k, j-l";
    assert_ne!(small(tree).canonical(), small(other).canonical());
}

/// Decomposes a pattern as seen from each root that it has, and counts at all places of graphs. Returns how many roots
/// have no decomposition.
fn check_rooted<P: RootOracle>(pattern: &SmallGraph) -> usize {
    let refused = check_roles::<P>(pattern, None, &graphs());
    let inner = Some(InnerShares([0.2, 0.1]));
    assert_eq!(check_roles::<P>(pattern, inner, &[graph_with_trees()]), refused);
    refused
}

fn check_roles<P: RootOracle>(pattern: &SmallGraph, inner: Option<InnerShares>, graphs: &[Csr]) -> usize {
    let mut refused = 0;
    for role in P::roles(pattern) {
        let Some(decomposition) = RootedDecomposition::<P>::of(&[role], &generic_stats(), inner) else {
            refused += 1;
            continue;
        };
        // As many maps to the same subgraph as take the root to itself.
        let same = maps_to_itself::<P>(&role);
        for graph in graphs {
            let evaluation = Evaluation::of(&decomposition.tables, graph);
            for orders in P::places(graph) {
                let found = count_at(&decomposition, &evaluation, &orders);
                let maps: u128 = orders.iter().map(|first| maps_from(&role, graph, true, first)).sum();
                assert_eq!(found * same, maps, "{} as {} at {orders:?}", pattern.pattern(), role.pattern());
            }
        }
    }
    refused
}

/// The automorphisms of a role that keep its root, one by one.
fn maps_to_itself<P: RootOracle>(role: &SmallGraph) -> u128 {
    let edges: Vec<(u32, u32)> = role.edges().map(|(u, v)| (u as u32, v as u32)).collect();
    let graph = Csr::from_edges(role.vertices() as u32, &edges);
    // The root is its first vertices, and so is the first place of this graph.
    P::places(&graph)[0].iter().map(|first| maps_from(role, &graph, true, first)).sum()
}

/// Checks the counts from all roots of a pattern, none of which may be refused but `edges` edges.
fn check_all_roots(text: &str, edges: usize) {
    assert_eq!(check_rooted::<VertexProduct>(&small(text)), 0, "{text}");
    assert_eq!(check_rooted::<PairProduct>(&small(text)), edges, "{text}");
}

#[test]
fn rooted_counts_of_patterns_of_up_to_five_vertices() {
    for pattern in (2..=5).flat_map(all_connected) {
        let refused = [check_rooted::<VertexProduct>(&pattern), check_rooted::<PairProduct>(&pattern)];
        // All that are quotients of themselves alone, as all pairs are joined or have a vertex of treewidth 3, are
        // refused.
        let has_tables = pattern.has_treewidth_of_two() || (pattern.vertices() == 4 && pattern.is_complete());
        let expected = if has_tables { [0, 0] } else { [pattern.vertices(), pattern.edges().count()] };
        assert_eq!(refused, expected, "{}", pattern.pattern());
    }
}

#[test]
fn rooted_counts_of_larger_patterns() {
    let texts = [
        "6-cycle",
        "a-b-c-a, c-d, d-e-f-d",
        "a-b-c-d-e-f, b-f",
        "7-path",
        "2-4-biclique",
        // From its outer rungs, what lies beyond the inner one has a root of its own.
        "a-b-c-f-e-d-a, b-e",
    ];
    texts.into_iter().for_each(|text| check_all_roots(text, 0));
    // The corners of a 4-cycle that are linked by a path of three edges are not joined, and no ends of its middle edge.
    check_all_roots("a-b, a-c, c-d-e, c-f-e, e-b", 1);
}
