//! Random pairs, through every format and back, against a set.

use std::{collections::BTreeSet, io::Write};

use flate2::{Compression, write::GzEncoder};
use motherlode::graph::{self, Graph, GraphFormat, LoadReport};
use proptest::prelude::*;

use super::csr_layouts::without_checksums;
use super::{blocks_of, edges_by_id, with_threads};

type Pairs = Vec<(u64, u64)>;

/// Pairs with loops and duplicates, of ids that are dense, sparse, or beyond 32 bits.
fn pairs() -> impl Strategy<Value = Pairs> {
    let far =
        prop_oneof![3 => 0..30u64, 1 => 4_000_000_000..4_300_000_000u64, 1 => (u64::MAX - 20)..=u64::MAX];
    let shapes = prop_oneof![
        prop::collection::vec((0..30u64, 0..30u64), 1..120),
        prop::collection::vec((1_000..1_040u64, 1_000..1_040u64), 1..120),
        prop::collection::vec((far.clone(), far), 1..120),
    ];
    shapes.prop_filter("an edge", |pairs| pairs.iter().any(|(a, b)| a != b))
}

/// The distinct edges, smaller id first.
fn oracle(pairs: &Pairs) -> BTreeSet<(u64, u64)> {
    pairs.iter().filter(|(a, b)| a != b).map(|&(a, b)| (a.min(b), a.max(b))).collect()
}

fn vertices(edges: &BTreeSet<(u64, u64)>) -> usize {
    edges.iter().flat_map(|&(a, b)| [a, b]).collect::<BTreeSet<_>>().len()
}

/// Text with all that readers must bear: separators, comments, empty lines, both line ends, none at the end.
fn untidy_text(pairs: &Pairs, style: &[u8]) -> (String, u64) {
    let (mut text, mut comments) = (String::new(), 0);
    for (i, (a, b)) in pairs.iter().enumerate() {
        let style = style[i % style.len()];
        let separator = [" ", "\t", ",", " , ", "   ", "\t "][usize::from(style) % 6];
        if style.is_multiple_of(7) {
            text.push_str(["# note\n", "% 1 2\n", "  // 3\n"][i % 3]);
            comments += 1;
        }
        if style.is_multiple_of(11) {
            text.push_str(" \t\n\r\n");
        }
        let end =
            if i + 1 == pairs.len() && style.is_multiple_of(2) { "" } else { ["\n", "\r\n", " \n"][i % 3] };
        text.push_str(&format!("{}{a}{separator}{b}{end}", [" ", "", "\t"][i % 3]));
    }
    (text, comments)
}

