//! Files that are taken for graphs and are none: what they are, and what to do with them.

use std::path::Path;

use super::file_name::uncompressed;
use crate::graph::GraphError;

const AS_CSV: &str = "write its edges as CSV";
const WORKBOOK: (&str, &str) = ("a workbook of a spreadsheet", "save a sheet of it as CSV");
const AS_DATABASE: &str = "it has many graphs, in which patterns may be frequent";

/// What a file is that is no graph as text, and what to do with it, by its first bytes and its name.
pub(super) fn other_kind(head: &[u8], name: &Path) -> Option<(&'static str, &'static str)> {
    let text = head.trim_ascii_start();
    // Vertices may be called PAR1.
    let is_text = !head.iter().any(|&byte| byte < b'\t');
    match head {
        [b'P', b'K', 3, 4, ..] if is_called(name, &[".xlsx", ".xlsm", ".ods"]) => Some(WORKBOOK),
        [0xD0, 0xCF, 0x11, 0xE0, ..] if !is_text => Some(WORKBOOK),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some(("UTF-16 text", "write it as UTF-8")),
        [b'P', b'A', b'R', b'1', ..] if !is_text => Some(("a Parquet file", AS_CSV)),
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] if !is_text => Some(("an Arrow file", AS_CSV)),
        [0x89, b'H', b'D', b'F', ..] => Some(("an HDF5 file", AS_CSV)),
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Some(("a NumPy array", AS_CSV)),
        head if head.starts_with(b"SQLite format 3") => Some(("an SQLite database", AS_CSV)),
        _ if is_sdf(head) => Some((GraphError::SDF_KIND, AS_DATABASE)),
        // Its lines look like edges between molecules and their names.
        _ if is_called(name, &[".smi", ".smiles"]) => Some((GraphError::SMILES_KIND, AS_DATABASE)),
        _ if is_json_lines(text) => Some((
            GraphError::JSON_LINES_KIND,
            "a line of it may be a graph of many; if a line is an edge, write edges as CSV",
        )),
        _ if ["<html", "<!doctype html"].iter().any(|word| starts_with(text, word)) => {
            Some(("a web page", "download the file that it links to"))
        }
        _ if is_rdf(text) => Some(("RDF", AS_CSV)),
        _ if is_dot(text) => {
            Some(("a graph in the DOT language", "gv2gml of Graphviz writes it as GML, which is read"))
        }
        _ => None,
    }
}

/// Whether `text` starts with a word, in capitals or not.
fn starts_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether the fourth line is that of the counts of a molecule.
fn is_sdf(head: &[u8]) -> bool {
    let counts = head.split(|&byte| byte == b'\n').nth(3).unwrap_or_default().trim_ascii_end();
    let starts = counts.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    starts && (counts.ends_with(b" V2000") || counts.ends_with(b" V3000"))
}

/// Whether a file's name, when it is not compressed, ends in one of these.
fn is_called(name: &Path, endings: &[&str]) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    endings.iter().any(|ending| uncompressed(&name).ends_with(ending))
}

/// Whether the first line is an object of JSON, and the next one starts another.
fn is_json_lines(text: &[u8]) -> bool {
    let Some(end) = memchr::memchr(b'\n', text) else { return false };
    let (first, rest) = (text[..end].trim_ascii(), text[end..].trim_ascii_start());
    first.starts_with(b"{") && first.ends_with(b"}") && rest.starts_with(b"{")
}

/// Whether it is RDF: Turtle with its prefixes, triples one a line, or XML.
fn is_rdf(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first =
        lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    let is_triple =
        first.starts_with(b"<") && first.ends_with(b".") && memchr::memmem::find(first, b"> <").is_some();
    let has_prefixes = ["@prefix ", "@base ", "prefix ", "base "].iter().any(|word| starts_with(first, word));
    let is_xml = first.starts_with(b"<") && memchr::memmem::find(text, b"<rdf:RDF").is_some();
    is_triple || is_xml || has_prefixes && memchr::memchr(b'<', first).is_some()
}

/// Whether it starts as `graph {`, `strict digraph name {` and the like do.
fn is_dot(text: &[u8]) -> bool {
    let Some(open) = memchr::memchr(b'{', text) else { return false };
    let mut words = text[..open].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    words.next_if(|word| word.eq_ignore_ascii_case(b"strict"));
    let kind = words.next().unwrap_or_default();
    let is_kind = [&b"graph"[..], b"digraph"].iter().any(|word| kind.eq_ignore_ascii_case(word));
    // A name has no blanks, but within quotes.
    is_kind && words.next().is_none_or(|name| name.starts_with(b"\"") || words.next().is_none())
}
