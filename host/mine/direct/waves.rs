//! Which roots of cliques are on the device together, with the rows of their matrices.

use std::cmp::Reverse;
use std::ops::Range;

use motherlode_device::kernels::clique_rows::words_of_root;
use motherlode_device::kernels::triangles::hubs::MOST_HUBS;
use rayon::prelude::*;

use super::tiles::{bytes_of, tiles_of};
use crate::place::Steps;

/// Words of a root besides what is stored of it: its vertex, and where that begins.
const WORDS_BESIDE: u64 = 2;
/// The part of the room that tiles have, twice, and the most bytes of a tile.
const PART_PASSING: u64 = 12;
const MOST_PASSING: u64 = 16 << 20;
/// Words that a tile takes besides its longest list.
const WORDS_BESIDE_LISTS: u64 = 64;
/// The most words of a wave: so that a place fits in 32 bits.
const MOST_WORDS: u64 = 1 << 31;

/// What is stored of each vertex, as a root of cliques.
pub(super) struct RootSizes {
    /// The words before each vertex, and all.
    ends: Vec<u64>,
    /// How long a root's list is at least.
    least: u64,
    /// Vertices below have rows of hubs.
    pub hubs: u32,
}

/// Some roots, which are on the device together.
pub(super) struct RootWave {
    /// The roots, the longest lists first.
    pub roots: Vec<u32>,
    /// Where what is stored of each begins, and how much there is of all.
    pub starts: Vec<u32>,
    pub words: u64,
    /// The lengths of their lists.
    pub lengths: Steps,
    /// The tiles with the lists that their rows are filled from.
    pub tiles: Vec<Range<u32>>,
}

/// How the roots are divided.
pub(super) struct WavePlan {
    /// The vertices of each wave.
    waves: Vec<Range<u32>>,
    /// Words of the device's memory for each of two tiles.
    pub passing: u64,
    /// The most tiles that pass for a wave.
    pub most_tiles: usize,
    /// The steps of all waves: their tiles, and the search.
    pub steps: u64,
    /// All bytes of lists that travel, about.
    pub bytes: u64,
}

impl RootSizes {
    /// For cliques of `k` vertices, of lists that start at `starts` in `neighbors`. `None` if a list is too long for
    /// its rows to be numbered.
    pub fn new(starts: &[u64], neighbors: &[u32], k: u32, hubs: u32) -> Option<RootSizes> {
        let least = u64::from(k) - 1;
        let words = |ends: &[u64]| {
            let list = &neighbors[ends[0] as usize..ends[1] as usize];
            if (list.len() as u64) < least {
                return Some(0);
            }
            let length = u32::try_from(list.len()).ok().filter(|&length| length <= MOST_HUBS)?;
            let of_hubs = list.partition_point(|&v| v < hubs) as u32;
            Some(WORDS_BESIDE + u64::from(words_of_root(length, of_hubs)))
        };
        let mut ends: Vec<u64> = starts.par_windows(2).map(words).collect::<Option<_>>()?;
        let mut end = 0;
        ends.iter_mut().for_each(|words| end += std::mem::replace(words, end));
        ends.push(end);
        Some(RootSizes { ends, least, hubs })
    }

    /// Divides the roots for so many bytes of the device's memory. `None` if that is too little for a root, or for a
    /// list.
    pub fn plan(&self, starts: &[u64], longest: u64, bytes: u64) -> Option<WavePlan> {
        let words = bytes / 4;
        let passing = (words / PART_PASSING).min(MOST_PASSING / 4).max(longest + WORDS_BESIDE_LISTS);
        let rows = words.checked_sub(2 * passing)?.min(MOST_WORDS);
        let mut plan = WavePlan { waves: Vec::new(), passing, most_tiles: 0, steps: 0, bytes: 0 };
        let (mut first, n) = (0, starts.len() as u32 - 1);
        while first < n {
            let wave = first..self.cut(first, rows)?;
            first = wave.end;
            if self.words(&wave) == 0 {
                continue;
            }
            let tiles = self.tiles_of(starts, &wave, passing)?;
            plan.bytes +=
                bytes_of(starts, &tiles) + 4 * (starts[wave.end as usize] - starts[wave.start as usize]);
            plan.most_tiles = plan.most_tiles.max(tiles.len());
            plan.steps += tiles.len() as u64 + 1;
            plan.waves.push(wave);
        }
        Some(plan)
    }

