//! JSON Lines, a graph to a line: `{"id": "a", "vertices": ["C", "O"], "edges": [[0, 1, "double"]], "class":
//! "active"}`.
//!
//! Labels are text or whole numbers; `id` and `class` may be left out. A graph without an id is called by the number of
//! its line.

use rayon::prelude::*;
use serde::Deserialize;

use super::database_part::DatabasePart;
use super::wrong::Wrong;
use super::{DatabaseOptions, blocks};
use crate::graph::MOST_WORD_BYTES;
use crate::transactions::Problem;

/// Text or a whole number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Word {
    Number(i64),
    Text(String),
}

impl Word {
    fn into_text(self) -> Result<String, Problem> {
        match self {
            Word::Number(number) => Ok(number.to_string()),
            Word::Text(text) if text.len() > MOST_WORD_BYTES => Err(Problem::TooLong { what: "text" }),
            Word::Text(text) => Ok(text),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonGraph {
    id: Option<Word>,
    class: Option<Word>,
    vertices: Vec<Word>,
    edges: Vec<(u32, u32, Word)>,
}

/// Reads `text`, in parallel over blocks of lines.
pub(super) fn read(text: &[u8], options: &DatabaseOptions) -> Result<Vec<DatabasePart>, Wrong> {
    let blocks = blocks::split(text, options.block_bytes, |_| true);
    let read = |block: &blocks::TextBlock<'_>| {
        let before = blocks::lines_before(text, block.start);
        let mut part = DatabasePart::new(options);
        let lines = blocks::numbered(block.text, before + 1);
        for (number, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            let read = graph(&mut part, line, number);
            part.settle(read)?;
        }
        Ok(part)
    };
    let parts: Vec<_> = blocks.par_iter().map(read).collect();
    // The first error of the text is reported, whichever task ends first.
    parts.into_iter().collect()
}

fn graph(part: &mut DatabasePart, line: &[u8], number: u64) -> Result<(), Wrong> {
    let JsonGraph { id, class, vertices, edges } = serde_json::from_slice(line)
        .map_err(|error| Wrong::new(number, None, Problem::Json { reason: without_place(&error) }))?;
    let text = |word: Word| word.into_text().map_err(|problem| Wrong::new(number, None, problem));
    let name = id.map_or_else(|| Ok(number.to_string()), text)?;
    let class = class.map(text).transpose()?;
    let wrong = |problem| Wrong::new(number, Some(name.clone()), problem);
    part.begin(&name, class.as_deref());
    let n = vertices.len();
    for label in vertices {
        part.vertex(&checked(label).map_err(wrong)?);
    }
    for (u, v, label) in edges {
        if let Some(missing) = [u, v].into_iter().find(|vertex| *vertex as usize >= n) {
            return Err(wrong(Problem::NoSuchVertex { id: missing.to_string() }));
        }
        if u == v {
            return Err(wrong(Problem::Loop { id: u.to_string() }));
        }
        part.edge(u, v, &checked(label).map_err(wrong)?);
    }
    part.end().map_err(|(_, problem)| wrong(problem))
}

/// A label as text, if it is one word: in gSpan's form of the patterns, blanks separate.
fn checked(label: Word) -> Result<String, Problem> {
    let label = label.into_text()?;
    if label.is_empty() || label.contains(char::is_whitespace) {
        return Err(Problem::Label { label });
    }
    Ok(label)
}

/// The parser's complaint. Its line is always 1, as it is given a line at a time.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line 1 column ") {
        Some((reason, column)) => format!("{reason}, at character {column}"),
        None => text,
    }
}
