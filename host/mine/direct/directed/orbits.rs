//! What the orbits of directed graphlets follow from, at each vertex.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::directed::ties::TIES;
use motherlode_device::kernels::directed_orbits::neighbors::{
    FAR, FarArgs, NearArgs, OF_FOUR, OF_THREE, SumFar, SumNear,
};
use motherlode_device::kernels::directed_orbits::roots::{
    CYCLE_CELLS, CYCLES, CountCliqueOrbitsAt, OPPOSITE, SumOppositeWedges, SumWedgePairs,
};
use motherlode_device::places::Vertices;

use super::root_sums::{ReadBeside, RootSumsOf};
use super::typed_triangles::BYTES_PER_EDGE;
use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::deal::InOrder;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Which of its numbers each member of each kind of 4-cliques has, or each side, as kernels number them, and how many
/// numbers there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CliqueOrbits<'o> {
    pub orbits: &'o [u8],
    pub count: usize,
}

/// The sums at the vertices of a form.
#[derive(Debug)]
pub(crate) struct DirectedOrbitSums {
    /// How many numbers there are for each tie in `near`.
    width: usize,
    degrees: Vec<u32>,
    near: Vec<u64>,
    /// None of these for graphlets of three.
    of_four: Option<OfFour>,
}

/// What graphlets of four vertices ask for besides.
#[derive(Debug)]
struct OfFour {
    far: Vec<u64>,
    opposite: Vec<u64>,
    cycles: Vec<u64>,
    cliques: Vec<u64>,
    clique_orbits: usize,
}

/// What is known of a vertex, as `motherlode_device::kernels::directed_orbits` numbers it. No slice has a number where
/// nothing was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrbitPieces<'s> {
    width: usize,
    degrees: &'s [u32],
    near: &'s [u64],
    far: &'s [u64],
    opposite: &'s [u64],
    cycles: &'s [u64],
    cliques: &'s [u64],
}

impl DirectedOrbitSums {
    /// How many numbers are known of each vertex.
    pub fn of_vertex(cliques: Option<CliqueOrbits<'_>>) -> usize {
        let of_three = |width: usize| TIES + TIES * width;
        match cliques {
            None => of_three(OF_THREE),
            Some(cliques) => of_three(OF_FOUR) + FAR + OPPOSITE + CYCLES + cliques.count,
        }
    }

    /// What is known of a vertex of the form.
    pub fn at(&self, vertex: usize) -> OrbitPieces<'_> {
        let four = self.of_four.as_ref();
        let of_four = |all: fn(&OfFour) -> &Vec<u64>, width: usize| {
            four.map_or(&[][..], |four| part(all(four), vertex, width))
        };
        OrbitPieces {
            width: self.width,
            degrees: part(&self.degrees, vertex, TIES),
            near: part(&self.near, vertex, TIES * self.width),
            far: of_four(|four| &four.far, FAR),
            opposite: of_four(|four| &four.opposite, OPPOSITE),
            cycles: of_four(|four| &four.cycles, CYCLES),
            cliques: of_four(|four| &four.cliques, four.map_or(0, |four| four.clique_orbits)),
        }
    }
}

/// What is known of one of several.
pub(super) fn part<T>(all: &[T], which: usize, width: usize) -> &[T] {
    &all[which * width..][..width]
}

impl<'s> OrbitPieces<'s> {
    /// Zeros in place of all sums, for those who want the kinds of subgraphs in their order, and not how many there
    /// are.
    pub fn nothing() -> OrbitPieces<'static> {
        OrbitPieces {
            width: OF_FOUR,
            degrees: &[0; TIES],
            near: &[0; TIES * OF_FOUR],
            far: &[0; FAR],
            opposite: &[0; OPPOSITE],
            cycles: &[0; CYCLES],
            cliques: &[0; u8::MAX as usize + 1],
        }
    }

    /// Its ties of a kind.
    pub fn ties(self, tie: usize) -> i128 {
        self.degrees[tie].into()
    }

    /// A number of its neighbours by this tie, summed.
    pub fn near(self, tie: usize, number: usize) -> i128 {
        self.near[tie * self.width + number].into()
    }

    /// The numbers of three vertices of its neighbours by this tie, summed: of their neighbours by the next.
    pub fn far(self, tie: usize, next: usize, number: usize) -> i128 {
        self.far[(tie * TIES + next) * OF_THREE + number].into()
    }

    /// The sums over its triangles.
    pub fn opposite(self) -> &'s [u64] {
        self.opposite
    }

    /// The pairs of wedges from it.
    pub fn cycles(self) -> &'s [u64] {
        self.cycles
    }

    /// The cliques with it.
    pub fn cliques(self) -> &'s [u64] {
        self.cliques
    }
}

