//! Files that are taken for graphs and are none: what they are, and what to do with them.

use crate::graph::GraphError;

/// What a file is that is no graph as text, and what to do with it, by its first bytes.
pub(super) fn other_kind(head: &[u8]) -> Option<(&'static str, &'static str)> {
    const AS_CSV: &str = "write its edges as CSV";
    let text = head.trim_ascii_start();
    let starts_with =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    // Vertices may be called PAR1.
    let is_text = !head.iter().any(|&byte| byte < b'\t');
    match head {
        [b'P', b'A', b'R', b'1', ..] if !is_text => Some(("a Parquet file", AS_CSV)),
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] if !is_text => Some(("an Arrow file", AS_CSV)),
        [0x89, b'H', b'D', b'F', ..] => Some(("an HDF5 file", AS_CSV)),
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => Some(("a NumPy array", AS_CSV)),
        head if head.starts_with(b"SQLite format 3") => Some(("an SQLite database", AS_CSV)),
        _ if is_sdf(head) => {
            Some((GraphError::SDF_KIND, "it has many graphs, in which patterns may be frequent"))
        }
        _ if ["<html", "<!doctype html"].into_iter().any(starts_with) => {
            Some(("a web page", "download the file that it links to"))
        }
        _ => None,
    }
}

/// Whether the fourth line is that of the counts of a molecule.
fn is_sdf(head: &[u8]) -> bool {
    let counts = head.split(|&byte| byte == b'\n').nth(3).unwrap_or_default().trim_ascii_end();
    let starts = counts.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    starts && (counts.ends_with(b" V2000") || counts.ends_with(b" V3000"))
}
