//! `motherlode fsm`: frequent subgraphs of a database of graphs.

mod args;
mod draw;
mod features;
mod found;
mod job;
mod ordered;
mod patterns;
mod summary;
pub mod support;

pub use args::FsmArgs;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use motherlode::mine::Launches;
use motherlode::runtime::Opening;
use motherlode::transactions::{DatabaseOptions, SkippedRecords, load_with};

use super::exit::{Misuse, complain};
use super::report::counted;
use super::signals;
use super::status::Status;
use job::FsmJob;
use summary::FsmTimes;

/// Runs the command.
///
/// # Errors
/// A bad database, device or output; a job that failed or was interrupted.
pub fn run(args: &FsmArgs) -> anyhow::Result<()> {
    let began = Instant::now();
    let interrupt = args.deadline.after(began, &signals::install()?);
    if args.top == Some(0) {
        return Err(Misuse("--top 0 asks for no patterns: it is 1 at least".into()).into());
    }
    patterns::check(args)?;
    args.threads.start()?;
    args.device.device.check_driver()?;
    let status = Arc::new(Status::new("starting the device"));
    let opening = Opening::start(args.device.members(), Launches::families([Launches::TRANSACTIONS]));
    status.stage(format!("reading {}", args.database.display()));
    let reading = Instant::now();
    let options = DatabaseOptions::default().format(args.input_format);
    let options = options.directed(args.directed).skip_bad(args.skip_bad);
    let (database, skipped) = load_with(&args.database, &options)?;
    let load = reading.elapsed();
    tell_of(&skipped, &args.database);
    let (team, opened) = opening.finish()?;
    let (start, load) = (opened.as_secs_f64(), load.as_secs_f64());
    let job = FsmJob {
        args,
        database: &database,
        team: &team,
        interrupt,
        status,
        counters: Arc::default(),
        began,
        skipped: args.skip_bad.then_some(skipped.count),
    };
    job.run(FsmTimes { start, load, ..FsmTimes::default() })
}

/// Says on standard error which graphs were left out.
fn tell_of(skipped: &SkippedRecords, database: &Path) {
    if skipped.count > 0 {
        let graphs = counted(skipped.count, "graph that is wrong was", "graphs that are wrong were");
        complain(format_args!("warning: {}: {graphs} left out", database.display()));
        skipped.first.iter().for_each(|wrong| complain(format_args!("warning: {wrong}")));
    }
    if skipped.count > skipped.first.len() as u64 {
        complain(format_args!("warning: and {} more", skipped.count - skipped.first.len() as u64));
    }
}
