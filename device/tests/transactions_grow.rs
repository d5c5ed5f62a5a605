//! What is kept of made-up extensions, and the rows of the patterns that they make, on every machine: by the kernels of
//! many lanes and by that of one, against a filter.

mod common;
mod found;

use common::{BLOCKS, Machine, Random, WARPS, scratch};
use found::{BASE, Found};
use motherlode_device::kernels::transactions::alone::grow::{GrowAlone, GrowAloneArgs};
use motherlode_device::kernels::transactions::wide::grow::{
    CountKept, CountKeptArgs, GrowView, WriteKept, WriteKeptArgs, shared_bytes,
};
use motherlode_device::kernels::transactions::{GrowTask, Head, Kept, NONE, pair};
use motherlode_device::memory::Slice;

/// What is kept of the embeddings of those patterns that have children.
#[derive(Debug, PartialEq)]
struct Grown {
    heads: Vec<Head>,
    extensions: Vec<u64>,
    /// The rows of the children, one child after another.
    column: Vec<u64>,
}

/// Extensions, and what is to become of them.
struct Growth {
    found: Found,
    tasks: Vec<GrowTask>,
    kept: Vec<Kept>,
    /// The first row of each child; child 0 is none, and has row 0.
    cursors: Vec<u32>,
    expected: Grown,
}

impl Growth {
    /// Patterns of so many embeddings and numbers, with so many children; those with none are not grown.
    fn new(random: &mut Random, sizes: &[(u32, u32, u32)]) -> Self {
        let found = Found::random(random, &sizes.iter().map(|size| (size.0, size.1)).collect::<Vec<_>>());
        let expected = Grown { heads: vec![], extensions: vec![], column: vec![] };
        let mut growth = Growth { found, tasks: vec![], kept: vec![], cursors: vec![0], expected };
        for (pattern, &(_, numbers, children)) in sizes.iter().enumerate() {
            // The numbers that make children, in no order, and those that are kept.
            let child = growth.cursors.len() as u32;
            let mut kept = vec![Kept { number: NONE, child: 0 }; numbers as usize];
            let makers = random.list(numbers - 1, 1).into_iter().filter(|&number| number < numbers);
            for (i, number) in makers.take(children as usize).enumerate() {
                kept[number as usize].child = child + (i as u32 + 1) % children;
            }
            for (number, kept) in kept.iter_mut().filter(|_| random.below(3) > 0).enumerate() {
                kept.number = number as u32;
            }
            if children > 0 {
                growth.add(pattern, &kept, child, children);
            }
            growth.kept.extend(kept);
        }
        let end = Head { start: growth.expected.extensions.len() as u32, ..Head::default() };
        growth.expected.heads.push(end);
        growth
    }

    /// Adds a pattern with children, and what is expected of it.
    fn add(&mut self, pattern: usize, kept: &[Kept], child: u32, children: u32) {
        let Grown { heads, extensions, column } = &mut self.expected;
        let rows = self.found.rows_of(pattern);
        self.tasks.push(GrowTask {
            start: rows.start,
            end: rows.end,
            first: self.found.first_of(pattern),
            head: heads.len() as u32,
            extension: extensions.len() as u32,
            child,
            children,
            cell: 0,
        });
        for (row, at) in self.found.rows[pattern].iter().zip(rows.start - BASE..) {
            heads.push(Head { start: extensions.len() as u32, ..self.found.heads[at as usize] });
            let fates = row.extensions.iter().map(|&(number, vertex)| (kept[number as usize].number, vertex));
            extensions.extend(
                fates.filter(|&(number, _)| number != NONE).map(|(number, vertex)| pair(number, vertex)),
            );
        }
        for child in child..child + children {
            self.cursors.push(1 + column.len() as u32);
            for (row, at) in self.found.rows[pattern].iter().zip(rows.clone()) {
                let own = row.extensions.iter().filter(|extension| kept[extension.0 as usize].child == child);
                column.extend(own.map(|&(_, vertex)| pair(at, vertex)));
            }
        }
    }

    /// Heads and rows of rubbish, and `more` room for extensions than is needed.
    fn room(&self, more: usize) -> (Vec<Head>, Vec<u64>, Vec<u64>) {
        let Grown { heads, extensions, column } = &self.expected;
        let rubbish = Head { start: u32::MAX, graph: u32::MAX, signature: u64::MAX };
        (
            vec![rubbish; heads.len()],
            vec![u64::MAX; extensions.len() + more],
            vec![u64::MAX; column.len() + 1],
        )
    }

