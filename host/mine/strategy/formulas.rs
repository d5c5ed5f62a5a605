//! Counts that follow from others.

use motherlode_device::kernels::edge_counts::sums::Sum;

use super::session::Session;
use crate::mine::MineError;

/// A pattern that a formula counts, with `d(v)` the degree of a vertex, and `t(e)` and `c(e)` the triangles and the
/// 4-cycles through an edge. The count is that of subgraphs that need not be induced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The star of so many leaves, at least two: the sum of `C(d(v), leaves)`.
    Star(u32),
    /// The path of four vertices: the sum of `(d(u) - 1) (d(v) - 1)` over the edges, less three times the triangles,
    /// whose sides are counted there.
    Path4,
    /// The triangle with a tail: the sum of `t(e) (d(u) + d(v) - 4)`, halved: each triangle has two edges at each of
    /// its vertices.
    TailedTriangle,
    /// The diamond: the sum of `C(t(e), 2)`.
    Diamond,
    /// The house: the sum of `t(e) c(e)`, less four times the diamonds: there, one of the four sides of the 4-cycle
    /// makes a triangle with a third of its vertices.
    House,
}

impl Session<'_> {
    /// Evaluates a formula.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles), and [`MineError::CountOverflow`].
    pub fn formula(&mut self, formula: Formula) -> Result<u128, MineError> {
        match formula {
            Formula::Star(leaves) => self.stars(leaves),
            Formula::Path4 => {
                let sums = self.edge_sums(false)?;
                Ok(sums.get(Sum::DegreeProducts) - 3 * self.triangles()?)
            }
            Formula::TailedTriangle => Ok(self.edge_sums(false)?.get(Sum::TrianglesByDegree) / 2),
            Formula::Diamond => Ok(self.edge_sums(false)?.get(Sum::TrianglePairs)),
            Formula::House => {
                let sums = self.edge_sums(true)?;
                Ok(sums.get(Sum::TrianglesByCycles) - 4 * sums.get(Sum::TrianglePairs))
            }
        }
    }

    /// The sum of `C(d, leaves)`: equal degrees stand together, so that each binomial is worked out once.
    fn stars(&self, leaves: u32) -> Result<u128, MineError> {
        let mut sum = 0u128;
        for (degree, vertices) in self.oriented().degrees.runs() {
            let stars = choose(degree.into(), leaves).and_then(|stars| stars.checked_mul(vertices.into()));
            sum = stars.and_then(|stars| sum.checked_add(stars)).ok_or(MineError::CountOverflow)?;
        }
        Ok(sum)
    }
}

/// The ways to choose `m` of `n` things; `None` if there are more than fit.
pub(in crate::mine) fn choose(n: u128, m: u32) -> Option<u128> {
    if u128::from(m) > n {
        return Some(0);
    }
    // After step i the product is C(n, i): each division is exact.
    (0..u128::from(m)).try_fold(1u128, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
}
