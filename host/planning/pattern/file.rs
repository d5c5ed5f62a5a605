//! Patterns in files.

use std::path::Path;

use super::{Pattern, PatternError};

/// No pattern is longer.
const MOST_BYTES: u64 = 1 << 16;

impl Pattern {
    /// Reads a pattern from a file: a text in the pattern language, or a name; if the file's name ends in `.el`, lines
    /// of two vertices each, as in an edge list. What follows a `#` on a line is skipped in both.
    ///
    /// # Errors
    /// [`PatternError::Unreadable`], or what is wrong with the text in [`PatternError::InFile`].
    pub fn load(path: &Path) -> Result<Self, PatternError> {
        let unreadable = |reason: String| PatternError::Unreadable { path: path.to_owned(), reason };
        let length = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?.len();
        if length > MOST_BYTES {
            return Err(unreadable(format!("it has {length} bytes, and no pattern is so long")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let text = text.trim_start_matches('\u{feff}');
        let parsed = if path.extension().is_some_and(|ending| ending == "el") {
            Pattern::parse_edge_list(text)
        } else {
            Pattern::parse(without_comments(text).trim_end())
        };
        parsed.map_err(|problem| PatternError::InFile { path: path.to_owned(), problem: Box::new(problem) })
    }

    /// Reads what a command line gives as a pattern: the name of a file that ends in `.pattern` or `.el`, or a pattern.
    ///
    /// # Errors
    /// [`PatternError::Unreadable`], or what is wrong with the text: of a file, in [`PatternError::InFile`].
    pub fn open(text: &str) -> Result<Self, PatternError> {
        let path = Path::new(text);
        let is_file = path.extension().is_some_and(|ending| ending == "pattern" || ending == "el");
        if is_file { Self::load(path) } else { Self::parse(text) }
    }

    /// Reads two vertices a line, by white space or a comma between them.
    fn parse_edge_list(text: &str) -> Result<Self, PatternError> {
        let text = without_comments(text);
        let chains: Vec<String> = text
            .lines()
            .map(|line| {
                line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
            })
            .collect();
        if chains.iter().all(String::is_empty) {
            return Err(PatternError::Empty);
        }
        super::parse::pattern_text(&chains.join("\n"))
    }
}

/// The text with blanks in place of comments, so that places in it stay where they are.
fn without_comments(text: &str) -> String {
    let mut in_comment = false;
    let blank = |c: char| {
        in_comment = c != '\n' && (in_comment || c == '#');
        if in_comment { ' ' } else { c }
    };
    text.chars().map(blank).collect()
}
