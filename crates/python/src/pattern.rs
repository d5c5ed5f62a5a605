//! Patterns for Python.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use motherlode::cli;
use motherlode::mine::explain_assumed;
use motherlode::pattern::{LinkKind, Pattern, known_names};
use motherlode::plan::{Matching, generic_stats};
use pyo3::prelude::*;

use crate::errors::IntoException;
use crate::options::matching;

/// A pattern that is looked for, and what a match of it is: the words for which edges there may be, and for what counts.
pub type Sought<'py> = (PyRef<'py, NativePattern>, String, String);

/// What these words mean.
///
/// # Errors
/// Another word.
pub fn meant((pattern, induced, semantics): &Sought<'_>) -> PyResult<(Pattern, Matching)> {
    Ok((pattern.0.clone(), matching(induced, semantics)?))
}

/// A pattern.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativePattern(pub Pattern);

#[pymethods]
impl NativePattern {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Pattern::parse(text).map(NativePattern).map_err(|error| error.exception())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    /// The names of the vertices that are matched.
    #[getter]
    fn vertices(&self) -> Vec<&str> {
        (0..self.0.vertices()).map(|v| self.0.name(v)).collect()
    }

    /// The names of those that must not exist.
    #[getter]
    fn anti_vertices(&self) -> Vec<&str> {
        (self.0.vertices()..self.0.all_vertices().len()).map(|v| self.0.name(v)).collect()
    }

    /// The labels of which each vertex must have one; none if any will do. Anti-vertices come last.
    #[getter]
    fn labels(&self) -> Vec<Vec<String>> {
        self.0.all_vertices().iter().map(|vertex| vertex.labels.clone()).collect()
    }

    /// What is said of pairs of vertices: the numbers of both, what joins them, and the labels of which that must have
    /// one.
    #[getter]
    fn links(&self) -> Vec<(usize, usize, &'static str, Vec<String>)> {
        let kind = |kind| match kind {
            LinkKind::Edge => "edge",
            LinkKind::Forward => "forward",
            LinkKind::Backward => "backward",
            LinkKind::Absent => "absent",
            LinkKind::NoForward => "no forward",
            LinkKind::NoBackward => "no backward",
        };
        self.0.links().iter().map(|link| (link.from, link.to, kind(link.kind), link.labels.clone())).collect()
    }

    /// How many automorphisms it has.
    #[getter]
    fn automorphisms(&self) -> u64 {
        self.0.automorphism_count()
    }

    /// Whether renaming vertices turns one into the other.
    fn is_isomorphic(&self, other: &Self) -> bool {
        self.0.is_isomorphic(&other.0)
    }

    /// The plan for it in a graph of which nothing is known, but that it has the labels, directions and properties that
    /// the pattern asks for, as a picture.
    fn picture(&self) -> PyResult<String> {
        match explain_assumed(&self.0, Matching::default(), &generic_stats()) {
            Ok(plan) => Ok(cli::picture_of_plan(&self.0, &plan).to_string()),
            Err(error) => Err(error.exception()),
        }
    }
}

/// The patterns that have names.
#[pyfunction]
pub fn known_patterns() -> Vec<String> {
    known_names().into_iter().map(|name| name.to_string()).collect()
}
