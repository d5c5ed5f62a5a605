//! Whether a job's lists travel, and how it is dealt then.

use std::ops::ControlFlow;

use super::session::Session;
use super::{tiled_cliques, tiled_triangles};
use crate::MineError;
use crate::Placed;
use crate::clock::Clock;
use crate::deal::{Done, Pace, Work, deal_from};
use crate::memory::if_it_fits;
use crate::place::{Form, ListSizes};
use crate::runtime::{Device, ListAccess, RuntimeError, Travelled};

/// Of what is left of the device's memory when the lists lie beyond it, the part that tiles will have, about, as
/// `(part, of)`: a quarter at most is for the hubs' rows, or for the counts at the first edges.
pub(super) const PART_FOR_TILES: (u64, u64) = (3, 4);

/// What cliques of `k >= 3` vertices would bring to the device of `form` in tiles, about, if they were counted with
/// nothing more in the memories than there is now; `None` if lists would be read in place. Nothing is placed.
///
/// # Errors
/// When a driver fails.
fn planned_travel(
    form: &Form,
    device: &Device,
    k: u32,
    clock: &Clock,
) -> Result<Option<Travelled>, MineError> {
    // Lists that fit by their bytes may not fit in whole pages: where they would lie is asked, too.
    let on_host = form.has_lists_on_host(0)?
        || if_it_fits(form.plan_in_place(clock))?.is_ok_and(|in_place| in_place.host > 0);
    if form.list_access() == ListAccess::InPlace || !on_host {
        return Ok(None);
    }
    let (sizes, (outline, _)) = (form.list_sizes(clock), form.outline_and_tasks(clock));
    match k {
        3 => tiled_triangles::planned(form, device, &outline, &sizes, clock),
        _ => tiled_cliques::planned(form, device, &outline, &sizes, k, clock),
    }
}

impl Placed {
    /// What a count of cliques of `k >= 3` vertices would bring to the first device in tiles of lists, about, if it
    /// began with nothing more in the memories than there is now. `None` where lists are read in place, or a driver
    /// fails. The host prepares the graph for it; nothing is placed.
    pub fn plan_travel(&self, k: u32) -> Option<Travelled> {
        let known = self.known(0);
        planned_travel(&known.form, self.team().first(), k, &Clock::default()).ok().flatten()
    }
}

impl Session<'_> {
    /// Runs `job` with the lists of the oriented graph beyond the device, if they do not fit there with so many bytes
    /// for each edge, and they travel, as `travel` says. `None` if they are to be read in place, or the memory does not
    /// suffice for the job.
    pub(super) fn in_tiles<T>(
        &mut self,
        bytes_per_edge: u64,
        travel: impl FnOnce(&Self, &ListSizes) -> Result<bool, MineError>,
        job: impl FnOnce(&mut Self, ListSizes) -> Result<Option<T>, MineError>,
    ) -> Result<Option<T>, MineError> {
        let (form, clock) = (&self.known.form, self.run.clock);
        if form.list_access() == ListAccess::InPlace || !form.has_lists_on_host(bytes_per_edge)? {
            return Ok(None);
        }
        // The forms that were made lie as is best for jobs that read them in place, and not in tiles.
        self.set_aside(true, true);
        let sizes = form.list_sizes(clock);
        if !travel(self, &sizes)? {
            return Ok(None);
        }
        self.lies_for_tiles = true;
        let placed = form.place_for_tiles(bytes_per_edge, clock).map_err(MineError::from);
        let done = placed.and_then(|()| job(self, sizes));
        // Where there is no memory for tiles, the job may still read the graph in place.
        Ok(if_it_fits(done)?.unwrap_or(None))
    }

    /// Deals tiles or waves to the first device, one at a time: then it is reported how far the job has come. Returns
    /// the tally, and the worker.
    pub(super) fn deal_tiles<W: Work>(
        &self,
        work: impl FnOnce() -> Result<W, RuntimeError>,
    ) -> Result<(W::Tally, W), MineError> {
        let mut work = self.room(|_| work())?;
        let pace = Pace::Doubling { first: 1, most: 1 };
        let go_on = |_: &Done<W::Tally>| ControlFlow::Continue(());
        let (clock, context) = (self.run.clock, self.run.context);
        let done = clock.mine(|| deal_from(&mut work, Done::default(), pace, context, go_on))?;
        Ok((done.tally, work))
    }
}
