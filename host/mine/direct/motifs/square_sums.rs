//! What 4-cycles with a fifth vertex, houses and 2-3-bicliques follow from, at each vertex, and at each edge.

use std::marker::PhantomData;
use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::kernels::motifs::edge_roles::EdgeSquarePieces;
use motherlode_device::kernels::motifs::pair_sums::PairSumsArgs;
use motherlode_device::kernels::motifs::square_sums::{
    EDGE_SQUARE_SUMS, EdgeSquareSum, EdgeSquaresArgs, PAIR_NUMBERS, SQUARE_SUMS, SquareSum, SumEdgeSquaresAt,
    SumSquaresAt,
};

use crate::MineError;
use crate::at::{At, Edges, Vertices};
use crate::direct::at_vertices::{Needs, SumsAtVertices, VertexPieces};
use crate::direct::merge::SumsOfWorkers;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// The sums at the vertices of a form.
#[derive(Debug)]
pub(crate) struct SquareSums {
    at_vertices: Arc<SumsAtVertices>,
    known: SquaresAt,
}

/// The sums at the edges of a form.
#[derive(Debug)]
pub(crate) struct EdgeSquareSums(SquaresAt);

/// What the kernels add up at each place.
#[derive(Debug)]
struct SquaresAt {
    /// Over the pairs of vertices with common neighbours.
    squares: Vec<u64>,
    /// Over the edges, by the 4-cycles through them.
    edges: Vec<u64>,
}

/// Places at which these are added up.
pub(crate) trait SquaresSummed: At {
    /// What adds up those over the pairs.
    type Pairs: for<'a> Kernel<Args<'a> = PairSumsArgs<'a>>;
    /// What adds up those over the edges.
    type Edges: for<'a> Kernel<Args<'a> = EdgeSquaresArgs<'a>>;
    /// How many of these a place has.
    const EDGE_SUMS: usize;
}

impl SquaresSummed for Vertices {
    type Pairs = SumSquaresAt<Vertices>;
    type Edges = SumEdgeSquaresAt<Vertices>;
    const EDGE_SUMS: usize = EDGE_SQUARE_SUMS;
}

impl SquaresSummed for Edges {
    type Pairs = SumSquaresAt<Edges>;
    type Edges = SumEdgeSquaresAt<Edges>;
    const EDGE_SUMS: usize = 1;
}

/// What is known of a vertex `v`. Sums are over the 4-cycles with it, with `d` the degree of a vertex, and `t` and `c`
/// the triangles and the 4-cycles through an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquarePieces {
    /// What follows from its edges and triangles.
    pub vertex: VertexPieces,
    /// The sum of `d` of the vertex that is not next to it.
    pub opposite_degrees: i128,
    /// The sum of `t` of the two edges that it is not at.
    pub opposite_triangles: i128,
    /// The sum of `d - 2` of the two vertices next to it.
    pub further_neighbors: i128,
    /// The sum of `t` of the two edges that it is at.
    pub triangles: i128,
    /// The sum of `c` of the opposite edge, over the triangles at it.
    pub opposite_cycles: i128,
    /// The 2-3-bicliques in which it is one of two, and those in which it is one of three.
    pub bicliques: [i128; 2],
}

impl EdgeSquareSums {
    /// What is known of the edge of a number.
    pub fn at(&self, edge: usize) -> EdgeSquarePieces {
        let EdgeSquareSums(SquaresAt { squares, edges }) = self;
        EdgeSquarePieces::new(&squares.as_chunks::<SQUARE_SUMS>().0[edge], edges[edge])
    }
}

impl SquareSums {
    /// The sums over the edges and triangles of the vertices.
    pub fn of_vertices(&self) -> &SumsAtVertices {
        &self.at_vertices
    }

