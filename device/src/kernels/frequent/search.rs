//! The search for one match from a place.

use core::sync::atomic::Ordering::Relaxed;

use super::pieces::SearchPiece;
use super::settle::SettleArgs;
use super::{Domain, SearchLevel, SearchLink};
use crate::memory::Scratch;
use crate::sets::contains;
use crate::simt::{Block, Warp};

/// Candidates of the last level that are looked at, at most, after a match was found: each that matches is an image
/// that costs no search.
const SWEEP: u32 = 64;

/// How a search ended.
pub(super) enum SearchEnd {
    /// With a match, whose images are marked.
    Match,
    /// There is no match.
    Nothing,
    /// It was given up: nobody wants to know any more.
    Settled,
    /// It took long: what is left of it are pieces that others search.
    Split,
}

/// Where the search stands on a level.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The place that the vertex of the level goes to.
    pub place: u32,
    /// Where the candidates go on that have not been looked at.
    pub position: u32,
    /// Where they end.
    pub end: u32,
    /// Of those last looked at, the ones that fit and have not been tried, a bit for each.
    pub pending: u32,
    /// Which link of the level the candidates are from.
    pub link: u32,
}

impl Frame {
    /// That of a vertex which goes to `place`, and nowhere else.
    const fn fixed(place: u32) -> Frame {
        Frame { place, position: 0, end: 0, pending: 0, link: 0 }
    }
}

/// Bytes of shared memory for a block of `warps` warps that search for patterns of at most `levels` vertices.
pub const fn shared_bytes(warps: u32, levels: u32) -> usize {
    warps as usize * levels as usize * size_of::<Frame>()
}

/// What a warp searches with.
#[derive(Clone, Copy)]
pub(super) struct MatchSearch<'b, W> {
    pub warp: W,
    pub args: &'b SettleArgs<'b>,
    frames: Scratch<'b, Frame>,
}

impl<'b, W: Warp> MatchSearch<'b, W> {
    /// For the calling warp.
    #[inline(always)]
    pub fn new<B: Block<Warp = W>>(block: B, args: &'b SettleArgs<'b>) -> Self {
        let levels = args.most_levels as usize;
        let start = levels * block.warp_index() as usize;
        let bytes = (start + levels) * size_of::<Frame>();
        assert!(bytes <= block.shared_bytes(), "too little shared memory for the frames of a search");
        // SAFETY: within the block's shared memory, as just checked, aligned as that is; each warp has frames of its
        // own, which lane 0 alone writes, between two syncs.
        let frames =
            unsafe { Scratch::from_raw_parts(block.shared_base().cast::<Frame>().add(start), levels as u64) };
        MatchSearch { warp: block.warp(), args, frames }
    }

    /// Searches for a match that sends the root of a domain's plan to `place`, and marks the images of the first that
    /// it finds. A collective.
    #[inline(always)]
    pub fn from(self, domain: &Domain, number: u32, place: u32) -> SearchEnd {
        if self.is_settled(domain, number) {
            return SearchEnd::Settled;
        }
        self.put(0, Frame::fixed(place));
        let frame = self.opened(&self.levels(domain)[1]);
        self.run(domain, number, 1, frame)
    }

    /// Searches a piece, whose earlier levels go to `places`. A collective.
    #[inline(always)]
    pub fn resume(self, piece: &SearchPiece, places: &[u32]) -> SearchEnd {
        let domain = &self.args.domains[piece.domain as usize];
        if self.is_settled(domain, piece.domain) || self.is_image(domain, places[0]) {
            return SearchEnd::Settled;
        }
        let mut depth = 0;
        while depth < places.len() {
            self.put(depth, Frame::fixed(places[depth]));
            depth += 1;
        }
        let frame = Frame { place: 0, position: piece.start, end: piece.end, pending: 0, link: piece.link };
        self.run(domain, piece.domain, depth, frame)
    }

