//! `motherlode generate null`: random graphs like a graph.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::TypedValueParser;
use motherlode::graph::{self, Graph};
use motherlode::mine::Launches;
use motherlode::mine::null::{Mixing, NullModel, NullOptions, NullSampler};
use motherlode::runtime::Opening;

use crate::exit::{Misuse, complain};
use crate::formats;
use crate::options::{DeviceArgs, ReadArgs, ThreadArgs, one_of};
use crate::output::OutputArgs;
use crate::report::{counted, write_out};
use crate::shares::Shares;
use crate::signals;
use crate::source::GraphSource;
use crate::status::Status;

/// What a null model is made of.
#[derive(Args, Debug)]
pub struct NullArgs {
    /// switching, configuration, gnm, gnp, blocks or distance
    ///
    /// What samples have in common with GRAPH. 'switching': the degree of each vertex (of a directed graph, in and out), by exchanging ends of edges again and
    /// again. 'configuration': the same, from stubs that are matched at random. 'gnm': the number of edges (of a directed graph, of single arcs and of mutual pairs).
    /// 'gnp': how likely these are. 'blocks': their number between each two labels of vertices. 'distance': the degrees, and how many edges there are of
    /// each length. docs/null-models.md says when to take which.
    #[arg(value_name = "MODEL", value_parser = models(), hide_possible_values = true)]
    model: Model,

    /// The graph that samples are like
    #[arg(long, value_name = "GRAPH", long_help = formats::of_graph())]
    like: GraphSource,

    /// Start of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Make N samples, each in a file of its own
    ///
    /// Their numbers, from 0, stand before the ending of the output: with -o out.el, out-0.el, out-1.el, … A sample is the same however many there are; without
    /// the option the first is made.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    samples: Option<u64>,

    /// Try so many switchings for each edge [default: until mixed]
    ///
    /// Without it, a pilot sample is switched until it loses no more of the edges of GRAPH, and samples are switched twice as long.
    #[arg(long, value_name = "PER_EDGE", help_heading = "Model options")]
    switches: Option<u32>,

    /// Keep mutual pairs of arcs, as many at each vertex
    #[arg(long, help_heading = "Model options")]
    keep_mutual: bool,

    /// Exchange ends only where labels are the same
    ///
    /// Each vertex keeps its number of neighbours of each label, and over edges of each label.
    #[arg(long, help_heading = "Model options")]
    within_labels: bool,

    /// Let samples fall apart no more than GRAPH does
    #[arg(long, help_heading = "Model options")]
    connected: bool,

    /// For distance: properties of vertices that are coordinates, as x,y,z
    #[arg(long, value_name = "PROPERTIES", value_delimiter = ',', help_heading = "Model options")]
    position: Vec<String>,

    /// For distance: bins of equal width, up to the longest edge [default: 10]
    #[arg(long, value_name = "N", help_heading = "Model options")]
    bins: Option<u32>,

    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// The models, as they are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Model {
    Switching,
    Configuration,
    Gnm,
    Gnp,
    Blocks,
    Distance,
}

/// The bins of lengths, unless others are asked for.
const BINS: u32 = 10;

/// Parses MODEL.
fn models() -> impl TypedValueParser<Value = Model> {
    one_of([
        ("switching", Model::Switching, "Degrees, by exchanging ends of edges"),
        ("configuration", Model::Configuration, "Degrees, from stubs that are matched at random"),
        ("gnm", Model::Gnm, "The number of edges"),
        ("gnp", Model::Gnp, "How likely edges are"),
        ("blocks", Model::Blocks, "The number of edges between each two labels"),
        ("distance", Model::Distance, "Degrees, and the lengths of edges"),
    ])
}

impl NullArgs {
    fn model(&self) -> Result<NullModel, Misuse> {
        let is_distance = self.model == Model::Distance;
        if !is_distance && !(self.position.is_empty() && self.bins.is_none()) {
            return Err(Misuse(
                "--position and --bins are for the model distance; leave them out".to_owned(),
            ));
        }
        if is_distance && self.position.is_empty() {
            return Err(Misuse(
                "the model distance needs --position: the properties of vertices that are coordinates, as x,y,z"
                    .to_owned(),
            ));
        }
        Ok(match self.model {
            Model::Switching => NullModel::Switching,
            Model::Configuration => NullModel::Configuration,
            Model::Gnm => NullModel::Gnm,
            Model::Gnp => NullModel::Gnp,
            Model::Blocks => NullModel::Blocks,
            Model::Distance => {
                NullModel::Distance { properties: self.position.clone(), bins: self.bins.unwrap_or(BINS) }
            }
        })
    }

