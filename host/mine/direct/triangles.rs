//! Triangles, in all and through each edge, and sums over the edges.

use std::marker::PhantomData;

use motherlode_device::Kernel;
use motherlode_device::kernels::edge_counts::sums::{EdgeSum, SUMS, SumEdges, SumEdgesArgs};
use motherlode_device::kernels::edge_counts::triangles::{
    EdgeTriangles as EdgeTrianglesKernel, EdgeTrianglesArgs,
};
use motherlode_device::kernels::triangles::count::{CountTriangles, CountTrianglesArgs, shared_bytes};
use motherlode_device::kernels::triangles::even::{
    self, CountEvenTriangles, EvenTrianglesArgs, HalveArgs, HalveNeighbors, MOST_PARTS,
};

use super::merge::add_up;
use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use crate::mine::MineError;
use crate::mine::deal::{Share, Work};
use crate::mine::totals::Totals;
use crate::place::Together;
use crate::place::launches::launch_items;
use crate::runtime::{Buffer, Grid, RuntimeError};

/// The sums over the edges.
#[derive(Clone, Copy, Debug)]
pub(in crate::mine) struct EdgeSums {
    values: [u128; SUMS],
    with_cycles: bool,
}

impl EdgeSums {
    /// One of the sums.
    pub fn get(&self, sum: EdgeSum) -> u128 {
        debug_assert!(self.with_cycles || sum != EdgeSum::TrianglesByCycles);
        self.values[sum as usize]
    }
}

impl Session<'_> {
    /// The number of triangles.
    ///
    /// # Errors
    /// When the device fails, its memory is too small, or the job is to stop. This goes for all of the session's counts.
    pub fn triangles(&mut self) -> Result<u128, MineError> {
        if let Some(triangles) = self.facts.triangles {
            return Ok(triangles);
        }
        let triangles = if self.first.tasks() == 0 { 0 } else { self.count_triangles()? };
        self.facts.triangles = Some(triangles);
        Ok(triangles)
    }

    fn count_triangles(&mut self) -> Result<u128, MineError> {
        if let Some(triangles) = self.count_triangles_in_tiles()? {
            return Ok(triangles);
        }
        if let Some(triangles) = self.count_triangles_by_prefixes()? {
            return Ok(triangles);
        }
        self.make_room(Together { oriented: true, ..Together::default() })?;
        Ok(self.deal(OnDevice::get_hubs, TriangleCounter::new)?.done.tally)
    }

    /// Counts the triangles through each edge, when first asked to.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn count_edge_triangles(&mut self) -> Result<(), MineError> {
        let kept = self.first.kept();
        if self.first.get_edge_triangles(&kept)? {
            return Ok(());
        }
        if let Some(counts) = self.count_edge_triangles_in_tiles()? {
            self.first.keep_edge_triangles(counts);
            return Ok(());
        }
        let bytes_per_edge = size_of::<u32>() as u64;
        self.make_room(Together { oriented: true, bytes_per_edge, ..Together::default() })?;
        let counts = if self.first.tasks() > 0 {
            let counted = self.deal(OnDevice::get_ranks, EdgeTriangles::new)?;
            let counts = counted.workers.into_iter().map(|worker| worker.counts).collect();
            self.run.clock.mine(|| add_up(counts, &self.first))?
        } else {
            self.room(|session| session.first.counts(0))?
        };
        self.first.keep_edge_triangles(counts);
        Ok(())
    }

    /// The sums over the edges; the one with 4-cycles only if `with_cycles`.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn edge_sums(&mut self, with_cycles: bool) -> Result<EdgeSums, MineError> {
        if let Some(sums) = self.facts.sums.filter(|sums| sums.with_cycles || !with_cycles) {
            return Ok(sums);
        }
        self.count_edges(with_cycles)?;
        let with_cycles = self.first.get_edge_cycles();
        let values = self.sum_edges::<SumEdges, SUMS>()?;
        let sums = EdgeSums { values, with_cycles };
        // Each triangle is at three edges.
        self.facts.triangles = Some(sums.get(EdgeSum::Triangles) / 3);
        self.facts.sums = Some(sums);
        Ok(sums)
    }

    /// Counts the triangles through each edge, and if `cycles` the 4-cycles, when first asked to.
    pub(super) fn count_edges(&mut self, cycles: bool) -> Result<(), MineError> {
        // What stays of the 4-cycles of a single device lies beyond it, if it must; the triangles would take their room there.
        if cycles && self.team_is_one() {
            self.count_edge_cycles()?;
        }
        self.count_edge_triangles()?;
        if cycles {
            self.count_edge_cycles()?;
        }
        Ok(())
    }

    /// Adds up the sums over the edges of one of the kernels that do.
    pub(super) fn sum_edges<K, const N: usize>(&mut self) -> Result<[u128; N], MineError>
    where
        K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>,
    {
        self.make_room(Together { oriented: true, ..Together::default() })?;
        self.first.get_oriented(self.run.clock)?;
        let totals = self.room(|session| Totals::new(session.device(), 0, N))?;
        let on = self.first.clone();
        let sums = self.deal_alone(EdgeSumming { on, totals, kernel: PhantomData::<fn() -> K> })?;
        Ok(array(sums))
    }
}

