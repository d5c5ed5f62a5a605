//! The different embeddings of those that were accepted.

use std::collections::BTreeSet;

use motherlode_device::plan::MAX_VERTICES;

use super::seen::Seen;
use crate::MineError;
use crate::room;

/// If there were another embedding, so many accepted ones for each would have missed it with a chance of `e` to the
/// power of less this.
const SURE: f64 = 30.0;

/// Different embeddings, up to as many as are wanted: the first of those that were accepted.
pub(super) struct Accepted {
    /// Vertices by level, in the order of the listing: its tasks rise with their ends, and so do the candidates of each
    /// level.
    rows: BTreeSet<[u32; MAX_VERTICES]>,
    pub size: u64,
    width: usize,
}

impl Accepted {
    /// None yet of so many embeddings, of so many vertices.
    ///
    /// # Errors
    /// [`MineError::SampleTooLarge`] if they do not fit in memory.
    pub fn new(size: u64, width: usize) -> Result<Accepted, MineError> {
        let room = usize::try_from(size).ok();
        let fits = room.is_some_and(|size| {
            room::asking(|| Vec::<[u32; MAX_VERTICES]>::new().try_reserve_exact(size).is_ok())
        });
        match fits {
            true => Ok(Accepted { rows: BTreeSet::new(), size, width }),
            false => Err(MineError::SampleTooLarge { size }),
        }
    }

    /// Adds embeddings, one after the other, until there are enough.
    pub fn add(&mut self, rows: &[u32]) {
        for row in rows.chunks_exact(self.width) {
            if self.is_full() {
                return;
            }
            let mut all = [0; MAX_VERTICES];
            all[..self.width].copy_from_slice(row);
            self.rows.insert(all);
        }
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.rows.len() as u64
    }

    pub fn is_full(&self) -> bool {
        self.len() >= self.size
    }

    /// Whether so many were accepted that there seem to be no others: if there were `n`, each draw would miss one of
    /// them with a chance of `1 - 1/n`.
    pub fn seem_all(&self, accepted: u64) -> bool {
        let all = self.len() as f64 + 1.0;
        self.len() > 0 && accepted as f64 >= all * (all.ln() + SURE)
    }

    /// Why there are not enough.
    pub fn too_few(&self, seen: &Seen) -> MineError {
        let Seen { attempts, accepted, .. } = *seen;
        let (found, seem_all) = (self.len(), self.seem_all(accepted));
        MineError::SampleNotFound { found, size: self.size, attempts, accepted, seem_all }
    }

    /// The rows, in the order of the listing: `column` says in which column a level's vertex stands, `name` what a
    /// vertex is called.
    pub fn rows(&self, column: &[usize], name: impl Fn(u32) -> u32) -> Vec<u32> {
        let mut ids = vec![0; self.rows.len() * self.width];
        for (row, own) in ids.chunks_exact_mut(self.width).zip(&self.rows) {
            column.iter().zip(own).for_each(|(&column, &vertex)| row[column] = name(vertex));
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_different_ones_are_kept_in_order() {
        let mut kept = Accepted::new(3, 2).unwrap();
        kept.add(&[5, 1, 0, 9]);
        kept.add(&[5, 1, 0, 3, 7, 7]);
        assert!(kept.is_full());
        assert_eq!(kept.rows(&[1, 0], |vertex| 10 * vertex), [30, 0, 90, 0, 10, 50]);
        assert!(matches!(Accepted::new(u64::MAX, 2), Err(MineError::SampleTooLarge { .. })));
    }

    #[test]
    fn all_have_come_when_nothing_new_comes_for_long() {
        let mut kept = Accepted::new(9, 1).unwrap();
        assert!(!kept.seem_all(1000));
        kept.add(&[4]);
        assert!(!kept.seem_all(60) && kept.seem_all(62));
    }
}
