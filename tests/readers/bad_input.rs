//! Input that is no graph: every message in full, for it is all that a user sees.

use std::{fs, io, io::Write};

use flate2::{Compression, write::GzEncoder};
use motherlode::graph::{self, GraphError, GraphFormat, LoadOptions};

use super::csr_layouts::{without_checksums, written};
use super::{blocks_of, with_threads};

fn message(bytes: &[u8]) -> String {
    let error = graph::read(bytes, "in", &LoadOptions::default()).unwrap_err();
    // Small blocks and many threads report the same.
    let again = with_threads(3, || graph::read(bytes, "in", &blocks_of(3)).unwrap_err());
    assert_eq!(error.to_string(), again.to_string());
    error.to_string()
}

const HEADINGS: &str = "is not a vertex id (a whole number); comments and headings start with #, % or //";

#[test]
fn lines_of_edge_lists() {
    assert_eq!(message(b"1 2\n3\n4 5\n"), "in, line 2: `3`: one number, where an edge needs two vertex ids");
    assert_eq!(
        message(b"# c\n\n1 2\r\n3 4 0.5\r\n"),
        "in, line 4: `3 4 0.5`: more than two columns; if the rest is weights or time stamps, say that they be ignored"
    );
    assert_eq!(
        message(b"1 -2\n"),
        "in, line 1: `1 -2`: negative vertex id; ids are whole numbers from 0 to 18446744073709551615"
    );
    assert_eq!(
        message(b"1 2\n18446744073709551616 1\n"),
        "in, line 2: `18446744073709551616 1`: vertex id too large; the greatest is 18446744073709551615"
    );
    assert_eq!(message(b"source target\n1 2\n"), format!("in, line 1: `source target`: `source` {HEADINGS}"));
    assert_eq!(message(b"1,,2\n"), format!("in, line 1: `1,,2`: `` {HEADINGS}"));
    assert_eq!(message(b"1.0 2\n"), format!("in, line 1: `1.0 2`: `1.0` {HEADINGS}"));
    assert_eq!(message(b"1 2\n1 +2\n"), format!("in, line 2: `1 +2`: `+2` {HEADINGS}"));
    assert_eq!(
        message("1 2\n1 ②\n".as_bytes()),
        "in, line 2: `1 ②`: `②` is no whole number, as the ids before are; if ids are names, say so; comments and \
         headings start with #, % or //"
    );
}

#[test]
fn the_first_of_several_bad_lines_is_reported() {
    let mut text = "7 8\n".repeat(5000);
    text.push_str("nine ten\n");
    text.push_str(&"11\n".repeat(5000));
    assert!(message(text.as_bytes()).starts_with("in, line 5001: `nine ten`"));
}

#[test]
fn long_text_is_shortened() {
    let text = format!("1 2\n1 {}\n", "x".repeat(500));
    let shown = "x".repeat(58);
    assert!(
        message(text.as_bytes()).starts_with(&format!("in, line 2: `1 {shown}…`: `{}…`", "x".repeat(60)))
    );
}

#[test]
fn binary_and_endless_lines() {
    let not_text = "not text; expected a graph as text or a .csr file, plain or compressed by gzip or zstd";
    assert_eq!(
        message(b"1 2\n\x7FELF\x02\x01\n"),
        format!("in, line 2: `\\u{{7f}}ELF\\u{{2}}\\u{{1}}`: {not_text}")
    );
    assert_eq!(message(b"\xC3\x28\n"), format!("in, line 1: `\\xc3(`: {not_text}"));
    let endless = vec![b'1'; 3 << 20];
    assert!(message(&endless).ends_with("longer than 1 MiB; expected two vertex ids a line"));
}