    /// Goes on at a level, whose earlier ones have been put.
    #[inline(always)]
    fn run(self, domain: &Domain, number: u32, mut depth: usize, mut frame: Frame) -> SearchEnd {
        let levels = self.levels(domain);
        let mut steps = 0;
        loop {
            if steps == self.args.split.steps {
                steps = 0;
                if self.is_settled(domain, number) || self.is_stopped() {
                    return SearchEnd::Settled;
                }
                if self.is_waited_for() && self.leave(number, depth, frame) {
                    return SearchEnd::Split;
                }
            }
            steps += 1;
            if frame.pending == 0 && frame.position >= frame.end {
                depth -= 1;
                if depth == 0 {
                    return SearchEnd::Nothing;
                }
                frame = self.frame(depth);
                if depth == 1 && self.is_settled(domain, number) {
                    return SearchEnd::Settled;
                }
                continue;
            }
            if frame.pending == 0 {
                let fits = self.fits(
                    &levels[depth],
                    depth,
                    frame.link,
                    frame.position + self.warp.lane(),
                    frame.end,
                );
                frame.pending = self.warp.ballot(fits);
                frame.position += W::LANES;
                if frame.pending == 0 {
                    continue;
                }
                if depth + 1 == levels.len() {
                    self.mark_all(levels, frame);
                    return SearchEnd::Match;
                }
            }
            let next = frame.pending.trailing_zeros();
            frame.pending &= frame.pending - 1;
            frame.place = self.candidate(frame.position - W::LANES + next);
            self.put(depth, frame);
            depth += 1;
            frame = self.opened(&levels[depth]);
        }
    }

