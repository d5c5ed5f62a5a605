//! A job's use of a graph on one device, by kernels that need no plan.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use motherlode_device::graph::GraphView;
use motherlode_device::kernels::edge_counts::ranks::{RankHubs, RankHubsArgs};
use motherlode_device::kernels::edge_counts::sums::SumEdgesArgs;
use motherlode_device::kernels::triangles::hubs::{FillHubs, FillHubsArgs, row_start};
use motherlode_device::kernels::triangles::{HubRows, MarksShape, Oriented};
use motherlode_device::memory::Slice;
use motherlode_device::{DeviceCopy, Kernel};

use super::directed::{Ties, TiesOfHubs};
use super::kept::{Hubs, KeptOnDevice};
use super::motifs::TriangleListBuffers;
use crate::clock::Clock;
use crate::place::{Form, OrientedGraph, Outline, WholeGraph};
use crate::placed::Known;
use crate::runtime::{Buffer, Device, Lend, Residency, RuntimeError, View};
use crate::tuning::Tuning;

/// Warps in a block of the kernels whose warps work alone.
pub(crate) const WARPS: u32 = 8;

/// A graph on one of a job's devices, and what that keeps of it. A clone is the same.
#[derive(Clone)]
pub(crate) struct OnDevice {
    /// The device, with the lane that is launched on.
    device: Device,
    form: Arc<Form>,
    kept: Arc<KeptOnDevice>,
    pub tuning: Tuning,
    outline: Arc<Outline>,
    tasks: u64,
    oriented: Option<Arc<OrientedGraph>>,
    whole: Option<Arc<WholeGraph>>,
    /// Where the oriented lists start, if the oriented graph is not there.
    starts: Option<Arc<Buffer<'static, u64>>>,
    hubs: Option<Arc<Hubs>>,
    ranks: Option<Arc<Buffer<'static, u16>>>,
    edge_triangles: Option<Arc<Buffer<'static, u32>>>,
    edge_cycles: Option<Arc<Buffer<'static, u64>>>,
    /// The triangles of each edge, as lists.
    pub(super) lists: Option<Arc<TriangleListBuffers>>,
    /// How the ends of each edge are joined.
    pub(super) ties: Option<Arc<Ties>>,
    /// The same of the hubs, as rows.
    pub(super) ties_of_hubs: Option<Arc<TiesOfHubs>>,
}

