//! The first batch: the frequent edges. Their parents are the single vertices, all of whose edges are extensions.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::transactions::row::bit;
use motherlode_device::kernels::transactions::{Head, NONE, pair};

use super::PreparedDatabase;
use super::batch::{Column, Parents, PatternBatch, SearchSite};
use super::embedded_pattern::EmbeddedPattern;
use crate::dfs_code::{Kinds, Step};
use crate::runtime::RuntimeError;

/// The kinds of the frequent edges: a code starts with the smaller of the two kinds of an edge.
pub(super) fn root_kinds(kinds: &Kinds) -> impl Iterator<Item = u32> {
    (0..kinds.len()).filter(|kind| kinds.first(*kind) == *kind)
}

/// The batch of some of the frequent edges, by their places among the [`root_kinds`].
///
/// # Errors
/// When the device's memory does not suffice.
pub(super) fn roots<'p>(
    prepared: &PreparedDatabase,
    site: &'p SearchSite<'p>,
    places: Range<usize>,
) -> Result<PatternBatch<'p>, RuntimeError> {
    let PreparedDatabase { kinds, embeddings, .. } = prepared;
    let mut patterns = Vec::new();
    let mut next = 0;
    for kind in root_kinds(kinds).skip(places.start).take(places.len()) {
        let siblings =
            kinds.from_label(kinds.triple(kind)[0]).map(|kind| Step { from: 0, to: 1, kind }).collect();
        let end = next + embeddings[kind as usize] as u32;
        patterns.push(EmbeddedPattern::root(
            kinds,
            kind,
            prepared.supports[kind as usize],
            siblings,
            next..end,
        ));
        next = end;
    }
    let vertices: Vec<u64> = (0..prepared.graph_of.len() as u32).map(|vertex| pair(0, vertex)).collect();
    let SearchSite { device, pool, .. } = site;
    let first = Arc::new(Column { rows: pool.adopt_words(device.copied(&vertices)?), before: None });
    let rows = pool.adopt_words(device.copied(&edges(prepared, &patterns, next as usize))?);
    let parents = Parents::Vertices(pool.adopt_heads(device.copied(&heads(prepared))?));
    Ok(PatternBatch { patterns, column: Arc::new(Column { rows, before: Some(first) }), parents })
}

/// The column of the frequent edges, `rows` of them: a row for each half-edge of each pattern.
fn edges(prepared: &PreparedDatabase, patterns: &[EmbeddedPattern], rows: usize) -> Vec<u64> {
    let PreparedDatabase { kinds, labels, offsets, arcs, .. } = prepared;
    let mut cursors = vec![NONE; kinds.len() as usize];
    for pattern in patterns {
        cursors[pattern.code[0].kind as usize] = pattern.rows.start;
    }
    let mut column = vec![0; rows];
    for (vertex, bounds) in (0..).zip(offsets.windows(2)) {
        let first = kinds.from_label(labels[vertex as usize]).start;
        for arc in &arcs[bounds[0] as usize..bounds[1] as usize] {
            let cursor = &mut cursors[(first + (arc >> 32) as u32) as usize];
            if *cursor != NONE {
                column[*cursor as usize] = pair(vertex, *arc as u32);
                *cursor += 1;
            }
        }
    }
    column
}

/// The heads of the single vertices: their extensions are their neighbourhoods.
fn heads(prepared: &PreparedDatabase) -> Vec<Head> {
    let bounds = prepared.graph_of.iter().chain([&0]).zip(&prepared.offsets);
    let heads = bounds.zip(0..);
    heads
        .map(|((graph, start), vertex)| Head { start: *start, graph: *graph, signature: bit(vertex) })
        .collect()
}
