//! Extension by a vertex that a plan describes.

use super::output::{NewRow, NewRowWriter};
use super::rows::RowsInHand;
use super::tasks::extend_tasks;
use super::{ExtensionStep, NONE, PlannedArgs};
use crate::graph::GraphView;
use crate::sets::{self, IdRange, batch_each, contains};
use crate::simt::{Block, Warp};

/// Extends each row by the vertices that the step asks for: candidates are the shortest list of a vertex of the row
/// that the new one must be a neighbour of, and are looked for in the others.
///
/// Shared memory: [`shared_bytes`](super::shared_bytes). Bound by the searches, in lists that come from the caches.
#[cuda_std::kernel]
pub unsafe fn extend_planned<B: Block>(block: B, args: &PlannedArgs<'_>) {
    let warp = block.warp();
    let (graph, step) = (&args.extend.graph, &args.step);
    let rows = RowsInHand::new(block);
    extend_tasks(block, &args.extend, rows, |writer, first, own| {
        let mut pivot = 0;
        let mut keys: &[u32] = &[];
        if own.is_some() {
            (pivot, keys) = shortest(graph, step.adjacent, |place| rows.vertex(place, warp.lane()));
            keys = &keys[range(step, u32::MAX, rows, warp.lane()).positions(keys)];
        }
        batch_each(warp, keys, &[], |owner, key, _| {
            let others = step.adjacent & !(1 << warp.shuffle(pivot, owner));
            let found = key.filter(|&key| suits(args, rows, owner, key, others));
            writer.push(found.map(|vertex| NewRow { vertex, parent: first + owner, join: 0 }));
        });
    });
}

/// Extends each row by the vertices that the step asks for. The common neighbours of a row of the level before are
/// found once for all rows that extend it. The step asks for two neighbours in the row or more, one of which is not its
/// last vertex.
///
/// GAMMA, section V, optimisation 2. Shared memory: [`shared_bytes`](super::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn extend_siblings<B: Block>(block: B, args: &PlannedArgs<'_>) {
    let warp = block.warp();
    let last = args.extend.chain.levels as usize - 1;
    let rows = RowsInHand::new(block);
    // The siblings at hand: whose children they are, and which vertices can follow all of them.
    let (mut parent, mut common) = (NONE, Common::default());
    extend_tasks(block, &args.extend, rows, |writer, first, own| {
        let parent_of_own = own.map_or(NONE, |row| args.extend.chain.parents[last][row as usize]);
        let mut left = warp.ballot(own.is_some());
        while left != 0 {
            let leader = left.trailing_zeros();
            let next = warp.shuffle(parent_of_own, leader);
            if next != parent {
                (parent, common) = (next, Common::of(block, args, rows, leader));
            }
            let sibling = own.is_some() && parent_of_own == parent;
            extend_each(warp, args, rows, &common, sibling, first, writer);
            left &= !warp.ballot(sibling);
        }
    });
}

/// What siblings have in common.
#[derive(Clone, Copy, Default)]
struct Common<'l> {
    /// Vertices among which all are that can follow any of them.
    list: &'l [u32],
    /// The places of the row whose neighbours they are.
    places: u32,
}

impl<'l> Common<'l> {
    /// What the rows have in common that have the row of lane `leader` but for its last vertex. A collective.
    #[inline(always)]
    fn of<B: Block>(
        block: B,
        args: &'l PlannedArgs<'l>,
        rows: RowsInHand<'_, B::Warp>,
        leader: u32,
    ) -> Common<'l> {
        let (graph, step, warp) = (&args.extend.graph, &args.step, block.warp());
        let shared = (1 << (args.extend.chain.levels - 1)) - 1;
        let wanted = step.adjacent & shared;
        let bounds = range(step, shared, rows, leader);
        let (place, list) = shortest(graph, wanted, |place| rows.vertex(place, leader));
        let mut common = Common { list: &list[bounds.positions(list)], places: 1 << place };
        let room = args.room as usize;
        let base = block.grid_warp() as usize * 2 * room;
        let mut turn = 0;
        while common.places != wanted && common.list.len() <= room {
            let place = (wanted & !common.places).trailing_zeros() as usize;
            let list = args.lists.part((base + turn * room) as u64, room as u64);
            let other = graph.neighbors(rows.vertex(place, leader));
            // Who read what was here before has done so.
            warp.sync();
            // SAFETY: there is room for the list at hand, so for the shorter one. The two lists are this warp's, and
            // are written by turns: the one at hand lies in the other, or in the graph.
            common.list = unsafe {
                let length = sets::intersect(warp, common.list, other, list);
                list.written(length as usize)
            };
            common.places |= 1 << place;
            turn ^= 1;
        }
        common
    }
}