/// A grid for a kernel whose warps have marks and draw tasks of roots.
///
/// # Errors
/// When no block fits.
pub(super) fn marked_grid<K: Kernel>(on: &OnDevice) -> Result<Grid, RuntimeError> {
    let shared = shared_bytes(on.marks(), on.device().warps_of_block(WARPS));
    on.device().grid::<K>(WARPS, shared, on.tasks())
}

/// Counts triangles: a task is some roots.
struct TriangleCounter {
    on: OnDevice,
    grid: Grid,
    /// What is made for lists that are all short.
    even: Option<EvenLists>,
    totals: Totals,
}

impl TriangleCounter {
    fn new(on: OnDevice) -> Result<Self, RuntimeError> {
        let even = EvenLists::room(&on)?;
        let grid = match even {
            Some(_) => {
                let shared = even::shared_bytes(on.device().warps_of_block(WARPS));
                on.device().grid::<CountEvenTriangles>(WARPS, shared, on.tasks())?
            }
            None => marked_grid::<CountTriangles>(&on)?,
        };
        let totals = Totals::new(on.device(), 1, 1)?;
        Ok(TriangleCounter { on, grid, even, totals })
    }
}

/// The neighbours of an even graph in half as many bytes, on a device, and the parts that they are read in.
struct EvenLists {
    halves: Buffer<'static, u128>,
    /// Whether they are there.
    made: bool,
    /// How many parts there are, and the vertices where they begin and end.
    parts: u32,
    borders: [u32; MOST_PARTS + 1],
}

impl EvenLists {
    /// Room for them; none where lists are not short, or there is no room.
    fn room(on: &OnDevice) -> Result<Option<EvenLists>, RuntimeError> {
        let length = on.outline().edges().div_ceil(8);
        let bytes = (length * size_of::<u128>()) as u64;
        if !on.is_even() || bytes > on.device().budget().left() / 2 {
            return Ok(None);
        }
        let ends = on.tuning.part_ends(on.outline(), bytes);
        let mut borders = [u32::MAX; MOST_PARTS + 1];
        borders[0] = 0;
        borders[1..].iter_mut().zip(&ends).for_each(|(border, &end)| *border = end);
        let halves = on.device().unwritten(length)?;
        Ok(Some(EvenLists { halves, made: false, parts: ends.len() as u32 + 1, borders }))
    }

    /// Makes them, when first asked to.
    fn fill(&mut self, on: &OnDevice) -> Result<(), RuntimeError> {
        if std::mem::replace(&mut self.made, true) {
            return Ok(());
        }
        let length = self.halves.len() as u64;
        // SAFETY: the graph's neighbours, and as many numbers as their halves fill, which nobody else has.
        let lend = unsafe { on.lend() };
        let args = HalveArgs { neighbors: on.graph(&lend).neighbors, halves: lend.scratch(&mut self.halves) };
        launch_items::<HalveNeighbors>(&lend, length, &args)
    }
}

impl Work for TriangleCounter {
    type Tally = u128;

    fn tasks(&self) -> u64 {
        self.on.tasks()
    }

    fn least_share(&self, _: u64) -> u64 {
        self.on.device().grid_warps(self.grid)
    }

