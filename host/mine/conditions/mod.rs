//! Conditions on properties, as labels: what fulfils a condition gets a label that stands for it, and the pattern asks
//! for that label.
//!
//! So every job takes them, and the graph's forms, which know nothing of labels, are shared.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `evaluate` | whether a value fulfils a condition |
//! | `vertices` | a further label for each vertex that fulfils what a vertex of a pattern asks |
//! | `edges` | a label for each set of conditions that the same edges fulfil |

mod edges;
mod evaluate;
mod vertices;

use std::sync::Arc;

use self::edges::EdgeClasses;
use self::vertices::VertexClasses;
use super::{AttributeMismatch, Target};
use crate::graph::Attributes;
use crate::pattern::Pattern;

/// A graph's attributes and patterns, with labels in the place of conditions.
#[derive(Debug)]
pub(super) struct Relabelled {
    pub attributes: Arc<Attributes>,
    pub patterns: Vec<Pattern>,
}

/// Evaluates the conditions of `patterns`.
///
/// # Errors
/// When they ask for properties or labels that the graph does not have, or for another kind of value.
pub(super) fn relabel(target: Target<'_>, patterns: &[&Pattern]) -> Result<Relabelled, AttributeMismatch> {
    let none = Attributes::default();
    let attributes = target.labels().unwrap_or(&none);
    let vertices = VertexClasses::new(target.csr.n(), attributes, patterns)?;
    let edges = EdgeClasses::new(target.csr, attributes, patterns)?;
    let patterns = patterns
        .iter()
        .map(|pattern| pattern.without_conditions(|of| vertices.asked(of), |of| edges.asked(of)))
        .collect();
    let vertices = vertices.labels.or_else(|| attributes.vertices.clone());
    let edges = edges.labels.or_else(|| attributes.edges.clone());
    let mut attributes = Attributes::default();
    (attributes.vertices, attributes.edges) = (vertices, edges);
    Ok(Relabelled { attributes: Arc::new(attributes), patterns })
}
