//! Node-link JSON, as NetworkX and D3 have it: `{"nodes": [{"id": "a"}, …], "links": [{"source": "a", "target": "b"},
//! …]}`.
//!
//! It is read as it comes, and only what is needed of it is kept. Attributes are left.

use std::fmt;
use std::io::BufReader;
use std::path::Path;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::LoadOptions;
use super::document::{Document, Failure};
use super::format::{Directions, Format, Lookalike, Tells};
use super::input::Input;
use super::json_text::JsonText;
use crate::graph::{DocumentProblem, Graph, GraphError, VertexId};

const EXPECTED: &str =
    "a graph as {\"nodes\": [{\"id\": …}, …], \"links\": [{\"source\": …, \"target\": …}, …]}";

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(|head| head.trim_ascii_start().starts_with(b"{")),
    lookalike: Some(Lookalike { title: "JSON", is_line, is_text: |_, first| is_line(first) }),
    listed: Some("node-link JSON"),
    starts: Some("json (node-link, as NetworkX has it) with '{'"),
    directions: Directions::Told,
    ..Format::new(
        "json",
        read,
        &[
            "{\"nodes\": [{\"id\": 0}, {\"id\": 1}],\n#\"links\": [{\"source\": 0, \"target\": 1,\n#\"name\": \"@\"}]}\n#",
        ],
    )
};

fn is_line(line: &[u8]) -> bool {
    line.starts_with(b"{")
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut file = NodeLink { document: Document::new(options), nodes: None, edges: None, directed: false };
    let mut reader = JsonText::new(input.into_reader());
    // The parser takes a byte at a time, which this makes cheap.
    let mut text = serde_json::Deserializer::from_reader(BufReader::new(&mut reader));
    let read = Whole(&mut file).deserialize(&mut text).and_then(|()| text.end());
    read.map_err(|error| {
        let too_long = |line| Failure::At(line, DocumentProblem::TooLong { what: "a text" });
        reader.too_long_in_line.map_or_else(|| failure(error), too_long).in_file(&named)
    })?;
    let NodeLink { document, directed, .. } = file;
    document.graph(
        Some(directed),
        (reader.lines_taken(), 0),
        (name, "this JSON"),
        "\"links\" or \"edges\" with a source and a target",
    )
}

/// What is wrong, without the place, which is told anyway.
fn failure(error: serde_json::Error) -> Failure {
    let line = error.line() as u64;
    if error.is_io() {
        return Failure::Read(error.into());
    }
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let reason = format!("{}, in column {}", text.strip_suffix(&place).unwrap_or(&text), error.column());
    Failure::At(line, DocumentProblem::Syntax { format: EXPECTED, reason })
}

struct NodeLink {
    document: Document,
    /// How many nodes there are, if they were read.
    nodes: Option<u64>,
    /// The key under which edges were read.
    edges: Option<&'static str>,
    directed: bool,
}

/// An id as text.
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Id, D::Error> {
        value.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of a vertex, which is text or a number")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
        Ok(Id(text.to_owned()))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Id, E> {
        // Beyond 53 bits several whole numbers are the same.
        if number.abs() < (1u64 << 53) as f64 {
            return Ok(Id(number.to_string()));
        }
        Err(E::custom(format!("the id {number} has too many digits; give it as text")))
    }
}

/// The file as a whole.
struct Whole<'f>(&'f mut NodeLink);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let file = self.0;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "directed" => file.directed = map.next_value()?,
                "nodes" if file.nodes.is_some() => return Err(A::Error::custom("\"nodes\" is there twice")),
                "nodes" => {
                    file.nodes = Some(0);
                    map.next_value_seed(ObjectList { file, item: node })?;
                }
                "links" | "edges" => {
                    let key = if key == "links" { "links" } else { "edges" };
                    if let Some(first) = file.edges.replace(key) {
                        let both = format!("edges are there twice, under \"{first}\" and \"{key}\"");
                        return Err(A::Error::custom(both));
                    }
                    map.next_value_seed(ObjectList { file, item: edge })?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        match (file.nodes, file.edges) {
            (None, _) => Err(A::Error::missing_field("nodes")),
            (_, None) => Err(A::Error::custom("missing field `links` or `edges`")),
            _ => Ok(()),
        }
    }
}

/// A list of objects, each of which gives its fields to `item`.
struct ObjectList<'f> {
    file: &'f mut NodeLink,
    item: fn(&mut NodeLink, Fields) -> Result<(), String>,
}

impl<'de> DeserializeSeed<'de> for ObjectList<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ObjectList<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(fields) = list.next_element_seed(Item(&mut *self.file))? {
            (self.item)(self.file, fields).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// What is needed of a node or an edge.
#[derive(Default)]
struct Fields {
    id: Option<String>,
    source: Option<String>,
    target: Option<String>,
}

/// An object of a list.
struct Item<'f>(&'f mut NodeLink);

impl<'de> DeserializeSeed<'de> for Item<'_> {
    type Value = Fields;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Fields, D::Error> {
        value.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Item<'_> {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(key) = map.next_key::<String>()? {
            let field = match key.as_str() {
                "id" => &mut fields.id,
                "source" => &mut fields.source,
                "target" => &mut fields.target,
                // NetworkX's number of an edge among parallel ones.
                "key" => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                _ => {
                    self.0.document.attributes.add(&key);
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if field.replace(map.next_value::<Id>()?.0).is_some() {
                return Err(A::Error::custom(format!("`{key}` is given twice here; which is meant?")));
            }
        }
        Ok(fields)
    }
}

/// Adds a vertex; without an id it is called by its place, from 0.
fn node(file: &mut NodeLink, fields: Fields) -> Result<(), String> {
    let place = file.nodes.unwrap_or(0);
    file.nodes = Some(place + 1);
    let id = fields.id.unwrap_or_else(|| place.to_string());
    match file.document.vertex(id.as_str(), 0) {
        Ok(()) => Ok(()),
        Err(_) => Err(format!("vertex `{}` is there twice", VertexId::Name(&id).shown())),
    }
}

fn edge(file: &mut NodeLink, fields: Fields) -> Result<(), String> {
    let (Some(from), Some(to)) = (fields.source, fields.target) else {
        return Err("an edge without a `source` or a `target`".into());
    };
    file.document.unchecked_edge(&from, &to, true, 0);
    Ok(())
}
