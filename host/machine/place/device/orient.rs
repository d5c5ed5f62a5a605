//! A graph renumbered and oriented on the device: what
//! [`by_degree`](crate::place::by_degree) and `Orientation` make on the host.

use std::sync::Arc;

use motherlode_device::kernels::prepare::lists::{ListStarts, ListStartsArgs};
use motherlode_device::kernels::prepare::order::{
    FindSteps, FindStepsArgs, LengthKeys, LengthKeysArgs, RankVertices, RankVerticesArgs,
};
use motherlode_device::kernels::prepare::orient::{
    CountGreater, CountGreaterArgs, EmitGreater, EmitGreaterArgs, Renumbered,
};
use motherlode_device::kernels::prepare::positions::CHUNK;

use super::peel::PeeledLists;
use crate::clock::Clock;
use crate::graph::Csr;
use crate::place::host::tasks;
use crate::place::launches::{bits, launch_chunks, launch_items};
use crate::place::made::{GivenLists, MadeLists};
use crate::place::outline::{Outline, Steps};
use crate::place::{Form, OrientedGraph, VertexOrder};
use crate::primitives::{MOST_KEYS, Primitives, Sortable};
use crate::runtime::{Buffer, Device, RuntimeError, View, ViewMut};

/// From so many edges on, a card prepares a graph faster than the host: below, its launches take longer than the work.
const LEAST_EDGES: u64 = 1 << 17;

/// Whether the device is to prepare `graph`, if its memory allows.
pub(in crate::place) fn is_for(device: &Device, graph: &Csr) -> bool {
    let (edges, vertices) = (graph.edges(), u64::from(graph.n()));
    let least = if device.card().is_some() { LEAST_EDGES } else { 1 };
    !device.is_scalar() && edges >= least && edges.max(vertices) < MOST_KEYS
}

/// Orients the graph of a form.
///
/// # Errors
/// When the arrays do not fit the budget, or the device fails.
pub(in crate::place) fn orient(form: &Form, clock: &Clock) -> Result<OrientedGraph, RuntimeError> {
    let (graph, device) = (form.graph(), form.device());
    // Whatever is large is allocated before anything is done: a budget that is too small costs no time.
    let mut room = clock.prepare(|| OrientArrays::new(graph, device))?;
    let given = match clock.prepare(|| MadeLists::take(graph, device)) {
        Some(made) => WhereGiven::Made(made),
        None => clock.transfer(|| WhereGiven::upload(graph, device))?,
    };
    clock.prepare(|| {
        let mut primitives = Primitives::new(device);
        let (offsets, neighbors) = (given.offsets(), given.neighbors());
        let peeling = PeeledLists { device, offsets, neighbors, first_threshold: form.useless_degree() };
        let peeling = (form.order() == VertexOrder::Degeneracy).then_some(peeling);
        let degrees = room.renumber(&mut primitives, offsets, peeling)?;
        room.orient(&mut primitives, neighbors)?;
        drop(given);
        let lengths = room.longest_first(&mut primitives, form.useless_degree())?;
        room.finish(&mut primitives, form.leading(), degrees, lengths)
    })
}

/// A graph on the device, by the numbers that were given to its vertices.
enum WhereGiven<'g> {
    /// Copied there.
    Uploaded { offsets: Buffer<'g, u64>, neighbors: Buffer<'g, u32> },
    /// Made there.
    Made(GivenLists),
}

impl<'g> WhereGiven<'g> {
    fn upload(graph: &'g Csr, device: &Device) -> Result<Self, RuntimeError> {
        let (offsets, neighbors) = (device.upload(graph.offsets())?, device.upload(graph.neighbors_all())?);
        device.synchronize()?;
        Ok(WhereGiven::Uploaded { offsets, neighbors })
    }

    /// `n + 1` starts of lists.
    fn offsets(&self) -> View<'_, u64> {
        match self {
            WhereGiven::Uploaded { offsets, .. } => offsets.slice(),
            WhereGiven::Made(lists) => lists.offsets(),
        }
    }

    /// The lists.
    fn neighbors(&self) -> View<'_, u32> {
        match self {
            WhereGiven::Uploaded { neighbors, .. } => neighbors.slice(),
            WhereGiven::Made(lists) => lists.neighbors(),
        }
    }
}