/// Extends those rows in hand that are siblings.
#[inline(always)]
fn extend_each<W: Warp>(
    warp: W,
    args: &PlannedArgs<'_>,
    rows: RowsInHand<'_, W>,
    common: &Common<'_>,
    sibling: bool,
    first: u32,
    writer: &mut NewRowWriter<'_, '_, W>,
) {
    let step = &args.step;
    let last = args.extend.chain.levels as usize - 1;
    let ends = step.adjacent >> last & 1 == 1;
    let (mut keys, mut targets): (&[u32], &[u32]) = (&[], &[]);
    if sibling {
        let bounds = range(step, u32::MAX, rows, warp.lane());
        keys = common.list;
        if ends {
            targets = args.extend.graph.neighbors(rows.vertex(last, warp.lane()));
            if targets.len() < keys.len() {
                core::mem::swap(&mut keys, &mut targets);
            }
        }
        keys = &keys[bounds.positions(keys)];
    }
    let others = step.adjacent & !common.places & !(1 << last);
    batch_each(warp, keys, targets, |owner, key, found| {
        let key = key.filter(|&key| (found || !ends) && suits(args, rows, owner, key, others));
        writer.push(key.map(|vertex| NewRow { vertex, parent: first + owner, join: 0 }));
    });
}

/// Of the vertices at these places, that with the shortest list, and the list.
#[inline(always)]
fn shortest<'g>(graph: &GraphView<'g>, places: u32, vertex: impl Fn(usize) -> u32) -> (u32, &'g [u32]) {
    let mut left = places;
    // Vertices are numbered by falling degree: the greatest has the shortest.
    let (mut best, mut greatest) = (0, 0);
    while left != 0 {
        let place = left.trailing_zeros();
        let at = vertex(place as usize);
        if at >= greatest {
            (best, greatest) = (place, at);
        }
        left &= left - 1;
    }
    (best, graph.neighbors(greatest))
}

/// The bounds that the vertices at those of `places` set which the step names, in the row of `lane`.
#[inline(always)]
fn range<W: Warp>(step: &ExtensionStep, places: u32, rows: RowsInHand<'_, W>, lane: u32) -> IdRange {
    let mut range = IdRange::ALL;
    let mut left = step.above & places;
    while left != 0 {
        range = range.above(rows.vertex(left.trailing_zeros() as usize, lane));
        left &= left - 1;
    }
    left = step.below & places;
    while left != 0 {
        range = range.below(rows.vertex(left.trailing_zeros() as usize, lane));
        left &= left - 1;
    }
    range
}

/// Whether `key`, which is within the bounds, can follow the row of lane `owner`; of the places whose neighbour it must
/// be, `others` are still to be looked at.
#[inline(always)]
fn suits<W: Warp>(
    args: &PlannedArgs<'_>,
    rows: RowsInHand<'_, W>,
    owner: u32,
    key: u32,
    others: u32,
) -> bool {
    let (graph, step) = (&args.extend.graph, &args.step);
    if step.label != NONE && args.labels[key as usize] != step.label {
        return false;
    }
    let mut left = others | step.absent | step.different;
    while left != 0 {
        let place = left.trailing_zeros();
        let vertex = rows.vertex(place as usize, owner);
        let asked = |places: u32| places >> place & 1 == 1;
        if asked(step.different) && vertex == key {
            return false;
        }
        if asked(others | step.absent) && is_edge(graph, vertex, key) != asked(others) {
            return false;
        }
        left &= left - 1;
    }
    true
}

/// Whether two vertices are adjacent, as told by the shorter list.
#[inline(always)]
pub(super) fn is_edge(graph: &GraphView<'_>, u: u32, v: u32) -> bool {
    contains(graph.neighbors(u.max(v)), u.min(v))
}
