//! `cargo xtask stubs`: the types of Python's native module, from its sources in `crates/python/src`.
//!
//! Functions, methods and properties have the names and the defaults that PyO3 gives them, and types of Python for
//! those of Rust. A type alias of Rust is one there, with a `_` before its name; a struct that Python makes is the
//! class that its documentation names, as "`motherlode._job.Job` in Python"; an enum is any of its variants.

mod page;
mod signatures;
mod sources;
mod types;

use anyhow::{Context, Result, bail};

use sources::Sources;

/// Writes the types of Python's native module, `_motherlode.pyi`, from its sources.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when the file is not what the sources say.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let package = crate::root().join("crates/python");
    let found = page::page(&Sources::read(&package.join("src"))?)?;
    let path = package.join("python/motherlode/_motherlode.pyi");
    if !args.check {
        return std::fs::write(&path, found).with_context(|| format!("cannot write {}", path.display()));
    }
    match std::fs::read_to_string(&path) {
        Ok(written) if written == found => Ok(()),
        _ => bail!("{} is not what crates/python/src says: run 'cargo xtask stubs'", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_of(source: &str) -> Result<String> {
        let mut sources = Sources::default();
        sources.add_all(source)?;
        page::page(&sources)
    }

    #[test]
    fn python_sees_what_pyo3_gives_it() {
        let page = page_of(
            r#"
            /// A row.
            type Row<'py> = (Bound<'py, PyArray1<u32>>, Option<String>);
            /// How: `motherlode._job.Job` in Python.
            #[derive(FromPyObject)]
            struct Job { device: String }
            #[derive(FromPyObject)]
            enum Weights<'py> { Named(String), Given(PyReadonlyArray1<'py, f64>) }
            #[pyclass(frozen)]
            pub struct Rows(u32);
            #[pymethods]
            impl Rows {
                #[new]
                fn new(text: &str) -> PyResult<Self> {}
                #[staticmethod]
                #[pyo3(signature = (path, names=false, limit=None))]
                fn read(py: Python<'_>, path: PathBuf, names: bool, limit: Option<u64>) -> PyResult<Self> {}
                #[getter]
                fn size(&self) -> usize {}
                fn taken(&self, py: Python<'_>, vertices: Vec<u32>, weights: Weights<'_>, job: Job) -> PyResult<Vec<u32>> {}
                fn of(this: Bound<'py, Self>) -> Row<'py> {}
                fn __next__(&self) -> PyResult<Option<Row<'_>>> {}
                fn __str__(&self) -> String {}
                fn hidden(self) {}
            }
            impl Rows { fn unseen(&self) {} }
            #[pyfunction]
            pub fn set_threads(threads: usize) -> PyResult<()> {}
            fn unseen() {}
            "#,
        );
        let expected = [
            "from collections.abc import Sequence",
            "from motherlode._job import Job",
            "_Row = tuple[NDArray[np.uint32], str | None]",
            "_Weights = str | NDArray[np.float64]",
            "@final",
            "class Rows:",
            "    def __new__(cls, text: str) -> Rows: ...",
            "    @staticmethod",
            "    def read(path: str, names: bool = False, limit: int | None = None) -> Rows: ...",
            "    @property",
            "    def size(self) -> int: ...",
            "    def taken(self, vertices: Sequence[int], weights: _Weights, job: Job) -> list[int]: ...",
            "    def of(self) -> _Row: ...",
            "    def __next__(self) -> _Row: ...",
            "    def hidden(self) -> None: ...",
            "def set_threads(threads: int) -> None: ...",
        ];
        let page = page.unwrap();
        let mut lines = page.lines();
        for line in expected {
            assert!(lines.any(|found| found == line), "{line} is not there, or not in its place:\n{page}");
        }
        assert!(!page.contains("unseen") && !page.contains("__str__"));
    }

    #[test]
    fn what_is_not_known_is_an_error_that_names_it() {
        let error = |source: &str| format!("{:#}", page_of(source).unwrap_err());
        let unknown = error("#[pyfunction] fn counted(graph: HashMap<u32, u32>) {}");
        assert!(unknown.starts_with("counted: HashMap: no type of Python is known"), "{unknown}");
        let both = error("type Rows = Vec<u32>; #[pyfunction] fn turned(rows: Rows) -> Rows {}");
        assert!(both.starts_with("turned: Rows: it is given and returned"), "{both}");
        let nameless = error("#[derive(FromPyObject)] struct Job { device: String }");
        assert!(nameless.starts_with("Job: its documentation names no class"), "{nameless}");
        let field = error("#[pyclass] struct Rows { #[pyo3(get)] size: usize }");
        assert!(field.contains("a field is no property"), "{field}");
    }
}
