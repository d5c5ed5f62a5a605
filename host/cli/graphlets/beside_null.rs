//! `--null`: graphlets at vertices beside those of random graphs.

use std::fmt;

use motherlode::graph::Graph;
use motherlode::mine::Context;
use motherlode::mine::significance::LocalStatistic;
use motherlode::runtime::Team;
use serde::Serialize;

use super::{GraphletsArgs, graphlets};
use crate::null::Model;
use crate::per::Per;
use crate::report::counted;
use crate::significance::{FoundAtVertices, LocalNullJob, NullReport, table};

/// Counts the graphlets at each vertex of the graph and of random graphs of a model, and writes how they compare.
///
/// # Errors
/// As for graphlets; when the model asks for what the graph does not have, or has nothing to say of vertices.
pub fn run(args: &GraphletsArgs, model: Model) -> anyhow::Result<()> {
    let (place, directed) = (args.output.plan(false)?, args.job.is_directed());
    let statistic = match directed {
        true => LocalStatistic::directed_graphlets(args.k as usize, !args.no_mutual)?,
        false => LocalStatistic::graphlets(args.k as usize)?,
    };
    let beside = LocalNullJob { model, args: &args.null, looks_at_attributes: directed };
    beside.check(args.per)?;
    let work = |graph: &Graph, team: &Team, context: Context| {
        let FoundAtVertices { null, sums, seconds } = beside.find(&statistic, graph, team, &context)?;
        let names: Vec<&str> = statistic.names().collect();
        place.write_table(table(graph, &sums, |graphlet, orbit| format!("{}:{orbit}", names[graphlet]))?)?;
        let orbits = sums.counts().iter().map(|local| local.orbits.len()).sum();
        let output = args.output.output.display().to_string();
        Ok((GraphletsBesideNull { k: args.k, directed, per: args.per, orbits, null, output }, seconds))
    };
    let launches = LocalNullJob::launches(&statistic);
    let report = match (args.null.model.looks_at_attributes(model), directed) {
        (true, _) => {
            args.job.run_with_properties(args.null.properties(), [], &args.source, &launches, work)?
        }
        (false, true) => args.job.run_with_directions(&args.source, &launches, work)?,
        (false, false) => args.job.run_plain(&args.source, &launches, work)?,
    };
    if !args.report.print_beside(Some(&args.output.output), &report)? {
        report.found().null.complain_if_not_mixed();
    }
    Ok(())
}

/// What was written.
#[derive(Serialize)]
struct GraphletsBesideNull {
    k: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    directed: bool,
    per: Per,
    orbits: usize,
    null: NullReport,
    output: String,
}

impl fmt::Display for GraphletsBesideNull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphletsBesideNull { k, directed, orbits, null, output, .. } = self;
        let (orbits, what) = (counted(*orbits as u64, "orbit", "orbits"), graphlets(*directed));
        writeln!(f, "{orbits} of {what} of up to {k} vertices, and what chance has at each, in {output}")?;
        write!(f, "{null}")
    }
}
