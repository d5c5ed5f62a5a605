//! Cliques: the counts of complete subgraphs.

use super::progress::timed;
use super::strategy::Session;
use super::{CountOptions, Input, MineError, Seconds, VertexOrder};
use crate::graph::Csr;
use crate::runtime::Device;

/// The most vertices of a clique that is asked for.
pub const LARGEST: u32 = 32;

/// Counts of cliques, and how long they took.
#[derive(Clone, Debug)]
pub struct Cliques {
    /// Sizes, rising, and how many cliques of that size there are.
    pub counts: Vec<(u32, u128)>,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// Counts the cliques of `k` vertices in `graph`, oriented by `order`.
///
/// # Errors
/// [`MineError::CliqueSize`] if `k` is not from 2 to 32; when the device fails or its memory is too small, a
/// count passes 128 bits, or an interrupt was requested.
pub fn cliques(
    graph: &Csr,
    k: u32,
    order: VertexOrder,
    device: &Device,
    options: &CountOptions,
) -> Result<Cliques, MineError> {
    if !(2..=LARGEST).contains(&k) {
        return Err(MineError::CliqueSize { k });
    }
    count(
        || Input::new(graph, k - 1).in_order(order),
        device,
        options,
        |session| Ok(vec![(k, session.cliques(k)?)]),
    )
}

/// Counts the cliques of every size in `graph`, up to its largest.
///
/// # Errors
/// As [`cliques`].
pub fn clique_profile(
    graph: &Csr,
    order: VertexOrder,
    device: &Device,
    options: &CountOptions,
) -> Result<Cliques, MineError> {
    count(
        || Input::new(graph, 0).in_order(order),
        device,
        options,
        |session| {
            let mut counts = Vec::new();
            for k in 1.. {
                match session.cliques(k)? {
                    0 => break,
                    cliques => counts.push((k, cliques)),
                }
            }
            Ok(counts)
        },
    )
}

fn count(
    input: impl FnOnce() -> Input,
    device: &Device,
    options: &CountOptions,
    work: impl FnOnce(&mut Session<'_>) -> Result<Vec<(u32, u128)>, MineError>,
) -> Result<Cliques, MineError> {
    let mut seconds = Seconds::default();
    let input = timed(&mut seconds.prepare, input);
    let mut session = Session::new(&input, device, options)?;
    let counts = work(&mut session)?;
    seconds.add(&session.seconds);
    Ok(Cliques { counts, seconds })
}
