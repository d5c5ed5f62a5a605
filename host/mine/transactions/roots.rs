//! The first batch: the frequent edges. Their parents are the single vertices, all of whose edges are extensions.

use std::ops::Range;
use std::sync::Arc;

use motherlode_device::kernels::transactions::row::bit;
use motherlode_device::kernels::transactions::{Head, NONE, pair};

use super::PreparedDatabase;
use super::batch::{ColumnRows, EmbeddingColumn, Parents, PatternBatch, SearchSite};
use super::embedded_pattern::{EmbeddedPattern, Sibling};
use super::legs::{LegPlace, LegStore, Legs};
use crate::dfs_code::{Kinds, Step};
use crate::runtime::RuntimeError;

/// How many starts of rows the legs of the single vertices may have.
const MOST_STARTS: usize = 1 << 22;

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
    let SearchSite { device, pool, .. } = site;
    let vertices = VertexRows::new(prepared, site.alone && !site.large);
    let first = ColumnRows::Own(pool.adopt_words(device.copied(&vertices.column())?));
    let mut starts = vec![NONE; kinds.len() as usize];
    for pattern in &patterns {
        starts[pattern.code[0].kind as usize] = pattern.rows.start;
    }
    let mut edges = vec![0; next as usize];
    write_edges(prepared, &vertices, starts, &mut edges);
    let rows = ColumnRows::Own(pool.adopt_words(device.copied(&edges)?));
    let heads = pool.adopt_heads(device.copied(&heads(prepared, &vertices))?);
    let parents = if vertices.by_label {
        let (store, places) = legs(prepared, site, &vertices)?;
        Parents::Legs(Arc::new(Legs { heads, base: 0, store, places }))
    } else {
        Parents::Vertices(heads)
    };
    let before = Some(Arc::new(EmbeddingColumn { rows: first, before: None }));
    Ok(PatternBatch { patterns, column: Arc::new(EmbeddingColumn { rows, before }), parents })
}

/// The rows of the single vertices.
struct VertexRows {
    /// Whether they are in the order of their labels, as legs need them: else they are as they are numbered.
    by_label: bool,
    /// The vertex of each row.
    vertices: Vec<u32>,
    /// The row of each vertex.
    rows: Vec<u32>,
    /// At which row the vertices of each label start, and where the last ones end.
    starts: Vec<u32>,
}

impl VertexRows {
    /// By label if `by_legs`, unless what legs tell of each row takes too much then.
    fn new(prepared: &PreparedDatabase, by_legs: bool) -> VertexRows {
        let PreparedDatabase { labels, kinds, .. } = prepared;
        let mut vertices: Vec<u32> = (0..labels.len() as u32).collect();
        let mut starts = vec![0; prepared.vertex_supports.len() + 1];
        labels.iter().for_each(|label| starts[*label as usize + 1] += 1);
        for label in 1..starts.len() {
            starts[label] += starts[label - 1];
        }
        let kept = |label: u32| {
            kinds.from_label(label).len() * (starts[label as usize + 1] - starts[label as usize]) as usize
        };
        let by_label = by_legs && (0..starts.len() as u32 - 1).map(kept).sum::<usize>() <= MOST_STARTS;
        if by_label {
            vertices.sort_by_key(|vertex| labels[*vertex as usize]);
        }
        let mut rows = vec![0; vertices.len()];
        for (vertex, row) in vertices.iter().zip(0..) {
            rows[*vertex as usize] = row;
        }
        VertexRows { by_label, vertices, rows, starts }
    }

    /// The column of them.
    fn column(&self) -> Vec<u64> {
        self.vertices.iter().map(|vertex| pair(0, *vertex)).collect()
    }

    /// Those of a label.
    fn of_label(&self, label: u32) -> Range<u32> {
        self.starts[label as usize]..self.starts[label as usize + 1]
    }
}

/// Writes half-edges as rows of a column: for each kind where its first one comes, or [`NONE`] for none of the kind.
fn write_edges(
    prepared: &PreparedDatabase,
    vertices: &VertexRows,
    mut cursors: Vec<u32>,
    column: &mut [u64],
) {
    let PreparedDatabase { kinds, labels, offsets, arcs, .. } = prepared;
    for (vertex, bounds) in offsets.windows(2).enumerate() {
        let first = kinds.from_label(labels[vertex]).start;
        for arc in &arcs[bounds[0] as usize..bounds[1] as usize] {
            let cursor = &mut cursors[(first + (arc >> 32) as u32) as usize];
            if *cursor != NONE {
                column[*cursor as usize] = pair(vertices.rows[vertex], *arc as u32);
                *cursor += 1;
            }
        }
    }
}

/// The legs of the single vertices: for each kind, all half-edges of it.
fn legs<'p>(
    prepared: &PreparedDatabase,
    site: &'p SearchSite<'p>,
    vertices: &VertexRows,
) -> Result<(LegStore<'p>, Vec<LegPlace>), RuntimeError> {
    let mut store = LegStore::new(&site.pool, prepared.arcs.len(), 0)?;
    let mut places = Vec::with_capacity(prepared.embeddings.len());
    for (kind, count) in (0..).zip(&prepared.embeddings) {
        let own = vertices.of_label(prepared.kinds.triple(kind)[0]);
        let place = store.next(*count as usize, own.len(), own.start);
        store.make_room(&site.pool, &place)?;
        store.take(&place);
        places.push(place);
    }
    let starts = places.iter().map(|place| place.rows.start as u32).collect();
    write_edges(prepared, vertices, starts, store.rows.host_slice_mut());
    places.iter().for_each(|place| store.note_starts(place));
    Ok((store, places))
}

/// The heads of the single vertices: their extensions are their neighbourhoods, unless there are legs.
fn heads(prepared: &PreparedDatabase, vertices: &VertexRows) -> Vec<Head> {
    let PreparedDatabase { graph_of, offsets, arcs, .. } = prepared;
    let head = |vertex: &u32| Head {
        start: offsets[*vertex as usize],
        graph: graph_of[*vertex as usize],
        signature: bit(*vertex),
    };
    let end = Head { start: arcs.len() as u32, ..Head::default() };
    vertices.vertices.iter().map(head).chain([end]).collect()
}
