//! Maps at each vertex: the sums of products of tables that they are, which the device adds up.

use std::ops::Range;

use motherlode_device::kernels::homomorphisms::combinations::{
    CombineArgs, CombineNumbers, MOST_FACTORS, MOST_TABLES, ProductTerm,
};
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};

use super::made::{Made, numbers};
use crate::mine::direct::at_vertices::VertexPieces;
use crate::mine::modular::{ExactDivisor, Modular};
use crate::mine::{MineError, memory};
use crate::plan::decomposition::tables::{TableId, VertexProduct};
use crate::plan::decomposition::{RootedDecomposition, RootedTerm};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// For each vertex of a form and each role of a decomposition, the injective maps that take the role's root there.
pub(in crate::mine) struct MapsAtVertices {
    /// For each vertex, the part of each role's maps that comes from tables.
    numbers: Vec<u64>,
    /// The words of a number, the lower one first: 1 modulo 2^64, or 2 modulo 2^128.
    words: usize,
    roles: Vec<RoleMaps>,
}

/// What the matches of a role follow from, beside tables.
struct RoleMaps {
    /// How often the homomorphisms of a 4-cycle, and of a 4-clique, are taken.
    four_cycles: i128,
    four_cliques: i128,
    /// The maps of a match.
    maps: ExactDivisor,
}

impl MapsAtVertices {
    /// Adds up the tables of `decomposition` that have been made: modulo 2^64 if `narrow`, for maps that are known to be below that, and
    /// else modulo 2^128.
    ///
    /// # Errors
    /// When not even the sums of one vertex fit in the memory budget, or the device fails.
    pub(super) fn new(
        made: &Made<'_, '_>,
        decomposition: &RootedDecomposition,
        narrow: bool,
    ) -> Result<MapsAtVertices, MineError> {
        let (words, count) = (if narrow { 1 } else { WORDS }, decomposition.sums.len());
        let numbers = Sums::new(made, &Batch::all(decomposition), count, words)?.at_all()?;
        let roles = (0..count).map(|role| RoleMaps::of(decomposition, role)).collect();
        Ok(MapsAtVertices { numbers, words, roles })
    }

    /// Whether the maps are those modulo 2^64.
    pub fn is_narrow(&self) -> bool {
        self.words == 1
    }

    /// At how many matches of a role a vertex is, of which these pieces are known: 4-cycles and 4-cliques, where terms are
    /// [counted from them](RootedTerm). Modulo 2^64 if the maps are [narrow](Self::is_narrow), and else modulo 2^128, they are exact.
    pub fn matches<N: Modular>(&self, vertex: usize, role: usize, pieces: &VertexPieces) -> N {
        let &RoleMaps { four_cycles, four_cliques, maps } = &self.roles[role];
        let place = (vertex * self.roles.len() + role) * self.words;
        let number = match self.numbers[place..place + self.words] {
            [low, high] => (u128::from(low) | u128::from(high) << 64) as i128,
            _ => self.numbers[place].into(),
        };
        let mut sum = N::of(number);
        if four_cycles != 0 {
            sum = sum.plus(N::of(four_cycles).times(N::of(homomorphisms_of_four_cycles(pieces))));
        }
        if four_cliques != 0 {
            sum = sum.plus(N::of(four_cliques).times(N::of(6 * pieces.cliques)));
        }
        sum.divided(maps)
    }
}

impl RoleMaps {
    fn of(decomposition: &RootedDecomposition, role: usize) -> RoleMaps {
        let sum = &decomposition.sums[role];
        let times = |of: &RootedTerm| {
            let terms = sum.coefficients.iter().filter(|&&(term, _)| decomposition.terms[term] == *of);
            terms.map(|&(_, times)| i128::from(times)).sum()
        };
        RoleMaps {
            four_cycles: times(&RootedTerm::FourCycles),
            four_cliques: times(&RootedTerm::FourCliques),
            maps: ExactDivisor::new(sum.maps),
        }
    }
}

