//! Maximal cliques: counted, or written.

use motherlode::export::Column;
use motherlode::graph::Graph;
use motherlode::mine::local::Anchor;
use motherlode::mine::{self, Context, CountOptions, MaximalCliqueOptions, Placed, Seconds, VertexOrder};
use motherlode::plan::Matching;
use motherlode::runtime::Team;

use super::CliquesArgs;
use super::report::{CliquesReport, MAXIMAL};
use crate::anchor::anchor_of;
use crate::checkpoint::JobIdentity;
use crate::per::Per;
use crate::rows::{Destination, ListingCheckpoint, ListingColumns};

/// Counts them by size.
pub(super) fn count(
    args: &CliquesArgs,
    graph: &Graph,
    team: &Team,
    context: &Context,
) -> anyhow::Result<(CliquesReport, Seconds)> {
    let options = options(args, graph, context.clone())?;
    let mine::Cliques { counts, seconds } = Placed::new(graph.csr(), team).count_maximal_cliques(&options)?;
    let anchor = args.anchor.as_ref().map(|named| named.text.clone());
    Ok((CliquesReport::maximal(&counts, anchor), seconds))
}

/// Writes them, or how many each vertex is in.
pub(super) fn write(
    args: &CliquesArgs,
    place: &Destination<'_>,
    graph: &Graph,
    team: &Team,
    context: Context,
) -> anyhow::Result<(CliquesReport, Seconds)> {
    let placed = Placed::new(graph.csr(), team);
    let output = args.output.shown().unwrap_or_default();
    if args.per.is_some() {
        let seconds = write_at_vertices(args, place, graph, &placed, context)?;
        return Ok((CliquesReport::AtVertices { output }, seconds));
    }
    let columns = [Column::lists_of_vertices("vertices", graph.ids())];
    let columns = ListingColumns { columns: &columns, ids: graph.ids(), nouns: MAXIMAL.into() };
    let (progress, rows) = place.begin(columns, checkpoint(args, place, graph)?)?;
    let Some(mut rows) = rows else {
        let count = progress.matches;
        let complete = args.limit.is_none_or(|limit| count < limit);
        return Ok((CliquesReport::Listed { count, complete, output }, Seconds::default()));
    };
    let limit = args.limit.map(|limit| limit.saturating_sub(progress.matches));
    let options = options(args, graph, context)?.limit(limit).from(progress.position);
    let mut lister = placed.list_maximal_cliques(&options)?;
    loop {
        match lister.next_batch() {
            Ok(Some(batch)) => {
                if let Err(error) = rows.take_lists(&batch.ends, &batch.ids, lister.position()) {
                    return Err(rows.failure(error));
                }
            }
            Ok(None) => break,
            Err(error) => return Err(rows.partial(error)),
        }
    }
    let report = CliquesReport::Listed { count: rows.written(), complete: lister.is_complete(), output };
    rows.finish()?;
    Ok((report, lister.seconds()))
}

/// The checkpoint of this listing, and how far an earlier one has come.
fn checkpoint(
    args: &CliquesArgs,
    place: &Destination<'_>,
    graph: &Graph,
) -> anyhow::Result<ListingCheckpoint> {
    if args.checkpoint.checkpoint.is_none() {
        return Ok((None, None));
    }
    let anchor = args.anchor.as_ref().map(|named| &named.text);
    let options = format!(
        "least {}, anchor {anchor:?}, limit {:?}, order {:?}, {:?} to {:?}",
        args.min_size,
        args.limit,
        order(args),
        place.format,
        args.output.shown()
    );
    args.checkpoint.open(JobIdentity::new("cliques", graph, "", Matching::default(), "", options))
}

/// Writes the table of vertices.
fn write_at_vertices(
    args: &CliquesArgs,
    place: &Destination<'_>,
    graph: &Graph,
    placed: &Placed,
    context: Context,
) -> anyhow::Result<Seconds> {
    let counting = CountOptions::default().context(context);
    let found = placed.maximal_cliques_at_vertices(args.min_size, order(args), &counting)?;
    let count = Column::numbers("cliques");
    let table = Per::Vertex.table(graph, [count], |v| [u128::from(found.counts[v])].into_iter());
    place.write_table(table)?;
    Ok(found.seconds)
}

/// Which are asked for.
fn options(args: &CliquesArgs, graph: &Graph, context: Context) -> anyhow::Result<MaximalCliqueOptions> {
    let anchor = args.anchor.as_ref().map(|named| anchor_of(graph, named)).transpose()?;
    let containing = match anchor {
        None => Vec::new(),
        Some(Anchor::Vertex(v)) => vec![v],
        Some(Anchor::Edge(u, v)) => vec![u, v],
    };
    let options = MaximalCliqueOptions::default().least(args.min_size).order(order(args));
    Ok(options.containing(containing).top(args.top).limit(args.limit).context(context))
}

fn order(args: &CliquesArgs) -> VertexOrder {
    args.order.unwrap_or(VertexOrder::Degeneracy)
}
