//! The first batch: the frequent edges. Their parents are the single vertices, all of whose edges are extensions.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::transactions::row::bit;
use motherlode_device::kernels::transactions::{Head, NONE, pair};

use super::PreparedDatabase;
use super::batch::{EmbeddingColumn, Parents, PatternBatch, SearchSite};
use super::embedded_pattern::{EmbeddedPattern, Sibling};
use super::legs::Legs;
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
        let siblings = kinds
            .from_label(kinds.triple(kind)[0])
            .map(|kind| Sibling { step: Step { from: 0, to: 1, kind }, leg: kind });
        let siblings = siblings.collect();
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
    let first = Arc::new(EmbeddingColumn { rows: pool.adopt_words(device.copied(&vertices)?), before: None });
    let mut starts = vec![NONE; kinds.len() as usize];
    for pattern in &patterns {
        starts[pattern.code[0].kind as usize] = pattern.rows.start;
    }
    let rows = pool.adopt_words(device.copied(&edges(prepared, starts, next as usize))?);
    let heads = pool.adopt_heads(device.copied(&heads(prepared))?);
    let parents = if site.alone && !site.large {
        let (edges, ranges) = legs(prepared);
        Parents::Legs(Arc::new(Legs {
            heads,
            base: 0,
            rows: pool.adopt_words(device.copied(&edges)?),
            ranges,
        }))
    } else {
        Parents::Vertices(heads)
    };
    Ok(PatternBatch { patterns, column: Arc::new(EmbeddingColumn { rows, before: Some(first) }), parents })
}

/// Half-edges as rows of a column, `rows` of them: for each kind where its first one comes, or [`NONE`] for none of the
/// kind.
fn edges(prepared: &PreparedDatabase, mut cursors: Vec<u32>, rows: usize) -> Vec<u64> {
    let PreparedDatabase { kinds, labels, offsets, arcs, .. } = prepared;
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

/// The legs of the single vertices: for each kind, all half-edges of it.
fn legs(prepared: &PreparedDatabase) -> (Vec<u64>, Vec<Range<usize>>) {
    let mut end = 0;
    let range = |count: &u64| {
        end += *count as usize;
        end - *count as usize..end
    };
    let ranges: Vec<Range<usize>> = prepared.embeddings.iter().map(range).collect();
    let starts = ranges.iter().map(|range| range.start as u32).collect();
    (edges(prepared, starts, end), ranges)
}

/// The heads of the single vertices: their extensions are their neighbourhoods.
fn heads(prepared: &PreparedDatabase) -> Vec<Head> {
    let bounds = prepared.graph_of.iter().chain([&0]).zip(&prepared.offsets);
    let heads = bounds.zip(0..);
    heads
        .map(|((graph, start), vertex)| Head { start: *start, graph: *graph, signature: bit(vertex) })
        .collect()
}
