//! The counts of directed motifs of three and four vertices from sums over vertices, edges and pairs.
//!
//! What is counted are subgraphs that keep all arcs between two of their vertices or none: of each two that they join,
//! the tie is as it is in the graph. `docs/algorithms.md` derives the same sums for plain motifs.

use motherlode_device::kernels::directed::cliques::CLIQUES;
use motherlode_device::kernels::directed::edges::{self, FIRST, KINDS, ONE, SECOND};
use motherlode_device::kernels::directed::stars::star;
use motherlode_device::kernels::directed::ties::{IN, MUTUAL, OUT, TIES, WEDGES};
use motherlode_device::kernels::directed::triangle_classes::{TIES_OF_CLASS, TRIANGLE_CLASSES};
use motherlode_device::kernels::directed::{cycles, products};

use super::digraph::Digraph;
use super::motif_table::MotifTable;
use crate::MineError;

/// Counts by class, as they are found.
pub(super) struct TieSums {
    k: usize,
    table: &'static MotifTable,
    counts: Vec<u128>,
    /// Those of which each was found twice.
    twice: Vec<u128>,
}

/// Three numbers for each tie of a graph: the vertices that it joins, and the tie from the first.
pub(super) type TiedPairs<'t> = &'t [(usize, usize, usize)];

impl TieSums {
    pub fn new(k: usize) -> TieSums {
        let table = MotifTable::of(k);
        TieSums { k, table, counts: vec![0; table.len()], twice: vec![0; table.len()] }
    }

    /// All that was found, by the place of its class.
    pub fn counts(mut self) -> Result<Vec<u128>, MineError> {
        for (count, twice) in self.counts.iter_mut().zip(self.twice) {
            add(count, twice / 2)?;
        }
        Ok(self.counts)
    }

    fn add(&mut self, ties: TiedPairs<'_>, count: u128) -> Result<(), MineError> {
        add(&mut self.counts[self.table.place(Digraph::new(self.k).with_ties(ties))], count)
    }

    fn add_twice(&mut self, ties: TiedPairs<'_>, count: u128) -> Result<(), MineError> {
        add(&mut self.twice[self.table.place(Digraph::new(self.k).with_ties(ties))], count)
    }

    /// Stars of `k - 1` leaves, of each kind.
    pub fn stars(&mut self, stars: &[u128]) -> Result<(), MineError> {
        for (kind, &count) in stars.iter().enumerate() {
            let leaves = star(self.k as u32 - 1, kind);
            let of_kind = (0..TIES).flat_map(|tie| (0..leaves[tie]).map(move |_| tie));
            let ties: Vec<_> = of_kind.zip(1..).map(|(tie, leaf)| (0, leaf, tie)).collect();
            self.add(&ties, count)?;
        }
        Ok(())
    }

    /// Triangles of each class.
    pub fn triangles(&mut self, triangles: &[u128; TRIANGLE_CLASSES]) -> Result<(), MineError> {
        for (ties, &count) in TIES_OF_CLASS.iter().zip(triangles) {
            let [uv, uw, vw] = ties.map(usize::from);
            self.add(&[(0, 1, uv), (0, 2, uw), (1, 2, vw)], count)?;
        }
        Ok(())
    }

    /// Paths, tailed triangles and diamonds, from products at the edges.
    pub fn around_edges(&mut self, products: &[u128; edges::SUMS]) -> Result<(), MineError> {
        for edge in [0, 1].map(|kind| TiedEdge { products, kind }) {
            for wedge in 0..WEDGES {
                let [first, second] = digits(wedge);
                self.add(&[(0, 1, edge.tie()), (0, 2, first), (1, 3, second)], edge.paths(first, second)?)?;
                self.tails(&edge, wedge)?;
                for other in wedge..WEDGES {
                    let [third, fourth] = digits(other);
                    let wedges = [(0, 2, first), (1, 2, second), (0, 3, third), (1, 3, fourth)];
                    self.add(&[&[(0, 1, edge.tie())], &wedges[..]].concat(), edge.pairs(wedge, other)?)?;
                }
            }
        }
        Ok(())
    }