/// The homomorphisms of a 4-cycle that take one of its vertices to `v`: those that are injective go around a cycle in one direction or the
/// other; the others take the opposite vertex to `v` too, or else the two between them to the same neighbour.
fn homomorphisms_of_four_cycles(v: &VertexPieces) -> i128 {
    2 * v.cycles + v.degree * v.degree + v.paths
}

/// Terms that a launch adds up.
struct Batch {
    tables: Vec<TableId>,
    /// For each role where its terms begin, and where they all end.
    starts: Vec<u32>,
    terms: Vec<ProductTerm>,
}

impl Batch {
    /// All terms of a decomposition that are products of tables, as many together as have few enough tables.
    fn all(decomposition: &RootedDecomposition) -> Vec<Batch> {
        let (mut batches, mut tables, mut begin) = (Vec::new(), Vec::<TableId>::new(), 0);
        for (number, term) in decomposition.terms.iter().enumerate() {
            let RootedTerm::Tables(product) = term else { continue };
            let mut with_these = tables.clone();
            with_these.extend(product);
            with_these.sort_unstable();
            with_these.dedup();
            if with_these.len() > MOST_TABLES {
                batches.push(Batch::new(decomposition, begin..number, tables));
                begin = number;
                with_these = product.clone();
                with_these.dedup();
            }
            tables = with_these;
        }
        batches.push(Batch::new(decomposition, begin..decomposition.terms.len(), tables));
        batches
    }

    /// The terms of these numbers, whose factors are among `tables`.
    fn new(decomposition: &RootedDecomposition, numbers: Range<usize>, tables: Vec<TableId>) -> Batch {
        let (mut starts, mut terms) = (vec![0], Vec::new());
        for sum in &decomposition.sums {
            for &(number, times) in sum.coefficients.iter().filter(|(number, _)| numbers.contains(number)) {
                if let RootedTerm::Tables(product) = &decomposition.terms[number] {
                    terms.push(ProductTerm { factors: factors(product, &tables), times });
                }
            }
            starts.push(terms.len() as u32);
        }
        Batch { tables, starts, terms }
    }

    fn tables<'m>(&self, made: &'m Made<'_, '_>, lend: &Lend<'_>) -> [Numbers<'m>; MOST_TABLES] {
        let mut all = [Numbers::ONES; MOST_TABLES];
        all.iter_mut().zip(&self.tables).for_each(|(one, &table)| *one = numbers(made.table(table), lend));
        all
    }
}

/// A product's factors as a byte each: their places in `tables`, which are sorted, counted from 1. A quotient of up to eight vertices has
/// at most one for each but its root.
fn factors(product: &VertexProduct, tables: &[TableId]) -> u64 {
    debug_assert!(product.len() <= MOST_FACTORS);
    let place = |table| tables.binary_search(table).expect("the tables are those of all products");
    product.iter().fold(0, |factors, table| factors << 8 | (place(table) as u64 + 1))
}

/// A batch on a device: where the terms of each role begin, and the terms.
type OnDevice<'b> = (Buffer<'b, u32>, Buffer<'b, ProductTerm>);

/// What the sums of all roles are added up from, and the words of each.
struct Sums<'m, 's, 'g> {
    made: &'m Made<'s, 'g>,
    batches: Vec<(&'m Batch, OnDevice<'m>)>,
    roles: usize,
    words: usize,
}

