//! Which page of each array of a graph lies where, if all of it does not fit in a device's memory.
//!
//! Vertices are numbered by falling degree. So the lists that are read most for each of their bytes are those of the
//! first vertices: the list of `v` is read about once for each of its neighbours. Pages with what concerns the first
//! vertices lie on every device; the next ones are dealt over the cards; and what is left, which is read least, lies in
//! the host's memory.

/// An array of a graph, and which vertices its elements concern.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum ArrayShape<'a> {
    /// Lists, one after another, of elements of so many bytes. `starts` has, for each of some views, the starts of the
    /// lists of all vertices, and an end: `row` numbers.
    Lists { starts: &'a [u64], row: u64, width: u64 },
    /// Elements of so many bytes for each vertex: `rows` times as many as `row`, one after another.
    PerVertex { row: u64, rows: u64, width: u64 },
    /// So many bytes that are read once, in order.
    ReadOnce { bytes: u64 },
}

impl ArrayShape<'_> {
    /// All its bytes.
    pub fn bytes(self) -> u64 {
        match self {
            ArrayShape::Lists { starts, width, .. } => starts.last().map_or(0, |end| end * width),
            ArrayShape::PerVertex { row, rows, width } => row * rows * width,
            ArrayShape::ReadOnce { bytes } => bytes,
        }
    }

    /// So many bytes as these, which a job reads once, in order.
    pub fn read_once(self) -> Self {
        ArrayShape::ReadOnce { bytes: self.bytes() }
    }

    /// The vertex that the element at byte `at` concerns; for what is read once, one beyond all.
    fn vertex(self, at: u64) -> u64 {
        match self {
            ArrayShape::Lists { starts, row, width } => {
                (starts.partition_point(|&start| start <= at / width) as u64 - 1) % row
            }
            ArrayShape::PerVertex { row, width, .. } => at / width % row,
            ArrayShape::ReadOnce { .. } => u64::MAX,
        }
    }
}

/// The bytes that a graph may take of each memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GraphRoom {
    /// Of the device that the graph is for, and of the cards that it can read.
    pub cards: Vec<u64>,
    /// Of the host.
    pub host: u64,
    /// The bytes of a page.
    pub page: u64,
}

/// Where a part of an array lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlannedHome {
    /// On each device that has the graph.
    Each,
    /// On one card, by its place in [`GraphRoom::cards`].
    Card(usize),
    /// On the host.
    Host,
}

/// The parts of an array, one after another, each with its bytes: whole pages.
pub(super) type Parts = Vec<(PlannedHome, u64)>;

/// In how many turns pages are dealt to the cards, about: all cards have as much then of what is read often.
const TURNS: u64 = 64;