    /// Triangles of an edge and a wedge, with a tail at one of the edge's ends: each is seen from both edges at that
    /// corner.
    fn tails(&mut self, edge: &TiedEdge<'_>, wedge: usize) -> Result<(), MineError> {
        let [first, second] = digits(wedge);
        for (degrees, corner, along, beside) in
            [(FIRST, 0, edge.tie(), first), (SECOND, 1, edge.back(), second)]
        {
            for tail in 0..TIES {
                // Neither of the triangle's ties at the corner is the tail's.
                let own = u128::from(tail == along) + u128::from(tail == beside);
                let count = less(edge.sum(wedge, degrees + tail), own.checked_mul(edge.sum(wedge, ONE)))?;
                let ties = [(0, 1, edge.tie()), (0, 2, first), (1, 2, second), (corner, 3, tail)];
                self.add_twice(&ties, count)?;
            }
        }
        Ok(())
    }

    /// 4-cycles, from products at pairs of vertices.
    pub fn cycles(&mut self, sums: &[u128; cycles::SUMS]) -> Result<(), MineError> {
        for wedge in 0..WEDGES {
            for other in wedge..WEDGES {
                let ([a, b], [c, d]) = (digits(wedge), digits(other));
                let products = sums[products::place(WEDGES, wedge, other)];
                // Two of a kind are seen from each of them.
                let count = if wedge == other { products / 2 } else { products };
                self.add(&[(0, 2, a), (1, 2, b), (0, 3, c), (1, 3, d)], count)?;
            }
        }
        Ok(())
    }

    /// 4-cliques of each kind.
    pub fn cliques(&mut self, cliques: &[u128; CLIQUES]) -> Result<(), MineError> {
        for (kind, &count) in cliques.iter().enumerate() {
            let [uv, uw, ux, vw, vx, wx] = digits(kind);
            self.add(&[(0, 1, uv), (0, 2, uw), (1, 2, vw), (0, 3, ux), (1, 3, vx), (2, 3, wx)], count)?;
        }
        Ok(())
    }
}

/// The products over the edges of a kind.
struct TiedEdge<'p> {
    products: &'p [u128; edges::SUMS],
    kind: usize,
}

impl TiedEdge<'_> {
    /// The tie from the first end.
    fn tie(&self) -> usize {
        usize::from([OUT, MUTUAL][self.kind])
    }

    /// The tie from the second.
    fn back(&self) -> usize {
        usize::from([IN, MUTUAL][self.kind])
    }

    /// The product of two numbers, summed over the edges.
    fn sum(&self, one: usize, other: usize) -> u128 {
        let all = edges::SUMS / KINDS;
        self.products[self.kind * all + products::place(edges::NUMBERS, one, other)]
    }

    /// Paths of which this is the middle edge, with these ties from its ends: each end has this edge, too, and where
    /// both paths meet there is a triangle.
    fn paths(&self, first: usize, second: usize) -> Result<u128, MineError> {
        let (is_tie, is_back) = (first == self.tie(), second == self.back());
        let (a, b) = (FIRST + first, SECOND + second);
        let when = |is: bool, count: u128| if is { count } else { 0 };
        let more = self.sum(a, b).checked_add(when(is_tie && is_back, self.sum(ONE, ONE)));
        let fewer = when(is_tie, self.sum(b, ONE)).checked_add(when(is_back, self.sum(a, ONE)));
        let closed = self.sum(TIES * first + second, ONE);
        less(more.ok_or(MineError::CountOverflow)?, fewer.and_then(|fewer| fewer.checked_add(closed)))
    }

    /// Pairs of wedges of these kinds.
    fn pairs(&self, wedge: usize, other: usize) -> Result<u128, MineError> {
        pairs(self.sum(wedge, other), (wedge == other).then(|| self.sum(wedge, ONE)))
    }
}

/// Pairs of two things, of each of which there are some: `products`, or, of the same thing, half of the squares less
/// the numbers themselves.
fn pairs(products: u128, same: Option<u128>) -> Result<u128, MineError> {
    match same {
        Some(numbers) => Ok(less(products, Some(numbers))? / 2),
        None => Ok(products),
    }
}

fn add(sum: &mut u128, count: u128) -> Result<(), MineError> {
    *sum = sum.checked_add(count).ok_or(MineError::CountOverflow)?;
    Ok(())
}

fn less(all: u128, fewer: Option<u128>) -> Result<u128, MineError> {
    fewer.and_then(|fewer| all.checked_sub(fewer)).ok_or(MineError::CountOverflow)
}

/// The ties of a kind, the last first to change.
fn digits<const N: usize>(kind: usize) -> [usize; N] {
    std::array::from_fn(|place| kind / TIES.pow((N - 1 - place) as u32) % TIES)
}
