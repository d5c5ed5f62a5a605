//! Patterns whose last vertices are drawn from more than one set: their number by inclusion and exclusion.
//!
//! # Computes
//! For each candidate of the last level walked the sizes of the plan's sets and of what they have in common, and from
//! these the ways to choose ([`Combination`]), in place of a walk through all sets but one.
//!
//! # Sources
//! Shi et al. (GraphPi, SC 2020, section IV-D), here with vertices that are interchangeable, with bounds, and with
//! labels.

use super::CountArgs;
use super::edges::visit_edges;
use super::leaf::{Leaves, Visit};
use super::tally::{Tally, count_by};
use super::walk::WarpWalk;
use crate::combination::{Combination, MAX_SETS};
use crate::lists::Lists;
use crate::plan::{AnyPlan, Source};
use crate::simt::{Block, Warp};

/// Counts the embeddings of a plan with `last == 1` that ends in a [`Combination`]. A task is an edge, and a lane takes
/// one.
#[cuda_std::kernel]
pub unsafe fn count_edges_combined<B: Block>(block: B, args: &CountArgs<'_>) {
    let sets = args.plan.combination();
    count_by(block.warp(), args, |tasks, tally| {
        visit_edges(block.warp(), args, tasks, &mut Combined { sets, tally });
    });
}

/// Counts the embeddings of a plan with `last >= 2` that ends in a [`Combination`]. A task is an edge, or a part of its
/// candidates, and a warp takes one. Shared memory: [`shared_bytes`](super::walk::shared_bytes).
#[cuda_std::kernel]
pub unsafe fn count_walk_combined<B: Block>(block: B, args: &CountArgs<'_>) {
    let walk = WarpWalk::new(block, args);
    let sets = args.plan.combination();
    count_by(block.warp(), args, |tasks, tally| walk.visit(args, tasks, &mut Combined { sets, tally }));
}

/// Counts the ways to draw from the sets of each candidate.
pub(in crate::kernels) struct Combined<'t> {
    pub sets: &'t Combination,
    pub tally: &'t mut Tally,
}

impl Visit for Combined<'_> {
    #[inline(always)]
    fn visit<'l, 'g: 'l, W: Warp, G: Lists<'g>>(
        &mut self,
        leaves: &Leaves<'l, W, G, impl Fn(u32) -> u32 + Copy>,
        list: impl Fn(Source) -> &'l [u32],
    ) {
        let mut sizes = [0; MAX_SETS];
        for number in 0..self.sets.sets {
            let leaf = &self.sets.set[number as usize];
            let source = (leaf.source.kind != Source::NONE).then(|| list(leaf.source));
            let size = Leaves { leaf, source, ..*leaves }.size();
            // Each by its number, as an array that is written at a place known only now would not stay in registers.
            for (place, known) in sizes.iter_mut().enumerate() {
                *known = if place as u32 == number { size } else { *known };
            }
        }
        self.tally.add(self.sets.ways(&sizes));
    }
}
