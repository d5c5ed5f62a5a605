//! A decomposition in words: the terms with their coefficients and costs, and the tables that they are computed from.

use std::fmt;

use serde::Serialize;

use super::palette::{Palette, links};
use super::small_graph::Color;
use super::tables::{
    EdgeFactor, EdgeProduct, End, MapTable, Neighbors, Push, Rooted, Row, TableId, Tables, Triangles,
    VertexProduct,
};
use super::{Decomposition, EdgeRow, EdgeRows, SmallGraph, Term, Way};
use crate::pattern::alternatives;

/// A decomposition in words: written with `{}`, or serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecompositionExplanation {
    /// The quotients.
    pub terms: Vec<TermExplanation>,
    /// How each table is made, like `T1(u, v) = Σ_{x ∈ N(u) ∩ N(v)} T0(x)`.
    pub tables: Vec<String>,
    /// By pattern, how many maps are counted for one match.
    pub maps: Vec<u64>,
    /// All the work that is expected, in steps.
    pub work: f64,
}

/// A term in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TermExplanation {
    /// The quotient, as edge text.
    pub quotient: String,
    /// By pattern, what its homomorphisms are multiplied by.
    pub coefficients: Vec<i64>,
    /// How they are counted: a sum over tables, `walk`, or cliques.
    pub way: String,
    /// The work that this is expected to take, without the tables of the terms before.
    pub work: f64,
}

impl Decomposition {
    /// The decomposition in words.
    pub fn explain(&self) -> DecompositionExplanation {
        let term = |(number, term): (usize, &Term)| TermExplanation {
            quotient: self.palette.pattern(&term.quotient).to_string(),
            coefficients: self.sums.iter().map(|sum| sum.coefficient(number)).collect(),
            way: way(&term.way),
            work: term.cost,
        };
        DecompositionExplanation {
            terms: self.terms.iter().enumerate().map(term).collect(),
            tables: tables(&self.tables, &self.palette),
            maps: self.sums.iter().map(|sum| sum.maps).collect(),
            work: self.cost(),
        }
    }
}

impl fmt::Display for DecompositionExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
        for (i, TermExplanation { quotient, coefficients, way, work }) in self.terms.iter().enumerate() {
            let heading = if i == 0 { "terms" } else { "" };
            let coefficients = numbers(&mut coefficients.iter().map(|c| format!("{c:+}")));
            writeln!(f, "{heading:<14}{coefficients} hom({quotient}) = {way}    # work {work:.2e}")?;
        }
        for (i, table) in self.tables.iter().enumerate() {
            writeln!(f, "{:<14}{table}", if i == 0 { "tables" } else { "" })?;
        }
        writeln!(f, "divided by    {}", numbers(&mut self.maps.iter().map(u64::to_string)))?;
        write!(f, "work          {:.2e}", self.work)
    }
}

fn way(way: &Way) -> String {
    match way {
        Way::Tables(sum) => {
            let product = |(product, times): &(VertexProduct, u64)| {
                let times = if *times == 1 { String::new() } else { times.to_string() };
                joined([times, at_vertex(product, "v")])
            };
            let products: Vec<String> = sum.iter().map(product).collect();
            match &products[..] {
                [product] => format!("Σ_v {product}"),
                _ => format!("Σ_v ({})", products.join(" + ")),
            }
        }
        Way::Subgraphs(parts) => {
            let part = |(graph, times): &(SmallGraph, u64)| format!("{times} sub({})", graph.pattern());
            parts.iter().map(part).collect::<Vec<_>>().join(" + ")
        }
        Way::EdgeRows(rows) => edge_rows(rows),
        Way::Walk => "walk".to_owned(),
    }
}

/// A sum over the edges, with a letter for each row.
fn edge_rows(rows: &EdgeRows) -> String {
    let summed = (0..rows.rows.len()).filter(|&row| rows.is_summed(row));
    let sums: Vec<String> = summed.map(|row| edge_row(rows, row, None)).collect();
    let ends = words([at_vertex(&rows.ends[0], "a"), at_vertex(&rows.ends[1], "b")].into_iter());
    format!("Σ_{{a-b}} {}", words([ends].into_iter().chain(sums)))
}

