//! Where the lists of roots, and the rows of vertices that are no hubs, come from.

use super::matrix::words;
use super::room::{CliqueArgs, CliqueRoom};
use crate::kernels::clique_rows::StoredRoots;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::sets::{contains, lower_bound};
use crate::simt::Warp;

/// How many elements of a list are streamed at the cost of searching it for one vertex.
const SEARCH: usize = 16;

/// A source of lists and rows.
pub(in crate::kernels) trait ListSource<'a>: Copy {
    /// Whether the list of a root is marked when its rows are filled.
    const MARKS: bool;

    /// The list of the root at a position.
    fn list(&self, args: &CliqueArgs<'a>, position: u32) -> &'a [u32];

    /// Fills row `i` of the matrix of the root at a position, whose vertex is no hub.
    ///
    /// # Safety
    /// The matrix has a row for each of `list`, and row `i` belongs to this warp until the block meets.
    unsafe fn fill_row<W: Warp>(
        &self,
        warp: W,
        args: &CliqueArgs<'_>,
        room: &CliqueRoom<'_>,
        list: &[u32],
        position: u32,
        i: u32,
    );
}

/// The lists of the graph.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct GraphLists;

impl<'a> ListSource<'a> for GraphLists {
    const MARKS: bool = true;

    #[inline(always)]
    fn list(&self, args: &CliqueArgs<'a>, position: u32) -> &'a [u32] {
        args.graph.list(args.roots[position as usize])
    }

    /// The list of the row's vertex is streamed past the marks, or searched, as its length says.
    #[inline(always)]
    unsafe fn fill_row<W: Warp>(
        &self,
        warp: W,
        args: &CliqueArgs<'_>,
        room: &CliqueRoom<'_>,
        list: &[u32],
        _position: u32,
        i: u32,
    ) {
        // SAFETY: `put` and `test` ask for positions below `i`, which is within the list.
        let at = |j: u32| unsafe { *list.get_unchecked(j as usize) };
        let other = args.graph.list(at(i));
        if i as usize * SEARCH < other.len() {
            // SAFETY: the caller's promise.
            unsafe { room.matrix.put(warp, i, |j| contains(other, at(j))) };
            return;
        }
        // SAFETY: the caller's promise.
        unsafe { room.matrix.clear(warp, i) };
        warp.sync();
        let before = &list[..i as usize];
        ThreadTeam::warp(warp).share(other.len(), |o| {
            let w = other[o];
            if room.marks.contains(w, list) {
                // SAFETY: as above. Marked and smaller than the row's vertex, `w` stands before `i` in the list.
                unsafe { room.matrix.set::<W>(i, lower_bound(before, w) as u32) };
            }
        });
    }
}

impl<'a> ListSource<'a> for StoredRoots<'a> {
    const MARKS: bool = false;

    #[inline(always)]
    fn list(&self, _args: &CliqueArgs<'a>, position: u32) -> &'a [u32] {
        StoredRoots::list(self, position)
    }

    #[inline(always)]
    unsafe fn fill_row<W: Warp>(
        &self,
        warp: W,
        args: &CliqueArgs<'_>,
        room: &CliqueRoom<'_>,
        list: &[u32],
        position: u32,
        i: u32,
    ) {
        let hubs = lower_bound(list, args.hubs.count) as u32;
        let row = self.row(position, list.len() as u32, hubs, i);
        let half = |at: usize| row.get(at).map_or(0, |&half| u64::from(half));
        // SAFETY: the caller's promise; a row has the words up to that of its own bit.
        unsafe {
            room.matrix.put_words(warp, i, words(i + 1), |at| half(2 * at) | half(2 * at + 1) << u32::BITS)
        };
    }
}
