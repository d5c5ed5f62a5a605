//! Lists of sorted arcs, which may repeat each other.

use cust_core::DeviceCopy;

use crate::kernels::prepare::positions::for_each_chunk;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`count_distinct`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CountDistinctArgs<'a> {
    /// The arcs, ascending.
    pub keys: Slice<'a, u64>,
    /// Written: for each chunk how many of its arcs are not those before them.
    pub counts: Scratch<'a, u32>,
}

/// What [`emit_distinct`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct EmitDistinctArgs<'a> {
    /// The arcs, ascending: a first vertex above a second. A first vertex has all its arcs here, and each vertex has
    /// arcs.
    pub keys: Slice<'a, u64>,
    /// For each chunk how many distinct arcs there are before it.
    pub places: Slice<'a, u64>,
    /// Written: the second vertices of distinct arcs.
    pub neighbors: Scratch<'a, u32>,
    /// Written: for each first vertex here where its list starts, and for the next vertex, too.
    pub offsets: Scratch<'a, u64>,
    /// Distinct arcs of lower vertices.
    pub before: u64,
    /// Bits of a vertex.
    pub bits: u32,
    /// Nothing.
    pub padding: u32,
}

layout!(CountDistinctArgs<'_>: 32, counts: 16);
layout!(EmitDistinctArgs<'_>: 80, before: 64);

/// Whether the arc at `position` is the first of those that are alike.
#[inline(always)]
fn is_first(keys: &[u64], position: usize) -> bool {
    position == 0 || keys[position - 1] != keys[position]
}

/// Counts the distinct arcs of each chunk.
///
/// Thread mapping: a warp for each chunk, striding by the grid, a lane for each position. Reads each key once.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn count_distinct<B: Block>(block: B, args: &CountDistinctArgs<'_>) {
    let (warp, keys) = (block.warp(), args.keys.get());
    for_each_chunk(block, args.keys.length(), |chunk, positions| {
        let mut count = 0;
        let mut position = positions.start + u64::from(warp.lane());
        while position < positions.end {
            count += u32::from(is_first(keys, position as usize));
            position += u64::from(B::Warp::LANES);
        }
        let count = warp.sum(count);
        assert!((chunk as u64) < args.counts.len(), "more chunks than counts");
        if warp.lane() == 0 {
            // SAFETY: within the array, as just checked, and the chunk is this warp's.
            unsafe { args.counts.write(chunk, count) };
        }
    });
}

/// Writes the lists of the distinct arcs, and where they start.
///
/// Thread mapping: a warp for each chunk, striding by the grid, a lane for each position; a ballot gives the places
/// within a row of lanes.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn emit_distinct<B: Block>(block: B, args: &EmitDistinctArgs<'_>) {
    let (warp, keys) = (block.warp(), args.keys.get());
    let vertex = |position: usize| (keys[position] >> args.bits) as usize;
    let start_list = |vertex: usize, place: u64| {
        assert!((vertex as u64) < args.offsets.len(), "a vertex that has no list");
        // SAFETY: within the array, as just checked; a list has one first arc, whose lane alone has this vertex.
        unsafe { args.offsets.write(vertex, args.before + place) };
    };
    for_each_chunk(block, args.keys.length(), |chunk, positions| {
        let mut next = args.places.get()[chunk];
        let mut row = positions.start;
        while row < positions.end {
            let position = (row + u64::from(warp.lane())) as usize;
            let has = (position as u64) < positions.end;
            let first = has && is_first(keys, position);
            let firsts = warp.ballot(first);
            let place = next + u64::from((firsts & warp.lanes_below()).count_ones());
            next += u64::from(firsts.count_ones());
            if first {
                assert!(place < args.neighbors.len(), "more arcs than places for them");
                // SAFETY: within the array, as just checked; the places of a chunk are its own, by the sums of the
                // counts, and those of a row of lanes differ.
                unsafe {
                    args.neighbors.write(place as usize, (keys[position] & ((1 << args.bits) - 1)) as u32)
                };
                if position == 0 || vertex(position - 1) != vertex(position) {
                    start_list(vertex(position), place);
                }
            }
            if has && position + 1 == keys.len() {
                start_list(vertex(position) + 1, place + u64::from(first));
            }
            row += u64::from(B::Warp::LANES);
        }
    });
}
