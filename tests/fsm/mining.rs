//! How the tests mine: all patterns in memory, in terms of the labels that the input gives.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use motherlode::mine::MineError;
use motherlode::mine::transactions::{
    FrequentOptions, FrequentPattern, PreparedDatabase, SearchStatus, SupportVariant, mine,
};
use motherlode::runtime::Team;
use motherlode::transactions::{Database, DatabaseFormat, DatabaseOptions, parse_with};

use super::oracle::Graph;

/// An edge of a code: from, to, and the labels of from, of the edge and of to. Of an arc it is twice the label, and one
/// more if the arc leads to `from`.
pub type CodeEdge = [u32; 5];

/// What is known of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub support: u32,
    /// The graphs that contain it, if they were asked for.
    pub graphs: Option<Vec<u32>>,
}

/// Patterns by their codes.
pub type Patterns = BTreeMap<Vec<CodeEdge>, Known>;

/// The limits of a job.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub support: u32,
    pub edges: [usize; 2],
    pub vertices: [usize; 2],
    pub graphs: bool,
    pub variant: SupportVariant,
}

impl Limits {
    pub fn support(support: u32) -> Limits {
        Limits {
            support,
            edges: [1, usize::MAX],
            vertices: [1, usize::MAX],
            graphs: false,
            variant: SupportVariant::Batch,
        }
    }
}

/// A database from gSpan text.
pub fn database(text: &str) -> Database {
    read(text, false)
}

/// A database from gSpan text, whose edges are arcs if it is directed.
pub fn read(text: &str, directed: bool) -> Database {
    let options = DatabaseOptions::default().format(DatabaseFormat::GSpan).directed(directed);
    parse_with(text.as_bytes(), Path::new("test.gspan"), &options).expect("gSpan text").0
}

/// The database of some graphs.
pub fn database_of(graphs: &[Graph]) -> Database {
    read(&text(graphs), graphs.iter().any(|graph| graph.directed))
}

/// Some graphs as gSpan text.
pub fn text(graphs: &[Graph]) -> String {
    graphs.iter().enumerate().map(|(id, graph)| graph.text(id)).collect()
}

impl From<Limits> for FrequentOptions {
    fn from(limits: Limits) -> FrequentOptions {
        let ([min_edges, max_edges], [min_vertices, max_vertices]) = (limits.edges, limits.vertices);
        FrequentOptions::default()
            .support(limits.support)
            .min_edges(min_edges)
            .max_edges(max_edges)
            .min_vertices(min_vertices)
            .max_vertices(max_vertices)
            .graphs(limits.graphs)
            .variant(limits.variant)
    }
}

/// All patterns by their codes. A pattern that is found twice is a failed test.
pub fn patterns(team: impl Into<Team>, database: &Database, limits: Limits) -> Result<Patterns, MineError> {
    patterns_watched(team, database, limits, &Arc::default())
}

/// The same, of a search that says how far it has come.
pub fn patterns_watched(
    team: impl Into<Team>,
    database: &Database,
    limits: Limits,
    status: &Arc<SearchStatus>,
) -> Result<Patterns, MineError> {
    let prepared = PreparedDatabase::new(database, limits.support);
    let patterns = Mutex::new(BTreeMap::new());
    let options = FrequentOptions::from(limits).status(status.clone());
    search(team, &prepared, &options, |found| {
        let known = Known { support: found.support, graphs: found.graphs.map(<[u32]>::to_vec) };
        let before = patterns.lock().unwrap().insert(code(database, &found), known);
        assert_eq!(before, None, "found twice: {:?}", found.code);
    })?;
    Ok(patterns.into_inner().unwrap())
}

/// Mines.
pub fn search(
    team: impl Into<Team>,
    prepared: &PreparedDatabase,
    options: &FrequentOptions,
    visit: impl Fn(FrequentPattern<'_>) + Sync,
) -> Result<(), MineError> {
    mine(prepared, team, options, |found| {
        visit(found);
        Ok(())
    })
}

/// The code of a pattern in the input's labels.
pub fn code(database: &Database, found: &FrequentPattern<'_>) -> Vec<CodeEdge> {
    let number = |name: &str| name.parse::<u32>().expect("a number");
    let (vertex, edge) = (database.vertex_labels(), database.edge_labels());
    let step = |step: &motherlode::dfs_code::Step| {
        let [a, _, b] = found.kinds.triple(step.kind);
        let label = number(edge.name(found.kinds.edge_label(step.kind)));
        let label = match found.kinds.is_directed() {
            true => 2 * label + u32::from(found.kinds.leads_back(step.kind)),
            false => label,
        };
        [step.from, step.to, number(vertex.name(a)), label, number(vertex.name(b))]
    };
    found.code.iter().map(step).collect()
}
