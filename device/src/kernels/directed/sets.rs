//! Connected sets of a few vertices, each gone through once, by the ties among them.

use core::mem::offset_of;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::kernels::queue::draw;
use crate::kernels::triangles::shared::Team;
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::{Block, Warp};

/// The most vertices of a set.
pub const LARGEST: u32 = 5;
/// Bits of a code that tell how two vertices are joined: 0 if they are not, and else one more than the tie.
const BITS: u32 = 2;

/// How many codes sets of `k` vertices may have: see [`pair`].
pub const fn codes(k: u32) -> usize {
    1 << (BITS * k * (k - 1) / 2)
}

/// What a code says of members `one` and `other > one` of a set: the tie from the first, if there is one.
pub const fn pair(code: usize, one: u32, other: u32) -> Option<u8> {
    let bits = code >> (first_bit(other) + BITS * one) & ((1 << BITS) - 1);
    if bits == 0 { None } else { Some(bits as u8 - 1) }
}

/// Where the bits of a member begin that tell its ties with those before it.
const fn first_bit(member: u32) -> u32 {
    BITS * member * member.saturating_sub(1) / 2
}

/// What [`count_sets`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountSetsArgs<'a> {
    /// The graph.
    pub graph: GraphView<'a>,
    /// By place in its lists, the tie from the list's vertex.
    pub ties: Slice<'a, u8>,
    /// One counter: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// Tables of [`codes`] numbers, zero before the first launch: one for all blocks; on machines of one lane, one for each.
    pub counts: Slice<'a, AtomicU64>,
    /// For each warp a number for each vertex, zero before the first launch.
    pub marks: Scratch<'a, u8>,
    /// For each warp room for all vertices.
    pub stacks: Scratch<'a, u32>,
    /// The number behind the last root.
    pub end: u64,
    /// How many vertices a set has: from 2 to [`LARGEST`].
    pub k: u32,
}

const _: () = {
    assert!(size_of::<CountSetsArgs<'_>>() == 144);
    assert!(offset_of!(CountSetsArgs<'_>, marks) == 96 && offset_of!(CountSetsArgs<'_>, k) == 136);
};

/// Counts the connected sets of `k` vertices by their codes.
///
/// A warp takes a root, the greatest vertex of the sets that are gone through from there, and extends a set by any vertex of a list: those that are joined to a
/// member, each where it was met first, and behind the one that was taken last. So each set is met once. What has been met bears marks of its ties, which are the code
/// of the last vertex: lanes share the list of these. Bound by the marks, and by an atomic for each set.
///
/// Source: Wernicke 2006, "Efficient Detection of Network Motifs" (ESU).
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn count_sets<B: Block>(block: B, args: &CountSetsArgs<'_>) {
    let warp = block.warp();
    let n = u64::from(args.graph.vertices());
    let mine = u64::from(block.grid_warp()) * n;
    let table = codes(args.k);
    let tables = args.counts.len() / table;
    let walk = Walk {
        warp,
        args,
        marks: args.marks.part(mine, n),
        stack: args.stacks.part(mine, n),
        counts: &args.counts.get()[block.index() as usize % tables * table..][..table],
    };
    while let Some(roots) = draw(warp, &args.queue[0], 1, args.end) {
        for root in roots {
            walk.from(root as u32);
        }
    }
}

/// A warp that goes through sets.
struct Walk<'w, 'a, W> {
    warp: W,
    args: &'w CountSetsArgs<'a>,
    marks: Scratch<'a, u8>,
    stack: Scratch<'a, u32>,
    counts: &'a [AtomicU64],
}

/// A set, as far as it goes.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Its last member.
    member: u32,
    /// The code of its members.
    code: u32,
    /// Where the vertices stand that it may be extended by, from the next one on.
    next: u32,
    end: u32,
}

impl<W: Warp> Walk<'_, '_, W> {
    /// Goes through the sets of a root. All lanes have the same levels.
    #[inline(always)]
    fn from(&self, root: u32) {
        let mut levels = [Level::default(); LARGEST as usize - 1];
        levels[0] = Level { member: root, code: 0, next: 0, end: self.mark(root, root, 0, 0) };
        let mut depth = 0;
        loop {
            let level = levels[depth as usize];
            if depth + 2 == self.args.k {
                self.count_last(level, depth + 1);
            } else if level.next < level.end {
                let next = level.next + 1;
                levels[depth as usize].next = next;
                depth += 1;
                // SAFETY: the entry was written when its set was marked, and the warp has met since.
                let member = unsafe { self.stack.read(level.next as usize) };
                let code = level.code | u32::from(self.marks_of(member)) << first_bit(depth);
                let end = self.mark(root, member, depth, level.end);
                levels[depth as usize] = Level { member, code, next, end };
                continue;
            }
            self.unmark(root, level.member, depth);
            if depth == 0 {
                return;
            }
            depth -= 1;
        }
    }

    /// Counts the sets of a level with one more, the last of them.
    #[inline(always)]
    fn count_last(&self, level: Level, member: u32) {
        Team::warp(self.warp).share((level.end - level.next) as usize, |at| {
            // SAFETY: the entry was written when its set was marked, and the warp has met since.
            let last = unsafe { self.stack.read(level.next as usize + at) };
            let code = level.code | u32::from(self.marks_of(last)) << first_bit(member);
            let count = &self.counts[code as usize];
            if W::LANES == 1 {
                count.store(count.load(Relaxed) + 1, Relaxed);
            } else {
                count.fetch_add(1, Relaxed);
            }
        });
    }

    #[inline(always)]
    fn marks_of(&self, v: u32) -> u8 {
        // SAFETY: a vertex, all of which have marks; they change between two meetings of the warp only in `mark` and `unmark`.
        unsafe { self.marks.read(v as usize) }
    }

    /// The neighbours of a member that may be in a set of the root, with where the first stands.
    #[inline(always)]
    fn neighbors(&self, root: u32, member: u32) -> (&[u32], usize) {
        let list = self.args.graph.neighbors(member);
        (&list[..lower_bound(list, root)], self.args.graph.offsets[member as usize] as usize)
    }

    /// Marks the neighbours of a member, and puts those that had no mark on the stack, from `end` on. Returns where they end. A collective.
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
                let tie = self.args.ties[first + at] + 1;
                // SAFETY: a vertex, which stands in the list once: no other lane has it.
                unsafe { self.marks.write(v as usize, before | tie << (BITS * depth)) };
            }
            let new = self.warp.ballot(is_new);
            if is_new {
                let place = end + (new & self.warp.lanes_below()).count_ones();
                // SAFETY: there is room for all vertices, each of which is put here once at a time; and this place is of one lane.
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
        Team::warp(self.warp).share(list.len(), |at| {
            let v = list[at];
            let left = self.marks_of(v) & !(((1 << BITS) - 1) << (BITS * depth));
            // SAFETY: as in `mark`.
            unsafe { self.marks.write(v as usize, left) };
        });
        self.warp.sync();
    }
}
