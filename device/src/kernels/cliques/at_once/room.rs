//! The shared memory of a team.

use core::sync::atomic::AtomicU32;

use super::root_team::RootTeam;
use crate::kernels::cliques::matrix::{Matrix, stride};
use crate::kernels::triangles::MarksShape;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::memory::Scratch;
use crate::simt::Block;

/// A team's room.
pub(super) struct RootRoom<'a> {
    /// The root's list.
    pub list: Scratch<'a, u32>,
    /// The list's marks, where some of its vertices are no hubs.
    pub marks: Marks<'a>,
    /// The graph among the list: rows of as many words as their own bits are in.
    pub matrix: Matrix<'a>,
    /// The matrix as words.
    pub words: Scratch<'a, u64>,
    /// Pairs of neighbours: the places of the later ones, times 256, and of the others.
    pub pairs: Scratch<'a, u16>,
    /// How many pairs there are, where warps find them together.
    pub found: &'a AtomicU32,
}

impl<'a> RootRoom<'a> {
    const fn words(longest: u32) -> usize {
        (longest * stride(longest)) as usize
    }

    /// The most pairs.
    const fn pairs(longest: u32) -> usize {
        (longest * longest.saturating_sub(1) / 2) as usize
    }

    /// Bytes of shared memory that so many teams need.
    pub const fn shared_bytes(longest: u32, filter: MarksShape, teams: u32) -> usize {
        let teams = teams as usize;
        bytes_of::<u32>(teams * longest as usize)
            + bytes_of::<u32>(teams * filter.words() as usize)
            + bytes_of::<u64>(teams * Self::words(longest))
            + bytes_of::<u16>(teams * Self::pairs(longest))
            + bytes_of::<u32>(teams)
    }

    /// The team's part of the block's memory, for lists of up to `longest` vertices.
    #[inline(always)]
    pub fn in_arena<B: Block, const TOGETHER: bool>(
        arena: &mut Arena<'a>,
        team: RootTeam<B, TOGETHER>,
        longest: u32,
        filter: MarksShape,
    ) -> Self {
        let (teams, own) =
            if TOGETHER { (1, 0) } else { (team.block.warps() as usize, team.block.warp_index() as usize) };
        let marks = filter.words() as usize;
        let (words, pairs) = (Self::words(longest), Self::pairs(longest));
        let list = part(arena.take(teams * longest as usize), own, longest as usize);
        let marks = &arena.atomics(teams * marks)[own * marks..][..marks];
        let words = part(arena.take(teams * words), own, words);
        RootRoom {
            list,
            marks: Marks::new(marks, filter, team.threads()),
            matrix: Matrix::new(words, stride(longest)),
            words,
            pairs: part(arena.take(teams * pairs), own, pairs),
            found: &arena.atomics(teams)[own],
        }
    }
}

/// Part `own` of an array of parts of so many elements.
#[inline(always)]
fn part<T: Copy>(all: Scratch<'_, T>, own: usize, length: usize) -> Scratch<'_, T> {
    all.part((own * length) as u64, length as u64)
}
