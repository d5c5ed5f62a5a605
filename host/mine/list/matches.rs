//! Matches one by one.

use super::Lister;
use crate::MineError;

/// An iterator over matches: each a list of vertices of the graph, in the order of the pattern's vertices.
///
/// It ends after an error. Where the speed of a listing matters, [`Lister::next_batch`] does without a list for each
/// match.
pub struct Matches {
    lister: Lister,
    batch: Vec<u32>,
    width: usize,
    next: usize,
    failed: bool,
}

impl Matches {
    pub(super) fn new(lister: Lister) -> Self {
        Matches { lister, batch: Vec::new(), width: 1, next: 0, failed: false }
    }

    /// Fetches another batch; false if there is none.
    fn fetch(&mut self) -> Result<bool, MineError> {
        let Some(batch) = self.lister.next_batch()? else { return Ok(false) };
        self.width = batch.width;
        self.batch.clear();
        self.batch.extend_from_slice(batch.ids);
        self.next = 0;
        Ok(true)
    }
}

impl Iterator for Matches {
    type Item = Result<Vec<u32>, MineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.batch.len() {
            if self.failed {
                return None;
            }
            match self.fetch() {
                Ok(true) => (),
                Ok(false) => return None,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            }
        }
        let row = self.next..self.next + self.width;
        self.next = row.end;
        Some(Ok(self.batch[row].to_vec()))
    }
}
