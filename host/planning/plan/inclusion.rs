//! Inclusion and exclusion: in how many ways the pattern's last vertices can be drawn from their sets.
//!
//! No two of these vertices are adjacent, so all that ties them together is that they are different. For each partition
//! of them into blocks, the maps that take each block to a single vertex are as many as the product, over the blocks,
//! of what the block's sets have in common; the maps that are injective are the sum of these products over all
//! partitions, each times `(-1)^(b - 1) (b - 1)!` for each block of `b`. This is the sum of GraphPi (Shi et al., SC
//! 2020, section IV-D), over partitions in place of sets of equal pairs, so that each product appears once.
//!
//! Vertices of one class share a set. They may be exchanged, and each choice of them counts once.

use motherlode_device::combination::SizeTerm;

use super::drawn::DrawnVertices;
use super::shape::Shape;

/// A sum of products of the sizes of sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InclusionSum {
    /// Per set the classes of which it is the common part, as a mask: first those of single classes.
    pub sets: Vec<u32>,
    /// The products; none for a single class, whose number is a binomial coefficient or a power.
    pub terms: Vec<SizeTerm>,
    /// What the sum is divided by.
    pub divisor: u32,
}

impl InclusionSum {
    /// The ways to draw what `shape` leaves. A set of several classes that can have no vertex is left out, with its
    /// terms.
    pub fn of(shape: &Shape) -> Self {
        let sets = (0..shape.drawn.classes()).map(|class| 1 << class).collect();
        let divisor = if shape.injective { shape.drawn.orders() as u32 } else { 1 };
        let mut sum = InclusionSum { sets, terms: Vec::new(), divisor };
        if sum.sets.len() < 2 {
            return sum;
        }
        let classes = shape.drawn.class_of_each();
        if shape.injective {
            each_partition(&mut vec![0; classes.len()], 0, 0, &mut |blocks| sum.add(shape, &classes, blocks));
        } else {
            sum.add(shape, &classes, &(0..classes.len()).collect::<Vec<_>>());
        }
        // The product of all comes last, but is what the others are taken from.
        sum.terms.reverse();
        sum
    }

    /// Adds the product for the partition in which vertex `i` is in block `blocks[i]`.
    fn add(&mut self, shape: &Shape, classes: &[u32], blocks: &[usize]) {
        let (mut coefficient, mut factors) = (1, Vec::new());
        for block in 0..blocks.len() {
            let members = || (0..blocks.len()).filter(|&vertex| blocks[vertex] == block);
            let set = members().fold(0, |set, vertex| set | 1 << classes[vertex]);
            (1..members().count() as i32).for_each(|others| coefficient *= -others);
            factors.extend((set != 0).then_some(set));
        }
        if factors.iter().any(|&set| shape.is_disjoint(set)) {
            return;
        }
        let powers = factors.into_iter().fold(0, |powers, set| powers + (1 << (4 * self.place(set))));
        match self.terms.iter_mut().find(|term| term.powers == powers) {
            Some(term) => term.coefficient += coefficient,
            None => self.terms.push(SizeTerm { coefficient, powers }),
        }
    }

    fn place(&mut self, set: u32) -> usize {
        self.sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        })
    }
}

/// Calls `each` for every partition of the vertices from `next` on, where those before are in `blocks`, of which there
/// are `used`.
fn each_partition(blocks: &mut Vec<usize>, next: usize, used: usize, each: &mut dyn FnMut(&[usize])) {
    if next == blocks.len() {
        return each(blocks);
    }
    for block in 0..=used {
        blocks[next] = block;
        each_partition(blocks, next + 1, used.max(block + 1), each);
    }
}

/// Whether the ways to draw from sets of up to `longest` vertices stay below 2^64: each sum is at most the product of
/// the sizes.
pub(super) fn fits(drawn: DrawnVertices, longest: u32) -> bool {
    u64::from(longest).checked_pow(drawn.vertices() as u32).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_those_of_bell() {
        for (vertices, bell) in [(1, 1), (2, 2), (3, 5), (4, 15)] {
            let mut found = std::collections::BTreeSet::new();
            each_partition(&mut vec![0; vertices], 0, 0, &mut |blocks| {
                assert!(found.insert(blocks.to_vec()))
            });
            assert_eq!(found.len(), bell);
        }
    }

    #[test]
    fn ways_stay_below_what_a_word_holds() {
        let drawn = DrawnVertices::of(&[2, 1, 1]).unwrap();
        assert!(fits(drawn, 65_535) && !fits(drawn, 65_536));
    }
}
