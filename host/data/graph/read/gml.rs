//! GML (Himsolt, "GML: A portable Graph File Format", 1997): lists of keys and values.
//!
//! A vertex is called by its label if all have one and no two the same, as NetworkX calls it, else by its id.

mod tokens;

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::Path;

use self::tokens::{Token, Tokens};
use super::LoadOptions;
use super::document::{Document, Failure, LeftAttributes};
use super::format::{Directions, Format, Lookalike, Tells};
use super::input::Input;
use super::tell::first_words;
use crate::graph::error::excerpt;
use crate::graph::{DocumentProblem, Graph, GraphError};

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(tells),
    endings: &["gml"],
    lookalike: Some(Lookalike { title: "a GML graph", is_line, is_text }),
    listed: Some("GML"),
    starts: Some("gml with 'graph [' or 'Creator'"),
    directions: Directions::Told,
    ..Format::new(
        "gml",
        read,
        &["#graph [ node [ id 0 ]#node [ id 1 ]\n#edge [ source 0 target 1\n#label \"@\" ] ]\n#"],
    )
};

fn tells(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    let opens_list = |rest: &[u8]| rest.trim_ascii_start().starts_with(b"[");
    text.strip_prefix(b"graph").is_some_and(opens_list) || text.starts_with(b"Creator \"")
}

fn is_line(line: &[u8]) -> bool {
    matches!(first_words(line), (b"graph" | b"Graph" | b"Creator", _))
}

fn is_text(lines: &[u8], first: &[u8]) -> bool {
    is_line(first) && lines.contains(&b'[')
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut tokens = Tokens::new(input.into_reader());
    let mut file = Gml::default();
    let mut document = Document::new(options);
    let read = file.read(&mut tokens).and_then(|()| file.fill(&mut document));
    let by_label = read.map_err(|failure| failure.in_file(&named))?;
    document.attributes = file.attributes;
    if !by_label && file.nodes.iter().any(|node| node.label.is_some()) {
        document.attributes.add("label");
    }
    let counts = (tokens.lines(), tokens.comments);
    document.graph(Some(file.directed), counts, (name, "this GML"), "`edge [ source … target … ]`")
}

/// What a file holds.
#[derive(Default)]
struct Gml {
    graphs: u32,
    directed: bool,
    nodes: Vec<GmlNode>,
    edges: Vec<GmlEdge>,
    attributes: LeftAttributes,
}

struct GmlNode {
    id: String,
    label: Option<String>,
    line: u64,
}

struct GmlEdge {
    source: String,
    target: String,
    line: u64,
}

impl Gml {
    /// Reads the whole file.
    fn read(&mut self, tokens: &mut Tokens<impl Read>) -> Result<(), Failure> {
        while let Some(key) = tokens.key(None)? {
            match (key.as_str(), tokens.value()?) {
                ("graph", Token::Open) if self.graphs > 0 => {
                    return Err(Failure::At(tokens.line(), DocumentProblem::SeveralGraphs));
                }
                ("graph", Token::Open) => {
                    self.graphs += 1;
                    self.graph(tokens)?;
                }
                (_, Token::Open) => tokens.skip_list()?,
                _ => {}
            }
        }
        match self.graphs {
            0 => Err(Failure::At(tokens.line(), DocumentProblem::CutOff { missing: "`graph [ … ]`" })),
            _ => Ok(()),
        }
    }

    fn graph(&mut self, tokens: &mut Tokens<impl Read>) -> Result<(), Failure> {
        while let Some(key) = tokens.key(Some("the `]` of the graph"))? {
            match (key.as_str(), tokens.value()?) {
                ("directed", Token::Word(value)) => self.directed = value == "1",
                ("node", Token::Open) => self.node(tokens)?,
                ("edge", Token::Open) => self.edge(tokens)?,
                (_, Token::Open) => tokens.skip_list()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn node(&mut self, tokens: &mut Tokens<impl Read>) -> Result<(), Failure> {
        let line = tokens.line();
        let (mut id, mut label) = (None, None);
        while let Some(key) = tokens.key(Some("the `]` of a node"))? {
            match (key.as_str(), tokens.value()?) {
                ("id", Token::Word(value) | Token::Text(value)) => once(&mut id, "id", value, line)?,
                ("label", Token::Word(value) | Token::Text(value)) => once(&mut label, "label", value, line)?,
                (_, Token::Open) => self.left_list(&key, tokens)?,
                _ => self.attributes.add(&key),
            }
        }
        let id = id.ok_or_else(|| unexpected(line, "`id` in a node"))?;
        self.nodes.push(GmlNode { id, label, line });
        Ok(())
    }

    fn edge(&mut self, tokens: &mut Tokens<impl Read>) -> Result<(), Failure> {
        let line = tokens.line();
        let (mut source, mut target) = (None, None);
        while let Some(key) = tokens.key(Some("the `]` of an edge"))? {
            match (key.as_str(), tokens.value()?) {
                ("source", Token::Word(value) | Token::Text(value)) => {
                    once(&mut source, "source", value, line)?
                }
                ("target", Token::Word(value) | Token::Text(value)) => {
                    once(&mut target, "target", value, line)?
                }
                (_, Token::Open) => self.left_list(&key, tokens)?,
                _ => self.attributes.add(&key),
            }
        }
        let (Some(source), Some(target)) = (source, target) else {
            return Err(unexpected(line, "`source` and `target` in an edge"));
        };
        self.edges.push(GmlEdge { source, target, line });
        Ok(())
    }

    fn left_list(&mut self, key: &str, tokens: &mut Tokens<impl Read>) -> Result<(), Failure> {
        self.attributes.add(key);
        tokens.skip_list()
    }

    /// Gives vertices and edges to `document`, under what vertices are called; whether those are their labels.
    fn fill(&self, document: &mut Document) -> Result<bool, Failure> {
        let labels: HashSet<&str> = self.nodes.iter().filter_map(|node| node.label.as_deref()).collect();
        let by_label = labels.len() == self.nodes.len();
        let mut names: HashMap<&str, &str> = HashMap::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let name = node.label.as_deref().filter(|_| by_label).unwrap_or(&node.id);
            if names.insert(&node.id, name).is_some() {
                let id = excerpt(node.id.as_bytes());
                return Err(Failure::At(node.line, DocumentProblem::RepeatedVertex { id }));
            }
            document.vertex(name, node.line)?;
        }
        for edge in &self.edges {
            let name = |id: &str| {
                let missing = || DocumentProblem::NoSuchVertex { id: excerpt(id.as_bytes()) };
                names.get(id).copied().ok_or_else(|| Failure::At(edge.line, missing()))
            };
            document.edge(name(&edge.source)?, name(&edge.target)?, true);
        }
        Ok(by_label)
    }
}

/// Keeps the value of a key of the node or edge that starts at `line`.
fn once(kept: &mut Option<String>, key: &'static str, value: String, line: u64) -> Result<(), Failure> {
    match kept.replace(value) {
        None => Ok(()),
        Some(_) => Err(Failure::At(line, DocumentProblem::RepeatedKey { key })),
    }
}

fn unexpected(line: u64, expected: &'static str) -> Failure {
    Failure::At(line, DocumentProblem::Unexpected { expected, found: "]".into() })
}
