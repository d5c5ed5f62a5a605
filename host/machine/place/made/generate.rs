//! A graph of drawn pairs, made on the device: what
//! [`of_pairs`](crate::graph::generate::of_pairs) makes on the host.

use std::ops::RangeInclusive;

use motherlode_device::kernels::generate::arcs::{EmitArcs, EmitArcsArgs};
use motherlode_device::kernels::generate::distinct::{
    CountDistinct, CountDistinctArgs, EmitDistinct, EmitDistinctArgs,
};
use motherlode_device::kernels::generate::marks::{
    CountMarks, CountMarksArgs, MOST_GROUPS, MOST_PAIRS, MarkEnds, MarkEndsArgs, SHARED_BYTES,
};
use motherlode_device::kernels::generate::{IdRanks, PairRange};
use motherlode_device::kernels::prepare::positions::CHUNK;

use crate::graph::generate::DrawnPairs;
use crate::place::launches::{WARPS, bits, launch_chunks, launch_items};
use crate::primitives::{MOST_KEYS, Primitives, Sortable, Sum};
use crate::runtime::{Buffer, Device, RuntimeError, View};

/// The lists of a graph, by the numbers that were given to its vertices.
#[derive(Debug)]
pub(in crate::place) struct GivenLists {
    offsets: Buffer<'static, u64>,
    /// With room for pairs that were dropped.
    neighbors: Buffer<'static, u32>,
    /// How many neighbours there are.
    length: u64,
}

impl GivenLists {
    /// `n + 1` starts of lists.
    pub fn offsets(&self) -> View<'_, u64> {
        self.offsets.slice()
    }

    /// The lists.
    pub fn neighbors(&self) -> View<'_, u32> {
        self.neighbors.slice().part(0, self.length)
    }

    /// The starts of the lists, on the host.
    pub fn download_offsets(&self) -> Result<Vec<u64>, RuntimeError> {
        self.offsets.download()
    }

    /// The lists, on the host.
    pub fn download_neighbors(&self) -> Result<Vec<u32>, RuntimeError> {
        let mut neighbors = bytemuck::allocation::zeroed_vec(self.length as usize);
        self.neighbors.fetch(&mut neighbors)?;
        Ok(neighbors)
    }
}

/// Makes the graph of drawn pairs. Nothing, where they have more ids than the kernels number, or no edges.
///
/// # Errors
/// When the arrays do not fit the budget, or the device fails.
pub(super) fn generate(device: &Device, pairs: &DrawnPairs) -> Result<Option<GivenLists>, RuntimeError> {
    // Numbers of vertices are sums of 32 bits.
    if pairs.bits() >= u32::BITS {
        return Ok(None);
    }
    let mut primitives = Primitives::new(device);
    let marked = MarkedIds::of(device, &mut primitives, pairs)?;
    if marked.arcs() == 0 {
        return Ok(None);
    }
    marked.lists(&mut primitives).map(Some)
}

/// Which ids have an edge.
struct MarkedIds<'d> {
    device: &'d Device,
    pairs: &'d DrawnPairs,
    /// A bit for each id.
    marks: Buffer<'static, u64>,
    /// For each word of it, the marks before.
    before: Buffer<'static, u32>,
    /// How many ids are marked.
    vertices: u64,
    /// By group of ids, how many arcs leave them, repeated ones among them.
    groups: Vec<u64>,
}

/// Ids whose arcs are sorted at a time, and how many arcs those are.
#[derive(Debug, PartialEq, Eq)]
struct IdPart {
    ids: RangeInclusive<u32>,
    arcs: u64,
}

impl<'d> MarkedIds<'d> {
    fn of(
        device: &'d Device,
        primitives: &mut Primitives<'_>,
        pairs: &'d DrawnPairs,
    ) -> Result<Self, RuntimeError> {
        let ids = 1usize << pairs.bits();
        let marks = device.zeroed::<u64>(ids.div_ceil(u64::BITS as usize))?;
        let mut before = device.unwritten::<u32>(marks.len())?;
        let mut counts = device.unwritten::<u32>(marks.len())?;
        let groups = device.zeroed::<u64>(ids.min(MOST_GROUPS))?;
        // SAFETY: there is a bit for each id, all zero, and the groups divide the ids; there is a count for each word.
        let lend = unsafe { device.lend() };
        for range in ranges(pairs) {
            let blocks = device.blocks_for(range.end - range.start, WARPS);
            let args = MarkEndsArgs { range, marks: lend.atomics(&marks), groups: lend.atomics(&groups) };
            lend.launch_up_to::<MarkEnds>(blocks, WARPS, SHARED_BYTES, &args)?;
        }
        let args = CountMarksArgs { marks: lend.slice(&marks), counts: lend.scratch(&mut counts) };
        launch_items::<CountMarks>(&lend, marks.len() as u64, &args)?;
        primitives.exclusive_scan(counts.slice(), before.scratch())?;
        let vertices = primitives.reduce::<Sum<u32>, _>(counts.slice())?;
        let groups = groups.download()?;
        Ok(MarkedIds { device, pairs, marks, before, vertices, groups })
    }

