//! Counts by a kind of graphs and the labels of their vertices.

use super::label_classes::LabelClasses;
use super::shapes::SumShape;
use super::shared_sums::SharedSums;
use crate::MineError;
use crate::class_counts::ClassCount;

/// The most fours of labels all of which have a count, whether something has come to them: a megabyte for each kind of
/// graphs.
const MOST_KEPT: usize = 1 << 16;
/// Sums that a thread keeps for a while, as the next that come are often of the same labels: they stay in a cache.
const SLOTS: u32 = 12;
/// Sums that a thread hands over at a time.
const HANDED: usize = 1 << 14;

/// What a thread sums up.
pub(super) struct ShapeSums<'s> {
    labels: usize,
    shared: &'s SharedSums<'s>,
    kept: KeptSums,
}

enum KeptSums {
    /// A count for each kind of graphs and four labels.
    All(Vec<u128>),
    /// Those of some that came last, by [`LabelClasses::packed`], and what is to be handed over.
    Latest { slots: Vec<ClassCount<u64>>, handed: Vec<ClassCount<u64>> },
}

impl<'s> ShapeSums<'s> {
    /// Sums of nothing, for so many labels.
    pub fn new(labels: usize, shared: &'s SharedSums<'s>) -> Self {
        let kept = match ShapeSums::of_all(labels) {
            Some(all) => KeptSums::All(vec![0; all]),
            None => KeptSums::Latest {
                slots: vec![ClassCount { class: 0, count: 0 }; 1 << SLOTS],
                handed: Vec::with_capacity(HANDED),
            },
        };
        ShapeSums { labels, shared, kept }
    }

    /// Whether all counts of so many labels are kept.
    pub fn keeps_all(labels: usize) -> bool {
        ShapeSums::of_all(labels).is_some()
    }

    /// How many counts there are, if all are kept.
    fn of_all(labels: usize) -> Option<usize> {
        let fours = labels.checked_pow(4).filter(|&fours| fours <= MOST_KEPT)?;
        Some(fours * SumShape::ALL.len())
    }

    /// Bytes that a thread takes.
    pub fn bytes(labels: usize) -> u64 {
        let all = ShapeSums::of_all(labels).map(|all| all * size_of::<u128>());
        all.unwrap_or(((1 << SLOTS) + HANDED) * size_of::<ClassCount<u64>>()) as u64
    }

    /// Adds to the count of labels, those of as many vertices as are counted.
    ///
    /// # Errors
    /// When a count passes 128 bits, or the memory has no room for as many as there are.
    #[inline]
    pub fn add(&mut self, shape: SumShape, labels: [u32; 4], count: u128) -> Result<(), MineError> {
        match &mut self.kept {
            KeptSums::All(counts) => {
                let place =
                    labels.iter().fold(shape as usize, |place, &label| place * self.labels + label as usize);
                counts[place] = counts[place].checked_add(count).ok_or(MineError::CountOverflow)?;
                Ok(())
            }
            KeptSums::Latest { .. } if count == 0 => Ok(()),
            KeptSums::Latest { slots, handed } => {
                let classes = self.shared.classes();
                let class = classes.packed(shape as usize, &labels[..classes.vertices()]);
                let slot =
                    &mut slots[(class.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS)) as usize];
                if slot.class == class {
                    slot.count = { slot.count }.checked_add(count).ok_or(MineError::CountOverflow)?;
                    return Ok(());
                }
                let before = std::mem::replace(slot, ClassCount { class, count });
                if before.count > 0 {
                    handed.push(before);
                    if handed.len() == HANDED {
                        self.shared.take(handed)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Hands all over.
    ///
    /// # Errors
    /// As those of [`add`](Self::add).
    pub fn finish(self) -> Result<(), MineError> {
        let (labels, classes) = (self.labels, self.shared.classes());
        match self.kept {
            KeptSums::All(counts) => {
                let some = (0..).zip(counts).filter(|&(_, count)| count > 0);
                let mut all = some.map(|(place, count)| packed_of(place, count, labels, classes)).collect();
                self.shared.take(&mut all)
            }
            KeptSums::Latest { slots, mut handed } => {
                handed.extend(slots.into_iter().filter(|slot| slot.count > 0));
                self.shared.take(&mut handed)
            }
        }
    }
}

/// The count at a place of those that are all kept.
fn packed_of(place: usize, count: u128, labels: usize, classes: &LabelClasses) -> ClassCount<u64> {
    let (mut four, mut left) = ([0; 4], place);
    for label in four.iter_mut().rev() {
        *label = (left % labels) as u32;
        left /= labels;
    }
    ClassCount { class: classes.packed(left, &four[..classes.vertices()]), count }
}

/// In how many ways two are taken of so many.
pub(super) fn pairs(of: u64) -> u128 {
    let of = u128::from(of);
    of * of.saturating_sub(1) / 2
}
