//! Cutting a text into blocks that tasks read at the same time.

use std::borrow::Cow;

use crate::graph::newlines;

/// A part of a text, from the start of a line on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextBlock<'t> {
    /// Where it starts in the text.
    pub(super) start: usize,
    pub(super) text: &'t [u8],
}

/// Cuts `text` into blocks of at least `bytes` bytes, all but the last, each from a line that `begins` accepts on.
pub(super) fn split(text: &[u8], bytes: usize, begins: impl Fn(&[u8]) -> bool) -> Vec<TextBlock<'_>> {
    let mut blocks = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let mut end = start.saturating_add(bytes).min(text.len());
        loop {
            match memchr::memchr(b'\n', &text[end..]) {
                Some(newline) => end += newline + 1,
                None => end = text.len(),
            }
            if end == text.len() || begins(&text[end..]) {
                break;
            }
        }
        blocks.push(TextBlock { start, text: &text[start..end] });
        start = end;
    }
    blocks
}

/// The lines of `text`, without their ends.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

/// The lines of `text` that are not empty, without their ends, and their numbers, if the first line has the number
/// `first`.
pub(super) fn numbered(text: &[u8], first: u64) -> impl Iterator<Item = (u64, &[u8])> {
    let (mut rest, mut number) = (text, first);
    std::iter::from_fn(move || {
        let empty = newlines(rest, 0);
        rest = &rest[empty..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        if line.is_empty() {
            return None;
        }
        let found = (number + empty as u64, line);
        (rest, number) = (&rest[(line.len() + 1).min(rest.len())..], found.0 + 1);
        Some(found)
    })
}

/// A line as text: as UTF-8, or, if it is none, as Latin-1 (ISO 8859-1), in which each byte is a letter.
pub(super) fn utf8_or_latin1(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => text.into(),
        Err(_) => line.iter().copied().map(char::from).collect::<String>().into(),
    }
}

/// How many lines end before byte `end`.
pub(super) fn lines_before(text: &[u8], end: usize) -> u64 {
    memchr::memchr_iter(b'\n', &text[..end]).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_are_counted_and_passed_over() {
        for text in ["", "\n\n", "a", "\n\na\n \n\n\nb", "a\n\n", &format!("a\n{}b\n", "\n".repeat(5000))] {
            let all = (7..).zip(lines(text.as_bytes())).filter(|(_, line)| !line.is_empty());
            assert!(numbered(text.as_bytes(), 7).eq(all), "{text:?}");
        }
    }

    #[test]
    fn blocks_cover_the_text_and_begin_where_they_may() {
        let text = b"c\nt 1\nv\nv\nt 2\nt 3\nv\nv";
        let graph = |line: &[u8]| line.starts_with(b"t");
        for bytes in 1..30 {
            let blocks = split(text, bytes, graph);
            let joined: Vec<u8> = blocks.iter().flat_map(|block| block.text.iter().copied()).collect();
            assert_eq!(joined, text, "{bytes}");
            assert!(blocks.iter().skip(1).all(|block| graph(block.text)), "{bytes}");
            assert!(blocks.iter().all(|block| text[block.start..].starts_with(block.text)), "{bytes}");
        }
        assert_eq!(split(text, 1, graph).len(), 4);
        let lines: Vec<&[u8]> =
            split(b"a line\nand another", 3, |_| true).iter().map(|block| block.text).collect();
        assert_eq!(lines, [&b"a line\n"[..], b"and another"], "the last line is not cut");
        assert!(split(b"", 5, graph).is_empty());
    }
}
