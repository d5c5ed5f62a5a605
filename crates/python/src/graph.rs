//! A graph for Python: what it is, and where it was placed.

use std::sync::Arc;

use motherlode::graph::{Graph, VertexId};
use motherlode::mine::Placed;
use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::process::claim;
use crate::teams::{WantedDevices, team};

/// The starts of lists, and the lists.
type ListArrays<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u32>>);

/// What vertices are called: numbers or names.
#[derive(IntoPyObject)]
enum PyVertexNames<'py> {
    Numbers(Bound<'py, PyArray1<u64>>),
    Names(Vec<String>),
}

/// A graph of vertices `0..n`. Each device to which a job takes it keeps it until the last reference is gone.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativeGraph {
    pub graph: Arc<Graph>,
    placed: Mutex<Vec<(WantedDevices, Placed)>>,
}

impl From<Graph> for NativeGraph {
    fn from(graph: Graph) -> Self {
        NativeGraph { graph: Arc::new(graph), placed: Mutex::default() }
    }
}

impl NativeGraph {
    /// The graph on these devices.
    ///
    /// # Errors
    /// When they are not there, or do not start.
    pub fn on(&self, py: Python<'_>, wanted: &WantedDevices) -> PyResult<Placed> {
        claim()?;
        let placed = || self.placed.lock();
        if let Some((_, known)) = placed().iter().find(|(known, _)| known == wanted) {
            return Ok(known.clone());
        }
        let team = py.detach(|| team(wanted))?;
        let new = Placed::new(&*self.graph, team);
        let mut placed = placed();
        if let Some((_, known)) = placed.iter().find(|(known, _)| known == wanted) {
            return Ok(known.clone());
        }
        placed.push((wanted.clone(), new.clone()));
        Ok(new)
    }
}

#[pymethods]
impl NativeGraph {
    /// Vertices.
    #[getter]
    fn n(&self) -> u32 {
        self.graph.csr().n()
    }

    /// Pairs of adjacent vertices.
    #[getter]
    fn edges(&self) -> u64 {
        self.graph.csr().edges()
    }

    /// Arcs; none in an undirected graph.
    #[getter]
    fn arcs(&self) -> Option<u64> {
        self.graph.attributes().arcs()
    }

    /// The bytes of its lists.
    #[getter]
    fn bytes(&self) -> u64 {
        self.graph.csr().bytes()
    }

    /// What the vertices' labels are called; none if they have none.
    #[getter]
    fn vertex_labels(&self) -> Option<Vec<String>> {
        let labels = self.graph.attributes().vertices.as_ref()?;
        Some(labels.labels.names().to_vec())
    }

    /// What the edges' labels are called; none if they have none.
    #[getter]
    fn edge_labels(&self) -> Option<Vec<String>> {
        self.graph.attributes().edge_labels().map(|labels| labels.names().to_vec())
    }

    /// How many edges were dropped: self-loops, and repeated ones.
    #[getter]
    fn dropped(&self) -> (u64, u64) {
        (self.graph.report().self_loops, self.graph.report().duplicates)
    }

    /// What the vertices are called; `None` for their numbers.
    fn ids<'py>(&self, py: Python<'py>) -> Option<PyVertexNames<'py>> {
        let (ids, n) = (self.graph.ids(), self.graph.csr().n());
        if ids.is_identity() {
            return None;
        }
        Some(match ids.numbers() {
            Some(numbers) => {
                let all: Vec<u64> = (0..n).map(|v| numbers.get(v)).collect();
                PyVertexNames::Numbers(all.into_pyarray(py))
            }
            None => {
                let name = |v| match ids.get(v) {
                    VertexId::Name(name) => name.to_owned(),
                    VertexId::Number(number) => number.to_string(),
                };
                PyVertexNames::Names((0..n).map(name).collect())
            }
        })
    }

    /// The starts of the lists (`n + 1` of 64 bits), and all lists one after another: read-only views, of both
    /// directions of each edge.
    fn csr<'py>(this: Bound<'py, Self>) -> PyResult<ListArrays<'py>> {
        let graph = this.get().graph.clone();
        let csr = graph.csr();
        Ok((view(csr.offsets(), &this)?, view(csr.neighbors_all(), &this)?))
    }
}

/// A read-only NumPy array of elements that `owner` keeps, and never changes.
fn view<'py, T: numpy::Element>(
    elements: &[T],
    owner: &Bound<'py, NativeGraph>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    // SAFETY: the elements are those of the graph's lists, which live as long as the graph: `owner` is frozen and holds
    // it, and the array holds `owner`. They are never written, as the array is made read-only before anybody sees it.
    let array = unsafe { PyArray1::borrow_from_array(&ArrayView1::from(elements), owner.clone().into_any()) };
    array.try_readwrite().map_err(crate::errors::misuse)?.make_nonwriteable();
    Ok(array)
}
