//! What is counted for each candidate of the last level walked: the size of the leaf's set.

use crate::graph::GraphView;
use crate::plan::{Bounds, Leaf};
use crate::sets::{self, Range};
use crate::simt::Warp;

/// The vertices within `bounds`, where `vertex` gives the vertex of a level.
#[inline(always)]
pub(in crate::kernels) fn range(bounds: Bounds, vertex: impl Fn(u32) -> u32) -> Range {
    let mut range = Range::ALL;
    for level in levels(bounds.above) {
        range = range.above(vertex(level));
    }
    for level in levels(bounds.below) {
        range = range.below(vertex(level));
    }
    range
}

/// The levels of a mask, ascending.
#[inline(always)]
pub(in crate::kernels) fn levels(mut mask: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let level = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (level < 32).then_some(level)
    })
}

/// The neighbours of `v` within `range`.
///
/// The usual bound is `v` itself, whose place in its list is known; any other is searched for.
#[inline(always)]
pub(super) fn neighbors_within<'a>(graph: &GraphView<'a>, v: u32, range: Range) -> &'a [u32] {
    let list = graph.neighbors(v);
    let smaller = graph.smaller(v);
    let (mut start, mut end) = (0, list.len());
    if range.end == v {
        end = smaller;
    } else if range.end != Range::ALL.end {
        end = sets::lower_bound(list, range.end);
    }
    if range.low == v + 1 {
        start = smaller;
    } else if range.low != Range::ALL.low {
        start = sets::lower_bound(list, range.low);
    }
    // An empty range may have its start beyond its end.
    // SAFETY: both are at most the list's length, and the start is at most the end.
    unsafe { list.get_unchecked(start.min(end)..end) }
}

/// For each lane, how many vertices its candidate leaves to choose from.
///
/// A collective. `vertex` gives the vertex of a level, the lane's candidate at level `last`; `source` is the leaf's
/// list, whole, and is not read where there is none. A lane that is not `active` counts nothing, but its vertices
/// must be vertices.
#[inline(always)]
pub(super) fn set_size<W: Warp>(
    warp: W,
    graph: &GraphView<'_>,
    leaf: &Leaf,
    last: u32,
    active: bool,
    vertex: impl Fn(u32) -> u32,
    source: Option<&[u32]>,
) -> u32 {
    let range = range(leaf.bounds, &vertex);
    let candidate = vertex(last);
    let fixed: &[u32] = match source {
        Some(list) if active => range.of(list),
        _ => &[],
    };
    let adjacent: &[u32] =
        if active && leaf.relation != Leaf::FREE { neighbors_within(graph, candidate, range) } else { &[] };

    let mut size = match (source.is_some(), leaf.relation) {
        (false, _) => adjacent.len() as u32,
        (true, Leaf::FREE) => fixed.len() as u32,
        (true, relation) => {
            let common = sets::batch_intersect_count(warp, fixed, adjacent);
            if relation == Leaf::ADJACENT { common } else { fixed.len() as u32 - common }
        }
    };
    if size > 0 {
        for level in levels(leaf.exclude) {
            let used = vertex(level);
            let related = match leaf.relation {
                Leaf::ADJACENT => sets::contains(adjacent, used),
                Leaf::APART => !sets::contains(adjacent, used),
                _ => true,
            };
            // `adjacent` lies within the bounds already; without a list of its own, the set is just that.
            let stands = related && (source.is_none() || sets::contains(fixed, used));
            size -= u32::from(stands);
        }
    }
    size
}