impl OnDevice {
    /// The graph oriented on `device`: made there, where that is the first of the team, and else copied from there. A
    /// graph that has to be spread comes when it is asked for.
    ///
    /// # Errors
    /// When it does not fit in the memory budget, or the device fails. This goes for everything here.
    pub fn new(known: &Known, device: &Device, clock: &Clock) -> Result<Self, RuntimeError> {
        let (form, beside) = known.on(device);
        let oriented = form.oriented_unless_spread(clock)?;
        let (outline, tasks) = match &oriented {
            Some(oriented) => (oriented.outline.clone(), oriented.tasks()),
            None => form.outline_and_tasks(clock),
        };
        Ok(OnDevice {
            tuning: Tuning::of(device),
            device: device.clone(),
            form,
            kept: beside.get::<Arc<KeptOnDevice>>().clone(),
            outline,
            tasks,
            oriented,
            whole: None,
            starts: None,
            hubs: None,
            ranks: None,
            edge_triangles: None,
            edge_cycles: None,
            lists: None,
            ties: None,
            ties_of_hubs: None,
        })
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The form of the graph that the device has.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// What the device keeps.
    pub fn kept(&self) -> Arc<KeptOnDevice> {
        self.kept.clone()
    }

    /// What the host knows of the oriented graph.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// How many tasks the roots of the oriented graph are dealt in.
    pub fn tasks(&self) -> u64 {
        self.tasks
    }

    /// Gets the oriented graph, if it is not there.
    pub fn get_oriented(&mut self, clock: &Clock) -> Result<(), RuntimeError> {
        if self.oriented.is_none() {
            self.oriented = Some(self.form.oriented(clock)?);
        }
        Ok(())
    }

    /// The oriented graph.
    ///
    /// # Panics
    /// Before [`get_oriented`](Self::get_oriented), of a graph that has to be spread.
    pub fn oriented(&self) -> &OrientedGraph {
        self.oriented.as_ref().expect("get_oriented comes first")
    }

    /// The oriented graph, for kernels.
    ///
    /// # Panics
    /// Before [`get_oriented`](Self::get_oriented), of a graph that has to be spread.
    pub fn graph(&self, lend: &Lend<'_>) -> Oriented<'_> {
        self.oriented().lists(lend)
    }

    /// Gets the whole graph, and where the lists of the oriented one start.
    pub fn get_whole_and_starts(&mut self, clock: &Clock) -> Result<(), RuntimeError> {
        self.get_whole(clock)?;
        if self.oriented.is_none() && self.starts.is_none() {
            self.starts = Some(self.form.list_starts(clock)?);
        }
        Ok(())
    }

    /// Where the lists of the oriented graph start, for kernels; none where nobody has asked for them.
    pub fn starts(&self, lend: &Lend<'_>) -> Slice<'_, u64> {
        match (&self.oriented, &self.starts) {
            (Some(oriented), _) => oriented.lists(lend).offsets,
            (None, Some(starts)) => lend.slice(&**starts),
            (None, None) => Slice::empty(),
        }
    }

    /// Gets the whole graph, when first asked to.
    pub fn get_whole(&mut self, clock: &Clock) -> Result<(), RuntimeError> {
        if self.whole.is_none() {
            self.whole = Some(self.form.whole(clock)?);
        }
        Ok(())
    }

    /// The whole graph, for kernels.
    ///
    /// # Panics
    /// Before [`get_whole`](Self::get_whole).
    pub fn whole(&self, lend: &Lend<'_>) -> GraphView<'_> {
        self.whole.as_ref().expect("get_whole comes first").lists(lend)
    }

    /// Where the arrays of the whole graph lie.
    ///
    /// # Panics
    /// Before [`get_whole`](Self::get_whole).
    pub fn whole_residency(&self) -> Residency {
        self.whole.as_ref().expect("get_whole comes first").residency()
    }

    /// Gets the oriented graph and its hubs' rows, which are made when they are first asked for.
    pub fn get_hubs(&mut self, clock: &Clock) -> Result<(), RuntimeError> {
        self.get_oriented(clock)?;
        if self.hubs.is_none() {
            let hubs = self.kept.hubs.get();
            self.hubs = Some(hubs.map_or_else(|| self.fill_hubs(clock), Ok)?);
        }
        Ok(())
    }

    fn fill_hubs(&self, clock: &Clock) -> Result<Arc<Hubs>, RuntimeError> {
        let device = self.device();
        // What is allocated between launches would hold them up.
        let (hubs, grid) = clock.transfer(|| -> Result<_, RuntimeError> {
            let count = self.tuning.hubs(self.outline(), device.budget().left());
            let words = device.zeroed::<u32>(row_start(count) as usize)?;
            let grid = device.grid::<FillHubs>(WARPS, 0, count.div_ceil(WARPS).into())?;
            Ok((Hubs { words, count }, grid))
        })?;
        clock.mine(|| {
            // SAFETY: the lists are those of one oriented graph; there are words for so many hubs, all of them
            // vertices.
            let lend = unsafe { device.lend() };
            let args = FillHubsArgs {
                graph: self.graph(&lend),
                words: lend.atomics(&hubs.words),
                count: hubs.count,
            };
            lend.launch::<FillHubs>(grid, &args)
        })?;
        Ok(self.kept.hubs.get_or_put(hubs))
    }

    /// The hubs' rows, for kernels.
    ///
    /// # Panics
    /// Before [`get_hubs`](Self::get_hubs).
    pub fn hubs(&self, lend: &Lend<'_>) -> HubRows<'_> {
        let hubs = self.hubs.as_ref().expect("get_hubs comes first");
        HubRows { words: lend.slice(&hubs.words), count: hubs.count }
    }

    /// How many hubs have rows.
    ///
    /// # Panics
    /// Before [`get_hubs`](Self::get_hubs).
    pub fn hub_count(&self) -> u32 {
        self.hubs.as_ref().expect("get_hubs comes first").count
    }

    /// The shape of the marks, once the hubs are known.
    pub fn marks(&self) -> MarksShape {
        self.tuning.marks(self.outline().n(), self.hub_count())
    }

    /// The shape of the marks for counting triangles where lists are all short and there are no hubs to speak of.
    pub fn even_marks(&self) -> Option<MarksShape> {
        self.tuning.even_marks(self.outline(), self.hub_count())
    }

    /// Gets the hubs' rows and their ranks, which are made when they are first asked for.
    pub fn get_ranks(&mut self, clock: &Clock) -> Result<(), RuntimeError> {
        self.get_hubs(clock)?;
        if self.ranks.is_none() {
            let ranks = self.kept.ranks.get();
            self.ranks = Some(ranks.map_or_else(|| self.fill_ranks(clock), Ok)?);
        }
        Ok(())
    }

    fn fill_ranks(&self, clock: &Clock) -> Result<Arc<Buffer<'static, u16>>, RuntimeError> {
        let device = self.device();
        let mut ranks = clock.transfer(|| device.unwritten::<u16>(row_start(self.hub_count()) as usize))?;
        clock.mine(|| {
            // SAFETY: the rows are those of the graph's hubs, and there is a rank for each of their words.
            let lend = unsafe { device.lend() };
            let args = RankHubsArgs { hubs: self.hubs(&lend), ranks: lend.scratch(&mut ranks) };
            self.launch_all::<RankHubs>(&lend, &args)?;
            device.synchronize()
        })?;
        Ok(self.kept.ranks.get_or_put(ranks))
    }

    /// Whether the hubs' rows and their ranks are there.
    pub fn has_ranks(&self) -> bool {
        self.ranks.is_some()
    }

    /// The shape of the marks beside hubs that have ranks.
    pub fn ranked_marks(&self) -> MarksShape {
        if self.has_ranks() { self.marks() } else { self.tuning.marks(self.outline().n(), 0) }
    }

    /// The ranks of the hubs' rows; none before [`get_ranks`](Self::get_ranks).
    pub fn ranks(&self) -> View<'_, u16> {
        self.ranks.as_ref().map_or(View::empty(), |ranks| ranks.slice())
    }

    /// A zero for each edge, for kernels to add to: beyond the device what does not fit there. At least `work` bytes of
    /// its memory are left to the job.
    pub fn counts<T>(&self, work: u64) -> Result<Buffer<'static, T>, RuntimeError>
    where
        T: DeviceCopy + bytemuck::Zeroable,
    {
        self.form.beyond().zeros(&self.device, self.outline().edges(), work)
    }

    /// Keeps the triangles through each edge.
    pub fn keep_edge_triangles(&mut self, counts: Buffer<'static, u32>) {
        self.edge_triangles = Some(self.kept.edge_triangles.get_or_put(counts));
    }

    /// Keeps the 4-cycles through each edge.
    pub fn keep_edge_cycles(&mut self, counts: Buffer<'static, u64>) {
        self.edge_cycles = Some(self.kept.edge_cycles.get_or_put(counts));
    }

    /// Gets the triangles through each edge from `first`, the team's first device, or from what this one keeps. False
    /// if they have not been counted.
    pub fn get_edge_triangles(&mut self, first: &KeptOnDevice) -> Result<bool, RuntimeError> {
        if self.edge_triangles.is_none() {
            let (kept, slot) = (self.kept.edge_triangles.get(), &self.kept.edge_triangles);
            self.edge_triangles = match (kept, first.edge_triangles.get()) {
                (Some(kept), _) => Some(kept),
                (None, Some(counts)) => Some(slot.get_or_put(self.device().copy_from(&counts)?)),
                (None, None) => None,
            };
        }
        Ok(self.edge_triangles.is_some())
    }

    /// Whether the 4-cycles through each edge have been counted. Gets them, if so.
    pub fn get_edge_cycles(&mut self) -> bool {
        if self.edge_cycles.is_none() {
            self.edge_cycles = self.kept.edge_cycles.get();
        }
        self.edge_cycles.is_some()
    }

    /// The triangles through each edge; none before they were counted.
    pub fn triangles_of_edges(&self) -> View<'_, u32> {
        self.edge_triangles.as_ref().map_or(View::empty(), |counts| counts.slice())
    }

    /// The 4-cycles through each edge; none before they were counted.
    pub fn cycles_of_edges(&self) -> View<'_, u64> {
        self.edge_cycles.as_ref().map_or(View::empty(), |counts| counts.slice())
    }

    /// What kernels take that add up sums over the edges, with what was counted of these.
    pub fn edges_to_sum<'a>(&'a self, lend: &Lend<'_>, sums: Slice<'a, AtomicU64>) -> SumEdgesArgs<'a> {
        SumEdgesArgs {
            graph: self.graph(lend),
            degrees: lend.slice(self.oriented().degrees()),
            triangles: lend.slice(self.triangles_of_edges()),
            cycles: lend.slice(self.cycles_of_edges()),
            sums,
        }
    }

    /// The triangles and the 4-cycles through each edge, for the host; none of what was not counted.
    pub fn download_edge_counts(&self) -> Result<(Vec<u32>, Vec<u64>), RuntimeError> {
        let triangles = self.edge_triangles.as_ref().map_or(Ok(Vec::new()), |counts| counts.download())?;
        let cycles = self.edge_cycles.as_ref().map_or(Ok(Vec::new()), |counts| counts.download())?;
        Ok((triangles, cycles))
    }

    /// Lets go of the arrays of the graph that a job does not need, to make room, and of what is made of them.
    pub fn set_aside(&mut self, oriented: bool, whole: bool) {
        if oriented {
            self.kept.clear_hubs();
            (self.oriented, self.starts, self.hubs, self.ranks) = (None, None, None, None);
            self.ties_of_hubs = None;
        }
        if whole {
            self.whole = None;
        }
    }

    /// Whether counts at the edges lie in several memories.
    pub fn is_spread(&self) -> bool {
        let triangles = self.edge_triangles.as_ref().is_some_and(|counts| counts.is_spread());
        triangles || self.edge_cycles.as_ref().is_some_and(|counts| counts.is_spread())
    }

    /// Lets go of what is kept for later jobs, to make room.
    pub fn clear(&mut self) {
        self.kept.clear();
        (self.hubs, self.ranks, self.edge_triangles, self.edge_cycles) = (None, None, None, None);
        (self.lists, self.ties, self.ties_of_hubs) = (None, None, None);
    }

    /// What launches kernels on these arrays.
    ///
    /// # Safety
    /// As for [`Device::lend`]. What is given of the graph here (`graph`, `whole`, `hubs`, `ranks`, the roots and the
    /// counts of the edges) is of one graph, and as the kernels require it; nothing writes it any more.
    pub unsafe fn lend(&self) -> Lend<'_> {
        // SAFETY: the caller's promise.
        unsafe { self.device().lend() }
    }

    /// Launches a kernel that draws no tasks.
    ///
    /// # Errors
    /// When the launch fails.
    pub fn launch_all<K: Kernel>(&self, lend: &Lend<'_>, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        lend.launch_up_to::<K>(u64::MAX, WARPS, 0, args)
    }
}
