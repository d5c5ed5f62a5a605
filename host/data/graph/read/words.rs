//! How long a word may be: a name, a label, a number, the text of a field.

/// No word of a text is longer. Who reads one that does not end would else keep it whole, and a small compressed file
/// can hold gigabytes.
pub(crate) const MOST_WORD_BYTES: usize = 1 << 20;

/// Measures the words of a line that comes in pieces. A word that starts with a quote goes on to the next one; two
/// quotes in it are one.
#[derive(Clone, Debug)]
pub(super) struct WordLengths {
    /// Whether a byte stands between words.
    ends: fn(u8) -> bool,
    /// Bytes of the word so far.
    bytes: usize,
    /// Whether the word started with a quote.
    quoted: bool,
    /// Whether that quote is open.
    open: bool,
}

impl WordLengths {
    /// For words between bytes that `ends` accepts.
    pub fn new(ends: fn(u8) -> bool) -> Self {
        WordLengths { ends, bytes: 0, quoted: false, open: false }
    }

    /// Takes in what follows; whether a word is too long.
    pub fn exceed(&mut self, text: &[u8]) -> bool {
        for &byte in text {
            if !self.open && (self.ends)(byte) {
                (self.bytes, self.quoted) = (0, false);
                continue;
            }
            if byte == b'"' && (self.quoted || self.bytes == 0) {
                (self.quoted, self.open) = (true, !self.open);
            } else if self.bytes == 0 && byte.is_ascii_whitespace() {
                continue;
            }
            self.bytes += 1;
            if self.bytes > MOST_WORD_BYTES {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_too_long(text: &[u8], piece: usize) -> bool {
        let mut lengths = WordLengths::new(|byte| b", ".contains(&byte));
        text.chunks(piece).any(|piece| lengths.exceed(piece))
    }

    #[test]
    fn a_word_is_what_stands_between_blanks_or_quotes() {
        let (fits, long) = ("x".repeat(MOST_WORD_BYTES), "x".repeat(MOST_WORD_BYTES + 1));
        let half = "y ".repeat(MOST_WORD_BYTES / 4);
        for (text, expected) in [
            (format!("{fits} {fits},{fits}"), false),
            (format!("a {long}"), true),
            (format!("{half}{half}{half}{half}"), false),
            (format!("\"{half}\",\"{half}\",\"{half}\""), false),
            (format!("a,\"{half}{half}\""), true),
            (format!("a,\"{half}\"\"{half}\""), true),
            (format!("5\" {half}{half}{half}"), false),
        ] {
            for piece in [7, 1 << 12, text.len()] {
                assert_eq!(is_too_long(text.as_bytes(), piece), expected, "{}…", &text[..20]);
            }
        }
    }
}
