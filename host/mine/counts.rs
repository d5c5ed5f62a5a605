//! Counts one after the other, in as few bits as hold them all.

use rayon::prelude::*;

/// Counts one after the other: in 64 bits where all fit, and in 128 where one does not.
///
/// Two are equal if their counts are: made by [`of`](Self::of) or `from`, they are [`Wide`](Self::Wide) only where they
/// must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    /// All are below 2^64.
    Narrow(Vec<u64>),
    /// One of them, at least, is not.
    Wide(Vec<u128>),
}

impl Counts {
    /// So many counts, `count(i)` at place `i`: asked for once more from the first if one of them does not fit in 64
    /// bits. None if one has none.
    pub fn of(length: usize, count: impl Fn(usize) -> Option<u128> + Sync) -> Option<Counts> {
        let places = || (0..length).into_par_iter();
        let narrow = places().map(|place| count(place).and_then(|count| u64::try_from(count).ok()));
        match narrow.collect() {
            Some(all) => Some(Counts::Narrow(all)),
            None => places().map(&count).collect::<Option<_>>().map(Counts::Wide),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Counts::Narrow(all) => all.len(),
            Counts::Wide(all) => all.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The count at a place.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, place: usize) -> u128 {
        match self {
            Counts::Narrow(all) => all[place].into(),
            Counts::Wide(all) => all[place],
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u128> + Clone + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// What no count passes in each of so many columns, where the counts are rows one after the other: the greatest, or
    /// 2^64 - 1 if all fit there.
    pub fn bounds_of_columns(&self, columns: usize) -> Vec<u128> {
        let Counts::Wide(all) = self else { return vec![u64::MAX.into(); columns] };
        let mut most = vec![0; columns];
        for row in all.chunks_exact(columns) {
            most.iter_mut().zip(row).for_each(|(most, &count)| *most = count.max(*most));
        }
        most
    }
}

impl From<Vec<u64>> for Counts {
    fn from(counts: Vec<u64>) -> Counts {
        Counts::Narrow(counts)
    }
}

impl From<Vec<u128>> for Counts {
    fn from(counts: Vec<u128>) -> Counts {
        let narrow = counts.iter().map(|&count| u64::try_from(count));
        match narrow.collect() {
            Ok(narrow) => Counts::Narrow(narrow),
            Err(_) => Counts::Wide(counts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_as_wide_as_they_must() {
        let of = |counts: &[u128]| Counts::of(counts.len(), |place| Some(counts[place])).unwrap();
        let most = u128::from(u64::MAX);
        assert_eq!(of(&[1, most, 3]), Counts::Narrow(vec![1, u64::MAX, 3]));
        assert_eq!(of(&[1, most + 1, 3]), Counts::Wide(vec![1, 1 << 64, 3]));
        assert!(of(&[]).is_empty());
        assert_eq!(Counts::of(2, |place| (place == 0).then_some(u128::MAX)), None);
        let (narrow, wide) = (of(&[1, 5, 4, 2]), of(&[1, 5 << 64, 4, 2]));
        assert_eq!(
            (narrow.bounds_of_columns(2), wide.bounds_of_columns(2)),
            (vec![most; 2], vec![4, 5 << 64])
        );
        assert_eq!((narrow.iter().sum::<u128>(), wide.iter().sum::<u128>()), (12, (5 << 64) + 7));
    }
}
