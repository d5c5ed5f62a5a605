//! `--null`: graphlets at vertices beside those of random graphs.

use std::fmt;

use motherlode::graph::Graph;
use motherlode::mine::Context;
use motherlode::mine::significance::LocalStatistic;
use motherlode::runtime::Team;
use serde::Serialize;

use super::GraphletsArgs;
use crate::exit::Misuse;
use crate::null::Model;
use crate::per::Per;
use crate::report::counted;
use crate::significance::{FoundAtVertices, LocalNullJob, NullReport, table};

/// Counts the graphlets at each vertex of the graph and of random graphs of a model, and writes how they compare.
///
/// # Errors
/// As for graphlets; when the model asks for what the graph does not have, or has nothing to say of vertices.
pub fn run(args: &GraphletsArgs, model: Model) -> anyhow::Result<()> {
    if args.job.is_directed() {
        let what = "--directed: directed graphlets are not compared with those of random graphs; \
                    'motherlode local GRAPH PATTERN --directed --null MODEL' compares one at each vertex, 'motherlode motifs' with --directed and --null all in a graph";
        return Err(Misuse(what.to_owned()).into());
    }
    let place = args.output.plan(false)?;
    let statistic = LocalStatistic::graphlets(args.k as usize)?;
    let beside = LocalNullJob { model, args: &args.null, looks_at_attributes: false };
    beside.check(args.per)?;
    let work = |graph: &Graph, team: &Team, context: Context| {
        let FoundAtVertices { null, sums, seconds } = beside.find(&statistic, graph, team, &context)?;
        let names: Vec<&str> = statistic.names().collect();
        let (columns, values) =
            table(graph, &sums, |graphlet, orbit| format!("{}:{orbit}", names[graphlet]))?;
        place.write_table(&columns, &values)?;
        let orbits = sums.counts().iter().map(|local| local.orbits.len()).sum();
        let output = args.output.output.display().to_string();
        Ok((GraphletsBesideNull { k: args.k, per: args.per, orbits, null, output }, seconds))
    };
    let launches = LocalNullJob::launches(&statistic);
    let report = match args.null.model.looks_at_attributes(model) {
        true => args.job.run_with_properties(args.null.properties(), [], &args.source, &launches, work)?,
        false => args.job.run_plain(&args.source, &launches, work)?,
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
    per: Per,
    orbits: usize,
    null: NullReport,
    output: String,
}

impl fmt::Display for GraphletsBesideNull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphletsBesideNull { k, orbits, null, output, .. } = self;
        let orbits = counted(*orbits as u64, "orbit", "orbits");
        writeln!(f, "{orbits} of graphlets of up to {k} vertices, and what chance has at each, in {output}")?;
        write!(f, "{null}")
    }
}
