//! What becomes of the maximal cliques that a search finds.

use crate::kernels::pivots::tallies::Tallies;
use crate::simt::Warp;

/// Of each of six pairs, in which of the cliques of one of each pair its second vertex is: those are the bits of a
/// word.
pub(super) const SECOND: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Cliques with those that were taken, and one of each pair of candidates.
#[derive(Clone, Copy)]
pub(super) struct PairedCliques<O> {
    /// How many vertices each of them has.
    pub size: u32,
    /// Those that were taken.
    pub taken: u64,
    /// The first of each pair.
    pub firsts: u64,
    /// Gives the other of a pair, as a bit, by its first.
    pub other: O,
}

/// Who is told of the cliques, by all lanes of a warp at the same time.
pub(super) trait CliqueVisitor: Copy {
    /// Who is told of those below a node at which these of the list were taken, besides what is told of: these stand at
    /// `places` of the list, or, where there are none, at the places that their numbers are.
    fn below<'s>(self, taken: &'s [u64], places: &'s [u64]) -> impl CliqueVisitor
    where
        Self: 's;

    /// Whether nobody asks for more of the root's cliques. A collective.
    fn is_over<W: Warp>(self, warp: W) -> bool;

    /// A clique of `size` vertices, with those that were `taken`. A collective.
    fn one<W: Warp>(self, warp: W, size: u32, taken: u64);

    /// Some of the cliques, of up to six pairs: the bits of `which`. A collective.
    fn some<W: Warp>(self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>, which: u64);

    /// All of them, of seven pairs and more. Returns false if each is to be told of by itself. A collective.
    fn all<W: Warp>(self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>) -> bool;
}

/// Counts them by their vertices.
#[derive(Clone, Copy)]
pub(super) struct TallyBySize<'a>(pub Tallies<'a>);

impl CliqueVisitor for TallyBySize<'_> {
    #[inline(always)]
    fn below<'s>(self, _taken: &'s [u64], _places: &'s [u64]) -> impl CliqueVisitor
    where
        Self: 's,
    {
        self
    }

    #[inline(always)]
    fn is_over<W: Warp>(self, _warp: W) -> bool {
        false
    }

    #[inline(always)]
    fn one<W: Warp>(self, warp: W, size: u32, _taken: u64) {
        self.0.add(warp, size as usize, 1);
    }

    #[inline(always)]
    fn some<W: Warp>(self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>, which: u64) {
        self.0.add(warp, cliques.size as usize, which.count_ones());
    }

    #[inline(always)]
    fn all<W: Warp>(self, warp: W, cliques: PairedCliques<impl Fn(u32) -> u64 + Copy>) -> bool {
        self.0.add_many(warp, cliques.size as usize, 1 << cliques.firsts.count_ones());
        true
    }
}
