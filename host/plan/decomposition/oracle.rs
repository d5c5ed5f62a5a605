//! Decompositions computed the slow way, on graphs of a few vertices, and maps counted one by one: each tests the other.

use super::small_graph::{SmallGraph, all_connected};
use super::tables::{EdgeProduct, End, Neighbors, Push, Rooted, Row, Table, Triangles, VertexProduct};
use super::{Decomposition, LabelStats, Way, tables};
use crate::graph::{Csr, generate};
use crate::pattern::Pattern;
use crate::plan::{Semantics, generic_stats};

/// A table over vertices, or over pairs of vertices: those that are not joined have 0.
enum Values {
    Vertices(Vec<u128>),
    Pairs(Vec<Vec<u128>>),
}

/// A graph and the tables that have been made of it.
struct Evaluation<'g> {
    graph: &'g Csr,
    made: Vec<Values>,
}

impl Evaluation<'_> {
    fn vertices(&self) -> std::ops::Range<u32> {
        0..self.graph.n()
    }

    fn joined(&self, u: u32, v: u32) -> bool {
        self.graph.neighbors(u).contains(&v)
    }

    fn sum(&self, term: impl Fn(u32) -> u128) -> u128 {
        self.vertices().map(term).fold(0, u128::wrapping_add)
    }

    fn at(&self, product: &VertexProduct, v: u32) -> u128 {
        let value = |&table: &tables::TableId| match &self.made[table] {
            Values::Vertices(values) => values[v as usize],
            Values::Pairs(_) => panic!("a table over edges, read at a vertex"),
        };
        product.iter().map(value).fold(1, u128::wrapping_mul)
    }

    /// 0 where the two are not joined.
    fn at_edge(&self, product: &EdgeProduct, u: u32, v: u32) -> u128 {
        let value = |factor: &tables::EdgeFactor| {
            let (u, v) = if factor.turned { (v, u) } else { (u, v) };
            match &self.made[factor.table] {
                Values::Pairs(values) => values[u as usize][v as usize],
                Values::Vertices(_) => panic!("a table over vertices, read at an edge"),
            }
        };
        product.iter().map(value).fold(u128::from(self.joined(u, v)), u128::wrapping_mul)
    }

    fn row(&self, row: &Row, root: u32, pushed: &[Vec<u128>], v: u32) -> u128 {
        let joined = row.joined.as_ref().map_or(1, |along| self.at_edge(along, root, v));
        row.pushed.iter().fold(joined, |product, &push| product.wrapping_mul(pushed[push][v as usize]))
    }

    fn last_row(&self, rooted: &Rooted, root: u32) -> Vec<u128> {
        let mut pushed: Vec<Vec<u128>> = Vec::new();
        for (number, Push { from, weights, along }) in rooted.pushes.iter().enumerate() {
            let at = |v: u32| {
                if rooted.is_pulled(number) && !self.joined(root, v) {
                    return 0;
                }
                self.sum(|x| {
                    let weighted = self.row(from, root, &pushed, x).wrapping_mul(self.at(weights, x));
                    weighted.wrapping_mul(self.at_edge(along, x, v))
                })
            };
            let next = self.vertices().map(at).collect();
            pushed.push(next);
        }
        self.vertices().map(|v| self.row(&rooted.last, root, &pushed, v)).collect()
    }

    fn make(&mut self, table: &Table) {
        let values = match table {
            Table::Labelled(_) | Table::Linked { .. } => panic!("the patterns here ask for nothing"),
            Table::Neighbors(Neighbors { along, weights }) => {
                let at = |v| self.sum(|x| self.at_edge(along, v, x).wrapping_mul(self.at(weights, x)));
                Values::Vertices(self.vertices().map(at).collect())
            }
            Table::Triangles(Triangles { first, apex, second }) => {
                let at = |u, v| {
                    let through = |x| {
                        let way = self.at_edge(first, u, x).wrapping_mul(self.at_edge(second, x, v));
                        way.wrapping_mul(self.at(apex, x))
                    };
                    if self.joined(u, v) { self.sum(through) } else { 0 }
                };
                Values::Pairs(self.vertices().map(|u| self.vertices().map(|v| at(u, v)).collect()).collect())
            }
            Table::Rooted(rooted) => {
                let rows: Vec<Vec<u128>> = self.vertices().map(|root| self.last_row(rooted, root)).collect();
                let weight = |v| self.at(&rooted.weights, v);
                let at = |v: u32| match rooted.end {
                    End::Root => self.sum(|x| rows[v as usize][x as usize].wrapping_mul(weight(x))),
                    End::Row => self.sum(|root| rows[root as usize][v as usize].wrapping_mul(weight(root))),
                };
                Values::Vertices(self.vertices().map(at).collect())
            }
        };
        self.made.push(values);
    }
}

