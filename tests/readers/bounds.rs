//! What every reader passes over, and what none of them reads whole: marks of byte order, empty lines, words without an
//! end.

use motherlode::graph::{self, Graph, GraphError, GraphFormat, LoadOptions};

/// As long as a word may be.
const MOST: usize = 1 << 20;

/// A graph with an edge in each format of text, with its name; `@` is a place where a word may stand, and `#` one for
/// empty lines before a line.
pub fn samples() -> impl Iterator<Item = (&'static str, GraphFormat, &'static str)> {
    let of = |(name, format): (_, GraphFormat)| {
        format.declaration().samples.iter().map(move |&text| (name, format, text))
    };
    GraphFormat::NAMES.into_iter().flat_map(of)
}

pub fn with(text: &str, word: &str, empty: usize) -> String {
    text.replace('@', word).replace('#', &"\n".repeat(empty))
}

fn read(text: &[u8], name: &str, format: GraphFormat) -> Result<Graph, GraphError> {
    graph::read(text, name, &LoadOptions::default().format(format))
}

#[test]
fn marks_of_byte_order_are_passed_over() {
    for (name, format, text) in samples() {
        let text = with(text, "e", 0);
        let plain = read(text.as_bytes(), name, format).unwrap_or_else(|error| panic!("{name}: {error}"));
        let marked = read(format!("\u{feff}{text}").as_bytes(), name, format);
        assert_eq!(marked.unwrap().csr(), plain.csr(), "{name}");
    }
}

#[test]
fn words_without_an_end_are_refused_with_their_line() {
    for (name, format, text) in samples().filter(|(.., text)| text.contains('@')) {
        for empty in [0, 3] {
            let lines = with(text.split('@').next().unwrap(), "", empty).matches('\n').count() + 1;
            let text = with(text, &"x".repeat(3 * MOST), empty);
            let error = read(text.as_bytes(), name, format).map(|_| ()).unwrap_err().to_string();
            let told = format!("line {lines}:");
            assert!(error.contains(&told) && error.contains("longer than 1 MiB"), "{name}, {told} {error}");
            assert!(error.len() < 400, "{name}: {error}");
        }
        // A word that is as long as it may be, with its quotes and ` d`, is read, or the line, which may be no longer
        // than a word, is too long.
        let text = with(text, &"x".repeat(MOST - "\"\" d".len()), 0);
        if let Err(error) = read(text.as_bytes(), name, format) {
            assert!(error.to_string().contains("longer than 1 MiB;"), "{name}: {error}");
        }
    }
}

#[test]
fn texts_of_many_words_are_refused_too() {
    let words = "many words ".repeat(100_000);
    for (name, format, text) in
        samples().filter(|(name, ..)| ["graphml", "gml", "json", "csv"].contains(name))
    {
        let error = read(with(text, &words, 0).as_bytes(), name, format).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("line ") && error.contains("longer than 1 MiB"), "{name}: {error}");
    }
}

/// However many there are, and wherever they end in the blocks that are read.
#[test]
fn empty_lines_are_passed_over_and_counted() {
    for (name, format, text) in samples() {
        let plain = read(with(text, "e", 0).as_bytes(), name, format).unwrap();
        for empty in [1, 63, 64, 65, 1 << 17, 300_001] {
            let text = with(text, "e", empty);
            let spaced =
                read(text.as_bytes(), name, format).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(spaced.csr(), plain.csr(), "{name}");
            assert_eq!(spaced.report().lines, text.lines().count() as u64, "{name}, {empty}");
        }
    }
    // Blocks of an edge list of numbers are parsed on several threads.
    let text = format!("1 2\n{}x\n", "\n".repeat(3_000_000));
    let error = graph::read(text.as_bytes(), "in", &LoadOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("in, line 3000002: `x`"), "{error}");
}