fn read(bytes: &[u8], block_bytes: usize) -> Graph {
    graph::read(bytes, "test input", &blocks_of(block_bytes)).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn written(graph: &Graph, format: GraphFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    graph::write(graph, format, &mut bytes).unwrap();
    bytes
}

proptest! {
    #[test]
    fn edge_lists_give_the_set_of_edges(
        pairs in pairs(), style in prop::collection::vec(any::<u8>(), 1..20), block_bytes in 1..200usize,
    ) {
        let (text, comments) = untidy_text(&pairs, &style);
        let graph = read(text.as_bytes(), block_bytes);
        let expected = oracle(&pairs);
        prop_assert_eq!(edges_by_id(&graph), expected.clone());
        prop_assert_eq!(graph.csr().n() as usize, vertices(&expected));
        prop_assert!((1..graph.csr().n()).all(|v| graph.ids().get(v - 1) < graph.ids().get(v)));
        let self_loops = pairs.iter().filter(|(a, b)| a == b).count() as u64;
        prop_assert_eq!(graph.report(), &LoadReport {
            lines: text.lines().count() as u64,
            comments,
            edges_read: pairs.len() as u64,
            self_loops,
            duplicates: pairs.len() as u64 - self_loops - expected.len() as u64,
            notes: Vec::new(),
        });
    }

    #[test]
    fn compression_and_threads_change_nothing(
        pairs in pairs(), style in prop::collection::vec(any::<u8>(), 1..20), cut in 0..100usize,
    ) {
        let (text, _) = untidy_text(&pairs, &style);
        let (head, tail) = text.as_bytes().split_at(cut.min(text.len()));
        let plain = read(text.as_bytes(), 1 << 20);
        // gzip of two members, zstd of two frames.
        let gzipped = [gzip(head), gzip(tail)].concat();
        let zstd = [zstd::encode_all(head, 1).unwrap(), zstd::encode_all(tail, 1).unwrap()].concat();
        for bytes in [text.as_bytes(), &gzipped, &zstd] {
            for threads in [1, 2, 5] {
                let graph = with_threads(threads, || read(bytes, 16));
                prop_assert_eq!(graph.csr(), plain.csr());
                prop_assert_eq!(graph.report(), plain.report());
                prop_assert!((0..graph.csr().n()).all(|v| graph.ids().get(v) == plain.ids().get(v)));
            }
        }
    }

    #[test]
    fn what_is_written_reads_the_same(pairs in pairs()) {
        let text: String = pairs.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let graph = read(text.as_bytes(), 1 << 20);
        for format in [GraphFormat::EdgeList, GraphFormat::Csr] {
            let bytes = written(&graph, format);
            for bytes in [bytes.clone(), gzip(&bytes), zstd::encode_all(bytes.as_slice(), 1).unwrap()] {
                let back = read(&bytes, 64);
                prop_assert_eq!(back.csr(), graph.csr());
                prop_assert_eq!(edges_by_id(&back), oracle(&pairs));
                prop_assert_eq!((back.report().self_loops, back.report().duplicates), (0, 0));
            }
        }
        // Matrix Market has no place for ids.
        let matrix = read(&written(&graph, GraphFormat::MatrixMarket), 64);
        prop_assert_eq!(matrix.csr(), graph.csr());
        prop_assert_eq!(matrix.ids().get(0), graph::VertexId::Number(1));
    }

    #[test]
    fn matrix_market_gives_the_set_of_edges(
        entries in prop::collection::vec((1..25u64, 1..25u64), 1..80), kind in 0..6usize, block_bytes in 1..99usize,
    ) {
        prop_assume!(entries.iter().any(|(a, b)| a != b));
        let (field, value) = [("pattern", ""), ("real", " -1.5e3"), ("integer", " 7")][kind % 3];
        let symmetry = ["general", "Symmetric"][kind / 3];
        let mut text = format!("%%matrixmarket MATRIX coordinate {field} {symmetry}\n% a note\n\n 25 25 {}\r\n", entries.len());
        text.extend(entries.iter().map(|(row, column)| format!("{row}  {column}{value}\n")));
        let graph = read(text.as_bytes(), block_bytes);
        let expected = oracle(&entries);
        prop_assert_eq!(edges_by_id(&graph), expected);
        prop_assert_eq!(graph.csr().n(), 25);
        let report = graph.report();
        prop_assert_eq!((report.lines, report.comments, report.edges_read), (entries.len() as u64 + 4, 2, entries.len() as u64));
    }
}

#[test]
fn a_byte_order_mark_is_no_text() {
    assert_eq!(edges_by_id(&read(b"\xEF\xBB\xBF5 3\n", 8)), BTreeSet::from([(3, 5)]));
}

#[test]
fn numbers_as_large_as_they_get() {
    let graph = read(b"18446744073709551615 00000000000000000000000007\n", 8);
    assert_eq!(edges_by_id(&graph), BTreeSet::from([(7, u64::MAX)]));
}

#[test]
fn extra_columns_are_ignored_on_request() {
    let options = blocks_of(16).extra_columns(graph::ExtraColumns::Ignore);
    let graph = graph::read(&b"1 2 0.5\n2,3,2020-01-01\n"[..], "weights", &options).unwrap();
    assert_eq!(edges_by_id(&graph), BTreeSet::from([(1, 2), (2, 3)]));
}

#[test]
fn unknown_sections_of_old_csr_files_are_skipped() {
    let graph = read(b"10 20\n20 35\n", 64);
    let mut bytes = without_checksums(&written(&graph, GraphFormat::Csr));
    let ids_at = bytes.len() - (16 + 3 * 8);
    let unknown = [b"NEWTHING".as_slice(), &5u64.to_le_bytes(), b"12345\0\0\0"].concat();
    bytes.splice(ids_at..ids_at, unknown.iter().copied());
    bytes.extend_from_slice(&unknown);
    assert_eq!(edges_by_id(&read(&bytes, 64)), edges_by_id(&graph));
}

#[test]
fn files_are_written_whole_and_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let graph = read(b"10 20\n20 35\n99 10\n", 64);
    for name in ["g.csr", "g.csr.gz", "g.csr.zst", "g.txt", "g.el.gz", "g.tsv.zst", "g.mtx", "g.mtx.gz"] {
        let path = folder.path().join(name);
        let output = graph::OutputFormat::of_name(&path).unwrap();
        std::fs::write(&path, "what was there before").unwrap();
        graph::save(&graph, &path, output).unwrap();
        let back = graph::load(&path, &graph::LoadOptions::default()).unwrap();
        assert_eq!(back.csr(), graph.csr(), "{name}");
        assert_eq!(back.source(), Some(path.as_path()));
        if output.format != GraphFormat::MatrixMarket {
            assert_eq!(edges_by_id(&back), edges_by_id(&graph), "{name}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 8, "no temporary file is left");
    assert_eq!(graph::OutputFormat::of_name("graph.doc".as_ref()), None);
    let nowhere = folder.path().join("missing/g.csr");
    let failed = graph::save(&graph, &nowhere, graph::OutputFormat::of_name(&nowhere).unwrap()).unwrap_err();
    assert!(failed.to_string().contains("missing/g.csr: writing failed: No such file"), "{failed}");
}

#[cfg(unix)]
#[test]
fn files_are_as_readable_as_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (ours, plain) = (folder.path().join("g.csr"), folder.path().join("plain"));
    let graph = read(b"1 2\n", 64);
    graph::save(&graph, &ours, graph::OutputFormat::of_name(&ours).unwrap()).unwrap();
    std::fs::write(&plain, "").unwrap();
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&plain));
}
