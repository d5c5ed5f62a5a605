//! `motherlode estimate`: about how many subgraphs match a pattern, and how sure that is.

mod found;
mod parse;
mod sought;

use clap::Args;
use motherlode::graph::Graph;
use motherlode::mine::estimate::{EstimateOptions, MOST_DRAWS};
use motherlode::mine::{Context, Launches, MineError, Placed, Seconds, motif_patterns};
use motherlode::plan::{Induced, Matching, Semantics};
use motherlode::runtime::{RuntimeError, Team};

use super::job::JobArgs;
use super::options::{induced, semantics};
use super::report::{ReportArgs, explained};
use super::source::{POSITIONAL, SourceArgs};
use found::EstimateReport;
pub use found::FoundEstimate;
pub use parse::{confidence, error};
use sought::Sought;

const EXAMPLES: &str = "\
Examples:
  7-cliques to one part in a hundred, 95% sure:
    motherlode estimate rmat:18 7-clique
  To one part in a thousand, 99% sure:
    motherlode estimate graph.csr 6-cycle --error 0.1% --confidence 99%
  What ten seconds tell:
    motherlode estimate graph.csr 8-cycle --error 0.1% --deadline 10s
  Cliques of twenty vertices, more than patterns have:
    motherlode estimate graph.csr 20-clique
  Labels and directions, as for 'motherlode count':
    motherlode estimate people.lg '(a:Person)->b, b->c, c->d, d->a' --directed
  All 112 connected patterns of six vertices, induced:
    motherlode estimate graph.csr --motifs -k 6
  The estimate and its interval, for a script:
    motherlode estimate karate house --format json |
      jq '.patterns[0] | .estimate, .interval'";

/// What `--format` prints.
const PRINTED: &str = "\
How to print the result. 'json' is one object on one line: graph (path, vertices, edges), error, confidence, seed, patterns, device, \
memory and seconds, as for 'motherlode count'. patterns is a list of pattern, induced, semantics, estimate, exact (the number, if \
everything was counted, or null), interval and rigorous (each low and high), relative_error (half the interval's width as \
a part of the estimate, or null), draws, hits (draws that found a match), pilot_draws (those that decided what is drawn from), \
counted (what of the estimate was counted), strata (counted, all), end (exact, error, draws or deadline) and seconds.";

/// Estimate how many subgraphs match a pattern, with an interval
///
/// Draws matches of PATTERN in GRAPH at random, and tells from them about how many there are, and an interval that
/// holds the number with the confidence that is asked for. It ends when the interval is narrow enough. The first word
/// on standard output is 'about'; 'at most' if nothing was found, and the number itself if everything was counted on
/// the way. The same seed gives the same estimate on every device. docs/estimates.md explains what the intervals mean.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct EstimateArgs {
    #[command(flatten)]
    source: SourceArgs,

    /// Names, like house, or patterns, like '(a:Person)->b, b-c'
    ///
    /// What is looked for, as for 'motherlode count', and cliques of up to 32 vertices, as 20-clique. Each of several
    /// patterns has draws of its own, and an interval that holds with the confidence that is asked for; that all of
    /// them hold is less sure.
    #[arg(
        value_name = "PATTERN",
        required_unless_present = "motifs",
        conflicts_with = "motifs",
        help_heading = POSITIONAL
    )]
    patterns: Vec<String>,

    /// All connected patterns of K vertices, in place of PATTERN
    #[arg(long, requires = "k")]
    motifs: bool,

    /// The vertices of a pattern with --motifs, 3 to 6
    #[arg(
        short,
        requires = "motifs",
        allow_negative_numbers = true,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(3..=6)
    )]
    k: Option<u32>,

    /// edge, or vertex for induced subgraphs [default: edge, with --motifs vertex]
    ///
    /// Whether edges that the pattern lacks must be absent, as for 'motherlode count'.
    #[arg(long, value_name = "KIND", value_parser = induced(), hide_possible_values = true)]
    induced: Option<Induced>,

    /// subgraphs, embeddings or homomorphisms
    ///
    /// What is estimated: the number of subgraphs, of injective maps, or of all maps that keep edges, as for
    /// 'motherlode count'.
    #[arg(
        long,
        value_name = "KIND",
        default_value = "subgraphs",
        value_parser = semantics(),
        hide_possible_values = true
    )]
    semantics: Semantics,

    /// How narrow the interval is to be, as 1% or 0.01
    ///
    /// Half the width of the interval, as a part of the estimate. Draws go on until it is reached: a tenth of the error
    /// takes a hundred times the draws.
    #[arg(
        long,
        value_name = "PART",
        default_value = "1%",
        value_parser = parse::error,
        allow_negative_numbers = true,
        help_heading = "Estimate options"
    )]
    error: f64,

    /// How sure the interval is to hold the number, as 95% or 0.95
    #[arg(
        long,
        value_name = "PART",
        default_value = "95%",
        value_parser = parse::confidence,
        allow_negative_numbers = true,
        help_heading = "Estimate options"
    )]
    confidence: f64,

    /// The most draws
    ///
    /// The draws end with the round in which there are so many, however wide the interval is then. Those before the
    /// first round, which decide what is drawn from, do not count.
    #[arg(
        long,
        value_name = "N",
        default_value_t = MOST_DRAWS,
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Estimate options"
    )]
    draws: u64,

    /// What names the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Estimate options")]
    seed: u64,

    #[command(flatten)]
    job: JobArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, device or input; a job that failed.
