//! Lists that travel: how those of an oriented graph in the host's memory are cut into tiles, for jobs that take each pair of an edge's
//! ends together.
//!
//! A tile, the lists of consecutive vertices, is brought to the device and stays for a while; the lists of all greater vertices pass by,
//! the next ones while the last ones are mined. So each edge has the lists of both its ends on the device once. To pass by are the lists
//! after the tile, which become fewer from tile to tile: with tiles of a part of the lists, half of them pass by for each tile. That is far
//! less than lists are read where they lie: each for each of its greater neighbours, in pieces that the bus is slow at.

use std::ops::Range;
use std::sync::atomic::AtomicU32;

use motherlode_device::kernels::tiles::ListTile;
use motherlode_device::kernels::tiles::copy::{CopyLists, CopyListsArgs};
use motherlode_device::kernels::tiles::edges::{AddTileCounts, AddTileCountsArgs};
use motherlode_device::kernels::tiles::triangles::RootDeal;
use motherlode_device::memory::Slice;
use rayon::prelude::*;

use super::on_device::{OnDevice, WARPS};
use crate::place::ListSizes;
use crate::runtime::{Buffer, Device, Grid, Lend, Residency, RuntimeError, Travelled};

/// Tiles are copied from places that are multiples of so many elements: those of a request over the bus.
const ALIGN: u64 = 32;
/// The most bytes of the lists that pass by at once: enough that the launches cost little beside the copy.
const MOST_PASSING: u64 = 16 << 20;
/// The part of the room that the lists that pass by have, twice: those that are mined, and those that come.
const PART_PASSING: u64 = 8;
/// The most words of a tile: so that a place fits in 32 bits.
const MOST_WORDS: u64 = 1 << 31;
/// Blocks that copy beside those that mine: what they read at a time saturates the bus.
const COPYING_BLOCKS: u64 = 32;
/// How many bytes come in bulk in the time in which one comes that is read in place: 50 GB/s beside 7 to 11, measured.
const PRICE_IN_PLACE: u64 = 6;
/// How many bytes come in bulk in the time that the launches of a step take: some 20 microseconds.
const PRICE_OF_STEP: u64 = 1 << 20;
/// What is read at the least of a list, in bytes.
const LEAST_READ: u64 = 32;

/// How the lists of a graph are cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tiling {
    /// The vertices of each tile: all vertices, in order.
    tiles: Vec<Range<u32>>,
    rooms: Rooms,
    /// The most steps of a tile: the pairs of it with itself and with what passes by.
    pub most_steps: usize,
    /// The steps of all tiles.
    steps: u64,
    /// All bytes of lists that travel.
    pub bytes: u64,
}

/// Words of the device's memory, of 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rooms {
    /// For the tile that stays.
    pub tile: u64,
    /// For what passes by, twice.
    pub passing: u64,
}

impl Rooms {
    /// Of so many bytes, for lists of which the longest has so many elements, with a number of 4 bytes beside each word if there are
    /// `counts`. `None` if that is too little.
    pub fn of(bytes: u64, longest: u64, counts: bool) -> Option<Rooms> {
        let least = 2 * ALIGN + longest;
        let words = bytes / if counts { 8 } else { 4 };
        let passing = (words.min(PART_PASSING * MOST_PASSING / 4) / PART_PASSING).max(least);
        let tile = words.checked_sub(2 * passing)?.min(MOST_WORDS);
        (tile >= least).then_some(Rooms { tile, passing })
    }
}

