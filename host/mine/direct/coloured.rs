//! Connected sets of vertices, by the colours of their members and of what joins them.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::coloured::sets::{ColouredSetsArgs, CountColouredSets, Widths};
use motherlode_device::kernels::coloured::table::{ColourKey, WORDS};
use motherlode_device::kernels::queue::STOP;
use motherlode_device::memory::Slice;
use rustc_hash::FxHashMap;

use super::on_device::{OnDevice, WARPS};
use super::session::Session;
use crate::clock::Clock;
use crate::deal::{Merge, Share, Work};
use crate::error::ColourError;
use crate::graph::Csr;
use crate::graph::attributes::EdgeAttributes;
use crate::place::{EdgeLabels, Together};
use crate::runtime::{Buffer, Device, Grid, HostMemory, RuntimeError};
use crate::{MineError, memory};

/// Places of a table at first: on machines of one lane it stays in a cache of the thread's own.
const FIRST_PLACES: u64 = 1 << 12;
/// How many times as many there are when those were too few.
const GROWTH: u64 = 4;
/// The most places of all tables: beyond that, fewer tasks are counted at a time.
const MOST_PLACES: u64 = 1 << 24;
/// How many tables wide machines have at most, so that not all warps add to the same counts.
const MOST_TABLES: u64 = 16;

/// A graph with colours, as numbers.
#[derive(Clone, Copy)]
pub(crate) struct GraphInColours<'g> {
    pub csr: &'g Csr,
    /// By vertex its label, if vertices have labels.
    pub labels: Option<&'g [u32]>,
    /// By place in its lists, as labels of edges, the kind of the edge as the list's vertex sees it, from 1 on; if all
    /// are of one kind, none.
    pub joints: Option<&'g Arc<EdgeAttributes>>,
    /// How many bits of a key a label, and what joins two vertices, take.
    pub widths: Widths,
}

/// Bytes that a key takes on the host, with what becomes of it: its class, and the motif that is listed.
const BYTES_OF_KEY: u64 = 512;
/// Keys that are few: whether memory is free for them is not asked.
const FEW_KEYS: usize = 1 << 16;

/// For each key, how many sets have its colours.
#[derive(Debug, Default)]
pub(crate) struct ColourCounts {
    pub of_keys: FxHashMap<ColourKey, u128>,
    room: KeyRoom,
}

/// How many keys a memory has room for.
#[derive(Clone, Copy, Debug)]
struct KeyRoom {
    most: u64,
    k: u32,
}

impl Default for KeyRoom {
    fn default() -> KeyRoom {
        KeyRoom { most: u64::MAX, k: 0 }
    }
}

impl KeyRoom {
    /// That of a device, if it is the host.
    fn on(device: &Device, k: u32) -> KeyRoom {
        let most = if device.card().is_some() { u64::MAX } else { device.budget().left() / BYTES_OF_KEY };
        KeyRoom { most, k }
    }

    fn check(self, keys: usize) -> Result<(), MineError> {
        let KeyRoom { most, k } = self;
        if keys as u64 > most {
            return Err(ColourError::NoRoom { k: k as usize, counts: keys as u64, most }.into());
        }
        Ok(())
    }
}

impl ColourCounts {
    /// Counts of nothing.
    fn new(room: KeyRoom) -> ColourCounts {
        ColourCounts { of_keys: FxHashMap::default(), room }
    }

    fn add(&mut self, key: ColourKey, count: u128) -> Result<(), MineError> {
        self.of_keys.entry(key).or_default().merge(count)
    }
}

impl Merge for ColourCounts {
    fn merge(&mut self, mut other: ColourCounts) -> Result<(), MineError> {
        if other.of_keys.len() > self.of_keys.len() {
            std::mem::swap(&mut self.of_keys, &mut other.of_keys);
        }
        if other.room.most < self.room.most {
            self.room = other.room;
        }
        other.of_keys.into_iter().try_for_each(|(key, count)| self.add(key, count))?;
        self.room.check(self.of_keys.len())
    }
}

