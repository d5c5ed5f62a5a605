//! The text forms of a database.

use std::str::FromStr;

/// The text forms of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseFormat {
    /// gSpan text: `t # id`, `v id label`, `e id id label`.
    GSpan,
    /// JSON Lines: `{"vertices": [label, …], "edges": [[vertex, vertex, label], …]}`, with `id` and `class` or without.
    JsonLines,
    /// SDF or MOL, V2000 or V3000: atoms labelled by their symbols, bonds by their types.
    Sdf,
    /// SMILES, a molecule and its name to a line: atoms labelled by their elements, bonds by their types as in SDF.
    Smiles,
}

/// The names of the formats on the command line.
const NAMES: [(&str, DatabaseFormat); 4] = [
    ("gspan", DatabaseFormat::GSpan),
    ("jsonl", DatabaseFormat::JsonLines),
    ("sdf", DatabaseFormat::Sdf),
    ("smiles", DatabaseFormat::Smiles),
];

impl DatabaseFormat {
    /// What a format of molecules is called, whose bonds have no directions.
    pub(super) fn of_molecules(self) -> Option<&'static str> {
        match self {
            DatabaseFormat::Sdf => Some("SDF"),
            DatabaseFormat::Smiles => Some("SMILES"),
            DatabaseFormat::GSpan | DatabaseFormat::JsonLines => None,
        }
    }
}

impl FromStr for DatabaseFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        NAMES.iter().find(|(name, _)| *name == text).map(|(_, format)| *format).ok_or_else(|| {
            let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
            format!("no format of databases is called '{text}': there are {}", names.join(", "))
        })
    }
}