pub fn run(args: &EstimateArgs) -> anyhow::Result<()> {
    let patterns = args.patterns()?;
    let files = args.job.files(&args.source);
    args.patterns.iter().fold(files, |files, pattern| files.reading(Some(pattern))).check()?;
    let options = args.options(Context::default());
    let launches: Vec<Launches<'_>> = patterns.iter().map(|(_, sought)| sought.launches(&options)).collect();
    let work = |graph: &Graph, team: &Team, context: Context| {
        let (placed, options) = (Placed::new(graph, team), args.options(context.clone()));
        let (mut found, mut seconds) = (Vec::new(), Seconds::default());
        for ((text, sought), left) in patterns.iter().zip((1..=patterns.len() as u32).rev()) {
            // Each of the patterns that are left has the same part of the time that is.
            let options = options.clone().context(context.clone().ending_after_part(left));
            let estimated = sought.estimate(&placed, &options).map_err(without_draws)?;
            seconds += estimated.seconds;
            found.push(FoundEstimate::new(text.clone(), options.matching, estimated));
        }
        let EstimateArgs { error, confidence, seed, .. } = *args;
        Ok((EstimateReport { error, confidence, seed, patterns: found }, seconds))
    };
    let report = match args.motifs {
        true => args.job.run_plain(&args.source, &launches, work)?,
        false => {
            let asking = patterns.iter().filter_map(|(_, sought)| sought.pattern());
            args.job.run_on(asking, &args.source, &launches, work)?
        }
    };
    args.report.print(&report)
}

/// Says of an estimate that ends with its deadline that there is none.
pub fn without_draws(error: MineError) -> anyhow::Error {
    let nothing = matches!(error, MineError::Runtime(RuntimeError::Deadline));
    let error = anyhow::Error::new(error);
    if nothing { error.context("no estimate, as not even the first draws were done") } else { error }
}

impl EstimateArgs {
    /// What is looked for, each with what it is called.
    fn patterns(&self) -> anyhow::Result<Vec<(String, Sought)>> {
        if let Some(k) = self.k {
            let motifs = motif_patterns(k as usize)?.into_iter();
            return Ok(motifs.map(|(text, pattern)| (text, Sought::Pattern(pattern))).collect());
        }
        let open = |text: &String| Ok((text.clone(), Sought::open(&self.source.graph, text)?));
        self.patterns.iter().map(open).collect()
    }

    fn options(&self, context: Context) -> EstimateOptions {
        let usual = if self.motifs { Induced::Vertex } else { Induced::Edge };
        let matching = Matching { induced: self.induced.unwrap_or(usual), semantics: self.semantics };
        EstimateOptions::default()
            .matching(matching)
            .error(self.error)
            .confidence(self.confidence)
            .seed(self.seed)
            .draws(self.draws)
            .context(context)
    }
}
