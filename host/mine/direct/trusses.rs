//! The level at which each edge leaves, when edges in too few triangles leave again and again.

use motherlode_device::kernels::trusses::start::{StartTrusses, StartTrussesArgs};
use motherlode_device::kernels::trusses::{AdvanceTrusses, PeelTrussesArgs, StepTrusses};

use super::form_edges::FormEdges;
use super::peeling::Peeling;
use super::session::Session;
use crate::MineError;
use crate::place::Together;
use crate::place::launches::launch_chunks;
use crate::runtime::RuntimeError;

/// Bytes of a number.
const WORD: u64 = size_of::<u32>() as u64;

impl Session<'_> {
    /// The level at which each edge leaves, which is its truss number less 2, in the order of the form's edges; and these.
    ///
    /// # Errors
    /// [`MineError::TooManyEdges`]; when the graph or the arrays do not fit in the memory, the device fails, or the job is to stop.
    pub fn truss_levels(&mut self) -> Result<(Vec<u32>, FormEdges), MineError> {
        let edges = self.outline().edges() as u64;
        if edges >= u64::from(u32::MAX) {
            return Err(MineError::TooManyEdges { edges });
        }
        self.count_edge_triangles()?;
        // Of each edge its greater end, and its place and number in both lists.
        let work = edges * (Peeling::BYTES + 5 * WORD) + u64::from(self.outline().n()) * WORD;
        self.make_room(Together { oriented: true, whole: true, work, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        self.first.get_whole(self.run.clock)?;
        let levels = self.peel_edges()?;
        Ok((levels, self.form_edges()?))
    }

    fn peel_edges(&self) -> Result<Vec<u32>, MineError> {
        let (on, device) = (&self.first, self.device());
        let (n, edges) = (self.outline().n() as usize, self.outline().edges());
        let (mut greater, mut lists, mut numbers, mut lengths, peeling) = self.room(|_| {
            let arrays =
                (device.unwritten(edges)?, device.unwritten(2 * edges)?, device.unwritten(2 * edges)?);
            let lengths = device.unwritten(n)?;
            Ok::<_, RuntimeError>((arrays.0, arrays.1, arrays.2, lengths, Peeling::new(device, edges)?))
        })?;
        self.run.clock.mine(|| {
            // SAFETY: one graph by falling degree, whole and oriented, with the triangles through its edges; arrays for these, and queues for the
            // edges, that nobody else has. The kernels take no shared memory.
            let lend = unsafe { on.lend() };
            let (whole, oriented) = (on.whole(&lend), on.graph(&lend));
            let trusses = PeelTrussesArgs {
                offsets: whole.offsets,
                smaller: oriented.neighbors,
                greater: lend.scratch(&mut greater),
                lists: lend.scratch(&mut lists),
                edges: lend.scratch(&mut numbers),
                lengths: lend.scratch(&mut lengths),
                queues: peeling.queues(&lend),
            };
            let triangles = lend.slice(on.triangles_of_edges());
            let args = StartTrussesArgs { whole, oriented, triangles, trusses };
            launch_chunks::<StartTrusses>(&lend, 2 * edges as u64, &args)?;
            // SAFETY: as above, and the edges are ready to leave.
            unsafe { peeling.run::<AdvanceTrusses, StepTrusses>(&lend, &trusses, self.run.context) }
        })?;
        let levels = self.run.clock.mine(|| peeling.done().levels.download())?;
        Ok(levels)
    }
}
