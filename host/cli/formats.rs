//! What the help says of the formats of graphs: all of it is put together from what each format declares.

use motherlode::graph::{Directions, Format, GraphFormat, WRITERS, Writer};

/// The first line of the help of GRAPH.
pub const GRAPH: &str = "A file, - for standard input, or a graph to make, as rmat:16";
/// The first line of the help of `--extra-columns`.
pub const EXTRA_COLUMNS: &str = "refuse, ignore or label: what a third column is";
/// The first line of the help of `--directed`.
pub const DIRECTED: &str = "Read each edge as an arc from its first vertex to its second";

/// What `--input-format` takes.
pub fn input() -> Vec<&'static str> {
    GraphFormat::NAMES.iter().map(|&(name, _)| name).collect()
}

fn all() -> impl Iterator<Item = &'static Format> {
    GraphFormat::NAMES.iter().map(|(_, format)| format.declaration())
}

/// `a`, `a and b`, `a, b and c`.
fn listed<T: AsRef<str>>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let items: Vec<T> = items.into_iter().collect();
    let Some((end, rest)) = items.split_last() else { return String::new() };
    let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
    match rest.as_slice() {
        [] => end.as_ref().to_owned(),
        rest => format!("{} {last} {}", rest.join(", "), end.as_ref()),
    }
}

fn dotted(endings: &[&str], last: &str) -> String {
    listed(endings.iter().map(|ending| format!(".{ending}")), last)
}

/// The help of GRAPH in full.
pub fn of_graph() -> String {
    format!(
        "{GRAPH}\n\nA file: an edge list (two vertex ids a line, as SNAP gives graphs), a Matrix Market file, or a .csr file of \
         'motherlode convert', each plain or compressed by gzip or zstd; also {}. Graphs are simple: self-loops and \
         duplicates are dropped, and so are directions without --directed.\n\n\
         A graph to make: karate (Zachary's karate club), rmat:SCALE[:EDGE_FACTOR[:SEED]], gnm:LOG_VERTICES:EDGES[:SEED], \
         and others; 'motherlode generate --help' lists them. A file of such a name is given as ./karate.",
        listed(all().filter_map(|format| format.listed), "and")
    )
}

/// The first line of the help of `--input-format`.
pub fn of_input() -> String {
    listed(input(), "or")
}

/// The help of `--input-format` in full.
pub fn of_input_in_full() -> String {
    let starts: Vec<&str> = all().filter_map(|format| format.starts).collect();
    let by_name = |also_by_content: bool| {
        let named = all().filter(|format| !format.endings.is_empty());
        let named = named.filter(|format| format.starts.is_some() == also_by_content);
        listed(named.map(|format| format!("{} ({})", format.name, dotted(format.endings, "or"))), "and")
    };
    format!(
        "{}\n\nWhat the input is. gzip and zstd are always recognised by content. Without this option, the start of the content tells: \
         {}; any other text is an edge list, or an adjacency list (a vertex and its neighbours a line) if its lines have \
         differing numbers of ids. Endings of names tell {}, and, without those beginnings, {}. It has no effect on a graph \
         that is made on the spot.",
        of_input(),
        starts.join(", "),
        by_name(false),
        by_name(true),
    )
}

/// The help of `--extra-columns` in full.
pub fn of_extra_columns() -> String {
    let also = all().filter_map(|format| Some(format!(" For {}, {}.", format.name, format.extra_columns?)));
    format!(
        "{EXTRA_COLUMNS}\n\nWhat to do with more than two columns in an edge list. By default a line with more than two columns is an error, \
         as the file may not be an edge list at all. 'ignore' reads the first two columns and leaves the rest, which may be \
         weights or time stamps. 'label' reads the third column as the label of the edge.{}",
        also.collect::<String>()
    )
}

/// The help of `--directed` in full.
pub fn of_directed() -> String {
    let names = |directions| {
        listed(all().filter(move |format| format.directions == directions).map(|format| format.name), "or")
    };
    format!(
        "{DIRECTED}\n\nPatterns may then use '->'. Without it, directions are dropped. A file of {} knows whether it is directed. With an \
         undirected one of these, a file of {}, or a graph that is made on the spot and has no two sides, it is an error.",
        names(Directions::Told),
        names(Directions::Never)
    )
}

/// What `--output-format` takes, in the order of all formats.
pub fn output() -> Vec<&'static str> {
    let written = GraphFormat::NAMES.into_iter().filter(|&(_, format)| Writer::of(format).is_some());
    written.map(|(name, _)| name).collect()
}

/// The first line of the help of `--output-format`.
pub fn of_output() -> String {
    format!("{} [default: what FILE ends with]", listed(output(), "or"))
}

/// The help of `--output-format` in full.
pub fn of_output_in_full() -> String {
    let files: Vec<String> =
        WRITERS.iter().map(|writer| format!("{} {}", dotted(writer.endings, "and"), writer.words)).collect();
    format!(
        "{}\n\nWhat to write. {}. With .gz or .zst after it the file is compressed. The default for standard output is an edge \
         list. With this option, only .gz and .zst are looked at.",
        of_output(),
        files.join("; ")
    )
}

/// The endings of files that are written: `.csr, .mtx or .lg`.
pub fn output_endings() -> String {
    let endings: Vec<&str> = WRITERS.iter().flat_map(|writer| writer.endings.iter().copied()).collect();
    dotted(&endings, "or")
}

/// The option that reads what looks like another format, by what a message calls that.
pub fn reading(title: &str) -> Option<String> {
    let (name, _) = GraphFormat::NAMES.iter().find(|(_, format)| format.title() == Some(title))?;
    Some(format!("--input-format {name} reads it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_any_length() {
        assert_eq!(listed([""; 0], "or"), "");
        assert_eq!(listed(["a"], "or"), "a");
        assert_eq!(listed(["a", "b"], "or"), "a or b");
        assert_eq!(listed(["a", "b", "c"], "and"), "a, b and c");
    }

    #[test]
    fn each_lookalike_has_its_option() {
        assert_eq!(reading("a DIMACS graph").as_deref(), Some("--input-format dimacs reads it"));
        assert_eq!(reading("an edge list"), None);
    }
}
