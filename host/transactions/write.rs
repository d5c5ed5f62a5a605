//! Writing a database.

use std::io::{self, Write};

use super::Database;

/// Writes `database` as gSpan text, with the names and labels of its input; vertices count from 0 in each graph.
///
/// # Errors
/// When `out` fails.
pub fn write_gspan(database: &Database, out: &mut impl Write) -> io::Result<()> {
    for graph in 0..database.graphs() {
        match database.classes().map(|classes| classes.get(graph as usize)) {
            Some(class) if !class.is_empty() => writeln!(out, "t # {} {class}", database.name(graph))?,
            _ => writeln!(out, "t # {}", database.name(graph))?,
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
