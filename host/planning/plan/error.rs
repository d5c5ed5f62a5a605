//! Why there is no plan.

use thiserror::Error;

use crate::pattern::{Link, Pattern};

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The plan has more set operations than kernels take.
    #[error("the plan needs {needed} set operations; the kernels take {most}")]
    Operations {
        /// How many it has.
        needed: usize,
        /// How many there may be.
        most: usize,
    },
    /// The plan has more buffers than kernels take.
    #[error("the plan needs {needed} buffers; the kernels take {most}")]
    Buffers {
        /// How many it has.
        needed: usize,
        /// How many there may be.
        most: usize,
    },
    /// The pattern has more vertices than kernels take.
    #[error("the plan walks {walked} vertices; the kernels take {most}")]
    Vertices {
        /// How many it walks.
        walked: usize,
        /// How many there may be.
        most: usize,
    },
    /// The pattern has more vertices than are decomposed.
    #[error(
        "the pattern has {vertices} vertices; those of up to {most} are decomposed, and larger ones walked"
    )]
    TooLarge {
        /// How many it has.
        vertices: usize,
        /// How many it may have.
        most: usize,
    },
    /// The pattern asks for absence.
    #[error("`{pattern}` asks for absence: such patterns are walked, and not decomposed")]
    Absence {
        /// The pattern, in the pattern language.
        pattern: String,
    },
    /// Patterns have more quotients than are planned.
    #[error(
        "the patterns have more than {most} quotients, ways to merge vertices, or different labels: they are walked, and not decomposed"
    )]
    Quotients {
        /// How many there may be.
        most: usize,
    },
    /// The pattern asks for more than edges.
    #[error(
        "`{pattern}` asks for labels, directions or absence, which are planned with the graph's labels at hand"
    )]
    NotPlain {
        /// The pattern, in the pattern language.
        pattern: String,
    },
    /// No matching order can be walked, as some anti-vertices cannot be looked for behind any.
    #[error(
        "`{pattern}`: every matching order ends with the only vertex that {} has an edge to, and it has anti-edges besides; \
         an anti-vertex with anti-edges is looked for in the neighbours of a vertex that is matched before the last. Give it \
         one more edge, or leave out its anti-edges",
        one_of(anti_vertices)
    )]
    AntiVertices {
        /// The pattern, in the pattern language.
        pattern: String,
        /// The anti-vertices of one edge that have anti-edges.
        anti_vertices: Vec<String>,
    },
    /// No matching order can be walked.
    #[error("no matching order of `{pattern}` can be walked")]
    NoOrder {
        /// The pattern, as edge text.
        pattern: String,
    },
}

impl PlanError {
    /// Why no matching order of `pattern` can be walked.
    pub(super) fn no_order(pattern: &Pattern) -> PlanError {
        let links = |x: usize, present: bool| {
            let of = |link: &&Link| (link.from == x || link.to == x) && link.is_present() == present;
            pattern.links().iter().filter(of).count()
        };
        let anti_vertices: Vec<String> = (pattern.vertices()..pattern.all_vertices().len())
            .filter(|&x| links(x, true) == 1 && links(x, false) > 0)
            .map(|x| format!("`{}`", pattern.name(x)))
            .collect();
        let pattern = pattern.to_string();
        match anti_vertices.is_empty() {
            true => PlanError::NoOrder { pattern },
            false => PlanError::AntiVertices { pattern, anti_vertices },
        }
    }
}

fn one_of(names: &[String]) -> String {
    match names {
        [name] => format!("the anti-vertex {name}"),
        names => format!("one of the anti-vertices {}", names.join(", ")),
    }
}
