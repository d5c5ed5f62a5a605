//! 4-cycles, by the two of their vertices that are opposite: the least of all, and the one beyond its neighbours.

use std::ops::Range;

use super::four_labels::{FourLabelSums, pairs};
use super::vertices::LabelledLists;
use crate::MineError;

/// Numbers that a thread keeps, at most: those of all labels of some vertices. They stay in a cache.
const CELLS: usize = 1 << 20;

/// A thread that counts the wedges from a root to others, by the labels in their middles.
pub(super) struct OppositeEnds<'g> {
    lists: &'g LabelledLists<'g>,
    labels: usize,
    /// How many far ends there is room for.
    room: u32,
    /// For each far end of a window and label, how many wedges have that in their middle; all 0 between windows.
    middles: Vec<u32>,
    /// How many wedges end at each.
    wedges: Vec<u32>,
    /// Those at which some do.
    met: Vec<u32>,
}

impl<'g> OppositeEnds<'g> {
    pub fn new(lists: &'g LabelledLists<'g>) -> Self {
        let labels = lists.labels.iter().max().map_or(1, |most| *most as usize + 1);
        let room = (CELLS / labels).min(lists.n() as usize);
        OppositeEnds {
            lists,
            labels,
            room: room as u32,
            middles: vec![0; room * labels],
            wedges: vec![0; room],
            met: Vec::new(),
        }
    }

    /// Adds the 4-cycles whose least vertex is the root, by its label, and those that follow around the cycle.
    pub fn root(&mut self, root: u32, sums: &mut FourLabelSums) -> Result<(), MineError> {
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
        for &v in self.lists.greater(root) {
            let (list, label) = (self.lists.neighbors(v), self.lists.label(v) as usize);
            let first = list.partition_point(|&w| w < window.start);
            for &w in list[first..].iter().take_while(|&&w| w < window.end) {
                let at = (w - window.start) as usize;
                if self.wedges[at] == 0 {
                    self.met.push(w - window.start);
                }
                self.wedges[at] += 1;
                self.middles[at * self.labels + label] += 1;
            }
        }
    }

    /// Adds pairs of wedges that end at the same vertex, and leaves nothing of them.
    fn add_all(&mut self, root: u32, start: u32, sums: &mut FourLabelSums) -> Result<(), MineError> {
        let of_root = self.lists.label(root);
        for at in self.met.drain(..) {
            let of_end = self.lists.label(start + at);
            let middles = &mut self.middles[at as usize * self.labels..][..self.labels];
            if std::mem::take(&mut self.wedges[at as usize]) > 1 {
                for (a, &of_a) in (0..).zip(&*middles).filter(|(_, of_a)| **of_a > 0) {
                    sums.add([of_root, a, of_end, a], pairs(of_a.into()))?;
                    for (b, &of_b) in (0..).zip(&*middles).skip(a as usize + 1).filter(|(_, of_b)| **of_b > 0)
                    {
                        sums.add([of_root, a, of_end, b], u128::from(of_a) * u128::from(of_b))?;
                    }
                }
            }
            middles.fill(0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;
    use crate::place::Prepared;

    /// Far ends that have no room at once are met window after window.
    #[test]
    fn windows_are_as_good_as_one() {
        let prepared = Prepared::new(&generate::gnm(5, 150, 3).unwrap());
        let labels: Vec<u32> = (0..32).map(|v| [0, 0, 1, 2][v % 4]).collect();
        let lists = LabelledLists::new(&prepared, &labels);
        let found = |room: Option<u32>| {
            let (mut ends, mut sums) = (OppositeEnds::new(&lists), FourLabelSums::new(3));
            ends.room = room.unwrap_or(ends.room);
            (0..32).for_each(|root| ends.root(root, &mut sums).unwrap());
            sums.counts().collect::<Vec<_>>()
        };
        let expected = found(None);
        assert!(expected.iter().map(|(_, count)| count).sum::<u128>() > 500);
        for room in [1, 4, 31] {
            assert_eq!(found(Some(room)), expected, "{room} at a time");
        }
    }
}
