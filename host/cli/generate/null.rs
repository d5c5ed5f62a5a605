//! `motherlode generate null`: random graphs like a graph.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use motherlode::graph::{self, Graph};
use motherlode::mine::Launches;
use motherlode::mine::null::{Mixing, NullSampler};
use motherlode::runtime::Opening;

use crate::exit::{Misuse, complain};
use crate::formats;
use crate::null::{Model, ModelArgs, models};
use crate::options::{DeviceArgs, ReadArgs, ThreadArgs};
use crate::output::OutputArgs;
use crate::report::{counted, write_out};
use crate::shares::Shares;
use crate::signals;
use crate::source::GraphSource;
use crate::status::Status;

/// What a null model is made of.
#[derive(Args, Debug)]
pub struct GenerateNullArgs {
    /// switching, configuration, gnm, gnp, blocks or distance
    ///
    /// What samples have in common with GRAPH. 'switching': the degree of each vertex (of a directed graph, in and
    /// out), by exchanging ends of edges again and again. 'configuration': the same, from stubs that are matched at
    /// random. 'gnm': the number of edges (of a directed graph, of single arcs and of mutual pairs). 'gnp': how likely
    /// these are. 'blocks': their number between each two labels of vertices. 'distance': the degrees, and how many
    /// edges there are of each length. docs/null-models.md says when to take which.
    #[arg(value_name = "MODEL", value_parser = models(), hide_possible_values = true)]
    model: Model,

    /// The graph that samples are like
    #[arg(long, value_name = "GRAPH", long_help = formats::of_graph())]
    like: GraphSource,

    /// Make N samples, each in a file of its own
    ///
    /// Their numbers, from 0, stand before the ending of the output: with -o out.el, out-0.el, out-1.el, … A sample is
    /// the same however many there are; without the option the first is made.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=1 << 20),
        allow_negative_numbers = true
    )]
    samples: Option<u64>,

    #[command(flatten)]
    kept: ModelArgs,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl GenerateNullArgs {
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
pub fn run(
    args: &GenerateNullArgs,
    output: &Path,
    writing: &OutputArgs,
    threads: ThreadArgs,
) -> anyhow::Result<()> {
    let options = args.kept.options(args.model)?;
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
    let opening = Opening::start(args.device.members(), Launches::families([Launches::NULL]));
    status.stage(format!("reading {}", args.like));
    let graph = args.like.load(&args.read.options([]).properties(args.kept.properties()))?;
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
    let made = MadeSamples { args, output, samples, graph: &graph, mixing: sampler.mixing() };
    if output == Path::new("-") {
        let unmixed = |mixing: &&Mixing| mixing.rounds > 0 && (!mixing.is_mixed || mixing.accepted == 0.0);
        if let Some(mixing) = made.mixing.filter(unmixed) {
            complain(made.how_mixed(mixing));
        }
        return Ok(());
    }
    Ok(write_out(made.to_string().as_bytes())?)
}

/// What was made.
struct MadeSamples<'m> {
    args: &'m GenerateNullArgs,
    output: &'m Path,
    samples: u64,
    graph: &'m Graph,
    mixing: Option<&'m Mixing>,
}

impl MadeSamples<'_> {
    /// How far switchings have come.
    fn how_mixed(&self, mixing: &Mixing) -> String {
        let Mixing { switches_per_edge, accepted, is_mixed, .. } = mixing;
        if *accepted == 0.0 {
            return format!(
                "no edges of {} can exchange ends: each sample is the graph itself",
                self.args.like
            );
        }
        let left = 100.0 * mixing.left_at_end();
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

impl fmt::Display for MadeSamples<'_> {
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
        match self.mixing {
            Some(mixing) if mixing.rounds > 0 => writeln!(f, "{}", self.how_mixed(mixing)),
            _ => Ok(()),
        }
    }
}
