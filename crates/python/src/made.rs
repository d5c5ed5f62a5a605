//! Graphs from arrays, files and recipes.

use std::any::Any;
use std::path::PathBuf;

use motherlode::cli;
use motherlode::graph::{self, Csr, Graph, GraphBuilder, LoadOptions, OutputFormat};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::{IntegerSlice, Integers};
use crate::errors::{IntoException, misuse, raise};
use crate::graph::NativeGraph;
use crate::process::claim;

/// Labels by vertex: where those of each vertex start among `codes`, and what a code is called.
type VertexLabelArrays<'py> = (PyReadonlyArray1<'py, u64>, PyReadonlyArray1<'py, u32>, Vec<String>);
/// A label for each edge: its code, and what a code is called.
type EdgeLabelArrays<'py> = (PyReadonlyArray1<'py, u32>, Vec<String>);

#[pymethods]
impl NativeGraph {
    /// The undirected graph of `n` vertices with these edges between their numbers.
    #[staticmethod]
    fn of_numbers(py: Python<'_>, source: Integers<'_>, target: Integers<'_>, n: u64) -> PyResult<Self> {
        claim()?;
        let (source, target) = (source.elements(), target.elements());
        let n = vertices(n)?;
        py.detach(|| {
            check(source, target, n)?;
            let pair = |place| (source.get(place) as u32, target.get(place) as u32);
            Ok(Graph::of_pairs(n, source.len(), pair).into())
        })
    }

    /// The undirected graph of these edges between vertices that are called by numbers from 0 on.
    #[staticmethod]
    fn of_ids(py: Python<'_>, source: Integers<'_>, target: Integers<'_>) -> PyResult<Self> {
        claim()?;
        let (source, target) = (source.elements(), target.elements());
        same_length(source, target)?;
        py.detach(|| {
            Graph::of_edge_ids(source.len(), |place| (source.get(place), target.get(place)))
                .map(Into::into)
                .map_err(|error| error.exception())
        })
    }

    /// The graph of `n` vertices with these arcs or edges between their numbers, and labels.
    #[staticmethod]
    #[pyo3(signature = (source, target, n, directed, vertex_labels, edge_labels))]
    fn of_attributed(
        py: Python<'_>,
        source: Integers<'_>,
        target: Integers<'_>,
        n: u64,
        directed: bool,
        vertex_labels: Option<VertexLabelArrays<'_>>,
        edge_labels: Option<EdgeLabelArrays<'_>>,
    ) -> PyResult<Self> {
        claim()?;
        let (source, target) = (source.elements(), target.elements());
        let n = vertices(n)?;
        check(source, target, n)?;
        if directed && vertex_labels.is_none() && edge_labels.is_none() {
            let arc = |at| (source.get(at) as u32, target.get(at) as u32);
            return Ok(py.detach(|| Graph::of_arcs(n, source.len(), arc)).into());
        }
        let vertex_labels = vertex_labels
            .as_ref()
            .map(|(starts, codes, names)| Ok::<_, PyErr>((starts.as_slice()?, codes.as_slice()?, names)));
        let edge_labels =
            edge_labels.as_ref().map(|(codes, names)| Ok::<_, PyErr>((codes.as_slice()?, names)));
        let (vertex_labels, edge_labels) = (vertex_labels.transpose()?, edge_labels.transpose()?);
        py.detach(|| {
            let mut builder = if directed { GraphBuilder::directed() } else { GraphBuilder::undirected() };
            builder.consecutive(0, n.into());
            if let Some((starts, codes, names)) = vertex_labels {
                label_vertices(&mut builder, n, starts, codes, names)?;
            }
            match edge_labels {
                None => (0..source.len()).for_each(|edge| builder.edge(source.get(edge), target.get(edge))),
                Some((codes, names)) => {
                    if codes.len() != source.len() {
                        let (labels, edges) = (codes.len(), source.len());
                        return Err(misuse(format_args!("{labels} edge labels for {edges} edges")));
                    }
                    for (edge, &code) in codes.iter().enumerate() {
                        let (from, to) = (source.get(edge), target.get(edge));
                        let name = names.get(code as usize).ok_or_else(|| no_label(code, names.len()))?;
                        builder.labelled_edge(from, to, name);
                    }
                }
            }
            builder.build().map(Into::into).map_err(|error| error.exception())
        })
    }