#[test]
fn other_formats() {
    assert_eq!(
        message(b"e 1 2\ne 2 3\np edge 3 2\n"),
        "in, line 1: `e 1 2`: looks like a DIMACS graph, which is not read as an edge list"
    );
    let unpack =
        |kind: &str| format!("in: is {kind}, which is not read here; unpack it first, or use gzip or zstd");
    assert_eq!(message(b"BZh91AY&SY"), unpack("compressed by bzip2"));
    assert_eq!(message(b"\xFD7zXZ\0\0\x04"), unpack("compressed by xz"));
    assert_eq!(message(b"\x04\x22\x4D\x18d@"), unpack("compressed by lz4"));
    assert_eq!(message(b"PK\x03\x04\x14\0"), unpack("a zip archive"));
    assert_eq!(message(&gzip(&gzip(b"1 2\n"))), unpack("compressed twice"));
    let as_csv = |kind: &str| format!("in: is {kind}, which is not read here; write its edges as CSV");
    assert_eq!(message(b"PAR1\x15\0\x15"), as_csv("a Parquet file"));
    assert_eq!(message(b"ARROW1\0\0\xFF"), as_csv("an Arrow file"));
    assert_eq!(message(b"\x89HDF\r\n\x1A\n"), as_csv("an HDF5 file"));
    assert_eq!(message(b"\x93NUMPY\x01\0v\0"), as_csv("a NumPy array"));
    assert_eq!(message(b"SQLite format 3\0"), as_csv("an SQLite database"));
    assert_eq!(
        message(b"\xFF\xFE1\0 \x002\0"),
        "in: is UTF-16 text, which is not read here; write it as UTF-8"
    );
    let workbook = "is a workbook of a spreadsheet, which is not read here; save a sheet of it as CSV";
    assert_eq!(message(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0"), format!("in: {workbook}"));
    let zipped = graph::read(&b"PK\x03\x04\x14\0"[..], "a.XLSX", &LoadOptions::default()).unwrap_err();
    assert_eq!(zipped.to_string(), format!("a.XLSX: {workbook}"));
    let molecule = b"ethanol\n\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n    0.0000";
    let molecules =
        "in: is an SDF file, which is not read here; it has many graphs, in which patterns may be frequent";
    assert_eq!(message(molecule), molecules);
    let page = "in: is a web page, which is not read here; download the file that it links to";
    assert_eq!(message(b"\n<!DOCTYPE html>\n<html>\n"), page);
    assert_eq!(message(b"<HTML lang=\"en\">\n"), page);
}

#[test]
fn texts_that_are_no_graphs() {
    // Its counts lie beyond the first bytes, behind what a program writes of itself.
    let molecule = format!(
        "{}\n  Mrv2014 {}\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n",
        "x".repeat(70),
        "y".repeat(60)
    );
    assert!(message(molecule.as_bytes()).starts_with("in: is an SDF file"));
    for text in [
        "<http://a/1> <http://b/2> <http://c/3> .\n",
        "# of people\n@prefix a: <http://a/> .\na:b a:c a:d .\n",
        "PREFIX a: <http://a/>\n",
        "<?xml version=\"1.0\"?>\n<rdf:RDF>\n</rdf:RDF>\n",
    ] {
        assert_eq!(message(text.as_bytes()), "in: is RDF, which is not read here; write its edges as CSV");
    }
    let dot = "in: is a graph in the DOT language, which is not read here; gv2gml of Graphviz writes it as GML, which is read";
    for text in ["graph {\n a -- b\n}\n", "strict digraph \"of two\"\n{ a -> b }\n", "Digraph G{a->b}"] {
        assert_eq!(message(text.as_bytes()), dot);
    }
    assert_eq!(
        message(b"{\"source\": 1, \"target\": 2}\n{\"source\": 2, \"target\": 3}\n"),
        "in: is JSON Lines, which is not read here; a line of it may be a graph of many; if a line is an edge, write edges as CSV"
    );
    let smiles = graph::read(&b"CCO ethanol\n"[..], "a.SMI.gz", &LoadOptions::default()).unwrap_err();
    assert_eq!(
        smiles.to_string(),
        "a.SMI.gz: is a file of SMILES, by its name, which is not read here; it has many graphs, in which patterns may be frequent"
    );
}

/// Names that look like the words of other languages are names, and whoever says the format has it read.
#[test]
fn names_are_no_other_formats() {
    for text in ["graph digraph\n", "strict graph\n", "prefix base\n", "<a> <b>\n"] {
        let graph = graph::read(text.as_bytes(), "in", &LoadOptions::default()).unwrap();
        assert_eq!(graph.csr().n(), 2, "{text}");
    }
    let options = LoadOptions::default().format(GraphFormat::EdgeList);
    assert_eq!(graph::read(&b"CCO ethanol\n"[..], "a.smi", &options).unwrap().csr().n(), 2);
}

#[test]
fn nothing_in_it() {
    let empty = "in: is empty; expected a graph";
    assert_eq!(message(b""), empty);
    assert_eq!(message(&gzip(b"")), empty);
    assert_eq!(message(b"\n \n\n"), "in: no edges in 3 lines; expected two vertex ids a line");
    assert_eq!(message(b"t # 1\n"), "in: no edges in 1 lines; expected lines `e FROM TO LABEL`");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn damaged_compression() {
    let text: String = (0..5000).map(|i| format!("{i} {}\n", i * i)).collect();
    for (name, whole) in
        [("gzip", gzip(text.as_bytes())), ("zstd", zstd::encode_all(text.as_bytes(), 3).unwrap())]
    {
        for length in [5, whole.len() / 2, whole.len() - 1] {
            let message = message(&whole[..length]);
            assert!(
                message.starts_with(&format!("in: the {name} data is cut off or damaged: ")),
                "{message}"
            );
            assert!(message.ends_with("; fetch or compress the file again"), "{message}");
        }
        let mut flipped = whole.clone();
        let last = whole.len() - 5;
        flipped[last] ^= 0xFF;
        if name == "gzip" {
            assert!(message(&flipped).contains("cut off or damaged"), "the checksum is checked");
        }
        let trailing = [whole.as_slice(), b"junk"].concat();
        assert!(message(&trailing).contains("cut off or damaged"), "{name} with junk behind it");
    }
}

#[test]
fn matrix_market_headers() {
    let matrix = |rest: &str| message(format!("%%MatrixMarket matrix {rest}").as_bytes());
    assert_eq!(
        matrix("array real general\n2 2\n"),
        "in: line 1: `array` is not supported; a graph is a `coordinate` matrix, so `coordinate` stands here"
    );
    assert_eq!(
        matrix("coordinate complex general\n"),
        "in: line 1: `complex` is not supported; a graph is a `coordinate` matrix, `pattern`, `real` or `integer`"
    );
    assert_eq!(
        matrix("coordinate real hermitian\n"),
        "in: line 1: `hermitian` is not supported; a graph is a `coordinate` matrix, `general` or `symmetric`"
    );
    assert_eq!(
        matrix("coordinate\n"),
        "in: line 1: `%%MatrixMarket matrix coordinate`: expected `%%MatrixMarket matrix coordinate pattern symmetric` or \
         the like (pattern, real or integer; general or symmetric)"
    );
    let pattern = |rest: &str| matrix(&format!("coordinate pattern general\n{rest}"));
    assert_eq!(pattern("% note\n"), "in: the size line (rows, columns, entries) is missing");
    assert_eq!(
        pattern("% note\n3 3\n"),
        "in: line 3: `3 3`: expected three whole numbers: rows, columns, entries"
    );
    assert_eq!(
        pattern("3 3 -1\n"),
        "in: line 2: `3 3 -1`: expected three whole numbers: rows, columns, entries"
    );
    assert_eq!(
        pattern("3 4 1\n1 2\n"),
        "in: the matrix has 3 rows and 4 columns; the matrix of a graph is square"
    );
    assert_eq!(
        pattern("5000000000 5000000000 5000000000\n"),
        "in: 5000000000 vertices: at most 4294967295 are supported"
    );
    assert_eq!(
        pattern("4000000000 4000000000 1\n1 2\n"),
        "in: the matrix has 4000000000 rows and only 1 entries; drop the empty rows, for example by giving the entries as \
         an edge list"
    );
    assert!(pattern("4000000000 4000000000 0\n").contains("4000000000 rows and only 0 entries"));
}

#[test]
fn matrix_market_entries() {
    let entries = |field: &str, rest: &str| {
        message(format!("%%MatrixMarket matrix coordinate {field} symmetric\n3 3 2\n{rest}").as_bytes())
    };
    assert_eq!(
        entries("pattern", "2 1\n"),
        "in: the size line says 2 entries, but there are 1; the file is cut off or damaged"
    );
    assert_eq!(
        entries("pattern", "2 1\n3 1\n3 2\n"),
        "in: the size line says 2 entries, but there are 3; the file is cut off or damaged"
    );
    let outside = "is outside the matrix; rows and columns go from 1 to 3";
    assert_eq!(entries("pattern", "2 1\n0 1\n"), format!("in, line 4: `0 1`: index 0 {outside}"));
    assert_eq!(entries("pattern", "2 1\n1 4\n"), format!("in, line 4: `1 4`: index 4 {outside}"));
    assert_eq!(entries("pattern", "2 1 5\n"), "in, line 3: `2 1 5`: an entry of this matrix has 2 columns");
    assert_eq!(entries("real", "2 1\n"), "in, line 3: `2 1`: an entry of this matrix has 3 columns");
    assert_eq!(
        entries("real", "2 1 0.5 6\n"),
        "in, line 3: `2 1 0.5 6`: an entry of this matrix has 3 columns"
    );
    assert_eq!(entries("real", "2 1 half\n"), "in, line 3: `2 1 half`: `half` is not a number");
    assert!(entries("real", "2 -1 1\n").starts_with("in, line 3: `2 -1 1`: negative vertex id"));
}

/// A `.csr` file without checksums of a triangle with a tail, changed by `change`.
fn csr(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let graph = graph::read(&b"0 1\n1 2\n2 0\n2 3\n"[..], "in", &LoadOptions::default()).unwrap();
    let mut bytes = without_checksums(&written(&graph));
    change(&mut bytes);
    bytes
}

/// The message for `.csr` bytes, which must be the same whether they are mapped or streamed.
fn csr_message(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csr");
    fs::write(&path, bytes).unwrap();
    let mapped = graph::load(&path, &LoadOptions::default()).unwrap_err().to_string();
    let streamed = message(bytes);
    assert_eq!(mapped.replace(path.to_str().unwrap(), "in"), streamed);
    streamed
}

#[test]
fn csr_lengths() {
    let header = "in: the header (4 vertices, 8 neighbours) needs 96 bytes, but the file has";
    for length in [24, 40, 64, 95] {
        let cut = csr_message(&csr(|bytes| bytes.truncate(length)));
        assert!(cut.starts_with(header) && cut.ends_with("it is cut off or damaged"), "{cut}");
    }
    assert!(csr_message(&csr(|bytes| bytes.truncate(16))).contains("but the file has 16;"));
    let huge = csr(|bytes| bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes()));
    assert!(
        csr_message(&huge).starts_with("in: the header (4 vertices, 18446744073709551615 neighbours) needs")
    );
    let many = csr(|bytes| bytes[8..16].copy_from_slice(&(1u64 << 32).to_le_bytes()));
    assert_eq!(csr_message(&many), "in: 4294967296 vertices: at most 4294967295 are supported");
    let trailing = csr(|bytes| bytes.extend_from_slice(b"tail"));
    assert_eq!(csr_message(&trailing), "in: section `tail` at byte 96: its head is cut off");
    let section = |length: u64, payload: usize| {
        csr_message(&csr(|bytes| {
            bytes.extend_from_slice(b"VERTEXID");
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.resize(bytes.len() + payload, 0);
        }))
    };
    assert_eq!(section(24, 24), "in: section `VERTEXID` at byte 96: its length is not 8 bytes a vertex");
    assert_eq!(section(32, 24), "in: section `VERTEXID` at byte 96: it is cut off");
    assert_eq!(section(u64::MAX, 8), "in: section `VERTEXID` at byte 96: its length is beyond any file");
}

#[test]
fn csr_contents() {
    let damaged = "; the file is damaged, or was written by a program that does not keep to the format";
    let neighbor = |i: usize, value: u32| {
        csr_message(&csr(|bytes| bytes[64 + 4 * i..68 + 4 * i].copy_from_slice(&value.to_le_bytes())))
    };
    assert_eq!(
        neighbor(7, 4_000_000_000),
        format!("in: vertex 3 lists neighbour 4000000000, but the vertices are 0 to 3{damaged}")
    );
    assert_eq!(
        neighbor(7, 1),
        format!(
            "in: vertex 2 lists neighbour 3, but 3 does not list 2: edges must stand in both lists{damaged}"
        )
    );
    let offset = csr_message(&csr(|bytes| bytes[32..40].copy_from_slice(&100u64.to_le_bytes())));
    assert_eq!(
        offset,
        format!("in: the list of vertex 1 starts at 100 and ends at 4: offsets must ascend{damaged}")
    );
    let options = LoadOptions::default().format(GraphFormat::Csr);
    let error = graph::read(&b"1 2\n"[..], "in", &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "in: does not start with GPMCSR01, GPMCSR02 or GPMCSR03; is it a .csr file of this program?"
    );
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let error = |path: &std::path::Path| graph::load(path, &LoadOptions::default()).unwrap_err();
    let missing = folder.path().join("missing.txt");
    assert_eq!(error(&missing).to_string(), format!("{}: no such file", missing.display()));
    assert!(matches!(error(folder.path()), GraphError::Directory { .. }));
    let empty = folder.path().join("empty.csr");
    fs::write(&empty, "").unwrap();
    assert!(matches!(error(&empty), GraphError::Empty { .. }));
}

#[cfg(unix)]
#[test]
fn permission_denied() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.txt");
    fs::write(&path, "1 2\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read anything; then there is nothing to refuse.
    if fs::File::open(&path).is_err() {
        let error = graph::load(&path, &LoadOptions::default()).unwrap_err();
        assert!(matches!(error, GraphError::PermissionDenied { .. }), "{error}");
    }
}

/// Gives some bytes, then fails.
struct Failing<'a>(&'a [u8]);

impl io::Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            read => Ok(read),
        }
    }
}

#[test]
fn a_failure_to_read_is_no_end_of_file() {
    let error = graph::read(Failing(b"1 2\n3 4\n5 6\n7 8\n9 1\n"), "in", &blocks_of(4)).unwrap_err();
    assert_eq!(error.to_string(), "in: reading failed: the disk is gone");
}
