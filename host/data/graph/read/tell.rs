//! Which format a text is in: what its content and its name tell, as the formats declare it.

use std::path::Path;

use super::GraphFormat;
use super::format::{Lookalike, Tells};
use super::input::Input;
use crate::graph::GraphError;

/// The format of an input that is called `name`: by its first bytes, else by its name, else by its first lines; else it
/// is an edge list.
pub(super) fn format(input: &mut Input<'_>, name: &Path) -> Result<GraphFormat, GraphError> {
    input.check_kind(name)?;
    if let Some(format) = of_start(input.head()).or_else(|| GraphFormat::of_name(name)) {
        return Ok(format);
    }
    for format in GraphFormat::all() {
        if let Tells::Lines(is_told) = format.declaration().tells
            && is_told(input).map_err(|error| input.named(name).io(error))?
        {
            return Ok(format);
        }
    }
    Ok(GraphFormat::EdgeList)
}

/// The format that the first bytes tell.
fn of_start(head: &[u8]) -> Option<GraphFormat> {
    let first =
        |format: &GraphFormat| matches!(format.declaration().tells, Tells::Start(is_told) if is_told(head));
    let last = |format: &GraphFormat| matches!(format.declaration().tells, Tells::LastStart(is_told) if is_told(head));
    GraphFormat::all().find(first).or_else(|| GraphFormat::all().find(last))
}

/// What a message calls the format that a line gives away, of those that users may take for an edge list.
pub(super) fn title_of_line(line: &[u8]) -> Option<&'static str> {
    lookalikes().find(|lookalike| (lookalike.is_line)(line)).map(|lookalike| lookalike.title)
}

/// Whether a text with this first line, among the first `lines`, is in another format, which [`title_of_line`] then
/// names. Names may look like it.
pub(super) fn gives_away(lines: &[u8], first: &[u8]) -> bool {
    lookalikes().any(|lookalike| (lookalike.is_text)(lines, first))
}

fn lookalikes() -> impl Iterator<Item = &'static Lookalike> {
    GraphFormat::all().filter_map(|format| format.declaration().lookalike.as_ref())
}

/// The first word of a line, and the second if there is a blank behind the first.
pub(super) fn first_words(line: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut words = line.split(u8::is_ascii_whitespace);
    (words.next().unwrap_or_default(), words.next())
}
