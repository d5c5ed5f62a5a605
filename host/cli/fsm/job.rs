//! A search, from the database that was read to what is said of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use motherlode::mine::transactions::{self, Classes, PreparedDatabase, SearchStatus, Stage, Threshold};
use motherlode::mine::{Context, MineError};
use motherlode::runtime::{Interrupt, RuntimeError, Team};
use motherlode::transactions::Database;

use super::FsmArgs;
use super::patterns::Patterns;
use super::summary::{FsmReport, FsmTimes};
use crate::exit::{DONE, Misuse, complain, on_error};
use crate::memory::MemoryReport;
use crate::shares::Shares;
use crate::signals;
use crate::status::Status;

/// How long it may take to choose what is right of what a search has found that was stopped.
const CHOOSING: Duration = Duration::from_millis(300);

/// A database to be mined.
pub(super) struct FsmJob<'j> {
    pub(super) args: &'j FsmArgs,
    pub(super) database: &'j Database,
    pub(super) team: &'j Team,
    pub(super) interrupt: Interrupt,
    pub(super) status: Arc<Status>,
    pub(super) counters: Arc<SearchStatus>,
    pub(super) began: Instant,
    /// Graphs that were left out, if that was asked for.
    pub(super) skipped: Option<u64>,
}

/// What a job has, at its end, to tell.
struct Findings<'f> {
    patterns: &'f Patterns<'f>,
    support: u32,
    shares: &'f Shares,
    times: FsmTimes,
    /// When the search began.
    mining: Instant,
}

impl FsmJob<'_> {
    /// Mines, and says what was found.
    ///
    /// # Errors
    /// A job that failed or was interrupted; a file that cannot be written.
    pub(super) fn run(&self, mut times: FsmTimes) -> anyhow::Result<()> {
        let FsmJob { args, database, team, interrupt, status, counters, .. } = self;
        let support = args.support.map_or(1, |support| support.of(database.graphs()));
        tell_of_support(support, database);
        status.stage("dropping infrequent edges");
        let preparing = Instant::now();
        let prepared = PreparedDatabase::restricted(database, support, &args.restriction(database)?);
        times.prepare = preparing.elapsed().as_secs_f64();

        let threshold = Threshold::from(support);
        let classes = if args.discriminative { Some(classes(database)?) } else { None };
        let patterns = Patterns::create(args, database, &prepared, classes.as_ref(), &threshold)?;
        let shares = Shares::of(team);
        let context = shares.heard_in(Context::default().interrupt(interrupt.clone()), status);
        let mut options = args.options(threshold).status(counters.clone()).context(context);
        if let Some(unexplored) = patterns.unexplored() {
            options = options.unexplored(unexplored.clone());
        }
        let findings =
            Findings { patterns: &patterns, support, shares: &shares, times, mining: Instant::now() };
        let search = || {
            status.watching(counters, interrupt, || {
                transactions::mine(&prepared, *team, &options, |found| patterns.found(found))
            })
        };
        let ended = signals::while_listening_to(interrupt, search, || self.conclude_late(&findings));
        self.conclude(&findings, ended)
    }

    /// Writes what is right of what was found, and says how much that is.
    ///
    /// # Errors
    /// How the search ended, if it was stopped or failed; a file that cannot be written.
    fn conclude(&self, findings: &Findings<'_>, ended: Result<(), MineError>) -> anyhow::Result<()> {
        let Findings { patterns, support, shares, mut times, mining } = *findings;
        let ended = match ended {
            Ok(()) | Err(MineError::Runtime(RuntimeError::Interrupted | RuntimeError::Deadline)) => ended,
            Err(error) => return Err(patterns.failure(error)),
        };
        let context = match &ended {
            Ok(()) => Context::default().interrupt(self.interrupt.clone()),
            Err(_) => Context::default().ending_at(Instant::now() + CHOOSING),
        };
        let choose = || patterns.choose(ended.is_err(), &context);
        let (chosen, chose) = match &ended {
            Ok(()) => signals::while_listening(choose),
            // The deadline has passed: what is left to do is to write.
            Err(_) => choose(),
        };
        let ended = ended.and(chose.map_err(MineError::from));
        times.mine = mining.elapsed().as_secs_f64();
        let found = patterns.write(chosen, support)?;
        let stage = |stage| self.counters.time(stage).as_secs_f64();
        times.count = stage(Stage::Count);
        times.judge = stage(Stage::Judge);
        times.grow = stage(Stage::Grow);
        times.overlap = stage(Stage::Overlap);
        times.total = self.began.elapsed().as_secs_f64();
        self.status.end();
        let devices = (shares.report(self.team), MemoryReport::of(self.team));
        let mut summary = FsmReport::new(self.database, support, found, devices, ended.is_err());
        (summary.seconds, summary.skipped) = (times, self.skipped);
        summary.print(self.args)?;
        Ok(ended?)
    }

    /// Writes what is right of what was found, while a search still goes on that was to stop; returns the exit code.
    fn conclude_late(&self, findings: &Findings<'_>) -> u8 {
        let stopped = || self.interrupt.check().map_err(MineError::from);
        let conclude = || self.conclude(findings, stopped());
        // The search keeps the threads of the other pool busy.
        let concluded = match rayon::ThreadPoolBuilder::new().build() {
            Ok(pool) => pool.install(conclude),
            Err(error) => Err(error.into()),
        };
        concluded.map_or_else(|error| on_error(&error), |()| DONE)
    }
}

/// Says on standard error that nothing can be so frequent.
fn tell_of_support(support: u32, database: &Database) {
    let graphs = database.graphs();
    if support > graphs {
        complain(format_args!(
            "warning: no pattern is in {support} graphs, as there are {graphs}: --support {graphs} is the most, or a part, as 10%"
        ));
    }
}

/// The classes of the graphs, which must be there.
fn classes(database: &Database) -> Result<Classes, Misuse> {
    Classes::new(database).ok_or_else(|| {
        Misuse(
            "--discriminative needs graphs of two classes or more, and DB gives none: see 'motherlode fsm --help' for where \
             classes are read from"
                .into(),
        )
    })
}
