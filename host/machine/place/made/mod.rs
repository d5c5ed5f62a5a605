//! Graphs that are made on the device that is to count on them.

mod generate;

use std::sync::Arc;

use motherlode_device::Kernel;
use motherlode_device::kernels::generate::marks::MarkEnds;
use motherlode_device::primitives::reduce::Reduction;
use motherlode_device::primitives::sort::sweep::SortKey;
use parking_lot::Mutex;

pub(super) use self::generate::GivenLists;
use self::generate::generate;
use crate::graph::generate::{DrawnPairs, of_pairs};
use crate::graph::{Csr, Elsewhere};
use crate::primitives::Sum;
use crate::runtime::{Device, RuntimeError};

/// From so many pairs on, a card makes a graph before the host has it: below, the host is done while the card is started.
const LEAST_PAIRS: u64 = 1 << 22;

/// How many times the bytes of a graph there must be besides for its lists to stay: a device that prepares it takes two
/// or three times as much, and who plans with the memory that is left is not to miss these.
const ROOM_TO_PREPARE: u64 = 3;

/// The families of kernels that make a graph on a card, beside those that [prepare](super::FAMILIES) it.
#[doc(hidden)]
pub const FAMILIES_OF_MADE: [&str; 3] =
    [MarkEnds::FAMILY, <u64 as SortKey>::Keys::FAMILY, <Sum<u32> as Reduction<u32>>::Kernel::FAMILY];

/// Whether a card makes the graph of these pairs sooner than the host.
#[doc(hidden)]
pub fn is_for_cards(pairs: &DrawnPairs) -> bool {
    pairs.count >= LEAST_PAIRS
}

/// The graph of drawn pairs, made on a device: the same that the host makes, bit by bit. Its lists stay there until they
/// are looked at, or until the device has prepared the graph, if there is room enough. Nothing, where there are no edges, or too many ids.
///
/// # Errors
/// When it does not fit the budget, or the device fails.
#[doc(hidden)]
pub fn make_on(device: &Device, pairs: &DrawnPairs) -> Result<Option<Csr>, RuntimeError> {
    let Some(lists) = generate(device, pairs)? else { return Ok(None) };
    let offsets = lists.download_offsets()?;
    let lists = Mutex::new(Some(lists));
    let made = MadeLists { device: device.clone(), pairs: *pairs, lists };
    // SAFETY: the device's kernels made them: of sorted arcs, each in both directions, the distinct ones.
    let graph = unsafe { Csr::with_lists_elsewhere(offsets, Arc::new(made)) };
    if device.budget().left() / ROOM_TO_PREPARE < graph.bytes() {
        // They come to the host, and make room.
        graph.neighbors_all();
    }
    Ok(Some(graph))
}

/// The device that made the graph, if one did.
#[doc(hidden)]
pub fn made_on(graph: &Csr) -> Option<&Device> {
    graph.lists_from::<MadeLists>().map(|made| &made.device)
}

/// The lists of a graph that a device made.
#[derive(Debug)]
pub(super) struct MadeLists {
    device: Device,
    pairs: DrawnPairs,
    /// Those that are still there.
    lists: Mutex<Option<GivenLists>>,
}

impl MadeLists {
    /// The lists of `graph` on `device`, if it made the graph and the host has no copy: those that are still there, or
    /// the same again. Nothing where that fails.
    pub fn take(graph: &Csr, device: &Device) -> Option<GivenLists> {
        if graph.has_lists_here() {
            return None;
        }
        graph.lists_from::<MadeLists>().filter(|made| made.device.is(device))?.lists()
    }

    /// The lists that are still there, or the same again.
    fn lists(&self) -> Option<GivenLists> {
        let kept = self.lists.lock().take();
        kept.or_else(|| generate(&self.device, &self.pairs).ok().flatten())
    }

    /// The lists on the host: copied, or made there where the device fails.
    fn on_host(&self) -> Vec<u32> {
        let copied = self.lists().and_then(|lists| lists.download_neighbors().ok());
        copied.unwrap_or_else(|| {
            let graph = of_pairs(&self.pairs);
            graph.expect("the graph that a device made, in the memory of the host").neighbors_all().to_vec()
        })
    }
}

impl Elsewhere<u32> for MadeLists {
    fn bring(&self) -> Vec<u32> {
        // Copies and generators wait for threads. Those of this pool may be waiting for these lists.
        let threads = rayon::current_num_threads();
        let bring = || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads that bring the lists of a graph").install(|| self.on_host())
        };
        std::thread::scope(|scope| scope.spawn(bring).join())
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
