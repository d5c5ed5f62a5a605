//! The depth-first walk over views, for plans whose last walked level is the third or a later one.

use super::AttributedArgs;
use super::leaf::count;
use crate::attributed::{AttributedWalk, Level, List, MAX_BUFFERS, MAX_VERTICES, Op, Views};
use crate::kernels::count::leaf::{levels, range};
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw;
use crate::memory::Scratch;
use crate::sets;
use crate::simt::{Block, Warp};

/// Words of a warp's stack: for each level a vertex, a cursor and an end; for each buffer a length.
const STACK_WORDS: usize = 3 * MAX_VERTICES + MAX_BUFFERS;
const CURSORS: usize = MAX_VERTICES;
const ENDS: usize = 2 * MAX_VERTICES;
const LENGTHS: usize = 3 * MAX_VERTICES;

/// Bytes of shared memory that [`count_attributed`] needs for a block of `warps` warps.
pub const fn shared_bytes(warps: u32) -> usize {
    warps as usize * STACK_WORDS * size_of::<u32>()
}

/// Counts the embeddings of a plan with `last >= 2`.
///
/// A task is an edge `(v_0, v_1)` of the first view, and a warp takes one: it walks the deeper levels depth-first,
/// filling its buffers by warp-wide set operations, and counts the leaves of the last level 32 candidates at a time.
/// Shared memory: [`shared_bytes`]. Bound by the set operations, whose lists come from the caches.
#[cuda_std::kernel]
pub fn count_attributed<B: Block>(block: B, args: &AttributedArgs<'_>) {
    let warp = block.warp();
    let mut walk = Walk::new(block, args);
    while let Some(tasks) = draw(warp, &args.queue[0], args.chunk, args.end) {
        let mut root = args.root(tasks.start, 0, args.views.vertices);
        for task in tasks {
            while args.starts[root as usize + 1] <= task {
                root += 1;
            }
            let (first, second) = args.edge(task, root, root + 1);
            walk.task(first, second);
        }
    }
    walk.tally.store(warp, &args.totals);
}

/// One warp's walk. Every lane holds the same, but for the tally; what changes with the depth is on the stack.
struct Walk<'a, W> {
    warp: W,
    views: Views<'a>,
    plan: &'a AttributedWalk,
    stack: Scratch<'a, u32>,
    buffers: Scratch<'a, u32>,
    capacity: u64,
    tally: Tally,
}

impl<'a, W: Warp> Walk<'a, W> {
    #[inline(always)]
    fn new<B: Block<Warp = W>>(block: B, args: &'a AttributedArgs<'_>) -> Self {
        let plan = &args.plan;
        let words = (block.shared_bytes() / size_of::<u32>()) as u64;
        // SAFETY: shared memory is aligned to 16, of that many bytes, and used by nothing else in this kernel; it
        // outlives the kernel's body.
        let shared = unsafe { Scratch::from_raw_parts(block.shared_base().cast(), words) };
        let mine = u64::from(plan.buffers) * args.capacity;
        Walk {
            warp: block.warp(),
            views: args.views,
            plan,
            stack: shared.part(u64::from(block.warp_index()) * STACK_WORDS as u64, STACK_WORDS as u64),
            buffers: args.buffers.part(u64::from(block.grid_warp()) * mine, mine),
            capacity: args.capacity,
            tally: Tally::new(),
        }
    }

    /// Counts all embeddings with `v_0 = first` and `v_1 = second`.
    #[inline(always)]
    fn task(&mut self, first: u32, second: u32) {
        self.put([(0, first), (1, second)]);
        if !self.run_ops(1) {
            return;
        }
        let last = self.plan.last;
        let mut level = 2;
        self.open(level);
        while level >= 2 {
            if level == last {
                self.count_leaves();
                level -= 1;
            } else if !self.advance(level) {
                level -= 1;
            } else if self.run_ops(level) {
                level += 1;
                self.open(level);
            }
        }
    }

    /// Sets the cursor of `level` to its first candidate.
    #[inline(always)]
    fn open(&self, level: u32) {
        let Level { source, bounds, .. } = *self.level(level);
        let list = self.list(source);
        let inside = range(bounds, |level| self.vertex(level)).positions(list);
        self.put([
            (CURSORS + level as usize, inside.start as u32),
            (ENDS + level as usize, inside.end as u32),
        ]);
    }

