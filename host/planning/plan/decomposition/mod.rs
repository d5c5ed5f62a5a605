//! Counting by decomposition: a plan family beside the walk, which goes through no matches.
//!
//! ```text
//! pattern --quotients--> Σ coefficient · homomorphisms(quotient) --branches, elimination--> tables over vertices and edges
//! ```
//!
//! | module | what is in it |
//! | --- | --- |
//! | `quotients` | injective maps as a sum over the homomorphisms of quotients |
//! | `partitions` | which vertices of a pattern may fall together |
//! | `small_graph` | quotients and their parts, up to isomorphism |
//! | `palette` | what patterns ask of vertices and edges, as colours |
//! | `met` | what two of them come to where vertices or edges become one |
//! | `labels` | how much of a graph has which labels |
//! | `elimination` | in which order the vertices of a 2-connected part are summed over |
//! | `branches` | a quotient's parts put together |
//! | `firsts` | a quotient's parts by the first vertex of the graph that each goes to |
//! | `edge_rows` | a part of treewidth 3 that two joined vertices leave a forest of, edge by edge |
//! | [`tables`] | what has to be computed: each table once, for all patterns of a job |
//! | `cost` | how many steps that is expected to take |
//! | `certificate` | that a count fits in the numbers |
//! | `choice` | which patterns cost less this way than walked |
//! | `rooted` | counts at each vertex, and at each edge |
//! | `absences` | patterns that ask for absent edges, as sums over the patterns that contain them |
//! | `explain` | all of it in words |
//!
//! # Numbers
//! Terms have both signs, and may be much larger than what they add up to. All of it is computed modulo 2^128: sums,
//! products and differences agree with the true ones modulo 2^128, so that a count is exact if it is below 2^128. That
//! cannot be told from the result: `certificate` tells it beforehand, from an upper bound. The division by the
//! automorphisms comes last, and leaves no remainder.
//!
//! # What is left to the walk
//! A quotient of up to five vertices with a part of treewidth 3 or more follows from the subgraphs that its
//! homomorphisms hit, which have kernels of their own, and so does a clique, if nothing is asked of its labels and
//! directions. Others are sums over the edges of the graph, if two joined vertices leave a forest of their only such
//! part, or terms that the walk counts, as homomorphisms. Patterns that ask for absent edges, as
//! vertex-induced ones do, are sums of patterns that do not; those that ask for the absence of vertices are not
//! decomposed.

mod absences;
mod branches;
mod certificate;
mod choice;
mod cost;
mod edge_rows;
mod elimination;
mod explain;
mod firsts;
mod labels;
mod met;
#[cfg(test)]
mod oracle;
mod palette;
mod partitions;
mod quotients;
mod rooted;
mod small_graph;
pub mod tables;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use absences::Supergraphs;
pub use certificate::{fits, fits_in_64};
pub use choice::{Chosen, choose};
pub use cost::InnerShares;
pub use edge_rows::{EdgeRow, EdgeRows};
pub use explain::{DecompositionExplanation, TermExplanation};
pub use labels::LabelStats;
pub use palette::Palette;
pub use rooted::{MOST_ROOTED, RootedDecomposition, RootedProduct, RootedTerm};
pub use small_graph::{CORE, INNER, SmallGraph};

use super::attributed::plan_query;
use super::query::Query;
use super::{Features, Matching, PlanError, PlanOptions, Semantics, shared_prefixes};
use crate::graph::GraphStats;
use crate::pattern::Pattern;
use cost::Costs;
#[doc(hidden)]
pub use cost::{SumsCost, sums_cost};
use quotients::{MOST_QUOTIENTS, images, quotients};
use tables::{ProductSum, Tables};

/// How patterns are counted from the homomorphisms of their quotients.
#[derive(Clone, Debug)]
pub struct Decomposition {
    /// The quotients of all patterns, each once.
    pub terms: Vec<Term>,
    /// The tables from which terms are computed, each once.
    pub tables: Tables,
    /// By pattern, the sum that counts it.
    pub sums: Vec<MatchSum>,
    /// What the terms and tables ask of vertices and edges.
    pub palette: Palette,
}

/// A quotient whose homomorphisms are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The quotient, in canonical form.
    pub quotient: SmallGraph,
    /// How they are counted.
    pub way: Way,
    /// The steps that this is expected to take, without the tables that earlier terms have made.
    pub cost: f64,
}

