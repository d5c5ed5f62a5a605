//! Records that were left out of a database because they are wrong.

use std::path::Path;

use super::wrong::Wrong;
use crate::transactions::DatabaseError;

/// How many are kept to be told of.
const KEPT: usize = 5;

/// The records that were left out while a database was read, and what is wrong with the first of them.
#[derive(Debug, Default)]
pub struct SkippedRecords {
    /// How many there are.
    pub count: u64,
    /// The first five in the order of the file, or as many as there are.
    pub first: Vec<DatabaseError>,
}

/// The records that were left out in a part of a file, and what is wrong with the first of them.
#[derive(Debug, Default)]
pub(super) struct BadRecords {
    count: u64,
    first: Vec<Wrong>,
}

impl BadRecords {
    pub(super) fn add(&mut self, wrong: Wrong) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(wrong);
        }
    }

    /// Changes the lines of those in a block that `before` gives the number of lines before.
    pub(super) fn after_lines(&mut self, before: impl FnOnce() -> u64) {
        if !self.first.is_empty() {
            let before = before();
            self.first.iter_mut().for_each(|wrong| wrong.line += before);
        }
    }

    /// The records of all parts, which come in the order of the file.
    pub(super) fn in_file<'p>(
        parts: impl Iterator<Item = &'p mut BadRecords>,
        path: &Path,
    ) -> SkippedRecords {
        let mut skipped = SkippedRecords::default();
        for part in parts {
            skipped.count += part.count;
            let left = KEPT - skipped.first.len();
            skipped.first.extend(part.first.drain(..).take(left).map(|wrong| wrong.in_file(path)));
        }
        skipped
    }
}
