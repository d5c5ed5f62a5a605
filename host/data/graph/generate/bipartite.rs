//! Random graphs of two sides.

use rayon::prelude::*;

use super::{GenerateError, in_range, room};
use crate::graph::{Csr, MAX_VERTICES, random::RandomStream};

/// A uniform random graph of two sides: `edges` pairs of one of the `left` vertices from 0 on and one of the `right`
/// vertices behind them, each drawn with equal probability. Duplicates are dropped, so there may be somewhat fewer
/// edges; vertices without edges stay.
///
/// # Errors
/// For a side without vertices, more vertices than a graph may have, more pairs than memory holds, or no edges.
pub fn bipartite(left: u64, right: u64, edges: u64, seed: u64) -> Result<Csr, GenerateError> {
    in_range("the number of vertices on the left", left, 1, MAX_VERTICES)?;
    in_range("the number of vertices on the right", right, 1, MAX_VERTICES)?;
    if left + right > MAX_VERTICES {
        return Err(GenerateError::TooManyVertices { vertices: u128::from(left + right) });
    }
    if edges == 0 {
        return Err(GenerateError::NoEdges);
    }
    let mut pairs: Vec<(u32, u32)> = room(edges.into())?;
    let pair = |at: usize| {
        let mut stream = RandomStream::new(seed, at as u64);
        (stream.below(left) as u32, (left + stream.below(right)) as u32)
    };
    (0..edges as usize).into_par_iter().map(pair).collect_into_vec(&mut pairs);
    Ok(Csr::of_pairs((left + right) as u32, pairs.len(), |at| pairs[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lead_from_side_to_side() {
        let csr = bipartite(200, 50, 3000, 4).unwrap();
        assert_eq!(csr.n(), 250);
        assert!((0..200).all(|u| csr.neighbors(u).iter().all(|&v| v >= 200)));
        assert!((200..250).all(|u| csr.neighbors(u).iter().all(|&v| v < 200)));
        // Of 10,000 pairs each is missed by all draws with a probability of about 1 in e^0.3.
        let missed = 10_000.0 * (-0.3f64).exp();
        let found = 10_000.0 - csr.edges() as f64;
        assert!((found - missed).abs() < 200.0, "{found} for {missed}");
        // Nobody is drawn far more often than others: 12 on average.
        assert!((0..200).all(|u| csr.degree(u) < 40), "{}", csr.max_degree());
    }

    #[test]
    fn seeds_differ_and_repeat() {
        assert_eq!(bipartite(30, 40, 80, 1), bipartite(30, 40, 80, 1));
        assert_ne!(bipartite(30, 40, 80, 1), bipartite(30, 40, 80, 2));
        assert_eq!(bipartite(1, 1, 9, 1).unwrap().edges(), 1);
    }

    #[test]
    fn refuses_what_it_cannot_make() {
        for (left, right) in [(0, 4), (4, 0), (1 << 40, 4)] {
            assert!(matches!(bipartite(left, right, 3, 1), Err(GenerateError::OutOfRange { .. })));
        }
        let many = bipartite(MAX_VERTICES, 1, 3, 1);
        assert!(matches!(many, Err(GenerateError::TooManyVertices { .. })));
        assert_eq!(bipartite(4, 4, 0, 1), Err(GenerateError::NoEdges));
        assert!(matches!(bipartite(4, 4, u64::MAX, 1), Err(GenerateError::Memory { .. })));
    }
}
