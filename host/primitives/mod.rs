//! Data-parallel primitives on any device: reduce, scan, compaction, segmented forms, runs, sort.
//!
//! [`Primitives`] plans a launch, keeps the temporary memory and launches the kernels of
//! [`motherlode_device::primitives`]. What it is given are arrays on the device ([`Buffer::slice`],
//! [`Buffer::scratch`]), or parts of them; what it computes stays there. On a card everything is queued: call
//! [`Device::synchronize`] before [`Buffer::download`].
//!
//! ```
//! use motherlode::primitives::Primitives;
//! use motherlode::runtime::Device;
//!
//! let device = Device::cpu(None);
//! let lengths = device.upload(&[3u32, 0, 4])?;
//! let mut offsets = device.unwritten::<u64>(4)?;
//! Primitives::new(&device).exclusive_scan(lengths.slice(), offsets.scratch())?;
//! device.synchronize()?;
//! assert_eq!(offsets.download()?, [0, 3, 3, 7]);
//! # Ok::<(), motherlode::runtime::RuntimeError>(())
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `workspace` | the temporary memory |
//! | `fold` | copy, reduce and scan |
//! | `compact` | compaction, unique |
//! | `segments` | segmented reduce and scan |
//! | `runs` | run lengths, reduction by key |
//! | `sort` | radix sort |

mod compact;
mod fold;
mod runs;
mod segments;
mod sort;
mod workspace;

use motherlode_device::Kernel;
use motherlode_device::primitives::{TileSize, WARPS, WIDE_LANES};

use crate::runtime::{Device, Grid, RuntimeError};
use workspace::Workspace;

pub use compact::Keep;
pub use runs::RunReduction;
pub use segments::Offset;
pub use sort::{MOST_KEYS, Sortable};

pub use motherlode_device::primitives::operator::{Max, Min, Sum};

#[cfg(doc)]
use crate::runtime::Buffer;

/// The primitives of a device, with the temporary memory that they share: it grows as needed, and counts against the
/// device's budget.
#[derive(Debug)]
pub struct Primitives<'d> {
    launcher: Launcher<'d>,
    workspace: Workspace<'d>,
}

impl<'d> Primitives<'d> {
    /// The primitives of `device`, with no temporary memory yet.
    pub fn new(device: &'d Device) -> Self {
        Primitives { launcher: Launcher { device }, workspace: Workspace::new(device) }
    }

    /// The device.
    pub fn device(&self) -> &'d Device {
        self.launcher.device
    }
}

/// How many blocks a launch has.
#[derive(Clone, Copy, Debug)]
struct Launcher<'d> {
    device: &'d Device,
}

impl Launcher<'_> {
    /// Lanes in a warp of the device.
    fn lanes(self) -> u32 {
        if self.device.is_scalar() { 1 } else { WIDE_LANES as u32 }
    }

    /// Tiles that `items` make.
    fn tiles(self, items: u64, size: TileSize) -> u64 {
        items.div_ceil(size.of(self.lanes()) as u64)
    }

    /// Launches `K` with as many blocks as run at once, or one for each tile if there are fewer tiles.
    fn launch<K: Kernel>(
        self,
        tiles: u64,
        shared_bytes: usize,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        let resident = self.device.resident_blocks::<K>(WARPS, shared_bytes)?;
        let blocks = u64::from(resident).min(tiles) as u32;
        self.device.launch::<K>(Grid { blocks, warps: WARPS, shared_bytes }, args)
    }

    /// Launches `K`, whose threads stride over `items`.
    fn launch_items<K: Kernel>(self, items: u64, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        let threads = u64::from(WARPS) * u64::from(self.lanes());
        self.launch::<K>(items.div_ceil(threads), 0, args)
    }
}

/// Refuses a launch of `K` whose arrays do not fit together.
fn require<K: Kernel>(holds: bool, reason: impl FnOnce() -> String) -> Result<(), RuntimeError> {
    if holds { Ok(()) } else { Err(RuntimeError::Launch { kernel: K::NAME, reason: reason() }) }
}