impl Session<'_> {
    /// How many connected sets of `k` vertices there are by their keys: their colours, in the order in which their
    /// members were met.
    ///
    /// # Errors
    /// When the graph or the tables do not fit in the memory, the device fails, a count passes 128 bits, or the job is
    /// to stop.
    pub fn coloured_sets(&mut self, graph: GraphInColours<'_>, k: u32) -> Result<ColourCounts, MineError> {
        let n = self.outline().n();
        let of_labels = u64::from(n) * size_of::<u32>() as u64;
        self.make_room(Together {
            whole: true,
            bytes_per_edge: if graph.joints.is_some() { 2 * size_of::<u32>() as u64 } else { 0 },
            work: of_labels + bytes_of_warp(n) + bytes_of_table(FIRST_PLACES),
            ..Together::default()
        })?;
        let ready = |on: &mut OnDevice, clock: &Clock| {
            on.get_whole(clock)?;
            graph.joints_on(on, clock).map(drop)
        };
        Ok(self.deal(ready, |on| ColouredSetCounter::new(on, graph, k))?.done.tally)
    }
}

impl GraphInColours<'_> {
    /// The kinds of the edges, in the order of the form.
    fn joints_on(self, on: &OnDevice, clock: &Clock) -> Result<Option<Arc<EdgeLabels>>, RuntimeError> {
        self.joints.map(|joints| on.form().edge_labels(self.csr, joints, clock)).transpose()
    }

    /// The labels of the vertices, in the order of the form.
    fn labels_on(self, on: &OnDevice) -> Result<Option<Buffer<'static, u32>>, RuntimeError> {
        let old_of_new = on.form().old_of_new(&Clock::default());
        let moved = |labels: &[u32]| {
            let moved: Vec<u32> = old_of_new.iter().map(|&old| labels[old as usize]).collect();
            on.device().copied(&moved)
        };
        self.labels.map(moved).transpose()
    }
}

/// Bytes of marks and of a stack for a warp.
fn bytes_of_warp(n: u32) -> u64 {
    u64::from(n) * 2 * size_of::<u32>() as u64
}

fn bytes_of_table(places: u64) -> u64 {
    places * (WORDS * size_of::<u64>()) as u64
}

/// Counts sets: a task is their greatest vertex.
struct ColouredSetCounter {
    on: OnDevice,
    grid: Grid,
    k: u32,
    room: KeyRoom,
    widths: Widths,
    joints: Option<Arc<EdgeLabels>>,
    labels: Option<Buffer<'static, u32>>,
    queue: Buffer<'static, u64>,
    lost: Buffer<'static, u64>,
    marks: Buffer<'static, u32>,
    stacks: Buffer<'static, u32>,
    /// Places of a table.
    places: u64,
}

impl ColouredSetCounter {
    fn new(on: OnDevice, graph: GraphInColours<'_>, k: u32) -> Result<Self, RuntimeError> {
        let (device, n) = (on.device(), on.outline().n());
        let (joints, labels) = (graph.joints_on(&on, &Clock::default())?, graph.labels_on(&on)?);
        let (grid, key_room) =
            (device.grid::<CountColouredSets>(WARPS, 0, n.into())?, KeyRoom::on(device, k));
        // Each launch makes its tables: room is left for them.
        let of_tables = bytes_of_table(FIRST_PLACES) * tables(device, grid, FIRST_PLACES);
        let per_warp = bytes_of_warp(n) + of_tables.div_ceil(device.grid_warps(grid));
        let grid = memory::fit(device, grid, per_warp)?;
        let room = device.grid_warps(grid) as usize * n as usize;
        Ok(ColouredSetCounter {
            grid,
            k,
            room: key_room,
            widths: graph.widths,
            joints,
            labels,
            queue: device.zeroed(1)?,
            lost: device.zeroed(1)?,
            marks: device.zeroed(room)?,
            stacks: device.unwritten(room)?,
            places: FIRST_PLACES,
            on,
        })
    }

