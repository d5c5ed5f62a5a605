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
//! | `lister` | batch after batch, whoever of the devices fails |
//! | `writing` | a listing under way: kernels and copies overlapped, on several devices |
//! | `mate` | another device that writes batches |
//! | `matches` | the iterator |
//! | `options` | how to list |
//! | `stream` | [`stream()`]: a listing into a writer, each on its own thread |
//! | `doubt` | what a count says of a listing that has found nothing yet |
//! | `sample`, `stars` | uniform samples; those of stars without a walk |
//!
//! [`Placed::sample_by_rejection`] draws matches that nobody has counted: `estimate::rejection`.
//!
//! A window of chunks of tasks is counted before it is listed, so the place of each match is known before it is
//! written, and so is the memory that a launch needs. That makes limits and samples exact, and a listing can be taken
//! up again at any [`Position`].

mod doubt;
mod engine;
mod lister;
mod matches;
mod mate;
mod options;
mod sample;
mod stars;
mod stream;
mod window;
mod writing;

use std::ops::ControlFlow;

pub use super::estimate::rejection::{Drawn, DrawnBy, Rejection, RejectionOptions};
pub use lister::{Batch, Lister};
pub use matches::Matches;
pub use options::ListOptions;
pub use sample::{Sample, sample};
pub use stream::{Sink, stream};

use super::degrees::Pruned;
use super::walk::{PlannedWalk, plan_walk};
use super::{MineError, Placed, Seconds, Target};
use crate::clock::Clock;
use crate::pattern::Pattern;
use crate::plan::{Matching, PlanOptions};
use crate::runtime::Team;

/// A place between two matches, in the order in which they are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// All matches of the tasks before this one lie before.
    pub task: u64,
    /// So many matches of this task, and those after it, lie before too.
    pub skip: u64,
}

/// A graph and a plan, ready to list matches.
#[derive(Clone, Debug)]
pub struct Listing {
    placed: Placed,
    pattern: Pattern,
    matching: Matching,
    planned: PlannedWalk,
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
    /// Makes the plan, and the lists that it needs.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for labels or directions that the graph does not have.
    pub fn new(placed: &Placed, pattern: &Pattern, matching: impl Into<Matching>) -> Result<Self, MineError> {
        let (clock, matching) = (Clock::default(), matching.into());
        let options = PlanOptions::listing(matching);
        let planned = plan_walk(placed, pattern, options, &clock)?;
        let pruned = Pruned::new(placed).walk_instead(pattern, options, planned.walk.work(), &clock)?;
        let planned = pruned.unwrap_or(planned);
        let (placed, pattern) = (placed.clone(), pattern.clone());
        Ok(Listing { placed, pattern, matching, planned, seconds: clock.seconds() })
    }

    /// This listing without the first device, which has failed; none where there is no other.
    fn without_first(&self, options: &ListOptions, why: &MineError) -> Result<Option<Listing>, MineError> {
        let Some(team) = self.placed.team().without_first() else { return Ok(None) };
        options.context.report_left_out(&self.placed.team().first().to_string(), why);
        let placed = Placed::new(self.placed.target(), team);
        Listing::new(&placed, &self.pattern, self.matching).map(Some)
    }

    /// What decides the order of the rows, besides the graph: equal for equal plans.
    pub fn fingerprint(&self) -> String {
        self.planned.walk.fingerprint()
    }

    /// The number of tasks.
    pub fn tasks(&self) -> u64 {
        self.planned.tasks()
    }

    /// The work that it is expected to be, in steps of single lanes through lists.
    pub fn work(&self) -> f64 {
        self.planned.walk.work()
    }

    /// How long it took to prepare, and to make the plan.
    pub fn seconds(&self) -> Seconds {
        self.seconds
    }

    /// Makes room on the device, and begins.
    ///
    /// # Errors
    /// When the buffers do not fit in the budget, or the device fails.
    pub fn open(&self, options: &ListOptions) -> Result<Lister, MineError> {
        Lister::open(self, options, &Clock::default())
    }
}

impl Placed {
    /// Lists the matches of `pattern`, each once: calls `visit` with batch after batch until there are no more, the
    /// limit is reached, or it breaks. While it works on a batch, the next one is copied from the device.
    ///
    /// Vertices are those of the graph, a row's in the order of the pattern's. A subgraph is listed by one of its
    /// embeddings.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have, the buffers do not fit in the
    /// budget, the device fails, or the job is to stop; what `visit` has seen by then stays right.
    pub fn list(
        &self,
        pattern: &Pattern,
        options: &ListOptions,
        mut visit: impl FnMut(Batch<'_>) -> ControlFlow<()>,
    ) -> Result<Listed, MineError> {
        let listing = Listing::new(self, pattern, options.matching)?;
        let clock = Clock::default();
        let mut lister = Lister::open(&listing, options, &clock)?;
        let complete = clock.mine(|| -> Result<_, MineError> {
            while let Some(batch) = lister.next_batch()? {
                if visit(batch).is_break() {
                    return Ok(false);
                }
            }
            Ok(lister.is_complete())
        })?;
        let mut seconds = listing.seconds;
        seconds += clock.seconds();
        Ok(Listed { matches: lister.matches_listed(), complete, seconds })
    }

    /// The first match of `pattern`, if there is one.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
    /// budget, the device fails, or the job is to stop.
    pub fn exists(&self, pattern: &Pattern, options: &ListOptions) -> Result<Existence, MineError> {
        let mut first = None;
        let options = options.clone().limit(1).from(Position::default());
        let listed = self.list(pattern, &options, |batch| {
            first = batch.rows().next().map(<[u32]>::to_vec);
            ControlFlow::Break(())
        })?;
        Ok(Existence { first, seconds: listed.seconds })
    }
}

/// Lists the matches of `pattern` in `graph`, on a device or a team.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
/// budget, the device fails, or the job is to stop. What `visit` has seen by then stays right.
pub fn list<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
    visit: impl FnMut(Batch<'_>) -> ControlFlow<()>,
) -> Result<Listed, MineError> {
    Placed::new(graph, team).list(pattern, options, visit)
}

/// The first match of `pattern` in `graph`, if there is one.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
/// budget, the device fails, or the job is to stop.
pub fn exists<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
) -> Result<Existence, MineError> {
    Placed::new(graph, team).exists(pattern, options)
}
