//! Frequent patterns, of a database of graphs and of one graph.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use motherlode::dfs_code::{Kinds, Step};
use motherlode::mine::frequent::{self, CollectedSubgraph, ImageOptions, PreparedGraph, Sites};
use motherlode::mine::transactions::collect::{
    Collected, CollectedPattern, Condense, OpenPatterns, Top, condense, ranked, sort,
};
use motherlode::mine::transactions::{
    self, Classes, FrequentOptions, LabelRestriction, PreparedDatabase, Threshold,
};
use motherlode::mine::{Context, MineError, Progress};
use motherlode::runtime::RuntimeError;
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::database::NativeDatabase;
use crate::errors::misuse;
use crate::graph::NativeGraph;
use crate::job::Job;
use crate::options::one_of;
use crate::teams::team;

/// A step of a minimum DFS code: two vertices, the labels of the first, the edge and the second, and whether the edge
/// is an arc from the second to the first.
type CodeStep = (u32, u32, String, String, String, bool);
/// The class that a pattern speaks for most, its growth rate there, and its support in each class.
type OfClasses = (String, f64, Vec<(String, u32)>);
/// A pattern's support, whether that is exact, its code, the graphs that it is in, or the images of its vertices, and
/// how it tells classes apart.
type FoundFields = (u32, bool, Vec<CodeStep>, Option<Vec<Vec<u32>>>, Option<OfClasses>);

/// Which patterns are asked for: `motherlode.frequent.Wanted` in Python.
#[derive(FromPyObject)]
struct AskedPatterns {
    support: u32,
    min_edges: usize,
    max_edges: Option<usize>,
    max_vertices: Option<usize>,
    /// `all`, `closed` or `maximal`.
    keep: String,
    top: Option<usize>,
    /// Whether to tell in which graphs, or at which vertices, each pattern is.
    places: bool,
    /// Whether supports are to be exact.
    exact: bool,
    /// Whether patterns are ranked by how well they tell classes apart.
    discriminative: bool,
}

impl AskedPatterns {
    fn condense(&self) -> PyResult<Option<Condense>> {
        let known = [("all", None), ("closed", Some(Condense::Closed)), ("maximal", Some(Condense::Maximal))];
        one_of("keep", &self.keep, &known)
    }

    /// The most edges that are searched: one more shows which patterns stand for themselves.
    fn most_edges(&self, condense: Option<Condense>) -> usize {
        self.max_edges.unwrap_or(usize::MAX).saturating_add(usize::from(condense.is_some()))
    }

    /// How many are kept while they are found: of those that stand for themselves, or tell classes apart, it is known
    /// only once all are found which are the first.
    fn top_while_searching(&self) -> Option<usize> {
        self.top.filter(|_| self.keep == "all" && !self.discriminative)
    }

    /// Of all patterns those that are asked for.
    ///
    /// # Errors
    /// When the job is to stop.
    fn choose<P: Collected + Send + Sync>(
        &self,
        kinds: &Kinds,
        patterns: Vec<P>,
        how: Option<Condense>,
        vertices: impl Fn(&P) -> usize,
        context: &Context,
    ) -> Result<Vec<P>, RuntimeError> {
        let mut patterns = patterns;
        if let Some(how) = how {
            let (condensed, ended) = condense(kinds, patterns, how, &OpenPatterns::default(), context);
            ended?;
            patterns = condensed;
        }
        let most = self.max_edges.unwrap_or(usize::MAX);
        let asked = |pattern: &P| {
            (self.min_edges..=most).contains(&pattern.code().len())
                && vertices(pattern) <= self.max_vertices.unwrap_or(usize::MAX)
        };
        Ok(patterns.into_iter().filter(asked).collect())
    }
}

