//! Counting bicliques: a task is a root.

use std::ops::Range;

use motherlode_device::kernels::bicliques::count::{CountPqBicliques, CountPqBicliquesAtArcs};
use motherlode_device::kernels::bicliques::{Choices, PqBicliqueArgs};
use motherlode_device::memory::Slice;

use super::anchored::AnchoredRoots;
use super::bins::PqBicliqueBin;
use crate::direct::on_device::OnDevice;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept, TaskBin};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// Counts the bicliques of roots, and maybe those at each arc.
pub(super) struct PqBicliqueCounter {
    bins: Vec<PqBicliqueBin>,
    roots: Buffer<'static, u32>,
    choices: Buffer<'static, Choices>,
    choices_with_one: Buffer<'static, Choices>,
    /// The halves of a sum for each arc, if they are asked for.
    arc_sums: Option<Buffer<'static, u64>>,
    /// Bins run one after the other.
    rooms: Buffer<'static, u64>,
}

impl PqBicliqueCounter {
    /// For all roots.
    pub fn new(on: OnDevice, anchored: &AnchoredRoots, at_arcs: bool) -> Result<Swept<Self>, RuntimeError> {
        let device = on.device();
        let (roots, choices) = (device.copied(&anchored.vertices)?, device.copied(&anchored.choices)?);
        let with_one = if at_arcs { &anchored.choices_with_one[..] } else { &[] };
        let choices_with_one = device.copied(with_one)?;
        let arcs = 2 * on.outline().edges();
        let arc_sums = at_arcs.then(|| device.zeroed(2 * arcs)).transpose()?;
        let bins = on.pq_biclique_bins(anchored, at_arcs)?;
        let words = bins.iter().map(PqBicliqueBin::words).max().unwrap_or(0);
        let rooms = device.unwritten(words as usize)?;
        let counter = PqBicliqueCounter { bins, roots, choices, choices_with_one, arc_sums, rooms };
        Swept::new(on, 1, counter)
    }

    /// What was found at the arcs: two halves for each.
    pub fn arc_sums(&self) -> Result<Vec<u64>, RuntimeError> {
        self.arc_sums.as_ref().map_or(Ok(Vec::new()), |sums| sums.download())
    }
}

// SAFETY: the whole graph by falling degree, roots of it, of which no two are joined unless all vertices are roots;
// each bin has room for as many candidates and words as its roots have at most, and runs when the one before it has
// ended. The tables go up to the longest list, and the sums were zero.
unsafe impl Sweep for PqBicliqueCounter {
    type Tally = u128;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        let drawn =
            |bin: &PqBicliqueBin| TaskBin { tasks: bin.roots.clone(), parts: bin.parts, grid: bin.grid };
        SweepTasks::Bins(self.bins.iter().map(drawn).collect())
    }

    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        self.bins.iter().map(|bin| bin.tasks(&tasks)).collect()
    }

    fn stops_within(&self) -> bool {
        true
    }

    fn keeps_results(&self) -> bool {
        self.arc_sums.is_some()
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        for (place, bin) in self.bins.iter().enumerate() {
            let tasks = bin.tasks(&share.tasks);
            if tasks.is_empty() {
                continue;
            }
            let roots = self.roots.slice().part(bin.roots.start, bin.roots.end - bin.roots.start);
            let args = PqBicliqueArgs {
                graph: on.whole(lend),
                roots: lend.slice(roots),
                queue: lend.slice(share.queue(place)),
                totals: lend.slice(share.totals()),
                choices: lend.slice(&self.choices),
                choices_with_one: lend.slice(&self.choices_with_one),
                arc_sums: self.arc_sums.as_ref().map_or(Slice::empty(), |sums| lend.atomics(sums)),
                rooms: lend.scratch(&mut self.rooms),
                end: tasks.end,
                shape: bin.shape,
                parts: bin.parts,
            };
            match self.arc_sums {
                None => lend.launch::<CountPqBicliques>(bin.grid, &args)?,
                Some(_) => lend.launch::<CountPqBicliquesAtArcs>(bin.grid, &args)?,
            }
        }
        Ok(())
    }
}
