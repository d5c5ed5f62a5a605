//! The pattern language: `(a:Person)-[:knows]->(b:Person|Robot), b-c, a!c`.
//!
//! ```text
//! pattern = chain { separator chain }
//! chain  = vertex link vertex { link vertex }
//! vertex = name | "(" name asked ")" | "!" "(" name asked ")"
//! link   = "-" | "->" | "<-" | "!" | "!>" | "<!" | "-[" asked "]-" | "-[" asked "]->" | "<-[" asked "]-"
//! asked  = [ ":" labels ] [ "{" condition { "," condition } "}" ]
//! labels = label { "|" label }
//! label  = one or more letters, digits or _; or text
//! condition = label ( compare value | [ "!" ] "in" "[" value { "," value } "]" | [ "!" ] "contains" text )
//! compare = "=" | "==" | ":" | "!=" | "<>" | "<" | "<=" | ">" | ">="
//! value  = a number | text | "true" | "false"
//! text   = anything in double quotes, with \" and \\ in it
//! name   = one or more of a-z A-Z 0-9 _
//! ```
//! A separator is a comma, a semicolon or white space; white space around everything but within names is skipped, and
//! so is what follows a `#` on its line. A `!` with a blank before it and a `(` after it starts an anti-vertex; any
//! other one after a vertex is a link. `--`, `-->` and `<--` are `-`, `->` and `<-`. Vertices are numbered as they
//! first appear.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `cursor` | characters, names and labels |
//! | `conditions` | what is asked of properties |
//! | `draft` | what was mentioned, and the pattern of it |

mod conditions;
mod cursor;
mod draft;

use conditions::conditions;
use cursor::Cursor;
use draft::Draft;

use super::condition::Condition;
use super::link::{Link, LinkKind};
use super::{Pattern, PatternError, Vertex};

/// Reads a text in the pattern language.
pub(super) fn pattern_text(text: &str) -> Result<Pattern, PatternError> {
    let mut reader = PatternParser { cursor: Cursor::new(text), draft: Draft::default() };
    reader.cursor.skip_blanks();
    while reader.cursor.peek().is_some() {
        reader.chain()?;
        reader.separator()?;
    }
    if reader.draft.is_empty() {
        return Err(PatternError::Empty);
    }
    reader.draft.finish(&reader.cursor)
}

struct PatternParser<'a> {
    cursor: Cursor<'a>,
    draft: Draft,
}

impl PatternParser<'_> {
    fn chain(&mut self) -> Result<(), PatternError> {
        let mut from = self.vertex()?;
        self.cursor.skip_blanks();
        if !self.at_link() {
            return Err(self.cursor.unexpected("`-` and another vertex"));
        }
        while self.at_link() {
            let (kind, LinkBrackets { labels, conditions }) = self.link()?;
            self.cursor.skip_blanks();
            let at = self.cursor.at();
            let to = self.vertex()?;
            self.draft.add(Link { from, to, kind, labels, conditions }, &self.cursor, at)?;
            from = to;
            self.cursor.skip_blanks();
        }
        Ok(())
    }

    /// The next vertex, by its number.
    fn vertex(&mut self) -> Result<usize, PatternError> {
        let cursor = &mut self.cursor;
        let start = cursor.at();
        let anti = cursor.pass_if('!');
        if !anti && cursor.peek() != Some('(') {
            let vertex = Vertex::named(cursor.name()?);
            return self.draft.mention(vertex, false, cursor, start);
        }
        cursor.expect('(', "`(` and a vertex")?;
        cursor.skip_blanks();
        let name = cursor.name()?;
        cursor.skip_blanks();
        let labels = if cursor.peek() == Some(':') { labels(cursor)? } else { Vec::new() };
        let conditions = conditions(cursor)?;
        cursor.expect(')', "`:` and a label, `{` and a condition, or `)`")?;
        self.draft.mention(Vertex { name, labels, conditions }, anti, cursor, start)
    }

    /// Whether a link follows. `a !(x)-b` has none after `a`: what has a blank before it and none after is an
    /// anti-vertex.
    fn at_link(&self) -> bool {
        match self.cursor.peek() {
            Some('-' | '<') => true,
            Some('!') => !(self.cursor.is_after_blank() && self.cursor.peek_second() == Some('(')),
            _ => false,
        }
    }

    /// What stands between two vertices.
    fn link(&mut self) -> Result<(LinkKind, LinkBrackets), PatternError> {
        let cursor = &mut self.cursor;
        if cursor.pass_if('!') {
            let kind = if cursor.pass_if('>') { LinkKind::NoForward } else { LinkKind::Absent };
            return Ok((kind, LinkBrackets::default()));
        }
        let backward = cursor.pass_if('<');
        if backward && cursor.pass_if('!') {
            return Ok((LinkKind::NoBackward, LinkBrackets::default()));
        }
        cursor.expect('-', "`-` or `!`")?;
        let long = cursor.pass_if('-');
        cursor.skip_blanks();
        let asked = if !long && cursor.pass_if('[') { bracketed(cursor)? } else { LinkBrackets::default() };
        let kind = match (cursor.peek() == Some('>'), backward) {
            (true, true) => return Err(cursor.unexpected("a vertex (a mutual pair is `a->b, b->a`)")),
            (true, false) => LinkKind::Forward,
            (false, true) => LinkKind::Backward,
            (false, false) => LinkKind::Edge,
        };
        cursor.pass_if('>');
        Ok((kind, asked))
    }

    /// What stands between two chains; nothing has to stand after the last one.
    fn separator(&mut self) -> Result<(), PatternError> {
        let cursor = &mut self.cursor;
        let blank = cursor.skip_blanks();
        if cursor.pass_if(',') || cursor.pass_if(';') {
            cursor.skip_blanks();
        } else if cursor.peek().is_some() && !blank && !cursor.is_after_blank() {
            return Err(cursor.unexpected("`-`, `,` or the end"));
        }
        Ok(())
    }
}

/// What stands in the brackets of a link.
#[derive(Default)]
struct LinkBrackets {
    labels: Vec<String>,
    conditions: Vec<Condition>,
}

/// What is asked of a link, from behind the `[` to behind the second `-`.
fn bracketed(cursor: &mut Cursor<'_>) -> Result<LinkBrackets, PatternError> {
    cursor.skip_blanks();
    let labels = match cursor.peek() {
        Some(':') => labels(cursor)?,
        Some(']' | '{') => Vec::new(),
        _ => return Err(cursor.unexpected("`:` and a label, `{` and a condition, or `]`")),
    };
    let asked = LinkBrackets { labels, conditions: conditions(cursor)? };
    cursor.expect(']', "`|` and another label, `{` and a condition, or `]`")?;
    cursor.skip_blanks();
    cursor.expect('-', "`-` or `->`")?;
    Ok(asked)
}

/// The labels from the `:` on, and the blanks after them.
fn labels(cursor: &mut Cursor<'_>) -> Result<Vec<String>, PatternError> {
    let mut labels = Vec::new();
    loop {
        // The `:` or the `|`.
        cursor.pass();
        cursor.skip_blanks();
        let start = cursor.at();
        let label = cursor.label()?;
        if labels.contains(&label) {
            return Err(PatternError::RepeatedLabel { label, place: cursor.place(start) });
        }
        labels.push(label);
        cursor.skip_blanks();
        if cursor.peek() != Some('|') {
            return Ok(labels);
        }
    }
}
