//! Maps at each vertex: the sums of products of tables that they are, which the device adds up.

use std::ops::Range;

use motherlode_device::kernels::homomorphisms::combinations::{CombineArgs, CombineNumbers};

use super::combined::{Batch, Maps, UploadedBatch, words_of};
use super::made::Made;
use crate::direct::at_vertices::VertexPieces;
use crate::modular::Modular;
use crate::plan::decomposition::RootedDecomposition;
use crate::plan::decomposition::tables::VertexProduct;
use crate::runtime::RuntimeError;
use crate::{MineError, memory};

/// For each vertex of a form and each role of a decomposition, the injective maps that take the role's root there.
pub(crate) struct MapsAtVertices(Maps);

impl MapsAtVertices {
    /// Adds up the tables of `decomposition` that have been made: modulo 2^64 if `narrow`, for maps that are known to be below that, and
    /// else modulo 2^128.
    ///
    /// # Errors
    /// When not even the sums of one vertex fit in the memory budget, or the device fails.
    pub(super) fn new(
        made: &Made<'_, '_>,
        decomposition: &RootedDecomposition<VertexProduct>,
        narrow: bool,
    ) -> Result<MapsAtVertices, MineError> {
        let (batches, words) = (Batch::all(decomposition), words_of(narrow));
        let batches = Batch::upload(&batches, made)?;
        let numbers = Sums { made, batches, row: decomposition.sums.len() * words, words }.at_all()?;
        Ok(MapsAtVertices(Maps::new(numbers, words, decomposition)))
    }

    /// Whether the maps are those modulo 2^64.
    pub fn is_narrow(&self) -> bool {
        self.0.is_narrow()
    }

    /// At how many matches of a role a vertex is, of which these pieces are known: 4-cycles and 4-cliques, where terms are [counted from
    /// them](crate::plan::decomposition::RootedTerm). Modulo 2^64 if the maps are [narrow](Self::is_narrow), and else modulo 2^128, they are
    /// exact.
    pub fn matches<N: Modular>(&self, vertex: usize, role: usize, pieces: &VertexPieces) -> N {
        // Each clique is hit by the six orders of its other vertices.
        self.0.matches(vertex, role, || homomorphisms_of_four_cycles(pieces), || 6 * pieces.cliques)
    }
}

/// The homomorphisms of a 4-cycle that take one of its vertices to `v`: those that are injective go around a cycle in one direction or the
/// other; the others take the opposite vertex to `v` too, or else the two between them to the same neighbour.
fn homomorphisms_of_four_cycles(v: &VertexPieces) -> i128 {
    2 * v.cycles + v.degree * v.degree + v.paths
}

/// What the sums of all roles are added up from.
struct Sums<'m, 's, 'g> {
    made: &'m Made<'s, 'g>,
    batches: Vec<UploadedBatch<'m>>,
    /// Words of the sums of a vertex, and of each.
    row: usize,
    words: usize,
}

impl Sums<'_, '_, '_> {
    /// Those at all vertices: at as many at a time as there is room for.
    fn at_all(&self) -> Result<Vec<u64>, RuntimeError> {
        let (device, n) = (self.made.on().device(), u64::from(self.made.on().outline().n()));
        let some = memory::fitting(device, n, (self.row * size_of::<u64>()) as u64)?;
        if some == n {
            return self.at(0..n);
        }
        let mut all = Vec::with_capacity(n as usize * self.row);
        for first in (0..n).step_by(some as usize) {
            all.append(&mut self.at(first..n.min(first + some))?);
        }
        Ok(all)
    }

    /// Those at some vertices.
    fn at(&self, vertices: Range<u64>) -> Result<Vec<u64>, RuntimeError> {
        let Sums { made, batches, row, words } = self;
        let (on, count) = (made.on(), vertices.end - vertices.start);
        let mut sums = made.session.room(|session| session.device().zeroed(count as usize * row))?;
        made.session.run.clock.mine(|| {
            for UploadedBatch { batch, starts, terms } in batches {
                // SAFETY: tables over the vertices, of which the terms have factors alone; for each role the terms between its start and
                // the next, which do not fall; numbers for so many vertices and all roles, which are zero at first.
                let lend = unsafe { on.lend() };
                let args = CombineArgs {
                    tables: batch.tables(made, &lend),
                    starts: lend.slice(starts),
                    terms: lend.slice(terms),
                    sums: lend.scratch(&mut sums),
                    first: vertices.start,
                    count,
                    words: *words as u32,
                };
                on.launch_all::<CombineNumbers>(&lend, &args)?;
            }
            sums.download()
        })
    }
}