    /// What is known of a vertex of the form, whose degree is given.
    pub fn at(&self, vertex: usize, degree: u32) -> SquarePieces {
        let square = |sum: SquareSum| self.known.squares[vertex * SQUARE_SUMS + sum as usize].into();
        let edge = |sum: EdgeSquareSum| self.known.edges[vertex * EDGE_SQUARE_SUMS + sum as usize].into();
        SquarePieces {
            vertex: self.at_vertices.at(vertex, degree),
            opposite_degrees: square(SquareSum::OppositeDegrees),
            opposite_triangles: square(SquareSum::OppositeTriangles),
            further_neighbors: edge(EdgeSquareSum::FurtherNeighbors),
            triangles: edge(EdgeSquareSum::Triangles),
            opposite_cycles: edge(EdgeSquareSum::Opposite),
            bicliques: [square(SquareSum::OneOfTwo), square(SquareSum::OneOfThree)],
        }
    }
}

impl Session<'_> {
    /// The sums at each vertex. None of them may pass 64 bits: see [`SumSquaresAt`] and [`SumEdgeSquaresAt`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn square_sums(&mut self) -> Result<SquareSums, MineError> {
        // First: the 4-cycles at the edges are needed themselves, and those at the vertices follow from them.
        self.count_edges(true)?;
        let at_vertices = self.sums_at_vertices(Needs { triangles: true, cycles: true, cliques: true })?;
        Ok(SquareSums { at_vertices, known: self.squares_at::<Vertices>()? })
    }

    /// The sums at each edge, of which the same holds.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn edge_square_sums(&mut self) -> Result<EdgeSquareSums, MineError> {
        self.squares_at::<Edges>().map(EdgeSquareSums)
    }

    /// What the kernels add up at each place.
    fn squares_at<A: SquaresSummed>(&mut self) -> Result<SquaresAt, MineError> {
        let squares = self.square_sums_of_pairs::<A>()?.download(self.run.clock)?;
        let edges = self.square_sums_of_edges::<A>()?;
        Ok(SquaresAt { squares, edges: self.run.clock.mine(|| edges.download())? })
    }

    /// The sums over the pairs, as the kernel leaves them.
    ///
    /// # Errors
    /// As those of [`square_sums`](Self::square_sums).
    pub(in crate::direct) fn square_sums_of_pairs<A: SquaresSummed>(
        &mut self,
    ) -> Result<SumsOfWorkers, MineError> {
        let places = A::count(self.outline());
        let of_edges = places * A::EDGE_SUMS * size_of::<u64>();
        self.sum_pairs::<A::Pairs>(PAIR_NUMBERS, places * SQUARE_SUMS, of_edges)
    }

    /// The sums over the edges, on the first device. Their lists are there, by
    /// [`square_sums_of_pairs`](Self::square_sums_of_pairs).
    ///
    /// # Errors
    /// As those of [`square_sums`](Self::square_sums).
    pub(in crate::direct) fn square_sums_of_edges<A: SquaresSummed>(
        &mut self,
    ) -> Result<Buffer<'static, u64>, MineError> {
        // Where memory was short, the counts have made way since.
        self.count_edges(true)?;
        let mut work = self.room(|session| {
            let sums = session.device().zeroed(A::count(session.outline()) * A::EDGE_SUMS)?;
            Swept::new(session.first.clone(), 0, EdgeSquareSumming::<A> { sums, at: PhantomData })
        })?;
        self.deal_alone_to(&mut work)?;
        Ok(work.into_sweep().sums)
    }
}

/// Adds up the sums over the edges and triangles of each place.
struct EdgeSquareSumming<A> {
    sums: Buffer<'static, u64>,
    at: PhantomData<A>,
}

// SAFETY: there is a count for each edge, and there are zeros for the sums of each place; the lists of the edges'
// triangles are there. Who asks has seen that no sum passes 64 bits.
unsafe impl<A: SquaresSummed> Sweep for EdgeSquareSumming<A> {
    type Tally = ();

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, _: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = EdgeSquaresArgs {
            graph: on.whole(lend),
            lists: on.lists(lend),
            cycles: lend.slice(on.cycles_of_edges()),
            sums: lend.atomics(&self.sums),
        };
        on.launch_all::<A::Edges>(lend, &args)
    }
}
