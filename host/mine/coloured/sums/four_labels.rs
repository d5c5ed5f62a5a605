//! Counts by the labels of up to four vertices.

use rustc_hash::FxHashMap;

use crate::MineError;

/// The most counts that are all kept, whether something has come to them: a megabyte.
const MOST_KEPT: usize = 1 << 16;

/// Counts by four labels, in the order that their graphs give them.
pub(super) struct FourLabelSums {
    labels: usize,
    counts: KeptSums,
}

enum KeptSums {
    /// A count for each four.
    All(Vec<u128>),
    /// Those that something has come to.
    There(FxHashMap<u32, u128>),
}

impl FourLabelSums {
    /// Counts of nothing, for so many labels.
    pub fn new(labels: usize) -> FourLabelSums {
        let all = labels.pow(4);
        let counts = match all <= MOST_KEPT {
            true => KeptSums::All(vec![0; all]),
            false => KeptSums::There(FxHashMap::default()),
        };
        FourLabelSums { labels, counts }
    }

    /// Adds to the count of four labels.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    #[inline]
    pub fn add(&mut self, labels: [u32; 4], count: u128) -> Result<(), MineError> {
        let place = labels.iter().fold(0, |place, &label| place * self.labels + label as usize);
        let sum = match &mut self.counts {
            KeptSums::All(counts) => &mut counts[place],
            KeptSums::There(_) if count == 0 => return Ok(()),
            KeptSums::There(counts) => counts.entry(place as u32).or_default(),
        };
        *sum = sum.checked_add(count).ok_or(MineError::CountOverflow)?;
        Ok(())
    }

    /// Adds others of as many labels.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    pub fn merge(&mut self, other: FourLabelSums) -> Result<(), MineError> {
        other.counts().try_for_each(|(labels, count)| self.add(labels, count))
    }

    /// Those that something has come to.
    pub fn counts(self) -> Box<dyn Iterator<Item = ([u32; 4], u128)>> {
        let labels = self.labels;
        let of_place = move |(place, count): (usize, u128)| {
            let label = |at: usize| (place / labels.pow(3 - at as u32) % labels) as u32;
            (std::array::from_fn(label), count)
        };
        match self.counts {
            KeptSums::All(counts) => {
                Box::new((0..).zip(counts).filter(|(_, count)| *count > 0).map(of_place))
            }
            KeptSums::There(counts) => {
                Box::new(counts.into_iter().map(move |(place, count)| of_place((place as usize, count))))
            }
        }
    }
}

/// In how many ways two are taken of so many.
pub(super) fn pairs(of: u64) -> u128 {
    let of = u128::from(of);
    of * of.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few labels, of which all counts are kept, and more.
    #[test]
    fn counts_keep_their_labels_and_refuse_to_pass_128_bits() {
        for labels in [3, 40] {
            let last = labels as u32 - 1;
            let fours = [[0, 0, 0, 1], [last, 0, 1, last], [last; 4]];
            let mut four_labels = FourLabelSums::new(labels);
            for (four, count) in fours.into_iter().zip(1..) {
                four_labels.add(four, count).unwrap();
                four_labels.add(four, u128::MAX - 10).unwrap();
            }
            let mut more = FourLabelSums::new(labels);
            more.add(fours[1], 3).unwrap();
            four_labels.merge(more).unwrap();
            let mut counts: Vec<([u32; 4], u128)> = four_labels.counts().collect();
            counts.sort_unstable();
            let expected = [u128::MAX - 9, u128::MAX - 5, u128::MAX - 7];
            assert_eq!(counts, fours.into_iter().zip(expected).collect::<Vec<_>>(), "{labels} labels");
            let mut full = FourLabelSums::new(labels);
            full.add(fours[1], u128::MAX).unwrap();
            assert!(matches!(full.add(fours[1], 1), Err(MineError::CountOverflow)));
            let mut one = FourLabelSums::new(labels);
            one.add(fours[1], 1).unwrap();
            assert!(matches!(one.merge(full), Err(MineError::CountOverflow)));
        }
    }
}