    fn run(&mut self, share: &Share<'_>) -> Result<u128, MineError> {
        let TriangleCounter { on, grid, even, totals } = self;
        totals.restart()?;
        // SAFETY: the graph's arguments; the grid has the shared memory that its kernel asks for. The neighbours of an even graph have been halved, of
        // which there are few enough; its parts cover all vertices.
        let lend = unsafe { on.lend() };
        let roots = on.oriented().root_tasks(&lend, share.tasks());
        let (queue, sums) = (lend.atomics(&totals.queues), lend.atomics(&totals.totals));
        let watch = |parts: u32, launch: &dyn Fn() -> Result<(), RuntimeError>| {
            let drawn = u64::from(parts) * share.size();
            share.watch(on.device(), &totals.queues, 0, &[drawn], || launch().and_then(|()| totals.fetch()))
        };
        match even {
            Some(even) => {
                even.fill(on)?;
                let args = EvenTrianglesArgs {
                    graph: on.graph(&lend),
                    halves: lend.slice(&even.halves),
                    roots,
                    queue,
                    totals: sums,
                    borders: even.borders,
                    parts: even.parts,
                };
                watch(even.parts, &|| lend.launch::<CountEvenTriangles>(*grid, &args))?;
            }
            None => {
                let (graph, hubs, marks) = (on.graph(&lend), on.hubs(&lend), on.marks());
                let args = CountTrianglesArgs { graph, hubs, roots, queue, totals: sums, marks };
                watch(1, &|| lend.launch::<CountTriangles>(*grid, &args))?;
            }
        }
        Ok(totals.read()?[0])
    }
}

/// Counts the triangles through each edge: a task is some roots.
struct EdgeTriangles {
    on: OnDevice,
    grid: Grid,
    queue: Totals,
    /// For each edge, the triangles found of the tasks that this worker was given.
    counts: Buffer<'static, u32>,
}

impl EdgeTriangles {
    fn new(on: OnDevice) -> Result<Self, RuntimeError> {
        let counts = on.counts(0)?;
        let (grid, queue) = (marked_grid::<EdgeTrianglesKernel>(&on)?, Totals::new(on.device(), 1, 0)?);
        Ok(EdgeTriangles { on, grid, queue, counts })
    }
}

impl Work for EdgeTriangles {
    type Tally = ();

    fn tasks(&self) -> u64 {
        self.on.tasks()
    }

    fn least_share(&self, _: u64) -> u64 {
        self.on.device().grid_warps(self.grid)
    }

    fn keeps_results(&self) -> bool {
        true
    }

    fn works_alone(&self) -> bool {
        self.counts.is_spread()
    }

    fn run(&mut self, share: &Share<'_>) -> Result<(), MineError> {
        let EdgeTriangles { on, grid, queue, counts } = self;
        queue.restart()?;
        // SAFETY: the graph's arguments; there is a sum for each edge, and the grid has the shared memory of such marks.
        let lend = unsafe { on.lend() };
        let args = EdgeTrianglesArgs {
            graph: on.graph(&lend),
            hubs: on.hubs(&lend),
            ranks: lend.slice(on.ranks()),
            roots: on.oriented().root_tasks(&lend, share.tasks()),
            queue: lend.atomics(&queue.queues),
            edge_sums: lend.atomics(counts),
            marks: on.marks(),
        };
        let launch = || lend.launch::<EdgeTrianglesKernel>(*grid, &args);
        Ok(share.watch(on.device(), &queue.queues, 0, &[share.size()], launch)?)
    }
}

/// Adds up sums over the edges: one task.
struct EdgeSumming<K> {
    on: OnDevice,
    totals: Totals,
    kernel: PhantomData<fn() -> K>,
}

impl<K: for<'a> Kernel<Args<'a> = SumEdgesArgs<'a>>> Work for EdgeSumming<K> {
    type Tally = Vec<u128>;

    fn tasks(&self) -> u64 {
        1
    }

    fn run(&mut self, _: &Share<'_>) -> Result<Vec<u128>, MineError> {
        let EdgeSumming { on, totals, .. } = self;
        totals.restart()?;
        // SAFETY: the graph's arguments; there are totals for each of the kernel's sums.
        let lend = unsafe { on.lend() };
        let args = SumEdgesArgs {
            graph: on.graph(&lend),
            degrees: lend.slice(on.oriented().degrees()),
            triangles: lend.slice(on.triangles_of_edges()),
            cycles: lend.slice(on.cycles_of_edges()),
            totals: lend.atomics(&totals.totals),
        };
        on.launch_all::<K>(&lend, &args)?;
        totals.fetch()?;
        on.device().synchronize()?;
        totals.read()
    }
}

/// The sums of a kernel that has `N`: all zero, where there was no task, and so no launch.
pub(super) fn array<T: std::fmt::Debug + Default, const N: usize>(sums: Vec<T>) -> [T; N] {
    if sums.is_empty() {
        return std::array::from_fn(|_| T::default());
    }
    sums.try_into().expect("a total for each of the kernel's sums")
}
