//! What directed graphlets are counted at: vertices, or ties.

use motherlode_device::kernels::directed_orbits::roots::{CLIQUE, SIDES};

use super::sums::TiedPairs;
use super::{rooted, rooted_ties};
use crate::MineError;
use crate::at::{At, Edges, Vertices};
use crate::direct::{
    CliqueOrbits, DirectedOrbitSums, DirectedTieSums, GraphWithArcs, OrbitPieces, Session, TiePieces,
};

/// Places that may stand somewhere in a directed graphlet.
pub(super) trait Standing: At {
    /// How many vertices one has.
    const ROOTS: usize;
    /// What a device finds at all of them.
    type Sums: Send + Sync;
    /// What is known of one.
    type Pieces<'s>: Copy;

    /// Finds it: that of three vertices, and that of four if it is told how the numbers of cliques are.
    fn sums(
        session: &mut Session<'_>,
        arcs: GraphWithArcs<'_>,
        cliques: Option<CliqueOrbits<'_>>,
    ) -> Result<Self::Sums, MineError>;

    /// What is known of one of the form.
    fn pieces(sums: &Self::Sums, place: Self::Place) -> Self::Pieces<'_>;

    /// One of each kind with zeros in place of all sums: what is told of those of one kind is always the same.
    fn kinds() -> Vec<Self::Pieces<'static>>;

    /// Which of these kinds it is.
    fn kind(pieces: Self::Pieces<'_>) -> usize;

    /// Tells of each kind of subgraphs of `k` vertices that are no cliques of four, its ties, and how many there are.
    /// The first vertices are the place's.
    fn each_subgraph(k: usize, pieces: Self::Pieces<'_>, tell: impl FnMut(TiedPairs<'_>, i128));

    /// The cliques of four with it.
    fn cliques<'s>(pieces: Self::Pieces<'s>) -> &'s [u64];

    /// Those of a clique of four in the order of kernels, each as its vertices, which are bits.
    fn of_clique() -> Vec<u32>;
}

impl Standing for Vertices {
    const ROOTS: usize = 1;
    type Sums = DirectedOrbitSums;
    type Pieces<'s> = OrbitPieces<'s>;

    fn sums(
        session: &mut Session<'_>,
        arcs: GraphWithArcs<'_>,
        cliques: Option<CliqueOrbits<'_>>,
    ) -> Result<DirectedOrbitSums, MineError> {
        session.directed_orbit_sums(arcs, cliques)
    }

    fn pieces(sums: &DirectedOrbitSums, vertex: u32) -> OrbitPieces<'_> {
        sums.at(vertex as usize)
    }

    fn kinds() -> Vec<OrbitPieces<'static>> {
        vec![OrbitPieces::nothing()]
    }

    fn kind(_: OrbitPieces<'_>) -> usize {
        0
    }

    fn each_subgraph(k: usize, pieces: OrbitPieces<'_>, tell: impl FnMut(TiedPairs<'_>, i128)) {
        rooted::each_subgraph(k, pieces, tell);
    }

    fn cliques<'s>(pieces: Self::Pieces<'s>) -> &'s [u64] {
        pieces.cliques()
    }

    fn of_clique() -> Vec<u32> {
        (0..CLIQUE).map(|member| 1 << member).collect()
    }
}

/// An edge is a tie, whatever its arcs.
impl Standing for Edges {
    const ROOTS: usize = 2;
    type Sums = DirectedTieSums;
    type Pieces<'s> = TiePieces<'s>;

    fn sums(
        session: &mut Session<'_>,
        arcs: GraphWithArcs<'_>,
        cliques: Option<CliqueOrbits<'_>>,
    ) -> Result<DirectedTieSums, MineError> {
        session.directed_tie_sums(arcs, cliques)
    }

    fn pieces(sums: &DirectedTieSums, ends: [u32; 2]) -> TiePieces<'_> {
        sums.at(ends)
    }

    fn kinds() -> Vec<TiePieces<'static>> {
        vec![TiePieces::nothing(false), TiePieces::nothing(true)]
    }

    fn kind(pieces: TiePieces<'_>) -> usize {
        pieces.is_mutual().into()
    }

    fn each_subgraph(k: usize, pieces: TiePieces<'_>, tell: impl FnMut(TiedPairs<'_>, i128)) {
        rooted_ties::each_subgraph(k, pieces, tell);
    }

    fn cliques<'s>(pieces: Self::Pieces<'s>) -> &'s [u64] {
        pieces.cliques()
    }

    fn of_clique() -> Vec<u32> {
        SIDES.into_iter().map(Edges::vertices).collect()
    }
}