impl Tiling {
    /// Cuts the lists that start at `starts`. `None` if a list does not fit in a room.
    pub fn new(starts: &[u64], rooms: Rooms) -> Option<Tiling> {
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

/// Where the lists from vertex `first` on end that fit in so many words together: at a vertex behind it. `None` if not even its own
/// list does.
fn cut(starts: &[u64], first: u32, words: u64) -> Option<u32> {
    let ends = first + 1..starts.len() as u32;
    let (mut low, mut high) = (first, ends.end - 1);
    while low < high {
        let end = low + (high - low).div_ceil(2);
        match words_of(starts, &(first..end)) <= words {
            true => low = end,
            false => high = end - 1,
        }
    }
    (low > first).then_some(low)
}

/// The words that a tile takes.
fn words_of(starts: &[u64], vertices: &Range<u32>) -> u64 {
    lists_at(vertices) + elements(starts, vertices).end - elements(starts, vertices).start
}

/// Where the lists begin in a tile, behind their starts.
fn lists_at(vertices: &Range<u32>) -> u64 {
    (vertices.len() as u64 + 1).next_multiple_of(ALIGN)
}

/// What is copied of the graph's neighbours for a tile.
fn elements(starts: &[u64], vertices: &Range<u32>) -> Range<u64> {
    starts[vertices.start as usize] / ALIGN * ALIGN..starts[vertices.end as usize]
}

/// The bytes that come over the bus for a tile.
fn travelling(starts: &[u64], vertices: &Range<u32>) -> u64 {
    let lists = elements(starts, vertices);
    8 * (vertices.len() as u64 + 1) + 4 * (lists.end - lists.start)
}

/// Whether tiles are expected to take less time than to read the lists where they would lie.
pub(super) fn are_cheaper(tiling: &Tiling, sizes: &ListSizes, in_place: Residency) -> bool {
    let in_tiles = tiling.bytes.saturating_add(PRICE_OF_STEP.saturating_mul(tiling.steps));
    // Cards read each other's lists quickly.
    in_place.neighbours == 0 && in_tiles < PRICE_IN_PLACE.saturating_mul(read_in_place(sizes, in_place.own))
}

/// The bytes that are read of lists beyond the device, of which the first `own` bytes with all that concerns them are there: each list
/// once for each greater neighbour of its vertex.
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

/// A tile of lists on a device.
#[derive(Debug)]
pub(super) struct TileBuffer {
    /// Where the lists start, then the lists.
    words: Buffer<'static, u32>,
    /// What was counted at the elements of the lists; nothing if nothing is counted there.
    counts: Buffer<'static, u32>,
    /// The vertices whose lists are there.
    vertices: Range<u32>,
    /// Whether counts may be there that have not been added to where they are kept.
    counted: bool,
}

/// Lists on their way to a device, and what is there of them.
pub(super) struct Travelling {
    pub on: OnDevice,
    sizes: ListSizes,
    tiling: Tiling,
    tile: TileBuffer,
    /// What passes by: mined and filled by turns.
    passing: [TileBuffer; 2],
    copying: Grid,
    /// Where what is counted at the edges is kept; nothing if nothing is.
    kept: Buffer<'static, u32>,
}

/// What is mined in a step: the roots, and the tile of their neighbours. They may be the same.
pub(super) struct Step<'s> {
    pub number: usize,
    pub roots: ListTile<'s>,
    pub tile: ListTile<'s>,
    /// A count for each element of the roots' lists, and of the tile's: none if nothing is counted there.
    pub root_counts: Slice<'s, AtomicU32>,
    pub tile_counts: Slice<'s, AtomicU32>,
}

impl TileBuffer {
    fn new(device: &Device, words: u64, counts: bool) -> Result<TileBuffer, RuntimeError> {
        let length = words as usize;
        let counts = device.zeroed(if counts { length } else { 0 })?;
        Ok(TileBuffer { words: device.unwritten(length)?, counts, vertices: 0..0, counted: false })
    }

