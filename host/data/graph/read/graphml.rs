//! GraphML (Brandes et al., "GraphML Progress Report", 2002): one graph without nesting. Attributes are left.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::LoadOptions;
use super::counted::CountedLines;
use super::document::{Document, Failure};
use super::format::{Directions, Format, Lookalike, Tells};
use super::input::Input;
use super::tell::first_words;
use crate::graph::error::excerpt;
use crate::graph::{DocumentProblem, Graph, GraphError};

pub(super) const FORMAT: Format = Format {
    tells: Tells::Start(tells),
    lookalike: Some(Lookalike { title: "a GraphML graph", is_line, is_text: |_, first| is_line(first) }),
    listed: Some("GraphML"),
    starts: Some("graphml with '<'"),
    directions: Directions::Told,
    ..Format::new(
        "graphml",
        read,
        &[
            "<?xml version=\"1.0\"?>\n#<graphml>\n#<graph>#<node id=\"a\"/><node id=\"b\"/>\n#<edge source=\"a\" target=\"b\"/>\
           \n<data>@</data></graph></graphml>\n#",
        ],
    )
};

fn tells(head: &[u8]) -> bool {
    matches!(head.trim_ascii_start(), [b'<', b'?' | b'!' | b'g', ..])
}

fn is_line(line: &[u8]) -> bool {
    let (word, _) = first_words(line);
    word.starts_with(b"<?xml") || word.starts_with(b"<graphml")
}

fn read(input: Input<'_>, name: &Path, options: &LoadOptions) -> Result<Graph, GraphError> {
    let named = input.named(name);
    let mut reader = Reader::from_reader(CountedLines::new(input.into_reader()));
    let mut file = GraphMl {
        document: Document::new(options),
        path: Vec::new(),
        attributes: HashMap::new(),
        graphs: 0,
        arcs_by_default: false,
    };
    let lines = file.read(&mut reader).map_err(|failure| failure.in_file(&named))?;
    let arcs = file.arcs_by_default.then_some(true);
    file.document.graph(arcs, (lines, 0), (name, "this GraphML"), "<edge> elements between <node> elements")
}

/// What the elements are that matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Root,
    Graph,
    Node,
    Edge,
    /// Anything else, with all that is in it.
    Other,
}

struct GraphMl {
    document: Document,
    /// The elements that are open.
    path: Vec<Element>,
    /// What the attributes are called that `<key>` elements declare.
    attributes: HashMap<String, String>,
    graphs: u32,
    /// Whether an edge that does not say is an arc.
    arcs_by_default: bool,
}

impl GraphMl {
    /// Reads all elements; gives the number of lines.
    fn read(&mut self, reader: &mut Reader<CountedLines<impl Read>>) -> Result<u64, Failure> {
        let mut buffer = Vec::new();
        let (mut is_whole, mut between_elements) = (false, true);
        loop {
            buffer.clear();
            if between_elements {
                reader.get_mut().skip_blanks()?;
            }
            let start = reader.get_ref().line;
            reader.get_mut().begin_piece();
            let event = reader.read_event_into(&mut buffer);
            if reader.get_ref().is_piece_too_long() {
                let what = "an element or a text";
                return Err(Failure::At(start, DocumentProblem::TooLong { what }));
            }
            let line = reader.get_ref().line;
            let event = event.map_err(|error| syntax(error, line))?;
            // Behind a text the parser stands within the next mark.
            between_elements = !matches!(event, Event::Text(_));
            match event {
                Event::Start(element) => {
                    let element = self.start(&element, line)?;
                    self.path.push(element);
                }
                Event::Empty(element) => is_whole |= self.start(&element, line)? == Element::Root,
                Event::End(_) => is_whole |= self.path.pop() == Some(Element::Root),
                Event::Eof if is_whole && self.path.is_empty() => return Ok(reader.get_ref().lines_taken()),
                Event::Eof => {
                    return Err(Failure::At(line, DocumentProblem::CutOff { missing: "</graphml>" }));
                }
                _ => {}
            }
        }
    }

