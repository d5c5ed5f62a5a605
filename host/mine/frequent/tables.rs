//! Frequent patterns of one graph by embedding tables: all matches of all patterns are rows, and what is infrequent is
//! filtered (Hu, Zou, Özsu, "GAMMA: A Graph Pattern Mining Framework for Large Graphs on GPU", section III).

use std::collections::HashSet;

use super::{FrequentSubgraph, ImageOptions, PreparedGraph};
use crate::dfs_code::{Step, minimum_code};
use crate::pattern::Pattern;
use crate::table::TableOptions;
use crate::{MineError, Placed};

/// Finds what [`mine`](super::mine) finds, in the same order, by an embedding table on the first device. Supports are
/// exact; images are not told. `prepared` is of the same graph.
///
/// # Errors
/// When the graph has more than tables know, or its frequent patterns more edges than a row; when the rows fit in no
/// memory, the device or `found` fails, or the work is stopped. What was reported before is right.
pub fn mine_by_tables(
    placed: &Placed,
    prepared: &PreparedGraph,
    options: &ImageOptions,
    mut found: impl FnMut(FrequentSubgraph<'_>) -> Result<(), MineError>,
) -> Result<(), MineError> {
    options.context.check()?;
    if options.max_edges == 0 || options.max_vertices < 2 || prepared.kinds.is_empty() {
        return Ok(());
    }
    let attributes = placed.target().attributes;
    let alike = attributes.is_none_or(|attributes| attributes.vertices.is_none());
    let mut table = placed.table(&TableOptions::default().context(options.context.clone()))?;
    for edges in 1..=options.max_edges {
        table.extend_by_edge()?;
        let mut kept = HashSet::new();
        let mut frequent = Vec::new();
        for (rows, support) in table.supports()? {
            if support >= u64::from(options.support.get().max(1))
                && rows.pattern.vertices() <= options.max_vertices
                && let Some(code) = code_of(prepared, &rows.pattern, alike)
            {
                frequent.push((code, support as u32));
                kept.insert(rows.pattern);
            }
        }
        if frequent.is_empty() {
            break;
        }
        frequent.sort_unstable_by(|(a, _), (b, _)| ranks(a).cmp(ranks(b)));
        for (code, support) in frequent.iter().filter(|_| edges >= options.min_edges) {
            let kinds = prepared.kinds();
            found(FrequentSubgraph { code, kinds, support: *support, exact: true, images: None })?;
        }
        if edges < options.max_edges {
            table.retain_patterns(|pattern| kept.contains(pattern))?;
        }
    }
    Ok(())
}

fn ranks(code: &[Step]) -> impl Iterator<Item = (bool, u32, u32)> + '_ {
    code.iter().map(|step| step.rank())
}

/// The minimum DFS code of a pattern, if all its edges are frequent and allowed. With `alike`, vertices have no labels.
fn code_of(prepared: &PreparedGraph, pattern: &Pattern, alike: bool) -> Option<Vec<Step>> {
    let known = prepared.vertex_labels();
    let label = |v: usize| match pattern.all_vertices()[v].labels.first() {
        Some(name) => known.iter().position(|label| label == name).map(|label| label as u32),
        None => alike.then_some(0),
    };
    // Tables know graphs whose edges have one label: there is one kind between two labels.
    let edge = |&(u, v): &(usize, usize)| {
        let kind = *prepared.kinds.between(label(u)?, label(v)?).first()?;
        Some((u as u32, v as u32, kind))
    };
    let edges: Option<Vec<_>> = pattern.edges().iter().map(edge).collect();
    minimum_code(&prepared.kinds, &edges?)
}
