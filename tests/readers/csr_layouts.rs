//! `.csr` files as they used to be written, and files with other contents under right checksums.

use motherlode::graph::{self, Graph, GraphFormat};
use xxhash_rust::xxh3::xxh3_64;

/// A `.csr` file of `graph`.
pub fn written(graph: &Graph) -> Vec<u8> {
    let mut bytes = Vec::new();
    graph::write(graph, GraphFormat::Csr, &mut bytes).unwrap();
    bytes
}

/// A section of a file: where it starts, its tag, and its payload with the zeros after it.
pub fn sections(file: &[u8]) -> Vec<(usize, &[u8], &[u8])> {
    let mut found = Vec::new();
    let mut at = 40;
    while at < file.len() {
        let end = at + 24 + length_at(file, at).next_multiple_of(8);
        found.push((at, &file[at..at + 8], &file[at + 24..end]));
        at = end;
    }
    found
}

fn length_at(file: &[u8], section: usize) -> usize {
    u64::from_le_bytes(file[section + 8..section + 16].try_into().unwrap()) as usize
}

/// The same file as programs before checksums wrote it.
pub fn without_checksums(file: &[u8]) -> Vec<u8> {
    let sections = sections(file);
    let attributed = sections
        .iter()
        .any(|(_, tag, _)| tag.starts_with(b"VLAB") || tag.starts_with(b"ELAB") || tag == b"VERTNAME");
    let mut old = Vec::from(if attributed { b"GPMCSR02" } else { b"GPMCSR01" });
    old.extend(&file[8..24]);
    for (at, tag, payload) in sections {
        if ![b"OFFSETS ", b"NEIGHBOR"].iter().any(|array| array == &tag) {
            old.extend(&file[at..at + 16]);
        }
        old.extend(payload);
    }
    old
}

/// Makes the length and all checksums of a file agree with what is in it. No payload is as long as a chunk.
pub fn seal(file: &mut [u8]) {
    let length = file.len() as u64;
    file[24..32].copy_from_slice(&length.to_le_bytes());
    let sum = xxh3_64(&file[..32]);
    file[32..40].copy_from_slice(&sum.to_le_bytes());
    let places: Vec<usize> = sections(file).iter().map(|(at, ..)| *at).collect();
    for at in places {
        let end = at + 24 + length_at(file, at).next_multiple_of(8);
        let payload = &file[at + 24..end];
        assert!(payload.len() <= 1 << 20);
        let chunk = (!payload.is_empty()).then(|| xxh3_64(payload).to_le_bytes());
        let sum = xxh3_64(&[&file[at..at + 16], chunk.as_ref().map_or(&[][..], |sum| sum)].concat());
        file[at + 16..at + 24].copy_from_slice(&sum.to_le_bytes());
    }
}
