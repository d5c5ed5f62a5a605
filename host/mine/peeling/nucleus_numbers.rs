//! (3,4)-nucleus numbers.

use motherlode_device::Kernel;
use motherlode_device::kernels::nuclei::{AdvanceNuclei, PeelNucleiArgs, StartNuclei, StepNuclei};

use super::sizes;
use super::triangles::{ListedTriangles, TriangleCounts};
use crate::clock::Clock;
use crate::direct::Peeling;
use crate::graph::Csr;
use crate::place::launches::launch_items;
use crate::runtime::{Device, HostMemory, RuntimeError, Team};
use crate::{Context, Launches, MineError, Placed, Seconds};

/// The (3,4)-nucleus number of each triangle.
///
/// It is the largest `k` for which the triangle is in a subgraph each of whose triangles is in `k` of its 4-cliques at
/// least, and 0 for one in no 4-clique (Sariyüce et al. 2015).
#[derive(Clone, Debug)]
pub struct Nuclei {
    /// The triangles, each by its vertices ascending, in their order.
    pub triangles: Vec<[u32; 3]>,
    /// For each triangle its nucleus number.
    pub numbers: Vec<u32>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Nuclei {
    /// The largest nucleus number; 0 if there is no triangle.
    pub fn largest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// How many triangles have each nucleus number, from 0 to the largest.
    pub fn sizes(&self) -> Vec<u64> {
        sizes(&self.numbers)
    }

    /// The edges of the triangles whose numbers are `k` at least, ascending.
    pub fn nucleus(&self, k: u32) -> Vec<[u32; 2]> {
        let triangles = self.triangles.iter().zip(&self.numbers).filter(|&(_, &number)| number >= k);
        let mut edges: Vec<[u32; 2]> =
            triangles.flat_map(|(&[u, v, w], _)| [[u, v], [u, w], [v, w]]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

impl Launches<'_> {
    /// Nucleus numbers, of the graph as it is given.
    pub const NUCLEI: Launches<'static> = Launches::Always(&[&[StartNuclei::FAMILY]]);
}

/// Bytes that the lists take on a device for each triangle: thrice a third vertex, a number, and an edge.
const BYTES: u64 = 9 * size_of::<u32>() as u64;

impl Placed {
    /// The (3,4)-nucleus number of each triangle, by rounds of peeling. The triangles are listed by the host, and
    /// peeled by a device. Labels and directions are not looked at.
    ///
    /// # Errors
    /// [`MineError::TooManyEdges`], [`MineError::TooManyTriangles`]; when the device fails, its memory or that of the
    /// host is too small, or the job is to stop.
    pub fn nuclei(&self, context: &Context) -> Result<Nuclei, MineError> {
        self.on_whoever_is_left(context, |placed| {
            let (clock, graph, device) = (Clock::default(), placed.target().csr, placed.team().first());
            let counts = clock.prepare(|| TriangleCounts::new(graph, context))?;
            context.check()?;
            require_memory(device, &counts)?;
            let triangles = clock.prepare(|| counts.listed(graph, context))?;
            let numbers = peel(device, &triangles, context, &clock)?;
            Ok(Nuclei { triangles: triangles.vertices, numbers, seconds: clock.seconds() })
        })
    }
}

/// Sees to it that the triangles can be listed by the host, and peeled by the device.
fn require_memory(device: &Device, counts: &TriangleCounts) -> Result<(), RuntimeError> {
    let starts = (counts.edges() + 1) * size_of::<u64>() as u64;
    let bytes = counts.triangles() * (Peeling::BYTES + BYTES) + starts;
    if bytes > device.budget().left() {
        return Err(device.budget().too_small(bytes));
    }
    // Where the device is the host, it reads the lists in place.
    let peeled = if device.card().is_some() { 0 } else { counts.triangles() * Peeling::BYTES };
    HostMemory::require_free(counts.bytes_to_list() + peeled)
}

/// The level at which each triangle leaves.
fn peel(
    device: &Device,
    triangles: &ListedTriangles,
    context: &Context,
    clock: &Clock,
) -> Result<Vec<u32>, MineError> {
    let items = triangles.vertices.len();
    let peeling = clock.transfer(|| Peeling::new(device, items))?;
    let (starts, thirds) = clock.transfer(|| {
        Ok::<_, MineError>((device.upload(&triangles.starts)?, device.upload(&triangles.thirds)?))
    })?;
    let (numbers, sides) = clock.transfer(|| {
        Ok::<_, MineError>((device.upload(&triangles.numbers)?, device.upload(&triangles.sides)?))
    })?;
    clock.mine(|| {
        // SAFETY: the triangles of one graph at its edges, and queues for them that nobody else has. The kernels take
        // no shared memory.
        let lend = unsafe { device.lend() };
        let args = PeelNucleiArgs {
            starts: lend.slice(&starts),
            thirds: lend.slice(&thirds),
            triangles: lend.slice(&numbers),
            sides: lend.slice(&sides),
            queues: peeling.queues(&lend),
        };
        launch_items::<StartNuclei>(&lend, items as u64, &args)?;
        // SAFETY: as above, and the triangles are ready to leave.
        unsafe { peeling.run::<AdvanceNuclei, StepNuclei>(&lend, &args, context) }?;
        Ok(peeling.done().levels.download()?)
    })
}

/// The (3,4)-nucleus number of each triangle of `graph`, by a device or a team.
///
/// # Errors
/// [`MineError::TooManyEdges`], [`MineError::TooManyTriangles`]; when the device fails or its memory is too small, or
/// the job is to stop.
pub fn nuclei(graph: &Csr, team: impl Into<Team>, context: &Context) -> Result<Nuclei, MineError> {
    Placed::new(graph, team).nuclei(context)
}
