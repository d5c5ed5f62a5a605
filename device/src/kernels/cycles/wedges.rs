//! Going through the wedges of a root.

use core::ops::Range;

use super::CycleArgs;
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// A wedge `v - u - root` with `v` smaller than the root, as a thread meets it.
#[derive(Clone, Copy)]
pub(super) struct Wedge {
    /// The far end.
    pub v: u32,
    /// The position of `v` among the neighbours of the middle.
    pub place: u32,
}

/// The middle of a wedge.
#[derive(Clone, Copy)]
pub(super) struct Middle<'a> {
    /// The middle.
    pub u: u32,
    /// The position of the middle among the neighbours of the root.
    pub place: u32,
    /// The neighbours of the middle, at least those that are smaller than it.
    pub list: &'a [u32],
}

/// Elements for each of the block's threads, from which on all of them read a list.
const LONG: u32 = 2;

/// Calls `visit` with this thread's share of the wedges of `root` whose far ends are in `window`, and `done` after
/// those of each middle. `bound` says below which vertex the far ends of a middle are to be, or that its wedges are not
/// wanted.
///
/// A group of lanes takes a middle, and reads its neighbours within the window up to the smaller of its bound and the
/// root. The fewer middles, the larger the groups. Where lists are `WHOLE`, the block reads the first ones together as
/// long as they are long: those of hubs, whose numbers are small, would keep a group busy long after the others are
/// done. Where the lanes of a warp read together, they begin at a multiple of their number, some with nothing: what
/// they read at a time is one aligned piece, which is one request to memory that is not the device's.
#[inline(always)]
pub(super) fn wedges<'a, B: Block, const WHOLE: bool>(
    block: B,
    args: &CycleArgs<'a>,
    root: u32,
    window: Range<u32>,
    bound: impl Fn(u32) -> Option<u32>,
    mut visit: impl FnMut(Middle<'a>, Wedge),
    mut done: impl FnMut(Middle<'a>),
) {
    let middles = args.graph.neighbors(root);
    let lanes = B::Warp::LANES;
    let long = if WHOLE { count_long(block, args, middles) } else { 0 };
    let readers = if lanes == 1 { 1 } else { args.readers };
    let wide = ((middles.len() - long) as u64) < u64::from(block.threads() >> readers.trailing_zeros());
    let group = if wide { lanes } else { readers };
    let (rank_in_group, stride) = (block.thread() & (group - 1), block.threads() >> group.trailing_zeros());
    let end = root.min(window.end);
    let first_of_group = long + (block.thread() >> group.trailing_zeros()) as usize;
    let mut i = if long > 0 { 0 } else { first_of_group };
    while i < middles.len() {
        let (u, place) = (middles[i], i as u32);
        let together = WHOLE && i < long;
        let (rank, size) = if together { (block.thread(), block.threads()) } else { (rank_in_group, group) };
        i = match together {
            true if i + 1 < long => i + 1,
            true => first_of_group,
            false => i + stride as usize,
        };
        let Some(bound) = bound(u) else { continue };
        let middle = Middle { u, place, list: args.smaller.list(u) };
        let (bound, length) = (end.min(bound), middle.list.len() as u32);
        let mut first = if window.start == 0 { 0 } else { lower_bound(middle.list, window.start) as u32 };
        let mut visit_at = |place: u32| {
            // SAFETY: the callers below have compared it.
            let v = unsafe { *middle.list.get_unchecked(place as usize) };
            if v < bound {
                visit(middle, Wedge { v, place });
            }
            v < bound
        };
        if readers == lanes && lanes > 1 {
            let ahead = (args.smaller.start(u) as u32).wrapping_add(first) & (lanes - 1);
            if ahead > 0 {
                if rank >= ahead && first + rank - ahead < length {
                    visit_at(first + rank - ahead);
                }
                first += if together { size } else { lanes } - ahead;
            }
        }
        let mut place = first + rank;
        while place < length && visit_at(place) {
            place += size;
        }
        done(middle);
    }
}

/// How many of a root's middles the block reads together: the first ones, as long as their lists are long.
#[inline(always)]
fn count_long<B: Block>(block: B, args: &CycleArgs<'_>, middles: &[u32]) -> usize {
    let is_long = |u: u32| args.smaller.list(u).len() as u32 > LONG * block.threads();
    // By falling degree, no list is longer than the first vertex's: where that is short, nobody waits for those of the
    // middles.
    if B::Warp::LANES == 1 || !is_long(0) {
        return 0;
    }
    middles.iter().take_while(|&&u| is_long(u)).count()
}
