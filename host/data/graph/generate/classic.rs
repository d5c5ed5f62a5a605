//! Graphs with a name and no randomness.

use super::{GenerateError, in_range, room};
use crate::graph::{
    Csr, MAX_VERTICES,
    build::{csr_of_pairs, pack},
};

/// The complete graph: every two of `n` vertices are joined.
///
/// # Errors
/// For fewer than 2 vertices, or more edges than memory holds.
pub fn complete(n: u64) -> Result<Csr, GenerateError> {
    in_range("the number of vertices", n, 2, MAX_VERTICES)?;
    let edges = u128::from(n) * u128::from(n - 1) / 2;
    from_pairs(edges, n, (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))))
}

/// The cycle of `n` vertices.
///
/// # Errors
/// For fewer than 3 vertices, or more edges than memory holds.
pub fn cycle(n: u64) -> Result<Csr, GenerateError> {
    in_range("the number of vertices", n, 3, MAX_VERTICES)?;
    from_pairs(n.into(), n, (0..n).map(|v| (v, (v + 1) % n)))
}

/// The path of `n` vertices.
///
/// # Errors
/// For fewer than 2 vertices, or more edges than memory holds.
pub fn path(n: u64) -> Result<Csr, GenerateError> {
    in_range("the number of vertices", n, 2, MAX_VERTICES)?;
    from_pairs(u128::from(n) - 1, n, (1..n).map(|v| (v - 1, v)))
}

/// The star: vertex 0 is joined to each of `leaves` others.
///
/// # Errors
/// For no leaf, or more edges than memory holds.
pub fn star(leaves: u64) -> Result<Csr, GenerateError> {
    in_range("the number of leaves", leaves, 1, MAX_VERTICES - 1)?;
    from_pairs(leaves.into(), leaves + 1, (1..=leaves).map(|leaf| (0, leaf)))
}

/// The grid: vertex `row · columns + column` is joined to those beside, above and below it.
///
/// # Errors
/// For fewer than two vertices, more than u32 numbers, or more edges than memory holds.
pub fn grid(rows: u64, columns: u64) -> Result<Csr, GenerateError> {
    in_range("the number of rows", rows, 1, MAX_VERTICES)?;
    in_range("the number of columns", columns, 1, MAX_VERTICES)?;
    let vertices = u128::from(rows) * u128::from(columns);
    if vertices > u128::from(MAX_VERTICES) {
        return Err(GenerateError::TooManyVertices { vertices });
    }
    let n = vertices as u64;
    let edges = 2 * vertices - u128::from(rows) - u128::from(columns);
    let right = |v: u64| (v % columns + 1 < columns).then_some((v, v + 1));
    let below = |v: u64| (v + columns < n).then_some((v, v + columns));
    from_pairs(edges, n, (0..n).flat_map(|v| right(v).into_iter().chain(below(v))))
}

fn from_pairs(edges: u128, n: u64, pairs: impl Iterator<Item = (u64, u64)>) -> Result<Csr, GenerateError> {
    let mut list = room(edges)?;
    list.extend(pairs.map(|(u, v)| pack(u as u32, v as u32)));
    if list.is_empty() {
        return Err(GenerateError::NoEdges);
    }
    Ok(csr_of_pairs(vec![list], n as u32).csr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_ones_are_what_their_names_say() {
        let arrays = |csr: Csr| (csr.offsets().to_vec(), csr.neighbors_all().to_vec());
        assert_eq!(arrays(complete(3).unwrap()), (vec![0, 2, 4, 6], vec![1, 2, 0, 2, 0, 1]));
        assert_eq!(arrays(cycle(4).unwrap()), (vec![0, 2, 4, 6, 8], vec![1, 3, 0, 2, 1, 3, 0, 2]));
        assert_eq!(arrays(path(3).unwrap()), (vec![0, 1, 3, 4], vec![1, 0, 2, 1]));
        assert_eq!(arrays(star(3).unwrap()), (vec![0, 3, 4, 5, 6], vec![1, 2, 3, 0, 0, 0]));
        // 0 1 2
        // 3 4 5
        let two_by_three = vec![1, 3, 0, 2, 4, 1, 5, 0, 4, 1, 3, 5, 2, 4];
        assert_eq!(arrays(grid(2, 3).unwrap()), (vec![0, 2, 5, 7, 9, 12, 14], two_by_three));
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!(matches!(cycle(2), Err(GenerateError::OutOfRange { value: 2, least: 3, .. })));
        assert!(matches!(complete(1), Err(GenerateError::OutOfRange { .. })));
        assert!(matches!(complete(1 << 32), Err(GenerateError::OutOfRange { .. })));
        assert!(matches!(star(0), Err(GenerateError::OutOfRange { .. })));
        assert_eq!(grid(1, 1), Err(GenerateError::NoEdges));
        assert_eq!(grid(1 << 20, 1 << 20), Err(GenerateError::TooManyVertices { vertices: 1 << 40 }));
    }
}
