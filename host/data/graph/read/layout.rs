//! What the first lines of a text say of its ids and columns.

use std::collections::{BTreeMap, HashSet};

use super::fields::{Field, Separator, without_attributes};
use super::scan::{columns, id, is_binary, is_comment, is_number_like, is_word};
use super::tell::gives_away;
use super::{ExtraColumns, GraphFormat, LoadOptions};
use crate::graph::LineProblem;

/// Bytes that tell how a text is laid out.
pub(super) const FIRST_LINES: usize = 1 << 16;
/// Bytes of comments after which nothing is told by what follows.
pub(super) const MOST_COMMENTS: usize = 1 << 26;

/// How a text that may be an edge list is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Two numbers a line; whatever else there is, is for the reader of such lines to explain.
    Numbers,
    /// Two names a line.
    Names(Separator),
    /// A vertex and its neighbours a line: names with that between them, or numbers.
    Adjacency(Option<Separator>),
}

/// A line that tells that the text cannot be read, or not in one way only.
#[derive(Debug)]
pub(super) struct BadStart<'t> {
    /// The line's number, from 1.
    pub line: u64,
    pub text: &'t [u8],
    pub problem: LineProblem,
}

/// A line with fields: its number, and its text without attributes in braces.
type DataLine<'t> = (u64, &'t [u8]);

/// The layout of a text that begins with `head`, which ends with a line, and is all of the text if `is_whole`.
pub(super) fn of<'t>(head: &'t [u8], is_whole: bool, options: &LoadOptions) -> Result<Layout, BadStart<'t>> {
    let lines: Vec<DataLine<'t>> = data_lines(head).collect();
    let Some(&(_, first)) = lines.first() else { return Ok(Layout::Numbers) };
    let separator = text_of(first).filter(|_| options.names || is_by_name(first)).map(Separator::of);
    if options.format == Some(GraphFormat::AdjacencyList) {
        return Ok(Layout::Adjacency(separator));
    }
    if gives_away(head, first) || is_binary(first) {
        return Ok(Layout::Numbers);
    }
    match separator {
        Some(separator) => of_names(&lines, is_whole, separator, options),
        None => of_numbers(&lines, options),
    }
}

/// Whether there is a line with fields among these.
pub(super) fn has_data(lines: &[u8]) -> bool {
    data_lines(lines).next().is_some()
}

/// Whether nobody has said what more than two columns are.
fn may_be_adjacency(options: &LoadOptions) -> bool {
    options.extra_columns == ExtraColumns::Refuse && options.format.is_none()
}

fn data_lines(head: &[u8]) -> impl Iterator<Item = DataLine<'_>> {
    let lines =
        (1..).zip(head.split(|&byte| byte == b'\n')).map(|(number, line)| (number, line.trim_ascii()));
    let data = lines.filter(|(_, line)| !line.is_empty() && !is_comment(line));
    data.map(|(number, line)| (number, without_attributes(line).0))
}

fn text_of(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok()
}

/// Whether the first line of a text says that ids are names: one of its first two columns is quoted, or a word.
fn is_by_name(line: &[u8]) -> bool {
    columns(line).take(2).any(is_word)
}

fn of_numbers<'t>(lines: &[DataLine<'t>], options: &LoadOptions) -> Result<Layout, BadStart<'t>> {
    let are_ids = |line: &[u8]| columns(line).all(|column| id(column).is_ok());
    if !may_be_adjacency(options) || !lines.iter().all(|(_, line)| are_ids(line)) {
        return Ok(Layout::Numbers);
    }
    let counts = LineCounts::of(lines.iter().map(|(_, line)| columns(line).count()));
    match counts.say() {
        ColumnCounts::Two => Ok(Layout::Numbers),
        ColumnCounts::Vary => Ok(Layout::Adjacency(None)),
        ColumnCounts::Unclear => Err(unclear(lines, |line| columns(line).count())),
    }
}

