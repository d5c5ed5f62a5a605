//! From counts of subgraphs that may lack parts of the graph to counts of those that do not, and back.

use std::collections::BTreeMap;

use super::{Context, MineError};

/// Graphs of a few vertices, told apart by classes, and what is left of them when parts are taken away.
pub(crate) trait Lattice {
    /// What isomorphic graphs have in common.
    type Class: Ord + Copy;

    /// How many parts the graphs of a class have.
    fn parts(&self, class: Self::Class) -> usize;

    /// The classes that are left when a part is taken away, in every way that leaves a connected graph.
    fn without_one(&mut self, class: Self::Class) -> Vec<Self::Class>;
}

/// Counts of subgraphs, each of which keeps all parts that the graph has between its vertices, become counts of those that may lack any of them; or, where
/// `inverse`, the other way round. Both are for connected ones.
///
/// A subgraph that lacks `j` parts comes of one that keeps all, by taking them away in any of `j!` orders. With `P` for taking one away, in every way, the first
/// is the sum of `P^j / j!` over all `j`, and the second, its inverse, that of `(-P)^j / j!`: both go down part by part.
///
/// # Errors
/// When a count passes 128 bits, or the job is to stop.
pub(crate) fn lacking<L: Lattice>(
    lattice: &mut L,
    counts: &BTreeMap<L::Class, u128>,
    inverse: bool,
    context: &Context,
) -> Result<BTreeMap<L::Class, u128>, MineError> {
    let mut levels: BTreeMap<usize, BTreeMap<L::Class, u128>> = BTreeMap::new();
    for (&class, &count) in counts {
        levels.entry(lattice.parts(class)).or_default().insert(class, count);
    }
    let mut all = BTreeMap::new();
    // By how many were taken away, what has come to the level.
    let mut come: Vec<BTreeMap<L::Class, u128>> = Vec::new();
    let most = levels.keys().last().copied().unwrap_or_default();
    for level in (0..=most).rev() {
        let mut down = vec![levels.remove(&level).unwrap_or_default()];
        for (taken, counts) in come.iter().enumerate() {
            down.push(take_one(lattice, counts, taken as u128 + 1, context)?);
        }
        come = down;
        let (mut plus, mut minus) = (BTreeMap::new(), BTreeMap::new());
        for (taken, counts) in come.iter().enumerate() {
            let sums = if inverse && taken % 2 == 1 { &mut minus } else { &mut plus };
            counts.iter().try_for_each(|(&class, &count)| add(sums, class, count))?;
        }
        for (class, count) in plus {
            let less = minus.get(&class).copied().unwrap_or_default();
            all.insert(class, count.checked_sub(less).ok_or(MineError::CountOverflow)?);
        }
    }
    Ok(all)
}

/// What comes of taking a part away, in every way; divided by how many have been taken, as that many orders give the same.
fn take_one<L: Lattice>(
    lattice: &mut L,
    counts: &BTreeMap<L::Class, u128>,
    taken: u128,
    context: &Context,
) -> Result<BTreeMap<L::Class, u128>, MineError> {
    let mut sums = BTreeMap::new();
    for (&class, &count) in counts.iter().filter(|(_, count)| **count > 0) {
        context.check()?;
        for left in lattice.without_one(class) {
            add(&mut sums, left, count)?;
        }
    }
    sums.values_mut().for_each(|sum| *sum /= taken);
    Ok(sums)
}

/// Adds to the count of a class.
///
/// # Errors
/// When it passes 128 bits.
pub(crate) fn add<C: Ord>(counts: &mut BTreeMap<C, u128>, class: C, count: u128) -> Result<(), MineError> {
    let sum = counts.entry(class).or_default();
    *sum = sum.checked_add(count).ok_or(MineError::CountOverflow)?;
    Ok(())
}
