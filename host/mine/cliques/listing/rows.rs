//! Rows of vertices, of any lengths.

use std::ops::Range;

use motherlode_device::kernels::maximal_cliques::members::ROW_HEAD;
use rayon::prelude::*;

/// Rows of vertices, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CliqueRows {
    /// Where each row ends.
    pub ends: Vec<usize>,
    /// The vertices of all.
    pub ids: Vec<u32>,
}

impl CliqueRows {
    /// The rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.ends.len()).map(|row| &self.ids[self.range(row)])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.ids.extend(row);
        self.ends.push(self.ids.len());
    }

    /// Those that `keeps` says yes to, which is asked of one after the other.
    pub(super) fn kept(self, mut keeps: impl FnMut(&[u32]) -> bool) -> CliqueRows {
        let mut kept = CliqueRows::default();
        self.rows().filter(|row| keeps(row)).for_each(|row| kept.push(row.iter().copied()));
        kept
    }

    /// The first so many.
    pub(super) fn first(mut self, rows: usize) -> CliqueRows {
        self.ends.truncate(rows);
        self.ids.truncate(self.ends.last().copied().unwrap_or(0));
        self
    }

    /// The rows behind the first so many.
    pub(super) fn behind(self, rows: usize) -> CliqueRows {
        let Some(last) = rows.checked_sub(1) else { return self };
        let start = self.ends.get(last).copied().unwrap_or(self.ids.len());
        let ends = self.ends.iter().skip(rows).map(|end| end - start).collect();
        CliqueRows { ends, ids: self.ids[start..].to_vec() }
    }

    /// These rows with other vertices in them, all ascending.
    pub(super) fn with(&self, others: &[u32], called: impl Fn(u32) -> u32) -> CliqueRows {
        let mut with = CliqueRows::default();
        for row in self.rows() {
            let start = with.ids.len();
            with.push(others.iter().copied().chain(row.iter().map(|&v| called(v))));
            with.ids[start..].sort_unstable();
        }
        with
    }

    /// The rows that a device wrote, in an order that does not depend on it: by their tasks, and the rows of a task by
    /// their vertices. `names` says what these are called.
    pub(super) fn of_device(mut numbers: Vec<u32>, names: &[u32]) -> CliqueRows {
        let mut found: Vec<DeviceRow> = Vec::new();
        let mut at = 0;
        while let Some(&[task, size]) = numbers.get(at..).and_then(|rest| rest.first_chunk()) {
            let vertices = at + ROW_HEAD..at + ROW_HEAD + size as usize;
            numbers[vertices.clone()].sort_unstable();
            at = vertices.end;
            found.push(DeviceRow { task, vertices });
        }
        let key = |row: &DeviceRow| (row.task, &numbers[row.vertices.clone()]);
        found.par_sort_unstable_by(|one, other| key(one).cmp(&key(other)));
        let mut rows = CliqueRows::default();
        for DeviceRow { vertices, .. } in found {
            let start = rows.ids.len();
            rows.push(numbers[vertices].iter().map(|&v| names[v as usize]));
            rows.ids[start..].sort_unstable();
        }
        rows
    }

    fn range(&self, row: usize) -> Range<usize> {
        row.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[row]
    }
}

/// Where a row of a task stands.
struct DeviceRow {
    task: u32,
    vertices: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_by_their_tasks_and_vertices() {
        let names = [40, 30, 20, 10, 0];
        let rows = CliqueRows::of_device(vec![7, 2, 4, 1, 2, 1, 0, 7, 3, 3, 0, 2], &names);
        assert_eq!(rows.rows().collect::<Vec<_>>(), [&[40][..], &[10, 20, 40], &[0, 30]]);
        let with = rows.with(&[3], |v| v / 10);
        assert_eq!(with.rows().collect::<Vec<_>>(), [&[3, 4][..], &[1, 2, 3, 4], &[0, 3, 3]]);
        let long = rows.clone().kept(|row| row.len() > 1);
        assert_eq!(long.rows().collect::<Vec<_>>(), [&[10, 20, 40][..], &[0, 30]]);
        assert_eq!(rows.clone().first(1).rows().collect::<Vec<_>>(), [&[40][..]]);
        assert!(rows.clone().first(0).is_empty());
        assert_eq!(rows.clone().behind(1).rows().collect::<Vec<_>>(), [&[10, 20, 40][..], &[0, 30]]);
        assert_eq!(rows.clone().behind(0), rows);
        assert!(rows.clone().behind(3).is_empty() && rows.behind(9).is_empty());
        assert_eq!(CliqueRows::of_device(Vec::new(), &names), CliqueRows::default());
    }
}