    /// By the kernel of one lane.
    fn alone(&self, machine: Machine) -> Grown {
        let (mut heads, mut extensions, mut column) = self.room(1);
        let mut cursors = self.cursors.clone();
        let args = GrowAloneArgs {
            tasks: Slice::from(&self.tasks[..]),
            all_heads: Slice::from(&self.found.heads[..]),
            all_extensions: Slice::from(&self.found.extensions[..]),
            kept: Slice::from(&self.kept[..]),
            base: BASE.into(),
            cursors: scratch(&mut cursors),
            heads: scratch(&mut heads),
            extensions: scratch(&mut extensions),
            column: scratch(&mut column),
        };
        // SAFETY: arrays of this test, with room for all that is kept, and one more. One lane.
        unsafe { machine.launch::<GrowAlone>(1, 1, 0, &args) };
        extensions.pop();
        Grown { heads, extensions, column: column.split_off(1) }
    }

    /// By the kernels of many lanes.
    fn wide(&self, machine: Machine) -> Grown {
        let lanes = machine.lanes() as u32;
        let (mut tasks, mut tiles, mut all) = (self.tasks.clone(), vec![], 0);
        for (number, task) in (0..).zip(&mut tasks) {
            let of_task = (task.end - task.start).div_ceil(lanes);
            task.cell = all;
            all += task.children * of_task;
            tiles.extend((0..of_task).map(|tile| [number, tile]));
        }
        let grow = GrowView {
            tasks: Slice::from(&tasks[..]),
            tiles: Slice::from(&tiles[..]),
            heads: Slice::from(&self.found.heads[..]),
            extensions: Slice::from(&self.found.extensions[..]),
            kept: Slice::from(&self.kept[..]),
            base: BASE.into(),
        };
        let (mut heads, mut extensions, mut column) = self.room(0);
        let (mut lengths, mut cells) = (vec![u32::MAX; heads.len() - 1], vec![u32::MAX; all as usize]);
        let args = CountKeptArgs { grow, lengths: scratch(&mut lengths), cells: scratch(&mut cells) };
        // SAFETY: arrays of this test, and the shared memory that the kernels ask for.
        unsafe { machine.launch::<CountKept>(BLOCKS, WARPS, shared_bytes(WARPS, lanes), &args) };
        let (starts, places) = (sums(&lengths), sums(&cells));
        let args = WriteKeptArgs {
            grow,
            starts: Slice::from(&starts[..]),
            places: Slice::from(&places[..]),
            heads: scratch(&mut heads),
            extensions: scratch(&mut extensions),
            column: scratch(&mut column),
        };
        // SAFETY: as above; the sums are those of what was counted, for which there is room.
        unsafe { machine.launch::<WriteKept>(BLOCKS, WARPS, shared_bytes(WARPS, lanes), &args) };
        Grown { heads, extensions, column: column.split_off(1) }
    }
}

/// The sums of the numbers before each, and of all.
fn sums(numbers: &[u32]) -> Vec<u32> {
    let mut sums = vec![0];
    numbers.iter().for_each(|number| sums.push(sums[sums.len() - 1] + number));
    sums
}

#[test]
fn what_is_kept_and_the_childrens_rows_are_written_in_order_on_all_machines() {
    let mut random = Random::new(61);
    // A warp places the rows of 16 children at a time.
    let sizes = [
        vec![(1, 2, 1)],
        vec![(33, 9, 0), (64, 9, 4), (1, 7, 2), (31, 5, 0), (200, 40, 20)],
        vec![(300, 80, 35), (5, 3, 0)],
    ];
    for (i, sizes) in sizes.iter().flat_map(|sizes| [sizes; 3]).enumerate() {
        let growth = Growth::new(&mut random, sizes);
        for machine in Machine::with_seed(i as u32) {
            assert_eq!(growth.wide(machine), growth.expected, "sample {i}, {machine:?}");
            if machine.lanes() == 1 {
                assert_eq!(growth.alone(machine), growth.expected, "sample {i} alone, {machine:?}");
            }
        }
    }
}
