//! Labels of edges, both ways, from the order of a graph as it was given to that of the prepared one.

use cust_core::DeviceCopy;

use crate::kernels::prepare::positions::{for_each_chunk, walk};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`move_labels`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MoveLabelsArgs<'a> {
    /// `n + 1` starts of the prepared graph's lists; lists without elements come last.
    pub offsets: Slice<'a, u64>,
    /// The prepared graph's lists.
    pub neighbors: Slice<'a, u32>,
    /// By vertex of the prepared graph, what it was called before.
    pub old_of_new: Slice<'a, u32>,
    /// Starts of the lists by the old numbers.
    pub old_offsets: Slice<'a, u64>,
    /// The lists by the old numbers, ascending: each edge of the prepared graph is in them.
    pub old_neighbors: Slice<'a, u32>,
    /// By place in the old lists, the label of the edge from the list's vertex.
    pub out: Slice<'a, u32>,
    /// The same of the edge back; empty if the graph is undirected.
    pub back: Slice<'a, u32>,
    /// Written: by place in the prepared graph's lists, the label from the list's vertex.
    pub moved_out: Scratch<'a, u32>,
    /// Written: the same of the edge back; as long as `back` asks for.
    pub moved_back: Scratch<'a, u32>,
}

layout!(MoveLabelsArgs<'_>: 144, out: 80, moved_out: 112, moved_back: 128);

/// Writes for each neighbour in the prepared graph the labels of its edge.
///
/// Thread mapping: a warp for each chunk of the lists, striding by the grid, a lane for each position, which it
/// searches in its vertex's old list. Bound by the search's reads, at random.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn move_labels<B: Block>(block: B, args: &MoveLabelsArgs<'_>) {
    let (old_of_new, old_offsets) = (args.old_of_new.get(), args.old_offsets.get());
    let count = args.neighbors.length();
    let directed = args.back.length() > 0;
    assert!(count <= args.moved_out.len(), "more neighbours than places for their labels");
    assert!(!directed || count <= args.moved_back.len(), "more neighbours than places for labels back");
    for_each_chunk(block, count, |_, positions| {
        walk(block.warp(), args.offsets.get(), positions, |has, position, v, _| {
            if has {
                let (v, w) = (old_of_new[v] as usize, old_of_new[args.neighbors[position as usize] as usize]);
                let (start, end) = (old_offsets[v] as usize, old_offsets[v + 1] as usize);
                let list = &args.old_neighbors.get()[start..end];
                let at = list.partition_point(|&other| other < w);
                assert!(at < list.len() && list[at] == w, "an edge that the old lists lack");
                // SAFETY: within the arrays, as checked; this position is this lane's.
                unsafe {
                    args.moved_out.write(position as usize, args.out[start + at]);
                    if directed {
                        args.moved_back.write(position as usize, args.back[start + at]);
                    }
                }
            }
        });
    });
}
