//! Properties from files of their own: CSV with a header (RFC 4180), whose first column, or first two, have ids.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;

use super::LoadOptions;
use super::csv::is_index;
use super::csv_records::{CsvRecords, records};
use super::input::Input;
use super::open::{OpenedInput, open};
use super::scan::id;
use crate::graph::error::excerpt;
use crate::graph::properties::{Number, Properties, PropertyColumn, PropertyError};
use crate::graph::{Csr, Graph, GraphError, LineProblem, VertexId, VertexLookup};

/// Bytes that tell whether tabs or commas are between the columns.
const HEADING: usize = 1 << 16;
/// Values that are parsed one after another: there may be few, in each of many columns.
const STRETCH: usize = 1 << 12;
/// The row of a vertex that has none.
const NO_ROW: usize = usize::MAX;

/// Gives `graph` the properties in two files: of its vertices, and of its edges. Lines for vertices that it does not
/// have are left: it has none without edges, but the file may.
///
/// # Errors
/// A file that cannot be read; a line that is wrong, which the error shows.
pub(super) fn apply(graph: &mut Graph, options: &LoadOptions) -> Result<(), GraphError> {
    let (of_vertices, of_edges) = (options.vertex_properties.as_deref(), options.edge_properties.as_deref());
    if of_vertices.is_none() && of_edges.is_none() {
        return Ok(());
    }
    let properties = read(graph, of_vertices, of_edges, options.properties.as_ref())?;
    let path = of_edges.or(of_vertices).unwrap_or_else(|| Path::new(""));
    let given = std::mem::replace(graph, Csr::from_edges(0, &[]).into());
    *graph = given.with_properties(properties).map_err(|problem| Refused { path, problem })?;
    Ok(())
}

