//! What `motherlode motifs` finds in a directed graph.

use std::fmt;

use motherlode::mine::{DirectedMotif, DirectedMotifCount, Triad};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use serde::Serialize;

/// All directed motifs of a size.
#[derive(Serialize)]
pub struct DirectedReport {
    k: u32,
    directed: bool,
    induced: Induced,
    motifs: Vec<DirectedMotifReport>,
}

/// A directed motif, and how many subgraphs match it.
#[derive(Serialize)]
struct DirectedMotifReport {
    name: String,
    class: Option<u32>,
    id: u32,
    pattern: Pattern,
    count: u128,
}

impl DirectedReport {
    /// What was found of `k` vertices.
    pub fn new(k: u32, induced: Induced, found: Vec<DirectedMotifCount>) -> Self {
        let motif = |found: DirectedMotifCount| {
            let DirectedMotif { name, class, id, pattern } = found.motif;
            // A triad has the arcs that its name says and no others.
            let name = if induced == Induced::Edge { pattern.to_string() } else { name };
            DirectedMotifReport { name, class, id, pattern, count: found.count }
        };
        DirectedReport { k, directed: true, induced, motifs: found.into_iter().map(motif).collect() }
    }
}

impl fmt::Display for DirectedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DirectedReport { k, induced, motifs, .. } = self;
        let how = induced.name();
        writeln!(
            f,
            "{} directed motifs of {k} vertices ({how}-induced, each subgraph counted once)",
            motifs.len()
        )?;
        let row = |motif: &DirectedMotifReport| {
            let arcs = motif.pattern.to_string();
            let name = if motif.name == arcs { "-".to_owned() } else { motif.name.clone() };
            [motif.count.to_string(), name, or_dash(motif.class), motif.id.to_string(), arcs]
        };
        table(f, ["count", "name", "class", "id", "arcs"], motifs.iter().map(row))
    }
}

/// The triad census.
#[derive(Serialize)]
pub struct CensusReport {
    k: u32,
    directed: bool,
    census: Vec<TriadRow>,
}

/// A triad, and how many sets of three vertices are one.
#[derive(Serialize)]
struct TriadRow {
    name: &'static str,
    class: Option<u32>,
    id: u32,
    count: u128,
}

impl CensusReport {
    /// The triads of a graph.
    pub fn new(triads: Vec<Triad>) -> Self {
        let row = |Triad { name, class, id, count }| TriadRow { name, class, id, count };
        CensusReport { k: 3, directed: true, census: triads.into_iter().map(row).collect() }
    }
}

impl fmt::Display for CensusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "triad census (each set of 3 vertices counted once)")?;
        let row = |triad: &TriadRow| {
            [triad.count.to_string(), triad.name.to_owned(), or_dash(triad.class), triad.id.to_string()]
        };
        table(f, ["count", "name", "class", "id"], self.census.iter().map(row))
    }
}

fn or_dash(class: Option<u32>) -> String {
    class.map_or_else(|| "-".to_owned(), |class| class.to_string())
}

/// Rows under a heading: numbers are flush right, the second and the last column, which are words, flush left.
fn table<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    heading: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> fmt::Result {
    let rows: Vec<[String; N]> = std::iter::once(heading.map(str::to_owned)).chain(rows).collect();
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    rows.iter().try_for_each(|row| {
        let cell = |(column, text): (usize, &String)| match column {
            1 => format!("{text:width$}", width = widths[column]),
            4 => text.clone(),
            _ => format!("{text:>width$}", width = widths[column]),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        writeln!(f, "{}", cells.join("  "))
    })
}
