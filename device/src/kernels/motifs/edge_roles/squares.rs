//! Where an edge can be in the patterns of five vertices that have 4-cycles and no denser part.
//!
//! As at vertices, a fifth vertex is counted at each 4-cycle with `uv` where it may be one of the cycle's, and what that
//! is too much is a 4-cycle with a diagonal that has one end in common with `uv`: `Σ (t(uw) - 1) + (t(vw) - 1)`, over
//! the triangles `uvw`.

use SquareEdgeRole::{AcrossTail, AtTail, Biclique, Ceiling, Floor, Roof, Tail, Wall};

use super::small::EdgePieces;
use crate::kernels::motifs::square_sums::{SQUARE_SUMS, SquareSumAtEdge};

/// An edge of such a pattern, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareEdgeRole {
    /// The tail of a banner: of a 4-cycle with a tail.
    Tail,
    /// One of the two of its cycle that are at the tail.
    AtTail,
    /// One of the two that are not.
    AcrossTail,
    /// An edge of a house that is not on its 4-cycle.
    Roof,
    /// The one of the cycle between these.
    Ceiling,
    /// One of the two of the cycle beside that.
    Wall,
    /// The one opposite to it.
    Floor,
    /// One of a 2-3-biclique.
    Biclique,
}

/// What is known of an edge `uv` beside [`EdgePieces`]. Sums are over the 4-cycles with it, with `d` the degree of a
/// vertex, and `t` and `c` the triangles and the 4-cycles through an edge.
#[derive(Clone, Copy, Debug)]
pub struct EdgeSquarePieces {
    /// The sum of `d` of the two vertices that are not its ends.
    pub opposite_degrees: i128,
    /// The sum of `t` of the edge between these.
    pub opposite_triangles: i128,
    /// The sum of `t` of the two edges beside it.
    pub triangles_beside: i128,
    /// The sum of `c(uw)` and `c(vw)` over the triangles `uvw`.
    pub cycles_beside: i128,
    /// The 2-3-bicliques with it.
    pub bicliques: i128,
}

impl EdgeSquarePieces {
    /// Given the [`SquareSumAtEdge`]s of an edge, and the sum over its triangles.
    #[inline(always)]
    pub fn new(squares: &[u64; SQUARE_SUMS], cycles_beside: u64) -> Self {
        let square = |sum: SquareSumAtEdge| squares[sum as usize];
        EdgeSquarePieces {
            opposite_degrees: square(SquareSumAtEdge::OppositeDegrees).into(),
            opposite_triangles: (square(SquareSumAtEdge::OppositeTriangles) / 2).into(),
            triangles_beside: square(SquareSumAtEdge::Beside).into(),
            cycles_beside: cycles_beside.into(),
            bicliques: square(SquareSumAtEdge::Bicliques).into(),
        }
    }
}

impl SquareEdgeRole {
    /// All of them, by their numbers.
    pub const ALL: [SquareEdgeRole; 8] = [Tail, AtTail, AcrossTail, Roof, Ceiling, Wall, Floor, Biclique];

    /// How often an edge is in the role, from what is known of it.
    #[inline(always)]
    pub fn count(self, uv: &EdgePieces, squares: &EdgeSquarePieces) -> i128 {
        let ([d, f], triangles, cycles) = (uv.degrees, uv.triangles, uv.cycles);
        match self {
            // Those with both ends have the edge, or it is a diagonal: each is there for both.
            Tail => uv.cycles_of_ends - 2 * cycles - triangles * (triangles - 1),
            AtTail => cycles * (d + f - 4) - uv.others_beside,
            AcrossTail => squares.opposite_degrees - 4 * cycles - uv.others_beside,
            // Those with the roof have it next to `uv`, or beyond the other end.
            Roof => squares.cycles_beside - 2 * triangles * (triangles - 1) - uv.others_beside,
            Ceiling => cycles * triangles - uv.others_beside,
            Wall => squares.triangles_beside - 2 * uv.others_beside,
            Floor => squares.opposite_triangles - uv.others_beside,
            Biclique => squares.bicliques,
        }
    }
}
