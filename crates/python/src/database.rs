//! Databases of graphs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use motherlode::transactions::{Database, DatabaseFormat, DatabaseOptions, load_with, parse_with};
use pyo3::prelude::*;

use crate::errors::{IntoException, misuse};
use crate::process::claim;

/// The labels of a graph's vertices, and its edges: two vertices, and a label.
type DatabaseGraph<'d> = (Vec<&'d str>, Vec<(u32, u32, &'d str)>);

/// A database of labelled graphs.
#[pyclass(frozen, module = "motherlode._motherlode")]
pub struct NativeDatabase {
    pub database: Arc<Database>,
    skipped: u64,
}

#[pymethods]
impl NativeDatabase {
    /// The database in a file.
    #[staticmethod]
    #[pyo3(signature = (path, format=None, skip_bad=false, directed=false))]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        skip_bad: bool,
        directed: bool,
    ) -> PyResult<Self> {
        claim()?;
        let options = options(format, skip_bad, directed)?;
        let (database, skipped) =
            py.detach(|| load_with(&path, &options)).map_err(|error| error.exception())?;
        Ok(NativeDatabase { database: Arc::new(database), skipped: skipped.count })
    }

    /// The database in a text of some format.
    #[staticmethod]
    #[pyo3(signature = (text, format, skip_bad=false, directed=false))]
    fn parse(py: Python<'_>, text: &str, format: &str, skip_bad: bool, directed: bool) -> PyResult<Self> {
        claim()?;
        let options = options(Some(format), skip_bad, directed)?;
        let parsed = py.detach(|| parse_with(text.as_bytes(), Path::new("text"), &options));
        let (database, skipped) = parsed.map_err(|error| error.exception())?;
        Ok(NativeDatabase { database: Arc::new(database), skipped: skipped.count })
    }

    /// Graphs.
    fn __len__(&self) -> usize {
        self.database.graphs() as usize
    }

    /// How many graphs were left out, as they were wrong.
    #[getter]
    fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether edges are arcs.
    #[getter]
    fn is_directed(&self) -> bool {
        self.database.is_directed()
    }

    /// What each graph is called.
    #[getter]
    fn names(&self) -> Vec<String> {
        (0..self.database.graphs()).map(|graph| self.database.name(graph).to_owned()).collect()
    }

    /// The class of each graph; none if they have none.
    #[getter]
    fn classes(&self) -> Option<Vec<String>> {
        let classes = self.database.classes()?;
        Some(classes.iter().map(str::to_owned).collect())
    }

    /// The labels of a graph's vertices, and its edges: two vertex numbers of the graph, and a label.
    fn graph(&self, number: u32) -> PyResult<DatabaseGraph<'_>> {
        let database = &self.database;
        if number >= database.graphs() {
            let graphs = database.graphs();
            return Err(misuse(format_args!(
                "there is no graph {number}: the database has {graphs}, from 0 on"
            )));
        }
        let (first, end) = (database.starts()[number as usize], database.starts()[number as usize + 1]);
        let labels = database.labels()[first as usize..end as usize].iter();
        let edges = database
            .edges_of(number)
            .iter()
            .map(|edge| (edge.source - first, edge.target - first, database.edge_labels().name(edge.label)));
        Ok((labels.map(|&label| database.vertex_labels().name(label)).collect(), edges.collect()))
    }
}

fn options(format: Option<&str>, skip_bad: bool, directed: bool) -> PyResult<DatabaseOptions> {
    let format: Option<DatabaseFormat> =
        format.map(|name| name.parse().map_err(|error: String| misuse(error))).transpose()?;
    Ok(DatabaseOptions::default().format(format).skip_bad(skip_bad).directed(directed))
}
