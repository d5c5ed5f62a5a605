//! The vertices of the maximal cliques of some roots, of three vertices and more: each clique as a row, or how many
//! each vertex is in.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::clique_visitor::{CliqueVisitor, PairedCliques, SECOND};
use super::room::{MaximalCliqueArgs, MaximalCliqueRoom};
use super::search::{Finds, search};
use crate::kernels::cliques::matrix::WORD;
use crate::kernels::own::add_to_own;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MaximalCliqueMembersArgs<'a> {
    /// The graph and the search. `sizes` is not used.
    pub search: MaximalCliqueArgs<'a>,
    /// For each root of the launch, where its part of `firsts` starts, and the end; empty if all cliques of each root
    /// are asked for.
    pub starts: Slice<'a, u32>,
    /// The first vertices that the cliques of a root are to have, ascending, by their places in its list: of all but
    /// the last each two are joined.
    pub firsts: Slice<'a, u32>,
    /// Added to: for each root of the launch, the numbers that its rows take.
    pub lengths: Slice<'a, AtomicU64>,
    /// One number, added to: those that the rows of all roots take. While it is within `rows`, all of them are there.
    pub length: Slice<'a, AtomicU64>,
    /// The rows: each is the number of its root in the launch and `first`, how many vertices it has, and these. Of a
    /// root whose rows take more than fit in here no more are looked for.
    pub rows: Scratch<'a, u32>,
    /// Instead of rows, added to: for each vertex, in how many cliques it is.
    pub at_vertices: Slice<'a, AtomicU64>,
    /// Where it is so: a zero for each vertex of the longest list and one more, for each block of the grid. They are
    /// zero afterwards.
    pub near: Slice<'a, AtomicU64>,
    /// The number of the launch's first root.
    pub first: u32,
    /// Nothing.
    pub unused: u32,
}

layout!(MaximalCliqueMembersArgs<'_>: 496, starts: 376, rows: 440, at_vertices: 456, first: 488);

/// Numbers of a row before its vertices.
pub const ROW_HEAD: usize = 2;

/// The body of the [kernels](super::super::maximal_clique_members). `LONG` is whether there are lists of more than 64
/// vertices.
#[inline(always)]
pub(in crate::kernels) fn find<B: Block, const WIDE: bool, const LONG: bool>(
    block: B,
    args: &MaximalCliqueMembersArgs<'_>,
) {
    // SAFETY: once, and shared memory is used in no other way.
    let room = unsafe { MaximalCliqueRoom::new::<B, WIDE, LONG>(block, &args.search) };
    let of_block = u64::from(args.search.cliques.shape.longest) + 1;
    let near = match args.at_vertices.is_empty() {
        true => Slice::empty(),
        false => args.near.part(u64::from(block.index()) * of_block, of_block),
    };
    search::<B, LONG>(block, &args.search, &room, FindsMembers { args, near });
}

/// Finds the vertices.
#[derive(Clone, Copy)]
struct FindsMembers<'r, 'a> {
    args: &'r MaximalCliqueMembersArgs<'a>,
    /// For each vertex of the list, and for the root after them, in how many cliques it is.
    near: Slice<'a, AtomicU64>,
}

impl<'a> Finds<'a> for FindsMembers<'_, 'a> {
    #[inline(always)]
    fn found<'s>(self, position: u32, root: u32, list: &'s [u32]) -> impl CliqueVisitor
    where
        Self: 's,
    {
        MemberWriter { args: self.args, near: self.near, position, root, list, before: &[], places: &[] }
    }

    #[inline(always)]
    fn firsts(self, position: u32) -> &'a [u32] {
        let starts = self.args.starts.get();
        match starts.is_empty() {
            true => &[],
            false => &self.args.firsts.get()
                [starts[position as usize] as usize..starts[position as usize + 1] as usize],
        }
    }

    /// Adds what the block has counted to what is at the vertices.
    #[inline(always)]
    fn end<B: Block>(self, block: B, root: u32, list: &[u32]) {
        if self.near.is_empty() {
            return;
        }
        block.sync();
        ThreadTeam::block(block).share(list.len() + 1, |at| {
            let count = self.near[at].load(Relaxed);
            if count > 0 {
                self.near[at].store(0, Relaxed);
                let vertex = list.get(at).map_or(root, |&vertex| vertex);
                let before = self.args.at_vertices[vertex as usize].fetch_add(count, Relaxed);
                assert!(before.checked_add(count).is_some(), "a count of one launch passes 64 bits");
            }
        });
        block.sync();
    }
}

/// Takes down the vertices of the cliques of a root.
#[derive(Clone, Copy)]
struct MemberWriter<'s, 'a> {
    args: &'s MaximalCliqueMembersArgs<'a>,
    near: Slice<'a, AtomicU64>,
    position: u32,
    root: u32,
    list: &'s [u32],
    /// What of the list was taken before.
    before: &'s [u64],
    /// Where in the list the others stand; none if they stand where their numbers say.
    places: &'s [u64],
}

impl CliqueVisitor for MemberWriter<'_, '_> {
    #[inline(always)]
    fn below<'s>(self, before: &'s [u64], places: &'s [u64]) -> impl CliqueVisitor
    where
        Self: 's,
    {
        MemberWriter { before, places, ..self }
    }

