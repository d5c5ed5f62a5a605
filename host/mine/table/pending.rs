//! The tasks of an extension that are left.

/// Tasks of consecutive rows: some that were broken off, and a range of those that nobody has drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pending {
    /// All rows.
    all: u32,
    /// Rows of a task.
    pub rows: u32,
    /// Tasks that were broken off, and how many new rows of each are written.
    pub broken_off: Vec<(u32, u64)>,
    /// The first task that was not drawn.
    pub next: u64,
}

impl Pending {
    /// All rows, so many a task.
    pub fn new(all: u32, rows: u32) -> Pending {
        Pending { all, rows: rows.max(1), broken_off: Vec::new(), next: 0 }
    }

    /// Where the range of tasks ends.
    pub fn end(&self) -> u64 {
        u64::from(self.all).div_ceil(self.rows.into())
    }

    /// Takes out the tasks that were drawn, so many, and adds those of them that were broken off.
    pub fn draw(&mut self, drawn: u64, broken_off: Vec<(u32, u64)>) {
        let again = drawn.min(self.broken_off.len() as u64);
        self.broken_off.drain(..again as usize);
        self.broken_off.extend(broken_off);
        self.next = self.end().min(self.next + drawn - again);
    }

    pub fn is_done(&self) -> bool {
        self.broken_off.is_empty() && self.next >= self.end()
    }
}
