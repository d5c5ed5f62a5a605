//! The edges of a form, by their numbers.

use std::ops::Range;

/// The edges of a form, numbered in the order of their greater ends, and of the smaller ones then: as the lists of the
/// oriented graph have them.
#[derive(Debug)]
pub(crate) struct FormEdges {
    /// The number of the first edge of each vertex, which are those to smaller neighbours, and these neighbours.
    starts: Vec<u64>,
    smaller: Vec<u32>,
}

impl FormEdges {
    /// Of the lists of an oriented graph.
    pub(super) fn new(starts: Vec<u64>, smaller: Vec<u32>) -> FormEdges {
        FormEdges { starts, smaller }
    }

    /// The numbers of the first edges of the form's vertices to smaller neighbours, and how many edges there are.
    pub(super) fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// The ends of each edge, in the order of their numbers.
    pub fn ends(&self) -> impl Iterator<Item = [u32; 2]> {
        (0..self.starts.len() - 1)
            .flat_map(|u| self.smaller[self.numbers(u)].iter().map(move |&v| [u as u32, v]))
    }

    /// The numbers of the edges of a vertex to smaller neighbours.
    #[inline]
    fn numbers(&self, greater: usize) -> Range<usize> {
        self.starts[greater] as usize..self.starts[greater + 1] as usize
    }

    /// The number of the edge between two vertices.
    ///
    /// # Panics
    /// If there is no such edge.
    #[inline]
    pub fn number(&self, [u, v]: [u32; 2]) -> usize {
        let numbers = self.numbers(u.max(v) as usize);
        let place = self.smaller[numbers.clone()].binary_search(&u.min(v));
        numbers.start + place.expect("the edges of a graph are those of its form")
    }
}