fn read(
    graph: &Graph,
    of_vertices: Option<&Path>,
    of_edges: Option<&Path>,
    asked: Option<&BTreeSet<String>>,
) -> Result<Properties, GraphError> {
    let lookup = graph.ids.lookup(graph.csr.n());
    let finder = Finder { graph, lookup, by_name: graph.ids.names().is_some() };
    let mut properties = Properties::default();
    if let Some(path) = of_vertices {
        let mut row_of_vertex = vec![NO_ROW; graph.csr.n() as usize];
        let keep = |row: &[&str], place| finder.vertex_row(row[0], place, &mut row_of_vertex);
        let table = RawTable::read(path, 1, asked, keep)?;
        properties.leave_vertex(table.left);
        for (name, values) in columns(table.columns, &row_of_vertex, path)? {
            properties = properties.vertex(name, values).map_err(|problem| Refused { path, problem })?;
        }
    }
    if let Some(path) = of_edges {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let table = RawTable::read(path, 2, asked, |row, _| {
            let (tail, head) = finder.edge(row[0], row[1])?;
            from.push(tail);
            to.push(head);
            Ok(true)
        })?;
        let rows: Vec<usize> = (0..from.len()).collect();
        properties = properties.edges(from, to).map_err(|problem| Refused { path, problem })?;
        properties.leave_edge(table.left);
        for (name, values) in columns(table.columns, &rows, path)? {
            properties = properties.edge(name, values).map_err(|problem| Refused { path, problem })?;
        }
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
    /// The vertex that is called so, if the graph has it.
    fn vertex(&self, text: &str) -> Result<Option<u32>, LineProblem> {
        let id = match self.by_name {
            true if text.is_empty() => return Err(LineProblem::NoName),
            true => VertexId::Name(text),
            false => VertexId::Number(id(text.as_bytes())?),
        };
        Ok(self.lookup.find(id))
    }

    /// Notes that a vertex has its values in the row at `place`. Whether the graph has it.
    fn vertex_row(&self, id: &str, place: usize, row_of_vertex: &mut [usize]) -> Result<bool, LineProblem> {
        let Some(vertex) = self.vertex(id)? else { return Ok(false) };
        let known = &mut row_of_vertex[vertex as usize];
        if *known != NO_ROW {
            return Err(LineProblem::RepeatedVertex { id: excerpt(id.as_bytes()) });
        }
        *known = place;
        Ok(true)
    }

    /// The ends of the edge in a row.
    fn edge(&self, tail: &str, head: &str) -> Result<(u32, u32), LineProblem> {
        let (from, to) = (self.vertex(tail)?, self.vertex(head)?);
        // Edges from a vertex to itself are not in the graph, nor is a vertex that has no others.
        if tail == head {
            return Ok((from.unwrap_or(0), from.unwrap_or(0)));
        }
        match (from, to) {
            (Some(from), Some(to)) if self.graph.leads(from, to) => Ok((from, to)),
            _ => Err(LineProblem::NoSuchEdge {
                of: if self.graph.attributes.is_directed() { "arc" } else { "edge" },
                ends: Box::new((excerpt(tail.as_bytes()), excerpt(head.as_bytes()))),
            }),
        }
    }
}

/// Columns of text, as they were read.
struct RawTable {
    columns: Vec<RawColumn>,
    /// What the columns are called that were not asked for, and so not read.
    left: Vec<String>,
}

/// The texts of a column, one after another: there may be as many as there are edges.
struct RawColumn {
    name: String,
    /// Its place among the columns of the file.
    place: usize,
    text: String,
    ends: Vec<usize>,
    /// The line of the first whole number that has too many digits, and the number.
    too_large: Option<(u64, String)>,
}

impl RawTable {
    /// Reads a file with `ids` columns of ids, and then properties, of which those are read that are `asked` for; all,
    /// without that. `keep` is told the ids of each row, and the place that it has if it is kept, and says whether it
    /// is.
    fn read(
        path: &Path,
        ids: usize,
        asked: Option<&BTreeSet<String>>,
        mut keep: impl FnMut(&[&str], usize) -> Result<bool, LineProblem>,
    ) -> Result<Self, GraphError> {
        let stream = match open(path, path)? {
            OpenedInput::Csr(_) => {
                return Err(GraphError::UnsupportedContainer { path: path.to_owned(), kind: "a .csr file" });
            }
            OpenedInput::Stream(stream) => stream,
        };
        let mut input = Input::new(stream, path)?;
        let named = input.named(path);
        let heading = input.first_line(HEADING).map_err(|error| named.io(error))?;
        let delimiter = if heading.contains(&b'\t') { b'\t' } else { b',' };
        let mut records = records(input, path, delimiter);
        if !records.advance()? {
            return Err(GraphError::Empty { path: path.to_owned() });
        }
        let first = first_id(&records, ids);
        let mut table = RawTable::of_header(&records, first + ids, asked)
            .map_err(|problem| records.problem(problem.unwrap_or(LineProblem::PropertyHeader { ids })))?;
        let mut kept = 0;
        while records.advance()? {
            let of_row: Vec<Cow<'_, str>> =
                (first..first + ids).map(|column| records.field(column)).collect();
            let of_row: Vec<&str> = of_row.iter().map(|id| &**id).collect();
            if keep(&of_row, kept).map_err(|problem| records.problem(problem))? {
                kept += 1;
                table
                    .columns
                    .iter_mut()
                    .for_each(|column| column.push(&records.field(column.place), records.line));
            }
        }
        Ok(table)
    }

    /// A table without rows, with the columns of a header from `start` on. What is wrong with it, if there is more to
    /// say than that none are properties.
    fn of_header(
        records: &CsvRecords<'_, impl Read>,
        start: usize,
        asked: Option<&BTreeSet<String>>,
    ) -> Result<RawTable, Option<LineProblem>> {
        let mut table = RawTable { columns: Vec::new(), left: Vec::new() };
        let mut known = HashSet::new();
        for (place, name) in records.fields().enumerate().skip(start) {
            if name.is_empty() {
                return Err(None);
            }
            if !known.insert(name.clone()) {
                return Err(Some(LineProblem::RepeatedProperty { name: excerpt(name.as_bytes()) }));
            }
            match asked.is_none_or(|asked| asked.contains(&*name)) {
                true => table.columns.push(RawColumn::new(name.into_owned(), place)),
                false => table.left.push(name.into_owned()),
            }
        }
        if known.is_empty() { Err(None) } else { Ok(table) }
    }
}

/// Where the ids start in a file with this header. Only of two ends can it be told that a column is neither.
fn first_id(records: &CsvRecords<'_, impl Read>, ids: usize) -> usize {
    let mut names = records.fields();
    let has_index = ids == 2 && names.next().is_some_and(|name| is_index(&name));
    usize::from(has_index && names.next().is_some_and(|name| !is_index(&name)))
}

/// The columns, each as what all its texts are: value `i` is that of row `rows[i]`.
fn columns(
    columns: Vec<RawColumn>,
    rows: &[usize],
    path: &Path,
) -> Result<Vec<(String, PropertyColumn)>, GraphError> {
    let column = |column: RawColumn| {
        let texts: Vec<&str> =
            rows.par_iter().with_min_len(STRETCH).map(|&row| column.text_of(row)).collect();
        let values = column_of(&texts);
        match column.too_large {
            Some((line, text)) if values.is_of_numbers() => {
                let problem = LineProblem::NumberTooLarge { property: column.name };
                Err(GraphError::Line { path: path.to_owned(), line, text, problem })
            }
            _ => Ok((column.name, values)),
        }
    };
    // All of them, so that of several wrong ones the first is told.
    columns.into_par_iter().map(column).collect::<Vec<_>>().into_iter().collect()
}

impl RawColumn {
    fn new(name: String, place: usize) -> Self {
        RawColumn { name, place, text: String::new(), ends: Vec::new(), too_large: None }
    }

    fn push(&mut self, text: &str, line: u64) {
        if self.too_large.is_none() && is_beyond_128_bits(text) {
            self.too_large = Some((line, excerpt(text.as_bytes())));
        }
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    fn text_of(&self, row: usize) -> &str {
        match row {
            NO_ROW => "",
            0 => &self.text[..self.ends[0]],
            _ => &self.text[self.ends[row - 1]..self.ends[row]],
        }
    }
}

/// Whether a text is a whole number that is none of ours: it could only be rounded, and others with it to the same.
fn is_beyond_128_bits(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    // 10^38 is below 2^127.
    digits.len() > 38 && digits.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<i128>().is_err()
}

/// A column of the kind that all its texts are: whole numbers, numbers, true or false, or text. An empty one is
/// missing.
fn column_of(texts: &[&str]) -> PropertyColumn {
    let texts_of = || texts.par_iter().with_min_len(STRETCH);
    let present: Vec<bool> = texts.iter().map(|text| !text.is_empty()).collect();
    let all = |is: &(dyn Fn(&str) -> bool + Sync)| texts_of().all(|text| text.is_empty() || is(text));
    let real = |text: &str| text.parse::<f64>().ok();
    let number = |text: &&str| match text.parse() {
        Ok(whole) => Some(Number::Whole(whole)),
        Err(_) => real(text).map(Number::Real),
    };
    let boolean = |text: &str| match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    let column = if all(&|text| text.parse::<i64>().is_ok()) {
        PropertyColumn::integers(texts_of().map(|text| text.parse().unwrap_or(0)).collect())
    } else if all(&|text| real(text).is_some()) {
        PropertyColumn::numbers(texts_of().map(number).collect())
    } else if all(&|text| boolean(text).is_some()) {
        PropertyColumn::booleans(texts_of().map(|text| boolean(text).unwrap_or(false)).collect())
    } else {
        PropertyColumn::texts(texts.iter().copied().map(Some))
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
        let beyond = of(&["9007199254740993", "2.5", "", "18446744073709551615"]);
        let whole = PropertyValue::Integer;
        let expected =
            [Some(whole((1 << 53) + 1)), Some(PropertyValue::Real(2.5)), None, Some(whole(u64::MAX.into()))];
        assert_eq!([0, 1, 2, 3].map(|row| beyond.get(row)), expected);
        let most = i128::MIN.to_string();
        assert_eq!(of(&[&most, "1e3"]).get(0), Some(whole(i128::MIN)));
        assert!(!is_beyond_128_bits(&most) && is_beyond_128_bits(&most.replace('-', "")));
        assert_eq!(of(&["1e3", "nan"]).get(1), None);
        assert_eq!(of(&["9223372036854775808"]).get(0), Some(whole(1 << 63)));
        assert_eq!(of(&["True", "", "false"]).get(0), Some(PropertyValue::Boolean(true)));
        assert_eq!(of(&["True", "1"]).get(1), Some(PropertyValue::Text("1")));
        assert_eq!(of(&["", ""]).get(0), None);
    }
}
