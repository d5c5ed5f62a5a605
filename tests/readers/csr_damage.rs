//! No damage to a `.csr` file gives another graph.

use std::fs;
use std::path::Path;

use motherlode::graph::{self, Graph, GraphBuilder, LoadNote, LoadOptions};

use super::csr_layouts::{seal, sections, without_checksums, written};

/// A directed graph with ids, names and labels of every kind, so that its file has every section.
fn labelled() -> Graph {
    let text = "v 10 Person\nv 3000 Robot\nv 77 Person Robot\nv 4 Größe\ne 10 77 likes\ne 77 10 owes\ne 4 3000 owes\ne 77 4 x\n";
    graph::read(text.as_bytes(), "text", &LoadOptions::default().directed(true)).unwrap()
}

/// What is wrong with a file, which is the same whether it is mapped or streamed; `path` is where it is written.
fn complaint(bytes: &[u8], path: &Path) -> String {
    fs::write(path, bytes).unwrap();
    let mapped = graph::load(path, &LoadOptions::default()).expect_err("mapped");
    let streamed = graph::read(bytes, path, &LoadOptions::default()).expect_err("streamed");
    assert_eq!(mapped.to_string(), streamed.to_string());
    mapped.to_string()
}

fn named() -> Graph {
    let mut builder = GraphBuilder::undirected();
    builder.edge("ä", "bob");
    builder.edge("bob", "c d");
    builder.build().unwrap()
}

#[test]
fn every_flipped_bit_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csr");
    for graph in
        [labelled(), named(), graph::read(&b"0 1\n1 2\n"[..], "text", &LoadOptions::default()).unwrap()]
    {
        let whole = written(&graph);
        let sections = sections(&whole);
        for bit in 0..8 * whole.len() {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let complaint = complaint(&damaged, &path);
            // Beyond the first bytes, which say what the file is, the part at fault is named.
            if bit / 8 >= 8 {
                let section = sections.iter().rev().find(|(at, ..)| *at <= bit / 8);
                let place = section.map_or("the header".into(), |(at, ..)| format!("at byte {at}"));
                assert!(
                    complaint.contains(&place) && complaint.contains("damaged"),
                    "bit {bit}: {complaint}"
                );
            }
        }
    }
}

#[test]
fn every_truncation_and_addition_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csr");
    let whole = written(&labelled());
    for length in 0..whole.len() {
        let complaint = complaint(&whole[..length], &path);
        assert!(length < 8 || complaint.contains("cut off"), "{length} bytes: {complaint}");
    }
    assert!(complaint(&[&whole[..], b"\0"].concat(), &path).contains("more follows"));
    assert!(complaint(&[&whole[..], &whole[..]].concat(), &path).contains("more follows"));
}

#[test]
fn messages_name_the_part_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csr");
    let name = path.display();
    let whole = written(&graph::read(&b"0 1\n1 2\n"[..], "text", &LoadOptions::default()).unwrap());
    let again = "copy the file again, or make it anew from the graph that it was made of";
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        complaint(&bytes, &path)
    };
    assert_eq!(flipped(9), format!("{name}: the header is damaged: its checksum does not agree; {again}"));
    assert_eq!(
        flipped(130),
        format!("{name}: section `NEIGHBOR` at byte 96 is damaged: its checksum does not agree; {again}")
    );
    assert_eq!(
        complaint(&whole[..whole.len() - 1], &path),
        format!(
            "{name}: is cut off: the header says 136 bytes, and there are 135; copy it again, or make it anew from the graph \
             that it was made of"
        )
    );
}

#[test]
fn right_checksums_of_wrong_contents_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csr");
    let whole = written(&labelled());
    let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        seal(&mut bytes);
        complaint(&bytes, &path)
    };
    let at = |tag: &[u8]| sections(&whole).into_iter().find(|section| section.1 == tag).unwrap().0;
    let (offsets, ids) = (at(b"OFFSETS "), at(b"VERTEXID"));
    let neighbors = at(b"NEIGHBOR");
    assert!(sealed(&|bytes| bytes[offsets + 24] = 1).contains("the first offset is 1"));
    assert!(sealed(&|bytes| bytes[8] = 3).contains("its length is not that of the header"));
    assert!(sealed(&|bytes| bytes[16] = 8).contains("its length is not that of the header"));
    assert!(sealed(&|bytes| bytes[ids] = b'X').contains("not known here"));
    // The offsets twice, and not at all.
    let section = whole[offsets..neighbors].to_vec();
    let twice = |bytes: &mut Vec<u8>| bytes.extend(&section);
    assert!(sealed(&twice).contains("twice"));
    assert!(sealed(&|bytes| drop(bytes.drain(offsets..neighbors))).contains("no offsets"));
}

#[test]
fn sections_that_may_be_left_are_left() {
    let graph = labelled();
    let mut bytes = written(&graph);
    bytes.extend(b"newthing");
    bytes.extend(5u64.to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend(b"12345\0\0\0");
    seal(&mut bytes);
    let back = graph::read(&bytes[..], "g.csr", &LoadOptions::default()).unwrap();
    assert_eq!((back.csr(), back.attributes()), (graph.csr(), graph.attributes()));
    // What it holds is checked as everything is.
    let last = bytes.len() - 6;
    bytes[last] ^= 1;
    assert!(graph::read(&bytes[..], "g.csr", &LoadOptions::default()).is_err());
}

#[test]
fn old_files_are_read_and_noted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.csr");
    let plain = graph::read(&b"10 20\n20 35\n"[..], "text", &LoadOptions::default()).unwrap();
    for (graph, magic) in [(plain, b"GPMCSR01"), (labelled(), b"GPMCSR02"), (named(), b"GPMCSR02")] {
        let new = written(&graph);
        let old = without_checksums(&new);
        assert!(old.starts_with(magic) && new.starts_with(b"GPMCSR03"));
        fs::write(&path, &old).unwrap();
        for (bytes, notes) in [(&old, &[LoadNote::NoChecksums][..]), (&new, &[])] {
            fs::write(&path, bytes).unwrap();
            let mapped = graph::load(&path, &LoadOptions::default()).unwrap();
            let streamed = graph::read(&bytes[..], "g", &LoadOptions::default()).unwrap();
            for back in [mapped, streamed] {
                assert_eq!((back.csr(), back.attributes()), (graph.csr(), graph.attributes()));
                assert!((0..graph.csr().n()).all(|v| back.ids().get(v) == graph.ids().get(v)));
                assert_eq!(back.report().notes, notes);
            }
        }
    }
}

#[test]
fn arrays_of_several_chunks_are_checked_to_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csr");
    let csr = graph::generate::gnm(15, 400_000, 1).unwrap();
    let whole = written(&csr.clone().into());
    assert!(whole.len() > 3 << 20);
    fs::write(&path, &whole).unwrap();
    assert_eq!(graph::load(&path, &LoadOptions::default()).unwrap().csr(), &csr);
    for at in [100, (1 << 20) + 5, (2 << 20) + 7, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x20;
        assert!(complaint(&damaged, &path).contains("its checksum does not agree"), "byte {at}");
    }
}
