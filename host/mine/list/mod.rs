//! The matches themselves: batches of rows, in an order that the graph and the plan decide, whatever the device, its
//! threads and its memory.
//!
//! ```text
//! Listing::new (prepare, plan) --open--> Lister --next_batch--> Batch: rows of vertices
//!                                        Lister --matches-----> an iterator of matches
//! list(graph, pattern, …, visit)         the same, with a visitor
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `engine` | the buffers, and the launches that count chunks and write rows |
//! | `window` | counted chunks, and the jobs that list them |
//! | `lister` | batch after batch, kernels and copies overlapped |
//! | `matches` | the iterator |
//! | `options` | how to list |
//! | `sample` | uniform samples |
//!
//! A window of chunks of tasks is counted before it is listed, so the place of each match is known before it is written,
//! and so is the memory that a launch needs. That makes limits and samples exact, and a listing can be taken up again at
//! any [`Position`].

mod engine;
mod lister;
mod matches;
mod options;
mod sample;
mod window;

use std::ops::ControlFlow;

use motherlode_device::Kernel;
use motherlode_device::kernels::attributed_list::ListAttributed;
use motherlode_device::kernels::list::rows::ListWalk;

pub use lister::{Batch, Lister};
pub use matches::Matches;
pub use options::ListOptions;
pub use sample::{Sample, sample};

use super::progress::timed;
use super::strategy::Strategy;
use super::walk::{self, Walk};
use super::{Method, MineError, Prepared, Seconds, Target, strategy_for};
use crate::pattern::Pattern;
use crate::plan::{Matching, PlanOptions};
use crate::runtime::Device;

/// The families of kernels that list `pattern`, on a card.
pub fn families(pattern: &Pattern, matching: Matching) -> Vec<&'static str> {
    match strategy_for(pattern, matching, Method::Walk) {
        Strategy::Attributed => vec![ListAttributed::FAMILY],
        _ => vec![ListWalk::FAMILY],
    }
}

/// A place between two matches, in the order in which they are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// All matches of the tasks before this one lie before.
    pub task: u64,
    /// So many matches of this task, and those after it, lie before too.
    pub skip: u64,
}

/// A graph and a plan, ready to list matches.
#[derive(Debug)]
pub struct Listing {
    prepared: Prepared,
    walk: Walk,
    seconds: Seconds,
}

/// The first match, if there is one.
#[derive(Clone, Debug)]
pub struct Existence {
    /// Its vertices, in the order of the pattern's; `None` if nothing matches.
    pub first: Option<Vec<u32>>,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// What came of a listing.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// Matches listed.
    pub matches: u64,
    /// Whether these are all that there are from the start on: no limit or visitor ended it before.
    pub complete: bool,
    /// How long the parts took; the visitor's time is in that of mining.
    pub seconds: Seconds,
}

impl Listing {
    /// Prepares `graph`, and makes the plan.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
    pub fn new<'g>(
        graph: impl Into<Target<'g>>,
        pattern: &Pattern,
        matching: impl Into<Matching>,
    ) -> Result<Self, MineError> {
        let mut seconds = Seconds::default();
        let (prepared, walk) =
            walk::prepare(graph.into(), pattern, PlanOptions::listing(matching.into()), &mut seconds)?;
        Ok(Listing { prepared, walk, seconds })
    }

    /// What decides the order of the rows, besides the graph: equal for equal plans.
    pub fn fingerprint(&self) -> String {
        self.walk.fingerprint()
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.walk.tasks(&self.prepared)
    }

    /// How long it took to prepare and plan.
    pub fn seconds(&self) -> Seconds {
        self.seconds
    }

    /// Begins to list on `device`.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, or the device fails.
    pub fn open<'l>(&'l self, device: &'l Device, options: &ListOptions) -> Result<Lister<'l>, MineError> {
        Lister::open(self, device, options)
    }
}

/// Lists the matches of `pattern` in `graph`, each once: calls `visit` with batch after batch until there are no
/// more, the limit is reached, or it breaks. While it works on a batch, the next one is copied from the device.
///
/// Vertices are those of `graph`, a row's in the order of the pattern's. A subgraph is listed by one of its embeddings.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have, the buffers do not fit in the budget, the device fails, or an interrupt was
/// requested; what `visit` has seen by then stays right.
pub fn list<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    device: &Device,
    options: &ListOptions,
    mut visit: impl FnMut(Batch<'_>) -> ControlFlow<()>,
) -> Result<Listed, MineError> {
    let listing = Listing::new(graph, pattern, options.matching)?;
    let mut seconds = listing.seconds;
    let mut lister = timed(&mut seconds.transfer, || listing.open(device, options))?;
    let complete = timed(&mut seconds.mine, || -> Result<_, MineError> {
        while let Some(batch) = lister.next_batch()? {
            if visit(batch).is_break() {
                return Ok(false);
            }
        }
        Ok(lister.is_complete())
    })?;
    Ok(Listed { matches: lister.matches_listed(), complete, seconds })
}

/// Whether `pattern` is in `graph`: the first match, if there is one, whatever `options` say of where to begin and end.
///
/// # Errors
/// As [`list`].
pub fn exists<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    device: &Device,
    options: &ListOptions,
) -> Result<Existence, MineError> {
    let mut first = None;
    let options = options.clone().limit(1).from(Position::default());
    let listed = list(graph, pattern, device, &options, |batch| {
        first = batch.rows().next().map(<[u32]>::to_vec);
        ControlFlow::Break(())
    })?;
    Ok(Existence { first, seconds: listed.seconds })
}
