//! Patterns read from the pattern language, and written in it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::link::alternatives;
use super::names::{self, NamedPattern};
use super::{Pattern, PatternError, Vertex, condition, parse};

impl Pattern {
    /// Reads a name or a text in the pattern language.
    ///
    /// ```
    /// # use motherlode_planning as motherlode;
    /// use motherlode::pattern::Pattern;
    /// let house = Pattern::parse("a-b-c-d-a, a-e-b").unwrap();
    /// assert_eq!((house.vertices(), house.edges().len()), (5, 6));
    /// assert!(house.is_isomorphic(&Pattern::parse("house").unwrap()));
    ///
    /// let text = "(a:Person)-[:knows]->(b:Person|Robot), b-c, a!c";
    /// assert_eq!(Pattern::parse(text).unwrap().to_string(), text);
    /// ```
    ///
    /// # Errors
    /// A [`PatternError`] that shows the place in `text`, or lists the names nearest to an unknown one.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        match names::lookup(text)? {
            Some(NamedPattern::Edges(edges)) => Self::from_edges(&edges),
            Some(NamedPattern::Triad(links)) => Self::of_parts(vec![Vec::new(); 3], links),
            None => parse::pattern_text(text),
        }
    }

    /// Writes vertex `v`, with its labels if this is the first that is seen of it.
    fn write_vertex(&self, f: &mut impl fmt::Write, v: usize, seen: &mut [bool]) -> fmt::Result {
        let Vertex { name, labels, conditions } = &self.all[v];
        let first = !std::mem::replace(&mut seen[v], true);
        let sign = if v >= self.matched { "!" } else { "" };
        let braces = if conditions.is_empty() { "" } else { " " };
        let conditions = condition::braced(conditions);
        match first && (!labels.is_empty() || !braces.is_empty() || v >= self.matched) {
            true if labels.is_empty() => write!(f, "{sign}({name}{braces}{conditions})"),
            true => write!(f, "{sign}({name}:{}{braces}{conditions})", alternatives(labels)),
            false => f.write_str(name),
        }
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        Self::parse(text)
    }
}

/// Writes the pattern language, which [`Pattern::parse`] reads back to an equal pattern if it came from there.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut seen = vec![false; self.all.len()];
        let mut text = String::new();
        for (index, link) in self.links.iter().enumerate() {
            text += if index == 0 { "" } else { ", " };
            self.write_vertex(&mut text, link.from, &mut seen)?;
            fmt::Write::write_fmt(&mut text, format_args!("{}", link.sign()))?;
            self.write_vertex(&mut text, link.to, &mut seen)?;
        }
        // A single edge between long names would be read as a name.
        match names::is_pattern_text(&text) {
            true => f.write_str(&text),
            false => write!(
                f,
                "({}){}",
                self.name(self.links[0].from),
                &text[self.name(self.links[0].from).len()..]
            ),
        }
    }
}

/// Serialised in the pattern language.
impl Serialize for Pattern {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
