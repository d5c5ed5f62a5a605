//! Molecules of lines `M  V30 `, with words between blanks: blocks of atoms and bonds, and others that are left.

use std::borrow::Cow;
use std::slice;

use rustc_hash::FxHashMap;

use super::{DatabasePart, MoleculeLines, NumberedLine};
use crate::transactions::Problem;
use crate::transactions::read::wrong::Wrong;

const COUNTS: &str = "'M  V30 COUNTS' with the numbers of atoms and bonds, before the atoms";
const ATOM: &str = "an atom as 'M  V30 INDEX SYMBOL X Y Z MAP', or 'M  V30 END ATOM'";
const BOND: &str = "a bond as 'M  V30 INDEX TYPE ATOM ATOM', or 'M  V30 END BOND'";
const LINE: &str = "a line that starts with 'M  V30 '";
const NO_END: &str = "'M  V30 END CTAB' after the atoms and bonds that 'M  V30 COUNTS' announces";

/// Adds the atoms and bonds of a molecule that has begun; the place of the line after its end.
pub(super) fn read(part: &mut DatabasePart, molecule: &MoleculeLines<'_, '_>) -> Result<usize, Wrong> {
    let lines = Statements { molecule, rest: molecule.lines.get(4..).unwrap_or_default().iter() };
    let mut table = Ctab { lines, part, atoms: FxHashMap::default(), bonds: Vec::new() };
    table.read()?;
    let (bonds, rest) = (table.bonds, table.lines.rest.as_slice());
    part.end().map_err(|(bond, problem)| molecule.wrong(bonds[bond], problem))?;
    // Other tables of `M  V30 ` lines may follow, as of templates.
    let is_table = |(_, text): &NumberedLine<'_>| text.starts_with("M  V30 ") || text.trim().is_empty();
    let skipped = rest.iter().take_while(|line| is_table(line)).count();
    let ends = rest.get(skipped).is_some_and(|(_, text)| text.starts_with("M  END"));
    Ok(molecule.lines.len() - rest.len() + skipped + usize::from(ends))
}

/// A line of a table, and those that continue it.
struct Statement<'s, 't> {
    line: &'s NumberedLine<'t>,
    text: Cow<'s, str>,
}

/// The lines of a table that are left, without their `M  V30 `.
struct Statements<'s, 't> {
    molecule: &'s MoleculeLines<'s, 't>,
    rest: slice::Iter<'s, NumberedLine<'t>>,
}

impl<'s, 't> Statements<'s, 't> {
    /// The next line, or the error that there is none; with those that it is continued on, which a hyphen at its end
    /// says.
    fn next(&mut self) -> Result<Statement<'s, 't>, Wrong> {
        let (line, text) = self.line()?;
        let mut text = Cow::from(text);
        while let Some(start) = text.strip_suffix('-') {
            let (_, more) = self.line()?;
            text = format!("{start}{more}").into();
        }
        Ok(Statement { line, text })
    }

    fn line(&mut self) -> Result<(&'s NumberedLine<'t>, &'s str), Wrong> {
        let line = self.rest.next().ok_or_else(|| self.molecule.form(None, NO_END))?;
        let text = line.1.strip_prefix("M  V30 ").ok_or_else(|| {
            let expected = if line.1.starts_with("M  END") { NO_END } else { LINE };
            self.molecule.form(Some(line), expected)
        })?;
        Ok((line, text.trim_end()))
    }
}

/// The table of atoms and bonds ("CTAB") being read.
struct Ctab<'s, 't, 'p> {
    lines: Statements<'s, 't>,
    part: &'p mut DatabasePart,
    /// The number that each index stands for.
    atoms: FxHashMap<u32, u32>,
    /// The line of each bond.
    bonds: Vec<u64>,
}

impl Ctab<'_, '_, '_> {
    fn read(&mut self) -> Result<(), Wrong> {
        let mut counts = None;
        loop {
            let statement = self.lines.next()?;
            let words: Vec<&str> = statement.text.split_ascii_whitespace().collect();
            match words.as_slice() {
                ["BEGIN", "CTAB", ..] => {}
                ["COUNTS", atoms, bonds, ..] => match (atoms.parse::<usize>(), bonds.parse::<usize>()) {
                    (Ok(atoms), Ok(bonds)) => counts = Some((atoms, bonds)),
                    _ => return Err(self.form(&statement, COUNTS)),
                },
                _ if counts.is_none() => return Err(self.form(&statement, COUNTS)),
                ["BEGIN", "ATOM"] => self.block("ATOM", Self::atom)?,
                ["BEGIN", "BOND"] => self.block("BOND", Self::bond)?,
                ["BEGIN", kind, ..] => self.block(kind, |_, _, _| Ok(()))?,
                ["END", "CTAB"] if counts == Some((self.atoms.len(), self.bonds.len())) => return Ok(()),
                ["END", "CTAB"] => return Err(self.form(&statement, NO_END)),
                // A line between blocks, such as LINKNODE.
                _ => {}
            }
        }
    }

    /// Reads the lines of a block up to its end.
    fn block(
        &mut self,
        kind: &str,
        mut line: impl FnMut(&mut Self, &Statement<'_, '_>, &[&str]) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        loop {
            let statement = self.lines.next()?;
            let words: Vec<&str> = statement.text.split_ascii_whitespace().collect();
            if let ["END", ended] = words[..]
                && ended == kind
            {
                return Ok(());
            }
            line(self, &statement, &words)?;
        }
    }

    fn atom(&mut self, statement: &Statement<'_, '_>, words: &[&str]) -> Result<(), Wrong> {
        let &[index, symbol, _, _, _, ..] = words else { return Err(self.form(statement, ATOM)) };
        let index = index.parse().map_err(|_| self.form(statement, ATOM))?;
        // Words may stand in quotes, as "*" does: the symbol is the same in V2000, without.
        let vertex = self.part.vertex(symbol.trim_matches('"'));
        match self.atoms.insert(index, vertex) {
            None => Ok(()),
            Some(_) => Err(self.wrong(statement, Problem::DuplicateVertex { id: index.to_string() })),
        }
    }

    fn bond(&mut self, statement: &Statement<'_, '_>, words: &[&str]) -> Result<(), Wrong> {
        let &[_, kind, from, to, ..] = words else { return Err(self.form(statement, BOND)) };
        let [Ok(kind), Ok(from), Ok(to)] = [kind, from, to].map(str::parse::<u32>) else {
            return Err(self.form(statement, BOND));
        };
        let vertex = |atom: u32| {
            let missing = || self.wrong(statement, Problem::NoSuchVertex { id: atom.to_string() });
            self.atoms.get(&atom).copied().ok_or_else(missing)
        };
        let (u, v) = (vertex(from)?, vertex(to)?);
        if u == v {
            return Err(self.wrong(statement, Problem::Loop { id: from.to_string() }));
        }
        self.part.edge(u, v, &kind.to_string());
        self.bonds.push(statement.line.0);
        Ok(())
    }

    fn form(&self, statement: &Statement<'_, '_>, expected: &'static str) -> Wrong {
        self.lines.molecule.form(Some(statement.line), expected)
    }

    fn wrong(&self, statement: &Statement<'_, '_>, problem: Problem) -> Wrong {
        self.lines.molecule.wrong(statement.line.0, problem)
    }
}
