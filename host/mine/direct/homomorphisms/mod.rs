//! Homomorphisms of the quotients of a decomposition, in all or at each vertex, from tables that the first device makes, one after the
//! other.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `made` | the tables that are made: products of them, and what these add up to |
//! | `launches` | a table each: a share of a launch of its kernel |

mod launches;
mod made;

use motherlode_device::kernels::homomorphisms::numbers::WORDS;

use super::session::Session;
use crate::mine::MineError;
use crate::mine::attributed::Indicators;
use crate::mine::direct::at_vertices::{SumsAtVertices, VertexPieces};
use crate::mine::strategy::direct;
use crate::place::Together;
use crate::plan::decomposition::tables::Tables;
use crate::plan::decomposition::{Decomposition, RootedDecomposition, RootedTerm, Way};
use made::Made;

impl Session<'_> {
    /// The homomorphisms of each term that are counted without a walk, modulo 2^128; `None` for those that are left to it. All vertices
    /// with a neighbour must be there: a homomorphism may fold the pattern.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    pub(in crate::mine) fn homomorphisms(
        &mut self,
        decomposition: &Decomposition,
        indicators: &Indicators<'_>,
    ) -> Result<Vec<Option<u128>>, MineError> {
        let mut found = vec![None; decomposition.terms.len()];
        // First, as tables take what room there is.
        for (found, term) in found.iter_mut().zip(&decomposition.terms) {
            if let Way::Subgraphs(parts) = &term.way {
                let mut sum = 0u128;
                for (graph, times) in parts {
                    let way =
                        direct(&graph.pattern()).expect("all of up to five vertices, and cliques, have one");
                    sum = sum.wrapping_add(self.count(way)?.wrapping_mul(u128::from(*times)));
                }
                *found = Some(sum);
            }
        }
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Some(indicators))?;
        for (found, term) in found.iter_mut().zip(&decomposition.terms) {
            if let Way::Tables(product) = &term.way {
                *found = Some(made.total(product)?);
            }
        }
        Ok(found)
    }

    /// For each role of a decomposition, and each vertex of the form, the injective maps that take the role's root there, modulo 2^128. All
    /// vertices with a neighbour must be there, and `sums` have the 4-cycles and 4-cliques, where terms are
    /// [counted from them](RootedTerm).
    ///
    /// # Errors
    /// As [`homomorphisms`](Self::homomorphisms).
    pub(in crate::mine) fn maps_at_vertices(
        &mut self,
        decomposition: &RootedDecomposition,
        sums: &SumsAtVertices,
    ) -> Result<MapsAtVertices, MineError> {
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, None)?;
        // The vertices are numbered by falling degree.
        let runs = self.outline().degrees.runs();
        let degrees: Vec<u32> =
            runs.flat_map(|(degree, vertices)| std::iter::repeat_n(degree, vertices as usize)).collect();
        let n = degrees.len();
        let term = |term: &RootedTerm| match term {
            RootedTerm::Tables(product) => made.values(product),
            RootedTerm::FourCycles => Ok(words((0..n).map(|v| four_cycles(&sums.at(v, degrees[v]))))),
            RootedTerm::FourCliques => Ok(words((0..n).map(|v| 6 * sums.at(v, 0).cliques as u128))),
        };
        let terms = decomposition.terms.iter().map(term).collect::<Result<Vec<_>, MineError>>()?;
        // A negative number is taken for what it is modulo 2^128.
        let times = |&(term, times): &(usize, i64)| (term, i128::from(times) as u128);
        let sums = decomposition.sums.iter().map(|sum| sum.coefficients.iter().map(times).collect());
        Ok(MapsAtVertices { terms, sums: sums.collect() })
    }

    /// Sees to it that the whole graph is on the first device, and room for tables beside it.
    fn make_room_for(&mut self, tables: &Tables) -> Result<(), MineError> {
        let (n, edges) = (u64::from(self.outline().n()), self.outline().edges() as u64);
        let work = tables.bytes(n, edges);
        self.make_room(Together { whole: true, work, ..Together::default() })?;
        self.first.get_whole(self.run.clock)?;
        Ok(())
    }
}

/// For each vertex of a form and each role of a decomposition, the injective maps that take the role's root there, modulo 2^128.
pub(in crate::mine) struct MapsAtVertices {
    /// The homomorphisms of each term at the vertices, the lower word of a number first.
    terms: Vec<Vec<u64>>,
    /// For each role, how often it takes which terms.
    sums: Vec<Vec<(usize, u128)>>,
}

impl MapsAtVertices {
    /// Those of a role at a vertex.
    pub fn at(&self, vertex: usize, role: usize) -> u128 {
        let number = |term: usize| {
            let words = &self.terms[term][WORDS * vertex..][..WORDS];
            u128::from(words[0]) | u128::from(words[1]) << 64
        };
        self.sums[role]
            .iter()
            .fold(0, |sum, &(term, times)| sum.wrapping_add(times.wrapping_mul(number(term))))
    }
}

/// The words of numbers, the lower one first.
fn words(numbers: impl Iterator<Item = u128>) -> Vec<u64> {
    numbers.flat_map(|number| [number as u64, (number >> 64) as u64]).collect()
}

/// The homomorphisms of a 4-cycle that take one of its vertices to `v`: those that are injective go around a cycle in one direction or the
/// other; the others take the opposite vertex to `v` too, or else the two between them to the same neighbour.
fn four_cycles(v: &VertexPieces) -> u128 {
    (2 * v.cycles + v.degree * v.degree + v.paths) as u128
}
