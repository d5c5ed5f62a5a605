//! `cargo xtask new format`, which docs/add-a-format.md explains.

use std::path::Path;

use anyhow::Result;

use super::skeleton::{Failing, Skeleton};

/// The skeleton reads no edges.
pub(super) const FAILING: [Failing; 1] =
    [Failing { test: "__name___graphs_are_those_of_their_edges", says: "no edges in 3 lines" }];

/// The skeleton of a format of graphs: its reader, its row, a seed for fuzzing, and its test.
fn skeleton<'a>(root: &'a Path, name: &'a str) -> Result<Skeleton<'a>> {
    let readers = "host/data/graph/read/";
    Skeleton::new(root, name)?
        .file(&format!("{readers}__name__.rs"), include_str!("format.template"))?
        .line(&format!("{readers}mod.rs"), "mod adjacency_list;", "mod __name__;")?
        .line(
            &format!("{readers}formats.rs"),
            "    Dimacs = dimacs,",
            "    /// `__command__`, as `docs/formats.md` describes it.\n    __Name__ = __name__,",
        )?
        .file("tests/readers/__name__.rs", include_str!("format_test.template"))?
        .line("tests/readers/main.rs", "mod bad_input;", "mod __name__;")?
        .file("fuzz/seeds/graphs/__command__/edges", "__command__\n1 2\n3 1\n")
}

/// Writes it; returns what was written, and what comes next.
pub(super) fn write(root: &Path, name: &str) -> Result<String> {
    let written = skeleton(root, name)?.write()?;
    Ok(format!(
        "{written}\nnext:\n  cargo fmt\n  cargo test --test readers    # fails until the reader is written\n  \
         docs/add-a-format.md has the rest"
    ))
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn it_fits_the_files() {
        skeleton(&crate::root(), "made_up").unwrap().check();
    }
}
