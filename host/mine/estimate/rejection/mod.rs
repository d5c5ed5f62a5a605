//! Matches drawn at random without counting any: by rejection.
//!
//! ```text
//! pattern --plan--> tasks, weighed --chances--> pilot --cap--> rounds of attempts --accepted--> different matches
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | [`RejectionOptions`] |
//! | `chances` | how likely each task is drawn |
//! | `attempts` | attempts on a device |
//! | `rounds` | the same on all devices |
//! | `seen` | what attempts have come to |
//! | `cap` | the ratio from which on an embedding is accepted for sure |
//! | `accepted` | the different embeddings of those that were accepted |
//!
//! Nothing depends on the time, or on who makes which attempt. `docs/estimates.md` explains it.

mod accepted;
mod attempts;
mod cap;
mod chances;
mod options;
mod rounds;
mod seen;

use motherlode_device::kernels::estimate::GROUP;

pub use options::RejectionOptions;

use super::weighed;
use crate::clock::Clock;
use crate::list::ListOptions;
use crate::pattern::Pattern;
use crate::plan::PlanOptions;
use crate::primitives::MOST_KEYS;
use crate::run::Run;
use crate::walk::{PlannedWalk, plan_walk};
use crate::{Context, MineError, Placed, Progress, Seconds};
use accepted::Accepted;
use cap::Cap;
use rounds::AttemptRounds;
use seen::Seen;

/// Matches that were drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The vertices of the matches, row after row, in the order of the listing.
    pub ids: Vec<u32>,
    /// Vertices in a row.
    pub width: usize,
    /// How they were drawn.
    pub by: DrawnBy,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// How matches were drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawnBy {
    /// By rejection.
    Rejection(Rejection),
    /// From all of them, which were counted: the walk of a pattern so small is as short as a draw.
    Counting {
        /// All matches that there are.
        of: u64,
    },
}

/// How draws by rejection went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rejection {
    /// How many attempts there were, those of the pilot apart.
    pub attempts: u64,
    /// How many of them were accepted, the same matches again among them.
    pub accepted: u64,
    /// How many of them found a match that should have been accepted more than once: of such there are too few.
    pub exceeding: u64,
    /// Whether there cannot be any such match: then each set of as many matches is as likely as any other.
    pub uniform: bool,
    /// Attempts that decided how many are accepted.
    pub pilot_attempts: u64,
}

impl Rejection {
    /// The part of the attempts that was accepted; none if there were none.
    pub fn acceptance(&self) -> Option<f64> {
        (self.attempts > 0).then(|| self.accepted as f64 / self.attempts as f64)
    }
}

/// Groups of attempts of the pilot at first, and at most.
const PILOT_GROUPS: u64 = 1 << 11;
const MOST_PILOT_GROUPS: u64 = 1 << 18;
/// The pilot goes on until so many attempts have found something,
const PILOT_FOUND: u64 = 400;
/// or it has had this part of all attempts.
const PILOT_PART: u64 = 16;
/// Groups of attempts of a round.
const LEAST_ROUND: u64 = 1 << 8;
const MOST_ROUND: u64 = 1 << 20;
/// More attempts than are expected to be needed: what is expected is not sure.
const SPARE: f64 = 1.1;

impl Placed {
    /// Draws matches of `pattern` without repetition and without counting any, by rejection. Each set of so many is as
    /// likely as any other if [`uniform`](Rejection::uniform) says so, and else about as likely. Where the walk is so
    /// short that it is no slower, all matches are counted, as [`Placed::sample`] does.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when something does not fit in the
    /// budget, a device fails, or the job is to stop; [`MineError::SampleNotFound`] if the attempts do not find so many
    /// different matches, [`MineError::SampleTooLarge`] if they do not fit in memory.
    pub fn sample_by_rejection(
        &self,
        pattern: &Pattern,
        options: &RejectionOptions,
    ) -> Result<Drawn, MineError> {
        self.on_whoever_is_left(&options.context, |placed| drawn(placed, pattern, options))
    }
}

