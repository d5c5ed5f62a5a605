//! Triangles of a small graph, by one launch.

use motherlode_device::kernels::landing::LandingSum;
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::few::{CountFewTriangles, FewTrianglesArgs, shared_bytes};

use super::at_once::AtOnce;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use crate::MineError;
use crate::runtime::{Grid, Lend, RuntimeError};

impl Session<'_> {
    /// The number of triangles of a [small graph](crate::tuning::Tuning::few_triangle_marks); `None` of another.
    ///
    /// # Errors
    /// When what it needs does not fit in the memory, the device fails, or the job is to stop.
    pub(super) fn count_few_triangles(&mut self) -> Result<Option<u128>, MineError> {
        let marks = self.first.tuning.few_triangle_marks(self.outline(), self.order());
        marks.map(|marks| self.count_at_once(|on| FewTriangles::new(on, marks))).transpose()
    }
}

/// All triangles of a small graph.
struct FewTriangles {
    marks: MarksShape,
    grid: Grid,
}

impl FewTriangles {
    fn new(on: &OnDevice, marks: MarksShape) -> Result<Self, RuntimeError> {
        let device = on.device();
        let shared = shared_bytes(marks, device.warps_of_block(WARPS));
        let blocks = on.oriented().roots().len().div_ceil(WARPS.into());
        Ok(FewTriangles { marks, grid: device.grid::<CountFewTriangles>(WARPS, shared, blocks)? })
    }
}

// SAFETY: an oriented graph with its roots, with fewer than 2^32 triangles, and marks for all vertices that need any, which
// `few_triangle_marks` sees to; the grid has the shared memory that the kernel asks for.
unsafe impl AtOnce for FewTriangles {
    fn launch(&self, on: &OnDevice, lend: &Lend<'_>, total: LandingSum<'_>) -> Result<(), RuntimeError> {
        let args = FewTrianglesArgs {
            graph: on.graph(lend),
            hubs: on.hubs(lend),
            roots: lend.slice(on.oriented().roots()),
            total,
            marks: self.marks,
        };
        lend.launch::<CountFewTriangles>(self.grid, &args)
    }
}
