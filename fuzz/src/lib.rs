//! What every reader must keep to, whatever the bytes.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;
use std::str::FromStr;
use std::sync::Once;

use motherlode::graph::{self, Csr, Graph, GraphError, GraphFormat, LoadOptions};
use motherlode::transactions::{
    self, Database, DatabaseError, DatabaseOptions, SkippedRecords, parse_with, write_gspan,
};
use xxhash_rust::xxh3::xxh3_64;

/// The format that `MOTHERLODE_FUZZ_FORMAT` names. Each has seeds in a folder of its name, from which the scripts take
/// it.
pub fn format<F: FromStr<Err: Debug>>() -> F {
    let name = std::env::var("MOTHERLODE_FUZZ_FORMAT").expect("MOTHERLODE_FUZZ_FORMAT names a format");
    name.parse().expect("it is one of those that are read")
}

/// Reads bytes in blocks of two sizes. Both must fail, at the same line for the same reason, or give the same valid
/// graph, which must be the same once written as `.csr` and read again.
pub fn check(bytes: &[u8], format: Option<GraphFormat>) {
    check_as(bytes, &LoadOptions::default().format(format));
}

/// Checks bytes that are read as `options` say.
pub fn check_as(bytes: &[u8], options: &LoadOptions) {
    use_one_thread();
    let read = |block_bytes| graph::read(bytes, "input", &options.clone().block_bytes(block_bytes));
    match (read(1 << 20), read(7)) {
        (Ok(graph), Ok(again)) => {
            assert_eq!(graph.csr(), again.csr());
            assert_eq!(graph.report(), again.report());
            check_graph(&graph);
        }
        // Damaged compression may hide a bad line before it: how far the decompressor gets depends on what it is asked
        // for.
        (Err(GraphError::Compressed { .. }), Err(_)) | (Err(_), Err(GraphError::Compressed { .. })) => {}
        (Err(error), Err(again)) => assert_eq!(error.to_string(), again.to_string()),
        (one, other) => panic!("the size of blocks decides: {one:?}, {other:?}"),
    }
}

/// Reads a database in blocks of two sizes. Both must fail, at the same line for the same reason, or give the same
/// valid database, which must be the same, but for blanks in names, once written as gSpan text and read again.
pub fn check_database(bytes: &[u8], format: transactions::DatabaseFormat) {
    use_one_thread();
    let read = |block_bytes, skip_bad| {
        let options = DatabaseOptions::default().format(format).block_bytes(block_bytes).skip_bad(skip_bad);
        parse_with(bytes, Path::new("input"), &options)
    };
    if let (Ok((database, skipped)), Ok((again, skipped_again))) = (read(1 << 20, true), read(7, true)) {
        assert_eq!(database, again);
        let all = |skipped: SkippedRecords| -> Vec<String> {
            skipped.first.iter().map(place_and_problem).collect()
        };
        assert_eq!(skipped.count, skipped_again.count);
        assert_eq!(all(skipped), all(skipped_again));
        check_graphs(&database);
    }
    match (read(1 << 20, false), read(7, false)) {
        (Ok((database, _)), Ok((again, _))) => {
            assert_eq!(database, again);
            let (lenient, skipped) = read(7, true).expect("nothing is wrong");
            assert_eq!((lenient, skipped.count), (database, 0));
        }
        (Err(error), Err(again)) => assert_eq!(place_and_problem(&error), place_and_problem(&again)),
        (one, other) => panic!("the size of blocks decides: {one:?}, {other:?}"),
    }
}

/// What an error says, but for the graph: a line that should begin one stands in the graph before it, or in none where
/// a block begins.
fn place_and_problem(error: &DatabaseError) -> String {
    match error {
        DatabaseError::Line { line, problem, .. } => format!("line {line}: {problem}"),
        other => other.to_string(),
    }
}

fn check_graphs(database: &Database) {
    for graph in 0..database.graphs() {
        let edges = database.edges_of(graph);
        let own = database.starts()[graph as usize]..database.starts()[graph as usize + 1];
        assert!(edges.iter().all(|edge| edge.source < edge.target));
        assert!(edges.iter().all(|edge| own.contains(&edge.source) && own.contains(&edge.target)));
        assert!(
            edges.is_sorted_by(|a, b| (a.source, a.target) < (b.source, b.target)),
            "no edge is there twice"
        );
    }
    // A graph of this name ends gSpan text.
    if (0..database.graphs()).any(|graph| database.name(graph) == "-1") {
        return;
    }
    let mut text = Vec::new();
    write_gspan(database, &mut text).expect("memory can be written to");
    let back = transactions::parse(&text, Path::new("written"), Some(transactions::DatabaseFormat::GSpan))
        .expect("what was written can be read");
    assert_eq!((back.starts(), back.labels()), (database.starts(), database.labels()));
    assert_eq!(back.edges(), database.edges());
    assert_eq!(back.vertex_labels(), database.vertex_labels());
    assert_eq!(back.edge_labels(), database.edge_labels());
}

