//! Tasks that are too heavy for one warp: parts of them are tasks of their own.

use core::ops::Range;

use cust_core::DeviceCopy;

/// Which tasks are split, and into how many: those of edges between two of the first vertices, which have the longest
/// lists.
///
/// Of each, a part is some of the candidates of level 2, one after another. Parts follow each other in the order of the
/// candidates, so that what is found in the tasks of a range is found in the same order as without them. What a part is
/// does not depend on the machine: tasks are numbered alike on all.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, DeviceCopy)]
pub struct Split {
    /// How many of the first vertices.
    pub hubs: u32,
    /// The binary logarithm of the number of parts: at most [`MOST_LOG_PARTS`].
    pub log_parts: u32,
}

layout!(Split: 8);

/// Candidates are dealt in blocks of so many, which a warp of a card takes at a time.
const BLOCK: u32 = 32;
/// With more parts, the products below pass 32 bits.
pub const MOST_LOG_PARTS: u32 = 5;

impl Split {
    /// No task is split.
    pub const NONE: Split = Split { hubs: 0, log_parts: 0 };

    /// The number of parts.
    #[inline(always)]
    pub const fn parts(self) -> u32 {
        1 << self.log_parts
    }

    /// The edge of a root's task number `task`, from the first one, and its part; `hubs` of the root's edges are to
    /// hubs, and those come first.
    #[inline(always)]
    pub fn edge(self, task: u64, hubs: u64) -> (u64, u32) {
        let edge = task >> self.log_parts;
        match edge < hubs {
            true => (edge, task as u32 & (self.parts() - 1)),
            false => (task - (hubs << self.log_parts) + hubs, 0),
        }
    }

    /// A part of the `candidates`, of which there are less than `2^32` in all.
    #[inline(always)]
    pub fn of(self, part: u32, candidates: Range<u32>) -> Range<u32> {
        let length = candidates.end - candidates.start;
        let blocks = length / BLOCK + u32::from(!length.is_multiple_of(BLOCK));
        let place = |part: u32| candidates.start + length.min(((blocks * part) >> self.log_parts) * BLOCK);
        let end = if part + 1 == self.parts() { candidates.end } else { place(part + 1) };
        place(part)..end
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::Split;

    #[test]
    fn each_task_is_an_edge_and_a_part() {
        let split = Split { hubs: 9, log_parts: 2 };
        let all: Vec<_> = (0..10).map(|task| split.edge(task, 2)).collect();
        let parts = |edge| [(edge, 0), (edge, 1), (edge, 2), (edge, 3)];
        assert_eq!(all, [&parts(0)[..], &parts(1), &[(2, 0), (3, 0)]].concat());
        assert_eq!(Split::NONE.edge(7, 0), (7, 0));
    }

    #[test]
    fn the_parts_are_all_candidates_in_order() {
        for log_parts in 0..=5 {
            for length in [0, 1, 31, 32, 33, 1000, 5000] {
                for start in [0, 13] {
                    let split = Split { hubs: 1, log_parts };
                    let all = (0..split.parts()).flat_map(|part| split.of(part, start..start + length));
                    assert!(all.eq(start..start + length), "{split:?} of {length}");
                    let lengths = (0..split.parts()).map(|part| split.of(part, start..start + length).len());
                    assert!(lengths.max() <= Some((length / split.parts()) as usize + 64));
                }
            }
        }
        let split = Split { hubs: 1, log_parts: 5 };
        let all = (0..32).map(|part| split.of(part, 0..u32::MAX));
        assert!(
            all.fold(0, |end, part| if part.start == end { part.end } else { panic!("{part:?}") })
                == u32::MAX
        );
    }
}
