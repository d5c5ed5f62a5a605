//! Properties from files of their own: CSV with a header (RFC 4180), whose first column, or first two, have ids.

use std::path::Path;

use ::csv::{ReaderBuilder, StringRecord, Trim};
use rayon::prelude::*;

use super::input::{self, Input, OpenedInput};
use super::scan::id;
use crate::graph::error::excerpt;
use crate::graph::properties::{Column, Properties, PropertyError};
use crate::graph::{Csr, Graph, GraphError, LineProblem, VertexId, VertexLookup};

/// Bytes that tell whether tabs or commas are between the columns.
const FIRST_LINES: usize = 1 << 16;
/// The row of a vertex that has none.
const NO_ROW: usize = usize::MAX;

/// Gives `graph` the properties in two files: of its vertices, and of its edges. Lines for vertices that it does not have are left: it has
/// none without edges, but the file may.
///
/// # Errors
/// A file that cannot be read; a line that is wrong, which the error shows.
pub(super) fn apply(
    graph: &mut Graph,
    of_vertices: Option<&Path>,
    of_edges: Option<&Path>,
) -> Result<(), GraphError> {
    if of_vertices.is_none() && of_edges.is_none() {
        return Ok(());
    }
    let properties = read(graph, of_vertices, of_edges)?;
    let path = of_edges.or(of_vertices).unwrap_or_else(|| Path::new(""));
    let given = std::mem::replace(graph, Csr::from_edges(0, &[]).into());
    *graph = given.with_properties(properties).map_err(|problem| Refused { path, problem })?;
    Ok(())
}

fn read(
    graph: &Graph,
    of_vertices: Option<&Path>,
    of_edges: Option<&Path>,
) -> Result<Properties, GraphError> {
    let lookup = graph.ids.lookup(graph.csr.n());
    let finder = Finder { graph, lookup, by_name: graph.ids.names().is_some() };
    let mut properties = Properties::default();
    if let Some(path) = of_vertices {
        let mut row_of_vertex = vec![NO_ROW; graph.csr.n() as usize];
        let table = RawTable::read(path, 1, |row, place| finder.vertex_row(row, place, &mut row_of_vertex))?;
        properties = table.add(&row_of_vertex, path, properties, Properties::vertex)?;
    }
    if let Some(path) = of_edges {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let table = RawTable::read(path, 2, |row, _| {
            let (tail, head) = finder.edge(row)?;
            from.push(tail);
            to.push(head);
            Ok(true)
        })?;
        let rows: Vec<usize> = (0..from.len()).collect();
        properties = properties.edges(from, to).map_err(|problem| Refused { path, problem })?;
        properties = table.add(&rows, path, properties, Properties::edge)?;
    }
    Ok(properties)
}

/// Properties in a file that are none of the graph.
struct Refused<'p> {
    path: &'p Path,
    problem: PropertyError,
}

impl From<Refused<'_>> for GraphError {
    fn from(Refused { path, problem }: Refused<'_>) -> GraphError {
        GraphError::Properties { path: path.to_owned(), source: Box::new(problem) }
    }
}

/// The vertices and edges that rows are of.
struct Finder<'g> {
    graph: &'g Graph,
    lookup: VertexLookup<'g>,
    by_name: bool,
}

impl Finder<'_> {
    /// The vertex in a column, if the graph has it.
    fn vertex(&self, row: &StringRecord, column: usize) -> Result<Option<u32>, LineProblem> {
        let text = row.get(column).unwrap_or_default();
        let id = match self.by_name {
            true if text.is_empty() => return Err(LineProblem::NoName),
            true => VertexId::Name(text),
            false => VertexId::Number(id(text.as_bytes())?),
        };
        Ok(self.lookup.find(id))
    }

    /// Notes that a vertex has its values in the row at `place`. Whether the graph has it.
    fn vertex_row(
        &self,
        row: &StringRecord,
        place: usize,
        row_of_vertex: &mut [usize],
    ) -> Result<bool, LineProblem> {
        let Some(vertex) = self.vertex(row, 0)? else { return Ok(false) };
        let known = &mut row_of_vertex[vertex as usize];
        if *known != NO_ROW {
            return Err(LineProblem::RepeatedVertex { id: excerpt(row[0].as_bytes()) });
        }
        *known = place;
        Ok(true)
    }

    /// The ends of the edge in a row.
    fn edge(&self, row: &StringRecord) -> Result<(u32, u32), LineProblem> {
        let (from, to) = (self.vertex(row, 0)?, self.vertex(row, 1)?);
        // Edges from a vertex to itself are not in the graph, nor is a vertex that has no others.
        if row.get(0) == row.get(1) {
            return Ok((from.unwrap_or(0), from.unwrap_or(0)));
        }
        match (from, to) {
            (Some(from), Some(to)) if self.graph.leads(from, to) => Ok((from, to)),
            _ => Err(LineProblem::NoSuchEdge {
                of: if self.graph.attributes.is_directed() { "arc" } else { "edge" },
                ends: Box::new((excerpt(row[0].as_bytes()), excerpt(row[1].as_bytes()))),
            }),
        }
    }
}

/// Columns of text, as they were read.
struct RawTable {
    columns: Vec<RawColumn>,
}

/// The texts of a column, one after another: there may be as many as there are edges.
struct RawColumn {
    name: String,
    text: String,
    ends: Vec<usize>,
}

