//! Bicliques: a set of vertices on one side, and one on the other, of which each of the one is joined to each of the
//! other. They are edge-induced: who is joined within a side does not matter.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `sides` | [`Sides`]: which vertices are on the left |
//! | `count` | how many there are of `p` and `q` vertices |
//! | `maximal` | maximal bicliques |
//! | `maximal_stars` | those with one vertex on a side |
//! | `places` | at how many of them each vertex or edge is |
//! | `stars` | those of one vertex on a side, which follow from degrees |

mod count;
mod maximal;
mod maximal_stars;
mod places;
mod sides;
mod stars;

pub use count::{Bicliques, bicliques};
pub use maximal::{MaximalBicliques, maximal_bicliques};
pub use places::{BicliquesAt, bicliques_at_edges, bicliques_at_vertices};
pub use sides::{Sides, SidesError};

use motherlode_device::Kernel;
use motherlode_device::kernels::bicliques::count::CountPqBicliques;
use motherlode_device::kernels::maximal_bicliques::search::CountMaximalBicliques;

use super::strategy::{LARGEST_SIDE, SUMS};
use super::{Launches, MineError};

impl Launches<'_> {
    /// Bicliques of two sizes.
    pub const BICLIQUES: Launches<'static> = Launches::Always(&[&SUMS, &[CountPqBicliques::FAMILY]]);
    /// Maximal bicliques.
    pub const MAXIMAL_BICLIQUES: Launches<'static> = Launches::Always(&[&[CountMaximalBicliques::FAMILY]]);
}

/// What is counted: `p` vertices of the left side and `q` of the right one; or, without sides, `p` of the one and `q`
/// of the other, whichever it be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SoughtBicliques<'s> {
    pub p: u32,
    pub q: u32,
    pub sides: Option<&'s Sides>,
}

impl<'s> SoughtBicliques<'s> {
    /// Checks the sizes.
    ///
    /// # Errors
    /// [`MineError::BicliqueSize`].
    pub fn new(p: u32, q: u32, sides: Option<&'s Sides>) -> Result<Self, MineError> {
        match [p, q].iter().all(|size| (1..=LARGEST_SIDE).contains(size)) {
            true => Ok(SoughtBicliques { p, q, sides }),
            false => Err(MineError::BicliqueSize { p, q }),
        }
    }

    /// How often each biclique is found when all vertices are of both sides: without sides, one of two equal sizes can
    /// be turned.
    pub fn times(&self) -> u128 {
        if self.sides.is_none() && self.p == self.q { 2 } else { 1 }
    }

    /// Whether it is a butterfly, a 4-cycle.
    pub fn is_butterfly(&self) -> bool {
        (self.p, self.q) == (2, 2)
    }
}
