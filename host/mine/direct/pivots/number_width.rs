//! How many bits the numbers of cliques at vertices have.

use crate::counts::Counts;

/// The numbers that cliques are counted in at vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberWidth {
    Bits64,
    Bits128,
}

use NumberWidth::{Bits64, Bits128};

impl NumberWidth {
    /// Those for so many cliques in all: no sum passes that.
    pub fn of(cliques: u128) -> NumberWidth {
        if u64::try_from(cliques).is_ok() { Bits64 } else { Bits128 }
    }

    /// The words of a number, the lower one first.
    pub fn words(self) -> usize {
        match self {
            Bits64 => 1,
            Bits128 => 2,
        }
    }

    /// For each `p` up to `most` the C(p, i), for `i` from 0 to `k`, or the largest number where they are larger.
    pub fn binomials(self, most: u32, k: u32) -> Vec<u64> {
        let width = k as usize + 1;
        let mut table = vec![0u128; (most as usize + 1) * width];
        table[0] = 1;
        for p in 1..=most as usize {
            for i in 0..width {
                let before = |i: usize| table[(p - 1) * width + i];
                table[p * width + i] = if i == 0 { 1 } else { before(i).saturating_add(before(i - 1)) };
            }
        }
        match self {
            Bits64 => table.into_iter().map(|ways| ways.try_into().unwrap_or(u64::MAX)).collect(),
            Bits128 => table.into_iter().flat_map(|ways| [ways as u64, (ways >> u64::BITS) as u64]).collect(),
        }
    }

    /// What workers have found of `n` vertices, added up.
    ///
    /// # Errors
    /// The first error in `found`.
    pub fn added_up<E>(
        self,
        n: usize,
        found: impl Iterator<Item = Result<Vec<u64>, E>>,
    ) -> Result<Counts, E> {
        match self {
            Bits64 => {
                let mut counts = vec![0; n];
                for found in found {
                    counts.iter_mut().zip(found?).for_each(|(count, more)| *count += more);
                }
                Ok(Counts::Narrow(counts))
            }
            Bits128 => {
                let mut counts = vec![0; n];
                for found in found {
                    let words = found?;
                    let numbers = words
                        .as_chunks()
                        .0
                        .iter()
                        .map(|&[low, high]| u128::from(low) | u128::from(high) << u64::BITS);
                    counts.iter_mut().zip(numbers).for_each(|(count, more)| *count += more);
                }
                Ok(Counts::from(counts))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_those_of_pascal() {
        let table = Bits64.binomials(70, 35);
        let at = |p: usize, i: usize| table[p * 36 + i];
        assert_eq!((at(0, 0), at(0, 1), at(5, 2), at(6, 6), at(6, 7), at(70, 1)), (1, 0, 10, 1, 0, 70));
        assert_eq!(at(66, 33), 7_219_428_434_016_265_740);
        // C(68, 34) is more than 2^64.
        assert_eq!(at(68, 34), u64::MAX);
        let table = Bits128.binomials(140, 70);
        let at = |p: usize, i: usize| &table[2 * (p * 71 + i)..][..2];
        assert_eq!((at(66, 33), at(5, 7)), (&[7_219_428_434_016_265_740, 0][..], &[0, 0][..]));
        // C(68, 34) is 28,453,041,475,240,576,740. C(132, 66) is more than 2^128.
        assert_eq!(at(68, 34), [10_006_297_401_531_025_124, 1]);
        assert_eq!((at(130, 65)[1] < u64::MAX, at(132, 66)), (true, &[u64::MAX; 2][..]));
    }

    #[test]
    fn what_workers_found_is_added_up() {
        let of = |words: &[u64]| Ok::<_, ()>(words.to_vec());
        let narrow = Bits64.added_up(2, [of(&[1, 2]), of(&[3, 4])].into_iter()).unwrap();
        assert_eq!(narrow, Counts::Narrow(vec![4, 6]));
        let found = [of(&[u64::MAX, 0, 5, 1]), of(&[1, 0, 7, 2])];
        let wide = Bits128.added_up(2, found.into_iter()).unwrap();
        assert_eq!(wide, Counts::Wide(vec![1 << 64, 3 << 64 | 12]));
        // All of them together may be too many where none is.
        assert_eq!(Bits128.added_up(1, [of(&[9, 0])].into_iter()).unwrap(), Counts::Narrow(vec![9]));
        assert_eq!([u64::MAX.into(), 1 << 64].map(NumberWidth::of), [Bits64, Bits128]);
    }
}
