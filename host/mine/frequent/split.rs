//! Searches that take long, in pieces that all warps or threads share.

use std::num::NonZeroU32;

use motherlode_device::kernels::frequent::WARPS;
use motherlode_device::kernels::frequent::pieces::{LongSearches, PieceArgs, SearchPiece, SettlePieces};
use rustc_hash::FxHashMap;

use super::wave::Wave;
use crate::deal::Share;
use crate::runtime::{Buffer, Device, Lend, RuntimeError};

/// Steps after which a search is split: some milliseconds of a warp, and of a thread.
const CARD_STEPS: u32 = 1 << 12;
const CPU_STEPS: u32 = 1 << 17;
/// Pieces of a launch, at most: several for each warp of a card, and for each thread.
const CARD_PIECES: u64 = 1 << 14;
const CPU_PIECES: u64 = 1 << 10;
/// What part of the budget that is left the pieces may take.
const SHARE: u64 = 4;

/// Where searches leave pieces on a device.
pub(super) struct Splitting<'d> {
    device: &'d Device,
    /// After how many steps a search leaves pieces, if that was asked for: at once then, and otherwise when nobody has
    /// anything else to do.
    steps: Option<NonZeroU32>,
    usual_steps: u32,
    /// Pieces that there is room for.
    room: usize,
    most_levels: usize,
    pieces: Buffer<'static, SearchPiece>,
    places: Buffer<'static, u32>,
    count: Buffer<'static, u32>,
}

/// Pieces of searches, and the places of their earlier levels.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pieces: Vec<SearchPiece>,
    /// For each piece as many as a pattern of the wave has vertices at most.
    places: Vec<u32>,
}

impl Pieces {
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// This work in more pieces, up to `most`, where candidates are enough for that.
    fn cut(self, most: usize, most_levels: usize) -> Pieces {
        let each = (most / self.pieces.len()).max(1) as u32;
        let mut cut = Pieces::default();
        for (piece, places) in self.pieces.iter().zip(self.places.chunks_exact(most_levels)) {
            let length = (piece.end - piece.start).div_ceil(each).max(1);
            for start in (piece.start..piece.end).step_by(length as usize) {
                let end = piece.end.min(start.saturating_add(length));
                cut.pieces.push(SearchPiece { start, end, ..*piece });
                cut.places.extend(places);
            }
        }
        cut
    }

    /// Numbers the searches, and tells how many pieces each has.
    fn number(&mut self, most_levels: usize) -> Vec<u32> {
        let mut numbers = FxHashMap::default();
        let mut open = Vec::new();
        for (piece, places) in self.pieces.iter_mut().zip(self.places.chunks_exact(most_levels)) {
            piece.search = *numbers.entry((piece.domain, places[0])).or_insert_with(|| {
                open.push(0);
                open.len() as u32 - 1
            });
            open[piece.search as usize] += 1;
        }
        open
    }
}

