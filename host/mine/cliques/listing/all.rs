//! All maximal cliques of a graph.

use super::at_roots::RowsAtRoots;
use super::options::MaximalCliqueOptions;
use super::rows::CliqueRows;
use crate::at::{At, Edges};
use crate::clock::Clock;
use crate::list::{ListOptions, Position};
use crate::pattern::Pattern;
use crate::{Context, MineError, Placed};

/// Rows of a batch that are not written by a device.
const BATCH: usize = 1 << 16;

/// All maximal cliques of a graph, of so many vertices and more.
pub(super) struct AllCliques {
    pub placed: Placed,
    pub options: MaximalCliqueOptions,
    stage: ListingStage,
    /// The place behind the rows so far: behind all roots, how many rows of two vertices and of one there were.
    position: Position,
}

/// What comes next.
enum ListingStage {
    /// Those of three vertices and more.
    Begin,
    Roots(Box<RowsAtRoots>),
    /// Those of two and of one, of which so many have been listed.
    Edges,
    Rest(std::vec::IntoIter<[u32; 2]>),
    Alone(u32),
}

impl AllCliques {
    pub fn new(placed: &Placed, options: MaximalCliqueOptions) -> Self {
        let position = Position { skip: 0, ..options.from };
        AllCliques { placed: placed.clone(), options, stage: ListingStage::Begin, position }
    }

    /// The place behind the rows so far.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The next rows; none if there are no more.
    pub fn next(&mut self, clock: &Clock) -> Result<Option<CliqueRows>, MineError> {
        loop {
            let AllCliques { placed, options, stage, position } = self;
            match stage {
                ListingStage::Begin => {
                    *stage = ListingStage::Roots(Box::new(RowsAtRoots::new(placed, options)))
                }
                ListingStage::Roots(rows) => {
                    let found = rows.next(clock)?;
                    *position = rows.position();
                    match found {
                        Some(rows) => return Ok(Some(rows)),
                        None => *stage = ListingStage::Edges,
                    }
                }
                ListingStage::Edges if options.least > 2 => return Ok(None),
                ListingStage::Edges => {
                    *stage = ListingStage::Rest(edges_alone(placed, &options.context)?.into_iter())
                }
                ListingStage::Rest(edges) => {
                    let rows = batch(edges.by_ref());
                    position.skip += rows.len() as u64;
                    if !rows.is_empty() {
                        return Ok(Some(rows));
                    }
                    *stage = ListingStage::Alone(if options.least > 1 { u32::MAX } else { 0 });
                }
                ListingStage::Alone(next) => {
                    let graph = placed.target().csr;
                    let alone = |&v: &u32| graph.degree(v) == 0;
                    let rows = batch((*next..graph.n()).filter(alone).map(|v| [v]));
                    let Some(&last) = rows.ids.last() else { return Ok(None) };
                    *next = last + 1;
                    position.skip += rows.len() as u64;
                    return Ok(Some(rows));
                }
            }
        }
    }
}

/// Some rows of one length.
fn batch<const N: usize>(rows: impl Iterator<Item = [u32; N]>) -> CliqueRows {
    let mut batch = CliqueRows::default();
    rows.take(BATCH).for_each(|row| batch.push(row));
    batch
}

/// The edges in no triangle.
pub(in crate::cliques) fn edges_alone(
    placed: &Placed,
    context: &Context,
) -> Result<Vec<[u32; 2]>, MineError> {
    let graph = placed.target().csr;
    if graph.edges() == 0 {
        return Ok(Vec::new());
    }
    let listing = ListOptions::default().context(context.without_progress());
    let triangles = placed.at_edges(&triangle(), &listing)?;
    let edges = Edges::places(graph).into_iter().enumerate();
    Ok(edges.filter(|&(edge, _)| triangles.counts.get(edge) == 0).map(|(_, ends)| ends).collect())
}

fn triangle() -> Pattern {
    Pattern::parse("triangle").expect("a pattern that has a name")
}