fn of_names<'t>(
    lines: &[DataLine<'t>],
    is_whole: bool,
    separator: Separator,
    options: &LoadOptions,
) -> Result<Layout, BadStart<'t>> {
    let fields = |line: &'t [u8]| text_of(line).and_then(|text| separator.split(text).ok());
    let split: Option<Vec<Vec<Field<'t>>>> = lines.iter().map(|(_, line)| fields(line)).collect();
    // A line that is no fields is explained by the reader of names.
    let Some(split) = split else { return Ok(Layout::Names(separator)) };
    if let Some(problem) = heading(&split).filter(|_| !options.names) {
        let (line, text) = lines[0];
        return Err(BadStart { line, text, problem });
    }
    let counts = LineCounts::of(split.iter().map(Vec::len));
    let numbers_follow =
        split.iter().flat_map(|fields| fields.iter().skip(2)).all(|field| is_number_like(&field.text));
    match counts.say() {
        _ if !may_be_adjacency(options) => Ok(Layout::Names(separator)),
        ColumnCounts::Two => Ok(Layout::Names(separator)),
        ColumnCounts::Vary if is_whole && each_has_a_line(&split) => Ok(Layout::Adjacency(Some(separator))),
        // Weights or time stamps, which the reader of names refuses.
        _ if numbers_follow => Ok(Layout::Names(separator)),
        _ => Err(unclear(lines, |line| fields(line).map_or(0, |fields| fields.len()))),
    }
}

/// What is wrong with a first line that is no edge: it has words where all lines after it have numbers, or words that
/// columns are called by.
fn heading(split: &[Vec<Field<'_>>]) -> Option<LineProblem> {
    let (first, rest) = split.split_first()?;
    let is_number = |field: &Field<'_>| !field.quoted && id(field.text.as_bytes()).is_ok();
    let word = first.iter().take(2).find(|field| !field.quoted && !is_number(field));
    let of_numbers = |fields: &Vec<Field<'_>>| fields.iter().take(2).all(is_number);
    if let Some(word) = word.filter(|_| !rest.is_empty() && rest.iter().all(of_numbers)) {
        return Some(LineProblem::NotAnId { token: word.text.clone().into_owned() });
    }
    let [from, to, ..] = &first[..] else { return None };
    super::csv::are_ends(&from.text, &to.text).then_some(LineProblem::Heading)
}

/// Whether every name starts a line of its own, as in the lists that NetworkX writes; sentences do not.
fn each_has_a_line(split: &[Vec<Field<'_>>]) -> bool {
    let starts: HashSet<&str> = split.iter().map(|fields| &*fields[0].text).collect();
    starts.len() == split.len() && split.iter().flatten().all(|field| starts.contains(&*field.text))
}

/// The first line with more than two ids, which may be one thing or another.
fn unclear<'t>(lines: &[DataLine<'t>], columns: impl Fn(&'t [u8]) -> usize) -> BadStart<'t> {
    let longer = lines.iter().find(|(_, line)| columns(line) > 2).unwrap_or(&lines[0]);
    BadStart { line: longer.0, text: longer.1, problem: LineProblem::ExtraIds }
}

/// How many lines have so many columns.
struct LineCounts(BTreeMap<usize, usize>);

/// What the numbers of columns say.
enum ColumnCounts {
    /// No line has more than two.
    Two,
    /// They differ as those of lists of neighbours do.
    Vary,
    /// Lines may be edges with something more, or lists of neighbours.
    Unclear,
}

impl LineCounts {
    fn of(lines: impl Iterator<Item = usize>) -> LineCounts {
        let mut counts = BTreeMap::new();
        lines.for_each(|columns| *counts.entry(columns).or_default() += 1);
        LineCounts(counts)
    }

    fn say(&self) -> ColumnCounts {
        let most = self.0.last_key_value().map_or(0, |(&columns, _)| columns);
        let lines: usize = self.0.values().sum();
        // A few lines that are cut off, or have one column more, do not make lists of neighbours of edges with weights.
        let even = lines >= 10 && self.0.iter().any(|(&columns, &some)| columns > 2 && 10 * some > 9 * lines);
        let beyond = most >= 4 || self.0.contains_key(&1);
        match most {
            0..=2 => ColumnCounts::Two,
            _ if self.0.len() > 1 && beyond && !even => ColumnCounts::Vary,
            _ => ColumnCounts::Unclear,
        }
    }
}
