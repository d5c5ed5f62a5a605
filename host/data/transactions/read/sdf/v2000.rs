//! Molecules in fixed columns.

use super::{COUNTS, DatabasePart, MoleculeLines};
use crate::transactions::Problem;
use crate::transactions::read::wrong::Wrong;

const ATOM: &str = "an atom line: coordinates in 30 columns, a blank, and the symbol";
const BOND: &str = "a bond line: two atoms and the type in three columns each";

const MORE: &str = "a line of properties, or 'M  END': there are as many bonds as the counts line says";

/// Adds the atoms and bonds of a molecule that has begun; the place of the line after its end.
pub(super) fn read(part: &mut DatabasePart, molecule: &MoleculeLines<'_, '_>) -> Result<usize, Wrong> {
    let lines = molecule.lines;
    let counts = lines.get(3);
    let [Some(atoms), Some(bonds)] = [0, 3].map(|at| counts.and_then(|(_, text)| column(text, at))) else {
        return Err(molecule.form(counts, COUNTS));
    };
    for at in 4..4 + atoms as usize {
        let line = lines.get(at);
        let symbol =
            line.and_then(|(_, text)| text.get(31..)).map(|rest| rest.get(..3).unwrap_or(rest).trim());
        match symbol.and_then(|symbol| symbol.split_ascii_whitespace().next()) {
            Some(symbol) => part.vertex(symbol),
            None => return Err(molecule.form(line, ATOM)),
        };
    }
    let first = 4 + atoms as usize;
    for at in first..first + bonds as usize {
        let line = lines.get(at);
        let numbers = line.map(|(_, text)| [0, 3, 6].map(|at| column(text, at)));
        let Some([Some(u), Some(v), Some(kind)]) = numbers else { return Err(molecule.form(line, BOND)) };
        let line = lines[at].0;
        if let Some(missing) = [u, v].into_iter().find(|atom| !(1..=atoms).contains(atom)) {
            return Err(molecule.wrong(line, Problem::NoSuchVertex { id: missing.to_string() }));
        }
        if u == v {
            return Err(molecule.wrong(line, Problem::Loop { id: u.to_string() }));
        }
        part.edge(u - 1, v - 1, &kind.to_string());
    }
    part.end().map_err(|(bond, problem)| molecule.wrong(lines[first + bond].0, problem))?;
    after_properties(molecule, first + bonds as usize)
}

/// The place after the lines of properties that start at `first`: after `M  END`, or the data items, where that is
/// missing.
fn after_properties(molecule: &MoleculeLines<'_, '_>, first: usize) -> Result<usize, Wrong> {
    for (line, at) in molecule.lines[first..].iter().zip(first..) {
        let text = line.1.as_ref();
        if text.starts_with("M  END") {
            return Ok(at + 1);
        }
        if text.starts_with('>') || super::is_counts(text.trim_end()) {
            return Ok(at);
        }
        if [0, 3, 6].iter().all(|&at| column(text, at).is_some()) {
            return Err(molecule.form(Some(line), MORE));
        }
    }
    Ok(molecule.lines.len())
}

/// The number in the three columns from `start` on.
pub(super) fn column(text: &str, start: usize) -> Option<u32> {
    text.get(start..start + 3)?.trim().parse().ok()
}
