//! Connected sets of a few vertices, each gone through once: what all kernels that do so have in common.
//!
//! A warp takes a root, the greatest vertex of the sets that are gone through from there, and extends a set by any
//! vertex of a list: those that are joined to a member, each where it was met first, and behind the one that was taken
//! last. So each set is met once. What has been met bears marks of what joins it to the members, so that nothing is
//! searched: lanes share the list of these. Bound by the marks, and by what is done with each set.
//!
//! Source: Wernicke 2006, "Efficient Detection of Network Motifs" (ESU).

use cust_core::DeviceCopy;

use super::bicliques::room::LOOK;
use super::triangles::shared::ThreadTeam;
use crate::graph::GraphView;
use crate::memory::Scratch;
use crate::sets::lower_bound;
use crate::simt::Warp;

/// The most vertices of a set.
pub const LARGEST: u32 = 5;

/// What a vertex bears that has been met: for each member of a set some bits.
pub(in crate::kernels) trait Mark: DeviceCopy {
    fn of_bits(bits: u32) -> Self;
    fn to_bits(self) -> u32;
}

impl Mark for u8 {
    #[inline(always)]
    fn of_bits(bits: u32) -> u8 {
        bits as u8
    }

    #[inline(always)]
    fn to_bits(self) -> u32 {
        self.into()
    }
}

impl Mark for u32 {
    #[inline(always)]
    fn of_bits(bits: u32) -> u32 {
        bits
    }

    #[inline(always)]
    fn to_bits(self) -> u32 {
        self
    }
}

/// What is asked of sets.
pub(in crate::kernels) trait SetVisitor: Copy {
    /// What is known of the members of a set.
    type Code: Copy + Default;

    /// Bits of a mark for each member.
    fn bits(self) -> u32;

    /// What joins a list's vertex to the neighbour at a place of the lists: not 0.
    fn joint(self, place: usize) -> u32;

    /// The code of a root.
    fn first(self, root: u32) -> Self::Code;

    /// That of a set with one more `vertex`, the member of this number, which bears such a mark.
    fn with(self, code: Self::Code, member: u32, vertex: u32, mark: u32) -> Self::Code;

    /// Takes a set of this code. A lane does that for each set.
    fn take(self, code: Self::Code);

    /// Whether the rest of a root's sets are not to be gone through. The same in all lanes. A collective.
    fn is_over<W: Warp>(self, warp: W) -> bool;
}

/// A warp that goes through sets.
pub(in crate::kernels) struct SetWalk<'w, 'a, W, M, V> {
    pub warp: W,
    pub graph: &'w GraphView<'a>,
    /// For each vertex a mark, which is zero before and after.
    pub marks: Scratch<'a, M>,
    /// Room for all vertices.
    pub stack: Scratch<'a, u32>,
    /// How many vertices a set has: from 2 to [`LARGEST`].
    pub k: u32,
    pub visitor: V,
}

/// A set, as far as it goes.
#[derive(Clone, Copy, Default)]
struct SetLevel<C> {
    /// Its last member.
    member: u32,
    /// The code of its members.
    code: C,
    /// Where the vertices stand that it may be extended by, from the next one on.
    next: u32,
    end: u32,
}

impl<W: Warp, M: Mark, V: SetVisitor> SetWalk<'_, '_, W, M, V> {
    /// Goes through the sets of a root. All lanes have the same levels.
    #[inline(always)]
    pub fn from(&self, root: u32) {
        let mut levels = [SetLevel::default(); LARGEST as usize - 1];
        let code = self.visitor.first(root);
        levels[0] = SetLevel { member: root, code, next: 0, end: self.mark(root, root, 0, 0) };
        let (mut depth, mut done, mut is_over) = (0, 0u32, false);
        loop {
            let level = levels[depth as usize];
            if depth + 2 == self.k {
                self.take_last(level, depth + 1);
            } else if level.next < level.end {
                let next = level.next + 1;
                levels[depth as usize].next = next;
                depth += 1;
                // SAFETY: the entry was written when its set was marked, and the warp has met since.
                let member = unsafe { self.stack.read(level.next as usize) };
                let code = self.visitor.with(level.code, depth, member, self.marks_of(member));
                let end = self.mark(root, member, depth, level.end);
                levels[depth as usize] = SetLevel { member, code, next, end };
                continue;
            }
            self.unmark(root, level.member, depth);
            if depth == 0 {
                return;
            }
            depth -= 1;
            done = done.wrapping_add(1);
            // At any depth: all sets of a root may begin with the one vertex that it is joined to.
            is_over = is_over || done.is_multiple_of(LOOK) && self.visitor.is_over(self.warp);
            if is_over {
                levels[depth as usize].next = levels[depth as usize].end;
            }
        }
    }

    /// Takes the sets of a level with one more, the last of them.
    #[inline(always)]
    fn take_last(&self, level: SetLevel<V::Code>, member: u32) {
        ThreadTeam::warp(self.warp).share((level.end - level.next) as usize, |at| {
            // SAFETY: the entry was written when its set was marked, and the warp has met since.
            let last = unsafe { self.stack.read(level.next as usize + at) };
            self.visitor.take(self.visitor.with(level.code, member, last, self.marks_of(last)));
        });
    }

    #[inline(always)]
    fn marks_of(&self, v: u32) -> u32 {
        // SAFETY: a vertex, all of which have marks; they change between two meetings of the warp only in `mark` and
        // `unmark`.
        unsafe { self.marks.read(v as usize) }.to_bits()
    }

    /// The neighbours of a member that may be in a set of the root, with where the first stands.
    #[inline(always)]
    fn neighbors(&self, root: u32, member: u32) -> (&[u32], usize) {
        let list = self.graph.neighbors(member);
        (&list[..lower_bound(list, root)], self.graph.offsets[member as usize] as usize)
    }

    /// Marks the neighbours of a member, and puts those that had no mark on the stack, from `end` on. Returns where
    /// they end. A collective.
    #[inline(always)]
    fn mark(&self, root: u32, member: u32, depth: u32, mut end: u32) -> u32 {
        let (list, first) = self.neighbors(root, member);
        let mut base = 0;
        while base < list.len() {
            let at = base + self.warp.lane() as usize;
            let mut is_new = false;
            if at < list.len() {
                let v = list[at];
                let before = self.marks_of(v);
                is_new = before == 0;
                let joint = self.visitor.joint(first + at);
                let mark = M::of_bits(before | joint << (self.visitor.bits() * depth));
                // SAFETY: a vertex, which stands in the list once: no other lane has it.
                unsafe { self.marks.write(v as usize, mark) };
            }
            let new = self.warp.ballot(is_new);
            if is_new {
                let place = end + (new & self.warp.lanes_below()).count_ones();
                // SAFETY: there is room for all vertices, each of which is put here once at a time; and this place is
                // of one lane.
                unsafe { self.stack.write(place as usize, list[at]) };
            }
            end += new.count_ones();
            base += W::LANES as usize;
        }
        self.warp.sync();
        end
    }

    /// Takes the marks of a member away. A collective.
    #[inline(always)]
    fn unmark(&self, root: u32, member: u32, depth: u32) {
        self.warp.sync();
        let (list, _) = self.neighbors(root, member);
        let bits = self.visitor.bits();
        ThreadTeam::warp(self.warp).share(list.len(), |at| {
            let v = list[at];
            let left = M::of_bits(self.marks_of(v) & !(((1 << bits) - 1) << (bits * depth)));
            // SAFETY: as in `mark`.
            unsafe { self.marks.write(v as usize, left) };
        });
        self.warp.sync();
    }
}
