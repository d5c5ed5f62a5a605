//! The pattern language: `(a:Person)-[:knows]->(b:Person|Robot), b-c, a!c`.
//!
//! ```text
//! text   = chain { separator chain }
//! chain  = vertex link vertex { link vertex }
//! vertex = name | "(" name [ ":" labels ] ")" | "!" "(" name [ ":" labels ] ")"
//! link   = "-" | "->" | "<-" | "!" | "-[:" labels "]-" | "-[:" labels "]->" | "<-[:" labels "]-"
//! labels = label { "|" label }
//! label  = one or more letters, digits or _; or any text in double quotes, with \" and \\ in it
//! name   = one or more of a-z A-Z 0-9 _
//! ```
//! A separator is a comma, a semicolon or white space; white space around everything but within names is skipped, and
//! so is what follows a `#` on its line. A `!` with a blank before it and a `(` after it starts an anti-vertex; any other
//! one after a vertex is a link. Vertices are numbered as they first appear.

use super::error::Place;
use super::link::{Link, LinkKind, is_plain};
use super::{MAX_ANTI_VERTICES, MAX_VERTICES, Pattern, PatternError, Vertex};

/// Reads a text in the pattern language.
pub(super) fn pattern_text(text: &str) -> Result<Pattern, PatternError> {
    let mut reader = Reader {
        text,
        chars: text.chars().collect(),
        at: 0,
        vertices: Vec::new(),
        links: Vec::new(),
        places: Vec::new(),
    };
    reader.skip_blanks();
    while reader.at < reader.chars.len() {
        reader.chain()?;
        reader.separator()?;
    }
    if reader.links.is_empty() {
        return Err(PatternError::Empty);
    }
    reader.finish()
}

/// A vertex as it was first mentioned.
struct Mentioned {
    vertex: Vertex,
    anti: bool,
    place: usize,
}

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
    vertices: Vec<Mentioned>,
    links: Vec<Link>,
    /// Where the second vertex of each link stands.
    places: Vec<usize>,
}

