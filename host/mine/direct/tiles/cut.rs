//! Where lists are cut into tiles, and what a tile takes.

use std::ops::Range;

/// Tiles are copied from places that are multiples of so many elements: those of a request over the bus.
pub(super) const ALIGN: u64 = 32;

/// Where the lists from vertex `first` on end that fit in so many words together: at a vertex behind it. `None` if not
/// even its own list does.
pub(super) fn cut(starts: &[u64], first: u32, words: u64) -> Option<u32> {
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
pub(super) fn words_of(starts: &[u64], vertices: &Range<u32>) -> u64 {
    lists_at(vertices) + elements(starts, vertices).end - elements(starts, vertices).start
}

/// Where the lists begin in a tile, behind their starts.
pub(super) fn lists_at(vertices: &Range<u32>) -> u64 {
    (vertices.len() as u64 + 1).next_multiple_of(ALIGN)
}

/// What is copied of the graph's neighbours for a tile.
pub(super) fn elements(starts: &[u64], vertices: &Range<u32>) -> Range<u64> {
    starts[vertices.start as usize] / ALIGN * ALIGN..starts[vertices.end as usize]
}

/// The bytes that come over the bus for a tile.
pub(super) fn travelling(starts: &[u64], vertices: &Range<u32>) -> u64 {
    let lists = elements(starts, vertices);
    8 * (vertices.len() as u64 + 1) + 4 * (lists.end - lists.start)
}
