//! The triangles of a graph, at its edges.

use motherlode_device::sets::gallop;
use rayon::prelude::*;

use crate::at::{At, Edges, edge_between};
use crate::graph::Csr;
use crate::graph::lists::parts;
use crate::{Context, MineError};

/// Edges after which a thread looks whether the job is to stop.
const CHUNK: usize = 1 << 10;

/// How many triangles each edge of a graph is in. Edges go by their smaller ends, then by the other; triangles by their
/// vertices, the smallest first: those that have the ends of an edge as their smallest vertices have consecutive
/// numbers.
pub(super) struct TriangleCounts {
    edges: Vec<[u32; 2]>,
    /// For each edge, and behind the last one, how many triangles those before it are in.
    starts: Vec<u64>,
    /// For each edge, and behind the last one, the first triangle whose smallest vertices are its ends.
    first: Vec<u64>,
}

/// The triangles of a graph.
pub(super) struct ListedTriangles {
    /// For each edge where its list starts, and behind the last one where that ends.
    pub starts: Vec<u64>,
    /// The lists, one after another: of each edge the third vertices of its triangles, ascending.
    pub thirds: Vec<u32>,
    /// The number of the triangle with each of them.
    pub numbers: Vec<u32>,
    /// For each triangle its three edges.
    pub sides: Vec<u32>,
    /// For each triangle its vertices, ascending.
    pub vertices: Vec<[u32; 3]>,
}

impl TriangleCounts {
    /// Those of `graph`.
    ///
    /// # Errors
    /// [`MineError::TooManyEdges`], [`MineError::TooManyTriangles`]; when the job is to stop.
    pub fn new(graph: &Csr, context: &Context) -> Result<TriangleCounts, MineError> {
        if graph.edges() >= u32::MAX.into() {
            return Err(MineError::TooManyEdges { edges: graph.edges() });
        }
        let edges = Edges::places(graph);
        let count = |&ends: &[u32; 2]| {
            let (mut all, mut own) = (0u64, 0u64);
            each_third(graph, ends, |third| {
                all += 1;
                own += u64::from(third > ends[1]);
            });
            (all, own)
        };
        let of_chunk = |chunk: &[[u32; 2]]| {
            context.check()?;
            Ok::<(Vec<u64>, Vec<u64>), MineError>(chunk.iter().map(count).unzip())
        };
        let chunks = edges.par_chunks(CHUNK).map(of_chunk).collect::<Result<Vec<_>, MineError>>()?;
        let starts = sums(chunks.iter().flat_map(|(all, _)| all));
        let first = sums(chunks.iter().flat_map(|(_, own)| own));
        let counts = TriangleCounts { edges, starts, first };
        match counts.triangles() {
            triangles if triangles < u32::MAX.into() => Ok(counts),
            triangles => Err(MineError::TooManyTriangles { triangles }),
        }
    }

    pub fn edges(&self) -> u64 {
        self.edges.len() as u64
    }

    pub fn triangles(&self) -> u64 {
        self.first.last().copied().unwrap_or(0)
    }

    /// The bytes that are still to be allocated for [`listed`](Self::listed): for each triangle its vertices and its
    /// edges, and thrice a third vertex and its number.
    pub fn bytes_to_list(&self) -> u64 {
        self.triangles() * (3 + 3 + 3 * 2) * size_of::<u32>() as u64
    }