/// The arrays of an orientation, each of a length that the graph's size tells.
struct OrientArrays<'d> {
    device: &'d Device,
    n: u64,
    edges: u64,
    /// Keys that put the vertices in order, and the vertices.
    keys: Sortable<u32>,
    vertices: Sortable<u32>,
    /// For each old number the new one.
    ranks: Buffer<'static, u32>,
    /// For each new number: the degree, where the list by old numbers starts, and where that by new ones would.
    degrees: Buffer<'static, u32>,
    starts: Buffer<'static, u64>,
    whole: Buffer<'static, u64>,
    /// Edges kept in a chunk, and before it.
    counts: Buffer<'static, u32>,
    places: Buffer<'static, u64>,
    /// The ends of the edges.
    greater: Sortable<u32>,
    smaller: Sortable<u32>,
    /// Where the oriented lists start.
    offsets: Buffer<'static, u64>,
}

impl<'d> OrientArrays<'d> {
    fn new(graph: &Csr, device: &'d Device) -> Result<Self, RuntimeError> {
        let (n, edges) = (graph.n() as usize, graph.edges() as usize);
        let chunks = (2 * edges).div_ceil(CHUNK as usize);
        let sortable = |length| Sortable::new(device.unwritten(length)?, device);
        Ok(OrientArrays {
            device,
            n: n as u64,
            edges: edges as u64,
            keys: sortable(n)?,
            vertices: sortable(n)?,
            ranks: device.unwritten(n)?,
            degrees: device.unwritten(n)?,
            starts: device.unwritten(n)?,
            whole: device.unwritten(n + 1)?,
            counts: device.unwritten(chunks)?,
            places: device.unwritten(chunks)?,
            greater: sortable(edges)?,
            smaller: sortable(edges)?,
            offsets: device.unwritten(n + 1)?,
        })
    }

    /// Numbers the vertices by falling degree, or in the order of a peeling. Returns the degrees, falling.
    fn renumber(
        &mut self,
        primitives: &mut Primitives<'_>,
        offsets: View<'_, u64>,
        peeling: Option<PeeledLists<'_>>,
    ) -> Result<Steps, RuntimeError> {
        let highest = (self.n - 1) as u32;
        let degrees = self.order(primitives, offsets, highest)?;
        if let Some(peeling) = peeling {
            peeling.sort(primitives, &mut self.keys, &mut self.vertices)?;
        }
        // SAFETY: the lists are the graph's, and `vertices` has each of its vertices once; what the kernel writes is
        // made for so many.
        let lend = unsafe { self.device.lend() };
        let args = RankVerticesArgs {
            offsets: lend.slice(offsets),
            order: lend.slice(&self.vertices.array),
            ranks: lend.scratch(&mut self.ranks),
            degrees: lend.scratch(&mut self.degrees),
            starts: lend.scratch(&mut self.starts),
        };
        launch_items::<RankVertices>(&lend, self.n, &args)?;
        primitives.exclusive_scan(self.degrees.slice(), self.whole.scratch())?;
        Ok(degrees)
    }

    /// Puts the vertices in the order of falling lengths of their lists, of which none passes `longest`. Returns the
    /// lengths.
    fn order(
        &mut self,
        primitives: &mut Primitives<'_>,
        offsets: View<'_, u64>,
        longest: u32,
    ) -> Result<Steps, RuntimeError> {
        // SAFETY: `offsets` are the starts of lists of all vertices, and there is a place for each.
        let lend = unsafe { self.device.lend() };
        let args = LengthKeysArgs {
            offsets: lend.slice(offsets),
            keys: lend.scratch(&mut self.keys.array),
            vertices: lend.scratch(&mut self.vertices.array),
            longest,
        };
        launch_items::<LengthKeys>(&lend, self.n, &args)?;
        primitives.sort_pairs(&mut self.keys, &mut self.vertices, self.n, 0..bits(longest))?;
        self.steps(longest)
    }

    /// What the sorted keys say of the lengths.
    fn steps(&self, longest: u32) -> Result<Steps, RuntimeError> {
        // Different lengths 0, 1, 2, … of so many lists make at least k (k - 1) / 2 neighbours, of two for each edge.
        let most = self.n.min((4 * self.edges).isqrt() + 2) as usize;
        let (mut steps, count) = (self.device.unwritten::<u64>(most)?, self.device.zeroed::<u64>(1)?);
        // SAFETY: there is room for as many steps as there can be, and a place for their number.
        let lend = unsafe { self.device.lend() };
        let args = FindStepsArgs {
            keys: lend.slice(&self.keys.array),
            steps: lend.scratch(&mut steps),
            count: lend.atomics(&count),
        };
        launch_items::<FindSteps>(&lend, self.n, &args)?;
        self.device.synchronize()?;
        let mut steps = steps.download_first(count.download()?[0] as usize)?;
        steps.sort_unstable();
        let starts = steps.iter().map(|&step| step & u64::from(u32::MAX));
        let ends = starts.clone().skip(1).chain([self.n]);
        let lengths = steps.iter().map(|&step| longest - (step >> 32) as u32);
        Ok(Steps::of_runs(lengths.zip(ends.zip(starts).map(|(end, start)| end - start))))
    }

