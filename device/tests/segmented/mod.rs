//! Values that are cut into segments, in several ways.

use motherlode_device::primitives::segments::TILE;

use crate::common::{Machine, Random};

/// Values, and the offsets that cut them, of both types.
pub struct Segments {
    pub values: Vec<u32>,
    pub narrow: Vec<u32>,
    pub wide: Vec<u64>,
}

impl Segments {
    fn new(random: &mut Random, lengths: &[u32]) -> Self {
        let mut narrow = vec![0];
        lengths.iter().for_each(|length| narrow.push(narrow[narrow.len() - 1] + length));
        // Large, so that sums of 32 bits wrap.
        let values = (0..narrow[lengths.len()]).map(|_| 9 + random.below(u32::MAX - 9)).collect();
        Segments { values, wide: narrow.iter().map(|&offset| offset.into()).collect(), narrow }
    }

    /// A tile holds 4093 values and ends of segments, or 16384 with one lane.
    pub fn samples(random: &mut Random) -> Vec<Segments> {
        let mut short: Vec<u32> = (0..4000).map(|_| random.below(12)).collect();
        short.extend([9000, 0, 0, 1]);
        // Segments of many tiles, a great many empty ones, and ends that fall together with a tile's.
        let long = vec![1, 40_000, 3, 20_000, 0];
        let empty: Vec<u32> = (0..20_000).map(|i| u32::from(i % 5000 == 4000)).collect();
        let even = vec![4092, 4092, 1, 4091, 4106, 0, 16_383, 5];
        let cuts = [vec![], vec![0], vec![1], vec![0, 0, 3], short, long, empty, even];
        cuts.iter().map(|lengths| Segments::new(random, lengths)).collect()
    }

    /// The values of each segment.
    pub fn each(&self) -> impl Iterator<Item = &[u32]> {
        self.narrow.windows(2).map(|ends| &self.values[ends[0] as usize..ends[1] as usize])
    }

    /// For each tile, and for the end, how many segments end before it: an end comes before the value at its place.
    pub fn splits(&self, machine: Machine) -> Vec<u64> {
        let mut ended = vec![0];
        for end in self.each().flat_map(|segment| segment.iter().map(|_| 0).chain([1])) {
            ended.push(ended[ended.len() - 1] + end);
        }
        let (items, tile) = (ended.len() - 1, Self::tile(machine));
        (0..=items.div_ceil(tile)).map(|boundary| ended[items.min(boundary * tile)]).collect()
    }

    /// Values and ends of segments in a tile of `machine`.
    pub fn tile(machine: Machine) -> usize {
        TILE.of(machine.lanes() as u32)
    }
}
