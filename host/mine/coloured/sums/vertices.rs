//! The graph with the labels of its vertices: how many neighbours of each label a vertex has, and the stars around it.

use std::ops::Range;

use rayon::prelude::*;

use super::shape_sums::{ShapeSums, pairs};
use super::shapes::SumShape;
use crate::MineError;
use crate::graph::Csr;
use crate::place::Prepared;

/// So many vertices that have a label.
pub(super) type OfLabel = (u32, u32);

/// A graph whose vertices are numbered by falling degree, with their labels.
pub(super) struct LabelledLists<'g> {
    csr: &'g Csr,
    splits: &'g [u64],
    /// By vertex its label.
    labels: Vec<u32>,
    label_count: usize,
    /// Where the numbers of each vertex begin.
    starts: Vec<usize>,
    /// How many neighbours of each label vertices have, of those labels that they have.
    numbers: Vec<OfLabel>,
}

impl<'g> LabelledLists<'g> {
    /// Those of a graph, whose labels are by what vertices were called before.
    pub fn new(prepared: &'g Prepared, labels: &[u32], label_count: usize) -> Self {
        let (csr, old_of_new) = (prepared.csr(), prepared.old_of_new());
        let labels: Vec<u32> = old_of_new.iter().map(|&old| labels[old as usize]).collect();
        let of_vertex = |v: u32| {
            let mut of_neighbors: Vec<u32> = csr.neighbors(v).iter().map(|&u| labels[u as usize]).collect();
            of_neighbors.sort_unstable();
            of_neighbors.chunk_by(u32::eq).map(|same| (same[0], same.len() as u32)).collect()
        };
        let rows: Vec<Vec<OfLabel>> = (0..csr.n()).into_par_iter().map(of_vertex).collect();
        let ends = rows.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        });
        let starts = [0].into_iter().chain(ends).collect();
        // A graph without vertices has none.
        let label_count = label_count.max(1);
        LabelledLists { csr, splits: prepared.splits(), labels, label_count, starts, numbers: rows.concat() }
    }

    /// How many labels there are, or more than there are.
    pub fn label_count(&self) -> usize {
        self.label_count
    }

    /// The most wedges from a vertex by greater neighbours.
    pub fn most_wedges(&self) -> u64 {
        let of_root = |root: u32| self.greater(root).iter().map(|&v| self.neighbors(v).len() as u64).sum();
        (0..self.n()).into_par_iter().map(of_root).max().unwrap_or(0)
    }

    /// How many classes of stars of `k` vertices there are, at least: stars at vertices of different labels are
    /// different, and so are those at one vertex with other labels.
    pub fn least_stars(&self, k: usize) -> u64 {
        let mut most = vec![0; self.label_count];
        for v in 0..self.n() {
            let (at, number) = (&mut most[self.label(v) as usize], self.numbers(v).len());
            *at = number.max(*at);
        }
        let taken =
            |of: usize| (0..k as u128 - 1).fold(1, |ways, j| ways * (of as u128).saturating_sub(j) / (j + 1));
        most.into_iter().map(taken).sum::<u128>().try_into().unwrap_or(u64::MAX)
    }

    /// Bytes that a graph of so many vertices and edges takes, at most.
    pub fn bytes(n: u32, edges: u64) -> u64 {
        // Rows are made one by one, and then put together.
        let numbers = 2 * 2 * edges * size_of::<OfLabel>() as u64;
        numbers + u64::from(n) * (size_of::<Vec<OfLabel>>() + size_of::<usize>() + size_of::<u32>()) as u64
    }

    pub fn n(&self) -> u32 {
        self.csr.n()
    }

    pub fn neighbors(&self, v: u32) -> &'g [u32] {
        self.csr.neighbors(v)
    }

    /// The neighbours of smaller numbers: they have as many neighbours, or more.
    pub fn smaller(&self, v: u32) -> &'g [u32] {
        &self.csr.neighbors(v)[..self.split(v)]
    }

    /// The neighbours of greater numbers.
    pub fn greater(&self, v: u32) -> &'g [u32] {
        &self.csr.neighbors(v)[self.split(v)..]
    }

    fn split(&self, v: u32) -> usize {
        (self.splits[v as usize] - self.csr.offsets()[v as usize]) as usize
    }

    pub fn label(&self, v: u32) -> u32 {
        self.labels[v as usize]
    }

    /// How many neighbours of each label a vertex has.
    pub fn numbers(&self, v: u32) -> &[OfLabel] {
        let Range { start, end } = self.starts[v as usize]..self.starts[v as usize + 1];
        &self.numbers[start..end]
    }

    /// Adds the stars of `k` vertices around one. Those of three have no fourth label, and 0 in its place.
    pub fn stars(&self, v: u32, k: usize, sums: &mut ShapeSums<'_>) -> Result<(), MineError> {
        let (center, numbers) = (self.label(v), self.numbers(v));
        for (at, &(a, of_a)) in numbers.iter().enumerate() {
            for (and, &(b, of_b)) in (at..).zip(&numbers[at..]) {
                let two = if a == b { pairs(of_a.into()) } else { u128::from(of_a) * u128::from(of_b) };
                if k == 3 {
                    sums.add(SumShape::Star, [center, a, b, 0], two)?;
                    continue;
                }
                for &(c, of_c) in &numbers[and..] {
                    let three = match (a == b, b == c) {
                        (true, true) => two * u128::from(of_a).saturating_sub(2) / 3,
                        (false, true) => u128::from(of_a) * pairs(of_b.into()),
                        (_, false) => two * u128::from(of_c),
                    };
                    sums.add(SumShape::Star, [center, a, b, c], three)?;
                }
            }
        }
        Ok(())
    }
}
