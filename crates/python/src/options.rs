//! Words that name options.

use motherlode::mine::Method;
use motherlode::mine::VertexOrder;
use motherlode::plan::{Induced, Matching, Semantics};
use pyo3::PyResult;

use crate::errors::misuse;

/// What a match is.
pub fn matching(induced: &str, semantics: &str) -> PyResult<Matching> {
    let induced = one_of("induced", induced, &[("edge", Induced::Edge), ("vertex", Induced::Vertex)])?;
    let semantics = one_of(
        "semantics",
        semantics,
        &[
            ("subgraphs", Semantics::Subgraphs),
            ("embeddings", Semantics::Embeddings),
            ("homomorphisms", Semantics::Homomorphisms),
        ],
    )?;
    Ok(Matching { induced, semantics })
}

/// Which ways of counting are allowed.
pub fn method(name: &str) -> PyResult<Method> {
    let known = [("best", Method::Best), ("walk", Method::Walk), ("decomposition", Method::Decomposition)];
    one_of("method", name, &known)
}

/// The order of the vertices in which cliques are counted.
pub fn order(name: &str) -> PyResult<VertexOrder> {
    one_of("order", name, &[("degree", VertexOrder::Degree), ("degeneracy", VertexOrder::Degeneracy)])
}

/// Whether counts land at the edges, or at the vertices.
pub fn is_at_edges(at: &str) -> PyResult<bool> {
    one_of("at", at, &[("vertices", false), ("edges", true)])
}

/// The value that `name` names.
pub fn one_of<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(other, _)| *other == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|(name, _)| format!("'{name}'")).collect();
        misuse(format_args!("{what} is {}, not '{name}'", names.join(" or ")))
    })
}
