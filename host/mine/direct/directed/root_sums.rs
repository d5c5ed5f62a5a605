//! Sums that kernels of roots make.

use std::marker::PhantomData;
use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::kernels::directed_orbits::roots::RootSumsArgs;
use motherlode_device::memory::Slice;

use super::typed_triangles::BYTES_PER_EDGE;
use super::{GraphWithArcs, get_graph_and_ties};
use crate::direct::merge::downloaded;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::runtime::{Buffer, Device, Grid, Lend, RuntimeError};
use crate::{MineError, memory};

/// What a kernel sums, from one root after the other.
#[derive(Clone, Copy)]
pub(super) struct RootSumsOf<'b> {
    /// The vertices, or edges, that have sums.
    pub places: usize,
    /// How many each has.
    pub width: usize,
    /// Cells for each vertex that a warp asks for.
    pub cells: usize,
    /// What else is read.
    pub beside: ReadBeside<'b>,
}

impl Session<'_> {
    /// The sums, place after place.
    ///
    /// # Errors
    /// When the graph or the sums do not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn sums_of_roots<K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>> + Send>(
        &mut self,
        arcs: GraphWithArcs<'_>,
        of: RootSumsOf<'_>,
    ) -> Result<Vec<u64>, MineError> {
        let cells = self.outline().n() as usize * of.cells;
        let bytes = of.places * of.width * size_of::<u64>() + cells * size_of::<u32>();
        let per_edge = if matches!(of.beside, ReadBeside::Wedges(_)) { BYTES_PER_EDGE } else { 0 };
        self.make_room_beside_ties(per_edge, bytes as u64)?;
        let dealt = self.deal(get_graph_and_ties(arcs), |on| RootSums::<K>::new(on, of))?;
        let sums = dealt.workers.iter().map(|worker| &worker.sweep().sums);
        self.run.clock.mine(|| downloaded(sums, of.places * of.width))
    }
}

/// What a kernel of roots reads besides the graph and the degrees.
#[derive(Clone, Copy)]
pub(super) enum ReadBeside<'b> {
    /// No more.
    Nothing,
    /// The wedges that join the ends of each edge, on the first device.
    Wedges(&'b Arc<Buffer<'static, u32>>),
    /// Which number each member, or side, of each kind of cliques has.
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
    /// For each vertex, or edge, what was found of the tasks that this worker was given.
    sums: Buffer<'static, u64>,
    cells: Buffer<'static, u32>,
    kernel: PhantomData<fn() -> K>,
}

impl<K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>>> RootSums<K> {
    fn new(on: OnDevice, of: RootSumsOf<'_>) -> Result<Swept<Self>, RuntimeError> {
        let RootSumsOf { places, width, cells, beside } = of;
        let (device, n) = (on.device(), on.outline().n() as usize);
        let (wedges, orbits) = (beside.wedges_on(device)?, beside.orbits_on(device)?);
        let sums = device.zeroed(places * width)?;
        let of_warp = n * cells;
        let grid = device.grid::<K>(WARPS, 0, n as u64)?;
        let grid = memory::fit(device, grid, (of_warp * size_of::<u32>()) as u64)?;
        let cells = device.zeroed(device.grid_warps(grid) as usize * of_warp)?;
        Swept::new(on, 0, RootSums { grid, width, wedges, orbits, sums, cells, kernel: PhantomData })
    }
}

// SAFETY: there are sums for each place, and cells for each warp, as many as the kernel asks for, all zero at first;
// cells are zero after each launch that came to its end. What a kernel reads besides is there: whoever asks says which
// it is. The roots are vertices. Who asks has seen that no sum passes 64 bits.
unsafe impl<K: for<'a> Kernel<Args<'a> = RootSumsArgs<'a>>> Sweep for RootSums<K> {
    type Tally = ();

    fn tasks(&self, on: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(on.outline().n().into())
    }

    fn at_once(&self, on: &OnDevice, _: u64) -> u64 {
        on.device().grid_warps(self.grid)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        let args = RootSumsArgs {
            graph: on.whole(lend),
            ties: lend.slice(&on.ties().whole),
            starts: on.graph(lend).offsets,
            degrees: lend.slice(&on.ties().degrees),
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
}
