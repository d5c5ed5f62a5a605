//! The bit matrix of the graph among a root's list.

use core::array::from_fn;

use super::room::RootRoom;
use super::root_team::RootTeam;
use crate::kernels::cliques::matrix::{Matrix, PART, WORD, words};
use crate::kernels::triangles::gather::{NONE, each_in_groups};
use crate::kernels::triangles::hubs::{bit, row_start};
use crate::kernels::triangles::{HubRows, Oriented};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

impl<B: Block, const TOGETHER: bool> RootTeam<B, TOGETHER> {
    /// Fills the rows of hubs, which are the first of a list, from the hubs' rows. A collective of the team.
    #[inline(always)]
    pub fn put_hub_rows<const ROWS: usize, const PARTS: usize>(
        self,
        hubs: &HubRows<'_>,
        matrix: Matrix<'_>,
        list: &[u32],
    ) {
        let (warp, count) = (self.block.warp(), list.len() as u32);
        if B::Warp::LANES == 1 {
            for i in (self.rank()..count).step_by(self.warps() as usize) {
                let row = hubs.row(list[i as usize]);
                // SAFETY: the row belongs to this warp until the team meets.
                unsafe { matrix.put(warp, i, |j| bit(row, list[j as usize]) == 1) };
            }
            return;
        }
        // The first row is empty. Beyond it, there are words to read.
        if count < 2 {
            return;
        }
        let all = hubs.words.get();
        for at in 0..words(count) {
            let column = |part: usize| at as u32 * WORD + part as u32 * PART + warp.lane();
            let own: [u32; PARTS] =
                from_fn(|part| if column(part) < count { list[column(part) as usize] } else { 0 });
            // Rows before have no bits here.
            let mut first = at as u32 * WORD + self.rank() * ROWS as u32;
            while first < count {
                // All are read before any is looked at.
                let read: [[u32; PARTS]; ROWS] = from_fn(|row| {
                    let i = first + row as u32;
                    let start = if i < count { row_start(list[i as usize]) } else { 0 };
                    from_fn(|part| {
                        let is_before = i < count && column(part) < i;
                        let place = if is_before { start + own[part] / PART } else { 0 };
                        // SAFETY: a row has a word for each smaller vertex, and the hubs' rows have one at least.
                        let word = unsafe { *all.get_unchecked(place as usize) };
                        if is_before { word >> (own[part] % PART) & 1 } else { 0 }
                    })
                });
                for (row, bits) in read.into_iter().enumerate() {
                    let i = first + row as u32;
                    let halves = bits.map(|bit| u64::from(warp.ballot(bit == 1)));
                    if warp.lane() == 0 && i < count {
                        let word = halves.iter().rev().fold(0, |word, half| word << PART | half);
                        // SAFETY: row and word are in the matrix and belong to this warp until the team meets; one lane
                        // writes.
                        unsafe { matrix.write(i, at, word) };
                    }
                }
                first += self.warps() * ROWS as u32;
            }
        }
    }

    /// Sets the bits in the rows of a list's vertices from `hubs` on, whose lists are gathered. The rows are clear, and
    /// the list is marked. A collective of the team.
    #[inline(always)]
    pub fn set_listed(self, graph: &Oriented<'_>, room: &RootRoom<'_>, list: &[u32], hubs: u32) {
        /// Rows that a warp takes at once.
        const ROWS: u32 = 8;
        let neighbors = graph.neighbors.get();
        let locate = |place: u32, v: u32| {
            let is_own = place >= hubs && place / ROWS % self.warps() == self.rank();
            if is_own { (graph.start(v), graph.list(v).len() as u32) } else { (0, 0) }
        };
        each_in_groups(self.block.warp(), list, locate, |lane, place, start, length| {
            // SAFETY: within a list that was located.
            let element = |i: u32| unsafe { *neighbors.get_unchecked((start + u64::from(i)) as usize) };
            lane.each_at_once(length, NONE, element, |_, elements| {
                for w in elements {
                    if w != NONE && room.marks.may_contain(w) {
                        let before = &list[..place as usize];
                        let at = lower_bound(before, w);
                        if before.get(at) == Some(&w) {
                            // SAFETY: a bit before the row's own, whose word is written; nobody reads it before the
                            // team meets.
                            unsafe { room.matrix.set::<B::Warp>(place, at as u32) };
                        }
                    }
                }
            });
        });
    }
}
