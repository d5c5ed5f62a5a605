//! Names of vertices in a `.csr` file, `docs/formats.md`.

use crate::graph::VertexIds;

/// Starts a section with the name of each vertex.
pub(in crate::graph) const NAMES_TAG: [u8; 8] = *b"VERTNAME";

/// The names of `n` vertices: where each ends (u64) in the text, then the text.
pub(super) fn names(payload: &[u8], n: u32) -> Result<VertexIds, &'static str> {
    let (ends, text) = payload.split_at_checked(8 * n as usize).ok_or("names of vertices are cut off")?;
    let text = std::str::from_utf8(text).map_err(|_| "the names of vertices are not text")?;
    let mut start = 0;
    let names = ends.chunks_exact(8).map(|end| {
        let end = usize::try_from(bytemuck::pod_read_unaligned::<u64>(end)).ok()?;
        text.get(std::mem::replace(&mut start, end)..end)
    });
    let names: Vec<&str> = names.collect::<Option<_>>().ok_or("a vertex's name is outside the text")?;
    if start != text.len() {
        return Err("the names of vertices do not end with their text");
    }
    Ok(VertexIds::named(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(ends: &[u64], text: &[u8]) -> Vec<u8> {
        ends.iter().flat_map(|end| end.to_le_bytes()).chain(text.iter().copied()).collect()
    }

    #[test]
    fn names_lie_one_after_another() {
        let ids = names(&payload(&[2, 2, 5], "äbob".as_bytes()), 3).unwrap();
        assert_eq!(ids.names().unwrap().iter().collect::<Vec<_>>(), ["ä", "", "bob"]);
    }

    #[test]
    fn damage_is_an_error() {
        for (ends, text) in [
            (&[1, 2, 5][..], "äbob".as_bytes()),
            (&[2, 1, 5], b"alice"),
            (&[2, 3, 6], b"alice"),
            (&[2, 3, u64::MAX], b"alice"),
            (&[2, 3, 4], b"alice"),
            (&[2, 3, 5], b"alic\xFF"),
            (&[2], b""),
        ] {
            assert!(names(&payload(ends, text), 3).is_err(), "{ends:?}");
        }
    }
}
