//! `--coloured`: motifs whose vertices and edges are told apart by their labels.

use std::fmt;

use motherlode::mine::{self, COLOURED_SIZES, ColourError, ColouredRows, CountOptions, Launches};
use motherlode::plan::Induced;
use serde::Serialize;

use super::args::MotifsArgs;
use super::rows::write_rows;
use crate::exit::Misuse;

/// What was found.
#[derive(Serialize)]
struct ColouredReport {
    k: u32,
    coloured: bool,
    directed: bool,
    induced: Induced,
    motifs: ColouredRows,
    /// Whether the host's threads counted in place of a card.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    on_host: bool,
}

/// Counts the motifs of a graph by its labels, and prints those that occur.
///
/// # Errors
/// A bad device or input; an option that says nothing of them; a job that failed.
pub fn run(args: &MotifsArgs) -> anyhow::Result<()> {
    let k = args.k as usize;
    if !COLOURED_SIZES.contains(&k) {
        return Err(mine::MineError::from(ColourError::Size { k }).into());
    }
    if args.census {
        return Err(
            Misuse("--census: it is of triads without colours; leave out --coloured".to_owned()).into()
        );
    }
    let report =
        args.job.run_on([], &args.source, &[Launches::COLOURED_MOTIFS], |graph, team, context| {
            let options = CountOptions::default().induced(args.induced).context(context);
            let mine::ColouredMotifs { motifs, on_host, seconds } =
                mine::coloured_motifs(graph, k, team, &options)?;
            let report = ColouredReport {
                k: args.k,
                coloured: true,
                directed: graph.attributes().is_directed(),
                induced: args.induced,
                motifs,
                on_host,
            };
            Ok((report, seconds))
        })?;
    args.report.print(&report)
}

impl fmt::Display for ColouredReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ColouredReport { k, directed, induced, motifs, on_host, .. } = self;
        let (how, directed) = (induced.name(), if *directed { "directed " } else { "" });
        let (number, s) = (motifs.len(), if motifs.len() == 1 { "" } else { "s" });
        writeln!(
            f,
            "{number} coloured {directed}motif{s} of {k} vertices ({how}-induced, each subgraph counted once)"
        )?;
        write_rows(
            f,
            motifs.heads(),
            motifs.iter().map(|motif| [motif.count.to_string(), motif.name, motif.pattern]),
        )?;
        if *on_host {
            writeln!(f, "the host's threads counted, and no card")?;
        }
        Ok(())
    }
}
