//! Tables computed the slow way, on graphs of a few vertices.

use super::tables::{
    EdgeFactor, EdgeProduct, End, MapTable, Neighbors, PairProduct, ProductSum, Push, Rooted, Row, TableId,
    Tables, Triangles, VertexProduct,
};
use super::{CORE, EdgeRow, EdgeRows, INNER};
use crate::graph::Csr;

/// A table over vertices, or over pairs of vertices: those that are not joined have 0.
enum OracleValues {
    Vertices(Vec<u128>),
    Pairs(Vec<Vec<u128>>),
}

/// A graph and the tables that have been made of it.
pub(super) struct Evaluation<'g> {
    pub graph: &'g Csr,
    made: Vec<OracleValues>,
}

impl<'g> Evaluation<'g> {
    pub fn of(tables: &Tables, graph: &'g Csr) -> Evaluation<'g> {
        let mut evaluation = Evaluation { graph, made: Vec::new() };
        tables.all().iter().for_each(|table| evaluation.make(table));
        evaluation
    }

    fn vertices(&self) -> std::ops::Range<u32> {
        0..self.graph.n()
    }

    fn joined(&self, u: u32, v: u32) -> bool {
        self.graph.neighbors(u).contains(&v)
    }

    fn sum(&self, term: impl Fn(u32) -> u128) -> u128 {
        self.vertices().map(term).fold(0, u128::wrapping_add)
    }

    pub fn total(&self, sum: &ProductSum) -> u128 {
        let product = |(product, times): &(VertexProduct, u64)| {
            self.sum(|v| self.at(product, v)).wrapping_mul(u128::from(*times))
        };
        sum.iter().map(product).fold(0, u128::wrapping_add)
    }

    pub fn at(&self, product: &VertexProduct, v: u32) -> u128 {
        let value = |&table: &TableId| match &self.made[table] {
            OracleValues::Vertices(values) => values[v as usize],
            OracleValues::Pairs(_) => panic!("a table over edges, read at a vertex"),
        };
        product.iter().map(value).fold(1, u128::wrapping_mul)
    }

    /// 0 where the two are not joined.
    fn at_edge(&self, product: &EdgeProduct, u: u32, v: u32) -> u128 {
        let value = |factor: &EdgeFactor| {
            let (u, v) = if factor.turned { (v, u) } else { (u, v) };
            match &self.made[factor.table] {
                OracleValues::Pairs(values) => values[u as usize][v as usize],
                OracleValues::Vertices(_) => panic!("a table over vertices, read at an edge"),
            }
        };
        product.iter().map(value).fold(u128::from(self.joined(u, v)), u128::wrapping_mul)
    }

    pub fn at_pair(&self, PairProduct { first, second, along }: &PairProduct, [u, v]: [u32; 2]) -> u128 {
        let ends = self.at(first, u).wrapping_mul(self.at(second, v));
        ends.wrapping_mul(self.at_edge(along, u, v))
    }

    fn row(&self, row: &Row, root: u32, pushed: &[Vec<u128>], v: u32) -> u128 {
        let joined = row.joined.as_ref().map_or(1, |along| self.at_edge(along, root, v));
        row.pushed.iter().fold(joined, |product, &push| product.wrapping_mul(pushed[push][v as usize]))
    }

    fn last_row(&self, rooted: &Rooted, root: u32) -> Vec<u128> {
        let mut pushed: Vec<Vec<u128>> = Vec::new();
        let is_left_out = |v: u32| rooted.later && v <= root;
        for (number, Push { from, weights, along }) in rooted.pushes.iter().enumerate() {
            let at = |v: u32| {
                if is_left_out(v) || rooted.is_pulled(number) && !self.joined(root, v) {
                    return 0;
                }
                self.sum(|x| {
                    if is_left_out(x) {
                        return 0;
                    }
                    let weighted = self.row(from, root, &pushed, x).wrapping_mul(self.at(weights, x));
                    weighted.wrapping_mul(self.at_edge(along, x, v))
                })
            };
            let next = self.vertices().map(at).collect();
            pushed.push(next);
        }
        let last = |v: u32| if is_left_out(v) { 0 } else { self.row(&rooted.last, root, &pushed, v) };
        self.vertices().map(last).collect()
    }

    pub fn edge_rows(&self, EdgeRows { rows, ends, symmetric, .. }: &EdgeRows) -> u128 {
        let at_edge = |a: u32, b: u32| {
            let mut made: Vec<Vec<u128>> = Vec::new();
            for EdgeRow { near, weights, from } in rows {
                let is_there =
                    |v: u32| [a, b].into_iter().zip(near).all(|(end, near)| !near || self.joined(end, v));
                let beyond =
                    |row: usize, v: u32| self.sum(|x| u128::from(self.joined(v, x)) * made[row][x as usize]);
                let at = |v: u32| {
                    let product =
                        from.iter().map(|&row| beyond(row, v)).fold(self.at(weights, v), u128::wrapping_mul);
                    if is_there(v) { product } else { 0 }
                };
                made.push(self.vertices().map(at).collect());
            }
            let from: Vec<usize> = rows.iter().flat_map(|row| row.from.iter().copied()).collect();
            let summed = (0..rows.len()).filter(|row| !from.contains(row));
            let sums = summed.map(|row| made[row].iter().copied().fold(0, u128::wrapping_add));
            sums.fold(self.at(&ends[0], a).wrapping_mul(self.at(&ends[1], b)), u128::wrapping_mul)
        };
        let of = |a: u32| {
            let neighbors = self.graph.neighbors(a).iter().filter(|&&b| !symmetric || a < b);
            neighbors.map(|&b| at_edge(a, b)).fold(0, u128::wrapping_add)
        };
        let all = self.vertices().map(of).fold(0, u128::wrapping_add);
        if *symmetric { all.wrapping_mul(2) } else { all }
    }

    fn make(&mut self, table: &MapTable) {
        let values = match table {
            MapTable::Labelled(color) => {
                let inner = inner_vertices(self.graph);
                OracleValues::Vertices(
                    inner.into_iter().map(|greatest| u128::from(greatest >= *color)).collect(),
                )
            }
            MapTable::Linked { .. } => panic!("the patterns here ask for nothing of edges"),
            MapTable::Neighbors(Neighbors { along, weights }) => {
                let at = |v| self.sum(|x| self.at_edge(along, v, x).wrapping_mul(self.at(weights, x)));
                OracleValues::Vertices(self.vertices().map(at).collect())
            }
            MapTable::Triangles(Triangles { first, apex, second }) => {
                let at = |u, v| {
                    let through = |x| {
                        let way = self.at_edge(first, u, x).wrapping_mul(self.at_edge(second, x, v));
                        way.wrapping_mul(self.at(apex, x))
                    };
                    if self.joined(u, v) { self.sum(through) } else { 0 }
                };
                OracleValues::Pairs(
                    self.vertices().map(|u| self.vertices().map(|v| at(u, v)).collect()).collect(),
                )
            }
            MapTable::ClosedWalks(inside) => {
                let step = |u: u32, v: u32| {
                    let may = self.at(inside, u).wrapping_mul(self.at(inside, v));
                    u128::from(self.joined(u, v)) * may
                };
                let two = |u: u32, w: u32| self.sum(|v| step(u, v) * step(v, w));
                let at = |u: u32, v: u32| step(u, v) * self.sum(|y| two(v, y) * two(y, u));
                OracleValues::Pairs(
                    self.vertices().map(|u| self.vertices().map(|v| at(u, v)).collect()).collect(),
                )
            }
            MapTable::Rooted(rooted) => {
                // Of roots that are left out nothing is known.
                let row = |root: u32| match self.at(&rooted.roots, root) {
                    0 => vec![0xdead; self.graph.n() as usize],
                    _ => self.last_row(rooted, root),
                };
                let rows: Vec<Vec<u128>> = self.vertices().map(row).collect();
                let weight = |v| self.at(&rooted.weights, v);
                let at_root = |v: u32| self.sum(|x| rows[v as usize][x as usize].wrapping_mul(weight(x)));
                let at_row = |v| self.sum(|root| rows[root as usize][v as usize].wrapping_mul(weight(root)));
                match rooted.end {
                    End::Root => OracleValues::Vertices(self.vertices().map(at_root).collect()),
                    End::Row => OracleValues::Vertices(self.vertices().map(at_row).collect()),
                    End::Edges => OracleValues::Pairs(rows),
                }
            }
        };
        self.made.push(values);
    }
}

/// By vertex the greatest colour that it has.
fn inner_vertices(graph: &Csr) -> Vec<u8> {
    let mut left: Vec<bool> = vec![true; graph.n() as usize];
    let degree = |left: &[bool], v: u32| graph.neighbors(v).iter().filter(|&&w| left[w as usize]).count();
    while let Some(v) = (0..graph.n()).find(|&v| left[v as usize] && degree(&left, v) < 2) {
        left[v as usize] = false;
    }
    let color = |v: u32| match (left[v as usize], graph.degree(v)) {
        (true, _) => CORE,
        (_, 2..) => INNER,
        _ => 0,
    };
    (0..graph.n()).map(color).collect()
}