impl<'d> Splitting<'d> {
    /// For patterns of up to `most_levels` vertices. Where there is nobody to share with, or no memory, searches leave
    /// no pieces.
    ///
    /// # Errors
    /// When the device fails.
    pub fn new(
        device: &'d Device,
        steps: Option<NonZeroU32>,
        most_levels: u32,
    ) -> Result<Splitting<'d>, RuntimeError> {
        let (usual_steps, most) = match device.is_scalar() {
            true => (CPU_STEPS, if rayon::current_num_threads() == 1 { 0 } else { CPU_PIECES }),
            false => (CARD_STEPS, CARD_PIECES),
        };
        // Those that are left, those that are searched, and the counts of the latter.
        let bytes = 2 * (size_of::<SearchPiece>() as u64 + 4 * u64::from(most_levels)) + 4;
        let room = (device.budget().left() / SHARE / bytes).min(most) as usize;
        Ok(Splitting {
            device,
            steps,
            usual_steps,
            room,
            most_levels: most_levels as usize,
            pieces: device.unwritten(room)?,
            places: device.unwritten(room * most_levels as usize)?,
            count: device.zeroed(1)?,
        })
    }

    /// What kernels take that draw `tasks`.
    pub fn lent<'s>(&'s mut self, lend: &Lend<'_>, tasks: u64) -> LongSearches<'s> {
        LongSearches {
            pieces: lend.scratch(&mut self.pieces),
            places: lend.scratch(&mut self.places),
            count: lend.atomics(&self.count),
            steps: self.steps.map_or(self.usual_steps, NonZeroU32::get),
            padding: 0,
            drawn: if self.steps.is_some() { 0 } else { tasks },
        }
    }

    /// Takes the pieces that searches have left: there are none afterwards.
    ///
    /// # Errors
    /// When the device fails.
    pub fn taken(&mut self) -> Result<Pieces, RuntimeError> {
        let count = self.count.download()?[0] as usize;
        if count == 0 {
            return Ok(Pieces::default());
        }
        self.count.overwrite(&[0])?;
        let places = self.places.download_first(count * self.most_levels)?;
        Ok(Pieces { pieces: self.pieces.download_first(count)?, places })
    }

    /// Searches pieces, and takes those that are left then.
    ///
    /// # Errors
    /// When the device fails, or the work is stopped.
    pub fn run(
        &mut self,
        wave: &Wave<'_>,
        pieces: Pieces,
        share: &Share<'_>,
    ) -> Result<Pieces, RuntimeError> {
        let device = self.device;
        let mut pieces = pieces.cut(self.room, self.most_levels);
        let open = pieces.number(self.most_levels);
        let end = pieces.pieces.len() as u64;
        let (list, places) = (device.upload(&pieces.pieces)?, device.upload(&pieces.places)?);
        let (open, queue) = (device.copied(&open)?, device.zeroed::<u64>(2)?);
        // SAFETY: as `Wave::args` says; the pieces are those that searches of the wave have left, or parts of them,
        // with the places that came with them, and `open` counts them.
        let lend = unsafe { device.lend() };
        let args = PieceArgs {
            settle: wave.args(&lend, &queue, end, self.lent(&lend, end)),
            pieces: lend.slice(&list),
            places: lend.slice(&places),
            open: lend.atomics(&open),
        };
        let launch = || lend.launch_up_to::<SettlePieces>(wave.blocks(end), WARPS, wave.shared(), &args);
        share.watch(device, &queue, 0, &[end, 1], launch)?;
        self.taken()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        let piece = |domain, start, end| SearchPiece { domain, search: 0, level: 1, link: 7, start, end };
        Pieces {
            pieces: vec![piece(3, 10, 21), piece(4, 5, 6), piece(3, 30, 33)],
            places: vec![8, 0, 8, 0, 8, 0],
        }
    }

    #[test]
    fn what_is_cut_is_the_same_work() {
        for most in [3, 5, 6, 12, 100] {
            let cut = pieces().cut(most, 2);
            assert!(cut.pieces.len() <= most && cut.places == [8, 0].repeat(cut.pieces.len()));
            let work = |pieces: &Pieces| {
                let of_piece = |piece: &SearchPiece| {
                    (piece.start..piece.end).map(|at| (piece.domain, at)).collect::<Vec<_>>()
                };
                pieces.pieces.iter().flat_map(of_piece).collect::<Vec<_>>()
            };
            assert_eq!(work(&cut), work(&pieces()), "{most}");
        }
        assert_eq!(pieces().cut(100, 2).pieces.len(), 15, "down to a candidate each");
        assert_eq!(pieces().cut(2, 2).pieces.len(), 3, "never fewer");
    }

    #[test]
    fn pieces_of_one_search_have_its_number() {
        let mut pieces = pieces();
        assert_eq!(pieces.number(2), [2, 1]);
        assert_eq!(pieces.pieces.iter().map(|piece| piece.search).collect::<Vec<_>>(), [0, 1, 0]);
    }
}
