//! What the planner knows of a graph.

mod four_cycles;
mod triangles;
mod wedges;

use rayon::prelude::*;

use super::Csr;
pub use four_cycles::estimate_4_cycles;
pub use triangles::estimate_triangles;

/// Statistics of a graph whose vertices are numbered as the walk sees them (by falling degree).
///
/// The lower degree of `v` counts its neighbours smaller than `v` (of higher degree, as ids go by falling degree); the
/// upper degree the others.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphStats {
    /// Vertices.
    pub vertices: u64,
    /// Undirected edges.
    pub edges: u64,
    /// The largest degree.
    pub max_degree: u32,
    /// The largest lower degree.
    pub max_lower: u32,
    /// The largest upper degree.
    pub max_upper: u32,
    /// Sums over vertices of degree to the power 1, 2, 3, 4.
    pub degree_powers: [f64; 4],
    /// Sums over vertices of lower degree to the power 1, 2, 3, 4.
    pub lower_powers: [f64; 4],
    /// Sums over vertices of upper degree to the power 1, 2, 3, 4.
    pub upper_powers: [f64; 4],
    /// Triangles: exact or estimated.
    pub triangles: f64,
    /// 4-cycles, not necessarily induced: exact or estimated.
    pub four_cycles: f64,
}

impl GraphStats {
    /// The statistics of a graph whose vertices go by falling degree, with its [`splits`](Csr::splits). Triangles and
    /// 4-cycles are estimated, see [`estimate_triangles`] and [`estimate_4_cycles`].
    ///
    /// # Panics
    /// If `splits` has not one element per vertex.
    pub fn of(csr: &Csr, splits: &[u64]) -> GraphStats {
        GraphStats::with_triangles(csr, splits, estimate_triangles(csr, splits))
    }

    /// The statistics of a graph whose vertices go by falling degree, with its [`splits`](Csr::splits), and of which
    /// the number of triangles is known. 4-cycles are estimated, see [`estimate_4_cycles`].
    ///
    /// # Panics
    /// If `splits` has not one element per vertex.
    pub fn with_triangles(csr: &Csr, splits: &[u64], triangles: f64) -> GraphStats {
        assert_eq!(splits.len(), csr.n() as usize, "one split per vertex");
        // Sums over stretches of fixed length, added in order, are the same for any number of threads.
        const STRETCH: usize = 1 << 14;
        let sums: Vec<DegreeSums> = splits
            .par_chunks(STRETCH)
            .zip(csr.offsets().par_chunks(STRETCH))
            .enumerate()
            .map(|(i, (splits, starts))| {
                let ends = &csr.offsets()[i * STRETCH + 1..];
                let lists = starts.iter().zip(splits).zip(ends);
                lists
                    .map(|((start, split), end)| DegreeSums::of_vertex(split - start, end - split))
                    .fold(DegreeSums::default(), DegreeSums::plus)
            })
            .collect();
        let sums = sums.into_iter().fold(DegreeSums::default(), DegreeSums::plus);
        GraphStats {
            vertices: csr.n().into(),
            edges: csr.edges(),
            max_degree: sums.max_degree as u32,
            max_lower: sums.max_lower as u32,
            max_upper: sums.max_upper as u32,
            degree_powers: sums.degree_powers,
            lower_powers: sums.lower_powers,
            upper_powers: sums.upper_powers,
            triangles,
            four_cycles: estimate_4_cycles(csr),
        }
    }
}

/// What is summed over vertices.
#[derive(Default)]
struct DegreeSums {
    max_degree: u64,
    max_lower: u64,
    max_upper: u64,
    degree_powers: [f64; 4],
    lower_powers: [f64; 4],
    upper_powers: [f64; 4],
}

impl DegreeSums {
    fn of_vertex(lower: u64, upper: u64) -> DegreeSums {
        let powers = |degree: u64| [1, 2, 3, 4].map(|power| (degree as f64).powi(power));
        DegreeSums {
            max_degree: lower + upper,
            max_lower: lower,
            max_upper: upper,
            degree_powers: powers(lower + upper),
            lower_powers: powers(lower),
            upper_powers: powers(upper),
        }
    }

    fn plus(self, other: DegreeSums) -> DegreeSums {
        let add = |a: [f64; 4], b: [f64; 4]| [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
        DegreeSums {
            max_degree: self.max_degree.max(other.max_degree),
            max_lower: self.max_lower.max(other.max_lower),
            max_upper: self.max_upper.max(other.max_upper),
            degree_powers: add(self.degree_powers, other.degree_powers),
            lower_powers: add(self.lower_powers, other.lower_powers),
            upper_powers: add(self.upper_powers, other.upper_powers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn sums_are_those_of_a_plain_loop() {
        let csr = generate::gnm(15, 60_000, 5).unwrap();
        let stats = GraphStats::with_triangles(&csr, &csr.splits(), 7.0);
        let (mut lower2, mut upper3, mut degree1, mut max_lower) = (0, 0, 0, 0);
        for v in 0..csr.n() {
            let lower = csr.neighbors(v).iter().filter(|&&w| w < v).count() as u64;
            let upper = csr.neighbors(v).iter().filter(|&&w| w > v).count() as u64;
            lower2 += lower.pow(2);
            upper3 += upper.pow(3);
            degree1 += lower + upper;
            max_lower = max_lower.max(lower);
        }
        assert_eq!(stats.lower_powers[1], lower2 as f64);
        assert_eq!(stats.upper_powers[2], upper3 as f64);
        assert_eq!(stats.degree_powers[0], degree1 as f64);
        assert_eq!(degree1, 2 * csr.edges());
        assert_eq!((u64::from(stats.max_lower), stats.max_degree), (max_lower, csr.max_degree()));
        assert_eq!((stats.vertices, stats.edges, stats.triangles), (csr.n().into(), csr.edges(), 7.0));
    }

    #[test]
    fn a_star_has_its_degrees() {
        let csr = generate::star(5).unwrap();
        let stats = GraphStats::of(&csr, &csr.splits());
        assert_eq!((stats.max_degree, stats.max_lower, stats.max_upper), (5, 1, 5));
        assert_eq!(stats.degree_powers, [10.0, 30.0, 130.0, 630.0]);
        assert_eq!(stats.lower_powers, [5.0; 4]);
        assert_eq!(stats.triangles, 0.0);
    }
}
