//! Searches that were handed over, on their way to the launch that goes on with them.

use motherlode_device::kernels::pivots::{GROUP, HandOver, Resumed, record_words};
use motherlode_device::memory::Slice;

use crate::common::scratch;
use crate::graphs::atomics;

/// What the launches of one count hand over to each other.
pub struct HandedRecords {
    capacity: u32,
    patience: u32,
    stride: u32,
    /// The first of the launch's roots, by its place among all.
    first: u32,
    /// Tasks of the first launch.
    tasks: u64,
    records: [Vec<u64>; 2],
    positions: Vec<u32>,
    count: [u64; 1],
    order: Vec<u32>,
    groups: Vec<u32>,
    /// How many records there were in all.
    pub all: usize,
}

impl HandedRecords {
    /// Nothing yet. At most `capacity` records of so many sets over lists of at most `longest` vertices, after so many
    /// nodes; `tasks` are those of the first launch.
    pub fn new(longest: u32, sets: usize, (patience, capacity): (u32, u32), first: u32, tasks: u64) -> Self {
        let stride = record_words(longest, sets) as u32 + 1;
        HandedRecords {
            capacity,
            patience,
            stride,
            first,
            tasks,
            records: [(); 2].map(|()| vec![u64::MAX; (capacity * stride) as usize]),
            positions: Vec::new(),
            count: [0],
            order: Vec::new(),
            groups: Vec::new(),
            all: 0,
        }
    }

    /// How many tasks are drawn at a time: all at once where searches are to be handed over.
    pub fn chunk(&self) -> u32 {
        if self.capacity > 0 { 1000 } else { 2 }
    }

    /// For the next launch.
    pub fn lent(&mut self) -> (HandOver<'_>, Resumed<'_>) {
        let [from, to] = &mut self.records;
        self.count = [0];
        self.positions = vec![u32::MAX; self.capacity as usize];
        let over = HandOver {
            records: scratch(to),
            positions: scratch(&mut self.positions),
            count: atomics(&mut self.count),
            // Where nothing may be handed over, there always seem to be tasks left: the warps of a block share among
            // them.
            tasks: match (self.capacity, self.all) {
                (0, _) => u64::MAX,
                (_, 0) => self.tasks,
                _ => (self.groups.len() / GROUP) as u64,
            },
            capacity: self.capacity,
            stride: self.stride,
            patience: self.patience,
            first: self.first,
        };
        let resumed = Resumed {
            groups: Slice::from(&self.groups[..]),
            order: Slice::from(&self.order[..]),
            records: Slice::from(&from[..]),
        };
        (over, resumed)
    }

    /// Gets what the launch has written ready for the next one: whether there is any.
    pub fn turn(&mut self) -> bool {
        let handed = self.count[0] as usize;
        assert!(handed <= self.capacity as usize);
        (self.order, self.groups) = grouped(&self.positions[..handed], self.first);
        self.all += handed;
        self.records.reverse();
        handed > 0
    }
}

/// Records whose roots stand at `positions` among all roots, of a launch whose first root stands at `first`: their
/// numbers in the order of roots, and groups of one to three of them for the next launch.
fn grouped(positions: &[u32], first: u32) -> (Vec<u32>, Vec<u32>) {
    let root = |record: u32| positions[record as usize] - first;
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.sort_by_key(|&record| root(record));
    let mut start = 0;
    let groups = order.chunk_by(|&one, &next| root(one) == root(next) && next % 3 != 0).flat_map(|group| {
        let before = start;
        start += group.len() as u32;
        [root(group[0]), before, start]
    });
    let groups = groups.collect();
    (order, groups)
}
