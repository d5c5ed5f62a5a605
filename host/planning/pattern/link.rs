//! What stands between two vertices of a pattern.

use std::fmt;

use serde::Serialize;

use super::condition::{Condition, MARK, braced};

/// What a pattern says of two of its vertices, as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The vertex that was written first.
    pub from: usize,
    /// The vertex that was written second.
    pub to: usize,
    /// What joins them.
    pub kind: LinkKind,
    /// The labels of which the edge must have one; empty if any will do.
    pub labels: Vec<String>,
    /// What its properties must fulfil, all of it. Of several edges between the two vertices one must fulfil all.
    pub conditions: Vec<Condition>,
}

/// What joins two vertices of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// `a-b`: an edge. In a directed graph an arc, in either direction or both.
    Edge,
    /// `a->b`: an arc.
    Forward,
    /// `a<-b`: an arc from the vertex that was written second.
    Backward,
    /// `a!b`: the two are not adjacent, in either direction.
    Absent,
    /// `a!>b`: there is no arc; there may be one back.
    #[serde(rename = "no-forward")]
    NoForward,
    /// `a<!b`: there is no arc from the vertex that was written second; there may be one to it.
    #[serde(rename = "no-backward")]
    NoBackward,
}

impl Link {
    /// An edge without labels.
    pub(super) fn edge(from: usize, to: usize) -> Self {
        Link { from, to, kind: LinkKind::Edge, labels: Vec::new(), conditions: Vec::new() }
    }

    /// Whether two vertices must be adjacent.
    pub fn is_present(&self) -> bool {
        matches!(self.kind, LinkKind::Edge | LinkKind::Forward | LinkKind::Backward)
    }

    /// The ends, from the tail to the head if it is of one direction.
    pub fn ends(&self) -> (usize, usize) {
        match self.kind {
            LinkKind::Backward | LinkKind::NoBackward => (self.to, self.from),
            _ => (self.from, self.to),
        }
    }

    /// Whether both may stand in one pattern: of two vertices something may be said in each direction (two arcs are a
    /// mutual pair); nothing else is said twice.
    pub(super) fn goes_with(&self, other: &Link) -> bool {
        let same_pair = self.pair() == other.pair();
        !same_pair || (self.is_one_way() && other.is_one_way() && self.ends() != other.ends())
    }

    /// Whether it is said of one direction alone: an arc, or the absence of one.
    pub fn is_one_way(&self) -> bool {
        !matches!(self.kind, LinkKind::Edge | LinkKind::Absent)
    }

    fn pair(&self) -> (usize, usize) {
        (self.from.min(self.to), self.from.max(self.to))
    }

    /// What is written between the two vertices.
    pub(crate) fn sign(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let (start, end) = match self.kind {
                LinkKind::Absent => return f.write_str("!"),
                LinkKind::NoForward => return f.write_str("!>"),
                LinkKind::NoBackward => return f.write_str("<!"),
                LinkKind::Edge => ("-", "-"),
                LinkKind::Forward => ("-", "->"),
                LinkKind::Backward => ("<-", "-"),
            };
            let space = if self.labels.is_empty() || self.conditions.is_empty() { "" } else { " " };
            let conditions = braced(&self.conditions);
            match (self.labels.is_empty(), self.kind) {
                (false, _) => {
                    write!(f, "{start}[:{}{space}{conditions}]{end}", alternatives(&self.labels))
                }
                _ if !self.conditions.is_empty() => write!(f, "{start}[{conditions}]{end}"),
                (true, LinkKind::Edge) => f.write_str("-"),
                (true, LinkKind::Forward) => f.write_str("->"),
                (true, _) => f.write_str("<-"),
            }
        })
    }
}

/// Labels as they are written: between bars, and in quotes where they are not plain words.
#[doc(hidden)]
pub fn alternatives(labels: &[String]) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        for (index, label) in labels.iter().enumerate() {
            let bar = if index == 0 { "" } else { "|" };
            match label.strip_prefix(MARK) {
                Some(conditions) => write!(f, "{bar}{conditions}")?,
                None if !label.is_empty() && label.chars().all(is_plain) => write!(f, "{bar}{label}")?,
                None => write!(f, "{bar}{}", quoted(label))?,
            }
        }
        Ok(())
    })
}

/// Text in double quotes.
pub(super) fn quoted(text: &str) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// Whether a character may stand in a label without quotes.
pub(super) fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
