//! What the orbits of directed graphlets follow from, at each edge.

use motherlode_device::kernels::directed::ties::WEDGES;
use motherlode_device::kernels::directed::ties::{IN, MUTUAL, OUT, TIES, reversed};
use motherlode_device::kernels::directed_orbits::edges::{
    AROUND_TRIANGLES, CHORDS, CYCLES, SumAroundTriangles, SumCyclesAtEdges, TAILS,
};
use motherlode_device::kernels::directed_orbits::neighbors::OF_THREE;
use motherlode_device::kernels::directed_orbits::roots::{CYCLE_CELLS, CountCliqueOrbitsAt};
use motherlode_device::places::Edges;

use super::orbits::{CliqueOrbits, part};
use super::root_sums::{ReadBeside, RootSumsOf};
use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::direct::form_edges::FormEdges;
use crate::direct::session::Session;

/// The sums at the edges of a form.
#[derive(Debug)]
pub(crate) struct DirectedTieSums {
    edges: FormEdges,
    /// From the greater ends.
    ties: Vec<u8>,
    degrees: Vec<u32>,
    wedges: Vec<u32>,
    /// None of these for graphlets of three.
    of_four: Option<TiesOfFour>,
}

/// What graphlets of four vertices ask for besides.
#[derive(Debug)]
struct TiesOfFour {
    /// Of the vertices.
    near: Vec<u64>,
    around: Vec<u64>,
    cycles: Vec<u64>,
    cliques: Vec<u64>,
    clique_orbits: usize,
}

/// What is known of an edge, whose first end is the tail if it is one arc. No slice has a number where nothing was
/// asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TiePieces<'s> {
    /// From the first end: no arc leads from the second alone.
    tie: u8,
    /// Whether the first end is the smaller one.
    is_turned: bool,
    /// Of the first end and of the second.
    degrees: [&'s [u32]; 2],
    near: [&'s [u64]; 2],
    /// The rest as kernels number it: of the greater end first.
    wedges: &'s [u32],
    around: &'s [u64],
    cycles: &'s [u64],
    cliques: &'s [u64],
}

impl DirectedTieSums {
    /// What is known of the edge between two vertices of the form.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn at(&self, ends: [u32; 2]) -> TiePieces<'_> {
        let edge = self.edges.number(ends);
        let is_turned = self.ties[edge] == IN;
        let [greater, smaller] = [ends[0].max(ends[1]), ends[0].min(ends[1])].map(|end| end as usize);
        let ends = if is_turned { [smaller, greater] } else { [greater, smaller] };
        let four = self.of_four.as_ref();
        let of_four = |all: fn(&TiesOfFour) -> &Vec<u64>, width| {
            four.map_or(&[][..], |four| part(all(four), edge, width))
        };
        let near = |end| four.map_or(&[][..], |four| part(&four.near, end, TIES * OF_THREE));
        TiePieces {
            tie: if is_turned { OUT } else { self.ties[edge] },
            is_turned,
            degrees: ends.map(|end| part(&self.degrees, end, TIES)),
            near: ends.map(near),
            wedges: part(&self.wedges, edge, WEDGES),
            around: of_four(|four| &four.around, AROUND_TRIANGLES),
            cycles: of_four(|four| &four.cycles, CYCLES),
            cliques: of_four(|four| &four.cliques, four.map_or(0, |four| four.clique_orbits)),
        }
    }
}

