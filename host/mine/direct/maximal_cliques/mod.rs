//! Maximal cliques, by size.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `at_roots` | those of three vertices and more, and what else is found at the roots of lists of two and more |
//! | `bins` | roots of like lengths, and the grids that search them |
//! | `edges` | those of two vertices, at the other roots |

mod at_roots;
mod bins;
mod edges;

use at_roots::MaximalCliqueCounter;
use edges::MaximalEdgeCounter;

use super::on_device::OnDevice;
use super::session::Session;
use crate::MineError;
use crate::clock::Clock;
use crate::place::Together;
use crate::runtime::RuntimeError;

/// The shortest lists of roots that are searched.
const SEARCHED: u32 = 2;

impl Session<'_> {
    /// How many maximal cliques there are of 0, 1, 2 vertices and so on, of those that have `least` at least. A vertex without neighbours
    /// is one.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, a count passes 128 bits, or the job is to stop.
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
        // A root with a shorter list is the root of no clique of so many vertices.
        let (edges, roots) = (outline.edges(), outline.roots_from(SEARCHED.max(least.saturating_sub(1))));
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

/// Gets what the kernels take of the graph.
fn ready(on: &mut OnDevice, clock: &Clock) -> Result<(), RuntimeError> {
    on.get_hubs(clock)?;
    on.get_whole(clock)
}
