//! Frequent subgraphs of a database of graphs.

mod alone;
mod batch;
mod pattern;
mod pool;
mod prepare;
mod search;
mod wide;

pub use prepare::Prepared;

use batch::Site;
use pool::Pool;
use search::Search;

use std::sync::Mutex;

use crate::dfs_code::{Kinds, Step};
use crate::primitives::Primitives;
use crate::runtime::{Device, Interrupt, RuntimeError};
use crate::transactions::Database;

/// A frequent pattern, as it is found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'f> {
    /// Its minimum DFS code.
    pub code: &'f [Step],
    /// What the code's kinds are.
    pub kinds: &'f Kinds,
    /// In how many graphs it occurs.
    pub support: u32,
    /// In how many embeddings.
    pub embeddings: u64,
}

/// How to mine.
#[derive(Clone, Copy)]
pub struct MineOptions<'o> {
    /// The least number of graphs.
    pub support: u32,
    /// The most edges of a pattern.
    pub max_edges: usize,
    /// Labels of the vertices.
    pub labels: &'o [u32],
    /// Stops the job.
    pub interrupt: &'o Interrupt,
    /// Called with each pattern.
    pub found: &'o (dyn Fn(Found<'_>) -> Result<(), TransactionError> + Sync),
}

/// An error of the job.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransactionError {
    /// The device failed, or its memory budget is too small.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
}

/// What a core's cache holds, about.
const CACHE_BYTES: usize = 512 << 10;

/// Finds all frequent patterns.
///
/// # Errors
/// When the device fails.
pub fn mine(prepared: &Prepared, device: &Device, options: &MineOptions<'_>) -> Result<(), TransactionError> {
    let large = size_of_val(&prepared.arcs[..]) + size_of_val(&prepared.offsets[..]) > CACHE_BYTES;
    let site = Site {
        device,
        pool: Pool::new(device),
        offsets: device.upload(&prepared.offsets)?,
        arcs: device.upload(&prepared.arcs)?,
        large,
        alone: device.is_scalar(),
        primitives: Mutex::new(Primitives::new(device)),
    };
    Search { prepared, site: &site, options }.run()
}

/// dev
pub fn mine_database(
    database: &Database,
    device: &Device,
    support: u32,
    found: &(dyn Fn(Found<'_>) -> Result<(), TransactionError> + Sync),
) -> Result<(), TransactionError> {
    let prepared = Prepared::new(database, support);
    let interrupt = Interrupt::default();
    let options =
        MineOptions { support, max_edges: usize::MAX, labels: database.labels(), interrupt: &interrupt, found };
    mine(&prepared, device, &options)
}