#[pymethods]
impl NativeDatabase {
    /// The frequent connected patterns, the most frequent first.
    fn frequent(&self, py: Python<'_>, asked: AskedPatterns, job: Job) -> PyResult<Vec<FoundFields>> {
        let how = asked.condense()?;
        let wanted = job.wanted();
        let team = py.detach(|| team(&wanted))?;
        let database = self.database.clone();
        let classes = match asked.discriminative {
            true => Some(Classes::new(&database).ok_or_else(|| misuse(NO_CLASSES))?),
            false => None,
        };
        let patterns = job.begin()?.run(py, move |context| {
            let prepared =
                PreparedDatabase::restricted(&database, asked.support, &LabelRestriction::default());
            let support = Threshold::from(asked.support);
            let mut options = FrequentOptions::default()
                .support(support.clone())
                .max_edges(asked.most_edges(how))
                .graphs(asked.places || asked.discriminative)
                .context(context.clone());
            if how.is_none() {
                options = options.min_edges(asked.min_edges);
                options = options.max_vertices(asked.max_vertices.unwrap_or(usize::MAX));
            }
            let best = asked.top_while_searching().map(|k| Top::<CollectedPattern>::new(k, support));
            let all = Mutex::new(Vec::<CollectedPattern>::new());
            let so_far = AtomicU64::new(0);
            transactions::mine(&prepared, &team, &options, |found| {
                match &best {
                    Some(best) => best.add(found),
                    None => all.lock().push(found.into()),
                }
                // Nobody knows how many there are.
                context.report(Progress { done: so_far.fetch_add(1, Relaxed) + 1, all: 0 });
                Ok(())
            })?;
            let patterns = match best {
                Some(best) => best.finish(),
                None => all.into_inner(),
            };
            let kinds = prepared.kinds();
            let vertices = |pattern: &CollectedPattern| pattern.found(kinds).vertices();
            let mut patterns = asked.choose(kinds, patterns, how, vertices, context)?;
            sort(&mut patterns);
            if let Some(classes) = &classes {
                patterns = ranked(classes, patterns, None, &OpenPatterns::default());
            }
            patterns.truncate(asked.top.unwrap_or(usize::MAX));
            let (of_vertices, of_edges) = (database.vertex_labels(), database.edge_labels());
            let names = |v: u32| of_vertices.name(v).to_owned();
            let told = |pattern: CollectedPattern| {
                let code = code(kinds, &pattern.code, names, |e| of_edges.name(e).to_owned());
                let told = classes.as_ref().zip(pattern.graphs.as_deref());
                let told = told.map(|(classes, graphs)| of_classes(classes, graphs));
                let graphs = pattern.graphs.filter(|_| asked.places);
                (pattern.support, true, code, graphs.map(|graphs| vec![graphs]), told)
            };
            Ok::<_, MineError>(patterns.into_iter().map(told).collect())
        })?;
        Ok(patterns)
    }
}

#[pymethods]
impl NativeGraph {
    /// The frequent connected patterns by minimum image, by edges and then in the order of their codes.
    fn frequent(&self, py: Python<'_>, asked: AskedPatterns, job: Job) -> PyResult<Vec<FoundFields>> {
        let how = asked.condense()?;
        let wanted = job.wanted();
        let team = py.detach(|| team(&wanted))?;
        let graph = self.graph.clone();
        job.begin()?.run(py, move |context| {
            let prepared = PreparedGraph::new(&*graph, asked.support, &LabelRestriction::default())?;
            let support = Threshold::from(asked.support);
            let exact = asked.exact || asked.places || asked.top.is_some() || how.is_some();
            let mut options = ImageOptions::default()
                .support(support.clone())
                .exact(exact)
                .images(asked.places)
                .max_edges(asked.most_edges(how))
                .context(context.clone());
            if how.is_none() {
                options = options.min_edges(asked.min_edges);
                options = options.max_vertices(asked.max_vertices.unwrap_or(usize::MAX));
            }
            let best = asked.top_while_searching().map(|k| Top::<CollectedSubgraph>::new(k, support));
            let mut all = Vec::<CollectedSubgraph>::new();
            let sites = Sites::new(&prepared);
            // If it cannot be placed, the search says so, or leaves the device out.
            let _ = sites.place(team.first());
            frequent::mine(&prepared, &team, &options, |found| {
                match &best {
                    Some(best) => best.add(found),
                    None => all.push(found.into()),
                }
                Ok(())
            })?;
            drop(sites);
            let patterns = best.map_or(all, Top::finish);
            let kinds = prepared.kinds();
            let mut patterns = asked.choose(kinds, patterns, how, CollectedSubgraph::vertices, context)?;
            if let (Some(_), Some(k)) = (how, asked.top) {
                sort(&mut patterns);
                patterns.truncate(k);
            }
            let told = |pattern: CollectedSubgraph| {
                let names = |v: u32| prepared.vertex_labels()[v as usize].clone();
                let code = code(kinds, &pattern.code, names, |e| prepared.edge_labels()[e as usize].clone());
                (pattern.support, pattern.exact, code, pattern.images, None)
            };
            Ok::<_, MineError>(patterns.into_iter().map(told).collect())
        })
    }
}

/// What is told of a database that has no classes to tell apart.
const NO_CLASSES: &str = "discriminative: this needs graphs of two classes or more, and the database has fewer; give classes where it is made";

/// How a pattern that is in these graphs tells classes apart.
fn of_classes(classes: &Classes, graphs: &[u32]) -> OfClasses {
    let supports = classes.supports(graphs);
    let growth = classes.growth(&supports);
    (
        classes.names()[growth.class].clone(),
        growth.rate,
        classes.names().iter().cloned().zip(supports).collect(),
    )
}

/// A code whose labels have their names.
fn code(
    kinds: &Kinds,
    steps: &[Step],
    vertex: impl Fn(u32) -> String,
    edge: impl Fn(u32) -> String,
) -> Vec<CodeStep> {
    let step = |step: &Step| {
        let [a, _, b] = kinds.triple(step.kind);
        let label = edge(kinds.edge_label(step.kind));
        (step.from, step.to, vertex(a), label, vertex(b), kinds.leads_back(step.kind))
    };
    steps.iter().map(step).collect()
}
