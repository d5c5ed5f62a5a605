//! Growth by preferential attachment.

use super::{GenerateError, in_range, room};
use crate::graph::{
    Csr, MAX_VERTICES,
    build::{csr_of_pairs, pack},
    random::RandomStream,
};

/// A graph of `n` vertices by Barabási and Albert's growth (1999): a star of `edges_per_vertex` + 1 vertices, to which
/// each further vertex is joined by `edges_per_vertex` edges, to distinct vertices drawn in proportion to their
/// degrees.
///
/// # Errors
/// For no edges per vertex, `n` not greater than them, or more edges than memory holds.
pub fn barabasi_albert(n: u64, edges_per_vertex: u64, seed: u64) -> Result<Csr, GenerateError> {
    in_range("the number of vertices", n, 2, MAX_VERTICES)?;
    in_range("the number of edges per vertex", edges_per_vertex, 1, n - 1)?;
    let edges = u128::from(n - edges_per_vertex) * u128::from(edges_per_vertex);
    let mut pairs = room(edges)?;
    // Every vertex as often as it has edges, so that an element drawn evenly is a vertex drawn by degree.
    let mut ends: Vec<u32> = room(2 * edges)?;
    let hub = edges_per_vertex as u32;
    let mut drawn: Vec<u32> = (0..hub).collect();
    for v in hub..n as u32 {
        pairs.extend(drawn.iter().map(|&w| pack(v, w)));
        ends.extend(drawn.iter().flat_map(|&w| [v, w]));
        let mut stream = RandomStream::new(seed, v.into());
        drawn.clear();
        while drawn.len() < edges_per_vertex as usize {
            let candidate = ends[stream.below(ends.len() as u64) as usize];
            if let Err(place) = drawn.binary_search(&candidate) {
                drawn.insert(place, candidate);
            }
        }
    }
    Ok(csr_of_pairs(vec![pairs], n as u32).csr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_later_vertex_brings_its_edges() {
        let csr = barabasi_albert(500, 3, 7).unwrap();
        assert_eq!((csr.n(), csr.edges()), (500, 497 * 3));
        assert!((3..500).all(|v| csr.neighbors(v).partition_point(|&w| w < v) == 3));
        assert!(csr.max_degree() > 30, "old vertices become hubs");
    }

    #[test]
    fn seeds_differ_and_repeat() {
        assert_eq!(barabasi_albert(100, 2, 1), barabasi_albert(100, 2, 1));
        assert_ne!(barabasi_albert(100, 2, 1), barabasi_albert(100, 2, 2));
    }

    #[test]
    fn the_smallest_is_a_star() {
        assert_eq!(barabasi_albert(5, 4, 1).unwrap().degree(4), 4);
        assert!(barabasi_albert(4, 4, 1).is_err());
        assert!(barabasi_albert(4, 0, 1).is_err());
    }
}