/// The subgraphs that match each pattern of a decomposition.
fn counts(decomposition: &Decomposition, graph: &Csr) -> Vec<u128> {
    let mut evaluation = Evaluation { graph, made: Vec::new() };
    decomposition.tables.all().iter().for_each(|table| evaluation.make(table));
    let homomorphisms: Vec<u128> = decomposition
        .terms
        .iter()
        .map(|term| match &term.way {
            Way::Tables(product) => evaluation.sum(|v| evaluation.at(product, v)),
            Way::Subgraphs(parts) => parts.iter().fold(0, |sum, (part, times)| {
                let found = maps(part, graph, true) / u128::from(part.pattern().automorphism_count());
                sum + u128::from(*times) * found
            }),
            Way::Walk => maps(&term.quotient, graph, false),
        })
        .collect();
    decomposition.sums.iter().map(|sum| sum.count(&homomorphisms).expect("no remainder")).collect()
}

/// The maps of `pattern` that keep edges, one by one.
fn maps(pattern: &SmallGraph, graph: &Csr, injective: bool) -> u128 {
    fn extend(pattern: &SmallGraph, graph: &Csr, injective: bool, images: &mut Vec<u32>) -> u128 {
        let next = images.len();
        if next == pattern.vertices() {
            return 1;
        }
        let mut found = 0;
        for v in 0..graph.n() {
            let keeps =
                |(u, &image): (usize, &u32)| !pattern.joined(u, next) || graph.neighbors(image).contains(&v);
            if (injective && images.contains(&v)) || !images.iter().enumerate().all(keeps) {
                continue;
            }
            images.push(v);
            found += extend(pattern, graph, injective, images);
            images.pop();
        }
        found
    }
    extend(pattern, graph, injective, &mut Vec::new())
}

/// Small graphs in which no two vertices look alike: sparse, and dense.
fn graphs() -> [Csr; 2] {
    [generate::gnm(9, 14, 7).unwrap(), generate::gnm(8, 21, 3).unwrap()]
}

fn decomposed(patterns: &[Pattern]) -> Decomposition {
    let patterns: Vec<&Pattern> = patterns.iter().collect();
    let (stats, labels) = (generic_stats(), LabelStats::assumed());
    Decomposition::of(&patterns, Semantics::Subgraphs.into(), &stats, &labels).unwrap()
}

fn check(patterns: &[SmallGraph]) {
    let texts: Vec<Pattern> = patterns.iter().map(SmallGraph::pattern).collect();
    let decomposition = decomposed(&texts);
    for graph in graphs() {
        for (pattern, count) in texts.iter().zip(counts(&decomposition, &graph)) {
            let expected = maps(&SmallGraph::of(pattern).unwrap(), &graph, true)
                / u128::from(pattern.automorphism_count());
            assert_eq!(count, expected, "{pattern}");
        }
    }
}

#[test]
fn all_patterns_of_up_to_five_vertices() {
    (2..=5).for_each(|vertices| check(&all_connected(vertices)));
}

#[test]
fn all_patterns_of_six_vertices_together() {
    check(&all_connected(6));
}

#[test]
fn large_ones_alone() {
    let text = |text: &str| SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap();
    for pattern in ["7-path", "7-cycle", "a-b-c-a, c-d-e, e-f-g-e", "a-b-c-d-e-f-g-h-a, a-e"] {
        check(&[text(pattern)]);
    }
}

#[test]
fn tables_suffice_for_half_of_all_quotients() {
    let all: Vec<Pattern> = (2..=6).flat_map(all_connected).map(|graph| graph.pattern()).collect();
    let decomposition = decomposed(&all);
    assert_eq!(decomposition.terms.len(), 142);
    let by_tables = decomposition.terms.iter().filter(|term| matches!(term.way, Way::Tables(_))).count();
    // Those of treewidth 1 or 2: 3 of up to three vertices, and 76 of more.
    assert_eq!(by_tables, 79);
}
