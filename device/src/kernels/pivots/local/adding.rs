//! What a search adds to vertices, or to pairs of them, on its way.

use super::children::Start;
use super::node::{Child, CliquesBelow, Taken};
use super::number::CountInteger;
use super::search::LocalSearch;
use crate::kernels::cliques::matrix::WORD;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::places::Places;
use crate::simt::Warp;

impl<W: Warp, N: CountInteger, P: Places> LocalSearch<'_, '_, W, N, P> {
    /// Forgets what was found, and takes the root.
    #[inline(always)]
    pub(super) fn start_adding(&self) {
        if P::PAIRS {
            // The root has the number that follows those of its list.
            return self.push(0, Child { vertex: self.rows, is_pivot: false });
        }
        let warp = self.warp;
        warp.sync();
        // SAFETY: this warp's, whose lanes meet before and after; a number for each vertex of the list.
        let forget = |at: usize| unsafe { N::NONE.write(self.room.sums, at * N::WORDS) };
        ThreadTeam::warp(warp).share(self.rows as usize, forget);
        warp.sync();
    }

    /// Adds what was found at vertices to those that were taken before the search began.
    #[inline(always)]
    pub(super) fn add_before(&self, from: Start, found: CliquesBelow<N>) {
        if P::PAIRS {
            return;
        }
        match from {
            Start::Root => {}
            Start::WithPivot(pivot) => self.add(pivot, found.with_pivot),
            Start::Holding(vertex) => self.add(vertex, found.all),
            Start::Resumed => {
                self.add_all(self.room.held, found.all);
                self.add_all(self.room.pivots, found.with_pivot);
            }
        }
        if self.warp.lane() == 0 && found.all != N::NONE {
            let root = self.args.cliques.roots[self.position as usize];
            found.all.add_to(self.args.counts, root as usize);
        }
    }

    /// Adds what was found at vertices below a child to the vertex that it has.
    #[inline(always)]
    pub(super) fn add_to_child(&self, child: Child, below: CliquesBelow<N>) {
        if !P::PAIRS {
            self.add(child.vertex, if child.is_pivot { below.with_pivot } else { below.all });
        }
    }

    /// Adds what was found at vertices below the node of a level to those that are joined to all its candidates.
    #[inline(always)]
    pub(super) fn add_to_universal(&self, level: u32, found: CliquesBelow<N>) {
        if !P::PAIRS {
            self.add_all(self.universal_at(level), found.with_pivot);
        }
    }

    /// Adds what was found at pairs below the node of a level to those that were taken since its parent's: the vertex
    /// of the child that it is, and those that are joined to all its candidates. At the first level that is whatever
    /// was taken before the search began, too.
    #[inline(always)]
    pub(super) fn add_to_path(&self, level: u32, taken: Taken, found: CliquesBelow<N>) {
        if P::PAIRS && found.all != N::NONE {
            let before = if level == 0 { 1 } else { self.load(level - 1).1.count() };
            self.add_to_taken(before, taken.count(), found);
        }
    }

    /// Adds to the candidates of a level, of which no two are joined: what was found with the pivot, and with each
    /// other.
    #[inline(always)]
    pub(super) fn add_to_apart(
        &self,
        level: u32,
        taken: Taken,
        pivot: u32,
        [with, without]: [CliquesBelow<N>; 2],
    ) {
        let set = self.set_at(level);
        if P::PAIRS {
            self.each(set, |vertex| {
                let sums = if vertex == pivot { with.with(true) } else { without.with(false) };
                self.add_to_pairs(vertex, taken.count(), sums);
            });
            return;
        }
        self.add_all(set, without.all);
        // The pivot was added to with the others.
        self.add(pivot, with.with_pivot.minus(without.all));
    }

    /// Adds a clique to each of a set, which is the last that it holds.
    #[inline(always)]
    pub(super) fn add_to_last(&self, last: Scratch<'_, u64>, taken: Taken) {
        match P::PAIRS {
            // No pivot is in it.
            true => self.each(last, |vertex| self.add_to_pairs(vertex, taken.count(), [N::from(1), N::NONE])),
            false => self.add_all(last, N::from(1)),
        }
    }

    /// Adds what was found to the vertices of the graph.
    #[inline(always)]
    pub(super) fn store_at_vertices(&self) {
        self.warp.sync();
        ThreadTeam::warp(self.warp).share(self.rows as usize, |at| {
            // SAFETY: `build` wrote the list before the block met, and `start_adding` the sums.
            let (vertex, sum) = unsafe { (self.room.cliques.list.read(at), self.sum_at(at)) };
            if sum != N::NONE {
                sum.add_to(self.args.counts, vertex as usize);
            }
        });
    }

    /// Visits the vertices of a set, all lanes together.
    #[inline(always)]
    fn each(&self, set: Scratch<'_, u64>, mut visit: impl FnMut(u32)) {
        for (at, &word) in self.read(set).iter().enumerate() {
            let mut left = word;
            while left != 0 {
                visit(at as u32 * WORD + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    /// What was found of a vertex of the list.
    ///
    /// # Safety
    /// The vertex is one of the list, its sum is written, and the lanes that wrote it have met this one.
    #[inline(always)]
    unsafe fn sum_at(&self, vertex: usize) -> N {
        // SAFETY: the caller's promise.
        unsafe { N::read(self.room.sums, vertex * N::WORDS) }
    }

    /// Adds to what was found of a vertex of the list, modulo what fits.
    ///
    /// # Safety
    /// The vertex is one of the list, its sum is written, and the lanes that wrote it have met this one. No other lane
    /// reads or writes the sum until the warp has met.
    #[inline(always)]
    unsafe fn add_at(&self, vertex: usize, sum: N) {
        // SAFETY: the caller's promise.
        unsafe { self.sum_at(vertex).plus(sum).write(self.room.sums, vertex * N::WORDS) };
    }

    /// Adds to a vertex of the list, modulo what fits.
    #[inline(always)]
    fn add(&self, vertex: u32, sum: N) {
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: this warp's sums; its lanes meet before and after.
            unsafe { self.add_at(vertex as usize, sum) };
        }
        self.warp.sync();
    }

    /// Adds to each vertex of a set.
    #[inline(always)]
    fn add_all(&self, set: Scratch<'_, u64>, sum: N) {
        let set = self.read(set);
        self.warp.sync();
        ThreadTeam::warp(self.warp).share(set.len(), |at| {
            let mut left = set[at];
            while left != 0 {
                let vertex = at * WORD as usize + left.trailing_zeros() as usize;
                // SAFETY: as in `add`; the vertices of a word are one lane's.
                unsafe { self.add_at(vertex, sum) };
                left &= left - 1;
            }
        });
        self.warp.sync();
    }
}
