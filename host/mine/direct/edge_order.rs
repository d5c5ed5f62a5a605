//! What edges have, put in the order of the graph on the device.

use motherlode_device::kernels::prepare::ends::{EndKeys, EndKeysArgs};

use super::session::Session;
use crate::place::launches::{bits, launch_items};
use crate::primitives::{Primitives, Sortable};
use crate::runtime::{Buffer, RuntimeError};

impl Session<'_> {
    /// What `values` has for each edge of the form, in the order of the edges of the graph: by their smaller ends
    /// there, and by the greater ones then. `greater` has the greater end of each edge, by the numbers of the form.
    ///
    /// The device sorts the edges, by keys of as many bits as two vertices have: the host makes and sorts no pairs of
    /// ends and values.
    ///
    /// # Errors
    /// When the keys, 20 bytes an edge and a little more, do not fit in the budget, or the device fails.
    ///
    /// # Panics
    /// If the oriented graph is not there.
    pub(super) fn in_order_of_graph(
        &self,
        greater: &Buffer<'_, u32>,
        values: Buffer<'static, u32>,
    ) -> Result<Vec<u32>, RuntimeError> {
        let (clock, device, edges) = (self.run.clock, self.device(), values.len());
        let old_of_new = self.known.form.old_of_new(clock);
        let (old_of_new, mut keys, mut values) = self.room(|_| {
            let keys = Sortable::new(device.unwritten::<u64>(edges)?, device)?;
            Ok((device.upload(&old_of_new)?, keys, Sortable::new(values, device)?))
        })?;
        clock.mine(|| {
            let bits = bits(self.known.form.graph().n().saturating_sub(1));
            // SAFETY: two ends of each edge, which are vertices of the form, and these have old numbers of so many
            // bits. The keys are this function's own.
            let lend = unsafe { self.first.lend() };
            let args = EndKeysArgs {
                smaller: self.first.graph(&lend).neighbors,
                greater: lend.slice(greater),
                old_of_new: lend.slice(&old_of_new),
                keys: lend.scratch(&mut keys.array),
                bits,
            };
            launch_items::<EndKeys>(&lend, edges as u64, &args)?;
            Primitives::new(device).sort_pairs(&mut keys, &mut values, edges as u64, 0..2 * bits)?;
            values.array.download()
        })
    }
}
