//! What a graph, or a database, was made of, as arrays: for filters, for pickles, and for other libraries.

use motherlode::graph::attributes::VertexLabels;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::database::NativeDatabase;
use crate::graph::NativeGraph;

type CodeArray<'py> = Bound<'py, PyArray1<u32>>;
/// Codes of labels, and what a code is called.
type LabelArrays<'py> = (CodeArray<'py>, Vec<String>);
/// The labels of the vertices of a graph: where those of each start, their codes, and what a code is called.
type LabelsOfVertices<'py> = (Bound<'py, PyArray1<u64>>, CodeArray<'py>, Vec<String>);

/// A place that has no arc: `EdgeAttributes`.
const NO_ARC: u32 = u32::MAX;

#[pymethods]
impl NativeGraph {
    /// The arcs, or the edges `u < v`, by their two ends, and their labels if they have any; one of several labels is
    /// there with each.
    fn edge_arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> (CodeArray<'py>, CodeArray<'py>, Option<LabelArrays<'py>>) {
        let (csr, attributes) = (self.graph.csr(), self.graph.attributes());
        let (directed, edges) = (attributes.is_directed(), attributes.edges.as_ref());
        let (mut source, mut target, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        for u in 0..csr.n() {
            let first = csr.offsets()[u as usize] as usize;
            for (place, &v) in (first..).zip(csr.neighbors(u)) {
                let code = edges.map_or(0, |edges| edges.out[place]);
                if (directed && code != NO_ARC) || (!directed && u < v) {
                    let labels: Vec<u32> =
                        edges.map(|edges| edges.labels.labels_of(code).collect()).unwrap_or_default();
                    let labels = if labels.is_empty() { vec![code] } else { labels };
                    source.extend(std::iter::repeat_n(u, labels.len()));
                    target.extend(std::iter::repeat_n(v, labels.len()));
                    codes.extend(labels);
                }
            }
        }
        let names = attributes.edge_labels().map(|labels| labels.names().to_vec());
        let labels = names.map(|names| (codes.into_pyarray(py), names));
        (source.into_pyarray(py), target.into_pyarray(py), labels)
    }

    /// The labels of the vertices, if they have any.
    fn vertex_label_arrays<'py>(&self, py: Python<'py>) -> Option<LabelsOfVertices<'py>> {
        let VertexLabels { labels, offsets, codes } = self.graph.attributes().vertices.as_ref()?;
        Some((offsets.clone().into_pyarray(py), codes.clone().into_pyarray(py), labels.names().to_vec()))
    }
}

#[pymethods]
impl NativeDatabase {
    /// Where the vertices of each graph start, the labels of all vertices, and the edges of all graphs: two vertices of
    /// the whole database each, and the label.
    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> (CodeArray<'py>, LabelArrays<'py>, CodeArray<'py>, CodeArray<'py>, LabelArrays<'py>) {
        let database = &self.database;
        let names = |labels: &motherlode::transactions::Labels| labels.iter().map(str::to_owned).collect();
        let column = |of: fn(&motherlode::transactions::Edge) -> u32| -> Vec<u32> {
            database.edges().iter().map(of).collect()
        };
        (
            database.starts().to_vec().into_pyarray(py),
            (database.labels().to_vec().into_pyarray(py), names(database.vertex_labels())),
            column(|edge| edge.source).into_pyarray(py),
            column(|edge| edge.target).into_pyarray(py),
            (column(|edge| edge.label).into_pyarray(py), names(database.edge_labels())),
        )
    }
}
