//! What lies around an edge: triangles, paths, tailed triangles and diamonds.

use super::shape_sums::{ShapeSums, pairs};
use super::shapes::SumShape;
use super::vertices::{LabelledLists, OfLabel};
use crate::MineError;

/// A thread that looks at the edges of a root.
pub(super) struct AroundEdges<'g> {
    lists: &'g LabelledLists<'g>,
    k: usize,
    /// Whether a vertex is a neighbour of the root.
    is_near: Vec<bool>,
    /// By label, how many triangles of the edge have it at their third vertex; all 0 between edges.
    thirds: Vec<u32>,
    /// The same, of those that there are.
    there: Vec<OfLabel>,
}

impl<'g> AroundEdges<'g> {
    pub fn new(lists: &'g LabelledLists<'g>, k: usize) -> Self {
        let (is_near, thirds) = (vec![false; lists.n() as usize], vec![0; lists.label_count()]);
        AroundEdges { lists, k, is_near, thirds, there: Vec::new() }
    }

    /// Bytes that a thread takes, but for a list of the labels around an edge.
    pub fn bytes(lists: &LabelledLists<'_>) -> u64 {
        u64::from(lists.n()) + (lists.label_count() * size_of::<u32>()) as u64
    }

    /// Adds what lies around the edges from a root to greater neighbours, whose lists are shorter.
    pub fn root(&mut self, root: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let lists = self.lists;
        lists.neighbors(root).iter().for_each(|&v| self.is_near[v as usize] = true);
        for &v in lists.greater(root) {
            self.find_thirds(v);
            if self.k == 3 {
                self.triangles(root, v, sums)?;
            } else {
                self.paths(root, v, sums)?;
                self.tails(root, v, sums)?;
                self.tails(v, root, sums)?;
                self.diamonds(root, v, sums)?;
            }
            self.there.drain(..).for_each(|(label, _)| self.thirds[label as usize] = 0);
        }
        lists.neighbors(root).iter().for_each(|&v| self.is_near[v as usize] = false);
        Ok(())
    }

    fn find_thirds(&mut self, v: u32) {
        for &w in self.lists.neighbors(v).iter().filter(|&&w| self.is_near[w as usize]) {
            self.thirds[self.lists.label(w) as usize] += 1;
        }
        let of_label = |&(label, _): &OfLabel| (label, self.thirds[label as usize]);
        self.there.extend(self.lists.numbers(v).iter().map(of_label).filter(|&(_, thirds)| thirds > 0));
    }

    fn triangles(&self, u: u32, v: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let (of_u, of_v) = (self.lists.label(u), self.lists.label(v));
        self.there.iter().try_for_each(|&(third, count)| {
            sums.add(SumShape::Triangle, [of_u, of_v, third, 0], count.into())
        })
    }

    /// Paths that have the edge in their middle: each end has a neighbour more, and not both the same one.
    fn paths(&self, u: u32, v: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let (of_u, of_v) = (self.lists.label(u), self.lists.label(v));
        for &(a, beside_u) in self.lists.numbers(u) {
            let beside_u = u64::from(beside_u - u32::from(a == of_v));
            for &(b, beside_v) in self.lists.numbers(v) {
                let beside_v = u64::from(beside_v - u32::from(b == of_u));
                let closed = if a == b { self.thirds[a as usize].into() } else { 0 };
                sums.add(SumShape::Path, [a, of_u, of_v, b], (beside_u * beside_v - closed).into())?;
            }
        }
        Ok(())
    }

    /// Triangles of the edge, with a tail at the vertex `corner`.
    fn tails(&self, corner: u32, other: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let (of_corner, of_other) = (self.lists.label(corner), self.lists.label(other));
        for &(third, triangles) in &self.there {
            for &(tail, number) in self.lists.numbers(corner) {
                let own = u32::from(tail == of_other) + u32::from(tail == third);
                let tails = u64::from(number - own) * u64::from(triangles);
                sums.add(SumShape::Tailed, [of_corner, of_other, third, tail], tails.into())?;
            }
        }
        Ok(())
    }

    /// Pairs of triangles of the edge.
    fn diamonds(&self, u: u32, v: u32, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let (of_u, of_v) = (self.lists.label(u), self.lists.label(v));
        for (at, &(a, of_a)) in self.there.iter().enumerate() {
            sums.add(SumShape::Diamond, [of_u, of_v, a, a], pairs(of_a.into()))?;
            for &(b, of_b) in &self.there[at + 1..] {
                sums.add(SumShape::Diamond, [of_u, of_v, a, b], u128::from(of_a) * u128::from(of_b))?;
            }
        }
        Ok(())
    }
}