    /// Fixes the next candidate of `level`; false when there is none.
    #[inline(always)]
    fn advance(&self, level: u32) -> bool {
        let Level { source, exclude, .. } = *self.level(level);
        let list = self.list(source);
        let end = self.get(ENDS + level as usize);
        let mut cursor = self.get(CURSORS + level as usize);
        while cursor < end {
            // SAFETY: `open` found `end` to be at most the list's length, and the list has not changed since.
            let candidate = unsafe { *list.get_unchecked(cursor as usize) };
            cursor += 1;
            if !self.used(candidate, exclude) {
                self.put([(level as usize, candidate), (CURSORS + level as usize, cursor)]);
                return true;
            }
        }
        false
    }

    /// Counts the leaves of every candidate of the last level.
    #[inline(always)]
    fn count_leaves(&mut self) {
        let last = self.plan.last;
        let Level { source, exclude, .. } = *self.level(last);
        let candidates = self.list(source);
        let end = self.get(ENDS + last as usize);
        let mut base = self.get(CURSORS + last as usize);
        let mut tally = self.tally;
        while base < end {
            let index = base + self.warp.lane();
            // SAFETY: `base < end`, which `open` found to be at most the list's length.
            let candidate =
                unsafe { *candidates.get_unchecked(if index < end { index } else { base } as usize) };
            let active = index < end && !self.used(candidate, exclude);
            let vertex = |level| if level == last { candidate } else { self.vertex(level) };
            let list = |list| self.list(list);
            count(self.warp, &self.views, self.plan, active, vertex, list, &mut tally);
            base += W::LANES;
        }
        self.tally = tally;
    }

    /// Fills the buffers that depend on the vertex of `level`; false when a set is empty without which there is no
    /// match.
    #[inline(always)]
    fn run_ops(&self, level: u32) -> bool {
        let Level { first_op, ops, .. } = *self.level(level);
        (first_op..first_op + ops).all(|op| self.run_op(&self.plan.ops[op as usize]))
    }

    #[inline(always)]
    fn run_op(&self, op: &Op) -> bool {
        let range = range(op.bounds, |level| self.vertex(level));
        let source = range.of(self.list(op.source));
        let operand = self.views.within(op.view, self.vertex(op.operand), range);
        let out = self.buffer(op.destination);
        // SAFETY: the host sized the buffers by the longest lists of the views that the operations read, the
        // destination is not the source, and it belongs to this warp alone.
        let length = unsafe {
            if op.difference == 0 {
                sets::intersect(self.warp, source, operand, out)
            } else {
                sets::difference(self.warp, source, operand, out)
            }
        };
        self.put([(LENGTHS + op.destination as usize, length)]);
        length > 0 || op.optional != 0
    }

    /// Whether `candidate` is the vertex of one of these levels.
    #[inline(always)]
    fn used(&self, candidate: u32, mask: u32) -> bool {
        levels(mask).any(|level| self.vertex(level) == candidate)
    }

    #[inline(always)]
    fn level(&self, level: u32) -> &'a Level {
        &self.plan.levels[level as usize]
    }

    #[inline(always)]
    fn vertex(&self, level: u32) -> u32 {
        self.get(level as usize)
    }

    #[inline(always)]
    fn buffer(&self, buffer: u32) -> Scratch<'a, u32> {
        self.buffers.part(u64::from(buffer) * self.capacity, self.capacity)
    }

    #[inline(always)]
    fn list(&self, list: List) -> &'a [u32] {
        match list.kind {
            List::NEIGHBORS => self.views.list(list.view, self.vertex(list.index)),
            _ => {
                let length = self.get(LENGTHS + list.index as usize) as usize;
                // SAFETY: an operation of an earlier level wrote that many and ended with a sync; the plan never
                // writes a buffer that a level in progress reads.
                unsafe { self.buffer(list.index).written(length) }
            }
        }
    }

    #[inline(always)]
    fn get(&self, slot: usize) -> u32 {
        debug_assert!(slot < STACK_WORDS);
        // SAFETY: slots are levels, buffers and constants of a checked plan, below `STACK_WORDS`; `put` wrote the
        // slot and ended with a sync.
        unsafe { self.stack.read(slot) }
    }

    /// Writes to the stack, for all lanes to see.
    #[inline(always)]
    fn put<const N: usize>(&self, entries: [(usize, u32); N]) {
        // A lane may still be reading what is about to change.
        self.warp.sync();
        if self.warp.lane() == 0 {
            for (slot, value) in entries {
                debug_assert!(slot < STACK_WORDS);
                // SAFETY: the slot is in the stack as in `get`, only lane 0 writes, and the others have passed the
                // sync above and wait at the one below.
                unsafe { self.stack.write(slot, value) };
            }
        }
        self.warp.sync();
    }
}
