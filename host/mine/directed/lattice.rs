//! From counts of subgraphs that may lack parts of the graph to counts of those that do not, and back.

use std::collections::BTreeMap;

use super::digraph::{Digraph, DigraphPart, DirectedClasses};
use crate::MineError;

/// How many there are of each class.
pub(crate) type ClassCounts = BTreeMap<u32, u128>;

/// Counts of subgraphs, each of which keeps all parts that the graph has between its vertices, become counts of those that may lack any of them; or, where
/// `inverse`, the other way round. Both are for connected ones.
///
/// A subgraph that lacks `j` parts comes of one that keeps all, by taking them away in any of `j!` orders. With `P` for taking one away, in every way, the first
/// is the sum of `P^j / j!` over all `j`, and the second, its inverse, that of `(-P)^j / j!`: both go down part by part.
pub(crate) fn lacking(
    classes: &mut DirectedClasses,
    k: usize,
    counts: &ClassCounts,
    part: DigraphPart,
    inverse: bool,
) -> Result<ClassCounts, MineError> {
    let mut levels: BTreeMap<usize, ClassCounts> = BTreeMap::new();
    for (&class, &count) in counts {
        levels.entry(Digraph::of_number(k, class).count(part)).or_default().insert(class, count);
    }
    let mut all = ClassCounts::new();
    // By how many were taken away, what has come to the level.
    let mut come: Vec<ClassCounts> = Vec::new();
    let most = levels.keys().last().copied().unwrap_or_default();
    for level in (0..=most).rev() {
        let mut down = vec![levels.remove(&level).unwrap_or_default()];
        for (taken, counts) in come.iter().enumerate() {
            down.push(take_one(classes, k, counts, part, taken as u128 + 1)?);
        }
        come = down;
        let (mut plus, mut minus) = (ClassCounts::new(), ClassCounts::new());
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
fn take_one(
    classes: &mut DirectedClasses,
    k: usize,
    counts: &ClassCounts,
    part: DigraphPart,
    taken: u128,
) -> Result<ClassCounts, MineError> {
    let mut sums = ClassCounts::new();
    for (&class, &count) in counts.iter().filter(|(_, count)| **count > 0) {
        for left in Digraph::of_number(k, class).without_one(part) {
            add(&mut sums, classes.class(left), count)?;
        }
    }
    sums.values_mut().for_each(|sum| *sum /= taken);
    Ok(sums)
}

/// Adds to the count of a class.
pub(crate) fn add(counts: &mut ClassCounts, class: u32, count: u128) -> Result<(), MineError> {
    let sum = counts.entry(class).or_default();
    *sum = sum.checked_add(count).ok_or(MineError::CountOverflow)?;
    Ok(())
}
