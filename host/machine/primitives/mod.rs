//! Data-parallel primitives on any device: reduce, scan, compaction, segmented forms, runs, sort.
//!
//! [`Primitives`] plans a launch, keeps the temporary memory and launches the kernels of
//! [`motherlode_device::primitives`]. What it is given are arrays on the device ([`Buffer::slice`],
//! [`Buffer::scratch`]), or parts of them; what it computes stays there. On a card everything is queued: call
//! [`Device::synchronize`] before [`Buffer::download`].
//!
//! ```
//! # use motherlode_machine as motherlode;
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
//! | `external` | sorting what does not fit on the device: runs, and merging many at once |

mod compact;
mod external;
mod fold;
mod runs;
mod segments;
mod sort;
mod workspace;

use motherlode_device::Kernel;
use motherlode_device::primitives::{TileSize, WARPS};

use crate::runtime::{Device, Lend, RuntimeError};
use workspace::Workspace;

pub use compact::Keep;
pub use external::{ExternalSort, ExternalSortOptions, ExternalSortReport, MergeMethod, sort_external};
pub use runs::{RunKey, RunReduction};
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

impl<'d> Launcher<'d> {
    /// Lanes in a warp of the device.
    fn lanes(self) -> u32 {
        self.device.lanes()
    }

    /// What launches the kernels of a primitive.
    ///
    /// # Safety
    /// As for [`Device::lend`]. The views that a primitive was given are borrowed from its caller, those to be written
    /// exclusively, so that nobody else writes what it reads, or uses what it writes, until the launches are queued,
    /// and whoever comes after is queued behind.
    unsafe fn lend(self) -> Lend<'d> {
        // SAFETY: the caller's promise.
        unsafe { self.device.lend() }
    }

    /// Tiles that `items` make.
    fn tiles(self, items: u64, size: TileSize) -> u64 {
        items.div_ceil(size.of(self.lanes()) as u64)
    }

    /// Launches `K` with as many blocks as run at once, or one for each tile if there are fewer tiles.
    fn launch<K: Kernel>(
        lend: &Lend<'_>,
        tiles: u64,
        shared_bytes: usize,
        args: &K::Args<'_>,
    ) -> Result<(), RuntimeError> {
        lend.launch_up_to::<K>(tiles, WARPS, shared_bytes, args)
    }

    /// Launches `K`, whose threads stride over `items`.
    fn launch_items<K: Kernel>(lend: &Lend<'_>, items: u64, args: &K::Args<'_>) -> Result<(), RuntimeError> {
        Launcher::launch::<K>(lend, lend.device().blocks_for(items, WARPS), 0, args)
    }
}

/// Refuses a launch of `K` whose arrays do not fit together.
fn require<K: Kernel>(holds: bool, reason: impl FnOnce() -> String) -> Result<(), RuntimeError> {
    if holds { Ok(()) } else { Err(RuntimeError::Launch { kernel: K::NAME, reason: reason() }) }
}