    /// The undirected graph of these lists, which are checked and copied.
    #[staticmethod]
    fn of_csr(py: Python<'_>, offsets: Integers<'_>, neighbors: Integers<'_>) -> PyResult<Self> {
        claim()?;
        let starts = offsets.elements();
        let offsets: Vec<u64> = (0..starts.len()).map(|place| starts.get(place)).collect();
        let lists: Vec<u32> = match neighbors.elements() {
            IntegerSlice::U32(lists) => lists.to_vec(),
            lists => (0..lists.len())
                .map(|place| u32::try_from(lists.get(place)))
                .collect::<Result<_, _>>()
                .map_err(|_| raise("GraphError", "a vertex number that is negative, or beyond 32 bits"))?,
        };
        py.detach(|| Csr::from_parts(offsets, lists))
            .map(|csr| Graph::from(csr).into())
            .map_err(|error| error.exception())
    }

    /// The undirected graph of these lists, which are checked, and used where they are, as in the memory that processes
    /// share.
    #[staticmethod]
    fn of_lent_csr(
        py: Python<'_>,
        offsets: PyReadonlyArray1<'_, u64>,
        neighbors: PyReadonlyArray1<'_, u32>,
    ) -> PyResult<Self> {
        claim()?;
        if neighbors.is_empty() || writeable(&neighbors)? {
            return Err(misuse("lists that are used where they are must be read-only, and not empty"));
        }
        let starts = offsets.as_slice()?.to_vec();
        let owner: Box<dyn Any + Send + Sync> = Box::new(neighbors.as_any().clone().unbind());
        let lists = neighbors.as_slice()?;
        // SAFETY: the array is read-only, so that nobody writes its elements through it, and NumPy does not move them;
        // `owner` keeps it until the lists are dropped.
        let csr = py.detach(|| unsafe { Csr::from_lent(starts, lists, owner) });
        csr.map(|csr| Graph::from(csr).into()).map_err(|error| error.exception())
    }

    /// The graph in a file.
    #[staticmethod]
    #[pyo3(signature = (path, directed=false, labels=None, format=None, names=false, ignore_columns=false))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        directed: bool,
        labels: Option<PathBuf>,
        format: Option<&str>,
        names: bool,
        ignore_columns: bool,
    ) -> PyResult<Self> {
        claim()?;
        let format = format.map(|name| name.parse().map_err(|error: String| misuse(error))).transpose()?;
        let mut options =
            LoadOptions::default().directed(directed).labels(labels).format(format).names(names);
        if ignore_columns {
            options = options.extra_columns(graph::ExtraColumns::Ignore);
        }
        py.detach(|| graph::load(&path, &options)).map(Into::into).map_err(|error| error.exception())
    }

    /// The graph that a short form stands for, such as `karate` or `rmat:16`.
    #[staticmethod]
    fn make(py: Python<'_>, recipe: &str) -> PyResult<Self> {
        claim()?;
        match py.detach(|| cli::graph_to_make(recipe)) {
            Some(made) => made.map(Into::into).map_err(|error| error.exception()),
            None => Err(misuse(format_args!(
                "no graph is made as '{recipe}': 'karate', 'rmat:16' and others are; a file is read by Graph.read"
            ))),
        }
    }

    /// Writes the graph to a `.csr` file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        claim()?;
        let format = OutputFormat::of_name(&path).ok_or_else(|| {
            misuse(format_args!("{}: its name tells no format; .csr, .el and .mtx do", path.display()))
        })?;
        py.detach(|| graph::save(&self.graph, &path, format)).map_err(|error| error.exception())
    }
}

/// The sources of edges by number, and then their targets; what the numbers stand for, none where that is they; how
/// many there are.
type NumberedEdges<'py> = (Bound<'py, PyArray1<u32>>, Option<SignedOrNot<'py>>, usize);

