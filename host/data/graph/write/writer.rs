//! What there is to say of a format that is written.

use std::io;

use crate::graph::{Graph, GraphFormat};

/// How a format is written, declared once.
pub struct Writer {
    /// The format.
    pub format: GraphFormat,
    /// What names of such files end with, without the dot.
    pub endings: &'static [&'static str],
    /// What such files are, in words, with the verb: `is Matrix Market`.
    pub words: &'static str,
    /// What a message calls such a file, with its article.
    pub(super) title: &'static str,
    pub(super) write: fn(&Graph, &mut dyn io::Write) -> io::Result<()>,
    /// What of a graph would be lost; nothing if the format can hold all.
    pub(super) cannot_hold: fn(&Graph) -> Option<&'static str>,
}
