//! SDF and MOL files, V2000 and V3000 (BIOVIA, "CTfile Formats"): molecules, each ended by `$$$$`.
//!
//! Vertices are the atoms, labelled by their symbol; edges the bonds, labelled by their type: 1, 2 and 3, and 4 for an
//! aromatic one. A graph is called by its title line, or else by its number from 1 on; a data item `class` is its
//! class. A line that is not UTF-8 is read as Latin-1, as titles and data may be.

mod v2000;
mod v3000;

use std::borrow::Cow;

use rayon::prelude::*;

use super::database_part::DatabasePart;
use super::wrong::{Wrong, shorten};
use super::{DatabaseOptions, blocks};
use crate::graph::MOST_WORD_BYTES;
use crate::transactions::Problem;

const COUNTS: &str =
    "a counts line: how many atoms and bonds in three columns each, and V2000 or V3000 at its end";
const AFTER: &str = "'$$$$' before the next molecule: after 'M  END' come data items, which start with '>'";
const DELIMITER: &[u8] = b"$$$$";

/// A line and its number from 1 on.
type NumberedLine<'t> = (u64, Cow<'t, str>);

/// Reads `text`, in parallel over blocks that end after a delimiter.
pub(super) fn read(text: &[u8], options: &DatabaseOptions) -> Result<Vec<DatabasePart>, Wrong> {
    let blocks = cut(text, options.block_bytes);
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
    let read = |(block, before): (&&[u8], (u64, u64))| read_block(DatabasePart::new(options), block, before);
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
fn read_block(
    mut part: DatabasePart,
    block: &[u8],
    (lines_before, molecules_before): (u64, u64),
) -> Result<DatabasePart, Wrong> {
    let mut record: Vec<NumberedLine<'_>> = Vec::new();
    let mut number = molecules_before;
    for (line, place) in blocks::lines(block).zip(lines_before + 1..) {
        if line.starts_with(DELIMITER) {
            number += 1;
            let read = MoleculeLines { lines: &record, number, end: place }.read(&mut part);
            part.settle(read)?;
            record.clear();
        } else {
            record.push((place, blocks::utf8_or_latin1(line.strip_suffix(b"\r").unwrap_or(line))));
        }
    }
    // A MOL file has no delimiter.
    if record.iter().any(|(_, text)| !text.trim().is_empty()) {
        let end = record.last().map_or(0, |(place, _)| *place);
        let read = MoleculeLines { lines: &record, number: number + 1, end }.read(&mut part);
        part.settle(read)?;
    }
    Ok(part)
}

/// The lines of a molecule.
struct MoleculeLines<'l, 't> {
    lines: &'l [NumberedLine<'t>],
    /// Its number in the file, from 1 on.
    number: u64,
    /// The line that ends it.
    end: u64,
}

impl MoleculeLines<'_, '_> {
    /// Adds the molecule to `part`.
    fn read(&self, part: &mut DatabasePart) -> Result<(), Wrong> {
        if let Some((line, _)) = self.lines.iter().find(|(_, text)| text.len() > MOST_WORD_BYTES) {
            return Err(Wrong::new(*line, None, Problem::TooLong { what: "line" }));
        }
        let counts = self.lines.get(3);
        let (_, text) = counts.ok_or_else(|| self.form(None, COUNTS))?;
        part.begin(&self.name(), class(self.lines));
        let end = if text.contains("V3000") { v3000::read(part, self) } else { v2000::read(part, self) }?;
        self.check_rest(end)
    }

    /// Checks that the lines from place `end` on, after the table of atoms and bonds, are data items, so that no
    /// molecule is lost whose predecessor lacks its delimiter.
    fn check_rest(&self, end: usize) -> Result<(), Wrong> {
        let mut in_data = false;
        for line in self.lines.get(end..).unwrap_or_default() {
            let text = line.1.trim_end();
            in_data |= text.starts_with('>');
            let is_lost = !in_data && !text.is_empty() || is_counts(text);
            if is_lost {
                return Err(self.form(Some(line), AFTER));
            }
        }
        Ok(())
    }

    /// Its title, or else its number.
    fn name(&self) -> String {
        let title = self.lines.first().map_or("", |(_, title)| title.trim());
        if title.is_empty() { self.number.to_string() } else { title.to_owned() }
    }

    fn wrong(&self, line: u64, problem: Problem) -> Wrong {
        Wrong::new(line, Some(self.name()), problem)
    }

    /// The error of a line that is not as it should be, or not there.
    fn form(&self, line: Option<&NumberedLine<'_>>, expected: &'static str) -> Wrong {
        let (line, found) =
            line.map_or((self.end, "the end of the molecule".to_owned()), |(n, text)| (*n, shorten(text)));
        self.wrong(line, Problem::Form { expected, found })
    }
}

/// Whether a line is like that of the counts of a molecule.
fn is_counts(text: &str) -> bool {
    let numbers = || [0, 3].iter().all(|&at| v2000::column(text, at).is_some());
    ["V2000", "V3000"].iter().any(|version| text.ends_with(version)) && numbers()
}

/// The data item that is called `class`.
fn class<'l>(lines: &'l [NumberedLine<'_>]) -> Option<&'l str> {
    let is_class = |text: &str| text.starts_with('>') && text.to_ascii_lowercase().contains("<class>");
    let at = lines.iter().position(|(_, text)| is_class(text))?;
    lines.get(at + 1).map(|(_, text)| text.trim()).filter(|class| !class.is_empty())
}
