//! Labels and directions of edges, in the order of a prepared graph.

use rayon::prelude::*;

use crate::graph::Csr;
use crate::graph::attributes::{EdgeAttributes, NO_ARC, UNLABELLED};
use crate::place::Prepared;

/// By place in the neighbours of a prepared graph, the label of the arc from the list's vertex, and of that back.
pub(super) struct Slots {
    arcs: Option<Vec<(u32, u32)>>,
}

impl Slots {
    /// All edges alike.
    pub fn none() -> Self {
        Slots { arcs: None }
    }

    /// The labels of `csr`, moved to the places of `prepared`, which was made of it.
    pub fn new(csr: &Csr, edges: &EdgeAttributes, prepared: &Prepared) -> Self {
        const GONE: u32 = u32::MAX;
        let mut new_of_old = vec![GONE; csr.n() as usize];
        for (new, &old) in (0..).zip(prepared.old_of_new()) {
            new_of_old[old as usize] = new;
        }
        let list = |new: usize| {
            let old = prepared.old_of_new()[new];
            let start = csr.offsets()[old as usize] as usize;
            let arc = |(place, &w): (usize, &u32)| {
                let back = edges.back.as_ref().map_or(NO_ARC, |back| back[place]);
                (new_of_old[w as usize], (edges.out[place], back))
            };
            let mut list: Vec<(u32, (u32, u32))> = (start..).zip(csr.neighbors(old)).map(arc).collect();
            list.retain(|(w, _)| *w != GONE);
            list.sort_unstable_by_key(|(w, _)| *w);
            list.into_iter().map(|(_, arc)| arc)
        };
        let arcs =
            (0..prepared.old_of_new().len()).into_par_iter().with_min_len(256).flat_map_iter(list).collect();
        Slots { arcs: Some(arcs) }
    }

    /// The two labels at a place.
    #[inline]
    pub fn at(&self, place: usize) -> (u32, u32) {
        self.arcs.as_ref().map_or((UNLABELLED, NO_ARC), |arcs| arcs[place])
    }
}
