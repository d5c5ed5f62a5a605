//! What the commands that mine have in common: a graph is read while the devices start, something is counted under the
//! eye of Ctrl-C and with its progress shown, and the parts are timed.

use std::collections::BTreeSet;
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
use super::starting::Starting;
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

/// What a job looks at of several graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphsAre {
    /// Which vertices are joined.
    Plain,
    /// Which vertices are joined by which arcs.
    Directed,
}

/// What is printed of a job on a graph: what it found, what it ran on, what memory it took, and how long its parts
/// took.
#[derive(Serialize)]
pub struct Report<T> {
    graph: GraphReport,
    #[serde(flatten)]
    ran: Ran<T>,
}

/// What is printed of a job on several graphs.
#[derive(Serialize)]
pub struct ReportOfMany<T> {
    graphs: Vec<GraphReport>,
    #[serde(flatten)]
    ran: Ran<T>,
}

/// What a job found, what it ran on, what memory it took, and how long its parts took.
#[derive(Serialize)]
struct Ran<T> {
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
    /// A job for which there are no options but these: its graph is made on the spot.
    pub fn on_made(device: &DeviceArgs, threads: ThreadArgs) -> JobArgs {
        let (read, deadline) = (ReadArgs::default(), DeadlineArgs::default());
        JobArgs { device: device.clone(), threads, read, deadline }
    }

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
            say_what_is_left(&source.graph, graph, false);
            work(graph, team, context)
        })
    }

    /// Runs `work`, which looks at nothing but which vertices are joined and at a property of them: as
    /// [`run_plain`](Self::run_plain).
    ///
    /// # Errors
    /// A bad device or input; an option that would have no effect; a job that failed.
    pub fn run_weighted<T>(
        &self,
        property: &str,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        self.read.check_weighted()?;
        let properties = BTreeSet::from([property.to_owned()]);
        self.run_with_properties(properties, [], source, launches, |graph, team, context| {
            say_what_is_left(&source.graph, graph, false);
            work(graph, team, context)
        })
    }

    /// Whether edges are read as arcs.
    pub fn is_directed(&self) -> bool {
        self.read.is_directed()
    }

    /// Runs `work`, which looks at nothing but which vertices are joined by which arcs: as
    /// [`run_plain`](Self::run_plain).
    ///
    /// # Errors
    /// A bad device or input; an option that would have no effect; a job that failed.
    pub fn run_with_directions<T>(
        &self,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        self.read.check_unlabelled()?;
        self.run_on([], source, launches, |graph, team, context| {
            say_what_is_left(&source.graph, graph, true);
            work(graph, team, context)
        })
    }

    /// Runs `work`, which is on `patterns`, on a graph and a team of devices, on which what it `launches` is loaded
    /// while the graph is read.
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
        self.run_with_properties(BTreeSet::new(), patterns, source, launches, work)
    }

    /// Runs `work`, which is on `patterns` and asks for `properties` beside those that they name, on a graph and a team
    /// of devices, on which what it `launches` is loaded while the graph is read. Properties of edges are refused where
    /// there are no patterns, which alone ask for them.
    ///
    /// # Errors
    /// A bad device or input; an option that would have no effect; a job that failed.
    pub fn run_with_properties<'p, T>(
        &self,
        properties: BTreeSet<String>,
        patterns: impl IntoIterator<Item = &'p Pattern>,
        source: &SourceArgs,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Graph, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<Report<T>> {
        let mut patterns = patterns.into_iter().peekable();
        if patterns.peek().is_none() {
            self.read.check_without_edge_properties()?;
        }
        self.run_loaded(self.read.options_with(properties, patterns), source, launches, work)
    }

    /// The options that the reader takes, for a job on no pattern.
    pub fn load_options(&self) -> LoadOptions {
        self.read.options([])
    }

    /// Runs `work` on a graph that is read as `options` say, and on a team of devices, on which what it `launches` is
    /// loaded while the graph is read.
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
        let read = |status: &Status, starting: &mut Starting| {
            status.stage(format!("reading {}", source.graph));
            source.graph.load_beside(&options, starting)
        };
        let (graph, ran) = self.run_reading(launches, source.graph.families(), read, work)?;
        Ok(Report { graph: GraphReport::of(source.graph.to_string(), &graph), ran })
    }

    /// Runs `work`, which looks at no more than what `graphs_are`, on several graphs and a team of devices, on which
    /// what it `launches` is loaded while the graphs are read.
    ///
    /// # Errors
    /// A bad device or input; an option that would have no effect; a job that failed.
    pub fn run_on_many<T>(
        &self,
        sources: &[GraphSource],
        graphs_are: GraphsAre,
        launches: &[Launches<'_>],
        work: impl FnOnce(&Vec<Graph>, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<ReportOfMany<T>> {
        match graphs_are {
            GraphsAre::Plain => self.read.check_plain()?,
            GraphsAre::Directed => self.read.check_unlabelled()?,
        }
        let options = self.read.options([]);
        let read_one = |status: &Status, starting: &mut Starting, source: &GraphSource| {
            status.stage(format!("reading {source}"));
            let graph = source.load_beside(&options, starting)?;
            say_what_is_left(source, &graph, graphs_are == GraphsAre::Directed);
            Ok(graph)
        };
        let read = |status: &Status, starting: &mut Starting| {
            sources.iter().map(|source| read_one(status, starting, source)).collect()
        };
        let makes = sources.iter().map(GraphSource::families).max_by_key(|families| families.len());
        let makes = makes.unwrap_or_default();
        let (graphs, ran) = self.run_reading::<Vec<Graph>, T>(launches, makes, read, work)?;
        let graphs = sources.iter().zip(&graphs);
        Ok(ReportOfMany {
            graphs: graphs.map(|(source, graph)| GraphReport::of(source.to_string(), graph)).collect(),
            ran,
        })
    }

    /// Runs `work` on what is `read` while the devices start, which load the families of kernels that make it, too.
    fn run_reading<G, T>(
        &self,
        launches: &[Launches<'_>],
        makes: &[&'static str],
        read: impl FnOnce(&Status, &mut Starting) -> anyhow::Result<G>,
        work: impl FnOnce(&G, &Team, Context) -> anyhow::Result<(T, Seconds)>,
    ) -> anyhow::Result<(G, Ran<T>)> {
        let start = Instant::now();
        let interrupt = self.deadline.after(start, &signals::install()?);
        self.threads.start()?;

        // A driver that is not there should not cost a long read.
        self.device.device.check_driver()?;
        let status = Arc::new(Status::new("starting the device"));
        let mut families = Launches::families(launches.iter().copied());
        families.extend(makes);
        let mut starting = Starting::new(Opening::start(self.device.members(), families));
        let reading = Instant::now();
        let graph = read(&status, &mut starting)?;
        let load = reading.elapsed() - starting.waited();
        let (team, opened) = starting.finish()?;
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
        let (devices, memory) = (shares.report(&team), MemoryReport::of(&team));
        Ok((graph, Ran { found, devices, memory, seconds }))
    }
}

/// Says what `graph` has that no job looks at which is about vertices and edges alone.
fn say_what_is_left(source: &GraphSource, graph: &Graph, directions_are_seen: bool) {
    let attributes = graph.attributes();
    let is_labelled = attributes.vertices.is_some() || attributes.edge_labels().is_some();
    let what = match (attributes.is_directed() && !directions_are_seen, is_labelled) {
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
        &self.ran.found
    }
}

impl<T: fmt::Display> fmt::Display for Report<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ran.found)?;
        writeln!(f, "graph   {}", self.graph)?;
        self.ran.write_how(f)
    }
}

impl<T> ReportOfMany<T> {
    /// What the command found.
    pub fn found(&self) -> &T {
        &self.ran.found
    }
}

impl<T: fmt::Display> fmt::Display for ReportOfMany<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ran.found)?;
        self.graphs.iter().try_for_each(|graph| writeln!(f, "graph   {graph}"))?;
        self.ran.write_how(f)
    }
}

impl<T> Ran<T> {
    /// What it ran on, and how long it took.
    fn write_how(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
