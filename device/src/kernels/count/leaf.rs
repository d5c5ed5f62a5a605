//! What is left for each candidate of the last level walked: the leaf's set, its size and its elements.

use crate::lists::Lists;
use crate::plan::{Bounds, Leaf, Source, Tests};
use crate::sets::{self, IdRange};
use crate::simt::Warp;

/// The vertices within `bounds`, where `vertex` gives the vertex of a level.
#[inline(always)]
pub(in crate::kernels) fn range(bounds: Bounds, vertex: impl Fn(u32) -> u32) -> IdRange {
    let mut range = IdRange::ALL;
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

/// What a walk has come to: for each lane a candidate of the last level, and the set that it leaves to choose from.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Leaves<'l, W, G, V> {
    pub warp: W,
    pub graph: &'l G,
    pub leaf: &'l Leaf,
    /// The last level walked.
    pub last: u32,
    /// The levels before this one have the same vertex in all lanes.
    pub uniform: u32,
    /// Whether the lane has a candidate. If not, it has nothing to choose from, but its vertices must be vertices.
    pub active: bool,
    /// The vertex of a level; the lane's candidate at level `last`.
    pub vertex: V,
    /// The leaf's list, whole; not read where there is none.
    pub source: Option<&'l [u32]>,
}

/// Neighbours of a candidate that are searched for rather than looked up, and one more for so many looks at a matrix.
const FEW: usize = 3;
const LOOKS: usize = 16;

/// The two lists that decide what is in a leaf's set, within its bounds.
struct LeafLists<'l> {
    /// The bounds.
    range: IdRange,
    /// The part of the leaf's list, if it has one.
    fixed: &'l [u32],
    /// The candidate's neighbours, if they matter.
    adjacent: &'l [u32],
}

/// What is done with the leaves of a walk.
pub(in crate::kernels) trait Visit {
    /// Takes the leaves of a warp's candidates. `list` gives a list, whole. A collective.
    fn visit<'l, 'g: 'l, W: Warp, G: Lists<'g>>(
        &mut self,
        leaves: &Leaves<'l, W, G, impl Fn(u32) -> u32 + Copy>,
        list: impl Fn(Source) -> &'l [u32],
    );

    /// Whether the walk may end here; the same in all lanes.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

impl<'l, 'g: 'l, W: Warp, G: Lists<'g>, V: Fn(u32) -> u32> Leaves<'l, W, G, V> {
    /// These leaves, of which only those candidates stay active for which all sets are empty that the plan wants empty.
    /// A collective. `list` gives a list, whole.
    #[inline(always)]
    pub fn if_empty(self, plan: &'l impl Tests, list: &impl Fn(Source) -> &'l [u32]) -> Self
    where
        V: Copy,
    {
        let mut active = self.active;
        // By number: a pointer that runs through parameter memory would have it copied.
        for test in 0..plan.tests() {
            let leaf = plan.test(test);
            let source = (leaf.source.kind != Source::NONE).then(|| list(leaf.source));
            active = Leaves { leaf, source, active, ..self }.size() == 0 && active;
        }
        Leaves { active, ..self }
    }

