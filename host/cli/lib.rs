//! The command line: one file per command, each with its options, what it does, and what it prints.
//!
//! ```text
//! run -> Args::try_parse_from -> Command::run -> a command's run -> a report -> standard output
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `args` | the program's own options and page of help |
//! | `commands` | which commands there are |
//! | `options` | options that several commands share |
//! | `job` | what the commands that mine share |
//! | `shares` | what each device did of a job |
//! | `memory` | how much memory a job took, and where |
//! | `checkpoint` | how far a long job has come |
//! | `source` | GRAPH: a file, standard input, or a graph made on the spot |
//! | `recipe` | graphs that are made on the spot |
//! | `output` | files that graphs are written to |
//! | `overwrite` | what is written can be, and is none of what is read |
//! | `rows` | where the rows of a listing go |
//! | `draw` | drawings of small graphs, and charts in characters |
//! | `null` | null models |
//! | `significance` | counts beside those of random graphs |
//! | `table` | options of commands that write a table |
//! | `counts` | counts as tables |
//! | `peeled` | what is written of cores, trusses and nuclei |
//! | `report` | printing as text or JSON |
//! | `status` | what a terminal shows while a job runs |
//! | `swapped` | GRAPH and PATTERN in the wrong order |
//! | `renamed` | options by the names that they had |
//! | `signals` | Ctrl-C |
//! | `limits` | what the system refuses: memory, threads, large files |
//! | `exit` | errors, and the exit code that each gets |
//! | `hints` | which option an error of the library calls for |

mod anchor;
mod args;
mod bicliques;
mod checkpoint;
mod cliques;
#[macro_use]
mod commands;
mod compare;
mod completions;
mod convert;
mod cores;
mod count;
mod counts;
mod deadline;
mod demo;
mod devices;
mod draw;
mod estimate;
mod exists;
mod exit;
mod explain;
mod first_help;
mod formats;
mod frequent;
mod fsm;
mod generate;
mod graphlets;
mod hints;
mod info;
mod job;
mod limits;
mod list;
mod local;
mod man;
mod memory;
mod motifs;
mod nuclei;
mod null;
mod options;
mod output;
mod overwrite;
mod peeled;
mod per;
mod recipe;
mod renamed;
mod report;
mod resident;
mod rows;
mod shares;
mod signals;
mod significance;
mod source;
mod starting;
mod status;
mod swapped;
mod table;
mod trusses;
mod verify;

use std::ffi::OsString;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;
use motherlode::graph::Graph;
use motherlode::pattern::Pattern;
use motherlode::plan::Explanation;

use args::Args;
pub use exit::Misuse;
pub use limits::Allocator;

commands! {
    "Counting":
        count: Count(CountCommandArgs),
        local: Local(LocalArgs),
        cliques: Cliques(CliquesArgs),
        motifs: Motifs(MotifsArgs),
        graphlets: Graphlets(GraphletsArgs),
        bicliques: Bicliques(BicliquesArgs),
        cores: Cores(CoresArgs),
        trusses: Trusses(TrussesArgs),
        nuclei: Nuclei(NucleiArgs),
        compare: Compare(CompareArgs),
    "Listing":
        list: List(ListCommandArgs),
        exists: Exists(ExistsArgs),
    "Estimating":
        estimate: Estimate(EstimateArgs),
    "Frequent subgraphs":
        frequent: Frequent(FrequentArgs),
        fsm: Fsm(FsmArgs),
    "Looking":
        explain: Explain(ExplainArgs),
        verify: Verify(VerifyArgs),
        info: Info(InfoArgs),
        devices: Devices(DevicesArgs),
    "Files":
        convert: Convert(ConvertArgs),
        generate: Generate(GenerateArgs),
    "Help":
        demo: Demo(DemoArgs),
        completions: Completions(CompletionsArgs),
        man: Man(ManArgs),
}

/// Runs the command with these words, of which the first is its own name, and returns the exit code. It takes over the
/// process's signals and its report of panics: there is to be nothing else in the process.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    exit::quieten_panics();
    limits::let_large_files_fail();
    limits::keep_freed_memory_unless_limited();
    let words: Vec<OsString> = words.into_iter().collect();
    let args = match Args::try_parse_from(&words) {
        Ok(args) => args,
        Err(refusal) => return exit::on_refusal(&refusal, &words),
    };
    match catch_unwind(AssertUnwindSafe(|| args.command.run())) {
        Ok(Ok(())) => exit::DONE,
        Ok(Err(error)) => exit::on_error(&error),
        Err(panic) => exit::on_panic(&*panic),
    }
}

/// The graph that a short form such as `karate` or `rmat:16` stands for; none where the text is no short form.
///
/// # Errors
/// What is wrong with the short form, or with the graph that it asks for.
pub fn graph_to_make(text: &str) -> Option<anyhow::Result<Graph>> {
    Some(recipe::Recipe::short(text)?.map_err(anyhow::Error::new).and_then(|recipe| recipe.make()))
}

/// A plan as a picture, in SVG.
pub fn picture_of_plan(pattern: &Pattern, plan: &Explanation) -> impl fmt::Display {
    explain::picture(pattern, plan)
}
