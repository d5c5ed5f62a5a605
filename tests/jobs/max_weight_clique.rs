//! Cliques with the largest sum of weights, against all cliques, and against largest ones.

use motherlode::graph::properties::{Number, Properties, PropertyColumn};
use motherlode::graph::{Csr, Graph, generate};
use motherlode::mine::{
    self, Context, CountOptions, MaxWeightClique, MineError, VertexOrder, WeightError, max_weight_clique,
    vertex_weights,
};
use motherlode::runtime::Device;
use testing::common::check_deadline;

/// The largest sum: each clique is made by adding greater vertices one by one.
fn heaviest(graph: &Csr, weights: &[u128]) -> u128 {
    fn grow(graph: &Csr, weights: &[u128], sum: u128, open: &[u32]) -> u128 {
        let with = |(at, &v): (usize, &u32)| {
            let open: Vec<u32> =
                open[at + 1..].iter().copied().filter(|u| graph.neighbors(v).contains(u)).collect();
            grow(graph, weights, sum + weights[v as usize], &open)
        };
        open.iter().enumerate().map(with).max().unwrap_or(sum).max(sum)
    }
    grow(graph, weights, 0, &(0..graph.n()).collect::<Vec<_>>())
}

/// Checks that what is found is a clique of the weight, ascending, and the same with any number of threads.
fn check(graph: &Csr, weights: &[u128], weight: u128, name: &str) -> Vec<u32> {
    let found = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| max_weight_clique(graph, weights, &Context::default()).unwrap())
    };
    let MaxWeightClique { vertices, weight: found_weight, .. } = found(1);
    assert_eq!(found_weight, weight, "{name}: {vertices:?}");
    assert_eq!(vertices.iter().map(|&v| weights[v as usize]).sum::<u128>(), weight, "{name}: {vertices:?}");
    assert!(vertices.is_sorted_by(|u, v| u < v), "{name}: {vertices:?}");
    for (i, u) in vertices.iter().enumerate() {
        assert!(vertices[i + 1..].iter().all(|v| graph.neighbors(*u).contains(v)), "{name}: {vertices:?}");
    }
    for threads in [2, 5] {
        assert_eq!(found(threads).vertices, vertices, "{name}: {threads} threads");
    }
    vertices
}

/// Weights up to `most`, some of which are 0 and many the same.
fn weights(graph: &Csr, most: u128) -> Vec<u128> {
    (0..u128::from(graph.n())).map(|v| (v * v * 7919 + 31 * v + 5) % (most + 1)).collect()
}

#[test]
fn no_clique_weighs_more() {
    for (name, graph) in [
        ("rmat", generate::rmat(7, 8, 20).unwrap()),
        ("gnm", generate::gnm(6, 600, 3).unwrap()),
        ("dense", generate::gnm(5, 380, 4).unwrap()),
        ("sparse", generate::gnm(8, 400, 5).unwrap()),
        ("teams", generate::teams(100, 60, 9, 5).unwrap()),
        ("star", generate::star(30).unwrap()),
        ("no edges", Csr::from_edges(5, &[])),
    ] {
        for most in [1, 2, 10, 1000, 1 << 100] {
            let weights = weights(&graph, most);
            check(&graph, &weights, heaviest(&graph, &weights), &format!("{name}, up to {most}"));
        }
    }
}

#[test]
fn with_one_weight_it_is_a_largest_clique() {
    for graph in [
        generate::rmat(9, 14, 3).unwrap(),
        generate::gnm(7, 4000, 6).unwrap(),
        generate::teams(150, 12, 90, 2).unwrap(),
        generate::complete(140).unwrap(),
    ] {
        let largest =
            mine::max_clique(&graph, VertexOrder::Degree, &Device::cpu(None), &CountOptions::default());
        let size = largest.unwrap().vertices.len() as u128;
        check(&graph, &vec![3; graph.n() as usize], 3 * size, "one weight");
    }
}

