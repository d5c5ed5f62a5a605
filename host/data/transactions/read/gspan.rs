//! gSpan text: `t # id`, `v id label`, `e u v label`.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::database_part::DatabasePart;
use super::wrong::{Wrong, shorten};
use super::{DatabaseOptions, blocks};
use crate::graph::MOST_WORD_BYTES;
use crate::transactions::Problem;

const T_LINE: &str = "a graph as 't # id', or 't # id class'";
const V_LINE: &str = "a vertex as 'v id label'";
const E_LINE: &str = "an edge as 'e id id label'";
const ANY_LINE: &str = "a line that starts with 't', 'v', 'e' or 'x', or a comment";

/// Reads `text`, in parallel over blocks that start at graphs.
pub(super) fn read(text: &[u8], options: &DatabaseOptions) -> Result<Vec<DatabasePart>, Wrong> {
    let starts_graph = |line: &[u8]| line.starts_with(b"t ") || line.starts_with(b"t\t");
    let blocks = blocks::split(text, options.block_bytes, starts_graph);
    let reader = || Reader { part: DatabasePart::new(options), ..Reader::default() };
    let parts: Vec<_> = blocks.par_iter().map(|block| reader().read(block.text)).collect();
    let placed = |(part, block): (Result<DatabasePart, Wrong>, &blocks::TextBlock<'_>)| match part {
        Ok(mut part) => {
            part.bad.after_lines(|| blocks::lines_before(text, block.start));
            Ok(part)
        }
        Err(wrong) => Err(wrong.after(text, block.start)),
    };
    parts.into_iter().zip(&blocks).map(placed).collect()
}

/// Reads one block.
#[derive(Default)]
struct Reader {
    part: DatabasePart,
    /// The vertices of the graph being read whose ids are not their places; when it is empty, all ids are.
    renamed: FxHashMap<u64, u32>,
    vertices: u32,
    /// The line of each edge of the graph being read.
    edge_lines: Vec<u64>,
    /// Whether a `t # -1` line has ended the database.
    ended: bool,
    /// Whether lines up to the next graph are left out with the one they stand in.
    skipping: bool,
}

impl Reader {
    fn read(mut self, block: &[u8]) -> Result<DatabasePart, Wrong> {
        for (number, line) in blocks::numbered(block, 1) {
            if line.trim_ascii_start().split(u8::is_ascii_whitespace).next() == Some(b"t") {
                self.end_graph_or_skip()?;
                self.skipping = false;
            }
            if !self.skipping {
                let read = self.bytes(line, number);
                self.skipping = !self.part.settle(read)?;
            }
        }
        self.end_graph_or_skip()?;
        Ok(self.part)
    }

    fn end_graph_or_skip(&mut self) -> Result<(), Wrong> {
        let ended = self.end_graph();
        self.part.settle(ended).map(|_| ())
    }

    fn bytes(&mut self, line: &[u8], number: u64) -> Result<(), Wrong> {
        let not_text = |_| Wrong::new(number, self.part.graph().map(str::to_owned), Problem::NotUtf8);
        let text = std::str::from_utf8(line).map_err(not_text)?;
        // A line of the graphs that a pattern is in may have any length.
        if line.len() > MOST_WORD_BYTES
            && text.split_ascii_whitespace().any(|word| word.len() > MOST_WORD_BYTES)
        {
            return Err(Wrong::new(number, None, Problem::TooLong { what: "word" }));
        }
        self.line(text, number)
    }

    fn line(&mut self, text: &str, number: u64) -> Result<(), Wrong> {
        let mut words = text.split_ascii_whitespace();
        let result = match words.next() {
            None => Ok(()),
            Some("v") => self.vertex(&mut words),
            Some("e") => self.edge(&mut words, number),
            Some("t") => self.graph(&mut words),
            // The supporting graphs of a pattern, in what miners write.
            Some("x") => Ok(()),
            Some(word) if word.starts_with(['#', '%']) || word.starts_with("//") => Ok(()),
            Some(_) => Err(form(ANY_LINE)),
        };
        result.map_err(|problem| {
            let problem = match problem {
                Problem::Form { expected, .. } => Problem::Form { expected, found: shorten(text) },
                Problem::OutsideGraph { .. } => Problem::OutsideGraph { found: shorten(text) },
                other => other,
            };
            Wrong::new(number, self.part.graph().map(str::to_owned), problem)
        })
    }

