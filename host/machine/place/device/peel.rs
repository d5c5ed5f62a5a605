//! Peeling on the device: the order that [`by_degeneracy`](crate::place::by_degeneracy) makes on the host.

use motherlode_device::kernels::prepare::peel::{
    MOST_ROUNDS, PeelArgs, PeelDegrees, PeelDegreesArgs, PeelEdges, PeelKeys, PeelKeysArgs, PeelLowest,
    PeelRound, peel_key,
};

use crate::place::launches::{bits, launch_items};
use crate::primitives::{Primitives, Sortable};
use crate::runtime::{Buffer, Device, RuntimeError, View};

/// Rounds that are launched before the host looks whether anybody is left.
const ROUNDS_AT_ONCE: u32 = 16;

/// The lists of a graph that is peeled.
#[derive(Clone, Copy)]
pub(super) struct PeeledLists<'a> {
    pub device: &'a Device,
    pub offsets: View<'a, u64>,
    pub neighbors: View<'a, u32>,
    /// Vertices with so many neighbours or fewer leave first.
    pub first_threshold: u32,
}

impl PeeledLists<'_> {
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
        // SAFETY: the vertices are those that there are rounds for, and there is room for their keys.
        let lend = unsafe { self.device.lend() };
        let args = PeelKeysArgs {
            rounds: lend.slice(&rounds),
            vertices: lend.slice(&vertices.array),
            keys: lend.scratch(&mut keys.array),
        };
        launch_items::<PeelKeys>(&lend, n, &args)?;
        primitives.sort_pairs(keys, vertices, n, 0..bits(peel_key(1)))
    }

    /// For each of `n` vertices the round in which it leaves, from 1, or 0 if it is left.
    fn rounds(self, n: u64) -> Result<Buffer<'static, u32>, RuntimeError> {
        let mut degrees = self.device.unwritten::<u32>(n as usize)?;
        let rounds = self.device.zeroed::<u32>(n as usize)?;
        let states = self.device.zeroed::<u32>(MOST_ROUNDS as usize * PeelRound::NUMBERS)?;
        // SAFETY: the lists are those of one graph of `n` vertices, and there is room for what the kernels write of
        // each vertex and each round.
        let lend = unsafe { self.device.lend() };
        let args = PeelDegreesArgs { offsets: lend.slice(self.offsets), degrees: lend.scratch(&mut degrees) };
        launch_items::<PeelDegrees>(&lend, n, &args)?;
        for round in 0..MOST_ROUNDS {
            let args = PeelArgs {
                offsets: lend.slice(self.offsets),
                neighbors: lend.slice(self.neighbors),
                degrees: lend.atomics(&degrees),
                rounds: lend.atomics(&rounds),
                states: lend.atomics(&states),
                first_threshold: self.first_threshold,
                round,
            };
            launch_items::<PeelLowest>(&lend, n, &args)?;
            launch_items::<PeelEdges>(&lend, n, &args)?;
            if (round + 1) % ROUNDS_AT_ONCE == 0 && is_all_peeled(&states, round)? {
                break;
            }
        }
        Ok(rounds)
    }
}

/// Whether a round has left no vertex: then there is no least degree.
fn is_all_peeled(states: &Buffer<'_, u32>, round: u32) -> Result<bool, RuntimeError> {
    let states = states.download()?;
    let numbers = states.chunks_exact(PeelRound::NUMBERS).nth(round as usize);
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok()).expect("a state for each round");
    Ok(PeelRound::of(numbers).least == u32::MAX)
}
