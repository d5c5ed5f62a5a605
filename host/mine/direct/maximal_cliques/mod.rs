//! Maximal cliques: by size, at their vertices, and they themselves.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `search` | searches of roots, whatever becomes of what they find |
//! | `bins` | roots of like lengths, and the grids that search them |
//! | `at_roots` | by size, those of three vertices and more, and what else is found at the roots of lists of two and more |
//! | `edges` | those of two vertices, at the other roots |
//! | `rows` | [`RowSearch`]: those of three vertices and more themselves |
//! | `at_vertices` | how many of three vertices and more each vertex is in |

mod at_roots;
mod at_vertices;
mod bins;
mod edges;
mod rows;
mod search;

use at_roots::MaximalCliqueCounter;
use at_vertices::MemberCounter;
use edges::MaximalEdgeCounter;
pub(crate) use rows::{CliqueRowTasks, RowSearch};

use super::on_device::OnDevice;
use super::session::Session;
use crate::MineError;
use crate::clock::Clock;
use crate::place::{Outline, Together};
use crate::runtime::RuntimeError;

/// The shortest lists of roots that are searched.
const SEARCHED: u32 = 2;
/// Vertices of the least cliques whose vertices are found here: of others the triangles and the degrees tell.
const LEAST_OF_ROOTS: u32 = 3;

impl Session<'_> {
    /// How many maximal cliques there are of 0, 1, 2 vertices and so on, of those that have `least` at least. A vertex
    /// without neighbours is one.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, a count passes 128 bits, or
    /// the job is to stop.
    pub fn maximal_cliques(&mut self, least: u32) -> Result<Vec<u128>, MineError> {
        let sizes = match &self.facts.maximal_cliques {
            Some(sizes) => sizes.clone(),
            None => self.count_maximal_cliques(least)?,
        };
        let of_size = |(size, count)| if size < least { 0 } else { count };
        if least <= 1 {
            self.facts.maximal_cliques.get_or_insert_with(|| sizes.clone());
        }
        Ok((0..).zip(sizes).map(of_size).collect())
    }

    fn count_maximal_cliques(&mut self, least: u32) -> Result<Vec<u128>, MineError> {
        let outline = self.outline();
        let alone = u128::from(outline.degrees.count() - outline.degrees.count_from(1));
        let (edges, roots) = (outline.edges(), roots(outline, least));
        let mut sizes = vec![0; 3];
        if edges > 0 {
            self.make_room(Together { oriented: true, whole: true, ..Together::default() })?;
        }
        if roots > 0 {
            sizes = self.deal(ready, |on| MaximalCliqueCounter::new(on, roots, least))?.done.tally;
        }
        if edges > 0 && least <= 2 {
            sizes[2] += self.deal(ready, MaximalEdgeCounter::new)?.done.tally;
        }
        sizes[1] = alone;
        Ok(sizes)
    }
}

impl Session<'_> {
    /// A search for the maximal cliques of three vertices and more themselves, of at least `least`, on the first
    /// device; none if there are no roots of any.
    ///
    /// # Errors
    /// When the graph or what the search needs does not fit in the memory, or the device fails.
    pub fn maximal_clique_rows(&mut self, least: u32) -> Result<Option<RowSearch>, MineError> {
        let (least, roots) = (least.max(LEAST_OF_ROOTS), roots(self.outline(), least));
        if roots == 0 {
            return Ok(None);
        }
        self.make_room(Together { oriented: true, whole: true, ..Together::default() })?;
        ready(&mut self.first, self.run.clock)?;
        Ok(Some(self.room(|session| RowSearch::new(session.first.clone(), roots, least))?))
    }

    /// In how many maximal cliques of three vertices and more, of at least `least`, each vertex is.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, a count passes 64 bits, or
    /// the job is to stop.
    pub fn maximal_cliques_at_vertices(&mut self, least: u32) -> Result<Vec<u64>, MineError> {
        let (least, n, roots) =
            (least.max(LEAST_OF_ROOTS), self.outline().n() as usize, roots(self.outline(), least));
        if roots == 0 {
            return Ok(vec![0; n]);
        }
        let work = (n * size_of::<u64>()) as u64;
        self.make_room(Together { oriented: true, whole: true, work, ..Together::default() })?;
        let dealt = self.deal(ready, |on| MemberCounter::new(on, roots, least))?;
        self.run.clock.mine(|| {
            let mut sums = vec![0u64; n];
            for worker in &dealt.workers {
                for (sum, count) in sums.iter_mut().zip(worker.sweep().counts()?) {
                    *sum = sum.checked_add(count).ok_or(MineError::CountOverflow)?;
                }
            }
            Ok(sums)
        })
    }
}

/// How many roots may have cliques of at least `least` vertices: one with a shorter list has none.
fn roots(outline: &Outline, least: u32) -> usize {
    outline.roots_from(SEARCHED.max(least.saturating_sub(1)))
}

/// Gets what the kernels take of the graph.
fn ready(on: &mut OnDevice, clock: &Clock) -> Result<(), RuntimeError> {
    on.get_hubs(clock)?;
    on.get_whole(clock)
}
