//! What all threads have summed up: each class once, whoever has met it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;
use rayon::prelude::*;

use super::label_classes::{LabelClass, LabelClasses};
use crate::class_counts::{ClassCount, CountsByClass, SortedCounts};
use crate::error::ColourError;
use crate::{Context, MineError};

/// Parts that classes are dealt to by a hash, so that threads seldom wait for each other.
const PARTS: u32 = 6;

/// Counts by class.
pub(super) struct SharedSums<'c> {
    classes: &'c LabelClasses,
    parts: Vec<Mutex<SortedCounts<LabelClass>>>,
    /// How many more there is room for.
    left: AtomicU64,
    most: u64,
    context: &'c Context,
}

impl<'c> SharedSums<'c> {
    /// Counts of nothing, with room for so many.
    pub fn new(classes: &'c LabelClasses, most: u64, context: &'c Context) -> Self {
        let parts = (0..1 << PARTS).map(|_| Mutex::new(SortedCounts::new())).collect();
        SharedSums { classes, parts, left: AtomicU64::new(most), most, context }
    }

    pub fn classes(&self) -> &'c LabelClasses {
        self.classes
    }

    /// Takes all sums of a list, by [`LabelClasses::packed`].
    ///
    /// # Errors
    /// When a count passes 128 bits, there is no room for them, or the job is to stop.
    pub fn take(&self, sums: &mut Vec<ClassCount<u64>>) -> Result<(), MineError> {
        self.context.check()?;
        sums.iter_mut().for_each(|sum| sum.class = self.classes.of_sum(sum.class));
        sums.sort_unstable_by_key(|sum| part_of(sum.class));
        for of_part in sums.chunk_by(|one, other| part_of(one.class) == part_of(other.class)) {
            self.make_room(of_part.len() as u64)?;
            let mut part = self.part(part_of(of_part[0].class));
            let before = part.len() + of_part.len();
            of_part.iter().try_for_each(|&ClassCount { class, count }| part.add(class, count))?;
            self.left.fetch_add((before - part.len()) as u64, Relaxed);
        }
        sums.clear();
        Ok(())
    }

    fn part(&self, part: usize) -> parking_lot::MutexGuard<'_, SortedCounts<LabelClass>> {
        // A thread that panicked takes all with it.
        self.parts[part].lock()
    }

    fn make_room(&self, classes: u64) -> Result<(), MineError> {
        let fewer = |left: u64| left.checked_sub(classes);
        match self.left.fetch_update(Relaxed, Relaxed, fewer) {
            Ok(_) => Ok(()),
            Err(_) => Err(no_room(self.classes.vertices(), self.most + 1, self.most)),
        }
    }

    /// The counts of all classes.
    ///
    /// # Errors
    /// When one passes 128 bits.
    pub fn into_counts(self) -> Result<CountsByClass<LabelClass>, MineError> {
        let counts = |part: Mutex<SortedCounts<LabelClass>>| part.into_inner().into_counts();
        let parts: Vec<CountsByClass<LabelClass>> =
            self.parts.into_par_iter().map(counts).collect::<Result<_, _>>()?;
        let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
        parts.into_iter().for_each(|part| all.extend(part));
        all.par_sort_unstable_by_key(|of| of.class);
        all.par_iter_mut().for_each(|of| of.count /= self.classes.times(of.class));
        Ok(all)
    }
}

/// The part that has a class.
fn part_of(class: LabelClass) -> usize {
    (class.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - PARTS)) as usize
}

/// Says that there are at least so many counts, and room for so many.
pub(super) fn no_room(k: usize, counts: u64, most: u64) -> MineError {
    ColourError::NoRoom { k, counts, most }.into()
}