impl Reader<'_> {
    fn chain(&mut self) -> Result<(), PatternError> {
        let mut from = self.vertex()?;
        self.skip_blanks();
        if !self.at_link() {
            return Err(self.unexpected("`-` and another vertex"));
        }
        while self.at_link() {
            let (kind, labels) = self.link()?;
            self.skip_blanks();
            let place = self.at;
            let to = self.vertex()?;
            self.add(Link { from, to, kind, labels }, place)?;
            from = to;
            self.skip_blanks();
        }
        Ok(())
    }

    /// The next vertex, by its number.
    fn vertex(&mut self) -> Result<usize, PatternError> {
        let start = self.at;
        let anti = self.peek() == Some('!');
        if anti {
            self.at += 1;
        }
        if !anti && self.peek() != Some('(') {
            let name = self.name("a vertex (letters, digits, `_`)")?;
            return self.mention(Vertex { name, labels: Vec::new() }, false, start);
        }
        self.expect('(', "`(` and a vertex")?;
        self.skip_blanks();
        let name = self.name("a vertex (letters, digits, `_`)")?;
        self.skip_blanks();
        let labels = if self.peek() == Some(':') { self.labels()? } else { Vec::new() };
        self.expect(')', "`:` and a label, or `)`")?;
        self.mention(Vertex { name, labels }, anti, start)
    }

    fn mention(&mut self, vertex: Vertex, anti: bool, at: usize) -> Result<usize, PatternError> {
        let known = self.vertices.iter().position(|known| known.vertex.name == vertex.name);
        if let Some(known) = known {
            if !vertex.labels.is_empty() {
                return Err(PatternError::LateLabel { vertex: vertex.name, place: self.place(at) });
            }
            if anti && !self.vertices[known].anti {
                return Err(PatternError::LateAntiVertex { vertex: vertex.name, place: self.place(at) });
            }
            return Ok(known);
        }
        let most = if anti { MAX_ANTI_VERTICES } else { MAX_VERTICES };
        if self.vertices.iter().filter(|known| known.anti == anti).count() == most {
            let (vertex, place) = (vertex.name, self.place(at));
            return Err(match anti {
                true => PatternError::TooManyAntiVertices { vertex, place },
                false => PatternError::TooManyVertices { vertex, place },
            });
        }
        self.vertices.push(Mentioned { vertex, anti, place: at });
        Ok(self.vertices.len() - 1)
    }

    /// Whether a link follows. `a !(x)-b` has none after `a`: what has a blank before it and none after is an anti-vertex.
    fn at_link(&self) -> bool {
        let stands_apart = self.at > 0 && self.chars[self.at - 1].is_whitespace();
        match self.peek() {
            Some('-' | '<') => true,
            Some('!') => !(stands_apart && self.chars.get(self.at + 1) == Some(&'(')),
            _ => false,
        }
    }

    /// What stands between two vertices.
    fn link(&mut self) -> Result<(LinkKind, Vec<String>), PatternError> {
        let backward = self.peek() == Some('<');
        if self.peek() == Some('!') {
            self.at += 1;
            return Ok((LinkKind::Absent, Vec::new()));
        }
        if backward {
            self.at += 1;
        }
        self.expect('-', "`-`")?;
        self.skip_blanks();
        let mut labels = Vec::new();
        if self.peek() == Some('[') {
            self.at += 1;
            self.skip_blanks();
            if self.peek() != Some(':') {
                return Err(self.unexpected("`:` and a label"));
            }
            labels = self.labels()?;
            self.expect(']', "`|` and another label, or `]`")?;
            self.skip_blanks();
            self.expect('-', "`-` or `->`")?;
        }
        let forward = self.peek() == Some('>');
        if forward && backward {
            return Err(self.unexpected("a vertex (a mutual pair is `a->b, b->a`)"));
        }
        if forward {
            self.at += 1;
        }
        let kind = match (forward, backward) {
            (true, _) => LinkKind::Forward,
            (_, true) => LinkKind::Backward,
            _ => LinkKind::Edge,
        };
        Ok((kind, labels))
    }

    /// The labels from the `:` on, and the blanks after them.
    fn labels(&mut self) -> Result<Vec<String>, PatternError> {
        let mut labels = Vec::new();
        loop {
            // Past the `:` or the `|`.
            self.at += 1;
            self.skip_blanks();
            let start = self.at;
            let label = if self.peek() == Some('"') { self.quoted()? } else { self.plain_label()? };
            if labels.contains(&label) {
                return Err(PatternError::RepeatedLabel { label, place: self.place(start) });
            }
            labels.push(label);
            self.skip_blanks();
            if self.peek() != Some('|') {
                return Ok(labels);
            }
        }
    }

    fn plain_label(&mut self) -> Result<String, PatternError> {
        let expected = "a label (letters, digits, `_`, or text in double quotes)";
        self.word(is_plain, expected)
    }

    fn quoted(&mut self) -> Result<String, PatternError> {
        let mut label = String::new();
        loop {
            self.at += 1;
            match self.peek() {
                None => return Err(self.unexpected("`\"` at the end of the label")),
                Some('"') => break,
                Some('\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(c @ ('"' | '\\')) => label.push(c),
                        _ => return Err(self.unexpected("`\"` or `\\` after the backslash")),
                    }
                }
                Some(c) => label.push(c),
            }
        }
        self.at += 1;
        Ok(label)
    }

    fn name(&mut self, expected: &'static str) -> Result<String, PatternError> {
        self.word(|c| c.is_ascii_alphanumeric() || c == '_', expected)
    }

    fn word(&mut self, holds: impl Fn(char) -> bool, expected: &'static str) -> Result<String, PatternError> {
        let start = self.at;
        while self.peek().is_some_and(&holds) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.unexpected(expected));
        }
        Ok(self.chars[start..self.at].iter().collect())
    }

    fn add(&mut self, link: Link, at: usize) -> Result<(), PatternError> {
        let name = |v: usize| self.vertices[v].vertex.name.clone();
        if link.from == link.to {
            return Err(PatternError::SelfLoop { vertex: name(link.from), place: self.place(at) });
        }
        if self.vertices[link.from].anti && self.vertices[link.to].anti {
            let pair = (name(link.from), name(link.to));
            return Err(PatternError::AntiPair { pair, place: self.place(at) });
        }
        if let Some(known) = self.links.iter().find(|known| !link.goes_with(known)) {
            let written = |link: &Link| format!("{}{}{}", name(link.from), link.sign(), name(link.to));
            let place = self.place(at);
            let kinds = |link: &Link| (link.is_present(), link.is_arc());
            return Err(if kinds(&link) == kinds(known) && link.labels == known.labels {
                PatternError::RepeatedEdge { edge: written(&link), place }
            } else {
                PatternError::Conflict { edge: written(&link), earlier: written(known), place }
            });
        }
        self.links.push(link);
        self.places.push(at);
        Ok(())
    }

    /// The pattern, with the anti-vertices numbered after the others.
    fn finish(self) -> Result<Pattern, PatternError> {
        for (number, known) in self.vertices.iter().enumerate().filter(|(_, known)| known.anti) {
            let joined = |link: &Link| link.is_present() && (link.from == number || link.to == number);
            if !self.links.iter().any(joined) {
                let vertex = known.vertex.name.clone();
                return Err(PatternError::LooseAntiVertex { vertex, place: self.place(known.place) });
            }
        }
        let mut order: Vec<usize> = (0..self.vertices.len()).collect();
        order.sort_by_key(|&v| self.vertices[v].anti);
        let matched = self.vertices.iter().filter(|known| !known.anti).count();
        let mut number = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| number[old] = new);
        let vertices = order.iter().map(|&v| self.vertices[v].vertex.clone()).collect();
        let links = self.links.into_iter();
        let links = links.map(|link| Link { from: number[link.from], to: number[link.to], ..link }).collect();
        Pattern::of_links(vertices, matched, links)
    }

    /// What stands between two chains; nothing has to stand after the last one.
    fn separator(&mut self) -> Result<(), PatternError> {
        let blank = self.skip_blanks();
        if matches!(self.peek(), Some(',' | ';')) {
            self.at += 1;
            self.skip_blanks();
        } else if self.peek().is_some() && !blank && !self.chars[self.at - 1].is_whitespace() {
            return Err(self.unexpected("`-`, `,` or the end"));
        }
        Ok(())
    }

    /// Skips white space and comments; whether there were any.
    fn skip_blanks(&mut self) -> bool {
        let start = self.at;
        loop {
            match self.peek() {
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                }
                Some(c) if c.is_whitespace() => self.at += 1,
                _ => return self.at > start,
            }
        }
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), PatternError> {
        if self.peek() != Some(wanted) {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn place(&self, at: usize) -> Place {
        Place { text: self.text.to_owned(), at }
    }

    fn unexpected(&self, expected: &'static str) -> PatternError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
        PatternError::Syntax { expected, found, place: self.place(self.at) }
    }
}
