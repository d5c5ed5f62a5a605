//! How many there are of each of many classes: lists that are sorted by class, of which millions take no more room than
//! they must.

use super::MineError;

/// Counts that are kept apart, at least, before they are merged with those that are sorted.
const FRESH: usize = 1 << 10;

/// How many there are of a class. Packed, as 128 bits are on boundaries of their own otherwise: a third more.
#[repr(C, packed(8))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassCount<C> {
    pub class: C,
    pub count: u128,
}

/// Counts by rising class, each class once.
pub(crate) type CountsByClass<C> = Vec<ClassCount<C>>;

/// Counts that are still coming.
pub(crate) struct SortedCounts<C> {
    kept: CountsByClass<C>,
    /// What has come since they were sorted, in any order.
    fresh: CountsByClass<C>,
}

impl<C: Ord + Copy> SortedCounts<C> {
    /// Of nothing.
    pub fn new() -> Self {
        SortedCounts { kept: Vec::new(), fresh: Vec::new() }
    }

    /// Adds to the count of a class. Now and then all are merged: each is moved a few times in all, as what is merged
    /// is half as many as there are.
    ///
    /// # Errors
    /// When a count passes 128 bits.
    pub fn add(&mut self, class: C, count: u128) -> Result<(), MineError> {
        self.fresh.push(ClassCount { class, count });
        if self.fresh.len() >= FRESH.max(self.kept.len() / 2) { self.settle() } else { Ok(()) }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.kept.len() + self.fresh.len()
    }

    fn settle(&mut self) -> Result<(), MineError> {
        let mut fresh = std::mem::take(&mut self.fresh);
        combine(&mut fresh)?;
        let kept = std::mem::take(&mut self.kept);
        self.kept = if kept.is_empty() { fresh } else { signed_sum(&[kept, fresh], |_| false)? };
        Ok(())
    }

    /// All of them.
    ///
    /// # Errors
    /// When a count passes 128 bits.
    pub fn into_counts(mut self) -> Result<CountsByClass<C>, MineError> {
        self.settle()?;
        Ok(self.kept)
    }
}

/// Sorts counts, and makes those of a class one.
///
/// # Errors
/// When a count passes 128 bits.
fn combine<C: Ord + Copy>(counts: &mut CountsByClass<C>) -> Result<(), MineError> {
    counts.sort_unstable_by_key(|of| of.class);
    let mut kept = 0;
    for at in 0..counts.len() {
        let ClassCount { class, count } = counts[at];
        if kept > 0 && { counts[kept - 1].class } == class {
            let sum = { counts[kept - 1].count }.checked_add(count).ok_or(MineError::CountOverflow)?;
            counts[kept - 1].count = sum;
        } else {
            counts[kept] = ClassCount { class, count };
            kept += 1;
        }
    }
    counts.truncate(kept);
    Ok(())
}

/// The sums of lists, of which those that `is_less` names by their places are taken away.
///
/// # Errors
/// When a sum passes 128 bits, or comes to less than nothing.
pub(crate) fn signed_sum<C: Ord + Copy>(
    lists: &[CountsByClass<C>],
    is_less: impl Fn(usize) -> bool,
) -> Result<CountsByClass<C>, MineError> {
    let mut left: Vec<&[ClassCount<C>]> = lists.iter().map(Vec::as_slice).collect();
    let mut sums = Vec::with_capacity(lists.iter().map(Vec::len).max().unwrap_or(0));
    while let Some(class) = left.iter().filter_map(|list| list.first()).map(|of| of.class).min() {
        let (mut plus, mut minus) = (0u128, 0u128);
        for (at, list) in left.iter_mut().enumerate() {
            let Some((&of, rest)) = list.split_first().filter(|(of, _)| { of.class } == class) else {
                continue;
            };
            let sum = if is_less(at) { &mut minus } else { &mut plus };
            *sum = sum.checked_add(of.count).ok_or(MineError::CountOverflow)?;
            *list = rest;
        }
        sums.push(ClassCount { class, count: plus.checked_sub(minus).ok_or(MineError::CountOverflow)? });
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn pairs(counts: &CountsByClass<u32>) -> Vec<(u32, u128)> {
        counts.iter().map(|&of| (of.class, of.count)).collect()
    }

    /// Far more than are kept apart, of few classes and of many.
    #[test]
    fn counts_come_in_any_order() {
        for classes in [7, 5_000] {
            let (mut counts, mut expected) = (SortedCounts::new(), BTreeMap::new());
            for at in 0..20_000u32 {
                let (class, count) = (at.wrapping_mul(2_654_435_761) >> 7, u128::from(at % 5));
                counts.add(class % classes, count).unwrap();
                *expected.entry(class % classes).or_default() += count;
            }
            assert!(counts.len() < 20_000, "they are merged");
            assert_eq!(pairs(&counts.into_counts().unwrap()), expected.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn sums_have_signs_and_refuse_to_pass_their_bounds() {
        let list = |pairs: &[(u32, u128)]| -> CountsByClass<u32> {
            pairs.iter().map(|&(class, count)| ClassCount { class, count }).collect()
        };
        let lists = [list(&[(1, 5), (4, 2)]), list(&[(1, 2)]), list(&[(0, 3), (4, 7)])];
        let sums = signed_sum(&lists, |at| at == 1).unwrap();
        assert_eq!(pairs(&sums), [(0, 3), (1, 3), (4, 9)]);
        assert!(matches!(signed_sum(&lists, |at| at == 2), Err(MineError::CountOverflow)));
        let most = list(&[(1, u128::MAX)]);
        assert!(matches!(
            signed_sum(&[most.clone(), most.clone()], |_| false),
            Err(MineError::CountOverflow)
        ));
        let mut twice = [most.clone(), most].concat();
        assert!(matches!(combine(&mut twice), Err(MineError::CountOverflow)));
    }
}
