//! Making domains from what is known of smaller patterns.

use cust_core::DeviceCopy;

use super::Domain;
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// A set of places that a domain lies within.
#[repr(C)]
#[derive(Clone, Copy, Debug, DeviceCopy, Default, PartialEq, Eq)]
pub struct DomainBound {
    /// Where it starts, in words.
    pub words: u64,
    /// 1 if it is among the sets of kinds, 0 if it is among the known domains.
    pub of_kind: u32,
    /// Not used.
    pub padding: u32,
}

/// What [`make_domains`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct DomainArgs<'a> {
    /// The domains, and one more that ends the sources of the last.
    pub domains: Slice<'a, Domain>,
    /// The sets that each lies within: at least one for each domain, of as many words.
    pub sources: Slice<'a, DomainBound>,
    /// Domains of smaller patterns.
    pub known: Slice<'a, u32>,
    /// For each kind, the places that have arcs of it.
    pub kinds: Slice<'a, u32>,
    /// Written: what is in all sources of a domain.
    pub possible: Scratch<'a, u32>,
    /// Written: for each domain, how many places that are.
    pub left: Scratch<'a, u32>,
}

layout!(DomainBound: 16, of_kind: 8);
layout!(DomainArgs<'_>: 96, left: 80);

/// Makes each domain the intersection of its sources, and counts what is in it. A warp for each domain, striding by the
/// grid.
#[cuda_std::kernel]
pub unsafe fn make_domains<B: Block>(block: B, args: &DomainArgs<'_>) {
    let warp = block.warp();
    let mut number = block.grid_warp() as usize;
    while number + 1 < args.domains.len() {
        let domain = &args.domains[number];
        let sources =
            &args.sources[domain.first_source as usize..args.domains[number + 1].first_source as usize];
        let (mut count, mut word) = (0, warp.lane());
        while word < domain.length {
            let mut bits = u32::MAX;
            for source in sources {
                let sets = if source.of_kind == 1 { &args.kinds } else { &args.known };
                bits &= sets[source.words as usize + word as usize];
            }
            // SAFETY: a domain has the words from its start on to itself, and this lane has this one.
            unsafe { args.possible.write(domain.words as usize + word as usize, bits) };
            count += bits.count_ones();
            word += B::Warp::LANES;
        }
        let count = warp.sum(count);
        if warp.lane() == 0 {
            // SAFETY: there is a count for each domain, and this warp alone has this one.
            unsafe { args.left.write(number, count) };
        }
        number += block.grid_warps() as usize;
    }
}