impl Session<'_> {
    /// The sums at each vertex: those of three vertices, and those of four if it is told how the numbers of cliques
    /// are. None may pass 64 bits: see [`motherlode_device::kernels::directed_orbits`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn directed_orbit_sums(
        &mut self,
        arcs: GraphWithArcs<'_>,
        cliques: Option<CliqueOrbits<'_>>,
    ) -> Result<DirectedOrbitSums, MineError> {
        let degrees = self.degrees_by_tie(arcs)?;
        let width = if cliques.is_some() { OF_FOUR } else { OF_THREE };
        let (wedges, mut near) = self.sums_near(arcs, width)?;
        let far = near.split_off(degrees.len() * width);
        let of_four = cliques.map(|cliques| self.sums_of_four(arcs, cliques, far, &wedges)).transpose()?;
        Ok(DirectedOrbitSums { width, degrees, near, of_four })
    }

    /// For each vertex of the form, how many of its ties are of each kind: arcs out, arcs in, and both.
    pub(super) fn degrees_by_tie(&mut self, arcs: GraphWithArcs<'_>) -> Result<Vec<u32>, MineError> {
        self.make_room_beside_ties(0, 0)?;
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        Ok(self.run.clock.mine(|| self.first.ties().degrees.download())?)
    }

    /// The wedges at each edge; and so many numbers for each vertex and tie, and, if these are [`OF_FOUR`], the sums
    /// over them behind.
    pub(super) fn sums_near(
        &mut self,
        arcs: GraphWithArcs<'_>,
        width: usize,
    ) -> Result<(Arc<Buffer<'static, u32>>, Vec<u64>), MineError> {
        let n = self.outline().n() as usize;
        let own = n * size_of::<u64>() * (TIES * width + if width == OF_FOUR { FAR } else { 0 });
        self.make_room_beside_ties(BYTES_PER_EDGE, own as u64)?;
        let wedges = Arc::new(self.typed_wedges(arcs)?);
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        let work = self.room(|session| NeighborSums::new(session.first.clone(), wedges.clone(), width))?;
        Ok((wedges, self.deal_alone(work)?.0))
    }

    /// Those of four vertices that roots are gone through for.
    fn sums_of_four(
        &mut self,
        arcs: GraphWithArcs<'_>,
        cliques: CliqueOrbits<'_>,
        far: Vec<u64>,
        wedges: &Arc<Buffer<'static, u32>>,
    ) -> Result<OfFour, MineError> {
        let places = self.outline().n() as usize;
        let of = |width, cells, beside| RootSumsOf { places, width, cells, beside };
        Ok(OfFour {
            far,
            opposite: self
                .sums_of_roots::<SumOppositeWedges>(arcs, of(OPPOSITE, 1, ReadBeside::Wedges(wedges)))?,
            cycles: self
                .sums_of_roots::<SumWedgePairs>(arcs, of(CYCLES, CYCLE_CELLS, ReadBeside::Nothing))?,
            cliques: self.sums_of_roots::<CountCliqueOrbitsAt<Vertices>>(
                arcs,
                of(cliques.count, 1, ReadBeside::Orbits(cliques.orbits)),
            )?,
            clique_orbits: cliques.count,
        })
    }
}

/// Adds up the sums over the neighbours, and over these those of three vertices.
struct NeighborSums {
    wedges: Arc<Buffer<'static, u32>>,
    near: Buffer<'static, u64>,
    /// Nothing for graphlets of three.
    far: Buffer<'static, u64>,
    width: usize,
}

impl NeighborSums {
    fn new(
        on: OnDevice,
        wedges: Arc<Buffer<'static, u32>>,
        width: usize,
    ) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let near = device.zeroed(n * TIES * width)?;
        let far = device.zeroed(if width == OF_FOUR { n * FAR } else { 0 })?;
        Swept::new(on, 0, NeighborSums { wedges, near, far, width })
    }
}

// SAFETY: there are numbers of wedges for each edge, and there are zeros for the sums of each vertex. Who asks has seen
// that no sum passes 64 bits. What the second launch reads the first has written, and launches follow each other.
unsafe impl Sweep for NeighborSums {
    type Tally = InOrder<u64>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::One
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, _: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let near = NearArgs {
            graph: on.whole(lend),
            ties: lend.slice(&on.ties().whole),
            starts: on.graph(lend).offsets,
            degrees: lend.slice(&on.ties().degrees),
            wedges: lend.slice(&*self.wedges),
            sums: lend.scratch(&mut self.near),
            width: self.width as u32,
        };
        on.launch_all::<SumNear>(lend, &near)?;
        if self.width == OF_THREE {
            return Ok(());
        }
        let far = FarArgs {
            graph: on.whole(lend),
            ties: lend.slice(&on.ties().whole),
            near: lend.slice(&self.near),
            sums: lend.scratch(&mut self.far),
        };
        on.launch_all::<SumFar>(lend, &far)
    }

    fn tally(&mut self, _: &Range<u64>, _: Vec<u128>) -> Result<InOrder<u64>, MineError> {
        let mut sums = self.near.download()?;
        sums.extend(self.far.download()?);
        Ok(InOrder(sums))
    }
}
