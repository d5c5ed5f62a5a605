//! What is wrong with a line, and how messages quote it.

use std::path::Path;

use super::blocks;
use crate::transactions::{DatabaseError, Problem};

/// What is wrong with a line of a block.
#[derive(Debug)]
pub(super) struct Wrong {
    pub line: u64,
    graph: Option<String>,
    problem: Problem,
}

impl Wrong {
    pub fn new(line: u64, graph: Option<String>, problem: Problem) -> Wrong {
        Wrong { line, graph, problem }
    }

    /// What is wrong, where this is a line of a block that starts at byte `start` of `text`.
    pub fn after(self, text: &[u8], start: usize) -> Wrong {
        Wrong { line: self.line + blocks::lines_before(text, start), ..self }
    }

    pub fn in_file(self, path: &Path) -> DatabaseError {
        let Wrong { line, graph, problem } = self;
        DatabaseError::Line { path: path.into(), line, graph, problem }
    }
}

/// The start of a line, for messages.
pub(super) fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
