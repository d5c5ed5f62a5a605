//! Tasks that are too heavy for one warp: parts of them are tasks of their own.

use core::ops::Range;

use cust_core::DeviceCopy;

/// Which tasks are split, and into how many: those of edges between two of the first vertices, which have the longest lists.
///
/// Of each, a part is some of the candidates of level 2, one after another. Parts follow each other in the order of the
/// candidates, so that what is found in the tasks of a range is found in the same order as without them. What a part is does
/// not depend on the machine: tasks are numbered alike on all.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Split {
    /// How many of the first vertices.
    pub hubs: u32,
    /// How many parts: at least 1.
    pub parts: u32,
}

const _: () = assert!(size_of::<Split>() == 8);

/// Candidates are dealt in blocks of so many, which a warp of a card takes at a time.
const BLOCK: u32 = 32;

impl Split {
    /// No task is split.
    pub const NONE: Split = Split { hubs: 0, parts: 1 };

    /// The edge of a root's task number `task`, from the first one, and its part; `hubs` of the root's edges are to hubs, and
    /// those come first.
    #[inline(always)]
    pub fn edge(self, task: u64, hubs: u64) -> (u64, u32) {
        let parts = u64::from(self.parts);
        match task < hubs * parts {
            true => (task / parts, (task % parts) as u32),
            false => (task - hubs * (parts - 1), 0),
        }
    }

    /// A part of the `candidates`.
    #[inline(always)]
    pub fn of(self, part: u32, candidates: Range<u32>) -> Range<u32> {
        let blocks = u64::from((candidates.end - candidates.start).div_ceil(BLOCK));
        let (part, parts) = (u64::from(part), u64::from(self.parts));
        // At most the number of blocks, times their size, beyond the start.
        let place = |part: u64| {
            let beyond = blocks * part / parts * u64::from(BLOCK);
            candidates.end.min(candidates.start.saturating_add(beyond as u32))
        };
        place(part)..place(part + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::Split;

    #[test]
    fn each_task_is_an_edge_and_a_part() {
        let split = Split { hubs: 9, parts: 3 };
        let all: Vec<_> = (0..8).map(|task| split.edge(task, 2)).collect();
        assert_eq!(all, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (3, 0)]);
        assert_eq!(Split::NONE.edge(7, 0), (7, 0));
    }

    #[test]
    fn the_parts_are_all_candidates_in_order() {
        for parts in [1, 2, 7, 32] {
            for length in [0, 1, 31, 32, 33, 1000, 5000] {
                for start in [0, 13] {
                    let split = Split { hubs: 1, parts };
                    let all = (0..parts).flat_map(|part| split.of(part, start..start + length));
                    assert!(all.eq(start..start + length), "{parts} parts of {length}");
                    let longest = (0..parts).map(|part| split.of(part, start..start + length).len()).max();
                    assert!(longest <= Some((length / parts) as usize + 64));
                }
            }
        }
        assert_eq!(Split { hubs: 1, parts: 32 }.of(31, 0..u32::MAX).end, u32::MAX);
    }
}
