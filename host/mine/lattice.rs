//! From counts of subgraphs that may lack parts of the graph to counts of those that do not, and back.

use std::collections::BTreeMap;

use super::class_counts::{ClassCount, CountsByClass, SortedCounts, signed_sum};
use super::{Context, MineError};

/// Graphs of a few vertices, told apart by classes, and what is left of them when parts are taken away.
pub(crate) trait Lattice {
    /// What isomorphic graphs have in common.
    type Class: Ord + Copy;

    /// How many parts the graphs of a class have.
    fn parts(&self, class: Self::Class) -> usize;

    /// How few parts a connected graph has.
    fn least_parts(&self) -> usize;

    /// Gives `left` the classes that are left when a part is taken away, in every way that leaves a connected graph.
    fn without_one(&mut self, class: Self::Class, left: impl FnMut(Self::Class));
}

/// Counts of subgraphs, each of which keeps all parts that the graph has between its vertices, become counts of those
/// that may lack any of them; or, where `inverse`, the other way round. Both are for connected ones.
///
/// A subgraph that lacks `j` parts comes of one that keeps all, by taking them away in any of `j!` orders. With `P` for
/// taking one away, in every way, the first is the sum of `P^j / j!` over all `j`, and the second, its inverse, that of
/// `(-P)^j / j!`: both go down part by part.
///
/// # Errors
/// When a count passes 128 bits, or the job is to stop.
pub(crate) fn lacking<L: Lattice>(
    lattice: &mut L,
    counts: CountsByClass<L::Class>,
    inverse: bool,
    context: &Context,
) -> Result<CountsByClass<L::Class>, MineError> {
    let least = lattice.least_parts();
    // By how many parts they have beyond the least.
    let mut levels: Vec<CountsByClass<L::Class>> = Vec::new();
    for of in counts {
        let level = lattice.parts(of.class) - least;
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(of);
    }
    let mut all = Vec::new();
    // By how many were taken away, what has come to the level.
    let mut come: Vec<CountsByClass<L::Class>> = Vec::new();
    for level in levels.into_iter().rev() {
        let mut down = vec![level];
        for (taken, counts) in (1..).zip(std::mem::take(&mut come)) {
            down.push(take_one(lattice, counts, taken, context)?);
        }
        come = down;
        all.extend(signed_sum(&come, |taken| inverse && taken % 2 == 1)?);
    }
    all.sort_unstable_by_key(|of| of.class);
    Ok(all)
}

/// What comes of taking a part away, in every way; divided by how many have been taken, as that many orders give the
/// same.
fn take_one<L: Lattice>(
    lattice: &mut L,
    counts: CountsByClass<L::Class>,
    taken: u128,
    context: &Context,
) -> Result<CountsByClass<L::Class>, MineError> {
    let mut sums = SortedCounts::new();
    for ClassCount { class, count } in counts.into_iter().filter(|of| of.count > 0) {
        context.check()?;
        let mut added = Ok(());
        lattice.without_one(class, |left| {
            if added.is_ok() {
                added = sums.add(left, count);
            }
        });
        added?;
    }
    let mut sums = sums.into_counts()?;
    sums.iter_mut().for_each(|sum| sum.count /= taken);
    Ok(sums)
}

/// [`lacking`] of counts that are kept as a map.
///
/// # Errors
/// As those of [`lacking`].
pub(crate) fn lacking_of_map<L: Lattice>(
    lattice: &mut L,
    counts: &BTreeMap<L::Class, u128>,
    inverse: bool,
    context: &Context,
) -> Result<BTreeMap<L::Class, u128>, MineError> {
    let counts = counts.iter().map(|(&class, &count)| ClassCount { class, count }).collect();
    let found = lacking(lattice, counts, inverse, context)?;
    Ok(found.into_iter().map(|of| (of.class, of.count)).collect())
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
