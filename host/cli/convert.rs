//! `motherlode convert`: from one graph format to another.

use std::path::PathBuf;

use clap::Args;

use super::exit::Misuse;
use super::options::{ReadArgs, ThreadArgs};
use super::output::OutputArgs;
use super::signals;
use super::source::SourceArgs;
use super::status::Status;

const EXAMPLES: &str = "\
Examples:
  A file that loads at once, as it is memory-mapped:
    motherlode convert email-Enron.el.gz email-Enron.csr
  Back to text, compressed by zstd:
    motherlode convert email-Enron.csr email-Enron.el.zst
  Through pipes:
    curl ... | motherlode convert - - --output-format matrix-market | gzip > graph.mtx.gz";

/// Convert a graph to another format
///
/// Reads GRAPH and writes it to OUT. Vertices keep their ids, except in Matrix Market files, whose rows are numbered
/// from 1. OUT appears whole or not at all.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// The file to write, or - for standard output
    #[arg(value_name = "OUT")]
    out: PathBuf,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad input; an output that exists or cannot be written.
pub fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    signals::install()?;
    if args.read.has_properties() {
        return Err(Misuse("no format that is written holds properties; leave out their files".into()).into());
    }
    let format = args.output.plan(&args.out)?;
    args.read.files(&args.source.graph).writing(Some(&args.out)).check()?;
    args.threads.start()?;
    let status = Status::new(format!("reading {}", args.source.graph));
    let graph = args.source.graph.load(&args.read.options([]))?;
    status.stage(format!("writing {}", args.out.display()));
    args.output.save(&graph, &args.out, format)
}