fn drawn(placed: &Placed, pattern: &Pattern, options: &RejectionOptions) -> Result<Drawn, MineError> {
    let clock = Clock::default();
    let planned =
        plan_walk(placed, pattern, PlanOptions::listing(options.matching), &clock)?.with_whole_tasks(&clock);
    let (tasks, width) = (planned.tasks(), planned.walk.order().len());
    if planned.walk.last() < 2 {
        return counted(placed, pattern, options, &clock);
    }
    if tasks >= MOST_KEYS {
        return Err(MineError::TooManyTasks { tasks });
    }
    let mut kept = Accepted::new(options.size, width)?;
    let run = Run { context: &options.context, clock: &clock };
    let rejection = match tasks {
        0 => Rejection { uniform: true, ..Rejection::default() },
        _ => attempted(&planned, &mut kept, options, run)?,
    };
    let old_of_new = planned.known.form.old_of_new(&clock);
    let ids = kept.rows(planned.walk.order(), |vertex| old_of_new[vertex as usize]);
    Ok(Drawn { ids, width, by: DrawnBy::Rejection(rejection), seconds: clock.seconds() })
}

/// Draws from all matches, counted.
fn counted(
    placed: &Placed,
    pattern: &Pattern,
    options: &RejectionOptions,
    clock: &Clock,
) -> Result<Drawn, MineError> {
    let listing = ListOptions::default().matching(options.matching).context(options.context.clone());
    let sample = placed.sample(pattern, &listing, options.size, options.seed)?;
    let mut seconds = sample.seconds;
    seconds += clock.seconds();
    Ok(Drawn { ids: sample.ids, width: sample.width, by: DrawnBy::Counting { of: sample.of }, seconds })
}

/// Makes attempts until enough different embeddings are kept.
fn attempted(
    planned: &PlannedWalk,
    kept: &mut Accepted,
    options: &RejectionOptions,
    run: Run<'_>,
) -> Result<Rejection, MineError> {
    let (weighing, beyond) = weighed(planned, run.clock);
    let none = Rejection { uniform: true, ..Rejection::default() };
    if kept.is_full() {
        return Ok(none);
    }
    let Some(mut rounds) = AttemptRounds::new(planned, &weighing, options.seed, run)? else {
        return Ok(none);
    };
    run.clock.mine(|| {
        let limit = options.most_attempts();
        let pilot = pilot(&mut rounds, options.size, limit)?;
        if pilot.found == 0 {
            return Err(kept.too_few(&pilot));
        }
        let left = limit.saturating_sub(pilot.attempts).max(GROUP);
        let cap = Cap::new(&pilot, rounds.most_ratio(beyond), options.size, left);
        let seen = until_full(&mut rounds, kept, (cap, pilot.acceptance(cap.ratio)), left, &options.context)?;
        let Seen { attempts, accepted, exceeding, .. } = seen;
        debug_assert!(!cap.uniform || exceeding == 0, "a ratio beyond what there can be");
        let pilot_attempts = pilot.attempts;
        Ok(Rejection { attempts, accepted, exceeding, uniform: cap.uniform, pilot_attempts })
    })
}

/// Attempts of which none is accepted, for what the ratios are: more for many matches, whose ratios are more.
fn pilot(rounds: &mut AttemptRounds<'_>, size: u64, limit: u64) -> Result<Seen, MineError> {
    let mut seen = Seen::default();
    let mut groups = (size / GROUP).clamp(PILOT_GROUPS, MOST_PILOT_GROUPS);
    let most = limit / PILOT_PART;
    loop {
        let left = most.saturating_sub(seen.attempts) / GROUP;
        rounds.attempt(groups.min(left).max(1), f64::INFINITY, &mut seen, |_| ())?;
        if seen.found >= PILOT_FOUND || seen.attempts + GROUP > most {
            return Ok(seen);
        }
        groups *= 2;
    }
}

/// Makes attempts, up to so many, until enough are kept.
fn until_full(
    rounds: &mut AttemptRounds<'_>,
    kept: &mut Accepted,
    (cap, acceptance): (Cap, f64),
    attempts: u64,
    context: &Context,
) -> Result<Seen, MineError> {
    let mut seen = Seen::default();
    while !kept.is_full() {
        if kept.seem_all(seen.accepted) || seen.attempts + GROUP > attempts {
            return Err(kept.too_few(&seen));
        }
        let wanted = (kept.size - kept.len()) as f64 / acceptance * SPARE;
        let most = ((attempts - seen.attempts) / GROUP).min(MOST_ROUND);
        let groups = ((wanted / GROUP as f64) as u64).max(LEAST_ROUND).min(most);
        rounds.attempt(groups, cap.ratio, &mut seen, |rows| kept.add(rows))?;
        context.report(Progress { done: kept.len(), all: kept.size });
    }
    Ok(seen)
}
