//! Which graphs the sums are of.

/// A kind of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SumShape {
    /// A vertex and all others, which are joined to it alone: a wedge, or a star of three leaves.
    Star,
    /// A triangle.
    Triangle,
    /// A path of four vertices.
    Path,
    /// A triangle whose first vertex has a tail.
    Tailed,
    /// Two triangles of one edge, that of the first two vertices.
    Diamond,
    /// A 4-cycle, in its order.
    Cycle,
    /// A 4-clique.
    Clique,
}

impl SumShape {
    /// All, in their order.
    pub const ALL: [SumShape; 7] = [
        SumShape::Star,
        SumShape::Triangle,
        SumShape::Path,
        SumShape::Tailed,
        SumShape::Diamond,
        SumShape::Cycle,
        SumShape::Clique,
    ];

    /// The edges of graphs of `k` vertices, by the places of the labels; none if there are no such graphs.
    pub fn edges(self, k: usize) -> Option<&'static [(usize, usize)]> {
        Some(match (self, k) {
            (SumShape::Star, 3) => &[(0, 1), (0, 2)],
            (SumShape::Triangle, 3) => &[(0, 1), (0, 2), (1, 2)],
            (SumShape::Star, 4) => &[(0, 1), (0, 2), (0, 3)],
            (SumShape::Path, 4) => &[(0, 1), (1, 2), (2, 3)],
            (SumShape::Tailed, 4) => &[(0, 1), (0, 2), (1, 2), (0, 3)],
            (SumShape::Diamond, 4) => &[(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)],
            (SumShape::Cycle, 4) => &[(0, 1), (1, 2), (2, 3), (0, 3)],
            (SumShape::Clique, 4) => &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
            _ => return None,
        })
    }

    /// How often each of a class is summed up.
    pub fn times(self) -> u128 {
        match self {
            // From each of its edges.
            SumShape::Triangle => 3,
            // From both edges at the corner that has the tail.
            SumShape::Tailed => 2,
            SumShape::Star | SumShape::Path | SumShape::Diamond | SumShape::Cycle | SumShape::Clique => 1,
        }
    }
}