    #[inline(always)]
    fn is_over<W: Warp>(self, warp: W) -> bool {
        let length = || self.args.lengths[self.position as usize].load(Relaxed);
        self.near.is_empty() && warp.any(warp.lane() == 0 && length() > self.args.rows.len())
    }

    #[inline(always)]
    fn one<W: Warp>(self, warp: W, size: u32, taken: u64) {
        self.some(warp, PairedCliques { size, taken, firsts: 0, other: |_| 0 }, 1);
    }

    #[inline(always)]
    fn some<W: Warp>(self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>, which: u64) {
        if self.near.is_empty() {
            self.write(warp, cliques, which);
            return;
        }
        let count = |which: u64| u64::from(which.count_ones());
        self.count(warp, cliques.taken, count(which));
        let (mut pair, mut firsts) = (0, cliques.firsts);
        while firsts != 0 {
            let (first, seconds) = (firsts.trailing_zeros(), which & SECOND[pair % SECOND.len()]);
            if warp.lane() == 0 {
                self.add::<W>(self.place(first), count(which & !seconds));
                self.add::<W>(self.place((cliques.other)(first).trailing_zeros()), count(seconds));
            }
            firsts &= firsts - 1;
            pair += 1;
        }
    }

    #[inline(always)]
    fn all<W: Warp>(self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>) -> bool {
        if self.near.is_empty() {
            return false;
        }
        let all = 1 << cliques.firsts.count_ones();
        self.count(warp, cliques.taken, all);
        each(warp, cliques.firsts, |first| {
            self.add::<W>(self.place(first), all / 2);
            self.add::<W>(self.place((cliques.other)(first).trailing_zeros()), all / 2);
        });
        true
    }
}

impl MemberWriter<'_, '_> {
    /// Writes the cliques, if there is room: a lane each. A collective.
    #[inline(always)]
    fn write<W: Warp>(&self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>, which: u64) {
        let PairedCliques { size, taken, firsts, other } = cliques;
        let row = ROW_HEAD as u64 + u64::from(size);
        let length = row * u64::from(which.count_ones());
        let mut start = 0;
        if warp.lane() == 0 {
            self.args.lengths[self.position as usize].fetch_add(length, Relaxed);
            start = self.args.length[0].fetch_add(length, Relaxed);
        }
        let start = warp.shuffle_u64(start, 0);
        if start + length > self.args.rows.len() {
            return;
        }
        each(warp, which, |clique| {
            let before = (which & ((1 << clique) - 1)).count_ones();
            let (mut set, mut pair, mut firsts) = (taken, 0, firsts);
            while firsts != 0 {
                let first = firsts.trailing_zeros();
                let is_second = SECOND[pair % SECOND.len()] >> clique & 1 == 1;
                set |= if is_second { other(first) } else { 1 << first };
                firsts &= firsts - 1;
                pair += 1;
            }
            self.write_row((start + u64::from(before) * row) as usize, size, set);
        });
    }

    /// Writes a row of `size` vertices at a place, with those of `set`.
    #[inline(always)]
    fn write_row(&self, start: usize, size: u32, set: u64) {
        let mut at = start;
        let mut put = |number: u32| {
            // SAFETY: within the part of the rows that was reserved for this row, which this lane alone writes: a row
            // has as many numbers as the vertices that were counted, and two.
            unsafe { self.args.rows.write(at, number) };
            at += 1;
        };
        put(self.args.first + self.position);
        put(size);
        for (word, &bits) in self.before.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                put(self.list[word * WORD as usize + left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
        let mut left = set;
        while left != 0 {
            put(self.list[self.place(left.trailing_zeros())]);
            left &= left - 1;
        }
        put(self.root);
    }

    /// Adds to what is at the vertices that were taken, and at the root. A collective.
    #[inline(always)]
    fn count<W: Warp>(&self, warp: W, taken: u64, cliques: u64) {
        for (word, &bits) in self.before.iter().enumerate() {
            each(warp, bits, |bit| self.add::<W>(word * WORD as usize + bit as usize, cliques));
        }
        each(warp, taken, |bit| self.add::<W>(self.place(bit), cliques));
        if warp.lane() == 0 {
            self.add::<W>(self.list.len(), cliques);
        }
    }

    /// Adds to a number of the block.
    #[inline(always)]
    fn add<W: Warp>(&self, place: usize, count: u64) {
        let before = add_to_own::<W, _>(&self.near[place], count);
        assert!(before.checked_add(count).is_some(), "a count of one launch passes 64 bits");
    }

    /// Where in the list a vertex of the search stands.
    #[inline(always)]
    fn place(&self, vertex: u32) -> usize {
        self.places.get(vertex as usize).map_or(vertex as usize, |&place| place as usize)
    }
}

/// Calls `visit` with the bits of a word, which the lanes share.
#[inline(always)]
fn each<W: Warp>(warp: W, word: u64, mut visit: impl FnMut(u32)) {
    let mut left = word;
    if W::LANES > 1 {
        // Every so many bits from the lane's own on.
        left &= 1 << warp.lane() | 1u64.checked_shl(warp.lane() + W::LANES).unwrap_or(0);
    }
    while left != 0 {
        visit(left.trailing_zeros());
        left &= left - 1;
    }
}
