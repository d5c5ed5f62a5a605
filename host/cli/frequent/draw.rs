//! Drawings of the patterns of a graph.

use std::path::Path;

use motherlode::dfs_code::Step;
use motherlode::mine::frequent::{CollectedSubgraph, PreparedGraph};

use crate::draw::gallery::{self, EdgeStyle, Picture, PictureEdge};

/// Draws patterns, the first first, into folder `into`.
///
/// # Errors
/// When the folder or a file cannot be written.
pub fn draw(into: &Path, prepared: &PreparedGraph, patterns: &[CollectedSubgraph]) -> anyhow::Result<()> {
    let kinds = prepared.kinds();
    let picture = |pattern: &CollectedSubgraph| {
        let edge = |step: &Step| {
            let [from, to] = kinds.ends(step);
            PictureEdge {
                ends: (from as usize, to as usize),
                label: &prepared.edge_labels()[kinds.edge_label(step.kind) as usize],
                is_arc: kinds.is_directed(),
            }
        };
        let labels = pattern.labels(kinds).into_iter();
        let at_least = if pattern.exact { "" } else { "at least " };
        Picture {
            support: pattern.support,
            caption: format!("support {at_least}{}", pattern.support),
            labels: labels.map(|label| &*prepared.vertex_labels()[label as usize]).collect(),
            edges: pattern.code.iter().map(edge).collect(),
        }
    };
    let style = if prepared.edge_labels().len() > 1 { EdgeStyle::Labelled } else { EdgeStyle::Plain };
    gallery::draw(into, style, patterns.iter().map(picture))
}
