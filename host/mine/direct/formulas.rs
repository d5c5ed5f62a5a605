//! Counts that follow from others.

use motherlode_device::kernels::edge_counts::fives::edges::FiveEdgeSum;
use motherlode_device::kernels::edge_counts::fives::triangles::TriangleSum;
use motherlode_device::kernels::edge_counts::fives::vertices::VertexSum;
use motherlode_device::kernels::edge_counts::sums::EdgeSum;
use motherlode_device::kernels::motifs::bicliques::BicliqueSum;
use motherlode_device::kernels::motifs::clique_sums::CliqueSum;

use super::session::Session;
use crate::MineError;
use crate::strategy::Formula;

impl Session<'_> {
    /// Evaluates a formula.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, the count or a sum for it
    /// passes 128 bits, or the job is to stop.
    pub fn formula(&mut self, formula: Formula) -> Result<u128, MineError> {
        if self.outline().edges() == 0 {
            return Ok(0);
        }
        match formula {
            Formula::Star(leaves) => self.stars(leaves),
            Formula::Path4 => {
                // First: the sums that these may come with tell the triangles too.
                let products = self.degree_products()?;
                linear(&[(1, products)], &[(3, self.triangles()?)], 1)
            }
            Formula::TailedTriangle => Ok(self.edge_sums(false)?.get(EdgeSum::TrianglesByDegree) / 2),
            Formula::Diamond => Ok(self.edge_sums(false)?.get(EdgeSum::TrianglePairs)),
            Formula::House => {
                let sums = self.edge_sums(true)?;
                linear(
                    &[(1, sums.get(EdgeSum::TrianglesByCycles))],
                    &[(4, sums.get(EdgeSum::TrianglePairs))],
                    1,
                )
            }
            Formula::Fork => {
                let all = self.five_edge_sum(FiveEdgeSum::DegreeProductsByDegree)? / 2;
                let closed = self.edge_sums(false)?.get(EdgeSum::TrianglesByDegree);
                linear(&[(1, all)], &[(1, closed)], 1)
            }
            Formula::Path5 => self.paths_of_five(),
            Formula::Cricket => Ok(self.five_edge_sum(FiveEdgeSum::TrianglesByDegreePairs)? / 2),
            Formula::Bull => {
                let all = self.five_edge_sum(FiveEdgeSum::TrianglesByDegreeProduct)?;
                self.less_diamonds(all, 2)
            }
            Formula::LongTailedTriangle => {
                let all = self.five_vertex_sum(VertexSum::TrianglesByPaths)?;
                let sums = self.edge_sums(false)?;
                let along = [(2, sums.get(EdgeSum::TrianglesByDegree)), (4, sums.get(EdgeSum::Triangles))];
                linear(&[(1, all)], &[along[0], along[1], (8, sums.get(EdgeSum::TrianglePairs))], 2)
            }
            Formula::Banner => {
                let all = self.five_edge_sum(FiveEdgeSum::CyclesByDegree)? / 2;
                self.less_diamonds(all, 2)
            }
            Formula::Butterfly => {
                let all = self.five_vertex_sum(VertexSum::TrianglePairs)? / 2;
                self.less_diamonds(all, 2)
            }
            Formula::Dart => self.five_edge_sum(FiveEdgeSum::TrianglePairsByDegree),
            Formula::Book3 => Ok(self.five_edge_sum(FiveEdgeSum::TriangleTriples)? / 3),
            Formula::Kite => self.less_4_cliques(TriangleSum::DegreesByOpposite),
            Formula::Gem => self.less_4_cliques(TriangleSum::EdgeProducts),
            Formula::Cycle5 => self.five_cycles(),
            Formula::Biclique => self.biclique_sum(BicliqueSum::Bicliques),
            Formula::WheelWithoutSpoke => self.biclique_sum(BicliqueSum::WithEdge),
            Formula::Wheel => self.wheels(),
            Formula::NearClique => self.clique_sum(CliqueSum::Pairs),
            Formula::CliqueWithTail => Ok(self.clique_sum(CliqueSum::ByDegrees)? / 3),
            Formula::CliqueWithEar => Ok(self.clique_sum(CliqueSum::ByTriangles)? / 2),
        }
    }

    fn paths_of_five(&mut self) -> Result<u128, MineError> {
        let cycles = self.cycles()?;
        let pairs = self.five_vertex_sum(VertexSum::PathsSquared)?;
        let sums = self.edge_sums(false)?;
        // Each vertex has its degree less 1 squared at each of its neighbours.
        let same = self.over_degrees(|d| d.checked_mul((d - 1).checked_pow(2)?))?;
        // Twice the sum of t(v) d(v) is that of t(e) (d(u) + d(v)), and a triangle has three edges.
        let met = [(2, sums.get(EdgeSum::TrianglesByDegree)), (2, sums.get(EdgeSum::Triangles)), (8, cycles)];
        linear(&[(1, pairs)], &[(1, same), met[0], met[1], met[2]], 2)
    }

    fn less_diamonds(&mut self, all: u128, times: u128) -> Result<u128, MineError> {
        linear(&[(1, all)], &[(times, self.edge_sums(false)?.get(EdgeSum::TrianglePairs))], 1)
    }

    fn less_4_cliques(&mut self, sum: TriangleSum) -> Result<u128, MineError> {
        let all = self.five_triangle_sum(sum)?;
        linear(&[(1, all)], &[(12, self.cliques(4)?)], 1)
    }

    /// The sum of `C(d, leaves)`.
    fn stars(&self, leaves: u32) -> Result<u128, MineError> {
        self.over_degrees(|degree| choose(degree, leaves))
    }

    /// The sum of a term over the degrees of the vertices that have an edge: equal degrees stand together, so that each
    /// term is worked out once.
    fn over_degrees(&self, term: impl Fn(u128) -> Option<u128>) -> Result<u128, MineError> {
        let mut sum = 0u128;
        for (degree, vertices) in self.outline().degrees.runs().filter(|&(degree, _)| degree > 0) {
            let terms = term(degree.into()).and_then(|term| term.checked_mul(vertices.into()));
            sum = terms.and_then(|terms| sum.checked_add(terms)).ok_or(MineError::CountOverflow)?;
        }
        Ok(sum)
    }
}

/// The products in `plus` less those in `minus`, divided by what goes into it.
fn linear(plus: &[(u128, u128)], minus: &[(u128, u128)], divisor: u128) -> Result<u128, MineError> {
    let sum = |products: &[(u128, u128)]| {
        products.iter().try_fold(0u128, |sum, (times, count)| sum.checked_add(times.checked_mul(*count)?))
    };
    let rest = sum(plus).zip(sum(minus)).and_then(|(plus, minus)| plus.checked_sub(minus));
    let rest = rest.ok_or(MineError::CountOverflow)?;
    debug_assert_eq!(rest % divisor, 0, "the formula is exact");
    Ok(rest / divisor)
}

/// The ways to choose `m` of `n` things; `None` if there are more than fit.
pub(crate) fn choose(n: u128, m: u32) -> Option<u128> {
    if u128::from(m) > n {
        return Some(0);
    }
    // After step i the product is C(n, i): each division is exact.
    (0..u128::from(m)).try_fold(1u128, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}
