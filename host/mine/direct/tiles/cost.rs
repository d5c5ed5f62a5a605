//! Whether lists that travel are expected to take less time than lists that are read where they lie.

use rayon::prelude::*;

use super::tiling::Tiling;
use crate::place::ListSizes;
use crate::runtime::Residency;

/// How many bytes come in bulk in the time in which one comes that is read in place: 50 GB/s beside 7 to 11, measured.
const PRICE_IN_PLACE: u64 = 6;
/// How many bytes come in bulk in the time in which whole blocks read one in place, for the cliques of a root: 50 GB/s
/// beside 21 to 36, measured.
const PRICE_IN_PLACE_BY_BLOCKS: u64 = 2;
/// How many bytes come in bulk in the time that the launches of a step take: some 20 microseconds.
const PRICE_OF_STEP: u64 = 1 << 20;
/// What is read at the least of a list, in bytes.
const LEAST_READ: u64 = 32;

/// Whether tiles are expected to take less time than to read the lists where they would lie.
pub(in crate::direct) fn are_cheaper(tiling: &Tiling, sizes: &ListSizes, in_place: Residency) -> bool {
    let in_tiles = tiling.bytes.saturating_add(PRICE_OF_STEP.saturating_mul(tiling.steps));
    // Cards read each other's lists quickly.
    in_place.neighbours == 0 && in_tiles < PRICE_IN_PLACE.saturating_mul(read_in_place(sizes, in_place.own))
}

/// Whether tiles are expected to take less time for cliques than to read the lists where they would lie: so many bytes
/// would travel, in so many steps.
pub(in crate::direct) fn cliques_are_cheaper(
    bytes: u64,
    steps: u64,
    sizes: &ListSizes,
    in_place: Residency,
) -> bool {
    let in_tiles = bytes.saturating_add(PRICE_OF_STEP.saturating_mul(steps));
    let read = read_in_place(sizes, in_place.own);
    in_place.neighbours == 0 && in_tiles < PRICE_IN_PLACE_BY_BLOCKS.saturating_mul(read)
}

/// The bytes that are read of lists beyond the device, of which the first `own` bytes with all that concerns them are
/// there: each list once for each greater neighbour of its vertex.
fn read_in_place(ListSizes { starts, degrees }: &ListSizes, own: u64) -> u64 {
    /// Bytes of a vertex beside its list: its degree, and where the list starts.
    const OF_VERTEX: u64 = 12;
    let there = vertices_in(starts, own, OF_VERTEX);
    let read = |v: usize| {
        let length = starts[v + 1] - starts[v];
        (u64::from(degrees[v]) - length) * (4 * length).max(LEAST_READ)
    };
    (there..degrees.len()).into_par_iter().map(read).sum()
}

/// How many vertices have their lists in the first `own` bytes, with `of_vertex` bytes each besides.
fn vertices_in(starts: &[u64], own: u64, of_vertex: u64) -> usize {
    let (mut low, mut high) = (0, starts.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        match 4 * starts[middle] + of_vertex * middle as u64 <= own {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    // The last of these starts is where what is there ends.
    low.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::super::tiling::TileRooms;
    use super::*;

    #[test]
    fn what_is_read_in_place_is_each_list_for_each_greater_neighbour() {
        // Vertices 0 to 3, all adjacent: lists of 0 to 3 elements; each is read for those above.
        let sizes = ListSizes { starts: vec![0, 0, 1, 3, 6].into(), degrees: vec![3; 4].into() };
        assert_eq!(read_in_place(&sizes, 0), (3 + 2 + 1) * LEAST_READ);
        // Two vertices of 12 bytes each, and the list of one.
        assert_eq!(vertices_in(&sizes.starts, 27, 12), 1);
        assert_eq!(vertices_in(&sizes.starts, 28, 12), 2);
        assert_eq!(vertices_in(&sizes.starts, u64::MAX, 12), 4);
    }

    #[test]
    fn tiles_are_cheaper_where_much_is_read_of_what_is_not_there() {
        // A million vertices with lists of ten, each of which is read ten times.
        let starts: Vec<u64> = (0..=1_000_000).map(|v| 10 * v).collect();
        let sizes = ListSizes { starts: starts.into(), degrees: vec![20; 1_000_000].into() };
        let cheaper = |bytes: u64, own: u64, neighbours: u64| {
            let tiling = Tiling::new(&sizes.starts, TileRooms::of(bytes, 10, false).unwrap()).unwrap();
            are_cheaper(&tiling, &sizes, Residency { own, neighbours, host: 1 })
        };
        assert!(cheaper(20 << 20, 20 << 20, 0));
        assert!(!cheaper(20 << 20, 50 << 20, 0), "nearly all of 52 MB is there");
        assert!(!cheaper(100 << 10, 100 << 10, 0), "thousands of steps");
        assert!(!cheaper(20 << 20, 20 << 20, 1), "another card has a part");
    }
}
