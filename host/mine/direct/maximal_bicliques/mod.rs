//! Maximal bicliques, by size and one by one.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `roots` | [`MaximalRoots`]: the roots, and the grids that search them |
//! | `search` | how many there are of each two sizes, or those of some roots, written |
//! | `written` | what was written, taken apart |

mod roots;
mod search;
mod written;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::roots::MaximalRoots;
use self::search::MaximalBicliqueSearch;
use super::bicliques::Anchoring;
use super::on_device::OnDevice;
use super::session::Session;
use crate::MineError;
use crate::clock::Clock;
use crate::deal::deal;
use crate::place::Together;

/// How many maximal bicliques there are with so many vertices on the anchored side, and so many on the other.
pub(super) type MaximalBicliqueSizes = BTreeMap<(u32, u32), u128>;

/// Of what the device has left, one byte in so many is for those that are written at a time.
const SHARE: u64 = 4;
/// The most numbers that are written at a time.
const MOST: u64 = 1 << 26;

impl Session<'_> {
    /// What the vertices of the form are called in the graph that was given.
    pub fn names(&self) -> Arc<Vec<u32>> {
        self.known.form.old_of_new(self.run.clock)
    }

    /// How many maximal bicliques there are of each two sizes, from `take` and `common` on.
    ///
    /// # Errors
    /// [`MineError::TooDeep`], [`MineError::TooManySizes`]; when the memory is too small, the device fails, or the job is to stop.
    pub fn maximal_bicliques(&mut self, how: Anchoring<'_>) -> Result<MaximalBicliqueSizes, MineError> {
        let roots = self.maximal_roots(how)?;
        Ok(self.count_maximal_bicliques(&roots)?.0)
    }

    /// Hands all maximal bicliques out, from these sizes on: first the set of the anchored side, then the other, in the numbers of the form, in one order on
    /// every device. Ends where `take` says that it is enough.
    ///
    /// # Errors
    /// As above.
    pub fn each_maximal_biclique(
        &mut self,
        how: Anchoring<'_>,
        mut take: impl FnMut(&[u32], &[u32]) -> bool,
    ) -> Result<(), MineError> {
        let roots = self.maximal_roots(how)?;
        let (_, lengths) = self.count_maximal_bicliques(&roots)?;
        // One root alone may take more than is best written at a time.
        let most = self.device().budget().left() / SHARE / size_of::<u32>() as u64;
        let room = most.min(MOST);
        let mut first = 0;
        while first < lengths.len() {
            let mut end = first + 1;
            let mut length = lengths[first];
            if length > most {
                return Err(self
                    .device()
                    .budget()
                    .too_small(SHARE * length * size_of::<u32>() as u64)
                    .into());
            }
            while end < lengths.len() && length + lengths[end] <= room {
                length += lengths[end];
                end += 1;
            }
            let lengths = &lengths[first..end];
            let some = first..end;
            let mut search = self.room(|session| {
                MaximalBicliqueSearch::writing(session.first.clone(), &roots, some, lengths)
            })?;
            let output = self.run.clock.mine(|| {
                deal(&mut search, self.run.context)?;
                Ok::<_, MineError>(search.sweep().output()?)
            })?;
            if !written::each(&output, lengths, &mut take) {
                return Ok(());
            }
            first = end;
        }
        Ok(())
    }

    fn maximal_roots(&mut self, how: Anchoring<'_>) -> Result<Arc<MaximalRoots>, MineError> {
        self.make_room(Together { whole: true, ..Together::default() })?;
        let old_of_new = self.known.form.old_of_new(self.run.clock);
        Ok(self.run.clock.prepare(|| Arc::new(MaximalRoots::new(&old_of_new, self.outline(), how))))
    }

    /// The counts, and how many numbers the bicliques of each root take.
    fn count_maximal_bicliques(
        &mut self,
        roots: &Arc<MaximalRoots>,
    ) -> Result<(MaximalBicliqueSizes, Vec<u64>), MineError> {
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_whole(clock);
        let dealt = self.deal(ready, |on| MaximalBicliqueSearch::counting(on, roots))?;
        let (mut sizes, mut lengths) = (MaximalBicliqueSizes::new(), vec![0; roots.vertices.len()]);
        self.run.clock.mine(|| {
            for worker in dealt.workers {
                worker.into_sweep().add_to(&mut sizes, &mut lengths)?;
            }
            Ok((sizes, lengths))
        })
    }
}
