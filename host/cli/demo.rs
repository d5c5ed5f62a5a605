//! `motherlode demo`: what the main commands answer about a small real graph, with pictures in characters.

mod page;
mod steps;

use std::io;
use std::time::Instant;

use clap::Args;
use motherlode::mine::Seconds;
use terminal_size::{Width, terminal_size_of};

use self::page::DemoPage;
use self::steps::DemoQuestions;
use super::job::JobArgs;
use super::options::{DeviceArgs, ThreadArgs};
use super::report::write_out;
use super::source::SourceArgs;

/// Characters of a line where no terminal says how many it has, and the most that pictures take of a wider one.
const WIDTH: usize = 80;

const EXAMPLES: &str = "\
Examples:
  motherlode demo
  On the CPU, page by page:
    motherlode demo --device cpu | less";

const NEXT: &str = concat!(
    "\
Next:
  motherlode info FILE                    what is read of a graph of yours
  motherlode count FILE 'a-b, b-c, c-a'   the first count in it
  motherlode -h                           all commands
  motherlode COMMAND --help               examples, and all options, of one

patterns.md is about patterns, motifs.md about random graphs, in
",
    env!("CARGO_PKG_REPOSITORY"),
    "/tree/main/docs
"
);

/// Show the main commands at work on a small graph, with pictures
///
/// Asks six questions about Zachary's karate club, a graph that the command has in it: for each, the command line that
/// asks it, and what it answers, as a picture made of characters. It reads and writes no file, and takes a second, or a
/// few on a card whose kernels are not compiled yet.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct DemoArgs {
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad device; a job that failed.
pub fn run(args: &DemoArgs) -> anyhow::Result<()> {
    let source = SourceArgs { graph: "karate".parse()? };
    let job = JobArgs::on_made(&args.device, args.threads);
    let width = terminal_size_of(io::stdout()).map_or(WIDTH, |(Width(width), _)| WIDTH.min(width.into()));
    // The graph is made in no time: to load kernels meanwhile would gain nothing.
    let report = job.run_plain(&source, &[], |graph, team, context| {
        let start = Instant::now();
        let steps =
            DemoQuestions { graph, team, context, width: width.saturating_sub(page::INDENT) }.all()?;
        Ok((DemoPage(steps), Seconds { mine: start.elapsed().as_secs_f64(), ..Seconds::default() }))
    })?;
    Ok(write_out(format!("{report}\n{NEXT}").as_bytes())?)
}
