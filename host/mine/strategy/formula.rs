//! Counts that follow from others.

/// A pattern that a formula counts, with `d(v)` the degree of a vertex, `t(v)` the triangles at it, `s(v)` the paths of
/// two edges that start at it, and `t(e)` and `c(e)` the triangles and the 4-cycles through an edge. The count is that
/// of subgraphs that need not be induced. Each formula counts the ways to put the pattern together, less those where
/// two of its vertices fall together, which are a smaller pattern (`docs/algorithms.md` derives one of them).
///
/// Source of those of five vertices: Pinar, Seshadhri, Vishal 2017, "ESCAPE: efficiently counting all 5-vertex
/// subgraphs" (WWW 2017).
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
    /// The star of three leaves, one with a tail: the sum of `(d(v) - 1) C(d(u) - 1, 2)` over the edges in both
    /// directions, less the tailed triangles, twice, where the tail ends at another leaf.
    Fork,
    /// The path of five vertices: two paths of two edges from its middle, for which the sum is half that of `s(v)^2`
    /// less the squares of `d(a) - 1` over the neighbours; less those that meet: in tailed triangles twice, in
    /// triangles three times, and in 4-cycles four times.
    Path5,
    /// The triangle with two vertices on one corner: the sum of `t(v) C(d(v) - 2, 2)`.
    Cricket,
    /// The triangle with a vertex on each of two corners: the sum of `t(e) (d(u) - 2) (d(v) - 2)`, less twice the
    /// diamonds, where both are one.
    Bull,
    /// The triangle with a tail of two edges: the sum of `t(v) s(v)`, less those whose tail begins with an edge of the
    /// triangle, twice the tailed triangles and six times the triangles, and those whose tail ends at another of its
    /// vertices, four times the diamonds.
    LongTailedTriangle,
    /// The 4-cycle with a vertex on one corner: the sum of `c(e) (d(u) + d(v) - 4)`, halved, less twice the diamonds,
    /// where that vertex is the opposite corner.
    Banner,
    /// Two triangles that share a vertex: the sum of `C(t(v), 2)`, less twice the diamonds, where they share an edge.
    Butterfly,
    /// The diamond with a vertex on a corner of degree 3: the sum of `C(t(e), 2) (d(u) + d(v) - 6)`.
    Dart,
    /// Three triangles that share an edge: the sum of `C(t(e), 3)`.
    Book3,
    /// The diamond with a vertex on a corner of degree 2: the sum over the triangles and their corners of
    /// `(d(v) - 2) (t(e) - 1)`, with the corner's opposite edge, less twelve times the 4-cliques, where that vertex is
    /// the opposite corner.
    Kite,
    /// The path of four vertices, and a vertex joined to all: the sum over the triangles and their corners of
    /// `(t(e) - 1) (t(f) - 1)`, with the corner's edges, less twelve times the 4-cliques, where the path's ends are
    /// one.
    Gem,
    /// The 5-cycle: for the cycle's first vertex `i` and the edge `(k, l)` opposite to it, the product of the numbers
    /// of paths of two edges from `i` to `k` and to `l`, each less those through the other; less the triangles with an
    /// edge from a corner to a vertex before all three, where both paths have the same middle.
    Cycle5,
    /// The 2-3-biclique: the sum of `C(c, 3)` over the pairs of vertices, which have `c` neighbours in common.
    Biclique,
    /// The wheel of five vertices without one of its spokes, a 2-3-biclique with an edge among the three: the sum of
    /// `c - 2` over the pairs of vertices and the edges between two of their `c` common neighbours.
    WheelWithoutSpoke,
    /// The wheel of five vertices: the 4-cycles among the neighbours of each vertex.
    Wheel,
    /// The clique of five vertices without an edge: the sum of `C(q, 2)` over the triangles, which are in `q` 4-cliques
    /// each.
    NearClique,
    /// The 4-clique with a vertex on one corner: the sum of `q (d - 3)` over the triangles and their corners, divided
    /// by three: each corner of a 4-clique is one of three of its triangles.
    CliqueWithTail,
    /// The 4-clique with a vertex on two corners: the sum of `q (t - 2)` over the triangles and their edges, halved:
    /// each edge of a 4-clique is in two of its triangles.
    CliqueWithEar,
}

impl Formula {
    /// Whether it takes the 4-cycles through each edge.
    pub(crate) fn needs_edge_cycles(self) -> bool {
        matches!(self, Formula::House | Formula::Banner)
    }

    /// Whether it takes sums over the pairs of vertices with common neighbours.
    pub(super) fn needs_pairs(self) -> bool {
        matches!(
            self,
            Formula::Cycle5
                | Formula::Biclique
                | Formula::WheelWithoutSpoke
                | Formula::Wheel
                | Formula::NearClique
                | Formula::CliqueWithTail
                | Formula::CliqueWithEar
        )
    }
}
