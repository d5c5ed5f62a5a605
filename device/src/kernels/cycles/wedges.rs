//! Going through the wedges of a root.

use crate::graph::GraphView;
use crate::simt::{Block, Warp};

/// A wedge `v - u - root` with `v` smaller than both, as a thread meets it.
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
    /// The neighbours of the middle.
    pub list: &'a [u32],
}

/// Fewest lanes that share a middle: as many neighbours as a 32-byte sector holds.
const GROUP: u32 = 8;

/// Calls `visit` with this thread's share of the wedges of `root`, and `done` after those of each middle.
///
/// A group of lanes takes a middle, and reads its neighbours up to the smaller of itself and the root. The fewer
/// middles, the larger the groups.
#[inline(always)]
pub(super) fn wedges<'a, B: Block>(
    block: B,
    graph: &GraphView<'a>,
    root: u32,
    mut visit: impl FnMut(Middle<'a>, Wedge),
    mut done: impl FnMut(Middle<'a>),
) {
    let middles = graph.neighbors(root);
    let lanes = B::Warp::LANES;
    let wide = (middles.len() as u64) < u64::from(block.threads() / GROUP.min(lanes));
    let group = if wide { lanes } else { GROUP.min(lanes) };
    let mut i = (block.thread() / group) as usize;
    while i < middles.len() {
        let u = middles[i];
        let middle = Middle { u, place: i as u32, list: graph.neighbors(u) };
        let bound = root.min(u);
        let mut place = (block.thread() % group) as usize;
        while place < middle.list.len() {
            // SAFETY: just compared.
            let v = unsafe { *middle.list.get_unchecked(place) };
            if v >= bound {
                break;
            }
            visit(middle, Wedge { v, place: place as u32 });
            place += group as usize;
        }
        done(middle);
        i += (block.threads() / group) as usize;
    }
}