    /// Writes each edge once, in the list of its end with the greater new number.
    fn orient(
        &mut self,
        primitives: &mut Primitives<'_>,
        neighbors: View<'_, u32>,
    ) -> Result<(), RuntimeError> {
        let positions = neighbors.len();
        // SAFETY: the lists are the graph's and the ranks a renumbering of its vertices; there is a count for each
        // chunk of positions, and room for each edge.
        let lend = unsafe { self.device.lend() };
        let graph = Renumbered {
            offsets: lend.slice(&self.whole),
            starts: lend.slice(&self.starts),
            neighbors: lend.slice(neighbors),
            ranks: lend.slice(&self.ranks),
        };
        let args = CountGreaterArgs { graph, counts: lend.scratch(&mut self.counts) };
        launch_chunks::<CountGreater>(&lend, positions, &args)?;
        primitives.exclusive_scan(self.counts.slice(), self.places.scratch())?;
        let args = EmitGreaterArgs {
            graph,
            places: lend.slice(&self.places),
            greater: lend.scratch(&mut self.greater.array),
            smaller: lend.scratch(&mut self.smaller.array),
        };
        launch_chunks::<EmitGreater>(&lend, positions, &args)?;
        let key_bits = 0..bits((self.n - 1) as u32);
        primitives.sort_pairs(&mut self.greater, &mut self.smaller, self.edges, key_bits)?;
        list_starts(self.device, self.greater.array.slice(), self.offsets.scratch())
    }

    /// Puts the vertices in the order of falling lists. Returns the lengths of those with at least two neighbours in
    /// them.
    ///
    /// Vertices with up to `first_threshold` neighbours may have left a peeling first.
    fn longest_first(
        &mut self,
        primitives: &mut Primitives<'_>,
        first_threshold: u32,
    ) -> Result<Steps, RuntimeError> {
        // By falling degree, of a list of k all vertices have degree k at least. In the order of a peeling, its vertex
        // had up to the threshold, which is no more than 1.1 times the degeneracy or the first one.
        let longest = ((2 * self.edges).isqrt() + 1).max(first_threshold.into()) as u32 * 2;
        let offsets = std::mem::replace(&mut self.offsets, self.device.unwritten(0)?);
        let lengths = self.order(primitives, offsets.slice(), longest)?;
        self.offsets = offsets;
        Ok(Steps::of_runs(lengths.runs().filter(|&(length, _)| length >= 2)))
    }

    /// Keeps what a job needs.
    fn finish(
        self,
        primitives: &mut Primitives<'_>,
        leading: u32,
        degrees: Steps,
        lengths: Steps,
    ) -> Result<OrientedGraph, RuntimeError> {
        let leading = u64::from(leading).min(self.n) + 1;
        let mut starts = self.device.unwritten(leading as usize)?;
        primitives.copy(self.offsets.slice().part(0, leading), starts.scratch())?;
        let tasks = self.device.copied(&tasks(&lengths))?;
        self.device.synchronize()?;
        Ok(OrientedGraph {
            outline: Arc::new(Outline::new(degrees, lengths, starts.download()?, self.edges as usize)),
            offsets: self.offsets,
            neighbors: self.smaller.array,
            degrees: self.degrees,
            roots: self.vertices.array,
            tasks,
            made_on_device: true,
        })
    }
}

/// Finds where the lists of sorted elements start.
fn list_starts(device: &Device, lists: View<'_, u32>, offsets: ViewMut<'_, u64>) -> Result<(), RuntimeError> {
    let items = offsets.len();
    // SAFETY: the elements are sorted numbers of lists, each of which has a place in `offsets`, as has the end.
    let lend = unsafe { device.lend() };
    let args = ListStartsArgs { lists: lend.slice(lists), offsets: lend.scratch(offsets) };
    launch_items::<ListStarts>(&lend, items, &args)
}
