//! Triangles of a small graph, by one launch.

use std::time::Instant;

use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::few::{CountFewTriangles, FewTrianglesArgs, shared_bytes};

use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use crate::MineError;
use crate::runtime::{Buffer, Grid, Landing, RuntimeError};

impl Session<'_> {
    /// The number of triangles of a [small graph](crate::tuning::Tuning::few_triangle_marks); `None` of another.
    ///
    /// A card is done with it sooner than the host could deal it: what that does for a job, before the
    /// first launch and after the last, runs for the first time in the process, and takes longer than the count. So
    /// nothing is dealt, and nobody watches: a request to stop is heeded before and after.
    ///
    /// # Errors
    /// When what it needs does not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn count_few_triangles(&mut self) -> Result<Option<u128>, MineError> {
        let marks = self.first.tuning.few_triangle_marks(self.outline(), self.order());
        let Some(marks) = marks else { return Ok(None) };
        self.first.get_hubs(self.run.clock)?;
        let few = self.run.clock.transfer(|| FewTriangles::new(&self.first, marks))?;
        self.run.context.check()?;
        let start = Instant::now();
        let triangles = self.run.clock.mine(|| few.count())?;
        let took = start.elapsed();
        self.run.context.check()?;
        self.run.context.report_share(&self.device().to_string(), self.first.tasks(), took);
        Ok(Some(triangles.into()))
    }
}

/// All triangles of a small graph.
struct FewTriangles<'s> {
    on: &'s OnDevice,
    marks: MarksShape,
    grid: Grid,
    sum: Buffer<'static, u64>,
    triangles: Landing,
}

impl<'s> FewTriangles<'s> {
    fn new(on: &'s OnDevice, marks: MarksShape) -> Result<Self, RuntimeError> {
        let device = on.device();
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let blocks = on.oriented().roots().len().div_ceil(WARPS.into());
        let grid = device.grid::<CountFewTriangles>(WARPS, shared, blocks)?;
        Ok(FewTriangles { on, marks, grid, sum: device.zeroed(1)?, triangles: Landing::new(device)? })
    }

    fn count(&self) -> Result<u64, RuntimeError> {
        let FewTriangles { on, marks, grid, sum, triangles } = self;
        // SAFETY: an oriented graph with its roots, with fewer than 2^32 triangles, and marks for all vertices that need
        // any, which `few_triangle_marks` sees to; the sum is zero, as this is the only launch, and nobody else has it.
        let lend = unsafe { on.lend() };
        let args = FewTrianglesArgs {
            graph: on.graph(&lend),
            hubs: on.hubs(&lend),
            roots: lend.slice(on.oriented().roots()),
            sum: lend.atomics(sum),
            triangles: lend.slice(triangles.place()),
            marks: *marks,
        };
        lend.launch::<CountFewTriangles>(*grid, &args)?;
        triangles.wait()
    }
}
