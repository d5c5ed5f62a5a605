//! What counts at vertices and edges are added up from: sums of products of tables, many at once, and what is known of
//! 4-cycles and 4-cliques there.

use std::ops::Range;

use motherlode_device::kernels::homomorphisms::combinations::{
    MOST_FACTORS, MOST_TABLES, ProductTerm, ReadAt,
};
use motherlode_device::kernels::homomorphisms::numbers::{Numbers, WORDS};
use motherlode_device::kernels::motifs::edge_orbits::MatchesFromMaps;

use super::made::{Made, numbers};
use crate::modular::{ExactDivisor, Modular};
use crate::plan::decomposition::tables::{PairProduct, TableId, VertexProduct};
use crate::plan::decomposition::{RootedDecomposition, RootedTerm};
use crate::runtime::{Buffer, Lend, RuntimeError};

/// For each place and role, the part of the role's maps that comes from tables, and what matches follow from beside
/// these.
pub(super) struct Maps {
    numbers: Vec<u64>,
    /// The words of a number, the lower one first: 1 modulo 2^64, or 2 modulo 2^128.
    words: usize,
    roles: Vec<RoleMaps>,
}

/// What the matches of a role follow from, beside tables.
pub(super) struct RoleMaps {
    /// How often the homomorphisms of a 4-cycle, and of a 4-clique, are taken.
    four_cycles: i128,
    four_cliques: i128,
    /// The maps of a match.
    maps: ExactDivisor,
}

/// The words of a number of maps: of those that are known to be below 2^64, or of any.
pub(super) fn words_of(narrow: bool) -> usize {
    if narrow { 1 } else { WORDS }
}

impl Maps {
    /// Given what was added up for each place and role, in numbers of so many words.
    pub fn new<P>(numbers: Vec<u64>, words: usize, decomposition: &RootedDecomposition<P>) -> Maps {
        Maps { numbers, words, roles: RoleMaps::all(decomposition) }
    }

    /// Whether the maps are those modulo 2^64.
    pub fn is_narrow(&self) -> bool {
        self.words == 1
    }

    /// The matches of a role at a place, where homomorphisms of a 4-cycle and of a 4-clique are so many.
    pub fn matches<N: Modular>(
        &self,
        place: usize,
        role: usize,
        four_cycles: impl FnOnce() -> i128,
        four_cliques: impl FnOnce() -> i128,
    ) -> N {
        let of_role = &self.roles[role];
        let first = (place * self.roles.len() + role) * self.words;
        let number = match self.numbers[first..first + self.words] {
            [low, high] => (u128::from(low) | u128::from(high) << 64) as i128,
            _ => self.numbers[first].into(),
        };
        let mut sum = N::of(number);
        if of_role.four_cycles != 0 {
            sum = sum.plus(N::of(of_role.four_cycles).times(N::of(four_cycles())));
        }
        if of_role.four_cliques != 0 {
            sum = sum.plus(N::of(of_role.four_cliques).times(N::of(four_cliques())));
        }
        sum.divided(of_role.maps)
    }
}

impl RoleMaps {
    /// Those of all roles of a decomposition.
    pub fn all<P>(decomposition: &RootedDecomposition<P>) -> Vec<RoleMaps> {
        (0..decomposition.sums.len()).map(|role| RoleMaps::of(decomposition, role)).collect()
    }

    /// The same modulo 2^64, for kernels.
    pub fn narrow(&self) -> MatchesFromMaps {
        let (zeros, inverse) = self.maps.zeros_and_inverse();
        let [four_cycles, four_cliques] = [self.four_cycles, self.four_cliques].map(|times| times as u64);
        MatchesFromMaps { four_cycles, four_cliques, inverse, zeros: zeros.into() }
    }

    fn of<P>(decomposition: &RootedDecomposition<P>, role: usize) -> RoleMaps {
        let sum = &decomposition.sums[role];
        let times = |is_it: fn(&RootedTerm<P>) -> bool| {
            let terms = sum.coefficients.iter().filter(|&&(term, _)| is_it(&decomposition.terms[term]));
            terms.map(|&(_, times)| i128::from(times)).sum()
        };
        RoleMaps {
            four_cycles: times(|term| matches!(term, RootedTerm::FourCycles)),
            four_cliques: times(|term| matches!(term, RootedTerm::FourCliques)),
            maps: ExactDivisor::new(sum.maps),
        }
    }
}

/// A product of tables, as kernels read it.
pub(crate) trait Product {
    /// Its tables, and where each is read.
    fn factors(&self) -> Vec<(TableId, ReadAt)>;
}

impl Product for VertexProduct {
    fn factors(&self) -> Vec<(TableId, ReadAt)> {
        self.iter().map(|&table| (table, ReadAt::First)).collect()
    }
}

impl Product for PairProduct {
    fn factors(&self) -> Vec<(TableId, ReadAt)> {
        let at = |read| move |&table: &TableId| (table, read);
        let ends = self.first.iter().map(at(ReadAt::First)).chain(self.second.iter().map(at(ReadAt::Second)));
        let along = self
            .along
            .iter()
            .map(|factor| (factor.table, if factor.turned { ReadAt::Turned } else { ReadAt::Edge }));
        ends.chain(along).collect()
    }
}

/// Terms that a launch adds up.
pub(super) struct TermBatch {
    tables: Vec<TableId>,
    /// For each role where its terms begin, and where they all end.
    starts: Vec<u32>,
    terms: Vec<ProductTerm>,
}