    /// The triangles themselves, of the same graph.
    ///
    /// # Errors
    /// When the job is to stop.
    pub fn listed(self, graph: &Csr, context: &Context) -> Result<ListedTriangles, MineError> {
        let TriangleCounts { edges, starts, first } = self;
        let total = starts.last().map_or(0, |&total| total as usize);
        let mut thirds = vec![0; total];
        parts(&starts, &mut thirds).into_par_iter().for_each(|lists| {
            lists.for_each(|edge, list| {
                if list.is_empty() || context.check().is_err() {
                    return;
                }
                let mut slots = list.iter_mut();
                each_third(graph, edges[edge as usize], |third| {
                    slots.next().into_iter().for_each(|slot| *slot = third);
                });
            });
        });
        context.check()?;
        let list = |edge: usize| &thirds[starts[edge] as usize..starts[edge + 1] as usize];
        // The greatest of the third vertices: with them the ends of the edge are the smallest.
        let own = |edge: usize| {
            let own = (first[edge + 1] - first[edge]) as usize;
            &list(edge)[list(edge).len() - own..]
        };
        let edge_of = Edges::numbers(graph);
        let number = |[u, v]: [u32; 2], third: u32| {
            let ends = if third < v { edge_between(u, third) } else { [u, v] };
            let edge = edge_of(ends);
            (first[edge] + own(edge).partition_point(|&other| other < third.max(v)) as u64) as u32
        };
        let mut numbers = vec![0; total];
        parts(&starts, &mut numbers).into_par_iter().for_each(|lists| {
            lists.for_each(|edge, slots| {
                if slots.is_empty() || context.check().is_err() {
                    return;
                }
                let edge = edge as usize;
                slots
                    .iter_mut()
                    .zip(list(edge))
                    .for_each(|(slot, &third)| *slot = number(edges[edge], third));
            });
        });
        context.check()?;
        let of_edge = |edge: usize| {
            let [u, v] = edges[edge];
            own(edge).iter().map(move |&third| [u, v, third])
        };
        let vertices: Vec<[u32; 3]> = (0..edges.len()).into_par_iter().flat_map_iter(of_edge).collect();
        context.check()?;
        let sides = vertices
            .par_iter()
            .flat_map_iter(|&[u, v, w]| [[u, v], [u, w], [v, w]].map(|ends| edge_of(ends) as u32));
        let sides = sides.collect();
        Ok(ListedTriangles { starts, thirds, numbers, sides, vertices })
    }
}

/// Calls `visit` with each vertex that is joined to both ends of an edge, ascending.
fn each_third(graph: &Csr, ends: [u32; 2], mut visit: impl FnMut(u32)) {
    let [mut short, mut long] = ends.map(|end| graph.neighbors(end));
    if short.len() > long.len() {
        (short, long) = (long, short);
    }
    for &third in short {
        long = &long[gallop(long, third)..];
        if long.first() == Some(&third) {
            visit(third);
        }
    }
}

/// The sums of the numbers before each, and of all.
fn sums<'n>(numbers: impl Iterator<Item = &'n u64>) -> Vec<u64> {
    let mut sum = 0;
    let before = numbers.map(|number| {
        sum += number;
        sum
    });
    std::iter::once(0).chain(before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn each_triangle_stands_in_the_lists_of_its_edges() {
        for graph in [
            generate::rmat(7, 9, 5).unwrap(),
            generate::complete(9).unwrap(),
            generate::star(5).unwrap(),
            Csr::from_edges(0, &[]),
        ] {
            let counts = TriangleCounts::new(&graph, &Context::default()).unwrap();
            let edges = Edges::places(&graph);
            let found = counts.listed(&graph, &Context::default()).unwrap();
            assert!(found.vertices.is_sorted(), "{:?}", found.vertices);
            assert_eq!(found.starts.len(), edges.len() + 1);
            let has = |u: u32, v: u32| graph.neighbors(u).contains(&v);
            let greater = |u: u32| (u + 1..graph.n()).filter(move |&v| has(u, v));
            let pairs = (0..graph.n()).flat_map(|u| greater(u).map(move |v| (u, v)));
            let triangles = pairs.map(|(u, v)| greater(v).filter(|&w| has(u, w)).count()).sum::<usize>();
            assert_eq!(found.vertices.len(), triangles);
            assert_eq!(found.thirds.len(), 3 * triangles);
            for (triangle, &vertices) in found.vertices.iter().enumerate() {
                for (place, side) in [2, 1, 0].into_iter().zip(&found.sides[3 * triangle..]) {
                    let [u, v] = edges[*side as usize];
                    let mut same = [u, v, vertices[place]];
                    same.sort_unstable();
                    assert_eq!(same, vertices, "its side");
                    let range =
                        found.starts[*side as usize] as usize..found.starts[*side as usize + 1] as usize;
                    let list = &found.thirds[range.clone()];
                    assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
                    let at = list.binary_search(&vertices[place]).unwrap();
                    assert_eq!(found.numbers[range][at] as usize, triangle);
                }
            }
        }
    }
}
