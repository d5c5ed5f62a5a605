//! `motherlode verify`: are the counts right?

use std::fmt;

use clap::Args;
use motherlode::mine::verify::{CountComparison, VerifyOptions, verify};
use motherlode::mine::{CountOptions, Launches};
use motherlode::plan::Matching;
use motherlode::runtime::{Device, Team};
use serde::Serialize;

use super::job::JobArgs;
use super::options::MatchingArgs;
use super::report::{ReportArgs, counted, explained};
use super::source::SourceArgs;
use super::swapped::open_pattern;

const EXAMPLES: &str = "\
Examples:
  motherlode verify karate house
  motherlode verify rmat:14 diamond --subgraphs 50 --subgraph-size 100
  motherlode verify people.lg '(a:Person)->b, !(c:Robot)->b' --directed --semantics homomorphisms";

/// What `--format` prints.
const PRINTED: &str = "\
How to print the result. 'json' is one object on one line: graph (path, vertices, edges), pattern, induced, \
semantics, agree (true or false), compared (a list: subject, vertices, edges, counts), device, memory, and seconds.";

/// Check counts against other devices and an oracle
///
/// Counts the matches of PATTERN in GRAPH in every way there is (best and walk, on the cards if there are any and on
/// the CPU), and by an oracle: plain backtracking, which shares nothing with the engine. Where GRAPH is too large for
/// the oracle, it counts in induced subgraphs drawn from GRAPH, as do the others, by listing too. Prints what was
/// compared. The exit code is 1 if two counts differ.
#[derive(Args, Debug)]
#[command(next_help_heading = "Counting options", after_long_help = EXAMPLES, mut_arg("format", explained(PRINTED)))]
pub struct VerifyArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    pattern: MatchingArgs,

    /// Induced subgraphs to draw
    ///
    /// It has no effect where the oracle gets through the whole graph.
    #[arg(long, value_name = "N", default_value_t = 20)]
    subgraphs: u32,

    /// The vertices of each
    ///
    /// Those that the oracle would not get through are drawn smaller.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 48,
        value_parser = clap::value_parser!(u32).range(2..=4096)
    )]
    subgraph_size: u32,

    /// The seed of the draws
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// The most steps that the oracle takes on a graph
    ///
    /// It takes as many at most on GRAPH, and for each sample, however often that has to be drawn smaller. Where they
    /// do not suffice for samples of the pattern's size, there is no oracle among the counts.
    #[arg(long, value_name = "N", default_value_t = 50_000_000)]
    oracle_steps: u64,

    #[command(flatten)]
    job: JobArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the command.
///
/// # Errors
/// A bad pattern, device or input; a job that failed; counts that differ.
pub fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let pattern = open_pattern("verify", Some(&args.source.graph), &args.pattern.pattern.pattern)?;
    let launches = [Launches::Verify(&pattern, args.pattern.matching())];
    let mut agree = true;
    let report = args.job.run_on([&pattern], &args.source, &launches, |graph, team, context| {
        let checks = VerifyOptions::default()
            .samples(args.subgraphs)
            .sample_size(args.subgraph_size)
            .seed(args.seed)
            .oracle_steps(args.oracle_steps);
        let alone = team.first().is_scalar() && team.others().is_empty();
        let cpu = (!alone).then(|| Team::from(&Device::cpu(None)));
        let teams: Vec<Team> = [team.clone()].into_iter().chain(cpu).collect();
        let matching = args.pattern.matching();
        let options = CountOptions::default().matching(matching).context(context);
        let verified = verify(graph, &pattern, &teams, &options, &checks)?;
        agree = verified.agrees();
        let pattern = &args.pattern.pattern.pattern[..];
        Ok((VerifyReport { pattern, matching, agree, compared: verified.comparisons }, verified.seconds))
    })?;
    args.report.print(&report)?;
    if agree {
        Ok(())
    } else {
        Err(anyhow::anyhow!("counts differ: this is a defect in motherlode, please report it"))
    }
}

/// What was compared.
#[derive(Serialize)]
struct VerifyReport<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    matching: Matching,
    agree: bool,
    compared: Vec<CountComparison>,
}

impl fmt::Display for VerifyReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.agree { "all counts agree" } else { "COUNTS DIFFER" };
        let Matching { induced, semantics } = self.matching;
        writeln!(f, "{verdict}: {} ({}-induced {})", self.pattern, induced.name(), semantics.name())?;
        if !self.compared.iter().flat_map(|compared| &compared.counts).any(|(who, _)| who == "oracle") {
            writeln!(f, "the oracle got through none of the graphs: more --oracle-steps would let it")?;
        }
        for CountComparison { subject, vertices, edges, counts } in &self.compared {
            let (vertices, edges) =
                (counted(*vertices, "vertex", "vertices"), counted(*edges, "edge", "edges"));
            writeln!(f, "{subject} ({vertices}, {edges})")?;
            for (who, count) in counts {
                writeln!(f, "  {count:>20}  {who}")?;
            }
        }
        Ok(())
    }
}
