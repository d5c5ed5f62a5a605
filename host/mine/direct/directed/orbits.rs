//! What the orbits of directed graphlets follow from, at each vertex.

use std::marker::PhantomData;
use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::kernels::directed::ties::TIES;
use motherlode_device::kernels::directed_orbits::neighbors::{
    FAR, FarArgs, NearArgs, OF_FOUR, OF_THREE, SumFar, SumNear,
};
use motherlode_device::kernels::directed_orbits::roots::{
    CYCLE_CELLS, CYCLES, CountCliqueOrbits, OPPOSITE, RootSumsArgs, SumOppositeWedges, SumWedgePairs,
};
use motherlode_device::memory::Slice;

use super::triangles_at_edges::BYTES_PER_EDGE;
use super::{GraphWithArcs, get_graph_and_ties};
use crate::deal::InOrder;
use crate::direct::merge::downloaded;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// Which of its numbers each member of each kind of 4-cliques has, the greatest first, and how many numbers there are.
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

/// What is known of a vertex, as `motherlode_device::kernels::directed_orbits` numbers it. No slice has a number where nothing was asked for.
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
        fn part<T>(all: &[T], vertex: usize, width: usize) -> &[T] {
            &all[vertex * width..][..width]
        }
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

impl<'s> OrbitPieces<'s> {
    /// Zeros in place of all sums, for those who want the kinds of subgraphs in their order, and not how many there are.
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
    /// The sums at each vertex: those of three vertices, and those of four if it is told how the numbers of cliques are. None may pass 64 bits: see
    /// [`motherlode_device::kernels::directed_orbits`].
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub fn directed_orbit_sums(
        &mut self,
        arcs: GraphWithArcs<'_>,
        cliques: Option<CliqueOrbits<'_>>,
    ) -> Result<DirectedOrbitSums, MineError> {
        self.make_room_beside_ties(0, 0)?;
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        // For each vertex of the form, how many of its ties are of each kind: arcs out, arcs in, and both.
        let degrees = self.run.clock.mine(|| self.first.ties().degrees.download())?;
        let width = if cliques.is_some() { OF_FOUR } else { OF_THREE };
        let n = self.outline().n() as usize;
        let own = n * size_of::<u64>() * (TIES * width + if cliques.is_some() { FAR } else { 0 });
        self.make_room_beside_ties(BYTES_PER_EDGE, own as u64)?;
        let wedges = self.wedges_at_edges(arcs)?;
        get_graph_and_ties(arcs)(&mut self.first, self.run.clock)?;
        let wedges = Arc::new(wedges);
        let work = self.room(|session| NeighborSums::new(session.first.clone(), wedges.clone(), width))?;
        let mut near = self.deal_alone(work)?.0;
        let far = near.split_off(n * TIES * width);
        let of_four = cliques.map(|cliques| self.sums_of_four(arcs, cliques, far, &wedges)).transpose()?;
        Ok(DirectedOrbitSums { width, degrees, near, of_four })
    }

    /// Those of four vertices that roots are gone through for.
    fn sums_of_four(
        &mut self,
        arcs: GraphWithArcs<'_>,
        cliques: CliqueOrbits<'_>,
        far: Vec<u64>,
        wedges: &Arc<Buffer<'static, u32>>,
    ) -> Result<OfFour, MineError> {
        Ok(OfFour {
            far,
            opposite: self.sums_of_roots::<SumOppositeWedges>(
                arcs,
                OPPOSITE,
                1,
                ReadBeside::Wedges(wedges),
            )?,
            cycles: self.sums_of_roots::<SumWedgePairs>(arcs, CYCLES, CYCLE_CELLS, ReadBeside::Nothing)?,
            cliques: self.sums_of_roots::<CountCliqueOrbits>(
                arcs,
                cliques.count,
                1,
                ReadBeside::Orbits(cliques.orbits),
            )?,
            clique_orbits: cliques.count,
        })
    }

