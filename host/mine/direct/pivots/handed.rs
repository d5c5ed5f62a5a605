//! Searches that were handed over, on their way from one launch to the next.

use std::cell::RefCell;

use motherlode_device::kernels::pivots::{GROUP, HandOver, Resumed};
use motherlode_device::memory::{Scratch, Slice};

use crate::runtime::{Buffer, Device, Lend, RuntimeError, Staging};

/// The most records of a round: the host groups them while the device waits.
const MOST: u64 = 1 << 18;
/// The most records of a round for each warp: as many as one writes that has something left at most levels of its
/// search.
const OF_WARP: u64 = 64;
/// What part of the memory that is left records may take.
const PART: u64 = 4;
/// Nodes that a warp searches before it asks whether others are out of work, at first.
const PATIENCE: u32 = 1024;
/// Rounds after which these are twice as many: a round has a price of its own, which a job of many rounds is to pay
/// less often.
const ROUNDS: u32 = 4;
/// How often they are doubled, at most.
const DOUBLINGS: u32 = 6;
/// Tasks for each block that can run, if there are so many records.
const TASKS: usize = 4;
/// The most records for each warp of a task: warps wait for each other at its end, and each task makes the root's
/// matrix again.
const MOST_OF_WARP: usize = 32;

/// The records of searches that warps hand over: each round writes some, and goes on with those of the one before.
pub(in crate::direct) struct Handed {
    /// Those that are written in this round, and those that it goes on with.
    records: [Buffer<'static, u64>; 2],
    /// The positions of the roots of those that are written in this round.
    positions: Buffer<'static, u32>,
    count: Buffer<'static, u64>,
    /// `count`, on its way to the host.
    fetched: RefCell<Staging<u64>>,
    order: Buffer<'static, u32>,
    groups: Buffer<'static, u32>,
    capacity: u32,
    stride: u32,
    /// Rounds that are done.
    rounds: u32,
}

/// Roots that are searched alike: those of a bin that are a share's.
#[derive(Clone, Copy, Debug)]
pub(in crate::direct) struct BinRoots {
    /// Their positions: the first is the launch's first root.
    pub first: u32,
    pub end: u32,
    /// Warps that work on one, and blocks of so many that run at once.
    pub warps: usize,
    pub blocks: usize,
}

/// What a bin goes on with in a round: some of all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::direct) struct Groups {
    first: usize,
    /// How many there are.
    pub count: usize,
}

impl Handed {
    /// For records of `stride` words, and so many warps that hand over at once; none if there is too little memory.
    pub fn new(device: &Device, stride: usize, warps: u64) -> Result<Option<Self>, RuntimeError> {
        let bytes = 2 * stride * size_of::<u64>() + (2 + GROUP) * size_of::<u32>();
        let capacity = (device.budget().left() / PART / bytes as u64).min(warps * OF_WARP).min(MOST);
        if capacity < OF_WARP {
            return Ok(None);
        }
        let records = || device.unwritten(capacity as usize * stride);
        Ok(Some(Handed {
            records: [records()?, records()?],
            positions: device.unwritten(capacity as usize)?,
            count: device.zeroed(1)?,
            fetched: RefCell::new(Staging::new(device, 1)?),
            order: device.unwritten(capacity as usize)?,
            groups: device.unwritten(GROUP * capacity as usize)?,
            capacity: capacity as u32,
            stride: stride as u32,
            rounds: 0,
        }))
    }

    /// Forgets what a job before has left.
    pub fn restart(&mut self) -> Result<(), RuntimeError> {
        self.rounds = 0;
        self.count.overwrite(&[0])
    }

    /// Starts to fetch how many records there are, when what was launched is done.
    pub fn begin(&self) -> Result<(), RuntimeError> {
        self.fetched.borrow_mut().begin(&self.count, 1)
    }

