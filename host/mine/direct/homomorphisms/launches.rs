//! A table each, made by one kernel, whose tasks are vertices or edges.

use core::sync::atomic::AtomicU64;

use motherlode_device::kernels::homomorphisms::neighbors::{NeighborSumArgs, SumNeighbors};
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::homomorphisms::rows::{
    AT_EDGES, AT_ROOT, AT_ROW, MOST_PUSHES, PushArgs, PushRows, PushRowsArgs, RowArgs,
};
use motherlode_device::kernels::homomorphisms::triangles::{ApexSumArgs, SumApexes};
use motherlode_device::memory::Slice;

use super::made::{Factor, Made, Words};
use super::rooms::RowRoom;
use crate::mine::direct::on_device::{OnDevice, WARPS};
use crate::plan::decomposition::tables::{End, Neighbors, Rooted, Row, Triangles};
use crate::runtime::{Grid, Lend, RuntimeError};

/// Vertices that a block of one lane draws at a time.
const SCALAR_CHUNK: u32 = 16;
/// Vertices that a warp draws at a time.
const CHUNK: u32 = 4;
/// Edges that a block of one lane, and a warp, draw at a time: those of a hub would keep a warp busy long after the others are done.
const SCALAR_EDGES: u32 = 256;
const EDGES: u32 = 8;

/// What a kernel draws from.
#[derive(Clone, Copy)]
pub(super) struct Queue<'a> {
    /// One counter, from 0 up.
    pub counter: Slice<'a, AtomicU64>,
    /// Where its tasks end.
    pub end: u64,
}

/// The sums over the neighbours of all vertices.
pub(super) fn neighbors(
    made: &Made<'_, '_>,
    table: &Neighbors,
    lend: &Lend<'_>,
    Queue { counter, end }: Queue<'_>,
) -> Result<Words, RuntimeError> {
    let (on, n) = (made.on(), made.on().outline().n() as usize);
    let (along, weights) = (made.at_edges(&table.along)?, made.at_vertices(&table.weights)?);
    let (mut sums, chunk) = (made.room(n)?, chunk(on));
    let grid = on.device().grid::<SumNeighbors>(WARPS, 0, (n as u64).div_ceil(WARPS.into()))?;
    let args = NeighborSumArgs {
        graph: on.whole(lend),
        along: along.view(lend),
        weights: weights.view(lend),
        sums: lend.scratch(&mut sums),
        queue: counter,
        end,
        chunk,
    };
    lend.launch::<SumNeighbors>(grid, &args)?;
    Ok(sums)
}

/// The sums over the triangles at all edges.
pub(super) fn triangles(
    made: &Made<'_, '_>,
    table: &Triangles,
    lend: &Lend<'_>,
    Queue { counter, end }: Queue<'_>,
) -> Result<Words, RuntimeError> {
    let (on, edges) = (made.on(), 2 * made.on().outline().edges());
    let (first, apex) = (made.at_edges(&table.first)?, made.at_vertices(&table.apex)?);
    // The kernel reads it at the end of the edge.
    let second = made.at_edges_back(&table.second)?;
    let (mut sums, grid) = (made.room(edges)?, triangle_grid(on)?);
    let mut rooms = made.rooms.borrow_mut();
    let places = rooms.places(grid, on)?;
    let args = ApexSumArgs {
        graph: on.whole(lend),
        first: first.view(lend),
        apex: apex.view(lend),
        second: second.view(lend),
        sums: lend.scratch(&mut sums),
        places: lend.atomics(places),
        queue: counter,
        end,
        chunk: edge_chunk(on),
    };
    lend.launch::<SumApexes>(grid, &args)?;
    Ok(sums)
}

/// The blocks that add up over triangles.
pub(super) fn triangle_grid(on: &OnDevice) -> Result<Grid, RuntimeError> {
    let draws = (2 * on.outline().edges() as u64).div_ceil(u64::from(edge_chunk(on)) * u64::from(WARPS));
    on.device().grid::<SumApexes>(WARPS, 0, draws)
}