    /// The lists, for kernels.
    fn lists(&self, starts: &[u64], lend: &Lend<'_>) -> ListTile<'_> {
        let (words, count) = (self.words.slice(), self.vertices.len() as u64);
        let lists = elements(starts, &self.vertices);
        ListTile {
            starts: lend.slice(words.part(0, count + 1)),
            lists: lend.slice(words.part(lists_at(&self.vertices), lists.end - lists.start)),
            first: self.vertices.start,
        }
    }

    /// The counts at their elements, for kernels to add to.
    fn counts(&self, starts: &[u64], lend: &Lend<'_>) -> Slice<'_, AtomicU32> {
        let counts = self.counts.atomics();
        if counts.is_empty() {
            return Slice::empty();
        }
        let lists = elements(starts, &self.vertices);
        lend.slice(counts.part(0, lists.end - lists.start))
    }

    /// What adds the counts to where they are kept, if there are any.
    fn take_counts<'a>(
        &'a mut self,
        starts: &[u64],
        kept: &'a mut Buffer<'static, u32>,
        lend: &Lend<'_>,
    ) -> Option<AddTileCountsArgs<'a>> {
        if !std::mem::take(&mut self.counted) || self.counts.is_empty() {
            return None;
        }
        let lists = elements(starts, &self.vertices);
        let to = kept.scratch().part(lists.start, lists.end - lists.start);
        Some(AddTileCountsArgs { counts: self.counts(starts, lend), to: lend.scratch(to) })
    }
}

impl Travelling {
    /// Makes room on the device for a tile and what passes by. `kept` is where what is counted at the edges is kept: zeros, or nothing.
    ///
    /// # Errors
    /// When it does not fit in the budget, or the driver fails.
    pub fn new(
        on: OnDevice,
        sizes: ListSizes,
        tiling: Tiling,
        kept: Buffer<'static, u32>,
    ) -> Result<Self, RuntimeError> {
        let device = on.device();
        let buffer = |words: u64| TileBuffer::new(device, words, !kept.is_empty());
        let Rooms { tile, passing } = tiling.rooms;
        let (tile, passing) = (buffer(tile)?, [buffer(passing)?, buffer(passing)?]);
        let copying = device.grid::<CopyLists>(WARPS, 0, COPYING_BLOCKS)?;
        Ok(Travelling { on, sizes, tiling, tile, passing, copying, kept })
    }

    /// What was counted at the edges.
    pub fn into_kept(self) -> Buffer<'static, u32> {
        self.kept
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> u64 {
        self.tiling.len() as u64
    }

    /// How many roots there are in each step of a tile.
    pub fn roots_of_steps(&self, tile: u64) -> Vec<u32> {
        let tile = self.tiling.tiles[tile as usize].clone();
        let (mut roots, mut next) = (vec![tile.len() as u32], tile.end);
        while let Some(passing) = self.passing_from(next) {
            roots.push(passing.len() as u32);
            next = passing.end;
        }
        roots
    }

    /// The vertices from `next` on that pass by together, if there are any left.
    fn passing_from(&self, next: u32) -> Option<Range<u32>> {
        let end = cut(&self.sizes.starts, next, self.tiling.rooms.passing)?;
        Some(next..end)
    }

    /// Brings a tile to the device, lets all greater vertices pass by, and calls `mine` to launch each step, on the track that is given:
    /// beside it the lists for the next one are copied.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn pass_by(
        &mut self,
        tile: u64,
        lend: &Lend<'_>,
        mine: impl Fn(usize, Step<'_>) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        /// Where lists are copied, and where they are mined.
        const COPIED: usize = 0;
        const MINED: usize = 1;
        let device = lend.device();
        self.tile.vertices = self.tiling.tiles[tile as usize].clone();
        let (tiled, mut next) = (self.tile.vertices.clone(), self.tile.vertices.end);
        self.note(&tiled);
        let args = copy_args(&self.on, &self.sizes, &mut self.tile, lend);
        lend.launch::<CopyLists>(self.copying, &args)?;
        for number in 0.. {
            let coming = self.passing_from(next);
            coming.iter().for_each(|vertices| self.note(vertices));
            let [even, odd] = &mut self.passing;
            let (there, filled) = if number % 2 == 0 { (odd, even) } else { (even, odd) };
            let starts = &self.sizes.starts;
            device.overlapped(|| {
                if let Some(args) = filled.take_counts(starts, &mut self.kept, lend) {
                    lend.launch_beside::<AddTileCounts>(COPIED, self.copying, &args)?;
                }
                if let Some(vertices) = &coming {
                    filled.vertices = vertices.clone();
                    // The copy comes first: it needs few blocks, and those that mine take all that are left.
                    let args = copy_args(&self.on, &self.sizes, filled, lend);
                    lend.launch_beside::<CopyLists>(COPIED, self.copying, &args)?;
                }
                let (roots, tile) =
                    if number == 0 { (&self.tile, &self.tile) } else { (&*there, &self.tile) };
                let step = Step {
                    number,
                    roots: roots.lists(starts, lend),
                    tile: tile.lists(starts, lend),
                    root_counts: roots.counts(starts, lend),
                    tile_counts: tile.counts(starts, lend),
                };
                mine(MINED, step)
            })?;
            there.counted = number > 0;
            match coming {
                Some(vertices) => next = vertices.end,
                None => break,
            }
        }
        self.tile.counted = true;
        self.keep_counts(lend)
    }