/// Lays out arrays; the parts of each have room for all of it. `None` if the memories are too small together.
pub(super) fn lay_out(shapes: &[ArrayShape<'_>], room: &GraphRoom) -> Option<Vec<Parts>> {
    let mut pages = pages(shapes, room.page);
    pages.sort_by_key(|page| page.vertex);
    let count = pages.len() as u64;
    let mut cards: Vec<u64> = room.cards.iter().map(|bytes| bytes / room.page).collect();
    let each = on_each(count, &cards);
    cards.iter_mut().for_each(|card| *card -= each);
    let mut host = room.host / room.page;

    let (first, rest) = pages.split_at_mut(each as usize);
    first.iter_mut().for_each(|page| page.place = PlannedHome::Each);
    let turn = (count / (TURNS * cards.len().max(1) as u64)).max(1) as usize;
    let mut left = rest;
    while !left.is_empty() {
        let most = cards.iter().copied().enumerate().max_by_key(|&(card, room)| (room, usize::MAX - card));
        let (place, room) = match most {
            Some((card, _)) if cards[card] > 0 => (PlannedHome::Card(card), &mut cards[card]),
            _ => (PlannedHome::Host, &mut host),
        };
        let taken = turn.min(left.len()).min(usize::try_from(*room).unwrap_or(usize::MAX));
        if taken == 0 {
            return None;
        }
        *room -= taken as u64;
        let (now, later) = left.split_at_mut(taken);
        now.iter_mut().for_each(|page| page.place = place);
        left = later;
    }
    Some(parts(shapes.len(), pages, room.page))
}

/// A page of an array.
struct Page {
    /// The first vertex that it concerns, about.
    vertex: u64,
    array: usize,
    index: u64,
    place: PlannedHome,
}

fn pages(shapes: &[ArrayShape<'_>], page: u64) -> Vec<Page> {
    let mut pages = Vec::new();
    for (array, shape) in shapes.iter().enumerate() {
        let of_array = 0..shape.bytes().div_ceil(page);
        pages.extend(of_array.map(|index| Page {
            vertex: shape.vertex(index * page),
            array,
            index,
            place: PlannedHome::Host,
        }));
    }
    pages
}

/// How many pages each card may have a copy of: all for which there is room when the rest is dealt.
fn on_each(pages: u64, cards: &[u64]) -> u64 {
    let least = cards.iter().copied().min().unwrap_or(0).min(pages);
    match cards.len() as u64 {
        0 => 0,
        1 => least,
        count => (cards.iter().sum::<u64>().saturating_sub(pages) / (count - 1)).min(least),
    }
}

/// The parts of so many arrays, of pages that have their places.
fn parts(arrays: usize, mut pages: Vec<Page>, page: u64) -> Vec<Parts> {
    pages.sort_by_key(|page| (page.array, page.index));
    let mut parts = vec![Parts::new(); arrays];
    for Page { array, place, .. } in pages {
        match parts[array].last_mut() {
            Some((last, bytes)) if *last == place => *bytes += page,
            _ => parts[array].push((place, page)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: u64 = 64;

    /// Lists whose lengths fall.
    fn starts() -> Vec<u64> {
        (0..=500u64).scan(0, |end, v| Some(std::mem::replace(end, *end + 5000 / (v + 3)))).collect()
    }

    fn shapes(starts: &[u64]) -> [ArrayShape<'_>; 3] {
        let vertices = starts.len() as u64 - 1;
        [
            ArrayShape::Lists { starts, row: vertices + 1, width: 4 },
            ArrayShape::PerVertex { row: vertices, rows: 1, width: 8 },
            ArrayShape::ReadOnce { bytes: 1000 },
        ]
    }

    fn total(starts: &[u64]) -> u64 {
        shapes(starts).iter().map(|shape| shape.bytes().div_ceil(PAGE) * PAGE).sum()
    }

    /// Sums of the parts by place, with those of `Each` counted on every card.
    fn used(parts: &[Parts], cards: usize) -> (Vec<u64>, u64) {
        let (mut on, mut host) = (vec![0; cards], 0);
        for &(place, bytes) in parts.iter().flatten() {
            match place {
                PlannedHome::Each => on.iter_mut().for_each(|card| *card += bytes),
                PlannedHome::Card(card) => on[card] += bytes,
                PlannedHome::Host => host += bytes,
            }
        }
        (on, host)
    }

    #[test]
    fn all_bytes_have_a_place_and_no_memory_is_overfull() {
        let starts = starts();
        let total = total(&starts);
        for cards in 1..=4u64 {
            for percent in [0, 2, 10, 25, 30, 50, 60, 80, 100, 130] {
                for host in [0, total / 2, total] {
                    // Cards of different sizes.
                    let card = |number: u64| (total * percent / 100).saturating_sub(number * 3 * PAGE);
                    let room = GraphRoom { cards: (0..cards).map(card).collect(), host, page: PAGE };
                    let Some(parts) = lay_out(&shapes(&starts), &room) else {
                        let all = room.cards.iter().map(|card| card / PAGE * PAGE).sum::<u64>() + host;
                        assert!(all < total + cards * PAGE, "{room:?} has room for {total}");
                        continue;
                    };
                    for (shape, parts) in shapes(&starts).iter().zip(&parts) {
                        let bytes: u64 = parts.iter().map(|part| part.1).sum();
                        assert!(bytes >= shape.bytes() && bytes < shape.bytes() + PAGE);
                        assert!(parts.iter().all(|part| part.1 > 0 && part.1 % PAGE == 0));
                    }
                    let (on, on_host) = used(&parts, cards as usize);
                    assert!(on.iter().zip(&room.cards).all(|(used, room)| used <= room), "{on:?} {room:?}");
                    assert!(on_host <= host);
                    assert!(
                        on_host == 0
                            || on.iter().sum::<u64>() + cards * PAGE > room.cards.iter().sum::<u64>()
                    );
                }
            }
        }
    }

    #[test]
    fn the_first_vertices_are_on_each_card_and_the_rest_is_dealt_evenly() {
        let starts = starts();
        let total = total(&starts);
        let room = GraphRoom { cards: vec![total * 6 / 10; 2], host: total, page: PAGE };
        let parts = lay_out(&shapes(&starts), &room).unwrap();
        let each: u64 =
            parts.iter().flatten().filter(|part| part.0 == PlannedHome::Each).map(|part| part.1).sum();
        assert!(each * 100 > total * 15 && each * 100 <= total * 20, "{each} of {total}");
        // The lists' first part is on each, the next ones by turns.
        assert_eq!(parts[0][0].0, PlannedHome::Each);
        assert!(parts[0][1..].iter().all(|part| part.0 != PlannedHome::Each));
        let (on, host) = used(&parts, 2);
        assert!(on[0].abs_diff(on[1]) <= total / 50 && host == 0, "{on:?}");
        // One card has its first vertices, and the host the others.
        let room = GraphRoom { cards: vec![total / 4], host: total, page: PAGE };
        let parts = lay_out(&shapes(&starts), &room).unwrap();
        for parts in &parts[..2] {
            assert!(matches!(parts[..], [(PlannedHome::Each, _), (PlannedHome::Host, _)]), "{parts:?}");
        }
        assert!(matches!(parts[2][..], [(PlannedHome::Host, _)]));
    }

    #[test]
    fn each_view_has_its_first_vertices_on_the_card() {
        // Three views of the same lists.
        let one = starts();
        let (row, end) = (one.len() as u64, *one.last().unwrap());
        let starts: Vec<u64> =
            (0..3).flat_map(|view| one.iter().map(move |start| start + view * end)).collect();
        let shapes = [
            ArrayShape::PerVertex { row, rows: 3, width: 8 },
            ArrayShape::Lists { starts: &starts, row, width: 4 },
        ];
        let total: u64 = shapes.iter().map(|shape| shape.bytes()).sum();
        let room = GraphRoom { cards: vec![total / 3], host: total, page: PAGE };
        for parts in lay_out(&shapes, &room).unwrap() {
            // A page on the border of two views counts to the one that ends there.
            let on_card = parts.iter().filter(|part| part.0 == PlannedHome::Each).count();
            assert_eq!(on_card, 3, "{parts:?}");
        }
    }
}
