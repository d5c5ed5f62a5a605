//! Legs: extensions with all their embeddings.

use std::ops::Range;

use motherlode_device::kernels::transactions::{Head, NONE, pair};

use crate::columns::{Recycled, RecycledArrays};
use crate::runtime::RuntimeError;

/// The legs of the patterns of a window.
pub(super) struct Legs<'p> {
    /// The graph and the signature of each embedding.
    pub(super) heads: Recycled<'p, Head>,
    /// The row of the first of them.
    pub(super) base: u32,
    pub(super) store: LegStore<'p>,
    /// Where the leg of each extension is, by its number in the window.
    pub(super) places: Vec<LegPlace>,
}

/// Where a leg is.
#[derive(Clone, Debug, Default)]
pub(super) struct LegPlace {
    /// Where its rows are.
    pub(super) rows: Range<usize>,
    /// Where it is told at which of them those of each embedding start.
    starts: Range<usize>,
    /// The row of the first embedding.
    first: u32,
}

/// An extension with all its embeddings.
#[derive(Clone, Copy)]
pub(super) struct Leg<'l> {
    /// For each, the row of the embedding that it extends, and the vertex; and one word more.
    rows: &'l [u64],
    /// At which of them those of each embedding of the pattern start, and where the last ones end.
    starts: &'l [u32],
    /// The row of the first embedding.
    first: u32,
}

impl<'l> Leg<'l> {
    /// The extensions of the embeddings from row `from` to row `to`.
    #[inline(always)]
    pub(super) fn between(self, from: u32, to: u32) -> Range<usize> {
        let start = self.starts[(from - self.first) as usize] as usize;
        start..self.starts[(to - self.first) as usize + 1] as usize
    }

    /// The extensions of the embedding of row `row`, and the vertex of the first; any one if there is none.
    ///
    /// # Safety
    /// `row` is a row of the pattern.
    #[inline(always)]
    pub(super) unsafe fn of(self, row: u32) -> (Range<usize>, u32) {
        // SAFETY: there is a start for each row of the pattern, and one more. They ascend to the number of the leg's
        // rows, behind which there is one word.
        unsafe {
            let at = (row - self.first) as usize;
            let start = *self.starts.get_unchecked(at) as usize;
            let end = *self.starts.get_unchecked(at + 1) as usize;
            (start..end, *self.rows.get_unchecked(start) as u32)
        }
    }

    /// The vertex of an extension.
    #[inline(always)]
    pub(super) fn vertex(self, at: usize) -> u32 {
        self.rows[at] as u32
    }
}

impl<'p> Legs<'p> {
    /// The rows of all legs.
    pub(super) fn rows(&self) -> &Recycled<'p, u64> {
        &self.store.rows
    }

    /// How many they are.
    pub(super) fn length(&self) -> usize {
        self.store.length
    }

    /// The leg of an extension.
    pub(super) fn leg(&self, number: u32) -> Leg<'_> {
        let LegPlace { rows, starts, first } = self.places[number as usize].clone();
        let LegStore { rows: all, starts: all_starts, .. } = &self.store;
        Leg {
            rows: &all.host_slice()[rows.start..rows.end + 1],
            starts: &all_starts.host_slice()[starts],
            first,
        }
    }
}

/// Where the legs of a window come to lie, one after another.
pub(super) struct LegStore<'p> {
    /// At least one more than are taken.
    pub(super) rows: Recycled<'p, u64>,
    pub(super) length: usize,
    pub(super) starts: Recycled<'p, u32>,
    starts_length: usize,
}

