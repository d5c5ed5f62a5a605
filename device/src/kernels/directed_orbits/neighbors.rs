//! Sums over the neighbours of each vertex, by its tie to them.

use cust_core::DeviceCopy;

use super::{back, pair, pairs, ways};
use crate::graph::GraphView;
use crate::kernels::directed::ties::TIES;
use crate::kernels::directed::ties::WEDGES;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::sets::lower_bound;
use crate::simt::Block;

/// Where among the numbers of a neighbour its further ties stand, by kind: wedges that end at the root.
pub const FURTHER: usize = 0;
/// Where the wedges stand that join root and neighbour, by kind: triangles.
pub const TRIANGLES: usize = FURTHER + TIES;
/// So many numbers tell what there is of three vertices.
pub const OF_THREE: usize = TRIANGLES + WEDGES;
/// Where the pairs of further ties stand: stars of which the root is a leaf.
pub const STARS: usize = OF_THREE;
/// Where the triangles with a further tie of the neighbour stand, by wedge and tie.
pub const TAILS: usize = STARS + pairs(TIES);
/// Where the pairs of wedges stand: diamonds on the edge.
pub const DIAMONDS: usize = TAILS + WEDGES * TIES;
/// So many numbers tell what there is of four.
pub const OF_FOUR: usize = DIAMONDS + pairs(WEDGES);
/// How many sums over its neighbours' sums a vertex has: for each tie to them and each of theirs, the first
/// [`OF_THREE`].
pub const FAR: usize = TIES * TIES * OF_THREE;

/// What [`sum_near`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct NearArgs<'a> {
    /// The whole graph.
    pub graph: GraphView<'a>,
    /// By place in its lists, the tie from the list's vertex.
    pub ties: Slice<'a, u8>,
    /// Where the lists of smaller neighbours start, if these stand alone: an edge's place.
    pub starts: Slice<'a, u64>,
    /// How many ties of each kind each vertex has: [`TIES`] numbers.
    pub degrees: Slice<'a, u32>,
    /// By place of an edge, how many wedges of each kind join its ends, the greater one first: [`WEDGES`] numbers.
    pub wedges: Slice<'a, u32>,
    /// For each vertex and each tie, [`width`](Self::width) sums, zero before the launch.
    pub sums: Scratch<'a, u64>,
    /// How many numbers are summed: [`OF_THREE`] or [`OF_FOUR`].
    pub width: u32,
}

layout!(NearArgs<'_>: 136, ties: 48, degrees: 80, sums: 112, width: 128);

/// Adds up numbers of the neighbours of each vertex, by its tie to them: what it is the end of.
///
/// The numbers of a neighbour are its ties but that to the root, the wedges that join both, the pairs of its other
/// ties, of wedges and ties, and of wedges. Thread mapping: a warp a vertex, whose lanes have a sum each. Bound by
/// reading the neighbours' numbers.
// May spill: what each kind of number reads is kept for all of them.
#[cuda_std::kernel(max_threads = 256, may_spill = 90)]
pub unsafe fn sum_near<B: Block>(block: B, args: &NearArgs<'_>) {
    let (warp, width) = (block.warp(), args.width as usize);
    let mut root = block.grid_warp();
    while root < args.graph.vertices() {
        let first = args.graph.offsets[root as usize] as usize;
        for (i, &other) in args.graph.neighbors(root).iter().enumerate() {
            let near = Neighbor::of(args, root, other, i, args.ties[first + i]);
            let sums = (TIES * root as usize + usize::from(args.ties[first + i])) * width;
            ThreadTeam::warp(warp).share(width, |number| {
                let amount = near.number(number);
                if amount > 0 {
                    // SAFETY: there are sums for each vertex, and this one is this lane's.
                    unsafe { args.sums.write(sums + number, args.sums.read(sums + number) + amount) };
                }
            });
        }
        root += block.grid_warps();
    }
}

/// A neighbour of a root. Its numbers are read where they are used: an array that is indexed as it runs would lie on a
/// card's stack.
struct Neighbor<'a> {
    /// Its ties, by kind.
    degrees: &'a [u32],
    /// That to the root.
    own: usize,
    /// The wedges that join both, the greater one first.
    wedges: &'a [u32],
    /// Whether the root is the greater one.
    is_smaller: bool,
    /// Whether there are any wedges.
    is_joined: bool,
}