    /// The plan from the places of a domain.
    #[inline(always)]
    fn levels(self, domain: &Domain) -> &'b [SearchLevel] {
        let first = domain.first_level as usize;
        &self.args.levels.get()[first..first + domain.levels as usize]
    }

    /// Whether the work is to stop: the same in all lanes.
    #[inline(always)]
    fn is_stopped(self) -> bool {
        self.warp.shuffle(u32::from(self.args.queue[1].load(Relaxed) != 0), 0) != 0
    }

    /// Whether there may be warps that have nothing to do: the same in all lanes.
    #[inline(always)]
    fn is_waited_for(self) -> bool {
        let drawn = self.args.queue[0].load(Relaxed);
        self.warp.shuffle(u32::from(drawn >= self.args.split.drawn), 0) != 0
    }

    /// Whether a place is known to be an image: the same in all lanes.
    #[inline(always)]
    fn is_image(self, domain: &Domain, place: u32) -> bool {
        let bit = (place - domain.start) as usize;
        let word = self.args.images[domain.words as usize + bit / 32].load(Relaxed);
        self.warp.shuffle(word >> (bit % 32) & 1, 0) != 0
    }

    /// Whether nobody wants to know more of a domain: the same in all lanes.
    #[inline(always)]
    fn is_settled(self, domain: &Domain, number: u32) -> bool {
        let enough = self.args.found[number as usize].load(Relaxed) >= self.args.enough;
        let dead = self.args.dead[domain.pattern as usize].load(Relaxed) != 0;
        self.warp.shuffle(u32::from(enough || dead), 0) != 0
    }

    /// The frame of a level that was put there.
    #[inline(always)]
    pub fn frame(self, depth: usize) -> Frame {
        // SAFETY: levels are fewer than `most_levels`, and all above the current one have been put, before a sync.
        unsafe { self.frames.read(depth) }
    }

    /// Writes the frame of a level. A collective.
    #[inline(always)]
    fn put(self, depth: usize, frame: Frame) {
        self.warp.sync();
        if self.warp.lane() == 0 {
            // SAFETY: levels are fewer than `most_levels`; all lanes have read what they wanted before the first sync,
            // and read again after the second.
            unsafe { self.frames.write(depth, frame) };
        }
        self.warp.sync();
    }

    /// The candidates of a level: those of the link that has the fewest.
    #[inline(always)]
    fn opened(self, level: &SearchLevel) -> Frame {
        let mut shortest = Frame { place: 0, position: 0, end: 0, pending: 0, link: level.first_link };
        let (mut link, end) = (level.first_link, level.first_link + level.links);
        while link < end {
            let (from, to) = self.row(&self.args.links[link as usize]);
            if link == level.first_link || to - from < shortest.end - shortest.position {
                shortest = Frame { place: 0, position: from, end: to, pending: 0, link };
            }
            link += 1;
        }
        shortest
    }

    /// Where the arcs of a link start and end.
    #[inline(always)]
    fn row(self, link: &SearchLink) -> (u32, u32) {
        let place = self.frame(link.level as usize).place;
        let at = link.base.wrapping_add(u64::from(link.stride) * u64::from(place)) as usize;
        // SAFETY: the link is of the kinds of the place's label, whose words the directory has for each place, by
        // "Requires".
        let word = unsafe { self.args.graph.directory.get().get_unchecked(at) };
        if word.bits >> link.bit & 1 == 0 {
            return (0, 0);
        }
        let row = (word.row + (word.bits & ((1 << link.bit) - 1)).count_ones()) as usize;
        let rows = self.args.graph.rows.get();
        // SAFETY: the directory numbers rows that are there, and one start follows the last, by "Requires".
        unsafe { (*rows.get_unchecked(row), *rows.get_unchecked(row + 1)) }
    }

    /// The candidate at a position.
    #[inline(always)]
    fn candidate(self, position: u32) -> u32 {
        debug_assert!((position as usize) < self.args.graph.arcs.len());
        // SAFETY: positions lie in rows, which lie in the arcs, by "Requires".
        unsafe { *self.args.graph.arcs.get().get_unchecked(position as usize) }
    }

    /// Whether the candidate at a position, if there is one, may be where the vertex of a level goes: whether it may be
    /// an image, no other vertex goes there, and the other links are there.
    #[inline(always)]
    fn fits(self, level: &SearchLevel, depth: usize, link: u32, position: u32, end: u32) -> bool {
        if position >= end {
            return false;
        }
        let place = self.candidate(position);
        let bit = (place - level.start) as usize;
        debug_assert!(level.words as usize + bit / 32 < self.args.possible.len());
        // SAFETY: arcs of the link's kind lead to places of the level's label, which the domain has bits for, by
        // "Requires".
        let word = unsafe { self.args.possible.get().get_unchecked(level.words as usize + bit / 32) };
        if word.load(Relaxed) >> (bit % 32) & 1 == 0 {
            return false;
        }
        let mut earlier = 0;
        while earlier < depth {
            if self.vertex(self.frame(earlier).place) == self.vertex(place) {
                return false;
            }
            earlier += 1;
        }
        let (mut other, last) = (level.first_link, level.first_link + level.links);
        while other < last {
            if other != link {
                let (from, to) = self.row(&self.args.links[other as usize]);
                // SAFETY: rows lie in the arcs, by "Requires".
                let row = unsafe { self.args.graph.arcs.get().get_unchecked(from as usize..to as usize) };
                if !contains(row, place) {
                    return false;
                }
            }
            other += 1;
        }
        true
    }

    /// The vertex that a place is.
    #[inline(always)]
    fn vertex(self, place: u32) -> u32 {
        let vertices = self.args.graph.vertices.get();
        if vertices.is_empty() { place } else { vertices[place as usize] }
    }

    /// Marks the images of the matches of the earlier levels with the candidates that were found to fit, and with those
    /// among the next ones that do, as long as they are wanted.
    #[inline(always)]
    fn mark_all(self, levels: &[SearchLevel], frame: Frame) {
        let last = levels.len() - 1;
        let lane = self.warp.lane();
        let mut depth = lane as usize;
        while depth < last {
            self.mark(&levels[depth], self.frame(depth).place);
            depth += W::LANES as usize;
        }
        let leaf = &levels[last];
        if frame.pending >> lane & 1 == 1 {
            self.mark(leaf, self.candidate(frame.position - W::LANES + lane));
        }
        let mut position = frame.position;
        let end = frame.end.min(position.saturating_add(SWEEP.max(W::LANES)));
        while position < end && self.args.found[leaf.domain as usize].load(Relaxed) < self.args.enough {
            if self.fits(leaf, last, frame.link, position + lane, end) {
                self.mark(leaf, self.candidate(position + lane));
            }
            position += W::LANES;
        }
    }

    /// Marks an image.
    #[inline(always)]
    fn mark(self, level: &SearchLevel, place: u32) {
        let bit = (place - level.start) as usize;
        let word = &self.args.images[level.words as usize + bit / 32];
        let mask = 1 << (bit % 32);
        if word.load(Relaxed) & mask == 0 && word.fetch_or(mask, Relaxed) & mask == 0 {
            self.args.found[level.domain as usize].fetch_add(1, Relaxed);
        }
    }
}
