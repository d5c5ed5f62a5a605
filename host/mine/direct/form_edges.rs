//! The edges of a form, by their numbers.

use std::ops::Range;

use rayon::prelude::*;

use super::session::Session;
use crate::MineError;

/// The edges of a form, numbered in the order of their greater ends, and of the smaller ones then: as the lists of the oriented graph have them.
#[derive(Debug)]
pub(crate) struct FormEdges {
    /// The number of the first edge of each vertex, which are those to smaller neighbours, and these neighbours.
    starts: Vec<u64>,
    smaller: Vec<u32>,
}

impl FormEdges {
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
    fn numbers(&self, greater: usize) -> Range<usize> {
        self.starts[greater] as usize..self.starts[greater + 1] as usize
    }

    /// What `values` has for each edge, in the order of the edges of the graph that this is a form of: by their smaller ends there, and by the greater ones
    /// then.
    ///
    /// The edges are sorted, which reads memory in order; to look for each in its list takes several times as long.
    pub fn in_order_of_graph<T: Copy + Send + Sync>(&self, values: &[T], old_of_new: &[u32]) -> Vec<T> {
        let old = |new: u32| u64::from(old_of_new[new as usize]);
        let in_graph = |greater: usize| {
            let u = old(greater as u32);
            self.numbers(greater).map(move |number| {
                let v = old(self.smaller[number]);
                (u.min(v) << 32 | u.max(v), values[number])
            })
        };
        let vertices = (0..self.starts.len() - 1).into_par_iter();
        let mut edges: Vec<(u64, T)> = vertices.flat_map_iter(in_graph).collect();
        edges.par_sort_unstable_by_key(|&(ends, _)| ends);
        edges.into_par_iter().map(|(_, value)| value).collect()
    }

    /// The number of the edge between two vertices.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn number(&self, [u, v]: [u32; 2]) -> usize {
        let numbers = self.numbers(u.max(v) as usize);
        let place = self.smaller[numbers.clone()].binary_search(&u.min(v));
        numbers.start + place.expect("the edges of a graph are those of its form")
    }
}

impl Session<'_> {
    /// The edges of the form.
    ///
    /// # Errors
    /// When the oriented graph does not fit in the memory budget, or the device fails.
    pub(super) fn form_edges(&mut self) -> Result<FormEdges, MineError> {
        self.first.get_oriented(self.run.clock)?;
        let (starts, smaller) = self.run.clock.mine(|| self.first.oriented().download())?;
        Ok(FormEdges { starts, smaller })
    }
}