    fn graph<'t>(&mut self, words: &mut impl Iterator<Item = &'t str>) -> Result<(), Problem> {
        let (id, class) = match (words.next(), words.next(), words.next()) {
            (Some("#"), Some(id), class) => (id, class),
            (Some(n), Some(m), None) if [n, m].iter().all(|word| number(word).is_some()) => {
                return Err(Problem::OneGraph { found: format!("t {n} {m}") });
            }
            _ => return Err(form(T_LINE)),
        };
        self.ended = id == "-1";
        if !self.ended {
            // What follows is a class, or the support of a pattern after an asterisk.
            let class = class.filter(|word| *word != "*");
            if class.is_some() && words.next().is_some() {
                return Err(form(T_LINE));
            }
            self.part.begin(id, class);
            self.renamed.clear();
            self.vertices = 0;
            self.edge_lines.clear();
        }
        Ok(())
    }

    fn vertex<'t>(&mut self, words: &mut impl Iterator<Item = &'t str>) -> Result<(), Problem> {
        let (Some(id), Some(label), None) = (words.next(), words.next(), words.next()) else {
            return Err(form(V_LINE));
        };
        let id = number(id).ok_or_else(|| form(V_LINE))?;
        self.inside()?;
        let vertex = self.vertices;
        if id != u64::from(vertex) || !self.renamed.is_empty() {
            if self.renamed.is_empty() {
                self.renamed.extend((0..vertex).map(|v| (u64::from(v), v)));
            }
            if self.renamed.insert(id, vertex).is_some() {
                return Err(Problem::DuplicateVertex { id: id.to_string() });
            }
        }
        self.part.vertex(label);
        self.vertices += 1;
        Ok(())
    }

    fn edge<'t>(&mut self, words: &mut impl Iterator<Item = &'t str>, line: u64) -> Result<(), Problem> {
        let (Some(u), Some(v), Some(label), None) = (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(form(E_LINE));
        };
        let (u, v) = (number(u).ok_or_else(|| form(E_LINE))?, number(v).ok_or_else(|| form(E_LINE))?);
        self.inside()?;
        let (u, v) = (self.known(u)?, self.known(v)?);
        if u == v {
            return Err(Problem::Loop { id: words_id(u, &self.renamed) });
        }
        self.part.edge(u, v, label);
        self.edge_lines.push(line);
        Ok(())
    }

    /// Refuses a line outside of all graphs.
    fn inside(&self) -> Result<(), Problem> {
        let outside = self.ended || self.part.graphs() == 0;
        if outside { Err(Problem::OutsideGraph { found: String::new() }) } else { Ok(()) }
    }

    fn known(&self, id: u64) -> Result<u32, Problem> {
        let vertex = if self.renamed.is_empty() {
            (id < u64::from(self.vertices)).then_some(id as u32)
        } else {
            self.renamed.get(&id).copied()
        };
        vertex.ok_or_else(|| Problem::NoSuchVertex { id: id.to_string() })
    }

    fn end_graph(&mut self) -> Result<(), Wrong> {
        self.part.end().map_err(|(edge, problem)| {
            Wrong::new(self.edge_lines[edge], self.part.graph().map(str::to_owned), problem)
        })
    }
}

fn form(expected: &'static str) -> Problem {
    Problem::Form { expected, found: String::new() }
}

fn number(word: &str) -> Option<u64> {
    if word.len() > 18 || word.is_empty() {
        return None;
    }
    word.bytes().try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + u64::from(byte - b'0')))
}

/// What the input calls vertex `v` of the graph being read.
fn words_id(v: u32, renamed: &FxHashMap<u64, u32>) -> String {
    renamed.iter().find(|(_, vertex)| **vertex == v).map_or(v.into(), |(id, _)| *id).to_string()
}
