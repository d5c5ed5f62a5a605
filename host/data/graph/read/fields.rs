//! Lines of names: fields that may be quoted.

use std::borrow::Cow;

use crate::graph::{LineProblem, VertexId};

/// What stands between the fields of a file whose ids are names. The first line with fields tells: a tab in it, then a
/// comma, else white space. So names may have spaces in them where tabs or commas separate them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// White space, or a comma with or without it.
    Blank,
    Comma,
    Tab,
}

/// A field of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field<'l> {
    pub text: Cow<'l, str>,
    /// Whether it stood in quotes, and so is a name whatever it looks like.
    pub quoted: bool,
}

impl Separator {
    /// That of the file with this first line.
    pub fn of(line: &str) -> Separator {
        let plain = line.split('"').step_by(2);
        match plain.flat_map(str::bytes).filter(|byte| b"\t,".contains(byte)).min() {
            Some(b'\t') => Separator::Tab,
            Some(_) => Separator::Comma,
            None => Separator::Blank,
        }
    }

    /// The fields of a line, which is trimmed. A field that starts with a quote goes to the next one; two quotes in it
    /// are one.
    pub fn split(self, line: &str) -> Result<Vec<Field<'_>>, LineProblem> {
        let (mut fields, mut rest) = (Vec::new(), line);
        loop {
            let (field, after) = match rest.strip_prefix('"') {
                Some(quoted) => unquoted(quoted)?,
                None => self.plain(rest),
            };
            fields.push(field);
            match self.next(after)? {
                Some(next) => rest = next,
                None => return Ok(fields),
            }
        }
    }

    fn is_blank(self, c: char) -> bool {
        c.is_ascii_whitespace() && !(self == Separator::Tab && c == '\t')
    }

    /// A field without quotes, and what follows it.
    fn plain(self, text: &str) -> (Field<'_>, &str) {
        let ends = |c: char| match self {
            Separator::Blank => c == ',' || c.is_ascii_whitespace(),
            Separator::Comma => c == ',',
            Separator::Tab => c == '\t',
        };
        let (field, after) = text.split_at(text.find(ends).unwrap_or(text.len()));
        (Field { text: field.trim_end_matches(|c| self.is_blank(c)).into(), quoted: false }, after)
    }

    /// Where the next field starts behind one; nothing at the end of the line.
    fn next(self, after: &str) -> Result<Option<&str>, LineProblem> {
        let rest = after.trim_start_matches(|c| self.is_blank(c));
        let separator = if self == Separator::Tab { '\t' } else { ',' };
        match rest.strip_prefix(separator) {
            Some(next) => Ok(Some(next.trim_start_matches(|c| self.is_blank(c)))),
            None if rest.is_empty() => Ok(None),
            None if self == Separator::Blank && rest.len() < after.len() => Ok(Some(rest)),
            None => Err(LineProblem::AfterQuote),
        }
    }
}

impl Field<'_> {
    /// The field as the id of a vertex.
    pub fn name(&self) -> Result<VertexId<'_>, LineProblem> {
        match self.text.is_empty() && !self.quoted {
            true => Err(LineProblem::NoName),
            false => Ok(VertexId::Name(&self.text)),
        }
    }
}

/// The field whose opening quote is behind us, and what follows its closing one.
fn unquoted(text: &str) -> Result<(Field<'_>, &str), LineProblem> {
    let mut at = 0;
    loop {
        at += text[at..].find('"').ok_or(LineProblem::OpenQuote)?;
        match text[at + 1..].starts_with('"') {
            true => at += 2,
            false => break,
        }
    }
    let (inside, after) = (&text[..at], &text[at + 1..]);
    let text = if inside.contains('"') { inside.replace("\"\"", "\"").into() } else { inside.into() };
    Ok((Field { text, quoted: true }, after))
}

/// A line without the attributes in braces at its end, as NetworkX writes them behind an edge, and whether there were
/// any.
#[inline]
pub(super) fn without_attributes(line: &[u8]) -> (&[u8], bool) {
    if line.last() == Some(&b'}') { split_attributes(line) } else { (line, false) }
}

fn split_attributes(line: &[u8]) -> (&[u8], bool) {
    let mut quoted = false;
    let start = line.iter().enumerate().position(|(at, &byte)| {
        quoted ^= byte == b'"';
        byte == b'{' && !quoted && at > 0 && (line[at - 1].is_ascii_whitespace() || line[at - 1] == b',')
    });
    match start {
        None => (line, false),
        Some(start) => {
            let edge = line[..start].trim_ascii_end();
            let any = !line[start + 1..line.len() - 1].trim_ascii().is_empty();
            (edge.strip_suffix(b",").unwrap_or(edge).trim_ascii_end(), any)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Result<Vec<String>, LineProblem> {
        let fields = Separator::of(line).split(line)?;
        Ok(fields.into_iter().map(|field| field.text.into_owned()).collect())
    }

    #[test]
    fn fields_of_all_kinds() {
        for (line, expected) in [
            ("alice bob", &["alice", "bob"][..]),
            ("alice  \"bob smith\" x", &["alice", "bob smith", "x"]),
            ("Alice Smith\tBob Jones", &["Alice Smith", "Bob Jones"]),
            ("Alice Smith , Bob Jones", &["Alice Smith", "Bob Jones"]),
            ("\"Smith, Alice\" \"Jones, \"\"Bob\"\"\"", &["Smith, Alice", "Jones, \"Bob\""]),
            ("\"Smith, Alice\",\"a\tb\"", &["Smith, Alice", "a\tb"]),
            ("a,,b", &["a", "", "b"]),
            ("a\t\"\"", &["a", ""]),
            ("a,", &["a", ""]),
            ("O'Brien 5\"", &["O'Brien", "5\""]),
        ] {
            assert_eq!(split(line).unwrap(), expected, "{line}");
        }
        assert_eq!(split("\"alice bob"), Err(LineProblem::OpenQuote));
        assert_eq!(split("\"alice\"bob carol"), Err(LineProblem::AfterQuote));
        assert_eq!(split("\"a\"b,c"), Err(LineProblem::AfterQuote));
    }

    #[test]
    fn attributes_are_those_at_the_end() {
        for (line, edge, any) in [
            ("1 2 {}", "1 2", false),
            ("1 2 {'weight': 3.0}", "1 2", true),
            ("alice,bob,{'x': {'y': 1}}", "alice,bob", true),
            ("\"a {b\" c {}", "\"a {b\" c", false),
            ("a{x} b", "a{x} b", false),
            ("{a} b", "{a} b", false),
            ("a {b", "a {b", false),
        ] {
            assert_eq!(without_attributes(line.as_bytes()), (edge.as_bytes(), any), "{line}");
        }
    }
}
