//! `motherlode count`: the main job.

use std::fmt;
use std::time::Instant;

use clap::Args;
use motherlode::mine::{self, CountOptions, Counted};
use motherlode::pattern::Pattern;
use motherlode::runtime::Device;
use serde::Serialize;

use super::options::{DeviceArgs, Induced, PatternArgs, ReadArgs, ThreadArgs};
use super::report::{self, Format, GraphReport, counted, seconds};
use super::signals;
use super::source::SourceArgs;
use super::status::Status;

const EXAMPLES: &str = "\
Examples:
  Triangles of a compressed edge list:
    motherlode count email-Enron.el.gz triangle
  Induced 4-cycles, on the CPU, with four threads:
    motherlode count graph.mtx 4-cycle --induced vertex --device cpu --threads 4
  A pattern as edges, on a graph made on the spot, on the second card:
    motherlode count rmat:18 'a-b, b-c, c-a, c-d' --device cuda:1
  Only the number:
    motherlode count karate triangle | cut -d ' ' -f 1 | head -n 1
  From a pipe:
    zcat edges.gz | motherlode count - wedge --format json";

/// Count the subgraphs that match a pattern
///
/// Counts the subgraphs of GRAPH that match PATTERN, exactly, each of them once. The first word on standard output is
/// the count. On a terminal, standard error shows the progress of jobs that take more than a second. Ctrl-C stops the job
/// with exit code 130; no count is printed then.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CountArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: PatternArgs,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    read: ReadArgs,

    /// text or json
    ///
    /// How to print the result. 'json' is one object on one line: graph (path, vertices, edges), pattern, induced, count, device, and seconds: start
    /// (of the device), load (from the file to memory), prepare, plan, transfer (to the card), mine, and total.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output options"
    )]
    format: Format,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, device or input; a job that failed.
pub fn run(args: &CountArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let interrupt = signals::install()?;
    let pattern = Pattern::parse(&args.pattern.pattern)?;
    args.threads.start()?;

    // The device comes before the graph: a card that is not there should not cost a long read.
    let status = Status::new("starting the device");
    let device = Device::open(args.device.device, args.device.memory)?;
    let opened = start.elapsed();
    status.stage(format!("reading {}", args.source.graph));
    let graph = args.source.graph.load(&args.read.options())?;
    let loaded = start.elapsed();
    status.stage("counting");
    let progress = |progress| status.progress(progress);
    let options =
        CountOptions { induced: args.pattern.induced.into(), interrupt: &interrupt, progress: &progress };
    let result = signals::while_listening(|| mine::count(graph.csr(), &pattern, &device, options))?;
    drop(status);

    let Counted { count, seconds, .. } = result;
    let times = Times {
        start: opened.as_secs_f64(),
        load: (loaded - opened).as_secs_f64(),
        prepare: seconds.prepare,
        plan: seconds.plan,
        transfer: seconds.transfer,
        mine: seconds.mine,
        total: start.elapsed().as_secs_f64(),
    };
    let report = Report {
        graph: GraphReport::of(args.source.graph.to_string(), &graph),
        pattern: &args.pattern.pattern,
        induced: args.pattern.induced,
        count,
        device: device.to_string(),
        seconds: times,
    };
    report::print(args.format, &report)
}

/// What is printed.
#[derive(Serialize)]
struct Report<'a> {
    graph: GraphReport,
    pattern: &'a str,
    induced: Induced,
    count: u128,
    device: String,
    seconds: Times,
}

/// Seconds that the parts of the job took.
#[derive(Serialize)]
struct Times {
    start: f64,
    load: f64,
    prepare: f64,
    plan: f64,
    transfer: f64,
    mine: f64,
    total: f64,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (matches, how) =
            (counted(self.count, "subgraph matches", "subgraphs match"), self.induced.name());
        writeln!(f, "{matches} {} ({how}-induced, each counted once)", self.pattern)?;
        writeln!(f, "graph   {}", self.graph)?;
        writeln!(f, "device  {}", self.device)?;
        writeln!(f, "time    {}", self.seconds)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("start", self.start),
            ("load", self.load),
            ("prepare", self.prepare),
            ("plan", self.plan),
            ("transfer", self.transfer),
            ("mine", self.mine),
        ];
        let parts = parts.map(|(name, time)| format!("{name} {}", seconds(time)));
        write!(f, "{}: {}", seconds(self.total), parts.join(", "))
    }
}
