//! What the input calls the vertices.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::error::excerpt;
use super::storage::ArrayStorage;

/// What the input calls one vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VertexId<'a> {
    /// A whole number.
    Number(u64),
    /// Any text; it may be empty, or have any character in it.
    Name(&'a str),
}

impl VertexId<'_> {
    /// The id for a message: shortened if it is a long name, and with what is not printable escaped.
    pub fn shown(self) -> String {
        match self {
            VertexId::Number(number) => number.to_string(),
            VertexId::Name(name) => excerpt(name.as_bytes()),
        }
    }
}

impl fmt::Display for VertexId<'_> {
    /// The id as it is; see [`shown`](VertexId::shown) for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VertexId::Number(number) => number.fmt(f),
            VertexId::Name(name) => name.fmt(f),
        }
    }
}

impl From<u64> for VertexId<'_> {
    fn from(number: u64) -> Self {
        VertexId::Number(number)
    }
}

impl<'a> From<&'a str> for VertexId<'a> {
    fn from(name: &'a str) -> Self {
        VertexId::Name(name)
    }
}

/// The original id of each vertex: what the input called it. All are numbers, or all are names.
#[derive(Clone, Debug)]
pub struct VertexIds(Ids);

#[derive(Clone, Debug)]
enum Ids {
    /// Vertex `v` was `first + v`.
    Consecutive {
        first: u64,
    },
    /// One id per vertex.
    Listed(ArrayStorage<u64>),
    Named(VertexNames),
}

impl VertexIds {
    /// Vertex `v` was called `first + v`.
    pub fn consecutive(first: u64) -> VertexIds {
        VertexIds(Ids::Consecutive { first })
    }

    /// Vertex `v` was called `ids[v]`.
    pub fn listed(ids: Vec<u64>) -> VertexIds {
        VertexIds::stored(ids.into())
    }

    pub(super) fn stored(ids: ArrayStorage<u64>) -> VertexIds {
        VertexIds(Ids::Listed(ids))
    }

    /// Vertex `v` was called by the name at `v` of `names`. They should differ.
    pub fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> VertexIds {
        VertexIds(Ids::Named(VertexNames::new(names)))
    }

    /// The original id of vertex `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex and the ids are listed.
    #[inline]
    pub fn get(&self, v: u32) -> VertexId<'_> {
        match &self.0 {
            Ids::Consecutive { first } => VertexId::Number(first + u64::from(v)),
            Ids::Listed(ids) => VertexId::Number(ids[v as usize]),
            Ids::Named(names) => VertexId::Name(names.get(v)),
        }
    }

    /// The ids if they are numbers, for loops over many of them.
    pub fn numbers(&self) -> Option<VertexNumbers<'_>> {
        match &self.0 {
            Ids::Consecutive { first } => Some(VertexNumbers::Consecutive { first: *first }),
            Ids::Listed(ids) => Some(VertexNumbers::Listed(ids)),
            Ids::Named(_) => None,
        }
    }

    /// The ids if they are names.
    pub fn names(&self) -> Option<&VertexNames> {
        match &self.0 {
            Ids::Named(names) => Some(names),
            _ => None,
        }
    }

    /// The vertices by their ids, of a graph of `n` vertices.
    pub fn lookup(&self, n: u32) -> VertexLookup<'_> {
        VertexLookup(match &self.0 {
            Ids::Consecutive { first } => Lookup::Consecutive { first: *first, n },
            Ids::Listed(ids) => Lookup::Numbers((0..n).map(|v| (ids[v as usize], v)).collect()),
            Ids::Named(names) => Lookup::Names((0..n).map(|v| (names.get(v), v)).collect()),
        })
    }

    /// Whether each vertex was called by the number after that of the vertex before.
    pub(super) fn is_consecutive(&self) -> bool {
        matches!(self.0, Ids::Consecutive { .. })
    }

    /// Whether each vertex was called by its number.
    pub fn is_identity(&self) -> bool {
        matches!(self.0, Ids::Consecutive { first: 0 })
    }
}

/// Ids that are numbers.
#[derive(Clone, Copy, Debug)]
pub enum VertexNumbers<'a> {
    /// Vertex `v` was called `first + v`.
    Consecutive {
        /// The id of vertex 0.
        first: u64,
    },
    /// Vertex `v` was called by the number at `v`.
    Listed(&'a [u64]),
}

impl VertexNumbers<'_> {
    /// The original id of vertex `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex and the ids are listed.
    #[inline]
    pub fn get(self, v: u32) -> u64 {
        match self {
            VertexNumbers::Consecutive { first } => first + u64::from(v),
            VertexNumbers::Listed(ids) => ids[v as usize],
        }
    }
}

/// The vertices of a graph by their ids.
#[derive(Debug)]
pub struct VertexLookup<'a>(Lookup<'a>);

#[derive(Debug)]
enum Lookup<'a> {
    Consecutive { first: u64, n: u32 },
    Numbers(FxHashMap<u64, u32>),
    Names(FxHashMap<&'a str, u32>),
}

impl VertexLookup<'_> {
    /// The vertex of an id, if there is one. In a graph of names a number is the name that it is written as; in one of
    /// numbers a name is none.
    pub fn find(&self, id: VertexId<'_>) -> Option<u32> {
        match (&self.0, id) {
            (Lookup::Consecutive { first, n }, VertexId::Number(number)) => {
                number.checked_sub(*first).and_then(|v| u32::try_from(v).ok()).filter(|v| v < n)
            }
            (Lookup::Numbers(vertices), VertexId::Number(number)) => vertices.get(&number).copied(),
            (Lookup::Names(vertices), VertexId::Name(name)) => vertices.get(name).copied(),
            (Lookup::Names(vertices), VertexId::Number(number)) => {
                vertices.get(itoa::Buffer::new().format(number)).copied()
            }
            (Lookup::Consecutive { .. } | Lookup::Numbers(_), VertexId::Name(_)) => None,
        }
    }
}

/// Ids that are names: one text, and where each name ends in it. A clone is the same names.
#[derive(Clone, Debug)]
pub struct VertexNames {
    text: Arc<str>,
    ends: Arc<[usize]>,
}

impl VertexNames {
    /// Names by vertex.
    pub(crate) fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> VertexNames {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for name in names {
            text.push_str(name.as_ref());
            ends.push(text.len());
        }
        VertexNames { text: text.into(), ends: ends.into() }
    }

    /// The name of vertex `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex.
    #[inline]
    pub fn get(&self, v: u32) -> &str {
        let v = v as usize;
        let start = if v == 0 { 0 } else { self.ends[v - 1] };
        &self.text[start..self.ends[v]]
    }

    /// Where each name ends in the text of them all, and the text.
    pub(super) fn parts(&self) -> (Vec<u64>, &str) {
        (self.ends.iter().map(|&end| end as u64).collect(), &self.text)
    }

    /// The names, by vertex.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter()).map(|(start, &end)| &self.text[start..end])
    }
}

/// The number that is written like this, without a sign or zeros before it: the only text that it comes out as.
pub(super) fn whole_number(name: &str) -> Option<u64> {
    let plain = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    name.parse().ok().filter(|_| plain)
}
