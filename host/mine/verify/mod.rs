//! Checking counts: devices against each other, and against an oracle that shares nothing with the engine.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `oracle` | counting by plain backtracking |
//! | `samples` | small induced subgraphs of a graph |

mod oracle;
mod samples;

use serde::Serialize;

use super::{CountOptions, Method, MineError, Target, count, list, strategy_for};
use crate::graph::Graph;
use crate::pattern::Pattern;
use crate::plan::Matching;
use crate::runtime::Device;

/// What to check.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// Induced subgraphs to draw, where the whole graph is too large for the oracle.
    pub samples: u32,
    /// The vertices of each: fewer where the oracle would not get through it.
    pub sample_size: u32,
    /// The seed of the draws.
    pub seed: u64,
    /// Steps of backtracking after which the oracle gives up on a graph.
    pub oracle_steps: u64,
}

/// The families of kernels that [`verify`] runs on a card.
pub fn families(pattern: &Pattern, matching: Matching) -> Vec<&'static str> {
    let ways = [Method::Best, Method::Walk].map(|method| strategy_for(pattern, matching, method).families());
    ways.concat().into_iter().chain(list::families(pattern, matching)).collect()
}

/// Counts of one graph that should be equal.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// What was counted: `graph`, or `sample 3`.
    pub subject: String,
    /// Its vertices.
    pub vertices: u32,
    /// Its edges.
    pub edges: u64,
    /// Who counted, and what.
    pub counts: Vec<(String, u128)>,
}

impl Comparison {
    /// Whether all counts are equal.
    pub fn agrees(&self) -> bool {
        self.counts.iter().all(|(_, count)| *count == self.counts[0].1)
    }
}

/// Counts `pattern` in `graph` on each of `devices` in each way, and by the oracle: on the whole graph if the oracle gets
/// through it, else on induced subgraphs drawn from it.
///
/// # Errors
/// As [`count`].
pub fn verify<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    devices: &[&Device],
    options: CountOptions<'_>,
    verify: VerifyOptions,
) -> Result<Vec<Comparison>, MineError> {
    let target = graph.into();
    let mut whole = compare("graph".into(), target, pattern, devices, options, false)?;
    if let Some(count) = oracle::count(target, pattern, options.matching(), verify.oracle_steps) {
        whole.counts.push(("oracle".into(), count));
        return Ok(vec![whole]);
    }
    let mut comparisons = vec![whole];
    for number in 0..verify.samples {
        options.interrupt.check()?;
        let (sample, by_oracle) = draw(target, pattern, options.matching(), verify, number);
        let subject = format!("sample {}", number + 1);
        let mut comparison = compare(subject, (&sample).into(), pattern, devices, options, true)?;
        comparison.counts.extend(by_oracle.map(|count| ("oracle".into(), count)));
        comparisons.push(comparison);
    }
    Ok(comparisons)
}

/// A sample, and its count by the oracle: smaller than asked for where the oracle does not get through it otherwise. No count
/// where it does not even get through samples of the pattern's size.
fn draw(
    target: Target<'_>,
    pattern: &Pattern,
    matching: Matching,
    verify: VerifyOptions,
    number: u32,
) -> (Graph, Option<u128>) {
    let mut size = verify.sample_size;
    loop {
        let sample = samples::draw(target, size, verify.seed, number);
        let count = oracle::count((&sample).into(), pattern, matching, verify.oracle_steps);
        if count.is_some() || size as usize <= pattern.vertices() {
            return (sample, count);
        }
        size = (size / 4 * 3).max(pattern.vertices() as u32);
    }
}

/// Counts on each device by both methods, where they are two, and with `listed` by going through the matches.
fn compare(
    subject: String,
    target: Target<'_>,
    pattern: &Pattern,
    devices: &[&Device],
    options: CountOptions<'_>,
    listed: bool,
) -> Result<Comparison, MineError> {
    let mut counts = Vec::new();
    for device in devices {
        let strategy = |method| strategy_for(pattern, options.matching(), method);
        let both = strategy(Method::Best) != strategy(Method::Walk);
        let best = both.then_some((Method::Best, "best"));
        for (method, name) in best.into_iter().chain([(Method::Walk, "walk")]) {
            let counted = count(target, pattern, device, CountOptions { method, ..options })?;
            counts.push((format!("{name} on {device}"), counted.count));
        }
        if listed {
            let from = list::Position::default();
            let list_options = list::ListOptions {
                induced: options.induced,
                semantics: options.semantics,
                limit: None,
                from,
                interrupt: options.interrupt,
                progress: options.progress,
            };
            let visit = |_: list::Batch<'_>| std::ops::ControlFlow::Continue(());
            let listed = list::list(target, pattern, device, list_options, visit)?;
            counts.push((format!("list on {device}"), listed.matches.into()));
        }
    }
    Ok(Comparison { subject, vertices: target.csr.n(), edges: target.csr.edges(), counts })
}
