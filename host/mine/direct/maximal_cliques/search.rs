//! Searches of roots for maximal cliques, whatever becomes of these.

use motherlode_device::kernels::maximal_cliques::MaximalCliqueArgs;

use super::super::on_device::OnDevice;
use super::super::pivots::rooms::Rooms;
use super::super::pivots::rounds::{Launched, SearchRounds};
use super::super::sweep::SweepShare;
use super::bins::{MaximalCliqueBin, MaximalCliqueKernels};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// The roots of lists of two and more, in bins, and room for their searches.
pub(super) struct RootSearch {
    pub rounds: SearchRounds<MaximalCliqueBin>,
    rooms: Rooms,
    /// Vertices of the least cliques that are asked for.
    least: u32,
}

impl RootSearch {
    /// For the first `roots` roots, by these kernels, and cliques of at least so many vertices.
    pub fn new<K: MaximalCliqueKernels>(
        on: &OnDevice,
        roots: usize,
        least: u32,
    ) -> Result<Self, RuntimeError> {
        let bins = on.maximal_clique_bins::<K>(roots)?;
        let needed: Vec<_> = bins.iter().map(MaximalCliqueBin::words_and_stack).collect();
        let rooms = Rooms::new(on.device(), &needed)?;
        let rounds = SearchRounds::new(on, bins)?;
        Ok(RootSearch { rounds, rooms, least })
    }

    /// Searches roots, beside each other if each bin has memory of its own; then what they hand over. Instead of those
    /// that stand there, as many of `roots` as the part of a bin says, if there are any. `launch` launches the kernel of
    /// a bin on a track, given what it takes of the graph and the search, which counts in `sizes`.
    ///
    /// The bins were made for the largest degree and the longest list: their roots are among the graph's, and their
    /// grids have the shared memory and the words of device memory that their shapes take. Those that have memory in
    /// common are on one track, one after the other. What is handed over has room for the longest list, and is read in
    /// the next round.
    ///
    /// # Errors
    /// When a launch fails.
    pub fn launch(
        &mut self,
        on: &OnDevice,
        lend: &Lend<'_>,
        share: &SweepShare<'_>,
        roots: Option<&Buffer<'static, u32>>,
        sizes: &Buffer<'static, u64>,
        mut launch: impl FnMut(
            usize,
            &Launched<'_, MaximalCliqueBin>,
            MaximalCliqueArgs<'_>,
        ) -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let RootSearch { rounds, rooms, least } = self;
        rounds.launch(on, lend, share, |launched| {
            let (track, room) = rooms.of(launched.at);
            let (bin, words) = (launched.bin, lend.scratch(&mut room.words));
            let cliques = match roots {
                Some(roots) => {
                    let roots = roots.slice().part(0, launched.part.roots());
                    launched.clique_args_of(on, lend, roots, words)
                }
                None => launched.clique_args(on, lend, words),
            };
            let args = MaximalCliqueArgs {
                cliques,
                whole: on.whole(lend),
                sizes: lend.atomics(sizes),
                stack: lend.scratch(&mut room.stack),
                over: launched.over,
                resumed: launched.resumed,
                most: bin.shape.most,
                excluded: bin.shape.excluded,
                least: *least,
                unused: 0,
            };
            launch(track, &launched, args)
        })
    }
}