    fn options(&self) -> Result<NullOptions, Misuse> {
        Ok(NullOptions::new(self.model()?)
            .seed(self.seed)
            .keep_mutual(self.keep_mutual)
            .within_labels(self.within_labels)
            .connected(self.connected)
            .switches_per_edge(self.switches))
    }

    /// The file of a sample.
    fn path(&self, output: &Path, sample: u64) -> PathBuf {
        let Some(samples) = self.samples else { return output.to_owned() };
        let digits = (samples - 1).to_string().len();
        let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // A name that begins with a dot has that for its own.
        let ending =
            name.char_indices().skip(1).find(|&(_, letter)| letter == '.').map_or(name.len(), |(at, _)| at);
        output.with_file_name(format!("{}-{sample:0digits$}{}", &name[..ending], &name[ending..]))
    }
}

/// Makes the samples, and writes them to `output`.
///
/// # Errors
/// A bad device or input; options that do not go together; an output that exists or cannot be written.
pub fn run(args: &NullArgs, output: &Path, writing: &OutputArgs, threads: ThreadArgs) -> anyhow::Result<()> {
    let options = args.options()?;
    if args.samples.is_some() && output == Path::new("-") {
        return Err(Misuse("--samples makes a file for each sample: name them with -o".to_owned()).into());
    }
    let samples = args.samples.unwrap_or(1);
    let format = writing.plan(&args.path(output, 0))?;
    for sample in 0..samples {
        let path = args.path(output, sample);
        writing.plan(&path)?;
        args.read.files(&args.like).writing(Some(&path)).check()?;
    }
    let interrupt = signals::install()?;
    threads.start()?;
    args.device.device.check_driver()?;
    let status = Arc::new(Status::new("starting the device"));
    let opening = Opening::start(args.device.members(), Launches::families([Launches::Null]));
    status.stage(format!("reading {}", args.like));
    let properties: BTreeSet<String> = args.position.iter().cloned().collect();
    let graph = args.like.load(&args.read.options([]).properties(properties))?;
    let (team, _) = opening.finish()?;
    status.stage("making the graphs");
    let options = options.context(Shares::of(&team).heard_in(status.context(&interrupt), &status));
    let sampler = signals::while_listening(|| NullSampler::new(&graph, &team, &options))?;
    let mut first = 0;
    while first < samples {
        let next = samples.min(first + sampler.at_once());
        let made = signals::while_listening(|| sampler.samples(first..next))?;
        for (sample, graph) in (first..).zip(&made) {
            graph::save(graph, &args.path(output, sample), format)?;
        }
        first = next;
    }
    status.end();
    let made = Made { args, output, samples, graph: &graph, mixing: sampler.mixing() };
    if output == Path::new("-") {
        if !made.mixing.is_mixed {
            complain(made.how_mixed());
        }
        return Ok(());
    }
    Ok(write_out(made.to_string().as_bytes())?)
}

/// What was made.
struct Made<'m> {
    args: &'m NullArgs,
    output: &'m Path,
    samples: u64,
    graph: &'m Graph,
    mixing: &'m Mixing,
}

impl Made<'_> {
    /// How far switchings have come.
    fn how_mixed(&self) -> String {
        let Mixing { switches_per_edge, accepted, is_mixed, .. } = self.mixing;
        if *accepted == 0.0 {
            return format!(
                "no edges of {} can exchange ends: each sample is the graph itself",
                self.args.like
            );
        }
        let left = 100.0 * self.mixing.left_at_end();
        let verdict = match is_mixed {
            true => "mixed",
            false => "not mixed yet (more --switches, or none for as many as it takes)",
        };
        format!(
            "{verdict}: a pilot of {switches_per_edge:.1} switchings for each edge, {:.0}% of them accepted, has {left:.1}% of the \
             edges of {}",
            100.0 * accepted,
            self.args.like
        )
    }
}

impl fmt::Display for Made<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.args.path(self.output, 0);
        write!(f, "wrote {}", first.display())?;
        if self.samples > 1 {
            write!(f, " to {}", self.args.path(self.output, self.samples - 1).display())?;
        }
        let (n, samples) = (self.graph.csr().n(), self.samples);
        writeln!(
            f,
            ": {} of {}, like {}",
            counted(samples, "graph", "graphs"),
            counted(n, "vertex", "vertices"),
            self.args.like
        )?;
        match self.mixing.rounds {
            0 => Ok(()),
            _ => writeln!(f, "{}", self.how_mixed()),
        }
    }
}
