//! What the commands that mine have in common: a graph is read while the devices start, something is counted under the
//! eye of Ctrl-C and with its progress shown, and the parts are timed.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use motherlode::graph::{Graph, LoadOptions};
use motherlode::mine::{Context, Launches, Seconds};
use motherlode::pattern::Pattern;
use motherlode::runtime::{Opening, Team};
use serde::Serialize;

use super::deadline::DeadlineArgs;
use super::exit::complain;
use super::memory::MemoryReport;
use super::options::{DeviceArgs, ReadArgs, ThreadArgs};
use super::overwrite::Files;
use super::report::{GraphReport, seconds};
use super::shares::{DevicesReport, Shares};
use super::signals;
use super::source::{GraphSource, SourceArgs};
use super::status::Status;

/// How a job is run.
#[derive(Args, Debug)]
pub struct JobArgs {
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    deadline: DeadlineArgs,
}

/// What is printed of a job: what it found, what it ran on, what memory it took, and how long its parts took.
#[derive(Serialize)]
pub struct Report<T> {
    graph: GraphReport,
    #[serde(flatten)]
    found: T,
    #[serde(flatten)]
    devices: DevicesReport,
    memory: MemoryReport,
    seconds: Times,
}

/// Seconds that the parts of a job took.
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

impl JobArgs {
    /// Whether the job may end before it is done.
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_there()
    }

    /// When a part of the time is over that a job has which began at `start`; none if it has no deadline.
    pub fn part_of_deadline(&self, start: Instant, part: f64) -> Option<Instant> {
        self.deadline.part(start, part)
    }

    /// The files that are read, without those of patterns.
    pub fn files<'f>(&'f self, source: &'f SourceArgs) -> Files<'f> {
        self.read.files(&source.graph)
    }

    /// Runs `work`, which looks at nothing but which vertices are joined, on a graph and a team of devices, on which
    /// what it `launches` is loaded while the graph is read. An option that says more is refused,
    /// and standard error hears of what else the file holds.
    ///
    /// # Errors
    /// A bad device or input; an option that would have no effect; a job that failed.
    pub fn run_plain<T>(
        &self,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        self.read.check_plain()?;
        self.run_on([], source, launches, |graph, team, context| {
            say_what_is_left(&source.graph, graph);
            work(graph, team, context)
        })
    }

    /// Runs `work`, which is on `patterns`, on a graph and a team of devices, on which what it `launches` is loaded while the
    /// graph is read.
    ///
    /// # Errors
    /// A bad device or input; a job that failed.
    pub fn run_on<'p, T>(
        &self,
        patterns: impl IntoIterator<Item = &'p Pattern>,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        self.run_loaded(self.read.options(patterns), source, launches, work)
    }

    /// The options that the reader takes, for a job on no pattern.
    pub fn load_options(&self) -> LoadOptions {
        self.read.options([])
    }

    /// Runs `work` on a graph that is read as `options` say, and on a team of devices, on which what it `launches` is loaded while the graph is read.
    ///
    /// # Errors
    /// A bad device or input; a job that failed.
    pub fn run_loaded<T>(
        &self,
        options: LoadOptions,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        let start = Instant::now();
        let interrupt = self.deadline.after(start, &signals::install()?);
        self.threads.start()?;

        // A driver that is not there should not cost a long read.
        self.device.device.check_driver()?;
        let status = Arc::new(Status::new("starting the device"));
        let opening = Opening::start(self.device.members(), Launches::families(launches.iter().copied()));
        status.stage(format!("reading {}", source.graph));
        let reading = Instant::now();
        let graph = source.graph.load(&options)?;
        let load = reading.elapsed();
        let (team, opened) = opening.finish()?;
        let shares = Shares::of(&team);
        status.stage("counting");
        let context = shares.heard_in(status.context(&interrupt), &status);
        let (found, parts) = signals::while_listening(|| work(&graph, &team, context))?;
        status.end();

        let seconds = Times {
            start: opened.as_secs_f64(),
            load: load.as_secs_f64(),
            prepare: parts.prepare,
            plan: parts.plan,
            transfer: parts.transfer,
            mine: parts.mine,
            total: start.elapsed().as_secs_f64(),
        };
        let graph = GraphReport::of(source.graph.to_string(), &graph);
        let (devices, memory) = (shares.report(&team), MemoryReport::of(&team));
        Ok(Report { graph, found, devices, memory, seconds })
    }
}

/// Says what `graph` has that no job looks at which is about vertices and edges alone.
fn say_what_is_left(source: &GraphSource, graph: &Graph) {
    let attributes = graph.attributes();
    let is_labelled = attributes.vertices.is_some() || attributes.edge_labels().is_some();
    let what = match (attributes.is_directed(), is_labelled) {
        (true, true) => "directions and labels",
        (true, false) => "directions",
        (false, true) => "labels",
        (false, false) => return,
    };
    // A warning says so already, and nothing else is to be told of it.
    if graph.csr().edges() == 0 {
        return;
    }
    complain(format_args!("warning: {source}: the {what} of the graph are not looked at"));
}

impl<T> Report<T> {
    /// What the command found.
    pub fn found(&self) -> &T {
        &self.found
    }
}

impl<T: fmt::Display> fmt::Display for Report<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.found)?;
        writeln!(f, "graph   {}", self.graph)?;
        write!(f, "{}{}", self.devices, self.memory)?;
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
