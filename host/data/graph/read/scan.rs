//! Numbers, words and lines in bytes.

use crate::graph::{LineProblem, error::excerpt};

/// The digits of a number that surely fits in u64.
const SAFE_DIGITS: usize = 19;

/// Reads the number at `at`, if there is one of at most 19 digits; gives it and where it ends.
#[inline]
pub(super) fn number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let (mut value, mut end) = (0u64, at);
    while let Some(digit) = text.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        end += 1;
    }
    (end > at && end - at <= SAFE_DIGITS).then_some((value, end))
}

/// Where spaces and tabs end that start at `at`.
#[inline]
pub(super) fn blanks(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while matches!(text.get(end), Some(b' ' | b'\t')) {
        end += 1;
    }
    end
}

/// How many line feeds stand together from `at` on. They are compared by the block, as a file may have gigabytes of
/// them.
#[inline]
pub(crate) fn newlines(text: &[u8], at: usize) -> usize {
    const BLOCK: [u8; 64] = [b'\n'; 64];
    let rest = &text[at..];
    if rest.first() != Some(&b'\n') {
        return 0;
    }
    let whole = rest.chunks_exact(BLOCK.len()).take_while(|block| *block == BLOCK).count() * BLOCK.len();
    whole + rest[whole..].iter().take_while(|&&byte| byte == b'\n').count()
}

/// Where the next column starts after one that ends at `at`: past white space and at most one comma.
#[inline]
fn separator(text: &[u8], at: usize) -> usize {
    let end = blanks(text, at);
    if text.get(end) == Some(&b',') { blanks(text, end + 1) } else { end }
}

/// Reads the plainest of lines: two numbers, from `at` to the line's end. Gives the numbers and where the next line
/// starts; nothing for any other line, which [`columns`] and [`id`] then read or explain.
#[inline]
pub(super) fn plain_pair(text: &[u8], at: usize) -> Option<(u64, u64, usize)> {
    let (a, end) = number(text, blanks(text, at))?;
    let start = separator(text, end);
    if start == end {
        return None;
    }
    let (b, end) = number(text, start)?;
    let end = blanks(text, end);
    match text.get(end) {
        None => Some((a, b, end)),
        Some(b'\n') => Some((a, b, end + 1)),
        Some(b'\r') if text.get(end + 1) == Some(&b'\n') => Some((a, b, end + 2)),
        Some(_) => None,
    }
}

/// The columns of a line: between them is white space, or a comma with or without white space. An empty column between
/// two commas counts.
pub(super) fn columns(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b',').flat_map(|part| {
        let part = part.trim_ascii();
        let empty = part.is_empty().then_some(part);
        empty
            .into_iter()
            .chain(part.split(|byte| byte.is_ascii_whitespace()).filter(|token| !token.is_empty()))
    })
}

/// A vertex id, or what is wrong with it.
pub(super) fn id(token: &[u8]) -> Result<u64, LineProblem> {
    if !token.is_empty() && token.iter().all(u8::is_ascii_digit) {
        let parsed = std::str::from_utf8(token).ok().and_then(|digits| digits.parse().ok());
        return parsed.ok_or(LineProblem::IdTooLarge);
    }
    if let [b'-', digits @ ..] = token
        && !digits.is_empty()
        && digits.iter().all(u8::is_ascii_digit)
    {
        return Err(LineProblem::NegativeId);
    }
    Err(LineProblem::NotAnId { token: excerpt(token) })
}

/// Whether a word is meant as a number, be it one that an id cannot be: `-1`, `1.5`, `7:`.
pub(in crate::graph) fn is_number_like(word: &str) -> bool {
    let number = word.strip_suffix(':').unwrap_or(word);
    number.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && number.parse::<f64>().is_ok()
}

/// Whether a column is a word, and so a name where it should be an id.
pub(super) fn is_word(column: &[u8]) -> bool {
    !column.is_empty() && std::str::from_utf8(column).is_ok_and(|word| !is_number_like(word))
}

/// Whether a line, without white space before it, is a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    matches!(line, [b'#' | b'%', ..] | [b'/', b'/', ..])
}

/// Whether bytes cannot be a line of text.
pub(super) fn is_binary(line: &[u8]) -> bool {
    let control = line.iter().any(|&byte| byte.is_ascii_control() && !byte.is_ascii_whitespace());
    control || std::str::from_utf8(line).is_err()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_line_feeds_are_counted() {
        for count in (0..200).chain([4096, 5000]) {
            let text = format!("a\n\n{}b\n", "\n".repeat(count));
            assert_eq!(newlines(text.as_bytes(), 3), count);
            assert_eq!(newlines(&text.as_bytes()[..3 + count], 3), count);
        }
        assert_eq!(newlines(b"a", 1), 0);
    }

    proptest! {
        /// What the fast path accepts, the slow path reads the same.
        #[test]
        fn plain_pairs_are_columns(line in "[ \t]{0,2}[0-9]{0,21}[ \t,x-]{0,3}[0-9]{0,21}[ \t,]{0,2}\r?", tail in "(\n5 6)?") {
            let text = format!("{line}{tail}");
            if let Some((a, b, next)) = plain_pair(text.as_bytes(), 0) {
                let ids: Vec<_> = columns(line.trim_ascii().as_bytes()).map(id).collect();
                prop_assert_eq!(ids, [Ok(a), Ok(b)]);
                prop_assert_eq!(next, line.len() + usize::from(!tail.is_empty()));
            }
        }
    }

    #[test]
    fn plain_pairs() {
        assert_eq!(plain_pair(b"12 7\n3", 0), Some((12, 7, 5)));
        assert_eq!(plain_pair(b"x\n 12\t , 7 \r\n3", 2), Some((12, 7, 13)));
        assert_eq!(plain_pair(b"0,9999999999999999999", 0), Some((0, 9_999_999_999_999_999_999, 21)));
        for other in
            ["12", "12 ", "12 7 8", "12,,7", "1 99999999999999999999", "-1 2", "# 1 2", "1 2#", "1 2\r3"]
        {
            assert_eq!(plain_pair(other.as_bytes(), 0), None, "{other}");
        }
    }

    #[test]
    fn columns_of_all_kinds() {
        let list = |line: &'static str| {
            columns(line.as_bytes()).map(|c| std::str::from_utf8(c).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(list("1 2\t 3"), ["1", "2", "3"]);
        assert_eq!(list("1 ,2,\t3 4"), ["1", "2", "3", "4"]);
        assert_eq!(list("1,,2"), ["1", "", "2"]);
        assert_eq!(list("1,"), ["1", ""]);
    }
}