/// What the rows of all roots come to.
pub(super) fn rooted(
    made: &Made<'_, '_>,
    table: &Rooted,
    lend: &Lend<'_>,
    Queue { counter, end }: Queue<'_>,
) -> Result<Words, RuntimeError> {
    let (on, n, pushes) = (made.on(), made.on().outline().n() as usize, table.pushes.len());
    let rows = Rows::new(made, table)?;
    let pulled = (0..pushes).map(|push| u32::from(table.is_pulled(push)) << push).sum();
    let roots = match table.end {
        End::Root | End::Edges => made.at_vertices(&table.roots)?,
        End::Row => rows.weights.clone(),
    };
    // Each edge is that of one root, which writes: only what is added up must be zero before.
    let sums = match table.end {
        End::Edges => made.room(2 * on.outline().edges())?,
        End::Root | End::Row => made.rooms.borrow_mut().zeros(WORDS * n, on.device())?,
    };
    let mut rooms = made.rooms.borrow_mut();
    let room = rooms.rows(n, pushes, on.device())?;
    let grid = room.grid(pushes);
    let RowRoom { values, seen, met, .. } = room;
    let args = PushRowsArgs {
        graph: on.whole(lend),
        pushes: rows.pushes(lend),
        last: rows.last.view(lend),
        weights: rows.weights.view(lend),
        roots: roots.view(lend),
        sums: lend.atomics(&sums),
        values: lend.atomics(values),
        seen: lend.atomics(seen),
        met: lend.scratch(met),
        queue: counter,
        end,
        push_count: pushes as u32,
        place: match table.end {
            End::Root => AT_ROOT,
            End::Row => AT_ROW,
            End::Edges => AT_EDGES,
        },
        chunk: 1,
        pulled,
    };
    lend.launch::<PushRows>(grid, &args)?;
    Ok(sums)
}

/// How many vertices a warp draws at a time.
fn chunk(on: &OnDevice) -> u32 {
    if on.tuning.scalar { SCALAR_CHUNK } else { CHUNK }
}

/// How many edges a warp draws at a time.
fn edge_chunk(on: &OnDevice) -> u32 {
    if on.tuning.scalar { SCALAR_EDGES } else { EDGES }
}

/// The tables that the rows of a root read.
struct Rows {
    pushes: Vec<PushedRow>,
    last: RowFactors,
    weights: Factor,
}

struct PushedRow {
    from: RowFactors,
    weights: Factor,
    along: Factor,
}

struct RowFactors {
    along: Factor,
    joined: bool,
    powers: u32,
}

impl Rows {
    fn new(made: &Made<'_, '_>, table: &Rooted) -> Result<Rows, RuntimeError> {
        let row = |row: &Row| -> Result<RowFactors, RuntimeError> {
            let along = row.joined.as_ref().map(|along| made.at_edges(along)).transpose()?;
            let joined = along.is_some();
            let powers = row.pushed.iter().map(|push| 1 << (4 * push)).sum();
            Ok(RowFactors { along: along.unwrap_or_default(), joined, powers })
        };
        let pushed = table.pushes.iter().enumerate().map(|(number, push)| {
            // Who pulls reads a table from the other end.
            let pulled = table.is_pulled(number);
            let along = if pulled { made.at_edges_back(&push.along) } else { made.at_edges(&push.along) };
            Ok(PushedRow { from: row(&push.from)?, weights: made.at_vertices(&push.weights)?, along: along? })
        });
        let pushes = pushed.collect::<Result<Vec<_>, RuntimeError>>()?;
        Ok(Rows { pushes, last: row(&table.last)?, weights: made.at_vertices(&table.weights)? })
    }

    /// For the kernel. Those that are not there say nothing.
    fn pushes(&self, lend: &Lend<'_>) -> [PushArgs<'_>; MOST_PUSHES] {
        let nothing = RowArgs { along: Numbers::ONES, powers: 0, joined: 0 };
        let mut args =
            [PushArgs { from: nothing, weights: Numbers::ONES, along: Numbers::ONES }; MOST_PUSHES];
        for (args, push) in args.iter_mut().zip(&self.pushes) {
            let PushedRow { from, weights, along } = push;
            *args = PushArgs { from: from.view(lend), weights: weights.view(lend), along: along.view(lend) };
        }
        args
    }
}

impl RowFactors {
    fn view(&self, lend: &Lend<'_>) -> RowArgs<'_> {
        RowArgs { along: self.along.view(lend), powers: self.powers, joined: self.joined.into() }
    }
}