impl RawTable {
    /// Reads a file whose first `ids` columns are ids. `keep` is told each row, and the place that it has if it is kept, and says whether it
    /// is.
    fn read(
        path: &Path,
        ids: usize,
        mut keep: impl FnMut(&StringRecord, usize) -> Result<bool, LineProblem>,
    ) -> Result<Self, GraphError> {
        let stream = match input::open(path, path)? {
            OpenedInput::Csr(_) => {
                return Err(GraphError::UnsupportedContainer { path: path.to_owned(), kind: "a .csr file" });
            }
            OpenedInput::Stream(stream) => stream,
        };
        let mut input = Input::new(stream, path)?;
        let named = input.named(path);
        let (lines, _) = input.first_lines(FIRST_LINES).map_err(|error| named.io(error))?;
        let heading = lines.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let delimiter = if heading.contains(&b'\t') { b'\t' } else { b',' };
        let mut reader =
            ReaderBuilder::new().delimiter(delimiter).trim(Trim::All).from_reader(input.into_reader());
        let wrong = |line: u64, row: &StringRecord, problem| GraphError::Line {
            path: path.to_owned(),
            line,
            text: excerpt(row.iter().collect::<Vec<_>>().join(",").as_bytes()),
            problem,
        };
        let failed = |error: ::csv::Error| {
            let line = error.position().map_or(0, ::csv::Position::line);
            wrong(line, &StringRecord::new(), LineProblem::Csv { reason: error.to_string() })
        };
        let header = reader.headers().map_err(failed)?.clone();
        let mut columns: Vec<RawColumn> = Vec::new();
        for name in header.iter().skip(ids) {
            if name.is_empty() {
                return Err(wrong(1, &header, LineProblem::PropertyHeader { ids }));
            }
            if columns.iter().any(|known| known.name == name) {
                return Err(wrong(
                    1,
                    &header,
                    LineProblem::RepeatedProperty { name: excerpt(name.as_bytes()) },
                ));
            }
            columns.push(RawColumn { name: name.to_owned(), text: String::new(), ends: Vec::new() });
        }
        if columns.is_empty() {
            return Err(wrong(1, &header, LineProblem::PropertyHeader { ids }));
        }
        let (mut row, mut kept) = (StringRecord::new(), 0);
        while reader.read_record(&mut row).map_err(failed)? {
            let line = row.position().map_or(0, ::csv::Position::line);
            if !keep(&row, kept).map_err(|problem| wrong(line, &row, problem))? {
                continue;
            }
            kept += 1;
            for (column, text) in columns.iter_mut().zip(row.iter().skip(ids)) {
                column.text.push_str(text);
                column.ends.push(column.text.len());
            }
        }
        Ok(RawTable { columns })
    }

    /// The columns, each as what all its texts are, added to `properties`: value `i` is that of row `rows[i]`.
    fn add(
        self,
        rows: &[usize],
        path: &Path,
        properties: Properties,
        add: fn(Properties, String, Column) -> Result<Properties, PropertyError>,
    ) -> Result<Properties, GraphError> {
        self.columns.into_iter().try_fold(properties, |properties, column| {
            let texts: Vec<&str> = rows.par_iter().map(|&row| column.text_of(row)).collect();
            let values = column_of(&texts);
            Ok(add(properties, column.name.clone(), values).map_err(|problem| Refused { path, problem })?)
        })
    }
}

impl RawColumn {
    fn text_of(&self, row: usize) -> &str {
        match row {
            NO_ROW => "",
            0 => &self.text[..self.ends[0]],
            _ => &self.text[self.ends[row - 1]..self.ends[row]],
        }
    }
}

/// A column of the kind that all its texts are: whole numbers, numbers, true or false, or text. An empty one is missing.
fn column_of(texts: &[&str]) -> Column {
    let present: Vec<bool> = texts.iter().map(|text| !text.is_empty()).collect();
    let all = |is: &(dyn Fn(&str) -> bool + Sync)| texts.par_iter().all(|text| text.is_empty() || is(text));
    let real = |text: &str| text.parse::<f64>().ok();
    let boolean = |text: &str| match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    let column = if all(&|text| text.parse::<i64>().is_ok()) {
        Column::integers(texts.par_iter().map(|text| text.parse().unwrap_or(0)).collect())
    } else if all(&|text| real(text).is_some()) {
        Column::reals(texts.par_iter().map(|text| real(text).unwrap_or(f64::NAN)).collect())
    } else if all(&|text| boolean(text).is_some()) {
        Column::booleans(texts.par_iter().map(|text| boolean(text).unwrap_or(false)).collect())
    } else {
        Column::texts(texts.iter().copied().map(Some))
    };
    column.where_present(&present).expect("the mask is as long as the column")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::properties::PropertyValue;

    #[test]
    fn columns_are_what_all_their_texts_are() {
        let of = |texts: &[&str]| column_of(texts);
        assert_eq!(of(&["1", "", "-3"]).get(2), Some(PropertyValue::Integer(-3)));
        assert_eq!(of(&["1", "", "-3"]).get(1), None);
        assert_eq!(of(&["1", "2.5"]).get(0), Some(PropertyValue::Real(1.0)));
        assert_eq!(of(&["1e3", "nan"]).get(1), None);
        assert_eq!(
            of(&["9223372036854775808"]).get(0),
            Some(PropertyValue::Real(9_223_372_036_854_775_808.0))
        );
        assert_eq!(of(&["True", "", "false"]).get(0), Some(PropertyValue::Boolean(true)));
        assert_eq!(of(&["True", "1"]).get(1), Some(PropertyValue::Text("1")));
        assert_eq!(of(&["", ""]).get(0), None);
    }
}
