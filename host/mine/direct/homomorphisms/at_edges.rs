//! Maps at each edge: the sums of products of tables that they are, which the device adds up.

use std::ops::Range;

use motherlode_device::kernels::homomorphisms::combinations::{CombineAtEdges, CombineAtEdgesArgs};

use super::combined::{Batch, Maps, UploadedBatch, words_of};
use super::made::Made;
use crate::direct::at_edges::EdgePieces;
use crate::modular::Modular;
use crate::plan::decomposition::RootedDecomposition;
use crate::plan::decomposition::tables::PairProduct;
use crate::runtime::{Buffer, RuntimeError};
use crate::{MineError, memory};

/// For each edge of a form and each role of a decomposition, the injective maps that take the role's edge there, one way around or the other.
pub(crate) struct MapsAtEdges(Maps);

impl MapsAtEdges {
    /// Adds up the tables of `decomposition` that have been made: modulo 2^64 if `narrow`, for maps that are known to be below that, and
    /// else modulo 2^128. `starts` are the numbers of the first edges of the form's vertices to smaller ones, and how many edges there are.
    ///
    /// # Errors
    /// When not even the sums of one vertex's edges fit in the memory budget, or the device fails.
    pub(super) fn new(
        made: &Made<'_, '_>,
        decomposition: &RootedDecomposition<PairProduct>,
        narrow: bool,
        starts: &[u64],
    ) -> Result<MapsAtEdges, MineError> {
        let (batches, words) = (Batch::all(decomposition), words_of(narrow));
        let batches = Batch::upload(&batches, made)?;
        // From the host, as the oriented graph may have made way for the tables.
        let edges = made.session.room(|session| session.device().upload(starts))?;
        let sums = Sums { made, batches, starts, edges, roles: decomposition.sums.len(), words };
        Ok(MapsAtEdges(Maps::new(sums.at_all()?, words, decomposition)))
    }

    /// Whether the maps are those modulo 2^64.
    pub fn is_narrow(&self) -> bool {
        self.0.is_narrow()
    }

    /// At how many matches of a role the edge of a number is, of which these pieces are known: 4-cycles and 4-cliques, where terms are
    /// [counted from them](crate::plan::decomposition::RootedTerm). Modulo 2^64 if the maps are [narrow](Self::is_narrow), and else modulo 2^128,
    /// they are exact.
    pub fn matches<N: Modular>(&self, edge: usize, role: usize, pieces: &EdgePieces) -> N {
        // Each clique is hit by the two orders of its other vertices, and all of it goes for both ways around.
        self.0.matches(edge, role, || 2 * homomorphisms_of_four_cycles(pieces), || 4 * pieces.cliques)
    }
}

/// The homomorphisms of a 4-cycle that take one of its edges to `(u, v)`: those that are injective go around a cycle; the others
/// take another vertex to `u`, and the last to a neighbour of it, or likewise for `v`; both at once is one of either.
fn homomorphisms_of_four_cycles(uv: &EdgePieces) -> i128 {
    uv.cycles + uv.degrees[0] + uv.degrees[1] - 1
}

/// What the sums of all roles are added up from.
struct Sums<'m, 's, 'g> {
    made: &'m Made<'s, 'g>,
    batches: Vec<UploadedBatch<'m>>,
    starts: &'m [u64],
    /// `starts`, on the device.
    edges: Buffer<'m, u64>,
    roles: usize,
    /// Words of a sum.
    words: usize,
}

impl Sums<'_, '_, '_> {
    /// Those at all edges: of as many vertices at a time as there is room for the edges of.
    fn at_all(&self) -> Result<Vec<u64>, RuntimeError> {
        let (n, edges) = (self.starts.len() - 1, self.starts[self.starts.len() - 1]);
        let bytes = (self.roles * self.words * size_of::<u64>()) as u64;
        let some = memory::fitting(self.made.on().device(), edges.max(1), bytes)?;
        let mut all = Vec::with_capacity(edges as usize * self.roles * self.words);
        let mut first = 0;
        while first < n {
            let within = self.starts.partition_point(|&start| start <= self.starts[first] + some);
            // One vertex at least: the last that its edges fit with ends before the next.
            let end = (within - 1).clamp(first + 1, n);
            all.append(&mut self.at(first..end)?);
            first = end;
        }
        Ok(all)
    }

    /// Those at the edges of some vertices.
    fn at(&self, vertices: Range<usize>) -> Result<Vec<u64>, RuntimeError> {
        let Sums { made, batches, starts, edges: numbers, roles, words } = self;
        let (on, edges) = (made.on(), starts[vertices.end] - starts[vertices.start]);
        let mut sums =
            made.session.room(|session| session.device().zeroed(edges as usize * roles * words))?;
        made.session.run.clock.mine(|| {
            for UploadedBatch { batch, starts, terms } in batches {
                // SAFETY: the graph's arguments; tables over its vertices and edges, of which the terms have factors alone, read where they are
                // numbers of; for each role the terms between its start and the next, which do not fall; numbers for the edges of these
                // vertices and all roles, which are zero at first.
                let lend = unsafe { on.lend() };
                let args = CombineAtEdgesArgs {
                    tables: batch.tables(made, &lend),
                    starts: lend.slice(starts),
                    terms: lend.slice(terms),
                    graph: on.whole(&lend),
                    edges: lend.slice(numbers),
                    sums: lend.scratch(&mut sums),
                    first: vertices.start as u64,
                    count: vertices.len() as u64,
                    words: *words as u32,
                };
                on.launch_all::<CombineAtEdges>(&lend, &args)?;
            }
            sums.download()
        })
    }
}
