//! The matrix as CSV.

use std::io::{self, Write};

use motherlode::transactions::Database;

use super::FeatureMatrix;

/// Writes a line for each graph, with 1 or 0 for each pattern.
pub(super) fn write(features: &FeatureMatrix, database: &Database, out: &mut impl Write) -> io::Result<()> {
    write!(out, "graph")?;
    if database.classes().is_some() {
        write!(out, ",class")?;
    }
    for column in &features.columns {
        write!(out, ",{}", column.number)?;
    }
    writeln!(out)?;
    for graph in 0..database.graphs() {
        write!(out, "{}", quoted(database.name(graph)))?;
        if let Some(classes) = database.classes() {
            write!(out, ",{}", quoted(classes.get(graph as usize)))?;
        }
        let (word, bit) = (graph as usize / 64, graph % 64);
        for column in &features.columns {
            let contains = column.word(word) >> bit & 1 == 1;
            out.write_all(if contains { b",1" } else { b",0" })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A field as RFC 4180 has it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