    /// Where the roots from vertex `first` on end that so many words have room for.
    fn cut(&self, first: u32, words: u64) -> Option<u32> {
        let before = self.ends[first as usize];
        let end = self.ends.partition_point(|&end| end <= before + words) as u32 - 1;
        (end > first).then_some(end)
    }

    fn words(&self, vertices: &Range<u32>) -> u64 {
        self.ends[vertices.end as usize] - self.ends[vertices.start as usize]
    }

    /// The tiles with the lists of all vertices without rows of hubs that can be in a list of the wave.
    fn tiles_of(&self, starts: &[u64], wave: &Range<u32>, passing: u64) -> Option<Vec<Range<u32>>> {
        tiles_of(starts, self.hubs.min(wave.end)..wave.end, passing)
    }

    /// The waves of a plan.
    pub fn waves(&self, starts: &[u64], plan: &WavePlan) -> Vec<RootWave> {
        plan.waves.par_iter().map(|vertices| self.wave(starts, vertices, plan.passing)).collect()
    }

    fn wave(&self, starts: &[u64], vertices: &Range<u32>, passing: u64) -> RootWave {
        let length = |v: u32| starts[v as usize + 1] - starts[v as usize];
        let mut roots: Vec<u32> = vertices.clone().filter(|&v| length(v) >= self.least).collect();
        roots.sort_unstable_by_key(|&v| (Reverse(length(v)), v));
        let mut words = 0;
        let place = |&root: &u32| {
            let stored = self.words(&(root..root + 1)) - WORDS_BESIDE;
            words += stored;
            (words - stored) as u32
        };
        let places = roots.iter().map(place).collect();
        let lengths = Steps::of(roots.iter().map(|&root| length(root) as u32));
        let tiles = self.tiles_of(starts, vertices, passing).expect("the plan's tiles");
        RootWave { roots, starts: places, words, lengths, tiles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of uneven lengths, the smaller vertices of which stand evenly apart.
    fn lists() -> (Vec<u64>, Vec<u32>) {
        let (mut starts, mut neighbors) = (vec![0], Vec::new());
        for v in 0..400u32 {
            neighbors.extend((0..v).step_by(1 + (v * 7 % 31) as usize));
            starts.push(neighbors.len() as u64);
        }
        (starts, neighbors)
    }

    #[test]
    fn each_root_is_in_one_wave_that_has_room_for_it() {
        let (starts, neighbors) = lists();
        let list = |v: u32| &neighbors[starts[v as usize] as usize..starts[v as usize + 1] as usize];
        for (k, hubs) in [(4, 0), (4, 64), (6, 150), (5, 400)] {
            let sizes = RootSizes::new(&starts, &neighbors, k, hubs).unwrap();
            let mut planned = 0;
            for bytes in [0, 4000, 60_000, 100_000, 1 << 20] {
                let Some(plan) = sizes.plan(&starts, 400, bytes) else { continue };
                planned += 1;
                let room = bytes / 4 - 2 * plan.passing;
                let waves = sizes.waves(&starts, &plan);
                let mut found: Vec<u32> = Vec::new();
                for wave in &waves {
                    assert!(wave.words + 2 * wave.roots.len() as u64 <= room);
                    assert!(
                        wave.tiles.len() <= plan.most_tiles
                            && wave.lengths.count() == wave.roots.len() as u64
                    );
                    let mut end = 0;
                    for (&root, &start) in wave.roots.iter().zip(&wave.starts) {
                        let of_hubs = list(root).iter().filter(|&&v| v < hubs).count() as u32;
                        assert_eq!(start, end);
                        end += words_of_root(list(root).len() as u32, of_hubs);
                        // The lists of all its vertices that are no hubs are in the tiles.
                        let there = |v: &u32| *v < hubs || wave.tiles.iter().any(|tile| tile.contains(v));
                        assert!(list(root).iter().all(there), "the vertices of {root}");
                    }
                    assert_eq!(u64::from(end), wave.words);
                    found.extend(&wave.roots);
                }
                found.sort_unstable();
                let all: Vec<u32> = (0..400).filter(|&v| list(v).len() as u32 >= k - 1).collect();
                assert_eq!(found, all, "{bytes} bytes, {k} vertices, {hubs} hubs");
                assert_eq!(plan.steps, waves.iter().map(|wave| wave.tiles.len() as u64 + 1).sum::<u64>());
            }
            assert!(planned >= 2, "{planned} budgets suffice");
        }
    }
}
