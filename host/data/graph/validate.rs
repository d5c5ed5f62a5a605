//! The check of arrays that claim to be a [`Csr`](super::Csr).

use rayon::prelude::*;

use super::random::finalise;

/// The most vertices that a graph may have: one number of 32 bits is left to say "none".
pub const MAX_VERTICES: u64 = u32::MAX as u64;

/// A rule of [`Csr`](super::Csr) that given arrays break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CsrError {
    /// There is not even the offset 0 of a graph without vertices.
    #[error("the offsets are empty: a graph of n vertices has n + 1 of them")]
    NoOffsets,
    /// The vertices cannot be numbered by u32.
    #[error("{n} vertices: at most {MAX_VERTICES} are supported")]
    TooManyVertices {
        /// The vertices.
        n: u64,
    },
    /// The first list does not start at 0.
    #[error("the first offset is {found}: it must be 0")]
    FirstOffset {
        /// The first offset.
        found: u64,
    },
    /// The last list does not end where the neighbours end.
    #[error("the last offset is {found}: it must be the number of neighbours, {neighbors}")]
    LastOffset {
        /// The last offset.
        found: u64,
        /// The length of the array of neighbours.
        neighbors: u64,
    },
    /// A list ends before it starts.
    #[error("the list of vertex {vertex} starts at {start} and ends at {end}: offsets must ascend")]
    OffsetsDescend {
        /// The vertex.
        vertex: u32,
        /// Its offset.
        start: u64,
        /// The next vertex's offset.
        end: u64,
    },
    /// A list names something that is not a vertex.
    #[error("vertex {vertex} lists neighbour {neighbor}, but the vertices are 0 to {}", n - 1)]
    NeighborOutOfRange {
        /// The vertex.
        vertex: u32,
        /// What it lists.
        neighbor: u32,
        /// The number of vertices.
        n: u32,
    },
    /// A list names its own vertex.
    #[error("vertex {vertex} lists itself: self-loops are not allowed")]
    SelfLoop {
        /// The vertex.
        vertex: u32,
    },
    /// A list is not ascending.
    #[error("vertex {vertex} lists neighbour {next} after {previous}: lists must ascend")]
    ListDescends {
        /// The vertex.
        vertex: u32,
        /// A neighbour.
        previous: u32,
        /// The smaller neighbour that follows it.
        next: u32,
    },
    /// A list names a vertex twice.
    #[error("vertex {vertex} lists neighbour {neighbor} twice")]
    Duplicate {
        /// The vertex.
        vertex: u32,
        /// What it lists twice.
        neighbor: u32,
    },
    /// An edge stands in the list of one of its ends only.
    #[error(
        "vertex {from} lists neighbour {to}, but {to} does not list {from}: edges must stand in both lists"
    )]
    Asymmetric {
        /// The end that lists the other.
        from: u32,
        /// The end that does not.
        to: u32,
    },
}

/// Checks everything, in parallel; of several errors, that of the smallest vertex is reported.
pub(super) fn check(offsets: &[u64], neighbors: &[u32]) -> Result<(), CsrError> {
    check_offsets(offsets, neighbors.len())?;
    let n = (offsets.len() - 1) as u32;
    let list = |v: u32| &neighbors[offsets[v as usize] as usize..offsets[v as usize + 1] as usize];
    let broken = (0..n).into_par_iter().with_min_len(256).find_map_first(|v| check_list(v, list(v), n).err());
    if let Some(error) = broken {
        return Err(error);
    }
    let balance = (0..n)
        .into_par_iter()
        .with_min_len(256)
        .map(|v| list(v).iter().fold(0, |sum: u64, &w| sum.wrapping_add(directed_fingerprint(v, w))))
        .reduce(|| 0, u64::wrapping_add);
    if balance == 0 {
        return Ok(());
    }
    // The first edge that only one of its ends has in its list.
    let one_sided = (0..n).into_par_iter().find_map_first(|from| {
        let missing = list(from).iter().find(|&&to| list(to).binary_search(&from).is_err());
        missing.map(|&to| CsrError::Asymmetric { from, to })
    });
    Err(one_sided.expect("directions that differ leave an edge that stands in one list only"))
}