    /// So many sums for each vertex, by a kernel that has so many cells for each in a warp.
    fn sums_of_roots<K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>> + Send>(
        &mut self,
        arcs: GraphWithArcs<'_>,
        width: usize,
        cells: usize,
        beside: ReadBeside<'_>,
    ) -> Result<Vec<u64>, MineError> {
        let n = self.outline().n() as usize;
        let bytes = n * (width * size_of::<u64>() + cells * size_of::<u32>());
        let per_edge = if matches!(beside, ReadBeside::Wedges(_)) { BYTES_PER_EDGE } else { 0 };
        self.make_room_beside_ties(per_edge, bytes as u64)?;
        let dealt = self.deal(get_graph_and_ties(arcs), |on| RootSums::<K>::new(on, width, cells, beside))?;
        let sums = dealt.workers.iter().map(|worker| &worker.sweep().sums);
        self.run.clock.mine(|| downloaded(sums, n * width))
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
        Swept::new(on, 0, 0, NeighborSums { wedges, near, far, width })
    }
}

// SAFETY: there are numbers of wedges for each edge, and there are zeros for the sums of each vertex. Who asks has seen that no sum passes 64 bits. What the
// second launch reads the first has written, and launches follow each other.
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

    fn tally(&mut self, _: Vec<u128>) -> Result<InOrder<u64>, MineError> {
        let mut sums = self.near.download()?;
        sums.extend(self.far.download()?);
        Ok(InOrder(sums))
    }
}

/// What a kernel of roots reads besides the graph.
#[derive(Clone, Copy)]
enum ReadBeside<'b> {
    /// No more.
    Nothing,
    /// The wedges that join the ends of each edge, on the first device.
    Wedges(&'b Arc<Buffer<'static, u32>>),
    /// Which number each member of each kind of cliques has.
    Orbits(&'b [u8]),
}

impl ReadBeside<'_> {
    /// The wedges on a device: copied, where that is not the first.
    fn wedges_on(self, device: &Device) -> Result<Option<Arc<Buffer<'static, u32>>>, RuntimeError> {
        match self {
            ReadBeside::Wedges(there) if there.device().is(device) => Ok(Some(there.clone())),
            ReadBeside::Wedges(there) => Ok(Some(Arc::new(device.copy_from(there)?))),
            _ => Ok(None),
        }
    }

    fn orbits_on(self, device: &Device) -> Result<Option<Buffer<'static, u8>>, RuntimeError> {
        match self {
            ReadBeside::Orbits(orbits) => Ok(Some(device.keep(Arc::new(orbits.to_vec()))?)),
            _ => Ok(None),
        }
    }
}

/// Adds up sums of one kind: a task is a root.
struct RootSums<K> {
    grid: Grid,
    width: usize,
    wedges: Option<Arc<Buffer<'static, u32>>>,
    orbits: Option<Buffer<'static, u8>>,
    /// For each vertex, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
    cells: Buffer<'static, u32>,
    kernel: PhantomData<fn() -> K>,
}

impl<K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>>> RootSums<K> {
    fn new(
        on: OnDevice,
        width: usize,
        cells: usize,
        beside: ReadBeside<'_>,
    ) -> Result<Swept<Self>, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n() as usize);
        let (wedges, orbits) = (beside.wedges_on(device)?, beside.orbits_on(device)?);
        let sums = device.zeroed(n * width)?;
        let of_warp = n * cells;
        let grid = device.grid::<K>(WARPS, 0, n as u64)?;
        let grid = memory::fit(device, grid, (of_warp * size_of::<u32>()) as u64)?;
        let cells = device.zeroed(device.grid_warps(grid) as usize * of_warp)?;
        Swept::new(on, 1, 0, RootSums { grid, width, wedges, orbits, sums, cells, kernel: PhantomData })
    }
}

// SAFETY: there are sums for each vertex, and cells for each warp, as many as the kernel asks for, all zero at first; cells are zero after each launch that
// came to its end. What a kernel reads besides is there: whoever asks says which it is. The roots are vertices. Who asks has seen that no sum passes 64 bits.
unsafe impl<K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>>> Sweep for RootSums<K> {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = RootSumsArgs {
            graph: on.whole(lend),
            ties: lend.slice(&on.ties().whole),
            starts: on.graph(lend).offsets,
            wedges: self.wedges.as_ref().map_or(Slice::empty(), |wedges| lend.slice(&**wedges)),
            orbits: self.orbits.as_ref().map_or(Slice::empty(), |orbits| lend.slice(orbits)),
            queue: lend.slice(share.queue(0)),
            sums: lend.atomics(&self.sums),
            cells: lend.scratch(&mut self.cells),
            end: share.tasks.end,
            width: self.width as u32,
        };
        lend.launch::<K>(self.grid, &args)
    }

    fn tally(&mut self, _: Vec<u128>) -> Result<(), MineError> {
        Ok(())
    }
}