impl<'a> Neighbor<'a> {
    /// The `i`-th of the root, which has this tie to it.
    #[inline(always)]
    fn of(args: &NearArgs<'a>, root: u32, other: u32, i: usize, tie: u8) -> Self {
        let is_smaller = other < root;
        let place = if is_smaller {
            args.starts[root as usize] as usize + i
        } else {
            args.starts[other as usize] as usize + lower_bound(args.graph.neighbors(other), root)
        };
        let wedges = &args.wedges.get()[place * WEDGES..][..WEDGES];
        let degrees = &args.degrees.get()[TIES * other as usize..][..TIES];
        let is_joined = wedges.iter().any(|&count| count > 0);
        Neighbor { degrees, own: back(tie), wedges, is_smaller, is_joined }
    }

    /// Its ties of a kind, but for that to the root.
    #[inline(always)]
    fn further(&self, kind: usize) -> u64 {
        u64::from(self.degrees[kind] - u32::from(kind == self.own))
    }

    /// The wedges that join the root and it, by the ties from the root and from it.
    #[inline(always)]
    fn wedges(&self, kind: usize) -> u64 {
        let of_greater_first = if self.is_smaller { kind } else { kind % TIES * TIES + kind / TIES };
        self.wedges[of_greater_first].into()
    }

    /// One of its numbers.
    #[inline(always)]
    fn number(&self, number: usize) -> u64 {
        if number < TRIANGLES {
            return self.further(number - FURTHER);
        }
        if (STARS..TAILS).contains(&number) {
            let (one, other) = unpaired(TIES, number - STARS);
            return ways(one == other, self.further(one), self.further(other));
        }
        if !self.is_joined {
            return 0;
        }
        if number < STARS {
            self.wedges(number - TRIANGLES)
        } else if number < DIAMONDS {
            let (wedge, tail) = ((number - TAILS) / TIES, (number - TAILS) % TIES);
            let wedges = self.wedges(wedge);
            // One of its ties is the wedge's.
            if wedges > 0 { wedges * (self.further(tail) - u64::from(tail == wedge % TIES)) } else { 0 }
        } else {
            let (one, other) = unpaired(WEDGES, number - DIAMONDS);
            ways(one == other, self.wedges(one), self.wedges(other))
        }
    }
}

/// The things of a [`pair`].
#[inline(always)]
fn unpaired(things: usize, place: usize) -> (usize, usize) {
    let mut one = 0;
    while pair(things, one, things - 1) < place {
        one += 1;
    }
    (one, place - pair(things, one, one) + one)
}

/// What [`sum_far`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct FarArgs<'a> {
    /// The whole graph.
    pub graph: GraphView<'a>,
    /// By place in its lists, the tie from the list's vertex.
    pub ties: Slice<'a, u8>,
    /// What [`sum_near`] has found, [`OF_FOUR`] numbers for each vertex and tie.
    pub near: Slice<'a, u64>,
    /// [`FAR`] sums for each vertex, zero before the launch.
    pub sums: Scratch<'a, u64>,
}

layout!(FarArgs<'_>: 96, ties: 48, near: 64, sums: 80);

/// Adds up, over the neighbours of each vertex and by its tie to them, what is known of three vertices there.
///
/// Thread mapping: a warp a vertex, whose lanes have a sum each. Bound by reading the neighbours' sums.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn sum_far<B: Block>(block: B, args: &FarArgs<'_>) {
    let warp = block.warp();
    let mut root = block.grid_warp();
    while root < args.graph.vertices() {
        let first = args.graph.offsets[root as usize] as usize;
        for (i, &other) in args.graph.neighbors(root).iter().enumerate() {
            let sums = root as usize * FAR + usize::from(args.ties[first + i]) * TIES * OF_THREE;
            ThreadTeam::warp(warp).share(TIES * OF_THREE, |at| {
                let of_tie = TIES * other as usize + at / OF_THREE;
                let amount = args.near[of_tie * OF_FOUR + at % OF_THREE];
                // SAFETY: there are sums for each vertex, and this one is this lane's.
                unsafe { args.sums.write(sums + at, args.sums.read(sums + at) + amount) };
            });
        }
        root += block.grid_warps();
    }
}