/// What stands in a row of an edge, over all its vertices or those near that of a row that is made from it.
fn edge_row(rows: &EdgeRows, row: usize, beside: Option<&str>) -> String {
    let EdgeRow { near, weights, from } = &rows.rows[row];
    let vertex = char::from(b'c' + row as u8).to_string();
    let of_ends = ["a", "b"].into_iter().zip(near).filter(|(_, is_near)| **is_near).map(|(end, _)| end);
    let among: Vec<String> = beside.into_iter().chain(of_ends).map(|end| format!("N({end})")).collect();
    let over =
        if among.is_empty() { vertex.clone() } else { format!("{vertex} ∈ {}", among.join(" ∩ ")) };
    let made_from = from.iter().map(|&other| edge_row(rows, other, Some(&vertex)));
    let product = words([at_vertex(weights, &vertex)].into_iter().chain(made_from));
    format!("(Σ_{{{over}}} {})", if product.is_empty() { "1" } else { &product })
}

fn tables(tables: &Tables, palette: &Palette) -> Vec<String> {
    tables.all().iter().enumerate().map(|(id, table)| table_in_words(id, table, palette)).collect()
}

fn table_in_words(id: TableId, table: &MapTable, palette: &Palette) -> String {
    match table {
        MapTable::Labelled(color) => {
            let labels = &palette.labels()[usize::from(*color)];
            format!("T{id}(v) = 1 at (v:{}), else 0", alternatives(labels))
        }
        MapTable::Linked { color, .. } => format!("T{id}(u, v) = 1 at {}, else 0", link(palette, *color)),
        MapTable::Neighbors(Neighbors { along, weights }) => {
            let product = joined([at_edge(along, "v", "x"), at_vertex(weights, "x")]);
            format!("T{id}(v) = Σ_{{x ∈ N(v)}} {product}")
        }
        MapTable::Triangles(Triangles { first, apex, second }) => {
            let product = joined([at_edge(first, "u", "x"), at_vertex(apex, "x"), at_edge(second, "x", "v")]);
            format!("T{id}(u, v) = Σ_{{x ∈ N(u) ∩ N(v)}} {product}")
        }
        MapTable::Rooted(rooted) => rooted_in_words(id, rooted),
        MapTable::ClosedWalks(inside) => {
            let product = joined(["u", "v", "x", "y", "z"].map(|vertex| at_vertex(inside, vertex)));
            format!("T{id}(u, v) = Σ_{{x ∈ N(v), y ∈ N(x), z ∈ N(y) ∩ N(u)}} {product}")
        }
    }
}

/// What is asked of an edge from `u` to `v`.
fn link(palette: &Palette, color: Color) -> String {
    let said = links(&palette.rules()[usize::from(color)], 0, 1);
    said.iter().map(|link| format!("u{}v", link.sign())).collect::<Vec<_>>().join(", ")
}

/// The rows of a root `r`, and what they come to.
fn rooted_in_words(id: TableId, rooted: &Rooted) -> String {
    let Rooted { pushes, last, weights, end, roots, later } = rooted;
    let push = |(number, Push { from, weights, along }): (usize, &Push)| {
        let product = joined([row(from, "x"), at_vertex(weights, "x"), at_edge(along, "x", "v")]);
        let among = if from.joined.is_some() { "N(v) ∩ N(r)" } else { "N(v)" };
        let at = if rooted.is_pulled(number) { " at N(r)" } else { "" };
        format!("R{number}(v) = Σ_{{x ∈ {among}}} {product}{at}")
    };
    let rows: Vec<String> = pushes.iter().enumerate().map(push).collect();
    let rows = if rows.is_empty() { String::new() } else { format!(", with {}", rows.join(", ")) };
    let (at, over, weighted) = match end {
        End::Root => ("r", "v", "v"),
        End::Row => ("v", "r", "r"),
        End::Edges => return format!("T{id}(r, v) = {}{rows}", row(last, "v")),
    };
    let product = joined([row(last, "v"), at_vertex(weights, weighted)]);
    let among = match (last.joined.is_some(), end) {
        (true, End::Root) => "v ∈ N(r)",
        (true, _) => "r ∈ N(v)",
        (false, _) => over,
    };
    let left_out = match &roots[..] {
        [] => String::new(),
        _ => format!(", where {} is not 0", at_vertex(roots, "r")),
    };
    let after = if *later { ", all after r" } else { "" };
    format!("T{id}({at}) = Σ_{{{among}}} {product}{left_out}{rows}{after}")
}

