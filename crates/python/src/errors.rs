//! Which exception an error of the library becomes: one of `motherlode.errors`, with the library's words.

use std::fmt::Display;

use motherlode::cli;
use motherlode::graph::properties::PropertyError;
use motherlode::graph::{AttributeError, CsrError, GraphError, LineProblem};
use motherlode::mine::{Blame, MineError};
use motherlode::pattern::PatternError;
use motherlode::plan::PlanError;
use motherlode::runtime::RuntimeError;
use motherlode::transactions::DatabaseError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An error that is a Python exception.
pub trait IntoException: Display {
    /// The name of its class in `motherlode.errors`.
    fn class(&self) -> &'static str;

    /// The exception.
    fn exception(&self) -> PyErr {
        raise(self.class(), &self.to_string())
    }
}

/// An exception of `motherlode.errors`.
pub fn raise(class: &str, message: &str) -> PyErr {
    Python::attach(|py| {
        let found = py.import("motherlode.errors").and_then(|errors| errors.getattr(class));
        match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
            Ok(class) => PyErr::from_type(class, message.to_owned()),
            Err(_) => PyRuntimeError::new_err(message.to_owned()),
        }
    })
}

/// What is wrong with an argument.
pub fn misuse(message: impl Display) -> PyErr {
    raise("UsageError", &message.to_string())
}

impl IntoException for MineError {
    fn class(&self) -> &'static str {
        match self.blames() {
            _ if self.is_lack_of_memory() => "OutOfMemoryError",
            Blame::Device(error) => error.class(),
            Blame::Pattern => "PatternError",
            Blame::Labels => "LabelError",
            Blame::Argument => "UsageError",
            Blame::Request | Blame::Job => "MotherlodeError",
        }
    }

    fn exception(&self) -> PyErr {
        match self {
            MineError::Runtime(error) => error.exception(),
            _ => raise(self.class(), &self.to_string()),
        }
    }
}

impl IntoException for RuntimeError {
    fn class(&self) -> &'static str {
        match self {
            RuntimeError::Deadline => "DeadlineError",
            _ if self.is_lack_of_memory() => "OutOfMemoryError",
            _ => "DeviceError",
        }
    }

    fn exception(&self) -> PyErr {
        match self {
            RuntimeError::Interrupted => PyKeyboardInterrupt::new_err(()),
            _ => raise(self.class(), &self.to_string()),
        }
    }
}

impl IntoException for GraphError {
    fn class(&self) -> &'static str {
        "GraphError"
    }

    fn exception(&self) -> PyErr {
        match argument(self) {
            Some(argument) => raise(self.class(), &format!("{self} ({argument})")),
            None => raise(self.class(), &self.to_string()),
        }
    }
}

/// What in Python does as the message says, where that is not to be guessed: the library's words name no argument.
fn argument(error: &GraphError) -> Option<&'static str> {
    let GraphError::Line { problem, .. } = error else { return None };
    match problem {
        LineProblem::CsvColumns => {
            Some("ignore_columns=True; Graph.from_pandas takes columns by name, as ends or as properties")
        }
        LineProblem::ExtraColumns => Some("ignore_columns=True"),
        LineProblem::ExtraIds => Some("ignore_columns=True, or format=\"adjacency-list\""),
        LineProblem::HeaderOrEdge => Some("format=\"csv\", or \"edge-list\""),
        LineProblem::Heading | LineProblem::NameAmongNumbers { .. } => Some("names=True"),
        LineProblem::OneName | LineProblem::OneNumber => {
            Some("format=\"adjacency-list\" reads a vertex and its neighbours a line")
        }
        _ => None,
    }
}

macro_rules! exceptions {
    ($($error:ty => $class:literal),* $(,)?) => {
        $(impl IntoException for $error {
            fn class(&self) -> &'static str {
                $class
            }
        })*
    };
}

exceptions! {
    AttributeError => "GraphError",
    CsrError => "GraphError",
    DatabaseError => "GraphError",
    PatternError => "PatternError",
    PlanError => "PatternError",
    PropertyError => "GraphError",
}

impl IntoException for anyhow::Error {
    fn class(&self) -> &'static str {
        match self.is::<cli::Misuse>() {
            true => "UsageError",
            false => "GraphError",
        }
    }

    fn exception(&self) -> PyErr {
        raise(self.class(), &format!("{self:#}"))
    }
}
