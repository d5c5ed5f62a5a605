//! The level at which each edge leaves, when edges in too few triangles, or butterflies, leave again and again.

use motherlode_device::kernels::trusses::bitrusses::{AdvanceBitrusses, PeelBitrussesArgs, StepBitrusses};
use motherlode_device::kernels::trusses::start::{StartTrusses, StartTrussesArgs};
use motherlode_device::kernels::trusses::{AdvanceTrusses, PeelTrussesArgs, StepTrusses};

use rayon::prelude::*;

use super::peeling::Peeling;
use super::session::Session;
use crate::MineError;
use crate::place::Together;
use crate::place::launches::launch_chunks;
use crate::runtime::{Buffer, RuntimeError};

/// What an edge has to be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeeledBy {
    /// Triangles, for truss numbers.
    Triangles,
    /// Butterflies, which are 4-cycles, for bitruss numbers.
    Butterflies,
}

/// Bytes of a number.
const WORD: u64 = size_of::<u32>() as u64;

impl Session<'_> {
    /// The level at which each edge leaves, which is its bitruss number, or its truss number less 2, in the order of
    /// the graph's edges.
    ///
    /// # Errors
    /// [`MineError::TooManyEdges`], [`MineError::TooManyButterflies`]; when the graph or the arrays do not fit in the
    /// memory, the device fails, or the job is to stop.
    pub fn truss_levels(&mut self, by: PeeledBy) -> Result<Vec<u32>, MineError> {
        let edges = self.outline().edges() as u64;
        if edges >= u64::from(u32::MAX) {
            return Err(MineError::TooManyEdges { edges });
        }
        let butterflies = match by {
            PeeledBy::Triangles => self.count_edge_triangles().map(|_| None)?,
            PeeledBy::Butterflies => Some(self.edge_butterflies()?),
        };
        // Of each edge its greater end, its place and number in both lists, and its butterflies. To put the edges in
        // order takes less, when most of that is gone.
        let own = if butterflies.is_some() { 6 } else { 5 };
        let work = edges * (Peeling::BYTES + own * WORD) + u64::from(self.outline().n()) * WORD;
        self.make_room(Together { oriented: true, whole: true, work, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        self.first.get_whole(self.run.clock)?;
        let (levels, greater) = self.peel_edges(butterflies.as_deref())?;
        Ok(self.in_order_of_graph(&greater, levels)?)
    }

    /// The butterflies through each edge, in as many bits as a peeling has.
    fn edge_butterflies(&mut self) -> Result<Vec<u32>, MineError> {
        self.count_edge_cycles()?;
        let (_, cycles) = self.run.clock.mine(|| self.first.download_edge_counts())?;
        let most = cycles.par_iter().copied().max().unwrap_or(0);
        // The level rises to no more than the most, and one above it must be there.
        if most >= u32::MAX.into() {
            return Err(MineError::TooManyButterflies { most });
        }
        Ok(cycles.into_par_iter().map(|cycles| cycles as u32).collect())
    }

    /// By the triangles through the edges, or by the butterflies that are given: the level at which each leaves, and
    /// its greater end.
    fn peel_edges(
        &self,
        butterflies: Option<&[u32]>,
    ) -> Result<(Buffer<'static, u32>, Buffer<'static, u32>), MineError> {
        let (on, device) = (&self.first, self.device());
        let (n, edges) = (self.outline().n() as usize, self.outline().edges());
        let (mut greater, mut lists, mut numbers, mut lengths, peeling) = self.room(|_| {
            let arrays =
                (device.unwritten(edges)?, device.unwritten(2 * edges)?, device.unwritten(2 * edges)?);
            let lengths = device.unwritten(n)?;
            Ok::<_, RuntimeError>((arrays.0, arrays.1, arrays.2, lengths, Peeling::new(device, edges)?))
        })?;
        let butterflies = butterflies.map(|counts| device.upload(counts)).transpose()?;
        self.run.clock.mine(|| {
            // SAFETY: one graph by falling degree, whole and oriented, with the triangles or the butterflies through
            // its edges; arrays for these, and queues for the edges, that nobody else has. The kernels take no shared
            // memory.
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
            let counts = match &butterflies {
                None => lend.slice(on.triangles_of_edges()),
                Some(butterflies) => lend.slice(butterflies),
            };
            let args = StartTrussesArgs { whole, oriented, counts, trusses };
            launch_chunks::<StartTrusses>(&lend, 2 * edges as u64, &args)?;
            let context = self.run.context;
            match butterflies {
                // SAFETY: as above, and the edges are ready to leave.
                None => unsafe { peeling.run::<AdvanceTrusses, StepTrusses>(&lend, &trusses, context) },
                // SAFETY: as above.
                Some(_) => unsafe {
                    let args = PeelBitrussesArgs { trusses };
                    peeling.run::<AdvanceBitrusses, StepBitrusses>(&lend, &args, context)
                },
            }
        })?;
        Ok((peeling.done().levels, greater))
    }
}
