//! What is printed of cliques.

use std::fmt;

use motherlode::graph::VertexIds;
use serde::Serialize;

use crate::exists::value;
use crate::report::counted;

/// What a maximal clique is called, and several are.
pub(super) const MAXIMAL: [&str; 2] = ["maximal clique", "maximal cliques"];

/// What was found.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum CliquesReport {
    /// The cliques of the size that was asked for.
    Size(CliqueCount),
    /// The cliques of every size, rising.
    Profile { cliques: Vec<CliqueCount> },
    /// The maximal cliques.
    Maximal {
        count: u128,
        /// Of each size that there are any of, rising.
        by_size: Vec<SizeCount>,
        /// What all of them have.
        #[serde(skip_serializing_if = "Option::is_none")]
        anchor: Option<String>,
    },
    /// Maximal cliques that were written.
    Listed { count: u64, complete: bool, output: String },
    /// A table that was written.
    AtVertices { output: String },
    /// A largest clique, or a heaviest one.
    Largest {
        k: usize,
        /// What its vertices weigh, if they have weights.
        #[serde(skip_serializing_if = "Option::is_none")]
        weight: Option<u128>,
        /// By the ids of the input.
        vertices: Vec<serde_json::Value>,
        /// Whether the host's threads searched in place of a card.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        on_host: bool,
    },
}

impl CliquesReport {
    /// So many maximal cliques of some sizes, which have the anchor, if there is one.
    pub fn maximal(counts: &[(u32, u128)], anchor: Option<String>) -> Self {
        CliquesReport::Maximal {
            count: counts.iter().map(|&(_, count)| count).sum(),
            by_size: counts.iter().map(|&(size, count)| SizeCount { size, count }).collect(),
            anchor,
        }
    }

    /// A largest clique of these vertices, or one that weighs the most.
    pub fn largest(vertices: &[u32], weight: Option<u128>, on_host: bool, ids: &VertexIds) -> Self {
        CliquesReport::Largest {
            k: vertices.len(),
            weight,
            vertices: vertices.iter().map(|&v| value(ids.get(v))).collect(),
            on_host,
        }
    }
}

/// The cliques of a size.
#[derive(Serialize)]
pub(super) struct CliqueCount {
    pub k: u32,
    pub count: u128,
}

/// The maximal cliques of a size.
#[derive(Serialize)]
pub(super) struct SizeCount {
    size: u32,
    count: u128,
}

/// Writes a table of sizes, whose first column is called `name`, and how many cliques there are of each.
fn write_table(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    rows: impl Iterator<Item = (u32, u128)> + Clone,
) -> fmt::Result {
    let widest = rows.clone().map(|(_, count)| count.to_string().len()).max();
    let (first, width) = (name.len().max(3), widest.unwrap_or(0).max("cliques".len()));
    writeln!(f, "{name:>first$}  {:>width$}", "cliques")?;
    rows.clone().try_for_each(|(size, count)| writeln!(f, "{size:>first$}  {count:>width$}"))
}

impl fmt::Display for CliquesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliquesReport::Size(CliqueCount { k, count }) => {
                writeln!(f, "{} of {k} vertices", counted(*count, "clique", "cliques"))
            }
            CliquesReport::Largest { k, weight, vertices, on_host } => {
                let size = counted(*k as u128, "vertex", "vertices");
                let vertices: Vec<String> = vertices.iter().map(ToString::to_string).collect();
                let colon = if vertices.is_empty() { "" } else { ": " };
                match weight {
                    Some(weight) => write!(f, "a heaviest clique weighs {weight} and has {size}")?,
                    None => write!(f, "a largest clique has {size}")?,
                }
                writeln!(f, "{colon}{}", vertices.join(", "))?;
                if *on_host {
                    writeln!(f, "the host's threads searched, and no card")?;
                }
                Ok(())
            }
            CliquesReport::Profile { cliques } => {
                write_table(f, "k", cliques.iter().map(|&CliqueCount { k, count }| (k, count)))
            }
            CliquesReport::Listed { count, complete, output } => {
                let part = if *complete { "all there are" } else { "and there may be more" };
                let [one, many] = MAXIMAL;
                writeln!(f, "{} ({part}) in {output}", counted(*count, one, many))
            }
            CliquesReport::AtVertices { output } => {
                writeln!(f, "how many maximal cliques each vertex is in, in {output}")
            }
            CliquesReport::Maximal { count, by_size, anchor } => {
                let [one, many] = MAXIMAL;
                let through = anchor.as_ref().map_or(String::new(), |anchor| format!(" through {anchor}"));
                writeln!(f, "{}{through}", counted(*count, one, many))?;
                write_table(f, "size", by_size.iter().map(|&SizeCount { size, count }| (size, count)))
            }
        }
    }
}
