//! The rows of the hubs' ties on a device.

use motherlode_device::kernels::directed::rows::{FillTieRows, FillTieRowsArgs, TieRows};
use motherlode_device::kernels::triangles::MarksShape;
use motherlode_device::kernels::triangles::hubs::row_start;

use crate::clock::Clock;
use crate::direct::on_device::{OnDevice, WARPS};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// The ties of the first vertices to smaller ones, as rows of bits.
#[derive(Debug)]
pub(in crate::direct) struct TiesOfHubs {
    words: Buffer<'static, u64>,
    count: u32,
}

impl OnDevice {
    /// Gets the rows of the hubs' ties, which are made when they are first asked for. The ties are there.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, or the device fails.
    pub(super) fn get_tie_rows(&mut self, clock: &Clock) -> Result<(), RuntimeError> {
        if self.ties_of_hubs.is_none() {
            let rows = self.kept().ties_of_hubs.get();
            let rows = rows.map_or_else(
                || Ok::<_, RuntimeError>(self.kept().ties_of_hubs.get_or_put(self.fill_tie_rows(clock)?)),
                Ok,
            )?;
            self.ties_of_hubs = Some(rows);
        }
        Ok(())
    }

    fn fill_tie_rows(&self, clock: &Clock) -> Result<TiesOfHubs, RuntimeError> {
        let device = self.device();
        // What is allocated between launches would hold them up.
        let (rows, grid) = clock.transfer(|| -> Result<_, RuntimeError> {
            let count = self.tuning.tie_hubs(self.outline(), device.budget().left());
            let words = device.zeroed::<u64>(row_start(count) as usize)?;
            let grid = device.grid::<FillTieRows>(WARPS, 0, count.div_ceil(WARPS).into())?;
            Ok((TiesOfHubs { words, count }, grid))
        })?;
        clock.mine(|| {
            // SAFETY: the lists and the ties are those of one oriented graph; there are words for so many hubs, all of
            // them vertices.
            let lend = unsafe { self.lend() };
            let args = FillTieRowsArgs {
                graph: self.graph(&lend),
                ties: lend.slice(&self.ties().ties),
                words: lend.atomics(&rows.words),
                count: rows.count,
            };
            lend.launch::<FillTieRows>(grid, &args)
        })?;
        Ok(rows)
    }

    /// The shape of the marks of ties, once the rows are there.
    ///
    /// # Panics
    /// Before [`get_tie_rows`](Self::get_tie_rows).
    pub(super) fn tie_marks(&self) -> MarksShape {
        self.tuning.tie_marks(self.outline().n(), self.rows_of_ties().count)
    }

    /// The rows of the hubs' ties, for kernels.
    ///
    /// # Panics
    /// Before [`get_tie_rows`](Self::get_tie_rows).
    pub(super) fn tie_rows(&self, lend: &Lend<'_>) -> TieRows<'_> {
        let rows = self.rows_of_ties();
        TieRows { words: lend.slice(&rows.words), count: rows.count }
    }

    fn rows_of_ties(&self) -> &TiesOfHubs {
        self.ties_of_hubs.as_ref().expect("get_tie_rows comes first")
    }
}
