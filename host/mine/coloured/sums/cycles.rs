//! 4-cycles, by the two of their vertices that are opposite: the least of all, and the one beyond its neighbours.

use std::ops::Range;

use super::shape_sums::{ShapeSums, pairs};
use super::shapes::SumShape;
use super::vertices::{LabelledLists, OfLabel};
use crate::MineError;

/// The most labels of which a thread has a number for each at each far end.
const MOST_LABELS: usize = 64;
/// Numbers that a thread keeps, at most: those of all labels of some vertices. They stay in a cache.
const CELLS: usize = 1 << 20;

/// A thread that counts the wedges from a root to others, by the labels in their middles.
pub(super) struct OppositeEnds<'g> {
    lists: &'g LabelledLists<'g>,
    middles: Middles,
    /// How many far ends there is room for.
    room: u32,
    /// How many wedges end at each of a window; all 0 between windows.
    wedges: Vec<u32>,
    /// Those at which some do.
    met: Vec<u32>,
    /// By label, how many of the wedges to a far end have it in their middle.
    there: Vec<OfLabel>,
}

/// How many wedges to each far end have each label in their middle.
enum Middles {
    /// For each far end of a window and each of so many labels, all 0 between windows.
    All(usize, Vec<u32>),
    /// A far end that several wedges have, and the label of each of these: with many labels, most of them are in no
    /// middle.
    There(Vec<(u32, u32)>),
}

impl<'g> OppositeEnds<'g> {
    pub fn new(lists: &'g LabelledLists<'g>) -> Self {
        let labels = lists.label_count();
        let room = if labels > MOST_LABELS { lists.n() as usize } else { OppositeEnds::window(lists) };
        let middles = match labels > MOST_LABELS {
            true => Middles::There(Vec::new()),
            false => Middles::All(labels, vec![0; room * labels]),
        };
        let (wedges, met, there) = (vec![0; room], Vec::new(), Vec::new());
        OppositeEnds { lists, middles, room: room as u32, wedges, met, there }
    }

    fn window(lists: &LabelledLists<'_>) -> usize {
        (CELLS / lists.label_count()).min(lists.n() as usize)
    }

    /// Bytes that a thread takes, at most.
    pub fn bytes(lists: &LabelledLists<'_>) -> u64 {
        let ends = 2 * u64::from(lists.n());
        let middles = match lists.label_count() > MOST_LABELS {
            true => 2 * lists.most_wedges(),
            false => CELLS as u64,
        };
        (ends + middles) * size_of::<u32>() as u64
    }

    /// Adds the 4-cycles whose least vertex is the root, by its label, and those that follow around the cycle.
    pub fn root(&mut self, root: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let n = self.lists.n();
        let mut start = root + 1;
        while start < n {
            let end = n.min(start.saturating_add(self.room));
            self.meet(root, start..end);
            self.add_all(root, start, sums)?;
            start = end;
        }
        Ok(())
    }

    /// Counts the wedges that end in a window.
    fn meet(&mut self, root: u32, window: Range<u32>) {
        let (lists, met) = (self.lists, &mut self.met);
        let (middles, wedges) = (&mut self.middles, &mut self.wedges);
        let mut meet = |at: u32, label: u32| {
            let wedges = &mut wedges[at as usize];
            if *wedges == 0 {
                met.push(at);
            }
            *wedges += 1;
            if let Middles::All(labels, middles) = &mut *middles {
                middles[at as usize * *labels + label as usize] += 1;
            }
        };
        each_wedge(lists, root, window.clone(), &mut meet);
        if let Middles::There(there) = middles {
            each_wedge(lists, root, window, |at, label| {
                if wedges[at as usize] > 1 {
                    there.push((at, label));
                }
            });
            there.sort_unstable();
        }
    }

    /// Adds pairs of wedges that end at the same vertex, and leaves nothing of them.
    fn add_all(&mut self, root: u32, start: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let of_root = self.lists.label(root);
        let mut add = |at: u32, there: &mut Vec<OfLabel>| {
            let ends = (of_root, self.lists.label(start + at));
            let added = add_pairs(ends, there, sums);
            there.clear();
            added
        };
        match &mut self.middles {
            Middles::All(labels, middles) => {
                for at in self.met.drain(..) {
                    let middles = &mut middles[at as usize * *labels..][..*labels];
                    if std::mem::take(&mut self.wedges[at as usize]) > 1 {
                        self.there
                            .extend((0..).zip(&*middles).filter(|(_, of)| **of > 0).map(|(a, of)| (a, *of)));
                        add(at, &mut self.there)?;
                    }
                    middles.fill(0);
                }
            }
            Middles::There(middles) => {
                self.met.drain(..).for_each(|at| self.wedges[at as usize] = 0);
                for of_end in middles.chunk_by(|one, other| one.0 == other.0) {
                    let same = of_end.chunk_by(|one, other| one == other);
                    self.there.extend(same.map(|same| (same[0].1, same.len() as u32)));
                    add(of_end[0].0, &mut self.there)?;
                }
                middles.clear();
            }
        }
        Ok(())
    }
}

/// Each wedge whose middle is greater than the root and whose end is in a window: the place of the end there, and the
/// label of the middle.
#[inline]
fn each_wedge(lists: &LabelledLists<'_>, root: u32, window: Range<u32>, mut wedge: impl FnMut(u32, u32)) {
    for &v in lists.greater(root) {
        let (list, label) = (lists.neighbors(v), lists.label(v));
        let first = list.partition_point(|&w| w < window.start);
        for &w in list[first..].iter().take_while(|&&w| w < window.end) {
            wedge(w - window.start, label);
        }
    }
}

/// Adds pairs of wedges between two vertices of these labels.
fn add_pairs(ends: (u32, u32), there: &[OfLabel], sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
    for (at, &(a, of_a)) in there.iter().enumerate() {
        sums.add(SumShape::Cycle, [ends.0, a, ends.1, a], pairs(of_a.into()))?;
        for &(b, of_b) in &there[at + 1..] {
            sums.add(SumShape::Cycle, [ends.0, a, ends.1, b], u128::from(of_a) * u128::from(of_b))?;
        }
    }
    Ok(())
}
