//! Opening a file.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use super::csr_file;
use super::input::read_head;
use crate::graph::GraphError;

pub(super) enum OpenedInput {
    /// A plain file that starts as a `.csr` file does, at its start.
    Csr(File),
    Stream(Box<dyn Read + Send>),
}

pub(super) fn open(path: &Path, name: &Path) -> Result<OpenedInput, GraphError> {
    if path == Path::new("-") {
        return Ok(OpenedInput::Stream(Box::new(io::stdin())));
    }
    let failed = |source| GraphError::opening(name.to_owned(), source);
    let mut file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(GraphError::Directory { path: name.to_owned() });
    }
    if !metadata.is_file() {
        return Ok(OpenedInput::Stream(Box::new(file)));
    }
    let head = read_head(&mut file).map_err(failed)?;
    file.rewind().map_err(failed)?;
    Ok(if csr_file::tells(&head) { OpenedInput::Csr(file) } else { OpenedInput::Stream(Box::new(file)) })
}
