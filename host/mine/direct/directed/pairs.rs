//! Products over the pairs of vertices that wedges join.

use std::ops::Range;

use motherlode_device::kernels::directed::cycles::{
    MOST_WORDS, ProductsAtPairsArgs, SUMS, SumProductsAtPairs, shared_bytes,
};

use super::{GraphWithArcs, get_graph_and_ties};
use crate::MineError;
use crate::direct::on_device::OnDevice;
use crate::direct::session::Session;
use crate::direct::sweep::{Sweep, SweepShare, SweepTasks, Swept};
use crate::direct::triangles::array;
use crate::runtime::{Grid, Lend, RuntimeError};
use crate::tuning::RESERVED_BYTES;

/// The fewest neighbours of a root: fewer have no two wedges to one far end.
const LEAST: u32 = 2;

impl Session<'_> {
    /// The products of each two numbers of a pair of vertices, summed over the pairs: [`SUMS`].
    ///
    /// # Errors
    /// When the graph or its ties do not fit in the memory, the device fails, a sum passes 128 bits, or the job is to
    /// stop.
    pub fn products_at_pairs(&mut self, arcs: GraphWithArcs<'_>) -> Result<[u128; SUMS], MineError> {
        if self.outline().degrees.count_from(LEAST) == 0 {
            return Ok([0; SUMS]);
        }
        self.make_room_beside_ties(0, 0)?;
        Ok(array(self.deal(get_graph_and_ties(arcs), PairProductSums::new)?.done.tally))
    }
}

/// Adds up products over pairs: a task is the greater vertex of some. Each class of these has a launch and a queue.
struct PairProductSums {
    classes: Vec<PairClass>,
}

/// Roots, and how their wedges are counted.
struct PairClass {
    roots: Range<u64>,
    grid: Grid,
    counters: PairCounters,
}

/// The counters of a block.
#[derive(Clone, Copy)]
struct PairCounters {
    /// Slots for far ends, as a power of two.
    log_slots: u32,
    /// Words of packed counters for each kind of wedges.
    stride: u32,
}

/// How the wedges of roots from a degree on are counted.
struct PairSize {
    least_degree: u32,
    /// Blocks that share a multiprocessor: together they have as many warps as have registers.
    blocks: u32,
    counters: PairCounters,
}

/// Warps that a multiprocessor has registers for.
const WARPS: u32 = 16;
/// From 256 neighbours on a counter takes 16 bits. The fewer wedges a root has, the less is gone through for it, and
/// the more roots are counted at a time.
const SIZES: [PairSize; 3] = [
    PairSize { least_degree: 256, blocks: 1, counters: PairCounters { log_slots: 10, stride: 1 << 12 } },
    PairSize { least_degree: 16, blocks: 2, counters: PairCounters { log_slots: 9, stride: 1 << 11 } },
    PairSize { least_degree: LEAST, blocks: 3, counters: PairCounters { log_slots: 9, stride: 1 << 10 } },
];

impl PairCounters {
    /// On one lane a table is in its cache: no larger than most of a second level.
    const SCALAR_LOG_SLOTS: u32 = 14;

    /// On one lane, for a graph of `n` vertices.
    fn scalar(n: u32) -> Self {
        let log_slots = u64::from(n).next_power_of_two().ilog2().clamp(1, Self::SCALAR_LOG_SLOTS);
        PairCounters { log_slots, stride: 0 }
    }

    /// As many as fit in so many bytes, and no more than a graph of `n` vertices needs.
    fn fitting(self, n: u32, bytes: usize) -> Self {
        let halved = |times: u32| PairCounters {
            log_slots: self.log_slots - times,
            stride: (self.stride >> times).min(n.div_ceil(2).next_power_of_two().max(2)),
        };
        let last = self.log_slots - 1;
        (0..last).map(halved).find(|counters| counters.bytes() <= bytes).unwrap_or(halved(last))
    }

    fn bytes(self) -> usize {
        shared_bytes(self.log_slots, self.stride)
    }
}

impl PairClass {
    fn of(on: &OnDevice) -> Result<Vec<PairClass>, RuntimeError> {
        let (device, n, bytes) = (on.device(), on.outline().n(), on.tuning.shared_bytes);
        let class = |roots: Range<u64>, warps: u32, counters: PairCounters| {
            let grid = device.grid::<SumProductsAtPairs>(warps, counters.bytes(), roots.end - roots.start)?;
            Ok(PairClass { roots, grid, counters })
        };
        let first = |degree: u32| on.outline().degrees.count_from(degree);
        if on.tuning.scalar {
            return Ok(vec![class(0..first(LEAST), 1, PairCounters::scalar(n))?]);
        }
        let mut start = 0;
        let mut classes = Vec::new();
        for size in SIZES {
            let roots = start..first(size.least_degree);
            if !roots.is_empty() {
                let bytes = (bytes / size.blocks as usize).saturating_sub(RESERVED_BYTES);
                start = roots.end;
                classes.push(class(roots, WARPS / size.blocks, size.counters.fitting(n, bytes))?);
            }
        }
        Ok(classes)
    }

    /// The roots that are among some tasks.
    fn among(&self, tasks: &Range<u64>) -> Range<u64> {
        let within = |root: u64| root.clamp(tasks.start, tasks.end);
        within(self.roots.start)..within(self.roots.end)
    }
}

const _: () = assert!(SIZES[0].counters.stride <= MOST_WORDS);

impl PairProductSums {
    fn new(on: OnDevice) -> Result<Swept<Self>, RuntimeError> {
        let classes = PairClass::of(&on)?;
        Swept::new(on, SUMS, PairProductSums { classes })
    }
}

// SAFETY: the roots are vertices, each grid has the shared memory of so many slots and packed counters, whose words are
// a power of two, and there are totals for all sums and a queue for each class.
unsafe impl Sweep for PairProductSums {
    type Tally = Vec<u128>;

    fn tasks(&self, _: &OnDevice) -> SweepTasks {
        SweepTasks::Numbers(self.classes.last().map_or(0, |class| class.roots.end))
    }

    fn draws(&self, _: &OnDevice, tasks: Range<u64>) -> Vec<Range<u64>> {
        self.classes.iter().map(|class| class.among(&tasks)).collect()
    }

    fn at_once(&self, _: &OnDevice, _: u64) -> u64 {
        self.classes.iter().map(|class| u64::from(class.grid.blocks)).max().unwrap_or(1)
    }

    fn launch(&mut self, on: &OnDevice, lend: &Lend<'_>, share: &SweepShare<'_>) -> Result<(), RuntimeError> {
        for (at, class) in self.classes.iter().enumerate() {
            let roots = class.among(&share.tasks);
            if roots.is_empty() {
                continue;
            }
            let args = ProductsAtPairsArgs {
                graph: on.whole(lend),
                oriented: on.graph(lend),
                ties: lend.slice(&on.ties().ties),
                whole_ties: lend.slice(&on.ties().whole),
                queue: lend.slice(share.queue(at)),
                totals: lend.slice(share.totals()),
                end: roots.end,
                chunk: 1,
                log_slots: class.counters.log_slots,
                stride: class.counters.stride,
            };
            lend.launch::<SumProductsAtPairs>(class.grid, &args)?;
        }
        Ok(())
    }
}
