//! A bound below the number of classes: vertices that are in conflict with some.
//!
//! A clique has at most one vertex of each class, and one more of those that are left, if there are as few classes as
//! it has vertices but one. So a vertex that is left need not be held where it cannot go with one of each class.
//! Whether it can is tried: it is held, and with it the only vertex of a class that is joined to all that is held so;
//! and if at last a class has no such vertex, it cannot. The classes that took part in that, with the vertex for a
//! class of its own, have one vertex fewer in a clique than there are of them. They are closed, so that none takes part
//! twice: then a clique of what need not be held has no more vertices than there are classes.

use super::classes::take_class;
use crate::kernels::cliques::matrix::{Matrix, WORD, words};
use crate::kernels::cliques::search::size;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Scratch;
use crate::simt::Warp;

/// Words that a warp needs for so many `classes` of up to `rows` vertices: none without classes.
pub(super) const fn class_words(rows: u32, classes: u32) -> usize {
    if classes == 0 {
        return 0;
    }
    let (length, classes) = (words(rows), classes as usize);
    2 * classes * length + 4 * length + length * WORD as usize + 3 * classes + 2
}

/// The classes of a node, kept by a warp of one lane.
pub(super) struct KeptClasses<'a, W> {
    warp: W,
    matrix: Matrix<'a>,
    /// Words of a set.
    length: usize,
    /// How many there may be.
    most: u32,
    /// A set for each.
    sets: Scratch<'a, u64>,
    /// What each vertex that was held took away: a set for each, one more than there are classes.
    removed: Scratch<'a, u64>,
    /// The class of each vertex.
    class_of: Scratch<'a, u64>,
    /// Vertices of each class: none where it is closed.
    sizes: Scratch<'a, u64>,
    /// Those of them that are joined to all that is held.
    joined: Scratch<'a, u64>,
    /// Classes with one such vertex, in the order in which that came to be; with that vertex, once it is held.
    units: Scratch<'a, u64>,
    /// How many of these there are.
    end: Scratch<'a, u64>,
    /// The vertices of all classes that are not closed.
    open: Scratch<'a, u64>,
    /// Those of them that are joined to all that is held.
    active: Scratch<'a, u64>,
    /// What is to be explained: vertices that were taken away.
    reason: Scratch<'a, u64>,
    /// What is left, where sets are one word.
    left: Scratch<'a, u64>,
}

impl<'a, W: Warp> KeptClasses<'a, W> {
    /// Room for up to `most` classes of a matrix with sets of `length` words; none in a room of no words.
    ///
    /// # Safety
    /// `room` is this warp's, and has [`class_words`] of so many classes and of `length` words. The matrix has a row of
    /// so many words for each vertex, which were written before the lanes met.
    #[inline(always)]
    pub(super) unsafe fn new(
        warp: W,
        matrix: Matrix<'a>,
        length: usize,
        most: u32,
        room: Scratch<'a, u64>,
    ) -> Self {
        let (mut from, count) = (0, most as usize);
        let mut take = |words: usize| {
            if room.is_empty() {
                return Scratch::empty();
            }
            from += words;
            room.part((from - words) as u64, words as u64)
        };
        KeptClasses {
            warp,
            matrix,
            length,
            most: if room.is_empty() { 0 } else { most },
            sets: take(count * length),
            removed: take((count + 1) * length),
            class_of: take(length * WORD as usize),
            sizes: take(count),
            joined: take(count),
            units: take(count),
            end: take(1),
            open: take(length),
            active: take(length),
            reason: take(length),
            left: take(1),
        }
    }

    /// Whether there is room for so many.
    #[inline(always)]
    pub(super) fn has_room_for(&self, classes: u32) -> bool {
        0 < classes && classes <= self.most
    }

    /// Keeps a class, where sets are one word. On one lane.
    #[inline(always)]
    pub(super) fn keep(&self, class: u32, set: u64) {
        self.write(self.sets, class as usize, set);
    }

    /// Those that are to be held of what so many classes have left, which were kept. On one lane.
    #[inline(always)]
    pub(super) fn without_conflicts(&self, left: u64, classes: u32) -> u64 {
        self.write(self.left, 0, left);
        // SAFETY: sets of one word, of one lane.
        unsafe { self.take_conflicts(self.left, classes) };
        self.read(self.left, 0)
    }

