//! Bicliques of `p` and `q` vertices, in all and at each arc.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `anchored` | [`AnchoredRoots`]: the side whose vertices are the roots, and what these take |
//! | `bins` | roots that take like room, and the grids that search them |
//! | `counter` | the count |

mod anchored;
mod bins;
mod counter;

pub(super) use anchored::AnchoredRoot;
pub(crate) use anchored::Anchoring;
pub(super) use bins::{MostRoom, of_like_room};

use std::sync::Arc;

use rayon::prelude::*;

use self::anchored::AnchoredRoots;
use self::counter::PqBicliqueCounter;
use super::on_device::OnDevice;
use super::session::Session;
use crate::MineError;
use crate::clock::Clock;
use crate::graph::Csr;
use crate::place::Together;

/// Bytes of the sum of an arc.
const ARC_BYTES: u64 = 2 * size_of::<u64>() as u64;

/// How many bicliques there are, and in how many each arc is.
#[derive(Debug)]
pub(crate) struct BicliquesAtArcs {
    /// All of them.
    pub count: u128,
    /// The graph as the form has it, and what its vertices are called in the graph that was given.
    pub form: Csr,
    pub old_of_new: Arc<Vec<u32>>,
    /// For each place in its lists how many of the bicliques its arc is in, from the anchored side to the other.
    pub sums: Vec<u128>,
}

impl Session<'_> {
    /// How many bicliques there are.
    ///
    /// # Errors
    /// When the graph or what the count needs does not fit in the memory, the device fails, the count passes 128 bits,
    /// or the job is to stop.
    pub fn bicliques(&mut self, how: Anchoring<'_>) -> Result<u128, MineError> {
        self.make_room(Together { whole: true, ..Together::default() })?;
        let anchored = self.anchored(how);
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_whole(clock);
        Ok(self.deal(ready, |on| PqBicliqueCounter::new(on, &anchored, false))?.done.tally)
    }

    /// How many bicliques there are, and in how many each arc is.
    ///
    /// # Errors
    /// As [`bicliques`](Self::bicliques).
    pub fn bicliques_at_arcs(&mut self, how: Anchoring<'_>) -> Result<BicliquesAtArcs, MineError> {
        let arcs = 2 * self.outline().edges();
        let work = ARC_BYTES * arcs as u64;
        self.make_room(Together { whole: true, work, ..Together::default() })?;
        let anchored = self.anchored(how);
        let ready = |on: &mut OnDevice, clock: &Clock| on.get_whole(clock);
        let dealt = self.deal(ready, |on| PqBicliqueCounter::new(on, &anchored, true))?;
        let mut sums = vec![0u128; arcs];
        self.run.clock.mine(|| {
            for worker in dealt.workers {
                let found = worker.into_sweep().arc_sums()?;
                // A worker has found some of the bicliques, and all of them are within 128 bits.
                sums.par_iter_mut().zip(found.par_chunks_exact(2)).for_each(|(sum, halves)| {
                    *sum += u128::from(halves[0]) | u128::from(halves[1]) << u64::BITS;
                });
            }
            Ok::<_, MineError>(())
        })?;
        let form = self.known.form.prepared(self.run.clock).csr().clone();
        let old_of_new = self.known.form.old_of_new(self.run.clock);
        Ok(BicliquesAtArcs { count: dealt.done.tally, form, old_of_new, sums })
    }

    /// The roots.
    fn anchored(&self, how: Anchoring<'_>) -> Arc<AnchoredRoots> {
        let old_of_new = self.known.form.old_of_new(self.run.clock);
        self.run.clock.prepare(|| Arc::new(AnchoredRoots::new(&old_of_new, self.outline(), how)))
    }
}
