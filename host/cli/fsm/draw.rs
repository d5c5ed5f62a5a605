//! Drawings of the patterns of a database.

use std::path::Path;

use motherlode::mine::transactions::collect::CollectedPattern;
use motherlode::mine::transactions::{PreparedDatabase, vertex_labels};
use motherlode::transactions::Database;

use crate::draw::gallery::{self, EdgeStyle, Picture, PictureEdge};
pub use crate::draw::gallery::{MOST, page};

/// Draws patterns of a database, the first first, into folder `into`.
///
/// # Errors
/// When the folder or a file cannot be written.
pub fn draw(
    into: &Path,
    database: &Database,
    prepared: &PreparedDatabase,
    patterns: &[CollectedPattern],
) -> anyhow::Result<()> {
    let (vertices, edges) = (database.vertex_labels(), database.edge_labels());
    let kinds = prepared.kinds();
    let picture = |pattern: &CollectedPattern| {
        let labels = vertex_labels(kinds, &pattern.code);
        let edge = |step: &motherlode::dfs_code::Step| {
            let [from, to] = kinds.ends(step);
            PictureEdge {
                ends: (from as usize, to as usize),
                label: edges.name(kinds.edge_label(step.kind)),
                is_arc: kinds.is_directed(),
            }
        };
        Picture {
            support: pattern.support,
            caption: format!("in {} graphs", pattern.support),
            labels: labels.into_iter().map(|label| vertices.name(label)).collect(),
            edges: pattern.code.iter().map(edge).collect(),
        }
    };
    gallery::draw(into, style(database), patterns.iter().map(picture))
}

/// How the edges of a database show their labels.
fn style(database: &Database) -> EdgeStyle {
    let labels = database.edge_labels();
    let bonds = !database.is_directed() && labels.iter().all(|label| matches!(label, "1" | "2" | "3" | "4"));
    match labels.len() {
        0 | 1 => EdgeStyle::Plain,
        _ if bonds && !database.vertex_labels().is_numeric() => EdgeStyle::Bonds,
        _ => EdgeStyle::Labelled,
    }
}
