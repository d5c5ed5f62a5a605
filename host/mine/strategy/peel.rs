//! Peeling on the device: the order that [`by_degeneracy`](crate::graph::prepare::by_degeneracy) makes on the host.

use motherlode_device::kernels::prepare::peel::{
    MOST_ROUNDS, PeelArgs, PeelDegrees, PeelDegreesArgs, PeelEdges, PeelKeys, PeelKeysArgs, PeelLowest,
    PeelRound, peel_key,
};
use motherlode_device::memory::Slice;

use super::launches::{WARPS, bits, launch, launch_items};
use crate::primitives::{Primitives, Sortable};
use crate::runtime::{Buffer, Device, RuntimeError};

/// Rounds that are launched before the host looks whether anybody is left.
const ROUNDS_AT_ONCE: u32 = 16;

/// The lists of a graph that is peeled.
#[derive(Clone, Copy)]
pub(super) struct Peeling<'a> {
    pub device: &'a Device,
    pub offsets: Slice<'a, u64>,
    pub neighbors: Slice<'a, u32>,
    /// Vertices with so many neighbours or fewer leave first.
    pub first_threshold: u32,
}

impl Peeling<'_> {
    /// Puts `vertices` in the order of the peeling, reversed; those that left in one round keep their order.
    ///
    /// # Errors
    /// When the arrays do not fit the budget, or the device fails.
    pub fn sort(
        self,
        primitives: &mut Primitives<'_>,
        keys: &mut Sortable<u32>,
        vertices: &mut Sortable<u32>,
    ) -> Result<(), RuntimeError> {
        let n = vertices.array.len() as u64;
        let rounds = self.rounds(n)?;
        let args = PeelKeysArgs {
            rounds: rounds.slice(),
            vertices: vertices.array.slice(),
            keys: keys.array.scratch(),
        };
        launch_items::<PeelKeys>(self.device, n, &args)?;
        primitives.sort_pairs(keys, vertices, n, 0..bits(peel_key(1)))
    }

    /// For each of `n` vertices the round in which it leaves, from 1, or 0 if it is left.
    fn rounds(self, n: u64) -> Result<Buffer<'static, u32>, RuntimeError> {
        let mut degrees = self.device.unwritten::<u32>(n as usize)?;
        let rounds = self.device.zeroed::<u32>(n as usize)?;
        let states = self.device.zeroed::<u32>(MOST_ROUNDS as usize * PeelRound::NUMBERS)?;
        let args = PeelDegreesArgs { offsets: self.offsets, degrees: degrees.scratch() };
        launch_items::<PeelDegrees>(self.device, n, &args)?;
        for round in 0..MOST_ROUNDS {
            let args = PeelArgs {
                offsets: self.offsets,
                neighbors: self.neighbors,
                degrees: degrees.atomics(),
                rounds: rounds.atomics(),
                states: states.atomics(),
                first_threshold: self.first_threshold,
                round,
            };
            launch_items::<PeelLowest>(self.device, n, &args)?;
            launch::<PeelEdges>(self.device, n.div_ceil(u64::from(WARPS) * u64::from(u32::BITS)), &args)?;
            if (round + 1) % ROUNDS_AT_ONCE == 0 && nobody_stays(&states, round)? {
                break;
            }
        }
        Ok(rounds)
    }
}

/// Whether a round left nobody.
fn nobody_stays(states: &Buffer<'_, u32>, round: u32) -> Result<bool, RuntimeError> {
    let states = states.download()?;
    let numbers = states.chunks_exact(PeelRound::NUMBERS).nth(round as usize);
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok()).expect("a state for each round");
    Ok(PeelRound::of(numbers).least == u32::MAX)
}
