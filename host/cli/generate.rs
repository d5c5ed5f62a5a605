//! `motherlode generate`: random and classical graphs, and random ones like a graph.

mod null;

use std::path::{Path, PathBuf};

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};
use motherlode::graph::generate::label;
use motherlode::transactions::generate::{self, Generated};

use super::exit::Misuse;
use super::options::ThreadArgs;
use super::output::OutputArgs;
use super::recipe::Recipe;
use super::report::write_out;
use super::signals;
use super::status::Status;

const EXAMPLES: &str = "\
Examples:
  motherlode generate rmat --scale 20 -o rmat20.csr
  motherlode generate gnm --log-vertices 20 --edges 16000000 -o er20.csr
  motherlode generate rmat --scale 16 --label-count 8 -o rmat16-8.csr
  motherlode generate ba --vertices 1000 --edges-per-vertex 4 --seed 7 | head
  A hundred graphs with the degrees of a graph, random otherwise:
    motherlode generate null switching --like graph.el --samples 100 -o null.el

Commands that read a graph make one themselves when its short form is given, as in
'motherlode count rmat:16 triangle'.";

/// Make a random or a classical graph
///
/// The same options give the same graph, byte for byte, on every machine and for any number of threads.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES, disable_help_subcommand = true)]
pub struct GenerateArgs {
    #[command(subcommand)]
    made: GenerateTarget,

    /// The file to write, or - for standard output
    #[arg(
        short,
        long,
        global = true,
        value_name = "FILE",
        default_value = "-",
        help_heading = "Output options"
    )]
    output: PathBuf,

    /// Give each vertex one of N labels, 0 to N - 1
    ///
    /// All are equally likely. 0, the default, gives none. Only .csr and .lg files hold labels, and .lg wants both
    /// kinds.
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = labels(), help_heading = "Label options")]
    label_count: u32,

    /// Give each edge one of N labels, 0 to N - 1
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = labels(), help_heading = "Label options")]
    edge_label_count: u32,

    /// Start of the random numbers for the labels
    #[arg(long, global = true, value_name = "SEED", default_value_t = 1, help_heading = "Label options")]
    label_seed: u64,

    #[command(flatten)]
    writing: OutputArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Parses a number of labels: each has a name in memory.
fn labels() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(..=1 << 20)
}

/// What is made.
#[derive(Debug, Subcommand)]
enum GenerateTarget {
    #[command(flatten)]
    Graph(Recipe),
    /// Random graphs that have some properties of a graph
    ///
    /// Null models: graphs of the vertices of GRAPH, with their labels and directions, which keep of it what MODEL
    /// says, and are random otherwise. What is more frequent in GRAPH than in them is no consequence of what they keep.
    /// They are made on the device, and are the same on every one.
    Null(Box<null::GenerateNullArgs>),
    /// A database of graphs for 'motherlode fsm', as gSpan text
    ///
    /// Graphs that overlay weighted seed patterns, in the spirit of the FSG generator (Kuramochi and Karypis 2001): 25
    /// vertices and 32 edges each on average, 5 labels of vertices and 5 of edges. The output is gSpan text whatever
    /// --output-format says; with .gz or .zst at the end of its name it is compressed.
    Transactions {
        /// Graphs
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
        graphs: u64,
        /// Start of the random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// Runs the command.
///
/// # Errors
/// Numbers out of range; an output that exists or cannot be written.
pub fn run(args: &GenerateArgs) -> anyhow::Result<()> {
    match &args.made {
        GenerateTarget::Graph(recipe) => graph(args, recipe),
        GenerateTarget::Transactions { .. } | GenerateTarget::Null(_)
            if args.label_count > 0 || args.edge_label_count > 0 =>
        {
            let what = match args.made {
                GenerateTarget::Null(_) => "null models have the labels of their graph",
                _ => "databases have labels of their own",
            };
            Err(Misuse(format!("{what}; leave out --label-count and --edge-label-count")).into())
        }
        GenerateTarget::Null(of) => null::run(of, &args.output, &args.writing, args.threads),
        GenerateTarget::Transactions { graphs, seed } => {
            signals::install()?;
            args.threads.start()?;
            let status = Status::new("making the graphs");
            let made =
                args.writing.stream(&args.output, |out| generate::transactions(*graphs, *seed, out))?;
            drop(status);
            if args.output != Path::new("-") {
                let Generated { graphs, vertices, edges } = made;
                let path = args.output.display();
                write_out(
                    format!("wrote {path}: {graphs} graphs, {vertices} vertices, {edges} edges\n").as_bytes(),
                )?;
            }
            Ok(())
        }
    }
}

fn graph(args: &GenerateArgs, recipe: &Recipe) -> anyhow::Result<()> {
    signals::install()?;
    let format = args.writing.plan(&args.output)?;
    args.threads.start()?;
    let status = Status::new("making the graph");
    let graph = recipe.make()?;
    let graph = match (args.label_count, args.edge_label_count) {
        (0, 0) => graph,
        (vertices, edges) => label(graph, vertices, edges, args.label_seed),
    };
    status.stage(format!("writing {}", args.output.display()));
    args.writing.save(&graph, &args.output, format)
}
