//! The tasks of an extension that are left.

/// Tasks of consecutive rows: some that were given up, and a range of those that nobody has drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pending {
    /// All rows.
    all: u32,
    /// Rows of a task.
    pub rows: u32,
    /// Tasks that were given up.
    pub listed: Vec<u32>,
    /// The first task that was not drawn.
    pub next: u64,
}

impl Pending {
    /// All rows, so many a task.
    pub fn new(all: u32, rows: u32) -> Pending {
        Pending { all, rows: rows.max(1), listed: Vec::new(), next: 0 }
    }

    /// Where the range of tasks ends.
    pub fn end(&self) -> u64 {
        u64::from(self.all).div_ceil(self.rows.into())
    }

    pub fn is_done(&self) -> bool {
        self.listed.is_empty() && self.next >= self.end()
    }

    /// How many tasks there are.
    pub fn tasks(&self) -> u64 {
        self.listed.len() as u64 + self.end() - self.next
    }

    /// Takes out one task, for a wave of its own.
    pub fn take_one(&mut self) -> Pending {
        let first = self.listed.pop().unwrap_or_else(|| {
            self.next += 1;
            (self.next - 1) as u32
        });
        Pending { listed: vec![first], next: self.end(), ..self.clone() }
    }

    /// Adds what is left of tasks that were taken out.
    pub fn put_back(&mut self, rest: Pending) {
        self.listed.extend(rest.listed);
    }

    /// Makes tasks of half as many rows; false if they have one row already.
    pub fn halve(&mut self) -> bool {
        if self.rows == 1 {
            return false;
        }
        // Tasks of an odd number of rows are cut by one row.
        let starts: Vec<(u64, u64)> = self.listed.iter().map(|&task| self.span(task.into())).collect();
        let next = self.next * u64::from(self.rows);
        self.rows = if self.rows.is_multiple_of(2) { self.rows / 2 } else { 1 };
        let rows = u64::from(self.rows);
        self.listed = starts
            .into_iter()
            .flat_map(|(start, end)| (start / rows..end.div_ceil(rows)).map(|task| task as u32))
            .collect();
        self.next = (next / rows).min(self.end());
        true
    }

    /// The rows of a task.
    fn span(&self, task: u64) -> (u64, u64) {
        let rows = u64::from(self.rows);
        (task * rows, (task * rows + rows).min(self.all.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All rows that are left, in order.
    fn rows(pending: &Pending) -> Vec<u64> {
        let tasks = pending.listed.iter().map(|&task| u64::from(task)).chain(pending.next..pending.end());
        let mut rows: Vec<u64> = tasks
            .flat_map(|task| {
                let (start, end) = pending.span(task);
                start..end
            })
            .collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn tasks_are_halved_and_keep_their_rows() {
        let mut pending = Pending { listed: vec![1, 4], next: 7, ..Pending::new(75, 6) };
        let before = rows(&pending);
        assert_eq!((before.len(), pending.tasks()), (12 + 33, 2 + 6));
        for expected in [3, 1] {
            assert!(pending.halve());
            assert_eq!((pending.rows, rows(&pending)), (expected, before.clone()));
        }
        assert!(!pending.halve());
    }

    #[test]
    fn tasks_are_taken_out_and_put_back() {
        let mut pending = Pending { listed: vec![2], next: 3, ..Pending::new(23, 5) };
        let before = rows(&pending);
        let taken = vec![pending.take_one(), pending.take_one()];
        assert_eq!(taken.iter().map(|one| one.tasks()).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(rows(&pending), [20, 21, 22]);
        taken.into_iter().for_each(|one| pending.put_back(one));
        assert_eq!(rows(&pending), before);
        assert!(!pending.is_done() && Pending::new(0, 8).is_done());
    }
}