/// A batch on a device: where the terms of each role begin, and the terms.
pub(super) struct UploadedBatch<'b> {
    pub batch: &'b TermBatch,
    pub starts: Buffer<'b, u32>,
    pub terms: Buffer<'b, ProductTerm>,
}

impl TermBatch {
    /// All terms of a decomposition that are products of tables, as many together as have few enough tables.
    pub fn all<P: Product>(decomposition: &RootedDecomposition<P>) -> Vec<TermBatch> {
        let (mut batches, mut tables, mut begin) = (Vec::new(), Vec::<TableId>::new(), 0);
        for (number, term) in decomposition.terms.iter().enumerate() {
            let RootedTerm::Tables(product) = term else { continue };
            let mut own: Vec<TableId> = product.factors().into_iter().map(|(table, _)| table).collect();
            let mut with_these = [&tables[..], &own].concat();
            with_these.sort_unstable();
            with_these.dedup();
            if with_these.len() > MOST_TABLES {
                batches.push(TermBatch::new(decomposition, begin..number, tables));
                begin = number;
                own.sort_unstable();
                own.dedup();
                with_these = own;
            }
            tables = with_these;
        }
        batches.push(TermBatch::new(decomposition, begin..decomposition.terms.len(), tables));
        batches
    }

    /// The terms of these numbers, whose factors are among `tables`.
    fn new<P: Product>(
        decomposition: &RootedDecomposition<P>,
        numbers: Range<usize>,
        tables: Vec<TableId>,
    ) -> TermBatch {
        let (mut starts, mut terms) = (vec![0], Vec::new());
        for sum in &decomposition.sums {
            for &(number, times) in sum.coefficients.iter().filter(|(number, _)| numbers.contains(number)) {
                if let RootedTerm::Tables(product) = &decomposition.terms[number] {
                    terms.push(ProductTerm { factors: bytes(&product.factors(), &tables), times });
                }
            }
            starts.push(terms.len() as u32);
        }
        TermBatch { tables, starts, terms }
    }

    /// Batches on the device that has the tables.
    pub fn upload<'b>(
        batches: &'b [TermBatch],
        made: &Made<'_, '_>,
    ) -> Result<Vec<UploadedBatch<'b>>, RuntimeError> {
        made.session.room(|session| {
            let uploaded = |batch: &'b TermBatch| {
                let device = session.device();
                let (starts, terms) = (device.upload(&batch.starts)?, device.upload(&batch.terms)?);
                Ok(UploadedBatch { batch, starts, terms })
            };
            batches.iter().map(uploaded).collect()
        })
    }

    /// Its tables, for kernels.
    pub fn tables<'m>(&self, made: &'m Made<'_, '_>, lend: &Lend<'_>) -> [Numbers<'m>; MOST_TABLES] {
        let mut all = [Numbers::ONES; MOST_TABLES];
        all.iter_mut().zip(&self.tables).for_each(|(one, &table)| *one = numbers(made.table(table), lend));
        all
    }
}

/// A product's factors as a byte each, given the tables of its batch, which are sorted. A quotient of up to eight
/// vertices has at most one for each but its root.
fn bytes(factors: &[(TableId, ReadAt)], tables: &[TableId]) -> u64 {
    debug_assert!(factors.len() <= MOST_FACTORS);
    let place = |table| tables.binary_search(&table).expect("the tables are those of all products");
    factors.iter().fold(0, |bytes, &(table, at)| bytes << 8 | u64::from(at.factor(place(table))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::pattern::Pattern;
    use crate::plan::decomposition::SmallGraph;
    use crate::plan::generic_stats;

    fn roles(pattern: &Pattern) -> Vec<SmallGraph> {
        let graph = SmallGraph::of(pattern).unwrap();
        (0..graph.vertices()).map(|v| graph.canonical_from(v)).collect()
    }

    /// The products of tables that a role takes, and how often.
    fn expected(
        decomposition: &RootedDecomposition<VertexProduct>,
        role: usize,
    ) -> Vec<(VertexProduct, i64)> {
        let terms = decomposition.sums[role].coefficients.iter();
        let by_tables = |&(term, times): &(usize, i64)| match &decomposition.terms[term] {
            RootedTerm::Tables(product) => Some((product.clone(), times)),
            _ => None,
        };
        terms.filter_map(by_tables).collect()
    }

    /// The products of tables that a batch has for a role, and how often.
    fn in_batch(batch: &TermBatch, role: usize) -> Vec<(VertexProduct, i64)> {
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
        let fives = &Catalog::of(5).patterns;
        let has_tables = |pattern: &&Pattern| {
            RootedDecomposition::<VertexProduct>::of(&roles(pattern), &generic_stats(), None).is_some()
        };
        let together: Vec<SmallGraph> = fives.iter().filter(has_tables).flat_map(roles).collect();
        let seven = roles(&Pattern::parse("a-b, a-c, b-d, b-e, c-f, c-g").unwrap());
        let wedge = roles(&Pattern::parse("wedge").unwrap());
        for (roles, least) in [(together, 2), (seven, 2), (wedge, 1)] {
            let decomposition = RootedDecomposition::of(&roles, &generic_stats(), None).unwrap();
            let batches = TermBatch::all(&decomposition);
            assert!(batches.len() >= least, "{} batches", batches.len());
            assert!(batches.iter().all(|batch| batch.tables.len() <= MOST_TABLES));
            for role in 0..roles.len() {
                let found: Vec<_> = batches.iter().flat_map(|batch| in_batch(batch, role)).collect();
                assert_eq!(found, expected(&decomposition, role));
            }
        }
    }
}
