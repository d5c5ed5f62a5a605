//! The file that is read, for messages.

use std::io;
use std::path::Path;

use super::blocks::TextError;
use crate::graph::GraphError;
use crate::graph::build::TooManyIds;

/// Gives failures the name of the file.
pub(super) struct Named<'a> {
    pub path: &'a Path,
    pub compression: Option<&'static str>,
}

impl Named<'_> {
    pub fn io(&self, source: io::Error) -> GraphError {
        let path = self.path.to_owned();
        match self.compression {
            Some(compression) => GraphError::Compressed { path, compression, source },
            None => GraphError::opening(path, source),
        }
    }

    pub fn text(&self, error: TextError) -> GraphError {
        match error {
            TextError::Read(source) => self.io(source),
            TextError::Line { line, text, problem } => {
                GraphError::Line { path: self.path.to_owned(), line, text, problem }
            }
        }
    }

    pub fn too_many(&self, TooManyIds(vertices): TooManyIds) -> GraphError {
        GraphError::TooManyVertices { path: self.path.to_owned(), vertices }
    }
}
