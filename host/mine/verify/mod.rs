//! Checking counts: devices against each other, and against an oracle that shares nothing with the engine.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `options` | what to check |
//! | `oracle` | counting by plain backtracking |
//! | `samples` | small induced subgraphs of a graph |

mod options;
mod oracle;
mod samples;

pub use options::VerifyOptions;

use serde::Serialize;

use super::strategy::Strategy;
use super::{CountOptions, Method, MineError, Placed, Seconds, Target, list};
use crate::clock::Clock;
use crate::graph::Graph;
use crate::pattern::Pattern;
use crate::plan::Matching;
use crate::plan::decomposition::SmallGraph;
use crate::runtime::Team;

/// The ways to count that are compared, and their names. Small graphs are never decomposed but by force; where that
/// takes more than tables, it may take long, and is left out.
pub(super) fn ways(pattern: &Pattern, options: &CountOptions) -> Vec<(CountOptions, &'static str)> {
    let by = |method| options.clone().method(method);
    let [best, walk, forced] = [Method::Best, Method::Walk, Method::Decomposition].map(by);
    let is_walked = best.strategy(pattern).walks();
    let is_decomposed = forced.strategy(pattern) == Strategy::Decomposition && SmallGraph::is_narrow(pattern);
    let ways = [(!is_walked, best, "best"), (true, walk, "walk"), (is_decomposed, forced, "decomposition")];
    ways.into_iter().filter(|(is, ..)| *is).map(|(_, options, name)| (options, name)).collect()
}

/// Counts of one graph that should be equal.
#[derive(Clone, Debug, Serialize)]
pub struct CountComparison {
    /// What was counted: `graph`, or `sample 3`.
    pub subject: String,
    /// Its vertices.
    pub vertices: u32,
    /// Its edges.
    pub edges: u64,
    /// Who counted, and what.
    pub counts: Vec<(String, u128)>,
}

impl CountComparison {
    /// Whether all counts are equal.
    pub fn agrees(&self) -> bool {
        self.counts.iter().all(|(_, count)| *count == self.counts[0].1)
    }
}

/// What was compared.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The whole graph, and then the samples.
    pub comparisons: Vec<CountComparison>,
    /// How long it took, all of it as mining.
    pub seconds: Seconds,
}

impl Verified {
    /// Whether all counts of each subject are equal.
    pub fn agrees(&self) -> bool {
        self.comparisons.iter().all(CountComparison::agrees)
    }
}

/// Counts `pattern` in `graph` on each of `teams` (devices, or teams of several) in each way, and by the oracle: on the
/// whole graph if the oracle gets through it, else on induced subgraphs drawn from it.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the buffers do not fit in the
/// budget, a device fails, a count passes 128 bits, or the job is to stop.
pub fn verify<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    teams: &[impl Into<Team> + Clone],
    options: &CountOptions,
    verify: &VerifyOptions,
) -> Result<Verified, MineError> {
    let (clock, target) = (Clock::default(), graph.into());
    let teams: Vec<Team> = teams.iter().cloned().map(Into::into).collect();
    let comparisons = clock.mine(|| comparisons(target, pattern, &teams, options, verify))?;
    Ok(Verified { comparisons, seconds: clock.seconds() })
}

fn comparisons(
    target: Target<'_>,
    pattern: &Pattern,
    teams: &[Team],
    options: &CountOptions,
    verify: &VerifyOptions,
) -> Result<Vec<CountComparison>, MineError> {
    let mut whole = compare("graph".into(), target, pattern, teams, options, false)?;
    let mut steps = verify.oracle_steps;
    if let Some(count) = oracle::count(target, pattern, options.matching, &mut steps) {
        whole.counts.push(("oracle".into(), count));
        return Ok(vec![whole]);
    }
    let mut comparisons = vec![whole];
    for number in 0..verify.samples {
        options.context.check()?;
        let (sample, by_oracle) = draw(target, pattern, options.matching, verify, number);
        let subject = format!("sample {}", number + 1);
        let mut comparison = compare(subject, (&sample).into(), pattern, teams, options, true)?;
        comparison.counts.extend(by_oracle.map(|count| ("oracle".into(), count)));
        comparisons.push(comparison);
    }
    Ok(comparisons)
}

/// A sample, and its count by the oracle: smaller than asked for where the oracle does not get through it otherwise. No
/// count where it does not even get through samples of the pattern's size. For all sizes that are tried, it takes no
/// more steps than it may on one graph.
fn draw(
    target: Target<'_>,
    pattern: &Pattern,
    matching: Matching,
    verify: &VerifyOptions,
    number: u32,
) -> (Graph, Option<u128>) {
    let try_size = |size: u32, steps: &mut u64| {
        let sample = samples::draw(target, size, verify.seed, number);
        let count = oracle::count((&sample).into(), pattern, matching, steps);
        (sample, count)
    };
    let whole = verify.sample_size;
    let mut steps = verify.oracle_steps / 2;
    if let (sample, Some(count)) = try_size(whole, &mut steps) {
        return (sample, Some(count));
    }
    // The other half is for sizes that grow until the steps are used up: the last that was counted takes most of them.
    let mut steps = verify.oracle_steps - verify.oracle_steps / 2;
    let mut size = whole.min(pattern.vertices() as u32);
    let mut best = try_size(size, &mut steps);
    while best.1.is_some() && size < whole {
        size = (size + size.div_ceil(3)).min(whole);
        match try_size(size, &mut steps) {
            (_, None) => break,
            larger => best = larger,
        }
    }
    best
}

/// Counts on each team by both methods, where they are two, and with `listed` by going through the matches.
fn compare(
    subject: String,
    target: Target<'_>,
    pattern: &Pattern,
    teams: &[Team],
    options: &CountOptions,
    listed: bool,
) -> Result<CountComparison, MineError> {
    let mut counts = Vec::new();
    for team in teams {
        let placed = Placed::new(target, team);
        for (options, name) in ways(pattern, options) {
            let counted = placed.count(pattern, &options)?;
            counts.push((format!("{name} on {team}"), counted.count));
        }
        if listed {
            let list_options =
                list::ListOptions::default().matching(options.matching).context(options.context.clone());
            let visit = |_: list::Batch<'_>| std::ops::ControlFlow::Continue(());
            let listed = placed.list(pattern, &list_options, visit)?;
            counts.push((format!("list on {team}"), listed.matches.into()));
        }
    }
    Ok(CountComparison { subject, vertices: target.csr.n(), edges: target.csr.edges(), counts })
}
