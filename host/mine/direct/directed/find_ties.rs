//! Finding the ties of a graph on a device.

use motherlode_device::kernels::directed::ties::{FindTies, FindTiesArgs, TIES};

use super::{GraphWithArcs, Ties};
use crate::clock::Clock;
use crate::direct::on_device::OnDevice;
use crate::runtime::RuntimeError;

impl OnDevice {
    /// Gets the ties, which are found when they are first asked for. The graph is there, oriented and whole.
    ///
    /// # Errors
    /// When they do not fit in the memory budget, or the device fails.
    pub(super) fn get_ties(&mut self, arcs: GraphWithArcs<'_>, clock: &Clock) -> Result<(), RuntimeError> {
        if self.ties.is_none() {
            let slot = &self.kept().ties;
            self.ties =
                Some(slot.get().map_or_else(|| Ok(slot.get_or_put(self.find_ties(arcs, clock)?)), Ok)?);
        }
        Ok(())
    }

    fn find_ties(&self, arcs: GraphWithArcs<'_>, clock: &Clock) -> Result<Ties, RuntimeError> {
        let labels = self.form().edge_labels(arcs.csr, arcs.edges, clock)?;
        let (device, outline) = (self.device(), self.outline());
        clock.prepare(|| {
            let mut ties = device.unwritten::<u8>(outline.edges())?;
            let mut whole = device.unwritten::<u8>(2 * outline.edges())?;
            let mut degrees = device.unwritten::<u32>(TIES * outline.n() as usize)?;
            // SAFETY: the labels are those of the arcs of this graph, whose edges have one arc at least; there is a tie
            // for each place of the lists, and numbers for each vertex.
            let lend = unsafe { self.lend() };
            let (out, back) = labels.lend(&lend);
            let args = FindTiesArgs {
                graph: self.whole(&lend),
                oriented: self.graph(&lend),
                out,
                back,
                ties: lend.scratch(&mut ties),
                whole: lend.scratch(&mut whole),
                degrees: lend.scratch(&mut degrees),
            };
            self.launch_all::<FindTies>(&lend, &args)?;
            device.synchronize()?;
            Ok(Ties { ties, whole, degrees })
        })
    }

    /// The ties.
    ///
    /// # Panics
    /// Before [`get_ties`](Self::get_ties).
    pub(super) fn ties(&self) -> &Ties {
        self.ties.as_ref().expect("get_ties comes first")
    }
}