/// How the homomorphisms of a quotient are counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// The sum over the vertices of a sum of products of tables.
    Tables(ProductSum),
    /// The sum over the edges of what their rows come to.
    EdgeRows(EdgeRows),
    /// From the subgraphs that they hit, cliques or of up to five vertices: those that match each of these graphs, so
    /// many times.
    Subgraphs(Vec<(SmallGraph, u64)>),
    /// By the walk, which finds each homomorphism.
    Walk,
}

/// The matches of a pattern, as a sum over the maps of terms: subgraphs, or maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSum {
    /// The terms, by number, and their coefficients.
    pub coefficients: Vec<(usize, i64)>,
    /// How many maps are counted for one match: for a subgraph, as many as the pattern has automorphisms.
    pub maps: u64,
}

impl Decomposition {
    /// Decomposes patterns of up to 12 vertices, which need not be induced, for a graph with these statistics.
    ///
    /// # Errors
    /// [`PlanError::Absence`] for what must not be there; [`PlanError::TooLarge`] beyond 12 vertices;
    /// [`PlanError::Quotients`]; those of the walk for the terms that it counts.
    pub fn of(
        patterns: &[&Pattern],
        options: PlanOptions,
        stats: &GraphStats,
        labels: &LabelStats,
    ) -> Result<Decomposition, PlanError> {
        let PlanOptions { matching: Matching { semantics, .. }, features, .. } = options;
        let mut palette = Palette::new(labels);
        let sum = |pattern: &&Pattern| {
            let graph = palette.paint(pattern)?;
            match semantics {
                Semantics::Homomorphisms => Ok(BTreeMap::from([(graph.canonical(), 1)])),
                Semantics::Subgraphs | Semantics::Embeddings => quotients(&graph, &mut palette),
            }
        };
        let mut all: BTreeSet<SmallGraph> = BTreeSet::new();
        let mut quotients = Vec::with_capacity(patterns.len());
        for of_one in patterns.iter().map(sum) {
            let of_one = of_one?;
            all.extend(of_one.keys());
            if all.len() > MOST_QUOTIENTS {
                return Err(PlanError::Quotients { most: MOST_QUOTIENTS });
            }
            quotients.push(of_one);
        }
        // Small ones come first: their tables are parts of the larger ones'.
        let all: Vec<SmallGraph> = all.into_iter().collect();
        let costs = Costs::of(stats).colored(&palette, labels);
        let prefixes = shared_prefixes(all.len());
        let known = KnownStatistics { costs, palette, labels, features, stats, prefixes };
        let mut tables = Tables::default();
        let term = |&quotient: &SmallGraph| Term::new(quotient, &mut tables, &known);
        let terms = all.iter().map(term).collect::<Result<Vec<_>, _>>()?;
        let place = |quotient: &SmallGraph| all.binary_search(quotient).expect("all quotients are there");
        let sum = |(pattern, quotients): (&&Pattern, BTreeMap<SmallGraph, i64>)| MatchSum {
            coefficients: quotients
                .iter()
                .map(|(quotient, &coefficient)| (place(quotient), coefficient))
                .collect(),
            maps: if semantics.injective() { pattern.automorphism_count() } else { 1 },
        };
        let sums = patterns.iter().zip(quotients).map(sum).collect();
        Ok(Decomposition { terms, tables, sums, palette: known.palette })
    }

    /// The steps that everything is expected to take.
    pub fn cost(&self) -> f64 {
        self.terms.iter().map(|term| term.cost).sum()
    }

    /// By pattern, the steps that its terms are expected to take which no pattern before it has.
    pub fn costs(&self) -> Vec<f64> {
        let mut left: Vec<f64> = self.terms.iter().map(|term| term.cost).collect();
        let of =
            |sum: &MatchSum| sum.coefficients.iter().map(|&(term, _)| std::mem::take(&mut left[term])).sum();
        self.sums.iter().map(of).collect()
    }
}

/// What is known of the graph, and of the patterns.
struct KnownStatistics<'a> {
    costs: Costs,
    palette: Palette,
    labels: &'a LabelStats,
    features: Features,
    stats: &'a GraphStats,
    /// What the search for the walk of a term may take.
    prefixes: u64,
}

impl KnownStatistics<'_> {
    /// The steps by which the walk is expected to find all homomorphisms.
    fn walk_cost(&self, quotient: &SmallGraph) -> Result<f64, PlanError> {
        let matching = Matching::from(Semantics::Homomorphisms);
        let query = Query::new(&self.palette.pattern(quotient), matching, false);
        let shares = self.labels.shares(&query);
        let options = PlanOptions::from(matching).features(self.features).prefixes(self.prefixes);
        Ok(plan_query(&query, self.stats, &shares, options)?.cost.total)
    }
}

