//! The lists of a root's neighbours, where what takes the time is to wait for memory.

use crate::simt::Warp;

/// Lanes that take a list together: each has four of its first elements, and few are idle.
const GROUP: u32 = 4;
/// Elements that a lane asks for before it looks at the first.
pub(super) const AT_ONCE: usize = 4;
/// No vertex.
pub(in crate::kernels) const NONE: u32 = u32::MAX;

/// A lane's place in its group.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct GroupLane {
    /// Its number.
    pub rank: u32,
    /// How many lanes there are.
    pub size: u32,
}

/// Calls `visit` for all elements of a root's `list` but the first, which has none before it.
///
/// `locate` is called with the place of an element and with it, by as many lanes as there are elements, all at once;
/// then groups of lanes take what it says: `visit` is given the place, a start and a length. A collective.
#[inline(always)]
pub(in crate::kernels) fn each_in_groups<W: Warp>(
    warp: W,
    list: &[u32],
    locate: impl Fn(u32, u32) -> (u64, u32),
    mut visit: impl FnMut(GroupLane, u32, u64, u32),
) {
    let size = GROUP.min(W::LANES);
    let (lane, mine) = (GroupLane { rank: warp.lane() % size, size }, warp.lane() / size);
    let groups = W::LANES / size;
    let mut first = 0u32;
    let count = list.len() as u32;
    while first < count {
        let own = first + warp.lane();
        let (start, length) = if own > 0 && own < count {
            // SAFETY: just compared.
            locate(own, unsafe { *list.get_unchecked(own as usize) })
        } else {
            (0, 0)
        };
        let lists = (count - first).min(W::LANES);
        let mut turn = 0;
        while turn < lists {
            let from = turn + mine;
            visit(lane, first + from, warp.shuffle_u64(start, from), warp.shuffle(length, from));
            turn += groups;
        }
        first += W::LANES;
    }
}

impl GroupLane {
    /// Calls `visit` with this lane's share of the numbers below `length`, each time with the first of some that are as
    /// far apart as the group is wide, and with what was `read` at them, all before anything is looked at: `nothing`
    /// stands for those that there are not.
    #[inline(always)]
    pub(in crate::kernels) fn each_at_once(
        self,
        length: u32,
        nothing: u32,
        read: impl Fn(u32) -> u32,
        mut visit: impl FnMut(u32, [u32; AT_ONCE]),
    ) {
        let mut i = self.rank;
        while i < length {
            let at = |i: u32| if i < length { read(i) } else { nothing };
            let size = self.size;
            visit(i, [at(i), at(i + size), at(i + 2 * size), at(i + 3 * size)]);
            i += AT_ONCE as u32 * size;
        }
    }
}
