//! Small graphs side by side in one: a card counts them in one go, where each alone would cost it launches and leave it
//! idle.

use std::borrow::Borrow;
use std::ops::Range;

use rayon::prelude::*;

use crate::graph::attributes::EdgeAttributes;
use crate::graph::{Attributes, Csr, Graph, MAX_VERTICES};

/// Edges that are enough to fill a card.
const EDGES: u64 = 1 << 22;
/// Vertices whose counts are not too much for the host: fewer than a graph may have.
const VERTICES: u64 = 1 << 24;
const _: () = assert!(VERTICES <= MAX_VERTICES);
/// Numbers of vertices that are kept until they are added up.
const NUMBERS: u64 = 1 << 26;

/// Numbers of vertices of a graph that the host goes through in as much time as the graph takes alone, about: tetrads of
/// random graphs like wiki-Vote, of 15 million, take 55 ms each side by side.
const ALONE: u64 = 1 << 20;

/// How many graphs like `graph` lie side by side, of which each vertex has so many counts, and the host so many numbers
/// of each that these are made of.
pub fn batch(graph: &Csr, counts: u64, numbers: u64) -> u64 {
    let vertices = u64::from(graph.n().max(1));
    if vertices * numbers > ALONE {
        return 1;
    }
    let by_edges = EDGES / graph.edges().max(1);
    by_edges.min(VERTICES / vertices).min(NUMBERS / (vertices * (counts + numbers).max(1)))
}

/// Graphs as parts of one.
#[derive(Debug)]
pub struct SideBySide {
    /// The graph of all, without labels of vertices.
    pub graph: Graph,
    /// The vertices of each part.
    pub parts: Vec<Range<usize>>,
}

impl SideBySide {
    /// These graphs, whose edges keep their directions if that is asked for; but where one of them has none, none does.
    pub fn of<G: Borrow<Graph>>(graphs: &[G], is_directed: bool) -> SideBySide {
        let csrs: Vec<&Csr> = graphs.iter().map(|graph| graph.borrow().csr()).collect();
        let mut graph = Graph::from(joined(&csrs));
        if is_directed {
            let edges = graphs.iter().map(|graph| graph.borrow().attributes().edges.as_deref());
            let edges: Option<Vec<&EdgeAttributes>> = edges.collect();
            let arcs = edges.and_then(|edges| joined_arcs(&edges));
            graph = graph.with_attributes(Attributes::new(None, arcs));
        }
        SideBySide { graph, parts: parts(&csrs).collect() }
    }
}

/// The vertices of each graph where all are side by side.
fn parts(graphs: &[&Csr]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    graphs.iter().map(move |graph| {
        let end = start + graph.n() as usize;
        std::mem::replace(&mut start, end)..end
    })
}

/// One graph that has these as parts, their vertices one after the other.
fn joined(graphs: &[&Csr]) -> Csr {
    let vertices: usize = graphs.iter().map(|graph| graph.n() as usize).sum();
    let (mut offsets, mut before) = (Vec::with_capacity(vertices + 1), 0);
    offsets.push(0);
    for graph in graphs {
        offsets.extend(graph.offsets()[1..].iter().map(|offset| offset + before));
        before = *offsets.last().expect("there is one");
    }
    let lists = graphs.iter().zip(parts(graphs));
    let lists = lists.map(|(graph, part)| (graph.neighbors_all(), part.start as u32));
    let neighbors = one_after_another(&lists.collect::<Vec<_>>());
    // SAFETY: each graph keeps to the rules of `Csr`, and so does one whose lists are theirs, one graph after the
    // other, with their vertices renumbered by the same amount: lists stay sorted, without loops, and each edge stands
    // in both lists. `batch` keeps the number of vertices below the most.
    unsafe { Csr::trusted(offsets, neighbors) }
}

/// Which way the edges of that graph lead; nothing where a part does not say so of its own.
fn joined_arcs(edges: &[&EdgeAttributes]) -> Option<EdgeAttributes> {
    let labels = edges.first()?.labels.clone();
    let out: Vec<(&[u32], u32)> = edges.iter().map(|edges| (&edges.out[..], 0)).collect();
    let back = edges.iter().map(|edges| Some((edges.back.as_deref()?, 0)));
    let back: Vec<(&[u32], u32)> = back.collect::<Option<_>>()?;
    Some(EdgeAttributes { labels, out: one_after_another(&out), back: Some(one_after_another(&back)) })
}

/// The numbers of these lists, each list's greater by as much as is said.
fn one_after_another(lists: &[(&[u32], u32)]) -> Vec<u32> {
    let mut all = vec![0; lists.iter().map(|(list, _)| list.len()).sum()];
    let mut left = &mut all[..];
    let places: Vec<&mut [u32]> =
        lists.iter().map(|(list, _)| left.split_off_mut(..list.len()).expect("room for all")).collect();
    places.into_par_iter().zip(lists).for_each(|(place, &(list, more))| {
        place.iter_mut().zip(list).for_each(|(place, number)| *place = number + more);
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn parts_keep_their_lists() {
        let (path, star) = (generate::path(3).unwrap(), generate::star(3).unwrap());
        let both = joined(&[&path, &star]);
        assert_eq!(both.n(), path.n() + star.n());
        assert_eq!(parts(&[&path, &star]).collect::<Vec<_>>(), [0..3, 3..7]);
        for v in 0..both.n() {
            let (graph, first) = if v < 3 { (&path, 0) } else { (&star, 3) };
            let expected: Vec<u32> = graph.neighbors(v - first).iter().map(|u| u + first).collect();
            assert_eq!(both.neighbors(v), expected);
        }
    }
}