impl<'p> LegStore<'p> {
    /// With room for `rows` rows, which may become more, of legs of patterns of `embeddings` embeddings.
    pub(super) fn new(
        pool: &'p RecycledArrays<'p>,
        rows: usize,
        embeddings: usize,
    ) -> Result<LegStore<'p>, RuntimeError> {
        let (rows, starts) = (pool.words(rows + 1)?, pool.numbers(embeddings + 1)?);
        Ok(LegStore { rows, length: 0, starts, starts_length: 0 })
    }

    /// The place of a leg of `rows` rows behind the others, of a pattern of `embeddings` embeddings from row `first` on.
    pub(super) fn next(&self, rows: usize, embeddings: usize, first: u32) -> LegPlace {
        let starts = self.starts_length..self.starts_length + embeddings + 1;
        LegPlace { rows: self.length..self.length + rows, starts, first }
    }

    /// Makes room for a leg.
    pub(super) fn make_room(
        &mut self,
        pool: &'p RecycledArrays<'p>,
        place: &LegPlace,
    ) -> Result<(), RuntimeError> {
        if place.rows.end >= self.rows.host_slice().len() {
            self.grow(pool, place.rows.start, place.rows.end)?;
        }
        if place.starts.end > self.starts.host_slice().len() {
            let mut starts = pool.numbers(2 * place.starts.end)?;
            let written = &self.starts.host_slice()[..self.starts_length];
            starts.host_slice_mut()[..written.len()].copy_from_slice(written);
            self.starts = starts;
        }
        Ok(())
    }

    /// Makes room for more than `least` rows; the first `written` stay.
    #[cold]
    pub(super) fn grow(
        &mut self,
        pool: &'p RecycledArrays<'p>,
        written: usize,
        least: usize,
    ) -> Result<(), RuntimeError> {
        let mut rows = pool.words(2 * least + 1)?;
        rows.host_slice_mut()[..written].copy_from_slice(&self.rows.host_slice()[..written]);
        self.rows = rows;
        Ok(())
    }

    /// The room for rows behind those that are taken, and for the starts of a leg that comes there.
    pub(super) fn room(&mut self, place: &LegPlace) -> (&mut [u64], &mut [u32]) {
        let rows = &mut self.rows.host_slice_mut()[place.rows.start..];
        (rows, &mut self.starts.host_slice_mut()[place.starts.clone()])
    }

    /// Takes in a leg that was written at its place.
    pub(super) fn take(&mut self, place: &LegPlace) {
        (self.length, self.starts_length) = (place.rows.end, place.starts.end);
    }

    /// Appends a leg of a pattern of `embeddings` embeddings from row `first` on, and says where it is.
    pub(super) fn append(
        &mut self,
        pool: &'p RecycledArrays<'p>,
        leg: &[u64],
        embeddings: usize,
        first: u32,
    ) -> Result<LegPlace, RuntimeError> {
        let place = self.next(leg.len(), embeddings, first);
        self.make_room(pool, &place)?;
        self.rows.host_slice_mut()[place.rows.clone()].copy_from_slice(leg);
        self.take(&place);
        self.note_starts(&place);
        Ok(place)
    }

    /// Notes at which rows of a leg those of each embedding start.
    pub(super) fn note_starts(&mut self, place: &LegPlace) {
        let rows = &self.rows.host_slice()[place.rows.clone()];
        let starts = &mut self.starts.host_slice_mut()[place.starts.clone()];
        starts.fill(0);
        for (row, end) in rows.iter().zip(1..) {
            starts[((row >> 32) as u32 - place.first) as usize + 1] = end;
        }
        let mut last = 0;
        for start in starts {
            last = last.max(*start);
            *start = last;
        }
    }
}

/// A leg that is being written.
#[derive(Debug, Default)]
pub(super) struct GrowingLeg {
    pub(super) rows: Vec<u64>,
    /// In how many graphs it occurs so far.
    pub(super) support: u32,
    /// The last of them.
    graph: u32,
}

impl GrowingLeg {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.support, self.graph) = (0, NONE);
    }

    /// Takes an embedding; those of a graph come together.
    #[inline(always)]
    pub(super) fn push(&mut self, row: u32, vertex: u32, graph: u32) {
        self.rows.push(pair(row, vertex));
        if self.graph != graph {
            self.support += 1;
            self.graph = graph;
        }
    }
}

/// What the search for legs keeps its memory in, from window to window.
#[derive(Default)]
pub(super) struct LegScratch {
    pub(super) map: Vec<u32>,
    pub(super) doubts: Vec<u64>,
    /// By the number of the extension, within those of the pattern.
    pub(super) legs: Vec<GrowingLeg>,
}