/// Checks what makes every slice of a list possible.
pub(super) fn check_offsets(offsets: &[u64], neighbors: usize) -> Result<(), CsrError> {
    let (&first, &last) = offsets.first().zip(offsets.last()).ok_or(CsrError::NoOffsets)?;
    let n = offsets.len() as u64 - 1;
    if n > MAX_VERTICES {
        return Err(CsrError::TooManyVertices { n });
    }
    if first != 0 {
        return Err(CsrError::FirstOffset { found: first });
    }
    if last != neighbors as u64 {
        return Err(CsrError::LastOffset { found: last, neighbors: neighbors as u64 });
    }
    let descent = offsets.par_windows(2).with_min_len(4096).position_first(|pair| pair[0] > pair[1]);
    match descent {
        Some(v) => Err(CsrError::OffsetsDescend { vertex: v as u32, start: offsets[v], end: offsets[v + 1] }),
        None => Ok(()),
    }
}

fn check_list(vertex: u32, list: &[u32], n: u32) -> Result<(), CsrError> {
    for pair in list.windows(2) {
        let (previous, next) = (pair[0], pair[1]);
        if previous == next {
            return Err(CsrError::Duplicate { vertex, neighbor: next });
        }
        if previous > next {
            return Err(CsrError::ListDescends { vertex, previous, next });
        }
    }
    match list.last() {
        Some(&neighbor) if neighbor >= n => Err(CsrError::NeighborOutOfRange { vertex, neighbor, n }),
        _ if list.binary_search(&vertex).is_ok() => Err(CsrError::SelfLoop { vertex }),
        _ => Ok(()),
    }
}

/// A number for the edge, added by the list of its smaller end and taken away by that of its greater: over lists
/// without duplicates the sum is 0 when both hold the same edges.
fn directed_fingerprint(v: u32, w: u32) -> u64 {
    if v < w {
        finalise(u64::from(v) << 32 | u64::from(w))
    } else {
        finalise(u64::from(w) << 32 | u64::from(v)).wrapping_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(offsets: &[u64], neighbors: &[u32]) -> CsrError {
        check(offsets, neighbors).unwrap_err()
    }

    #[test]
    fn accepts_what_keeps_the_rules() {
        assert_eq!(check(&[0], &[]), Ok(()));
        assert_eq!(check(&[0, 0, 1, 2], &[2, 1]), Ok(()));
        assert_eq!(check(&[0, 2, 4, 7, 8], &[1, 2, 0, 2, 0, 1, 3, 2]), Ok(()));
    }

    #[test]
    fn names_each_broken_rule() {
        assert_eq!(error(&[], &[]), CsrError::NoOffsets);
        assert_eq!(error(&[1, 2], &[0, 0]), CsrError::FirstOffset { found: 1 });
        assert_eq!(error(&[0, 1, 3], &[1, 0]), CsrError::LastOffset { found: 3, neighbors: 2 });
        assert_eq!(error(&[0, 2, 1, 2], &[1, 0]), CsrError::OffsetsDescend { vertex: 1, start: 2, end: 1 });
        assert_eq!(error(&[0, 1, 2], &[2, 0]), CsrError::NeighborOutOfRange { vertex: 0, neighbor: 2, n: 2 });
        assert_eq!(error(&[0, 0, 1], &[1]), CsrError::SelfLoop { vertex: 1 });
        assert_eq!(
            error(&[0, 2, 3, 4], &[2, 1, 0, 0]),
            CsrError::ListDescends { vertex: 0, previous: 2, next: 1 }
        );
        assert_eq!(error(&[0, 2, 4], &[1, 1, 0, 0]), CsrError::Duplicate { vertex: 0, neighbor: 1 });
        assert_eq!(error(&[0, 0, 1, 2], &[0, 1]), CsrError::Asymmetric { from: 1, to: 0 });
    }
}