    /// Adds the counts of all tiles to where they are kept.
    fn keep_counts(&mut self, lend: &Lend<'_>) -> Result<(), RuntimeError> {
        let [even, odd] = &mut self.passing;
        for buffer in [&mut self.tile, even, odd] {
            if let Some(args) = buffer.take_counts(&self.sizes.starts, &mut self.kept, lend) {
                lend.launch::<AddTileCounts>(self.copying, &args)?;
            }
        }
        Ok(())
    }

    /// Takes notice of lists that travel.
    fn note(&self, vertices: &Range<u32>) {
        let starts = &self.sizes.starts;
        let bytes = travelling(starts, vertices);
        let of_bytes = travelling(starts, &(0..starts.len() as u32 - 1));
        self.on.device().note_travelled(Travelled { bytes, of_bytes });
    }
}

/// What copies the lists of a buffer's vertices there.
fn copy_args<'a>(
    on: &'a OnDevice,
    sizes: &ListSizes,
    to: &'a mut TileBuffer,
    lend: &Lend<'_>,
) -> CopyListsArgs<'a> {
    let (graph, vertices) = (on.graph(lend), &to.vertices);
    let lists = elements(&sizes.starts, vertices);
    CopyListsArgs {
        starts: graph.offsets.part(vertices.start.into(), vertices.len() as u64 + 1),
        lists: graph.neighbors.part(lists.start, lists.end - lists.start),
        base: lists.start,
        lists_at: lists_at(vertices) as u32,
        to: lend.scratch(&mut to.words),
    }
}

/// How so many roots are dealt to so many warps.
pub(super) fn deal_roots(roots: u32, warps: u64) -> RootDeal {
    /// Tasks for each warp, about: roots differ.
    const TASKS: u64 = 4;
    /// The most roots of a task, and the most parts that a root is dealt in.
    const MOST_ROOTS: u64 = 32;
    const MOST_PARTS: u64 = 8;
    let (all, warps) = (u64::from(roots).max(1), warps.max(1));
    let (roots, parts) = (all / (TASKS * warps), TASKS * warps / 2 / all);
    RootDeal { roots: roots.clamp(1, MOST_ROOTS) as u32, parts: parts.clamp(1, MOST_PARTS) as u32 }
}

#[cfg(test)]
mod tests {
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
            let Some(rooms) = Rooms::of(bytes, 30, false) else {
                assert!(bytes < 1200, "{bytes} bytes");
                continue;
            };
            assert!(4 * (rooms.tile + 2 * rooms.passing) <= bytes);
            let halves = Rooms::of(2 * bytes, 30, true).unwrap();
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
        let rooms = Rooms { tile: 96, passing: 96 };
        assert!(Tiling::new(&[0, 10, 64], rooms).is_some());
        assert_eq!(Tiling::new(&[0, 10, 65], rooms), None);
    }

    #[test]
    fn roots_are_dealt_to_all_warps() {
        let deal = |roots, parts| RootDeal { roots, parts };
        assert_eq!(deal_roots(100_000, 1000), deal(25, 1));
        assert_eq!(deal_roots(u32::MAX, 1000), deal(32, 1));
        assert_eq!(deal_roots(500, 1000), deal(1, 4));
        assert_eq!(deal_roots(1, 1000), deal(1, 8));
        assert_eq!(deal_roots(0, 0), deal(1, 2));
        // In tasks, all roots are there, each in all parts.
        assert_eq!((deal(25, 1).tasks(100_001), deal(1, 4).tasks(500)), (4001, 2000));
    }

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
            let tiling = Tiling::new(&sizes.starts, Rooms::of(bytes, 10, false).unwrap()).unwrap();
            are_cheaper(&tiling, &sizes, Residency { own, neighbours, host: 1 })
        };
        assert!(cheaper(20 << 20, 20 << 20, 0));
        assert!(!cheaper(20 << 20, 50 << 20, 0), "nearly all of 52 MB is there");
        assert!(!cheaper(100 << 10, 100 << 10, 0), "thousands of steps");
        assert!(!cheaper(20 << 20, 20 << 20, 1), "another card has a part");
    }
}