impl<'s> TiePieces<'s> {
    /// Zeros in place of all sums, for an arc, or for arcs both ways: for those who want the kinds of subgraphs in
    /// their order, and not how many there are.
    pub fn nothing(is_mutual: bool) -> TiePieces<'static> {
        TiePieces {
            tie: if is_mutual { MUTUAL } else { OUT },
            is_turned: false,
            degrees: [&[0; TIES]; 2],
            near: [&[0; TIES * OF_THREE]; 2],
            wedges: &[0; WEDGES],
            around: &[0; AROUND_TRIANGLES],
            cycles: &[0; CYCLES],
            cliques: &[0; u8::MAX as usize + 1],
        }
    }

    /// Whether arcs lead both ways.
    pub fn is_mutual(self) -> bool {
        self.tie == MUTUAL
    }

    /// The tie from one of the ends to the other.
    pub fn tie(self, end: usize) -> usize {
        if end == 0 { self.tie.into() } else { reversed(self.tie).into() }
    }

    /// The further ties of a kind that an end has.
    pub fn further(self, end: usize, tie: usize) -> i128 {
        i128::from(self.degrees[end][tie]) - i128::from(tie == self.tie(end))
    }

    /// The wedges that join the ends, by the ties from the first and from the second.
    pub fn wedges(self, first: usize, second: usize) -> i128 {
        self.wedges[self.triangle(first, second)].into()
    }

    /// A number of the neighbours of an end by this tie, summed.
    pub fn near(self, end: usize, tie: usize, number: usize) -> i128 {
        self.near[end][tie * OF_THREE + number].into()
    }

    /// The further ties of the third vertices of triangles, by the ties from both ends to these.
    pub fn at_third(self, first: usize, second: usize, tie: usize) -> i128 {
        self.around[TAILS + self.triangle(first, second) * TIES + tie].into()
    }

    /// The wedges that join an end and the third vertices of triangles, by the ties from both ends to these.
    pub fn beside(self, end: usize, first: usize, second: usize, wedge: usize) -> i128 {
        let is_of_smaller = (end == 1) != self.is_turned;
        let chord = CHORDS[usize::from(is_of_smaller)];
        self.around[chord + self.triangle(first, second) * WEDGES + wedge].into()
    }

    /// The paths of three edges from one end to the other: by the ties from both ends, and by that from the vertex
    /// beside the first to the one beside the second.
    pub fn cycles(self, first: usize, second: usize, across: usize) -> i128 {
        let [of_smaller, of_greater, across] = if self.is_turned {
            [first, second, usize::from(reversed(across as u8))]
        } else {
            [second, first, across]
        };
        self.cycles[(of_smaller * TIES + of_greater) * TIES + across].into()
    }

    /// The cliques with it.
    pub fn cliques(self) -> &'s [u64] {
        self.cliques
    }

    /// A kind of triangles, by the ties from both ends to the third vertex.
    fn triangle(self, first: usize, second: usize) -> usize {
        if self.is_turned { TIES * second + first } else { TIES * first + second }
    }
}

impl Session<'_> {
    /// The sums at each edge: those of three vertices, and those of four if it is told how the numbers of cliques are.
    /// None may pass 64 bits: see [`motherlode_device::kernels::directed_orbits`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn directed_tie_sums(
        &mut self,
        arcs: GraphWithArcs<'_>,
        cliques: Option<CliqueOrbits<'_>>,
    ) -> Result<DirectedTieSums, MineError> {
        let degrees = self.degrees_by_tie(arcs)?;
        let ties = self.run.clock.mine(|| self.first.ties().ties.download())?;
        let (wedges, of_four) = match cliques {
            None => {
                let wedges = self.typed_wedges(arcs)?;
                (self.run.clock.mine(|| wedges.download())?, None)
            }
            Some(cliques) => {
                let (wedges, of_four) = self.tie_sums_of_four(arcs, cliques)?;
                (wedges, Some(of_four))
            }
        };
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        Ok(DirectedTieSums { edges: self.form_edges()?, ties, degrees, wedges, of_four })
    }

    /// The wedges at each edge, and the sums of four vertices.
    fn tie_sums_of_four(
        &mut self,
        arcs: GraphWithArcs<'_>,
        cliques: CliqueOrbits<'_>,
    ) -> Result<(Vec<u32>, TiesOfFour), MineError> {
        let places = self.outline().edges();
        let (wedges, near) = self.sums_near(arcs, OF_THREE)?;
        let beside = ReadBeside::Wedges(&wedges);
        let of_triangles = RootSumsOf { places, width: AROUND_TRIANGLES, cells: 1, beside };
        let around = self.sums_of_roots::<SumAroundTriangles>(arcs, of_triangles)?;
        let downloaded = self.run.clock.mine(|| wedges.download())?;
        // The next sums have its room.
        drop(wedges);
        let of_cycles = RootSumsOf { places, width: CYCLES, cells: CYCLE_CELLS, beside: ReadBeside::Nothing };
        let cycles = self.sums_of_roots::<SumCyclesAtEdges>(arcs, of_cycles)?;
        let beside = ReadBeside::Orbits(cliques.orbits);
        let of_cliques = RootSumsOf { places, width: cliques.count, cells: 1, beside };
        let of_four = TiesOfFour {
            near,
            around,
            cycles,
            cliques: self.sums_of_roots::<CountCliqueOrbitsAt<Edges>>(arcs, of_cliques)?,
            clique_orbits: cliques.count,
        };
        Ok((downloaded, of_four))
    }
}