    /// For each lane, how many vertices its candidate leaves to choose from. A collective.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        let leaf = self.leaf;
        if !G::PLAIN && leaf.relation == Leaf::ITSELF {
            return u32::from(self.active);
        }
        let LeafLists { range, fixed, adjacent } = self.parts();
        let is_adjacent = |used: u32| match G::HAS_MATRIX {
            // SAFETY: levels that are fixed hold vertices.
            true => range.contains(used) && unsafe { self.graph.are_joined((self.vertex)(self.last), used) },
            false => sets::contains(adjacent, used),
        };
        let mut size = match (self.source.is_some(), leaf.relation) {
            (false, _) => adjacent.len() as u32,
            (true, Leaf::FREE) => fixed.len() as u32,
            (true, relation) => {
                let common = match G::HAS_MATRIX {
                    true => self.common_by_matrix(fixed),
                    false => sets::batch_intersect_count(self.warp, fixed, adjacent),
                };
                if relation == Leaf::ADJACENT { common } else { fixed.len() as u32 - common }
            }
        };
        if size > 0 {
            for level in levels(leaf.exclude) {
                let used = (self.vertex)(level);
                let related = match leaf.relation {
                    Leaf::ADJACENT => is_adjacent(used),
                    Leaf::APART => !is_adjacent(used),
                    _ => true,
                };
                // `adjacent` lies within the bounds already; without a list of its own, the set is just that.
                let stands = related && (self.source.is_none() || sets::contains(fixed, used));
                size -= u32::from(stands);
            }
        }
        size
    }

    /// Calls `take(owner, vertex)` for each vertex of each lane's set, a lane each: `owner` is the lane whose set it is
    /// in. A lane with nothing to take gets no vertex. They come in the order of the lanes, those of a set ascending.
    ///
    /// A collective, and `take` may be one.
    #[inline(always)]
    pub fn each(&self, mut take: impl FnMut(u32, Option<u32>)) {
        if !G::PLAIN && self.leaf.relation == Leaf::ITSELF {
            return take(self.warp.lane(), self.active.then(|| (self.vertex)(self.last)));
        }
        let LeafLists { fixed, adjacent, .. } = self.parts();
        let relation = self.leaf.relation;
        let (keys, targets): (&[u32], &[u32]) = match (self.source.is_some(), relation) {
            (false, _) => (adjacent, &[]),
            (true, Leaf::ADJACENT) if adjacent.len() < fixed.len() => (adjacent, fixed),
            (true, Leaf::FREE) => (fixed, &[]),
            (true, _) => (fixed, adjacent),
        };
        let all = self.source.is_none() || relation == Leaf::FREE;
        sets::batch_each(self.warp, keys, targets, |owner, key, found| {
            let mut taken = key.filter(|_| all || found == (relation == Leaf::ADJACENT));
            for level in levels(self.leaf.exclude) {
                let used = self.vertex_of(owner, level);
                taken = taken.filter(|&vertex| vertex != used);
            }
            take(owner, taken);
        });
    }

    /// The vertex that lane `owner` has at `level`. A collective.
    #[inline(always)]
    pub fn vertex_of(&self, owner: u32, level: u32) -> u32 {
        let own = (self.vertex)(level);
        if level < self.uniform { own } else { self.warp.shuffle(own, owner) }
    }

    #[inline(always)]
    fn parts(&self) -> LeafLists<'l> {
        let range = range(self.leaf.bounds, &self.vertex);
        let fixed: &[u32] = match self.source {
            Some(list) if self.active => range.of(list),
            _ => &[],
        };
        let adjacent: &[u32] = if self.active && self.leaf.relation != Leaf::FREE {
            // SAFETY: a level that is fixed holds a vertex, and the plan names views that there are.
            unsafe { self.graph.within(self.leaf.view, (self.vertex)(self.last), range) }
        } else {
            &[]
        };
        LeafLists { range, fixed, adjacent }
    }

    /// For each lane, how many of these vertices, which are within the bounds, are its candidate's neighbours, in a
    /// graph that has a matrix. A collective.
    ///
    /// Few neighbours are searched for among the vertices; else each of these has a bit in the candidate's row.
    #[inline(always)]
    fn common_by_matrix(&self, fixed: &[u32]) -> u32 {
        let last = (self.vertex)(self.last);
        // SAFETY: levels that are fixed hold vertices, and the plan names views that there are.
        let neighbors = unsafe { self.graph.list(self.leaf.view, last) };
        let searched = neighbors.len() <= FEW + fixed.len() / LOOKS;
        let bits: &[u32] = if searched { &[] } else { fixed };
        // SAFETY: what lanes have at the last level are vertices, and so are the elements of lists.
        let joined = |last, v| unsafe { self.graph.are_joined(last, v) };
        let found = sets::count_passing(self.warp, bits, last, joined);
        match searched {
            true => neighbors.iter().map(|&v| u32::from(sets::contains(fixed, v))).sum(),
            false => found,
        }
    }
}
