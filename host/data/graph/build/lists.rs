//! The lists of a graph under construction, given to threads in turn.

use std::ops::Range;

use super::transpose::row_ranges;

/// Some consecutive lists, which lie one after another.
#[doc(hidden)]
pub struct ListRange<'a> {
    rows: Range<u32>,
    starts: &'a [u64],
    elements: &'a mut [u32],
}

/// Cuts `elements`, in which the list of `v` lies at `starts[v]..starts[v + 1]`, in parts of about equal size, a few
/// for each thread of the pool.
#[doc(hidden)]
pub fn parts<'a>(starts: &'a [u64], elements: &'a mut [u32]) -> Vec<ListRange<'a>> {
    let pieces = 8 * rayon::current_num_threads() as u64;
    let ranges =
        row_ranges(starts.len() as u32 - 1, pieces, |v| starts[v as usize + 1] - starts[v as usize] + 1);
    let mut left = elements;
    let cut = ranges.into_iter().map(|rows| {
        let size = starts[rows.end as usize] - starts[rows.start as usize];
        let (elements, rest) = std::mem::take(&mut left).split_at_mut(size as usize);
        left = rest;
        ListRange { rows, starts, elements }
    });
    cut.collect()
}

impl ListRange<'_> {
    /// Calls `visit` with each vertex, in order, and its list.
    #[doc(hidden)]
    pub fn for_each(self, mut visit: impl FnMut(u32, &mut [u32])) {
        let mut left = self.elements;
        for v in self.rows {
            let length = self.starts[v as usize + 1] - self.starts[v as usize];
            let (list, rest) = std::mem::take(&mut left).split_at_mut(length as usize);
            left = rest;
            visit(v, list);
        }
    }
}

/// Sorts a list, in parallel if it is long enough to keep other threads waiting.
#[doc(hidden)]
pub fn sort(list: &mut [u32]) {
    const LONG: usize = 1 << 17;
    if list.len() < LONG {
        list.sort_unstable();
    } else {
        rayon::slice::ParallelSliceMut::par_sort_unstable(list);
    }
}
