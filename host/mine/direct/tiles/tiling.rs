//! How the lists of a graph are cut, so that each pair of an edge's ends is on the device together.

use std::ops::Range;

use super::cut::{ALIGN, cut, travelling};
use crate::runtime::Travelled;

/// The most bytes of the lists that pass by at once: enough that the launches cost little beside the copy.
const MOST_PASSING: u64 = 16 << 20;
/// The part of the room that the lists that pass by have, twice: those that are mined, and those that come.
const PART_PASSING: u64 = 8;
/// The most words of a tile: so that a place fits in 32 bits.
const MOST_WORDS: u64 = 1 << 31;

/// How the lists of a graph are cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::direct) struct Tiling {
    /// The vertices of each tile: all vertices, in order.
    pub(super) tiles: Vec<Range<u32>>,
    pub(super) rooms: TileRooms,
    /// The most steps of a tile: the pairs of it with itself and with what passes by.
    pub most_steps: usize,
    /// The steps of all tiles.
    pub(super) steps: u64,
    /// All bytes of lists that travel.
    pub bytes: u64,
}

/// Words of the device's memory, of 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::direct) struct TileRooms {
    /// For the tile that stays.
    pub tile: u64,
    /// For what passes by, twice.
    pub passing: u64,
}

impl TileRooms {
    /// Of so many bytes, for lists of which the longest has so many elements, with a number of 4 bytes beside each word
    /// if there are `counts`. `None` if that is too little.
    pub fn of(bytes: u64, longest: u64, counts: bool) -> Option<TileRooms> {
        let least = 2 * ALIGN + longest;
        let words = bytes / if counts { 8 } else { 4 };
        let passing = (words.min(PART_PASSING * MOST_PASSING / 4) / PART_PASSING).max(least);
        let tile = words.checked_sub(2 * passing)?.min(MOST_WORDS);
        (tile >= least).then_some(TileRooms { tile, passing })
    }
}

impl Tiling {
    /// Cuts the lists that start at `starts`. `None` if a list does not fit in a room.
    pub fn new(starts: &[u64], rooms: TileRooms) -> Option<Tiling> {
        let n = starts.len() as u32 - 1;
        let mut tiling = Tiling { tiles: Vec::new(), rooms, most_steps: 0, steps: 0, bytes: 0 };
        let mut first = 0;
        while first < n {
            let tile = first..cut(starts, first, rooms.tile)?;
            tiling.bytes += travelling(starts, &tile);
            first = tile.end;
            let (mut steps, mut next) = (1, tile.end);
            while next < n {
                let roots = next..cut(starts, next, rooms.passing)?;
                tiling.bytes += travelling(starts, &roots);
                (steps, next) = (steps + 1, roots.end);
            }
            tiling.most_steps = tiling.most_steps.max(steps);
            tiling.steps += steps as u64;
            tiling.tiles.push(tile);
        }
        Some(tiling)
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// What travels, of the lists that start at `starts`.
    pub fn travelled(&self, starts: &[u64]) -> Travelled {
        Travelled { bytes: self.bytes, of_bytes: travelling(starts, &(0..starts.len() as u32 - 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cut::words_of;
    use super::*;

    /// Lists of uneven lengths, some of which are empty.
    fn starts() -> Vec<u64> {
        (0..=300u64)
            .scan(5, |end, v| Some(std::mem::replace(end, *end + v * 7 % 31)))
            .map(|at| at - 5)
            .collect()
    }

    #[test]
    fn each_pair_of_vertices_is_together_once_in_the_room_that_there_is() {
        let starts = starts();
        for bytes in [0, 600, 1200, 1500, 4000, 20_000, 1 << 20] {
            let Some(rooms) = TileRooms::of(bytes, 30, false) else {
                assert!(bytes < 1200, "{bytes} bytes");
                continue;
            };
            assert!(4 * (rooms.tile + 2 * rooms.passing) <= bytes);
            let halves = TileRooms::of(2 * bytes, 30, true).unwrap();
            assert!(halves.tile + 2 * halves.passing <= bytes / 4);
            let tiling = Tiling::new(&starts, rooms).unwrap();
            let (mut travelled, mut all_steps) = (0, 0);
            let mut next = 0;
            for tile in &tiling.tiles {
                assert!(tile.start == next && tile.end > next, "{tile:?} after {next}");
                assert!(words_of(&starts, tile) <= rooms.tile);
                // One more would be too many.
                let one_more = tile.start..tile.end + 1;
                assert!(tile.end == 300 || words_of(&starts, &one_more) > rooms.tile);
                travelled += travelling(&starts, tile);
                next = tile.end;
                let (mut root, mut steps) = (tile.end, 1);
                while let Some(end) = cut(&starts, root, rooms.passing) {
                    travelled += travelling(&starts, &(root..end));
                    (root, steps) = (end, steps + 1);
                }
                assert!(root == 300 && steps <= tiling.most_steps);
                all_steps += steps as u64;
            }
            assert_eq!((next, travelled, all_steps), (300, tiling.bytes, tiling.steps), "{bytes} bytes");
        }
    }

    #[test]
    fn a_list_too_long_for_its_room_is_refused() {
        // The starts take 32 words, and the second list is copied from the place 0 on.
        let rooms = TileRooms { tile: 96, passing: 96 };
        assert!(Tiling::new(&[0, 10, 64], rooms).is_some());
        assert_eq!(Tiling::new(&[0, 10, 65], rooms), None);
    }
}
