//! Tables, as Markdown and as HTML.

use std::fmt;

use maud::{Markup, Render, html};

/// A table of text.
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns, and no rows yet.
    pub fn new(head: &[&str]) -> Table {
        Table { head: head.iter().map(|&name| name.into()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not as many cells as the table has columns.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        assert_eq!(cells.len(), self.head.len(), "cells and columns");
        self.rows.push(cells);
    }

    /// The rows.
    #[cfg(test)]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }
}

/// As Markdown.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        writeln!(f, "{}", line(&self.head))?;
        writeln!(f, "|{}", " --- |".repeat(self.head.len()))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "{}", line(row)))
    }
}

/// As HTML.
impl Render for Table {
    fn render(&self) -> Markup {
        html! {
            table {
                thead { tr { @for name in &self.head { th { (name) } } } }
                tbody { @for row in &self.rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_markdown_and_html() {
        let mut table = Table::new(&["job", "ratio"]);
        table.row(["a<b".into(), "2x".into()]);
        assert_eq!(table.to_string(), "| job | ratio |\n| --- | --- |\n| a<b | 2x |\n");
        assert!(table.render().0.contains("<tr><td>a&lt;b</td><td>2x</td></tr>"));
    }
}
