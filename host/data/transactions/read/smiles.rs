//! SMILES, a molecule to a line: `CCO ethanol`.
//!
//! Vertices are the atoms that are written, labelled by their element (`C` for `c`); hydrogens that are only implied
//! are none. Edges are labelled as in MOL files: 1, 2 and 3, and 4 for an aromatic bond; a quadruple bond is 5.
//! Charges, isotopes and stereochemistry are left out. A line that is not UTF-8 is read as Latin-1, as names may be.

use std::thread;

use purr::feature::{AtomKind, BondKind, BracketSymbol, Rnum};
use purr::read::Error;
use purr::walk::Follower;
use rayon::prelude::*;

use super::database_part::DatabasePart;
use super::wrong::{Wrong, shorten};
use super::{DatabaseOptions, blocks};
use crate::graph::MOST_WORD_BYTES;
use crate::transactions::Problem;

/// The parser's stack grows with a molecule: longer ones than this are read on a stack of their own.
const SHORT: usize = 256;
/// The longest molecule, for which a stack of [`STACK_BYTES`] suffices.
const LONGEST: usize = 50_000;
const STACK_BYTES: usize = 512 << 20;

/// Reads `text`, in parallel over blocks of lines.
pub(super) fn read(text: &[u8], options: &DatabaseOptions) -> Result<Vec<DatabasePart>, Wrong> {
    let blocks = blocks::split(text, options.block_bytes, |_| true);
    let read = |block: &blocks::TextBlock<'_>| {
        let before = blocks::lines_before(text, block.start);
        let mut part = DatabasePart::new(options);
        for (number, line) in blocks::numbered(block.text, before + 1) {
            let read = molecule(&mut part, line, number);
            part.settle(read)?;
        }
        Ok(part)
    };
    let parts: Vec<_> = blocks.par_iter().map(read).collect();
    // The first error of the text is reported, whichever task ends first.
    parts.into_iter().collect()
}

/// Reads a line: a molecule and its name. Without a name, it is called by the number of its line.
fn molecule(part: &mut DatabasePart, line: &[u8], number: u64) -> Result<(), Wrong> {
    let wrong = |name: Option<&str>, problem| Wrong::new(number, name.map(str::to_owned), problem);
    if line.len() > MOST_WORD_BYTES {
        return Err(wrong(None, Problem::TooLong { what: "line" }));
    }
    let line = blocks::utf8_or_latin1(line);
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(());
    }
    let (smiles, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let given = number.to_string();
    let name = match name.trim() {
        "" => given.as_str(),
        name => name,
    };
    part.begin(name, None);
    let mut molecule =
        Molecule { part, aromatic: Vec::new(), path: Vec::new(), open: Vec::new(), problem: None };
    let result = molecule.parse(smiles);
    let Molecule { open, problem, .. } = molecule;
    let reason = match (result, problem, open.first()) {
        (Err(reason), ..) | (_, Some(reason), _) => Some(reason),
        (.., Some(open)) => Some(format!("ring closure {} is not closed", open.ring)),
        _ => None,
    };
    if let Some(reason) = reason {
        return Err(wrong(Some(name), Problem::Smiles { reason, found: shorten(smiles) }));
    }
    part.end().map_err(|(_, problem)| wrong(Some(name), problem))
}

/// A ring closure that waits for its other end.
struct Open {
    ring: Rnum,
    atom: u32,
    bond: BondKind,
}

/// A molecule being read.
struct Molecule<'p> {
    part: &'p mut DatabasePart,
    aromatic: Vec<bool>,
    /// The atoms from the last start to the one that is bound next.
    path: Vec<u32>,
    open: Vec<Open>,
    problem: Option<String>,
}

