//! `motherlode._motherlode`: the library for Python. The package `motherlode` (crates/python/python) has what users
//! see; this module gives it graphs, jobs and streams of rows.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `graph` | `NativeGraph`: a graph, and where it was placed |
//! | `arrays` | integers from NumPy, of any width |
//! | `made` | graphs from arrays, files and recipes |
//! | `teams` | devices by name, opened once |
//! | `job` | running a job without the interpreter's lock, under the eye of Ctrl-C |
//! | `process`, `workers` | whose the threads are, after a fork; threads that jobs run on |
//! | `options` | words that name options |
//! | `count`, `local`, `cliques` and others that no other row has | jobs |
//! | `null`, `significance`, `local_significance` | random graphs, and counts beside those in them |
//! | `rows`, `stream` | matches, batch after batch, as NumPy arrays and as an Arrow stream |
//! | `columns` | columns from and to other libraries, as Arrow |
//! | `database`, `frequent` | databases of graphs; frequent patterns of one graph and of many |
//! | `parts` | what a graph or a database was made of, as arrays |
//! | `pattern`, `properties` | patterns, and what they may ask of |
//! | `command` | `python -m motherlode` |
//! | `errors` | which exception an error becomes |

mod arrays;
mod bicliques;
mod cliques;
mod columns;
mod command;
mod compare;
mod count;
mod database;
mod errors;
mod estimate;
mod frequent;
mod graph;
mod inspect;
mod job;
mod local;
mod local_significance;
mod made;
mod null;
mod options;
mod parts;
mod pattern;
mod peeling;
mod process;
mod properties;
mod rows;
mod significance;
mod stream;
mod tasks;
mod teams;
mod workers;

use pyo3::prelude::*;

/// The module.
#[pymodule]
fn _motherlode(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<graph::NativeGraph>()?;
    module.add_class::<pattern::NativePattern>()?;
    module.add_class::<rows::NativeListing>()?;
    module.add_class::<rows::NativeRows>()?;
    module.add_class::<cliques::NativeCliques>()?;
    module.add_class::<tasks::NativeTasks>()?;
    module.add_class::<database::NativeDatabase>()?;
    module.add_function(wrap_pyfunction!(columns::columns_of_stream, module)?)?;
    module.add_function(wrap_pyfunction!(columns::stream_of_columns, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare, module)?)?;
    module.add_function(wrap_pyfunction!(pattern::known_patterns, module)?)?;
    module.add_function(wrap_pyfunction!(made::numbered, module)?)?;
    module.add_function(wrap_pyfunction!(teams::cards, module)?)?;
    module.add_function(wrap_pyfunction!(teams::check_device, module)?)?;
    module.add_function(wrap_pyfunction!(teams::set_threads, module)?)
}
