//! `motherlode motifs`: how often each connected pattern of a few vertices occurs.

mod args;
mod beside_null;
mod coloured;
mod directed;
mod networks;
mod rows;

use std::fmt;

use motherlode::mine::{self, CountOptions, DIRECTED_SIZES, Launches, MineError};
use motherlode::plan::Induced;
use serde::Serialize;

pub use self::args::MotifsArgs;
use self::directed::{CensusReport, DirectedReport};
use self::rows::{Motif, words, write_rows};
use super::exit::Misuse;

/// Runs the command.
///
/// # Errors
/// A bad device or input; a job that failed.
pub fn run(args: &MotifsArgs) -> anyhow::Result<()> {
    let files = args.null.files(args.job.files(&args.source));
    files.writing(args.checkpoint.checkpoint.as_deref()).check()?;
    if let Some(model) = args.null.base.model()? {
        return beside_null::run(args, model);
    }
    if args.checkpoint.checkpoint.is_some() {
        return Err(Misuse("--checkpoint keeps the counts of random graphs: give --null".into()).into());
    }
    if args.coloured {
        return coloured::run(args);
    }
    if args.job.is_directed() {
        return run_directed(args);
    }
    if args.census {
        return Err(Misuse("--census: it is that of a directed graph; add --directed".to_owned()).into());
    }
    let launches = [Launches::Motifs(args.k as usize)];
    let report = args.job.run_plain(&args.source, &launches, |graph, team, context| {
        let options = CountOptions::default().induced(args.induced).context(context);
        let mine::Motifs { motifs, seconds } = mine::motifs(graph.csr(), args.k as usize, team, &options)?;
        let motifs = motifs.into_iter().map(Motif::from).collect();
        Ok((MotifsReport { k: args.k, induced: args.induced, motifs }, seconds))
    })?;
    args.report.print(&report)
}

/// Runs it on a directed graph.
fn run_directed(args: &MotifsArgs) -> anyhow::Result<()> {
    let k = args.k as usize;
    if args.census && k != 3 {
        return Err(Misuse("--census: it is of three vertices; ask for -k 3".to_owned()).into());
    }
    if !DIRECTED_SIZES.contains(&k) {
        return Err(MineError::DirectedMotifSize { k }.into());
    }
    let launches = [Launches::DIRECTED_MOTIFS];
    if args.census {
        let report = args.job.run_with_directions(&args.source, &launches, |graph, team, context| {
            let census = mine::triad_census(graph, team, &context)?;
            Ok((CensusReport::new(census.triads), census.seconds))
        })?;
        return args.report.print(&report);
    }
    let report = args.job.run_with_directions(&args.source, &launches, |graph, team, context| {
        let options = CountOptions::default().induced(args.induced).context(context);
        let found = mine::directed_motifs(graph, k, team, &options)?;
        Ok((DirectedReport::new(args.k, args.induced, found.motifs), found.seconds))
    })?;
    args.report.print(&report)
}

/// What was found.
#[derive(Serialize)]
struct MotifsReport {
    k: u32,
    induced: Induced,
    motifs: Vec<Motif>,
}

impl fmt::Display for MotifsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MotifsReport { k, induced, motifs } = self;
        let how = induced.name();
        writeln!(f, "{} motifs of {k} vertices ({how}-induced, each subgraph counted once)", motifs.len())?;
        let heads = motifs.iter().map(|motif| (motif.count, words(&motif.name, &motif.pattern)[0].clone()));
        write_rows(f, heads, motifs.iter().map(Motif::row))
    }
}