impl<'m, 's, 'g> Sums<'m, 's, 'g> {
    fn new(
        made: &'m Made<'s, 'g>,
        batches: &'m [Batch],
        roles: usize,
        words: usize,
    ) -> Result<Self, RuntimeError> {
        let batches = made.session.room(|session| {
            let uploaded = |batch: &'m Batch| {
                let device = session.device();
                Ok((batch, (device.upload(&batch.starts)?, device.upload(&batch.terms)?)))
            };
            batches.iter().map(uploaded).collect::<Result<_, RuntimeError>>()
        })?;
        Ok(Sums { made, batches, roles, words })
    }

    /// Those at all vertices: at as many at a time as there is room for.
    fn at_all(&self) -> Result<Vec<u64>, RuntimeError> {
        let (device, n) = (self.made.on().device(), u64::from(self.made.on().outline().n()));
        let bytes = self.roles * self.words * size_of::<u64>();
        let some = memory::fitting(device, n, bytes as u64)?;
        if some == n {
            return self.at(0..n);
        }
        let mut all = Vec::with_capacity(n as usize * self.roles * self.words);
        for first in (0..n).step_by(some as usize) {
            all.append(&mut self.at(first..n.min(first + some))?);
        }
        Ok(all)
    }

    /// Those at some vertices.
    fn at(&self, vertices: Range<u64>) -> Result<Vec<u64>, RuntimeError> {
        let Sums { made, batches, roles, words } = self;
        let (on, count) = (made.on(), vertices.end - vertices.start);
        let mut sums =
            made.session.room(|session| session.device().zeroed(count as usize * roles * words))?;
        made.session.run.clock.mine(|| {
            for (batch, (starts, terms)) in batches {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mine::motifs::Catalog;
    use crate::pattern::Pattern;
    use crate::plan::decomposition::SmallGraph;
    use crate::plan::generic_stats;

    fn roles(pattern: &Pattern) -> Vec<SmallGraph> {
        let graph = SmallGraph::of(pattern).unwrap();
        (0..graph.vertices()).map(|v| graph.canonical_from(v)).collect()
    }

    /// The products of tables that a role takes, and how often.
    fn expected(decomposition: &RootedDecomposition, role: usize) -> Vec<(VertexProduct, i64)> {
        let terms = decomposition.sums[role].coefficients.iter();
        let by_tables = |&(term, times): &(usize, i64)| match &decomposition.terms[term] {
            RootedTerm::Tables(product) => Some((product.clone(), times)),
            _ => None,
        };
        terms.filter_map(by_tables).collect()
    }

    /// The same, as a batch has them.
    fn in_batch(batch: &Batch, role: usize) -> Vec<(VertexProduct, i64)> {
        let product = |term: &ProductTerm| {
            let bytes = term.factors.to_le_bytes().into_iter().take_while(|&byte| byte != 0);
            let mut product: VertexProduct = bytes.map(|byte| batch.tables[byte as usize - 1]).collect();
            product.sort_unstable();
            (product, term.times)
        };
        batch.terms[batch.starts[role] as usize..batch.starts[role + 1] as usize]
            .iter()
            .map(product)
            .collect()
    }

    #[test]
    fn batches_have_all_terms_once() {
        let fives = Catalog::new(5).patterns;
        let has_tables =
            |pattern: &&Pattern| RootedDecomposition::of(&roles(pattern), &generic_stats()).is_some();
        let together: Vec<SmallGraph> = fives.iter().filter(has_tables).flat_map(roles).collect();
        let seven = roles(&Pattern::parse("a-b, a-c, b-d, b-e, c-f, c-g").unwrap());
        let wedge = roles(&Pattern::parse("wedge").unwrap());
        for (roles, least) in [(together, 2), (seven, 2), (wedge, 1)] {
            let decomposition = RootedDecomposition::of(&roles, &generic_stats()).unwrap();
            let batches = Batch::all(&decomposition);
            assert!(batches.len() >= least, "{} batches", batches.len());
            assert!(batches.iter().all(|batch| batch.tables.len() <= MOST_TABLES));
            for role in 0..roles.len() {
                let found: Vec<_> = batches.iter().flat_map(|batch| in_batch(batch, role)).collect();
                assert_eq!(found, expected(&decomposition, role));
            }
        }
    }
}
