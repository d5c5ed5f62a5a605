//! Ids in text, so that they are read as what they are.

use crate::graph::read::is_number_like;
use crate::graph::{VertexId, VertexIds};

/// Adds the id of a vertex to a line of an edge list: a number, or a name, in quotes if it would be read as something
/// else.
pub(super) fn put(line: &mut Vec<u8>, ids: &VertexIds, v: u32) {
    match ids.get(v) {
        VertexId::Number(number) => line.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        VertexId::Name(name) => put_name(line, name),
    }
}

fn put_name(line: &mut Vec<u8>, name: &str) {
    if !wants_quotes(name) {
        return line.extend_from_slice(name.as_bytes());
    }
    line.push(b'"');
    line.extend_from_slice(name.replace('"', "\"\"").as_bytes());
    line.push(b'"');
}

/// Words with which a text in another format may begin.
const OTHER_FORMATS: [&str; 5] = ["v", "t", "graph", "Graph", "Creator"];

/// Whether a name would be read as several, as none, as a number, as a comment or as the beginning of another format.
fn wants_quotes(name: &str) -> bool {
    let separates = |byte: u8| byte.is_ascii_whitespace() || b",\"".contains(&byte);
    name.bytes().any(separates)
        || name.is_empty()
        || ["#", "%", "//", "{", "*", "<"].iter().any(|start| name.starts_with(start))
        || OTHER_FORMATS.contains(&name)
        || is_number_like(name)
}
