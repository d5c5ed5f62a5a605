//! The options of `--null`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::checkpoint::CheckpointArgs;
use crate::exit::Misuse;
use crate::null::{Model, ModelArgs, models};
use crate::overwrite::{Files, check_place};
use crate::rows::Destination;
use crate::table;

/// Random graphs whose counts a graph's are compared with.
#[derive(Args, Debug)]
#[command(next_help_heading = "Null model options")]
pub struct NullModelArgs {
    /// Compare the counts with those of random graphs of MODEL
    ///
    /// Draws random graphs that have something in common with GRAPH, counts the same in each, and says for each count:
    /// mean and standard deviation in the random graphs; z, by how many deviations it is above the mean, '-' if it
    /// never varies; p, the chance that one of them has a count at least as large, (r + 1) / (n + 1) where r of n
    /// samples have; and q, the rate of false discoveries if all patterns up to this one are called over-represented
    /// (Benjamini and Hochberg); at vertices, all vertices. A p near 1 means under-represented. docs/motifs.md explains
    /// it all.
    ///
    /// The models: 'switching', the degree of each vertex (of a directed graph, in and out), by exchanging ends of
    /// edges; 'configuration', the same, from stubs that are matched at random; 'gnm', the number of edges; 'gnp', how
    /// likely edges are; 'blocks', the number of edges between each two labels; 'distance', the degrees, and the
    /// lengths of edges.
    #[arg(long, value_name = "MODEL", value_parser = models(), hide_possible_values = true)]
    null: Option<Model>,

    /// How many random graphs
    ///
    /// The least p is one over this and one. With --deadline, those are taken that are counted by then.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..),
        allow_negative_numbers = true,
        requires = "null"
    )]
    pub samples: u64,

    #[command(flatten)]
    pub model: ModelArgs,
}

/// Random graphs whose counts a graph's are compared with, and what is written of them.
#[derive(Args, Debug)]
#[command(next_help_heading = "Null model options")]
pub struct NullArgs {
    #[command(flatten)]
    pub base: NullModelArgs,

    /// Write the counts of each random graph to FILE
    ///
    /// A table with a row for each sample: its number, and a column for each pattern. The name tells the format, as for
    /// 'motherlode list': .csv, .jsonl, .arrow, .arrows or .parquet.
    #[arg(long, value_name = "FILE", requires = "null")]
    sample_counts: Option<PathBuf>,

    /// Draw the significance profile in FILE, an SVG
    ///
    /// A bar for each pattern, which is drawn below it: its z, of all together of length 1 (Milo et al. 2004).
    #[arg(long, value_name = "FILE", requires = "null")]
    pub plot: Option<PathBuf>,

    /// Overwrite the files of --sample-counts and --plot if they exist
    #[arg(long = "force", requires = "null")]
    overwrites: bool,
}

impl NullModelArgs {
    /// The model, if there is one.
    ///
    /// # Errors
    /// An option for it where there is none.
    pub fn model(&self) -> Result<Option<Model>, Misuse> {
        match (self.null, self.model.given()) {
            (None, Some(option)) => {
                Err(Misuse(format!("{option}: it is for random graphs; give --null, or leave it out")))
            }
            (model, _) => Ok(model),
        }
    }

    /// The properties of the graph that the model asks for.
    pub fn properties(&self) -> BTreeSet<String> {
        self.model.properties()
    }
}

impl NullArgs {
    /// `files`, with those that are written.
    #[must_use]
    pub fn files<'f>(&self, files: Files<'f>) -> Files<'f> {
        files.writing(self.sample_counts.as_deref()).replacing(self.plot.as_deref())
    }

    /// Where the counts of each sample go, if they are wanted.
    ///
    /// # Errors
    /// A file that exists, or whose name does not tell the format.
    pub fn table(&self) -> Result<Option<Destination<'_>>, Misuse> {
        match &self.sample_counts {
            Some(path) if path == Path::new("-") => {
                Err(Misuse("--sample-counts: standard output gets the report; give a file".into()))
            }
            path => path.as_ref().map(|path| table::plan(path, None, self.overwrites)).transpose(),
        }
    }

    /// Checks, before any work, what is written.
    ///
    /// # Errors
    /// A file that exists, or that no drawing can be written to; an option that has no effect.
    pub fn check(&self, checkpoint: &CheckpointArgs) -> Result<(), Misuse> {
        self.table()?;
        if let Some(plot) = &self.plot {
            if plot.extension().is_none_or(|extension| extension != "svg") {
                return Err(Misuse(format!(
                    "{}: the drawing is an SVG: end the name with .svg",
                    plot.display()
                )));
            }
            check_place(plot, self.overwrites)?;
        }
        checkpoint.check()
    }
}