    /// Takes so many classes out of `left`, and then what is in conflict with them. A collective; returns whether any
    /// vertices are left.
    ///
    /// # Safety
    /// As for [`take_classes`](super::classes::take_classes), and there is room for so many classes.
    #[inline(always)]
    pub(super) unsafe fn take(&self, left: Scratch<'_, u64>, free: Scratch<'_, u64>, classes: u32) -> bool {
        let team = ThreadTeam::warp(self.warp);
        for class in 0..classes {
            let set = self.set(class);
            // SAFETY: the caller's promise, here and below: lanes meet between writing and reading, and each word is
            // written by one of them.
            team.share(self.length, |at| unsafe { set.write(at, left.read(at)) });
            // SAFETY: as above.
            if !unsafe { take_class(self.warp, self.matrix, left, free, self.length) } {
                return false;
            }
            // SAFETY: as above.
            team.share(self.length, |at| unsafe { set.write(at, set.read(at) & !left.read(at)) });
        }
        // SAFETY: as above.
        if size(self.warp, unsafe { left.written(self.length) }) == 0 {
            return false;
        }
        self.warp.sync();
        // SAFETY: as above, and the classes were just written.
        unsafe { self.take_conflicts(left, classes) }
    }

    /// Takes those out of `left` that are in conflict with so many classes, whose sets are written. A collective;
    /// returns whether any are left.
    ///
    /// # Safety
    /// As for [`take`](Self::take), and the lanes have met since the sets were written.
    #[inline(always)]
    unsafe fn take_conflicts(&self, left: Scratch<'_, u64>, classes: u32) -> bool {
        self.open_all(classes);
        let mut any = false;
        for at in 0..self.length {
            // SAFETY: the caller's promise.
            let mut rest = unsafe { left.read(at) };
            let mut stays = rest;
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                if self.is_in_conflict(at as u32 * WORD + bit, classes) {
                    stays &= !(1 << bit);
                }
            }
            self.warp.sync();
            if self.warp.lane() == 0 {
                // SAFETY: the caller's promise; one lane writes, after all have read and before they do again.
                unsafe { left.write(at, stays) };
            }
            any |= stays != 0;
        }
        self.warp.sync();
        any
    }

    /// Writes down the classes' sizes and the class of each vertex: all are open.
    #[inline(always)]
    fn open_all(&self, classes: u32) {
        let team = ThreadTeam::warp(self.warp);
        team.share(self.length, |at| {
            let all = (0..classes).fold(0, |all, class| all | self.read(self.set(class), at));
            self.write(self.open, at, all);
        });
        team.share(classes as usize, |class| {
            let mut size = 0;
            for at in 0..self.length {
                let mut word = self.read(self.set(class as u32), at);
                size += u64::from(word.count_ones());
                while word != 0 {
                    self.write(
                        self.class_of,
                        at * WORD as usize + word.trailing_zeros() as usize,
                        class as u64,
                    );
                    word &= word - 1;
                }
            }
            self.write(self.sizes, class, size);
        });
        self.warp.sync();
    }

    /// Whether no clique of a vertex and of one of each open class is there, by what is held where a class leaves no
    /// choice. If so, the classes that took part are closed. A collective.
    #[inline(always)]
    fn is_in_conflict(&self, vertex: u32, classes: u32) -> bool {
        self.begin(classes);
        let (mut held, mut unit) = (0, vertex);
        loop {
            if let Some(class) = self.hold(unit, held) {
                self.close_reason(class, held);
                return true;
            }
            if held as u64 == self.read(self.end, 0) {
                return false;
            }
            let class = self.read(self.units, held) as u32;
            unit = self.only(class);
            self.warp.sync();
            if self.warp.lane() == 0 {
                self.write(self.units, held, u64::from(class) | u64::from(unit) << u32::BITS);
            }
            held += 1;
        }
    }

    /// Nothing is held, and classes of one vertex leave no choice.
    #[inline(always)]
    fn begin(&self, classes: u32) {
        let team = ThreadTeam::warp(self.warp);
        self.warp.sync();
        if self.warp.lane() == 0 {
            self.write(self.end, 0, 0);
        }
        self.warp.sync();
        team.share(self.length, |at| self.write(self.active, at, self.read(self.open, at)));
        team.share(classes as usize, |class| {
            let size = self.read(self.sizes, class);
            self.write(self.joined, class, size);
            if size == 1 {
                self.push(class as u64);
            }
        });
        self.warp.sync();
    }

    /// Holds a vertex beside so many others, and takes away what it is not joined to. Returns a class that has no
    /// vertex then. A collective.
    #[inline(always)]
    fn hold(&self, vertex: u32, held: usize) -> Option<u32> {
        // SAFETY: the promise to `new`, for the row of a vertex.
        let row = unsafe { self.matrix.row(vertex, self.length) };
        let removed = self.removed.part((held * self.length) as u64, self.length as u64);
        ThreadTeam::warp(self.warp).share(self.length, |at| {
            let own = if at as u32 == vertex / WORD { 1 << (vertex % WORD) } else { 0 };
            let active = self.read(self.active, at);
            self.write(removed, at, active & !(row[at] | own));
            self.write(self.active, at, active & (row[at] | own));
        });
        for at in 0..self.length {
            let mut word = self.read(removed, at);
            while word != 0 {
                let without = self.lose(at as u32 * WORD + word.trailing_zeros());
                if without.is_some() {
                    return without;
                }
                word &= word - 1;
            }
        }
        None
    }

    /// Takes note that a vertex was taken away. Returns its class, if that has no other.
    #[inline(always)]
    fn lose(&self, vertex: u32) -> Option<u32> {
        let class = self.read(self.class_of, vertex as usize);
        let left = self.read(self.joined, class as usize) - 1;
        self.write(self.joined, class as usize, left);
        if left == 1 {
            self.push(class);
        }
        (left == 0).then_some(class as u32)
    }

    /// Closes the classes by which one has no vertex, after so many were held beside the first: from the last one on,
    /// each that took something away that is to be explained, the rest of whose class is to be explained in turn.
    #[inline(always)]
    fn close_reason(&self, class: u32, held: usize) {
        let team = ThreadTeam::warp(self.warp);
        self.warp.sync();
        team.share(self.length, |at| self.write(self.reason, at, self.read(self.set(class), at)));
        self.close(class);
        for before in (0..held).rev() {
            let removed = self.removed.part(((before + 1) * self.length) as u64, self.length as u64);
            let mut took = false;
            team.share(self.length, |at| took |= self.read(removed, at) & self.read(self.reason, at) != 0);
            if !self.warp.any(took) {
                continue;
            }
            let unit = self.read(self.units, before);
            let (class, vertex) = (unit as u32, (unit >> u32::BITS) as u32);
            team.share(self.length, |at| {
                let own = if at as u32 == vertex / WORD { 1 << (vertex % WORD) } else { 0 };
                let reason = self.read(self.reason, at) | self.read(self.set(class), at) & !own;
                self.write(self.reason, at, reason);
            });
            self.close(class);
        }
    }

    /// Closes a class. A collective.
    #[inline(always)]
    fn close(&self, class: u32) {
        let set = self.set(class);
        let without = |at: usize| self.read(self.open, at) & !self.read(set, at);
        ThreadTeam::warp(self.warp).share(self.length, |at| self.write(self.open, at, without(at)));
        if self.warp.lane() == 0 {
            self.write(self.sizes, class as usize, 0);
        }
        self.warp.sync();
    }

    /// The only vertex of a class that is joined to all that is held.
    #[inline(always)]
    fn only(&self, class: u32) -> u32 {
        let set = self.set(class);
        let mut at = 0;
        loop {
            let word = self.read(set, at) & self.read(self.active, at);
            if word != 0 || at + 1 == self.length {
                return at as u32 * WORD + word.trailing_zeros();
            }
            at += 1;
        }
    }

    /// A class leaves no choice.
    #[inline(always)]
    fn push(&self, class: u64) {
        let at = self.read(self.end, 0);
        self.write(self.units, at as usize, class);
        self.write(self.end, 0, at + 1);
    }

    /// The set of a class.
    #[inline(always)]
    fn set(&self, class: u32) -> Scratch<'a, u64> {
        self.sets.part(u64::from(class) * self.length as u64, self.length as u64)
    }

    #[inline(always)]
    fn read(&self, from: Scratch<'_, u64>, at: usize) -> u64 {
        // SAFETY: this warp's room, by the promise to `new`; what is read was written, and the lanes have met since.
        unsafe { from.read(at) }
    }

    #[inline(always)]
    fn write(&self, to: Scratch<'_, u64>, at: usize, what: u64) {
        // SAFETY: this warp's room, by the promise to `new`; one lane writes an element, and the lanes meet before
        // another reads it.
        unsafe { to.write(at, what) };
    }
}