impl Term {
    /// The cheapest way to count `quotient`, with tables that are there already for nothing.
    fn new(
        quotient: SmallGraph,
        tables: &mut Tables,
        known: &KnownStatistics<'_>,
    ) -> Result<Term, PlanError> {
        let costs = &known.costs;
        let (there, mark) = (tables.all().len(), tables.mark());
        let by_tables = |port: Port| {
            let found = tables.products(&quotient, port, costs).is_some();
            // Not by `sum`, whose nothing is -0.
            let cost = tables.costs()[there..].iter().fold(0.0, |sum, cost| sum + cost);
            tables.back_to(mark);
            found.then_some((cost, port))
        };
        let ports = (0..quotient.vertices()).map(Port::Vertex);
        let ports = ports.chain(quotient.blocks_with_first().map(Port::FirstOf));
        if let Some((cost, port)) = ports.filter_map(by_tables).min_by(|a, b| a.0.total_cmp(&b.0)) {
            let sum = tables.products(&quotient, port, costs).expect("it was found before");
            return Ok(Term { quotient, way: Way::Tables(sum), cost });
        }
        let is_small = quotient.vertices() <= MOST_WALKED;
        let walk = if is_small { known.walk_cost(&quotient)? } else { f64::INFINITY };
        if is_small && quotient.is_plain() && (quotient.is_complete() || quotient.vertices() <= MOST_KNOWN) {
            let cost = walk.min(costs.subgraphs);
            return Ok(Term { quotient, way: Way::Subgraphs(subgraphs(&quotient)), cost });
        }
        if let Some(rows) = tables.edge_rows(&quotient, costs) {
            let cost = tables.costs()[there..].iter().fold(rows.cost, |sum, cost| sum + cost);
            if cost < walk {
                return Ok(Term { quotient, way: Way::EdgeRows(rows), cost });
            }
        }
        tables.back_to(mark);
        Ok(Term { quotient, way: Way::Walk, cost: walk })
    }
}

/// Over the images of what the homomorphisms of a quotient are added up.
#[derive(Clone, Copy)]
enum Port {
    /// Of one vertex.
    Vertex(usize),
    /// Of the vertices of a block, over the first of them.
    FirstOf(u32),
}

impl Tables {
    /// The products of tables whose sum over all vertices is the number of homomorphisms of a quotient. `None` if there
    /// are none.
    fn products(&mut self, quotient: &SmallGraph, port: Port, costs: &Costs) -> Option<ProductSum> {
        match port {
            Port::Vertex(vertex) => Some(vec![(self.hanging_on(quotient, vertex, costs)?, 1)]),
            Port::FirstOf(block) => self.by_first_of(quotient, block, costs),
        }
    }
}

/// The most vertices of a term whose walk is planned: that of a larger one takes no less than the pattern's own, and
/// milliseconds to plan.
const MOST_WALKED: usize = 8;
/// The most vertices of graphs that all have kernels of their own.
const MOST_KNOWN: usize = 5;

/// The graphs whose subgraphs the homomorphisms of a quotient hit, and how many hit each.
fn subgraphs(quotient: &SmallGraph) -> Vec<(SmallGraph, u64)> {
    let maps = |image: &SmallGraph, times: i64| times.unsigned_abs() * image.pattern().automorphism_count();
    images(quotient).into_iter().map(|(image, times)| (image, maps(&image, times))).collect()
}

impl MatchSum {
    /// What a term is multiplied by; 0 if it is none of this sum's.
    pub fn coefficient(&self, term: usize) -> i64 {
        self.coefficients
            .iter()
            .find(|(number, _)| *number == term)
            .map_or(0, |&(_, coefficient)| coefficient)
    }

    /// The matches, from the terms' maps modulo 2^128. Exact if the pattern's maps are fewer than 2^128, which [`fits`]
    /// tells. `None` if the terms contradict each other.
    pub fn count(&self, maps: &[u128]) -> Option<u128> {
        let product = |&(term, coefficient): &(usize, i64)| {
            // A negative number is taken for what it is modulo 2^128.
            maps[term].wrapping_mul(i128::from(coefficient) as u128)
        };
        self.matches(self.coefficients.iter().map(product).fold(0, u128::wrapping_add))
    }

    /// The matches, from the maps. `None` if some match has not been counted by all of its maps.
    pub fn matches(&self, maps: u128) -> Option<u128> {
        let each = u128::from(self.maps);
        maps.is_multiple_of(each).then(|| maps / each)
    }
}
