//! Writing a database.

use std::io::{self, Write};

use super::{Database, as_word};

/// Writes `database` as gSpan text, with the names and labels of its input; vertices count from 0 in each graph. A
/// blank in the name of a graph or a class becomes an underscore. An arc goes from the first vertex of its line to the
/// second.
///
/// # Errors
/// When `out` fails.
pub fn write_gspan(database: &Database, out: &mut impl Write) -> io::Result<()> {
    for graph in 0..database.graphs() {
        write!(out, "t # {}", as_word(database.name(graph)))?;
        match database.classes().map(|classes| classes.get(graph as usize)) {
            Some(class) if !class.is_empty() => writeln!(out, " {}", as_word(class))?,
            _ => writeln!(out)?,
        }
        let start = database.starts()[graph as usize];
        let end = database.starts()[graph as usize + 1];
        for vertex in start..end {
            let label = database.vertex_labels().name(database.labels()[vertex as usize]);
            writeln!(out, "v {} {label}", vertex - start)?;
        }
        for edge in database.edges_of(graph) {
            let label = database.edge_labels().name(edge.label);
            writeln!(out, "e {} {} {label}", edge.source - start, edge.target - start)?;
        }
    }
    Ok(())
}
