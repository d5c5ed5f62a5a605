//! SDF and MOL files, V2000 (BIOVIA, "CTfile Formats"): molecules with fixed columns, each ended by `$$$$`.
//!
//! Vertices are the atoms, labelled by their symbol; edges the bonds, labelled by their type: 1, 2 and 3, and 4 for an
//! aromatic one. A graph is called by its title line, or else by its number from 1 on; a data item `class` is its class.

use rayon::prelude::*;

use super::database_part::DatabasePart;
use super::{Wrong, blocks, shorten};
use crate::transactions::Problem;

const COUNTS: &str = "a counts line: how many atoms and bonds in three columns each, and V2000 at its end";
const ATOM: &str = "an atom line: coordinates in 30 columns, a blank, and the symbol";
const BOND: &str = "a bond line: two atoms and the type in three columns each";
const DELIMITER: &[u8] = b"$$$$";

/// A line and its number from 1 on.
type Line<'t> = (u64, &'t str);

/// Reads `text`, in parallel over blocks that end after a delimiter.
pub(super) fn read(text: &[u8], block_bytes: usize) -> Result<Vec<DatabasePart>, Wrong> {
    let blocks = cut(text, block_bytes);
    let mut lines = 0;
    let mut molecules = 0;
    let firsts: Vec<(u64, u64)> = blocks
        .iter()
        .map(|block| {
            let first = (lines, molecules);
            lines += blocks::lines_before(block, block.len());
            molecules += blocks::lines(block).filter(|line| line.starts_with(DELIMITER)).count() as u64;
            first
        })
        .collect();
    let read = |(block, (line, molecule)): (&&[u8], (u64, u64))| read_block(block, line, molecule);
    let parts: Vec<_> = blocks.par_iter().zip(firsts).map(read).collect();
    // The first error of the text is reported, whichever task ends first.
    parts.into_iter().collect()
}

/// Cuts a text after delimiters into blocks of more than `block_bytes` bytes, all but the last.
fn cut(text: &[u8], block_bytes: usize) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while rest.len() > block_bytes {
        let delimiter = memchr::memmem::find(&rest[block_bytes..], b"\n$$$$");
        let start = delimiter.map(|at| block_bytes + at + 1);
        let end = start.and_then(|start| memchr::memchr(b'\n', &rest[start..]).map(|end| start + end + 1));
        let Some(end) = end else { break };
        let (block, after) = rest.split_at(end);
        blocks.push(block);
        rest = after;
    }
    blocks.push(rest);
    blocks
}

/// Reads the molecules of a block which so many lines and molecules come before.
fn read_block(block: &[u8], lines_before: u64, molecules_before: u64) -> Result<DatabasePart, Wrong> {
    let mut part = DatabasePart::default();
    let mut record: Vec<Line<'_>> = Vec::new();
    let mut molecule = molecules_before;
    for (line, number) in blocks::lines(block).zip(lines_before + 1..) {
        let text = std::str::from_utf8(line).map_err(|_| Wrong::new(number, None, Problem::NotUtf8))?;
        if line.starts_with(DELIMITER) {
            molecule += 1;
            read_molecule(&mut part, &record, molecule, number)?;
            record.clear();
        } else {
            record.push((number, text.trim_end_matches('\r')));
        }
    }
    // A MOL file has no delimiter.
    if record.iter().any(|(_, text)| !text.trim().is_empty()) {
        let end = record.last().map_or(0, |(number, _)| *number);
        read_molecule(&mut part, &record, molecule + 1, end)?;
    }
    Ok(part)
}

/// Reads molecule number `number`, whose lines end before line `end`.
fn read_molecule(part: &mut DatabasePart, lines: &[Line<'_>], number: u64, end: u64) -> Result<(), Wrong> {
    let title = lines.first().map_or("", |(_, title)| title.trim());
    let number = number.to_string();
    let name = if title.is_empty() { number.as_str() } else { title };
    let wrong = |line: u64, problem| Wrong::new(line, Some(name.to_owned()), problem);
    let form = |line: Option<&Line<'_>>, expected| {
        let (line, found) =
            line.map_or((end, "the end of the molecule".to_owned()), |(n, text)| (*n, shorten(text)));
        wrong(line, Problem::Form { expected, found })
    };
    let counts = lines.get(3);
    let (_, text) = counts.ok_or_else(|| form(None, COUNTS))?;
    if text.contains("V3000") {
        let problem = Problem::Unsupported { what: "V3000".into(), instead: "write the molecules as V2000" };
        return Err(wrong(counts.map_or(end, |line| line.0), problem));
    }
    let [Some(atoms), Some(bonds)] = [0, 3].map(|at| column(text, at)) else {
        return Err(form(counts, COUNTS));
    };
    part.begin(name, class(lines));
    for at in 4..4 + atoms as usize {
        let line = lines.get(at);
        let symbol =
            line.and_then(|(_, text)| text.get(31..)).map(|rest| rest.get(..3).unwrap_or(rest).trim());
        match symbol.and_then(|symbol| symbol.split_ascii_whitespace().next()) {
            Some(symbol) => part.vertex(symbol),
            None => return Err(form(line, ATOM)),
        };
    }
    let first = 4 + atoms as usize;
    for at in first..first + bonds as usize {
        let line = lines.get(at);
        let numbers = line.map(|(_, text)| [0, 3, 6].map(|at| column(text, at)));
        let Some([Some(u), Some(v), Some(kind)]) = numbers else { return Err(form(line, BOND)) };
        let line = lines[at].0;
        if let Some(missing) = [u, v].into_iter().find(|atom| !(1..=atoms).contains(atom)) {
            return Err(wrong(line, Problem::NoSuchVertex { id: missing.to_string() }));
        }
        if u == v {
            return Err(wrong(line, Problem::Loop { id: u.to_string() }));
        }
        part.edge(u - 1, v - 1, &kind.to_string());
    }
    part.end().map_err(|(bond, problem)| wrong(lines[first + bond].0, problem))
}

/// The number in the three columns from `start` on.
fn column(text: &str, start: usize) -> Option<u32> {
    text.get(start..start + 3)?.trim().parse().ok()
}

/// The data item that is called `class`.
fn class<'t>(lines: &[Line<'t>]) -> Option<&'t str> {
    let is_class = |text: &str| text.starts_with('>') && text.to_ascii_lowercase().contains("<class>");
    let at = lines.iter().position(|(_, text)| is_class(text))?;
    lines.get(at + 1).map(|(_, text)| text.trim()).filter(|class| !class.is_empty())
}