    /// Groups the records that were written, and makes room for those of the next round. Returns what each of the bins
    /// has to go on with, by the positions of its roots among those of its launch; `None` if there are no records.
    pub fn turn(
        &mut self,
        bins: impl Iterator<Item = BinRoots>,
    ) -> Result<Option<Vec<Groups>>, RuntimeError> {
        let count = self.fetched.borrow_mut().wait()?[0] as usize;
        if count == 0 {
            return Ok(None);
        }
        let (order, groups, of_bins) = grouped(&self.positions.download_first(count)?, bins);
        self.order.overwrite(&order)?;
        self.groups.overwrite(groups.as_flattened())?;
        self.count.overwrite(&[0])?;
        self.records.swap(0, 1);
        self.rounds += 1;
        Ok(Some(of_bins))
    }

    /// For a launch of so many tasks, with roots from position `first` on, which goes on with some groups, or starts
    /// anew.
    pub fn lent<'a>(
        &'a mut self,
        lend: &Lend<'_>,
        first: u32,
        tasks: u64,
        groups: Option<Groups>,
    ) -> (HandOver<'a>, Resumed<'a>) {
        let [written, read] = &mut self.records;
        let resumed = groups.map_or(NOTHING_RESUMED, |Groups { first, count }| Resumed {
            groups: lend.slice(self.groups.slice().part((GROUP * first) as u64, (GROUP * count) as u64)),
            order: lend.slice(&self.order),
            records: lend.slice(&*read),
        });
        let over = HandOver {
            records: lend.scratch(written),
            positions: lend.scratch(&mut self.positions),
            count: lend.atomics(&self.count),
            tasks,
            capacity: self.capacity,
            stride: self.stride,
            patience: PATIENCE << (self.rounds / ROUNDS).min(DOUBLINGS),
            first,
        };
        (over, resumed)
    }
}

/// For a launch that starts anew.
pub(in crate::direct) const NOTHING_RESUMED: Resumed<'static> =
    Resumed { groups: Slice::empty(), order: Slice::empty(), records: Slice::empty() };

/// For a launch that hands nothing over.
pub(in crate::direct) const NOTHING_HANDED: HandOver<'static> = HandOver {
    records: Scratch::empty(),
    positions: Scratch::empty(),
    count: Slice::empty(),
    tasks: 0,
    capacity: 0,
    stride: 0,
    // So many that their number fits.
    patience: 1 << 31,
    first: 0,
};

/// Groups records whose roots stand at `positions`: the numbers of the records in the order of their roots; the groups,
/// each of one root, by its position in its bin and where its records start and end; and which of these are each bin's.
fn grouped(
    positions: &[u32],
    bins: impl Iterator<Item = BinRoots>,
) -> (Vec<u32>, Vec<[u32; GROUP]>, Vec<Groups>) {
    let position = |record: &u32| positions[*record as usize];
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.sort_unstable_by_key(position);
    let mut groups = Vec::new();
    let of_bin = |bin: BinRoots| {
        let [start, end] =
            [bin.first, bin.end].map(|limit| order.partition_point(|record| position(record) < limit));
        let size = ((end - start) / (TASKS * bin.blocks)).clamp(bin.warps, MOST_OF_WARP * bin.warps);
        let (first, mut at) = (groups.len(), start as u32);
        for root in order[start..end].chunk_by(|one, next| position(one) == position(next)) {
            for group in root.chunks(size) {
                let next = at + group.len() as u32;
                groups.push([position(&group[0]) - bin.first, at, next]);
                at = next;
            }
        }
        Groups { first, count: groups.len() - first }
    };
    let of_bins = bins.map(of_bin).collect();
    (order, groups, of_bins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_grouped_by_their_roots() {
        let bins = [
            BinRoots { first: 2, end: 5, warps: 2, blocks: 1 },
            BinRoots { first: 5, end: 9, warps: 1, blocks: 1 },
            BinRoots { first: 9, end: 12, warps: 1, blocks: 1 },
        ];
        let positions = [10, 3, 4, 3, 10, 2, 3, 9];
        let (order, groups, of_bins) = grouped(&positions, bins.into_iter());
        assert!(order.is_sorted_by_key(|&record| positions[record as usize]));
        assert_eq!(groups, [[0, 0, 1], [1, 1, 3], [1, 3, 4], [2, 4, 5], [0, 5, 6], [1, 6, 7], [1, 7, 8]]);
        let groups = |first, count| Groups { first, count };
        assert_eq!(of_bins, [groups(0, 4), groups(4, 0), groups(4, 3)]);
    }
}