/// Integers that are all of the same sign.
#[derive(IntoPyObject)]
pub enum SignedOrNot<'py> {
    Signed(Bound<'py, PyArray1<i64>>),
    Unsigned(Bound<'py, PyArray1<u64>>),
}

/// Numbers for the ends of edges, which are any integers of the same sign: those that occur are numbered in ascending
/// order.
#[pyfunction]
pub fn numbered<'py>(
    py: Python<'py>,
    source: Integers<'py>,
    target: Integers<'py>,
) -> PyResult<NumberedEdges<'py>> {
    claim()?;
    let (from, to) = (source.elements(), target.elements());
    same_length(from, to)?;
    let edges = from.len();
    let signed = from.is_signed();
    let (numbers, lowest, called) = py.detach(|| {
        let id = |at: usize| if at < edges { from.get(at) } else { to.get(at - edges) };
        let ids = (0..2 * edges).into_par_iter().map(id);
        let lowest = match signed {
            true => ids.map(|id| id as i64).min().unwrap_or(0) as u64,
            false => ids.min().unwrap_or(0),
        };
        // What is above the lowest keeps the order, with a sign and without.
        let (numbers, called) = graph::number_ids(2 * edges, |at| id(at).wrapping_sub(lowest))
            .map_err(|error| error.exception())?;
        Ok::<_, PyErr>((numbers, lowest, called))
    })?;
    let n = numbers.par_iter().max().map_or(0, |&most| most as usize + 1);
    let is_identity = called.is_identity() && lowest == 0;
    let ids = called.numbers().filter(|_| !is_identity).map(|called| {
        let all = (0..n as u32).map(|number| called.get(number).wrapping_add(lowest));
        match signed {
            true => SignedOrNot::Signed(all.map(|id| id as i64).collect::<Vec<_>>().into_pyarray(py)),
            false => SignedOrNot::Unsigned(all.collect::<Vec<_>>().into_pyarray(py)),
        }
    });
    Ok((numbers.into_pyarray(py), ids, n))
}

fn vertices(n: u64) -> PyResult<u32> {
    u32::try_from(n).ok().filter(|&n| u64::from(n) < graph::MAX_VERTICES).ok_or_else(|| {
        raise("GraphError", &format!("{n} vertices: at most {} are supported", graph::MAX_VERTICES))
    })
}

fn same_length(source: IntegerSlice<'_>, target: IntegerSlice<'_>) -> PyResult<()> {
    match source.len() == target.len() {
        true => Ok(()),
        false => Err(misuse(format_args!("{} sources and {} targets", source.len(), target.len()))),
    }
}

/// Whether all edges are between vertices below `n`.
fn check(source: IntegerSlice<'_>, target: IntegerSlice<'_>, n: u32) -> PyResult<()> {
    same_length(source, target)?;
    let wrong = |&edge: &usize| source.get(edge) >= n.into() || target.get(edge) >= n.into();
    match (0..source.len()).into_par_iter().find_first(wrong) {
        None => Ok(()),
        Some(edge) => {
            let (from, to) = (source.get(edge) as i64, target.get(edge) as i64);
            let message =
                format!("edge {edge} is {from}-{to}, in a graph of the vertices 0 to {}", i64::from(n) - 1);
            Err(raise("GraphError", &message))
        }
    }
}

fn label_vertices(
    builder: &mut GraphBuilder,
    n: u32,
    starts: &[u64],
    codes: &[u32],
    names: &[String],
) -> PyResult<()> {
    let fits = starts.len() as u64 == u64::from(n) + 1
        && starts.is_sorted()
        && starts.last().is_some_and(|&end| end <= codes.len() as u64);
    if !fits {
        return Err(misuse(format_args!("the starts of labels are not those of {n} vertices")));
    }
    for v in 0..n {
        let codes = &codes[starts[v as usize] as usize..starts[v as usize + 1] as usize];
        let name = |&code: &u32| {
            names.get(code as usize).map(String::as_str).ok_or_else(|| no_label(code, names.len()))
        };
        let labels: Vec<&str> = codes.iter().map(name).collect::<Result<_, _>>()?;
        builder.vertex(u64::from(v), &labels);
    }
    Ok(())
}

fn no_label(code: u32, labels: usize) -> PyErr {
    misuse(format_args!("label number {code}, of {labels} labels"))
}

/// Whether an array, or one that it is a view of, may be written, now or later.
fn writeable(array: &PyReadonlyArray1<'_, u32>) -> PyResult<bool> {
    let mut at = array.as_any().clone();
    loop {
        // What is not NumPy's, such as the memory of Ray's store, is asked through the array on it.
        let Ok(flags) = at.getattr("flags") else { return Ok(false) };
        // An array that owns its memory may be made writeable again by whoever has it.
        if flags.getattr("writeable")?.extract()? || flags.getattr("owndata")?.extract()? {
            return Ok(true);
        }
        at = at.getattr("base")?;
        if at.is_none() {
            return Ok(false);
        }
    }
}
