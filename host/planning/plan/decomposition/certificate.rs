//! That the maps of a pattern are fewer than 2^128, or 2^64, told beforehand.
//!
//! An injective map of a pattern is a homomorphism of any of its spanning trees. These are counted leaf by leaf, in as
//! many passes over the edges as the tree has, in floating point: it knows no overflow, and a relative error of less
//! than 2 is allowed for.

use rayon::prelude::*;

use super::small_graph::SmallGraph;
use crate::graph::Csr;
use crate::pattern::{Pattern, bits};

/// Half of 2^128: sums of up to 2^50 products of ten factors are nowhere near as far from the true ones.
const LIMIT: f64 = (1u128 << 127) as f64;

/// Whether `pattern` has fewer than 2^128 injective maps into `graph`, whatever it asks of them: false where that
/// cannot be told.
pub fn fits(pattern: &Pattern, graph: &Csr) -> bool {
    SmallGraph::of(pattern).is_some_and(|pattern| maps_fit(&pattern, graph))
}

fn maps_fit(pattern: &SmallGraph, graph: &Csr) -> bool {
    let (n, degree) = (f64::from(graph.n()), graph.max_degree() as f64);
    n * degree.powi(pattern.vertices() as i32 - 1) < LIMIT || tree_maps(pattern, graph) < LIMIT
}

/// Whether any connected pattern of so many vertices, at least 2, has fewer than 2^64 injective maps into `graph`:
/// false where that cannot be told. A map takes an edge to an edge, one way or the other, and each further vertex to a
/// neighbour of an earlier one.
pub fn fits_in_64(vertices: usize, graph: &Csr) -> bool {
    let (edges, degree) = (u128::from(graph.edges()), u128::from(graph.max_degree()));
    (2 * edges).saturating_mul(degree.saturating_pow(vertices as u32 - 2)) <= u128::from(u64::MAX)
}

/// The homomorphisms of a spanning tree of `pattern`, about.
fn tree_maps(pattern: &SmallGraph, graph: &Csr) -> f64 {
    maps_below(pattern, 0, &mut 1, graph).iter().sum()
}

/// By vertex of the graph, the maps that take `root` there, of the tree in which a depth-first search of `pattern` goes
/// on below it. Deep trees have fewer maps than wide ones: sums of powers of degrees grow with the power.
fn maps_below(pattern: &SmallGraph, root: usize, seen: &mut u32, graph: &Csr) -> Vec<f64> {
    let mut maps = vec![1.0; graph.n() as usize];
    for child in bits(pattern.neighbors(root)) {
        if *seen >> child & 1 == 1 {
            continue;
        }
        *seen |= 1 << child;
        let below = maps_below(pattern, child, seen, graph);
        let sum = |v: u32| graph.neighbors(v).iter().map(|&u| below[u as usize]).sum::<f64>();
        maps.par_iter_mut().enumerate().for_each(|(v, maps)| *maps *= sum(v as u32));
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    fn graph(text: &str) -> SmallGraph {
        SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn trees_are_counted() {
        let star = generate::star(5).unwrap();
        // From the centre of a star of 5 leaves, and from a leaf.
        assert_eq!(tree_maps(&graph("3-star"), &star), f64::from(5 * 5 * 5 + 5));
        // A walk of three steps goes to the centre and back.
        assert_eq!(tree_maps(&graph("4-cycle"), &star), f64::from(5 * 5 + 5 * 5));
        // All maps of a tree into a complete graph: each vertex anywhere but where the one before it is.
        let complete = generate::complete(7).unwrap();
        assert_eq!(tree_maps(&graph("house"), &complete), f64::from(7 * 6 * 6 * 6 * 6));
    }

    #[test]
    fn what_is_too_large_is_told() {
        let star = generate::star(1 << 20).unwrap();
        let leaves = graph("a-b, a-c, a-d, a-e, a-f, a-g, a-h");
        assert!(!maps_fit(&leaves, &star), "2^140 maps");
        // The largest degree alone does not tell: n d^7 is as large, but a path is at the centre every other time.
        assert!(maps_fit(&graph("8-path"), &star));
        assert!(maps_fit(&leaves, &generate::star(1000).unwrap()));
    }

    #[test]
    fn what_fits_in_64_bits_is_told() {
        // 2 m D^3 of a star is 2^(4 x + 1) for 2^x leaves.
        let star = |log: u32| generate::star(1 << log).unwrap();
        assert!(fits_in_64(5, &star(15)) && !fits_in_64(5, &star(16)));
        assert!(fits_in_64(2, &star(20)) && !fits_in_64(8, &star(20)));
    }
}