/// Each vertex but the other of its pair: the heavier of each pair is taken, and one more node for each would be 2^40
/// of them.
#[test]
fn the_heavier_of_each_pair_is_taken() {
    let pairs = (0..80u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges: Vec<(u32, u32)> = pairs.filter(|&(u, v)| u / 2 != v / 2).collect();
    let graph = Csr::from_edges(80, &edges);
    let weights = weights(&graph, 100);
    let wanted = weights.chunks(2).map(|pair| pair[0].max(pair[1])).sum();
    check(&graph, &weights, wanted, "pairs");
}

#[test]
fn a_heavy_vertex_outweighs_a_large_clique() {
    // A clique of four, and an edge to a heavy vertex.
    let graph = Csr::from_edges(6, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4)]);
    assert_eq!(check(&graph, &[2, 2, 2, 1, 9, 4], 10, "an edge"), [3, 4]);
    assert_eq!(check(&graph, &[2, 2, 2, 0, 9, 4], 9, "a vertex of no weight is left out"), [4]);
    check(&graph, &[5, 2, 2, 1, 9, 4], 10, "two of a weight");
    assert!(check(&graph, &[0; 6], 0, "no weights").is_empty());
    assert!(check(&Csr::from_edges(0, &[]), &[], 0, "no vertices").is_empty());
}

#[test]
fn weights_that_are_none_are_refused() {
    let graph = Csr::from_edges(3, &[(0, 1), (1, 2)]);
    let find = |weights: &[u128]| max_weight_clique(&graph, weights, &Context::default());
    assert!(matches!(find(&[1, 2]), Err(MineError::Weight(WeightError::Length { found: 2, vertices: 3 }))));
    for weights in [[u128::MAX, 0, 0], [u128::MAX - 1, 1, 1]] {
        assert!(matches!(find(&weights), Err(MineError::Weight(WeightError::TooLarge))));
    }
    assert_eq!(find(&[u128::MAX - 2, 1, 0]).unwrap().weight, u128::MAX - 1);
    let with = |column: PropertyColumn| {
        let properties = Properties::default().vertex("age", column).unwrap();
        let graph = Graph::from(graph.clone()).with_properties(properties).unwrap();
        vertex_weights(&graph, "age").map_err(|error| error.to_string())
    };
    assert_eq!(with(PropertyColumn::integers(vec![3, 0, i64::MAX])).unwrap(), [3, 0, i64::MAX as u128]);
    assert_eq!(
        with(PropertyColumn::reals(vec![3.0, 0.0, 1e20])).unwrap(),
        [3, 0, 100_000_000_000_000_000_000]
    );
    let large = vec![Some(Number::Whole(1 << 100)), Some(Number::Whole(1)), Some(Number::Whole(2))];
    assert_eq!(with(PropertyColumn::numbers(large)).unwrap(), [1 << 100, 1, 2]);
    for (column, wrong) in [
        (PropertyColumn::integers(vec![3, -4, 5]), "vertex 1 has -4 as its `age`"),
        (PropertyColumn::reals(vec![3.0, 4.0, 0.5]), "vertex 2 has 0.5 as its `age`"),
        (PropertyColumn::reals(vec![f64::INFINITY, 4.0, 5.0]), "vertex 0 has inf as its `age`"),
        (PropertyColumn::reals(vec![3.0, f64::NAN, 5.0]), "vertex 1 has no value as its `age`"),
        (PropertyColumn::texts([Some("3"), Some("4"), None]), "`age` has text"),
        (PropertyColumn::booleans(vec![true; 3]), "`age` has true or false"),
    ] {
        let error = with(column).unwrap_err();
        assert!(error.contains(wrong), "{error}");
    }
    assert!(matches!(vertex_weights(&graph.into(), "age"), Err(WeightError::NoProperty { .. })));
}

#[test]
fn deadlines_end_the_search_of_a_root() {
    check_deadline(|graph, context| max_weight_clique(graph, &weights(graph, 100), &context));
}
