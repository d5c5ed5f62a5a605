//! Sets of small numbers, as the bits of words.

/// Adds a member to a set.
pub(crate) fn insert(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

/// Whether a set has a member.
pub(crate) fn contains(set: &[u64], member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 == 1
}

/// Takes a member out of a set.
pub(crate) fn remove(set: &mut [u64], member: usize) {
    set[member / 64] &= !(1 << (member % 64));
}

/// The least member of a set.
pub(crate) fn least(set: &[u64]) -> Option<usize> {
    let word = set.iter().position(|&word| word != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}

/// The members of a set, ascending.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    (0..).zip(set).flat_map(|(at, &word): (usize, &u64)| {
        let some = |word: u64| Some(word).filter(|&word| word != 0);
        let words = std::iter::successors(some(word), move |word| some(word & (word - 1)));
        words.map(move |word| 64 * at + word.trailing_zeros() as usize)
    })
}

/// How many members a set has.
pub(crate) fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// How many members two sets have in common.
pub(crate) fn common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn they_are_sets() {
        let (mut set, mut expected) = ([0; 3], BTreeSet::new());
        assert_eq!((least(&set), size(&set), members(&set).count()), (None, 0, 0));
        for step in 0..400usize {
            let member = step * 37 % 192;
            if step % 3 == 2 {
                remove(&mut set, member / 2);
                expected.remove(&(member / 2));
            } else {
                insert(&mut set, member);
                expected.insert(member);
            }
            assert!(members(&set).eq(expected.iter().copied()), "step {step}");
            assert_eq!((least(&set), size(&set) as usize), (expected.first().copied(), expected.len()));
            assert!((0..192).all(|member| contains(&set, member) == expected.contains(&member)));
        }
        let evens: Vec<usize> = (0..192).step_by(2).collect();
        let mut other = [0; 3];
        evens.iter().for_each(|&member| insert(&mut other, member));
        assert_eq!(
            common(&set, &other) as usize,
            evens.iter().filter(|even| expected.contains(even)).count()
        );
    }
}
