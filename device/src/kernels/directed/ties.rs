//! Ties: how each two adjacent vertices are joined.

use cust_core::DeviceCopy;

use crate::graph::GraphView;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::kernels::views::NO_ARC;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// How many ties there are: an arc from a vertex to the other is [`OUT`], one from there [`IN`], and both are
/// [`MUTUAL`].
pub const TIES: usize = 3;
/// An arc to the other.
pub const OUT: u8 = 0;
/// An arc from the other.
pub const IN: u8 = 1;
/// An arc each way.
pub const MUTUAL: u8 = 2;

/// How many kinds of wedges join two vertices: by the ties from one and from the other to the middle.
pub const WEDGES: usize = TIES * TIES;

/// A tie as the other vertex sees it.
#[inline(always)]
pub const fn reversed(tie: u8) -> u8 {
    match tie {
        OUT => IN,
        IN => OUT,
        _ => MUTUAL,
    }
}

/// What [`find_ties`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FindTiesArgs<'a> {
    /// The whole graph.
    pub graph: GraphView<'a>,
    /// The same, oriented.
    pub oriented: Oriented<'a>,
    /// By place in the lists of the whole graph, the label of the arc from the list's vertex, or [`NO_ARC`].
    pub out: Slice<'a, u32>,
    /// The same for the arc from the neighbour.
    pub back: Slice<'a, u32>,
    /// Written: by place in the oriented lists, the tie from the list's vertex.
    pub ties: Scratch<'a, u8>,
    /// Written: by place in the lists of the whole graph, the tie from the list's vertex.
    pub whole: Scratch<'a, u8>,
    /// Written: for each vertex how many of its ties are of each kind, [`TIES`] numbers.
    pub degrees: Scratch<'a, u32>,
}

layout!(FindTiesArgs<'_>: 160, oriented: 48, out: 80, ties: 112, degrees: 144);

/// Finds the tie of each edge, and counts those of each vertex.
///
/// Requires that between neighbours there is an arc. Thread mapping: a warp a vertex, a lane a neighbour. Bound by
/// device memory.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2)]
pub unsafe fn find_ties<B: Block>(block: B, args: &FindTiesArgs<'_>) {
    let warp = block.warp();
    let mut v = block.grid_warp();
    while v < args.graph.vertices() {
        let (first, smaller) = (args.graph.offsets[v as usize] as usize, args.graph.smaller(v));
        let start = args.oriented.start(v) as usize;
        let (mut outs, mut ins, mut mutual) = (0, 0, 0);
        ThreadTeam::warp(warp).share(args.graph.neighbors(v).len(), |i| {
            let tie = match (args.out[first + i] != NO_ARC, args.back[first + i] != NO_ARC) {
                (true, true) => MUTUAL,
                (true, false) => OUT,
                _ => IN,
            };
            outs += u32::from(tie == OUT);
            ins += u32::from(tie == IN);
            mutual += u32::from(tie == MUTUAL);
            // SAFETY: there is a tie for each place of the whole lists, and no other lane has this one.
            unsafe { args.whole.write(first + i, tie) };
            if i < smaller {
                // SAFETY: there is a tie for each place of the oriented lists, of which this is one: they are the
                // smaller neighbours. No other lane has it.
                unsafe { args.ties.write(start + i, tie) };
            }
        });
        let (outs, ins, mutual) = (warp.sum(outs), warp.sum(ins), warp.sum(mutual));
        if warp.lane() == 0 {
            for (tie, count) in [outs, ins, mutual].into_iter().enumerate() {
                // SAFETY: there are so many numbers for each vertex, and no other warp has this one.
                unsafe { args.degrees.write(TIES * v as usize + tie, count) };
            }
        }
        v += block.grid_warps();
    }
}
