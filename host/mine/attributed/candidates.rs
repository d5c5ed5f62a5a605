//! Which vertices may stand for which of a pattern.

use rayon::prelude::*;

use super::resolve::Resolved;
use super::slots::Slots;
use crate::graph::attributes::VertexLabels;
use crate::pattern::bits;
use crate::place::Prepared;
use crate::plan::query::{Query, Shares, View, ViewShare};

/// Rounds of pruning, at most: what is left after these is rarely worth another pass over the edges.
const ROUNDS: usize = 3;

/// A prepared graph with what a query asks of its vertices and edges.
pub(super) struct Candidates<'a> {
    pub query: &'a Query,
    pub resolved: &'a Resolved,
    pub prepared: &'a Prepared,
    pub slots: Slots,
    /// By vertex, the classes that it is in, as a mask.
    masks: Vec<u32>,
}

impl<'a> Candidates<'a> {
    /// The vertices by their labels, without those that lack a neighbour that every match would need.
    pub fn new(
        query: &'a Query,
        resolved: &'a Resolved,
        prepared: &'a Prepared,
        labels: Option<&VertexLabels>,
        slots: Slots,
    ) -> Self {
        let mask = |&old: &u32| {
            let own = labels.map_or(&[][..], |labels| labels.of(old));
            let fits = |class: &usize| {
                let codes = &resolved.classes[*class];
                codes.is_any() || own.iter().any(|&label| codes.allow(label))
            };
            (0..resolved.classes.len()).filter(fits).fold(0, |mask, class| mask | 1 << class)
        };
        let masks = prepared.old_of_new().par_iter().map(mask).collect();
        let mut candidates = Candidates { query, resolved, prepared, slots, masks };
        candidates.prune();
        candidates
    }

    /// Whether a vertex is in a class.
    #[inline]
    fn is_in(&self, v: u32, class: u8) -> bool {
        self.masks[v as usize] >> class & 1 == 1
    }

    /// The places of the neighbours of `v` in a view.
    #[inline]
    pub fn places(&self, view: View, v: u32) -> impl Iterator<Item = usize> {
        let csr = self.prepared.csr();
        let rule = &self.resolved.rules[usize::from(view.rule)];
        let list = if self.is_in(v, view.from) { csr.neighbors(v) } else { &[] };
        let start = csr.offsets()[v as usize] as usize;
        (start..).zip(list).filter_map(move |(place, &w)| {
            let (out, back) = self.slots.at(place);
            (self.is_in(w, view.to) && rule.obeyed(out, back)).then_some(place)
        })
    }

    /// Takes vertices out of classes that they are in by their labels alone: for no vertex of the pattern in that class
    /// do they have all the neighbours that it has. The class of all vertices stays whole, and so do those of vertices
    /// that must not exist.
    fn prune(&mut self) {
        let pruned = |class: usize| class > 0 && !self.query.classes[class].anti;
        let prunable: Vec<usize> = (0..self.query.classes.len()).filter(|&class| pruned(class)).collect();
        for _ in 0..ROUNDS {
            let keeps = |v: u32, class: usize| {
                let members = (0..self.query.vertices).filter(|&u| usize::from(self.query.class[u]) == class);
                members.clone().any(|u| {
                    bits(self.query.near[u]).all(|other| {
                        let view = self.query.views[usize::from(self.query.view[u][other])];
                        self.places(view, v).next().is_some()
                    })
                })
            };
            let mask = |v: u32| {
                let mask = self.masks[v as usize];
                let lost = prunable.iter().filter(|&&class| mask >> class & 1 == 1 && !keeps(v, class));
                lost.fold(mask, |mask, class| mask & !(1 << class))
            };
            let n = self.masks.len() as u32;
            let masks: Vec<u32> = (0..n).into_par_iter().with_min_len(256).map(mask).collect();
            if masks == self.masks {
                break;
            }
            self.masks = masks;
        }
    }

    /// How much of the graph is in each class and view.
    pub fn shares(&self) -> Shares {
        let (csr, classes) = (self.prepared.csr(), self.query.classes.len());
        let views = &self.query.views;
        let count = |v: u32| {
            let mut sums = vec![0u64; 2 * classes + views.len()];
            for class in (0..classes).filter(|&class| self.is_in(v, class as u8)) {
                sums[class] = 1;
                sums[classes + class] = u64::from(csr.degree(v));
            }
            for (view, sum) in views.iter().zip(&mut sums[2 * classes..]).skip(1) {
                *sum = self.places(*view, v).count() as u64;
            }
            sums
        };
        let add = |mut a: Vec<u64>, b: Vec<u64>| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        };
        let zeros = || vec![0; 2 * classes + views.len()];
        let sums = (0..csr.n()).into_par_iter().with_min_len(256).map(count).reduce(zeros, add);
        let ratio = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
        let degrees = |class: u8| sums[classes + usize::from(class)] as f64;
        let view = |(number, view): (usize, &View)| {
            let class = ratio(degrees(view.to), degrees(0));
            let entries = sums[2 * classes + number] as f64;
            ViewShare { class, rule: ratio(entries, degrees(view.from) * class) }
        };
        let mut shares: Vec<ViewShare> = views.iter().enumerate().map(view).collect();
        shares[0] = ViewShare { class: 1.0, rule: 1.0 };
        Shares {
            overlaps: self.overlaps(),
            classes: (0..classes).map(|class| ratio(sums[class] as f64, f64::from(csr.n()))).collect(),
            views: shares,
        }
    }

    /// By class, those with which it has vertices in common.
    fn overlaps(&self) -> Vec<u32> {
        let classes = self.query.classes.len();
        let join = |mut overlaps: Vec<u32>, other: Vec<u32>| {
            overlaps.iter_mut().zip(other).for_each(|(mask, other)| *mask |= other);
            overlaps
        };
        let with = |mut overlaps: Vec<u32>, v: u32| {
            let of =
                (0..classes).filter(|&class| self.is_in(v, class as u8)).fold(0, |of, class| of | 1 << class);
            bits(of).for_each(|class| overlaps[class] |= of);
            overlaps
        };
        let none = || vec![0; classes];
        let vertices = (0..self.prepared.csr().n()).into_par_iter().with_min_len(4096);
        vertices.fold(none, with).reduce(none, join)
    }
}