    /// Takes in the start of an element.
    fn start(&mut self, element: &BytesStart<'_>, line: u64) -> Result<Element, Failure> {
        let local = element.local_name();
        let name = local.as_ref();
        let wrong = |problem| Err(Failure::At(line, problem));
        Ok(match (self.path.last(), name) {
            (None, "graphml") => Element::Root,
            (None, _) => {
                let found = format!("<{}>", excerpt(name.as_bytes()));
                return wrong(DocumentProblem::Unexpected { expected: "<graphml>", found });
            }
            (Some(Element::Root), "graph") if self.graphs > 0 => {
                return wrong(DocumentProblem::SeveralGraphs);
            }
            (Some(Element::Root), "graph") => {
                self.graphs += 1;
                self.arcs_by_default =
                    attribute(element, "edgedefault", line)?.as_deref() == Some("directed");
                Element::Graph
            }
            (Some(Element::Root), "key") => {
                self.key(element, line)?;
                Element::Other
            }
            (Some(Element::Graph), "node") => {
                let id = required(element, "id", "<node> with an id", line)?;
                self.document.vertex(id.as_str(), line)?;
                Element::Node
            }
            (Some(Element::Graph), "edge") => {
                self.edge(element, line)?;
                Element::Edge
            }
            (Some(Element::Graph), "hyperedge") => {
                let instead = "give edges between two vertices each";
                return wrong(DocumentProblem::Unsupported { what: "hyperedges", instead });
            }
            (Some(Element::Node | Element::Edge), "graph") => {
                let instead = "give the inner graphs as files of their own";
                return wrong(DocumentProblem::Unsupported {
                    what: "graphs within vertices or edges",
                    instead,
                });
            }
            (Some(Element::Node | Element::Edge), "data") => {
                let key = attribute(element, "key", line)?.unwrap_or_default();
                self.document.attributes.add(self.attributes.get(&key).unwrap_or(&key));
                Element::Other
            }
            _ => Element::Other,
        })
    }

    /// What an attribute is called.
    fn key(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), Failure> {
        let id = attribute(element, "id", line)?;
        if let (Some(id), Some(name)) = (id, attribute(element, "attr.name", line)?) {
            self.attributes.insert(id, name);
        }
        Ok(())
    }

    fn edge(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), Failure> {
        const EXPECTED: &str = "<edge> with a source and a target";
        let from = required(element, "source", EXPECTED, line)?;
        let to = required(element, "target", EXPECTED, line)?;
        let is_arc = match attribute(element, "directed", line)?.as_deref() {
            Some("true" | "1") => true,
            Some("false" | "0") => false,
            _ => self.arcs_by_default,
        };
        self.document.unchecked_edge(&from, &to, is_arc, line);
        Ok(())
    }
}

/// The value of an attribute of XML.
fn attribute(element: &BytesStart<'_>, name: &str, line: u64) -> Result<Option<String>, Failure> {
    let found = element.try_get_attribute(name).map_err(|error| malformed(error, line))?;
    let value =
        found.map(|found| found.normalized_value(XmlVersion::Implicit1_0).map(|value| value.into_owned()));
    value.transpose().map_err(|error| malformed(error, line))
}

fn required(
    element: &BytesStart<'_>,
    name: &str,
    expected: &'static str,
    line: u64,
) -> Result<String, Failure> {
    attribute(element, name, line)?.ok_or_else(|| {
        let found = format!("<{}>", excerpt(element.as_bytes()));
        Failure::At(line, DocumentProblem::Unexpected { expected, found })
    })
}

fn malformed(error: impl fmt::Display, line: u64) -> Failure {
    Failure::At(line, DocumentProblem::Syntax { format: "XML", reason: error.to_string() })
}

fn syntax(error: quick_xml::Error, line: u64) -> Failure {
    match error {
        quick_xml::Error::Io(error) => Failure::Read(
            Arc::try_unwrap(error).unwrap_or_else(|shared| io::Error::new(shared.kind(), shared.to_string())),
        ),
        error => malformed(error, line),
    }
}
