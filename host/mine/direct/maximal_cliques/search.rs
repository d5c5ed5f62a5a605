//! Searches of roots for maximal cliques, whatever becomes of these.

use motherlode_device::kernels::maximal_cliques::MaximalCliqueArgs;

use super::super::cliques::Bin;
use super::super::on_device::OnDevice;
use super::super::pivots::rooms::Rooms;
use super::super::pivots::rounds::{Launched, SearchRounds};
use super::bins::{MaximalCliqueBin, MaximalCliqueKernels};
use crate::deal::Share;
use crate::runtime::{Buffer, Lend, RuntimeError};

/// The roots of lists of two and more, in bins, and room for their searches.
pub(super) struct RootSearch {
    pub on: OnDevice,
    pub rounds: SearchRounds<MaximalCliqueBin>,
    rooms: Rooms,
    /// Vertices of the least cliques that are asked for.
    least: u32,
}

/// What is launched at once.
pub(super) struct Searched<'s> {
    /// Of each bin, the part of its roots.
    pub parts: &'s [Bin],
    /// Instead of those that stand there, as many roots as a part says.
    pub roots: Option<&'s Buffer<'static, u32>>,
}

impl RootSearch {
    /// For the first `roots` roots, by these kernels, and cliques of at least so many vertices.
    pub fn new<K: MaximalCliqueKernels>(
        on: OnDevice,
        roots: usize,
        least: u32,
    ) -> Result<Self, RuntimeError> {
        let bins = on.maximal_clique_bins::<K>(roots)?;
        let needed: Vec<_> = bins.iter().map(MaximalCliqueBin::words_and_stack).collect();
        let rooms = Rooms::new(on.device(), &needed)?;
        let rounds = SearchRounds::new(&on, bins)?;
        Ok(RootSearch { on, rounds, rooms, least })
    }

    /// Searches roots, beside each other if each bin has memory of its own; then what they hand over. `launch` launches
    /// the kernel of a bin on a track, given what it takes of the graph and the search, which counts in `sizes`, and
    /// `end` follows the launches of each round.
    ///
    /// # Safety
    /// What `launch` adds to the arguments is what its kernel requires, and `sizes` what those that count by size do.
    ///
    /// # Errors
    /// When a kernel fails, or the job is to stop.
    pub unsafe fn run(
        &mut self,
        share: &Share<'_>,
        Searched { parts, roots }: Searched<'_>,
        sizes: &Buffer<'static, u64>,
        mut launch: impl FnMut(
            &Lend<'_>,
            usize,
            &Launched<'_, MaximalCliqueBin>,
            MaximalCliqueArgs<'_>,
        ) -> Result<(), RuntimeError>,
        mut end: impl FnMut() -> Result<(), RuntimeError>,
    ) -> Result<(), RuntimeError> {
        let RootSearch { on, rounds, rooms, least } = self;
        let (on, least) = (&*on, *least);
        rounds.run_parts(on, share, parts, |round| {
            // Bins that have memory in common are on one track, one after the other. The bins were made for the largest
            // degree and the longest list, and what is handed over is read in the next round. SAFETY: the graph's
            // arguments, oriented and whole; each bin's roots are among them, and its grid has the shared memory and
            // the words of device memory that its shape takes; a record has room for the longest list. The rest is the
            // caller's promise.
            let lend = unsafe { on.lend() };
            let launches = || {
                round.each(&lend, |launched| {
                    let (track, room) = rooms.of(launched.at);
                    let (bin, words) = (launched.bin, lend.scratch(&mut room.words));
                    let cliques = match roots {
                        Some(roots) => {
                            let roots = roots.slice().part(0, launched.part.roots());
                            launched.clique_args_of(on, &lend, roots, words)
                        }
                        None => launched.clique_args(on, &lend, words),
                    };
                    let args = MaximalCliqueArgs {
                        cliques,
                        whole: on.whole(&lend),
                        sizes: lend.atomics(sizes),
                        stack: lend.scratch(&mut room.stack),
                        over: launched.over,
                        resumed: launched.resumed,
                        most: bin.shape.most,
                        excluded: bin.shape.excluded,
                        least,
                        unused: 0,
                    };
                    launch(&lend, track, &launched, args)
                })
            };
            on.device().overlapped(launches)?;
            end()
        })
    }
}
