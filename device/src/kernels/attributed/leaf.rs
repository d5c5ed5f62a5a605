//! What is counted for each candidate of the last level walked, and what must be empty for it to count.

use crate::attributed::{AttributedWalk, Leaf, List, Views};
use crate::kernels::count::leaf::{levels, range};
use crate::kernels::count::tally::Tally;
use crate::sets;
use crate::simt::Warp;

/// Counts what each lane's candidate leaves.
///
/// A collective. `vertex` gives the vertex of a level, the lane's candidate at the last one; `list` gives a list, whole.
/// A lane that is not `active` counts nothing, but its vertices must be vertices.
#[inline(always)]
pub(super) fn count<'a, W: Warp>(
    warp: W,
    views: &Views<'_>,
    plan: &AttributedWalk,
    mut active: bool,
    vertex: impl Fn(u32) -> u32,
    list: impl Fn(List) -> &'a [u32],
    tally: &mut Tally,
) {
    for test in 0..plan.tests {
        let set = &plan.empty[test as usize];
        active = set_size(warp, views, set, plan.last, active, &vertex, &list) == 0 && active;
    }
    let leaf = &plan.leaf;
    if leaf.choose == 0 {
        tally.add(u64::from(active));
        return;
    }
    let size = set_size(warp, views, leaf, plan.last, active, &vertex, &list);
    tally.add_ways(size, leaf.choose, leaf.power != 0);
}

/// For each lane, the size of a set that depends on its candidate; 0 for lanes that are not active.
#[inline(always)]
fn set_size<'a, W: Warp>(
    warp: W,
    views: &Views<'_>,
    leaf: &Leaf,
    last: u32,
    active: bool,
    vertex: &impl Fn(u32) -> u32,
    list: &impl Fn(List) -> &'a [u32],
) -> u32 {
    let range = range(leaf.bounds, vertex);
    let has_list = leaf.source.kind != List::NONE;
    let fixed: &[u32] = if has_list && active { range.of(list(leaf.source)) } else { &[] };
    let adjacent: &[u32] = if active && leaf.relation != Leaf::FREE {
        views.within(leaf.view, vertex(last), range)
    } else {
        &[]
    };
    let mut size = match (has_list, leaf.relation) {
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
            size -= u32::from(related && (!has_list || sets::contains(fixed, used)));
        }
    }
    size
}
