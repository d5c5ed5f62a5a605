//! A job's use of a graph by kernels that need no plan.

use super::facts::{Facts, FactsInUse};
use super::on_device::OnDevice;
use crate::MineError;
use crate::clock::Clock;
use crate::deal::{Crew, Dealt, Work, deal};
use crate::memory::if_it_fits;
use crate::place::{Outline, Together, VertexOrder};
use crate::placed::Known;
use crate::run::Run;
use crate::runtime::{Device, RuntimeError};

/// A graph on the devices of a team, for the kernels that need no plan: it finds out what it is asked for, and keeps it
/// for later jobs.
pub(crate) struct Session<'s> {
    pub(super) known: &'s Known,
    pub(super) facts: FactsInUse<'s>,
    pub(super) run: Run<'s>,
    /// The graph on the team's first device.
    pub(super) first: OnDevice,
    /// Why a part of the job did not fit in the memory, if one did not: the first.
    refused: Option<MineError>,
    /// Whether the oriented graph lies as it is best for tiles: what is read most has no place on the device then.
    pub(super) lies_for_tiles: bool,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // Later jobs may read it in place.
        if self.lies_for_tiles {
            self.set_aside(true, false);
        }
    }
}

impl<'s> Session<'s> {
    /// Begins a job, with the graph oriented on the first device.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails.
    pub fn new(known: &'s Known, run: Run<'s>) -> Result<Self, MineError> {
        let facts = FactsInUse::of(known);
        let first = OnDevice::new(known, known.team().first(), run.clock)?;
        Ok(Session { known, facts, run, first, refused: None, lies_for_tiles: false })
    }

    /// What `job` gives; `None` if it does not fit in the memory budget. What was kept for later jobs makes room then.
    ///
    /// # Errors
    /// Those of `job` that are no lack of memory.
    pub(crate) fn if_it_fits<T>(
        &mut self,
        job: impl FnOnce(&mut Self) -> Result<T, MineError>,
    ) -> Result<Option<T>, MineError> {
        match if_it_fits(job(self))? {
            Ok(done) => Ok(Some(done)),
            Err(why) => {
                self.refused.get_or_insert(why);
                *self.facts = Facts::default();
                self.first.clear();
                Ok(None)
            }
        }
    }

    /// Frees what a walk that comes next has no use for, where memory is short. What has been found out stays.
    pub(crate) fn make_way_for_walk(&mut self) -> Result<(), RuntimeError> {
        let form = &self.known.form;
        let residency = form.residency();
        let whole = Together { whole: true, ..Together::default() };
        if self.first.is_spread() || residency.own < residency.total() || !form.has_room_for(whole)? {
            self.first.clear();
            self.set_aside(true, false);
        }
        Ok(())
    }

    /// Why a part of the job did not fit in the memory, if one did not: the first.
    pub(crate) fn into_refusal(mut self) -> Option<MineError> {
        self.refused.take()
    }

    /// The device that the job starts on.
    pub(super) fn device(&self) -> &Device {
        self.first.device()
    }

    /// The order of the vertices.
    pub(super) fn order(&self) -> VertexOrder {
        self.known.form.order()
    }

    /// What the host knows of the oriented graph.
    pub(super) fn outline(&self) -> &Outline {
        self.first.outline()
    }

    /// Sees to it that the first device has room for what the next part of the job has there at the same time. Where
    /// there is enough of it, nothing is done. Where not, what the part does not need goes, and what it needs is
    /// spread, if it must be.
    ///
    /// # Errors
    /// When the memories are too small, or a driver fails.
    pub(super) fn make_room(&mut self, part: Together) -> Result<(), RuntimeError> {
        let form = &self.known.form;
        if std::mem::take(&mut self.lies_for_tiles) {
            self.set_aside(true, false);
        }
        if form.has_room_for(part)? {
            return Ok(());
        }
        self.set_aside(!part.oriented, !part.whole);
        if form.has_room_for(part)? {
            return Ok(());
        }
        // What there is of the graph was laid out without room for what is to be counted, and is laid out again.
        self.set_aside(true, true);
        form.place_together(part, self.run.clock)
    }

    /// Whether the first device has room for what a part of the job has there at the same time.
    ///
    /// # Errors
    /// When a driver fails.
    pub(super) fn has_room_for(&self, part: Together) -> Result<bool, RuntimeError> {
        self.known.form.has_room_for(part)
    }

    /// Whether the team has one device.
    pub(super) fn team_is_one(&self) -> bool {
        self.known.team().others().is_empty()
    }

    /// Frees arrays of the graph on all devices, as far as no other job uses them.
    pub(super) fn set_aside(&mut self, oriented: bool, whole: bool) {
        self.first.set_aside(oriented, whole);
        if oriented {
            self.known.let_go_of_oriented();
        }
        if whole {
            self.known.let_go_of_whole();
        }
    }

    /// Makes room on the device before the first launch that needs it: what is allocated between launches would hold
    /// them up.
    ///
    /// # Errors
    /// When it passes the budget, or the driver fails.
    pub(super) fn room<T>(
        &self,
        make: impl FnOnce(&Self) -> Result<T, RuntimeError>,
    ) -> Result<T, RuntimeError> {
        self.run.clock.transfer(|| make(self))
    }

    /// Deals a part of the job to the first device alone.
    ///
    /// # Errors
    /// When the work fails, a count passes 128 bits, or the job is to stop.
    pub(super) fn deal_alone<W: Work>(&self, mut work: W) -> Result<W::Tally, MineError> {
        // What the work has on the device is freed later, out of the time that is measured: that waits for the driver.
        self.deal_alone_to(&mut work)
    }

    /// Deals a part of the job to the first device alone, whose worker stays.
    ///
    /// # Errors
    /// As those of [`deal_alone`](Self::deal_alone).
    pub(super) fn deal_alone_to<W: Work>(&self, work: &mut W) -> Result<W::Tally, MineError> {
        self.run.clock.mine(|| deal(work, self.run.context))
    }

    /// Deals a part of the job to the team. `ready` gets what a device needs of the graph, and `work` makes its worker.
    ///
    /// # Errors
    /// When `ready` or `work` fails on the first device, a worker fails, a count passes 128 bits, or the job is to
    /// stop.
    pub(super) fn deal<W: Work>(
        &mut self,
        ready: impl Fn(&mut OnDevice, &Clock) -> Result<(), RuntimeError> + Sync,
        work: impl Fn(OnDevice) -> Result<W, RuntimeError> + Sync,
    ) -> Result<Dealt<W>, MineError> {
        ready(&mut self.first, self.run.clock)?;
        let first = self.run.clock.transfer(|| work(self.first.clone()))?;
        self.deal_with(first, |mut on_device, clock| {
            ready(&mut on_device, clock)?;
            work(on_device)
        })
    }

    /// Deals a part of the job to the team, given the first device's worker, and how that of another is made.
    ///
    /// # Errors
    /// When a worker fails, a count passes 128 bits, or the job is to stop.
    pub(super) fn deal_with<W: Work>(
        &self,
        first: W,
        others: impl Fn(OnDevice, &Clock) -> Result<W, RuntimeError> + Sync,
    ) -> Result<Dealt<W>, MineError> {
        let known = self.known;
        let others = |device: &Device| -> Result<W, MineError> {
            // Their time is within that of the first.
            let clock = Clock::default();
            Ok(others(OnDevice::new(known, device, &clock)?, &clock)?)
        };
        self.run.clock.mine(|| Crew { team: known.team(), first, others }.deal(self.run.context))
    }
}
