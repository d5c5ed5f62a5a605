//! Which of the vertices that are left can be counted together.

use super::PlanSearch;
use crate::pattern::{all, bits};
use crate::plan::drawn::DrawnVertices;
use crate::plan::features::Feature;
use crate::plan::inclusion;
use crate::plan::partial_order::PartialOrder;

impl<A> PlanSearch<'_, A> {
    /// The vertices that are left, by class, if they can be counted together.
    pub(super) fn drawn(&self, placed: u32, restrictions: &PartialOrder) -> Option<Vec<u32>> {
        let left = all(self.query.vertices) & !placed;
        if !self.query.anti.is_empty() {
            // Whether a vertex is missing is found out for each match.
            return (left == 0).then(Vec::new);
        }
        if left.count_ones() == 1 {
            return Some(vec![left]);
        }
        if bits(left).any(|v| (self.query.near[v] | self.query.absent[v]) & left != 0) {
            return None;
        }
        let classes = self.classes_of(placed, restrictions, left);
        let alike = self.features.has(Feature::BinomialLeaf);
        let counted = match &classes[..] {
            [_] => alike && (self.query.powers || self.query.matching.semantics.injective()),
            _ => {
                self.are_counted(placed, restrictions, &classes)
                    && (alike || classes.iter().all(|class| class.count_ones() == 1))
            }
        };
        counted.then_some(classes)
    }

    /// The classes of vertices among those that are `left` of which the same is asked, within the same bounds.
    fn classes_of(&self, placed: u32, restrictions: &PartialOrder, left: u32) -> Vec<u32> {
        let bounds = |v: usize| (restrictions.smaller(v) & placed, restrictions.greater(v) & placed);
        let mut classes: Vec<u32> = Vec::new();
        for v in bits(left) {
            let alike = |class: &&mut u32| {
                let first = class.trailing_zeros() as usize;
                self.query.alike(first, v) && bounds(first) == bounds(v)
            };
            match classes.iter_mut().find(alike) {
                Some(class) => *class |= 1 << v,
                None => classes.push(1 << v),
            }
        }
        classes
    }

    /// Whether several classes can be counted by inclusion and exclusion.
    fn are_counted(&self, placed: u32, restrictions: &PartialOrder, classes: &[u32]) -> bool {
        let sizes: Vec<u32> = classes.iter().map(|class| class.count_ones()).collect();
        let fits = DrawnVertices::of(&sizes).is_some_and(|drawn| inclusion::fits(drawn, self.longest));
        // Vertices of two classes may only be in an order that follows from their bounds: sizes know of no other.
        let left = classes.iter().fold(0, |left, class| left | class);
        let class_of = |v: usize| classes.iter().find(|class| *class >> v & 1 == 1);
        let settled = |small: usize, great: usize| {
            restrictions.greater(small) & restrictions.smaller(great) & placed != 0
        };
        self.features.has(Feature::InclusionExclusion)
            && fits
            && bits(left).all(|small| {
                let mut greater = bits(restrictions.greater(small) & left);
                greater.all(|great| class_of(small) == class_of(great) || settled(small, great))
            })
    }
}