/// A root's row at a vertex.
fn row(Row { joined, pushed }: &Row, vertex: &str) -> String {
    let along = joined.as_ref().map(|along| at_edge(along, "r", vertex)).unwrap_or_default();
    let pushed = pushed.iter().map(|push| format!("R{push}({vertex})"));
    words(std::iter::once(along).chain(pushed))
}

fn at_vertex(product: &VertexProduct, vertex: &str) -> String {
    words(product.iter().map(|table| format!("T{table}({vertex})")))
}

fn at_edge(product: &EdgeProduct, from: &str, to: &str) -> String {
    let factor = |&EdgeFactor { table, turned }: &EdgeFactor| match turned {
        false => format!("T{table}({from}, {to})"),
        true => format!("T{table}({to}, {from})"),
    };
    words(product.iter().map(factor))
}

fn words(parts: impl Iterator<Item = String>) -> String {
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The product of what there is: of nothing, 1.
fn joined<const N: usize>(parts: [String; N]) -> String {
    let product = words(parts.into_iter());
    if product.is_empty() { "1".to_owned() } else { product }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::plan::decomposition::LabelStats;
    use crate::plan::{Semantics, generic_stats};

    #[test]
    fn labels_and_arcs_in_words() {
        let pattern = Pattern::parse("(a:x|y)->b-[:k]-c-d-a").unwrap();
        let labels = LabelStats::assumed();
        let text = Decomposition::of(&[&pattern], Semantics::Homomorphisms.into(), &generic_stats(), &labels);
        let text = text.unwrap().explain();
        assert!(Pattern::parse(&text.terms[0].quotient).unwrap().is_isomorphic(&pattern));
        let has = |table: &str| text.tables.iter().any(|words| words.ends_with(table));
        assert!(has("(v) = 1 at (v:x|y), else 0"), "{:?}", text.tables);
        assert!(has("(u, v) = 1 at u->v, else 0") || has("(u, v) = 1 at u<-v, else 0"), "{:?}", text.tables);
        assert!(has("(u, v) = 1 at u-[:k]-v, else 0"), "{:?}", text.tables);
    }

    #[test]
    fn a_square_in_words() {
        let square = Pattern::parse("4-cycle").unwrap();
        let text = Decomposition::of(
            &[&square],
            Semantics::Subgraphs.into(),
            &generic_stats(),
            &LabelStats::assumed(),
        )
        .unwrap()
        .explain();
        let terms: Vec<_> =
            text.terms.iter().map(|t| (t.quotient.as_str(), &t.coefficients[..], t.way.as_str())).collect();
        let square = "T1(r) = Σ_{v} R0(v) R0(v), with R0(v) = Σ_{x ∈ N(v) ∩ N(r)} 1, all after r";
        let edge = "T2(r) = Σ_{v ∈ N(r)} 1, all after r";
        assert_eq!(text.tables, ["T0(v) = Σ_{x ∈ N(v)} 1", square, edge]);
        assert_eq!(terms[0], ("a-b", &[1][..], "Σ_v T0(v)"));
        assert_eq!(terms[1], ("a-b, a-c", &[-2][..], "Σ_v T0(v) T0(v)"));
        // By its first vertex, or two opposite ones.
        assert_eq!((terms[2].1, terms[2].2), (&[1][..], "Σ_v (4 T1(v) + 2 T2(v) T2(v))"));
        assert_eq!(text.maps, [8]);
    }

    #[test]
    fn rows_of_edges_in_words() {
        // A diamond whose tips a path of three edges joins, by the edge between its other two corners.
        let pattern = Pattern::parse("c-d-a-e-c, d-e, a-f-b-c").unwrap();
        let labels = LabelStats::assumed();
        let all = Decomposition::of(&[&pattern], Semantics::Homomorphisms.into(), &generic_stats(), &labels);
        let way = &all.unwrap().explain().terms[0].way;
        let tip = |tip: char, beside: char| format!("(Σ_{{{tip} ∈ N({beside}) ∩ N(a) ∩ N(b)}} 1)");
        let expected = format!("Σ_{{a-b}} (Σ_{{f}} {} (Σ_{{e ∈ N(f)}} {}))", tip('c', 'f'), tip('d', 'e'));
        assert_eq!(*way, expected);
    }
}