    /// Counts the sets of some tasks of a share; nothing if a table was too full.
    fn count(&mut self, share: &Share<'_>, tasks: Range<u64>) -> Result<Option<ColourCounts>, MineError> {
        let device = self.on.device();
        let tables = tables(device, self.grid, self.places);
        let words = device.zeroed::<u64>(tables as usize * self.places as usize * WORDS)?;
        self.queue.overwrite(&[tasks.start])?;
        self.lost.overwrite(&[0])?;
        {
            // SAFETY: the colours are those of this graph, and fit in the widths; the tables are zeros, one for each
            // block where it has one lane; marks are zero before and after each launch that came to its end, and there
            // is a stack for each warp.
            let lend = unsafe { self.on.lend() };
            let args = ColouredSetsArgs {
                graph: self.on.whole(&lend),
                joints: self.joints.as_ref().map_or(Slice::empty(), |joints| joints.lend(&lend).0),
                labels: self.labels.as_ref().map_or(Slice::empty(), |labels| lend.slice(labels)),
                queue: lend.atomics(&self.queue),
                lost: lend.atomics(&self.lost),
                tables: lend.atomics(&words),
                marks: lend.scratch(&mut self.marks),
                stacks: lend.scratch(&mut self.stacks),
                end: tasks.end,
                places: self.places,
                k: self.k,
                widths: self.widths,
            };
            share.watch_within(device, &self.queue, tasks.start, &[tasks.end], STOP, || {
                lend.launch::<CountColouredSets>(self.grid, &args)
            })?;
        }
        if self.lost.download()?[0] > 0 {
            return Ok(None);
        }
        let mut counts = ColourCounts::new(self.room);
        for (key, count) in words.download()?.chunks(WORDS).filter_map(ColourKey::of_place) {
            counts.add(key, count.into())?;
        }
        Ok(Some(counts))
    }

    /// Makes tables larger, or else says that there should be fewer tasks at a time: one is given whatever it takes.
    fn make_room(&mut self, tasks: u64) -> bool {
        let larger = self.places * GROWTH;
        let device = self.on.device();
        let places = larger.saturating_mul(tables(device, self.grid, larger));
        let is_larger =
            places <= MOST_PLACES && bytes_of_table(places) <= device.budget().left() || tasks == 1;
        if is_larger {
            self.places = larger;
        }
        is_larger
    }
}

/// How many tables of so many places there are: on machines of one lane, one for each block, which nobody shares.
fn tables(device: &Device, grid: Grid, places: u64) -> u64 {
    let blocks = u64::from(grid.blocks);
    if device.lanes() == 1 { blocks } else { (MOST_PLACES / places).clamp(1, MOST_TABLES).min(blocks) }
}

impl Work for ColouredSetCounter {
    type Tally = ColourCounts;

    fn tasks(&self) -> u64 {
        self.on.outline().n().into()
    }

    fn least_share(&self, _: u64) -> u64 {
        self.on.device().grid_warps(self.grid)
    }

    // A second worker would have marks of its own, and the first has taken the room.
    fn shares_overlap(&self) -> bool {
        false
    }

    fn run(&mut self, share: &Share<'_>) -> Result<ColourCounts, MineError> {
        let (mut tally, mut tasks, mut at_once) = (ColourCounts::new(self.room), share.tasks(), share.size());
        while tasks.start < tasks.end {
            let some = tasks.start..tasks.end.min(tasks.start + at_once);
            let size = some.end - some.start;
            match self.count(share, some.clone())? {
                Some(counts) => {
                    tally.merge(counts)?;
                    if tally.of_keys.len() > FEW_KEYS {
                        HostMemory::require_free(tally.of_keys.len() as u64 * BYTES_OF_KEY)?;
                    }
                    tasks.start = some.end;
                    at_once = at_once.saturating_mul(2);
                }
                None if self.make_room(size) => {}
                None => at_once = size / 2,
            }
        }
        Ok(tally)
    }
}
