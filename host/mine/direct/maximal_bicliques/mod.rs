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
use std::ops::Range;
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
/// Of how many roots those are counted first that are written then, and of how many at most: so the first come soon,
/// and a listing that is taken up goes on soon.
const WINDOW: usize = 1 << 10;
const MOST_ROOTS: usize = 1 << 16;

impl Session<'_> {
    /// What the vertices of the form are called in the graph that was given.
    pub fn names(&self) -> Arc<Vec<u32>> {
        self.known.form.old_of_new(self.run.clock)
    }

    /// How many maximal bicliques there are of each two sizes, from `take` and `common` on.
    ///
    /// # Errors
    /// [`MineError::TooDeep`], [`MineError::TooManySizes`]; when the memory is too small, the device fails, or the job
    /// is to stop.
    pub fn maximal_bicliques(&mut self, how: Anchoring<'_>) -> Result<MaximalBicliqueSizes, MineError> {
        let roots = self.maximal_roots(how)?;
        Ok(self.count_maximal_bicliques(&roots, 0..roots.vertices.len())?.0)
    }

    /// Hands all maximal bicliques of the roots from one on out, from these sizes on: the place of the root, the set of
    /// the anchored side, and the other, in the numbers of the form, in one order on every device. Ends where `take`
    /// says that it is enough.
    ///
    /// # Errors
    /// As above.
    pub fn each_maximal_biclique(
        &mut self,
        how: Anchoring<'_>,
        from: u64,
        mut take: impl FnMut(u64, &[u32], &[u32]) -> bool,
    ) -> Result<(), MineError> {
        let roots = self.maximal_roots(how)?;
        let (mut first, mut window) = (from as usize, WINDOW);
        while first < roots.vertices.len() {
            let some = first..roots.vertices.len().min(first + window);
            let (_, lengths) = self.count_maximal_bicliques(&roots, some.clone())?;
            if !self.write_maximal_bicliques(&roots, some, &lengths, &mut take)? {
                return Ok(());
            }
            (first, window) = (first + window, (2 * window).min(MOST_ROOTS));
        }
        Ok(())
    }

    /// Hands over the bicliques of some roots, which take so many numbers each. Returns whether `take` always wanted
    /// more.
    fn write_maximal_bicliques(
        &mut self,
        roots: &Arc<MaximalRoots>,
        some: Range<usize>,
        lengths: &[u64],
        take: &mut impl FnMut(u64, &[u32], &[u32]) -> bool,
    ) -> Result<bool, MineError> {
        let start = some.start;
        // One root alone may take more than is best written at a time.
        let most = self.device().budget().left() / SHARE / size_of::<u32>() as u64;
        let room = most.min(MOST);
        let mut first = 0;
        while first < lengths.len() {
            let mut end = first + 1;
            let mut length = lengths[first];
            if length > most {
                let bytes = SHARE * length * size_of::<u32>() as u64;
                return Err(self.device().budget().too_small(bytes).into());
            }
            while end < lengths.len() && length + lengths[end] <= room {
                length += lengths[end];
                end += 1;
            }
            let (lengths, some) = (&lengths[first..end], start + first..start + end);
            let mut search = self.room(|session| {
                MaximalBicliqueSearch::writing(session.first.clone(), roots, some.clone(), lengths)
            })?;
            let output = self.run.clock.mine(|| {
                deal(&mut search, self.run.context)?;
                Ok::<_, MineError>(search.sweep().output()?)
            })?;
            if !written::each(&output, some.start as u64, lengths, take) {
                return Ok(false);
            }
            first = end;
        }
        Ok(true)
    }

    fn maximal_roots(&mut self, how: Anchoring<'_>) -> Result<Arc<MaximalRoots>, MineError> {
        self.make_room(Together { whole: true, ..Together::default() })?;
        let old_of_new = self.known.form.old_of_new(self.run.clock);
        Ok(self.run.clock.prepare(|| Arc::new(MaximalRoots::new(&old_of_new, self.outline(), how))))
    }

    /// The counts of some roots, and how many numbers the bicliques of each take.
    fn count_maximal_bicliques(
        &mut self,
        roots: &Arc<MaximalRoots>,
        some: Range<usize>,
    ) -> Result<(MaximalBicliqueSizes, Vec<u64>), MineError> {
        let (mut sizes, mut lengths) = (MaximalBicliqueSizes::new(), vec![0; some.len()]);
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_whole(clock);
        let dealt = self.deal(ready, |on| MaximalBicliqueSearch::counting(on, roots, some.clone()))?;
        self.run.clock.mine(|| {
            for worker in dealt.workers {
                worker.into_sweep().add_to(&mut sizes, &mut lengths)?;
            }
            Ok((sizes, lengths))
        })
    }
}