/// Inputs are tiny: to wake other threads would take most of the time.
fn use_one_thread() {
    static ONE_THREAD: Once = Once::new();
    ONE_THREAD.call_once(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("nothing has used the pool before");
    });
}

fn check_graph(graph: &Graph) {
    let csr = graph.csr();
    Csr::from_parts(csr.offsets().to_vec(), csr.neighbors_all().to_vec())
        .expect("a graph that was read is valid");
    let mut bytes = Vec::new();
    graph::write(graph, GraphFormat::Csr, &mut bytes).expect("memory can be written to");
    let back = graph::read(bytes.as_slice(), "written", &LoadOptions::default())
        .expect("what was written can be read");
    assert_eq!(back.csr(), csr);
    assert!((0..csr.n()).all(|v| back.ids().get(v) == graph.ids().get(v)));
    check_edge_list(graph);
}

/// The edges must be the same, under the same ids, once written as an edge list, where that has a place for them.
fn check_edge_list(graph: &Graph) {
    let mut text = Vec::new();
    let ids: BTreeSet<String> = (0..graph.csr().n()).map(|v| graph.ids().get(v).to_string()).collect();
    // A .csr file may give two vertices one id.
    let has_more = !graph.attributes().is_empty() || ids.len() < graph.csr().n() as usize;
    if has_more || graph.csr().edges() == 0 || graph::write(graph, GraphFormat::EdgeList, &mut text).is_err()
    {
        return;
    }
    let options = LoadOptions::default().names(graph.ids().names().is_some());
    let back = graph::read(text.as_slice(), "written", &options).expect("what was written can be read");
    assert_eq!(edges(&back), edges(graph));
}

/// The edges by their ids, each once.
fn edges(graph: &Graph) -> BTreeSet<[String; 2]> {
    let csr = graph.csr();
    let id = |v: u32| graph.ids().get(v).to_string();
    let pairs = (0..csr.n()).flat_map(|v| csr.neighbors(v).iter().map(move |&w| [id(v), id(w)]));
    pairs.filter(|[a, b]| a < b).collect()
}

/// Gives the vertices of graphs, one of numbers and one of names, the labels in these bytes; of what is no file of
/// labels, only the error is looked at.
pub fn check_labels(bytes: &[u8]) {
    use_one_thread();
    let path = std::env::temp_dir().join(format!("motherlode-fuzz-labels-{}", std::process::id()));
    std::fs::write(&path, bytes).expect("the temporary folder can be written to");
    for text in ["1 2\n2 30\n", "a b\nb \"c, d\"\n"] {
        let options = LoadOptions::default().labels(path.clone());
        match graph::read(text.as_bytes(), "input", &options) {
            Ok(graph) => {
                let labels = graph.attributes().vertices.as_ref().expect("labels were read");
                assert!((0..3).all(|v| !labels.of(v).is_empty() && labels.of(v).is_sorted()));
                check_graph(&graph);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Makes the length and the checksums of a `.csr` file agree with what is in it, as far as its sections can be told
/// apart, so that what lies behind the checksums is tried too.
pub fn seal(file: &mut [u8]) {
    const HEADER: usize = 40;
    const HEAD: usize = 24;
    if file.len() < HEADER {
        return;
    }
    let bytes = file.len() as u64;
    file[..8].copy_from_slice(b"GPMCSR03");
    file[24..32].copy_from_slice(&bytes.to_le_bytes());
    let sum = xxh3_64(&file[..32]);
    file[32..HEADER].copy_from_slice(&sum.to_le_bytes());
    let mut at = HEADER;
    while let Some(length) = file.get(at + 8..at + 16) {
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
        let Some(padded) = usize::try_from(length).ok().and_then(|length| length.checked_next_multiple_of(8))
        else {
            return;
        };
        let Some(payload) = (at + HEAD).checked_add(padded).and_then(|end| file.get(at + HEAD..end)) else { return };
        let chunk = (!payload.is_empty()).then(|| xxh3_64(payload).to_le_bytes());
        let sum = xxh3_64(&[&file[at..at + 16], chunk.as_ref().map_or(&[][..], |sum| sum)].concat());
        file[at + 16..at + HEAD].copy_from_slice(&sum.to_le_bytes());
        at += HEAD + padded;
    }
}