impl Molecule<'_> {
    fn parse(&mut self, smiles: &str) -> Result<(), String> {
        let explain = |error| match error {
            Error::EndOfLine => "it ends too early".into(),
            Error::Character(at) => match smiles.chars().nth(at) {
                Some(found) => format!("unexpected '{found}' at character {}", at + 1),
                None => "it ends too early".into(),
            },
        };
        match smiles.len() {
            ..=SHORT => purr::read::read(smiles, self, None).map_err(explain),
            length if length <= LONGEST => thread::scope(|scope| {
                let reader = thread::Builder::new().stack_size(STACK_BYTES);
                let reader = reader.spawn_scoped(scope, || purr::read::read(smiles, self, None));
                let result = reader.map_err(|error| format!("no thread to read it: {error}"))?.join();
                result.map_err(|_| "the parser failed".to_owned())?.map_err(explain)
            }),
            length => Err(format!("it has {length} characters, and {LONGEST} are supported")),
        }
    }

    fn add_atom(&mut self, kind: &AtomKind) -> u32 {
        self.aromatic.push(kind.is_aromatic());
        let mut symbol = match kind {
            AtomKind::Star => "*".to_owned(),
            AtomKind::Aliphatic(atom) => atom.to_string(),
            AtomKind::Aromatic(atom) => atom.to_string(),
            AtomKind::Bracket { symbol: BracketSymbol::Star, .. } => "*".to_owned(),
            AtomKind::Bracket { symbol: BracketSymbol::Element(element), .. } => element.to_string(),
            AtomKind::Bracket { symbol: BracketSymbol::Aromatic(atom), .. } => atom.to_string(),
        };
        symbol[..1].make_ascii_uppercase();
        let atom = self.part.vertex(&symbol);
        self.path.push(atom);
        atom
    }

    fn add_bond(&mut self, u: u32, v: u32, bond: &BondKind) {
        let both_aromatic = self.aromatic[u as usize] && self.aromatic[v as usize];
        let label = match bond {
            BondKind::Elided if both_aromatic => "4",
            BondKind::Elided | BondKind::Single | BondKind::Up | BondKind::Down => "1",
            BondKind::Double => "2",
            BondKind::Triple => "3",
            BondKind::Aromatic => "4",
            BondKind::Quadruple => "5",
        };
        self.part.edge(u, v, label);
    }

    fn head(&self) -> u32 {
        *self.path.last().expect("the parser starts with an atom")
    }
}

impl Follower for Molecule<'_> {
    fn root(&mut self, atom: AtomKind) {
        self.add_atom(&atom);
    }

    fn extend(&mut self, bond: BondKind, atom: AtomKind) {
        let from = self.head();
        let to = self.add_atom(&atom);
        self.add_bond(from, to, &bond);
    }

    fn join(&mut self, bond: BondKind, ring: Rnum) {
        let atom = self.head();
        let Some(at) = self.open.iter().position(|open| open.ring == ring) else {
            self.open.push(Open { ring, atom, bond });
            return;
        };
        let start = self.open.swap_remove(at);
        let bond = match (start.bond, bond) {
            (BondKind::Elided, bond) | (bond, BondKind::Elided) => bond,
            (first, second) if label_of(&first) == label_of(&second) => first,
            _ => {
                self.problem.get_or_insert(format!("the bonds of ring closure {ring} differ"));
                return;
            }
        };
        if start.atom == atom {
            self.problem.get_or_insert(format!("ring closure {ring} joins an atom to itself"));
            return;
        }
        self.add_bond(start.atom, atom, &bond);
    }

    fn pop(&mut self, depth: usize) {
        self.path.truncate(self.path.len() - depth);
    }
}

/// What must agree at both ends of a ring closure: directions are not looked at.
fn label_of(bond: &BondKind) -> u8 {
    match bond {
        BondKind::Elided | BondKind::Single | BondKind::Up | BondKind::Down => 1,
        BondKind::Double => 2,
        BondKind::Triple => 3,
        BondKind::Aromatic => 4,
        BondKind::Quadruple => 5,
    }
}