    fn arcs(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// Makes the lists, a part after another.
    fn lists(&self, primitives: &mut Primitives<'_>) -> Result<GivenLists, RuntimeError> {
        let device = self.device;
        let mut lists = GivenLists {
            offsets: device.unwritten(self.vertices as usize + 1)?,
            neighbors: device.unwritten(self.arcs() as usize)?,
            length: 0,
        };
        let parts = parts(&self.groups, self.pairs.bits(), most_arcs(device.budget().left()))
            .map_err(|bytes| device.budget().too_small(bytes))?;
        let most = parts.iter().map(|part| part.arcs).max().unwrap_or(0) as usize;
        let mut keys = Sortable::new(device.unwritten(most)?, device)?;
        let chunks = most.div_ceil(CHUNK as usize);
        let mut counts = device.unwritten::<u32>(chunks)?;
        let mut places = device.unwritten::<u64>(chunks)?;
        let nexts = device.zeroed::<u64>(parts.len())?;
        let vertex_bits = bits((self.vertices - 1) as u32);
        for (at, IdPart { ids, arcs }) in (0..).zip(parts) {
            // SAFETY: all ends are marked, and there is room for the part's arcs.
            let lend = unsafe { device.lend() };
            for range in ranges(self.pairs) {
                let blocks = device.blocks_for(range.end - range.start, WARPS);
                let args = EmitArcsArgs {
                    range,
                    numbers: IdRanks { marks: lend.slice(&self.marks), before: lend.slice(&self.before) },
                    keys: lend.scratch(&mut keys.array),
                    next: lend.slice(nexts.atomics().part(at, 1)),
                    first: *ids.start(),
                    last: *ids.end(),
                    bits: vertex_bits,
                    padding: 0,
                };
                lend.launch_up_to::<EmitArcs>(blocks, WARPS, 0, &args)?;
            }
            primitives.sort_keys(&mut keys, arcs, 0..2 * vertex_bits)?;

            let chunks = arcs.div_ceil(CHUNK);
            // SAFETY: the keys of the part are sorted; each of its vertices has all its arcs there, and each vertex has
            // one at least, as it was marked. There is a count for each chunk, and room for all arcs.
            let lend = unsafe { device.lend() };
            let sorted = lend.slice(keys.array.slice().part(0, arcs));
            let args =
                CountDistinctArgs { keys: sorted, counts: lend.scratch(counts.scratch().part(0, chunks)) };
            launch_chunks::<CountDistinct>(&lend, arcs, &args)?;
            primitives.exclusive_scan(counts.slice().part(0, chunks), places.scratch().part(0, chunks))?;
            let args = EmitDistinctArgs {
                keys: sorted,
                places: lend.slice(places.slice().part(0, chunks)),
                neighbors: lend.scratch(lists.neighbors.scratch().part(lists.length, arcs)),
                offsets: lend.scratch(&mut lists.offsets),
                before: lists.length,
                bits: vertex_bits,
                padding: 0,
            };
            launch_chunks::<EmitDistinct>(&lend, arcs, &args)?;
            lists.length += primitives.reduce::<Sum<u32>, _>(counts.slice().part(0, chunks))?;
        }
        device.synchronize()?;
        Ok(lists)
    }
}

/// The pairs, as many at a time as a launch takes.
fn ranges(pairs: &DrawnPairs) -> impl Iterator<Item = PairRange> {
    let starts = (0..pairs.count).step_by(MOST_PAIRS as usize);
    starts.map(|start| PairRange { pairs: *pairs, start, end: pairs.count.min(start + MOST_PAIRS) })
}

/// Bytes that a sort of so many arcs takes for each: two arrays of keys, what the sort keeps of its tiles, which grows by
/// doubling, and the counts of chunks.
const BYTES_PER_ARC: u64 = 18;
/// Bytes that a sort takes however few the arcs.
const LEAST_BYTES: u64 = 1 << 14;

/// How many arcs can be sorted in so many bytes.
fn most_arcs(bytes: u64) -> u64 {
    (bytes.saturating_sub(LEAST_BYTES) / BYTES_PER_ARC).min(MOST_KEYS - 1)
}

/// Cuts the ids into parts of up to `most` arcs, about even ones.
///
/// # Errors
/// The bytes that a group alone takes, where it has more.
fn parts(groups: &[u64], bits: u32, most: u64) -> Result<Vec<IdPart>, u64> {
    let (arcs, largest) = (groups.iter().sum::<u64>(), groups.iter().copied().max().unwrap_or(0));
    if largest > most {
        return Err(largest * BYTES_PER_ARC + LEAST_BYTES);
    }
    let even = arcs.div_ceil(arcs.div_ceil(most.max(1)).max(1)) + largest;
    let ids_of_group = (1u64 << bits) / groups.len() as u64;
    let mut parts: Vec<IdPart> = Vec::new();
    for (group, &arcs) in (0u64..).zip(groups) {
        let (first, last) = (group * ids_of_group, (group + 1) * ids_of_group - 1);
        match parts.last_mut().filter(|part| part.arcs + arcs <= most.min(even)) {
            Some(part) => *part = IdPart { ids: *part.ids.start()..=last as u32, arcs: part.arcs + arcs },
            None => parts.push(IdPart { ids: first as u32..=last as u32, arcs }),
        }
    }
    parts.retain(|part| part.arcs > 0);
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_all_ids_and_no_more_arcs_than_asked() {
        let groups = [5, 0, 9, 1, 1, 0, 0, 7];
        let of = |most| parts(&groups, 5, most);
        let part = |ids, arcs| IdPart { ids, arcs };
        assert_eq!(of(23), Ok(vec![part(0..=31, 23)]));
        assert_eq!(of(22), Ok(vec![part(0..=27, 16), part(28..=31, 7)]));
        assert_eq!(of(9), Ok(vec![part(0..=7, 5), part(8..=11, 9), part(12..=31, 9)]));
        assert_eq!(of(8), Err(9 * BYTES_PER_ARC + LEAST_BYTES));
        assert_eq!(parts(&[0, 3], 1, 3), Ok(vec![part(0..=1, 3)]));
    }
}
