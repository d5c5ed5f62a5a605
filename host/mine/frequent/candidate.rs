//! Patterns that may be frequent.

use std::cell::RefCell;

use motherlode_device::kernels::frequent::domains::DomainBound;
use motherlode_device::kernels::frequent::{SearchLevel, SearchLink};
use rustc_hash::FxHashSet;

use super::PreparedGraph;
use super::level::{KnownLevel, KnownPattern};
use crate::dfs_code::{Judge, NumberedPattern, Step, Verdict, rightmost_path};

thread_local! {
    static JUDGE: RefCell<(Judge, Vec<Verdict>)> = RefCell::default();
}

/// A pattern that may be frequent, with the plans of the searches from its vertices.
#[derive(Debug)]
pub(super) struct CandidatePattern {
    pub code: Vec<Step>,
    pub shape: NumberedPattern,
    /// For each vertex the number of its orbit.
    pub orbit_of: Vec<u32>,
    pub orbits: Vec<Orbit>,
    /// For each orbit a level for each vertex: the domains are numbers of orbits, and links are counted within the
    /// pattern.
    pub levels: Vec<SearchLevel>,
    pub links: Vec<SearchLink>,
}

/// An orbit of a candidate's vertices.
#[derive(Debug)]
pub(super) struct Orbit {
    pub label: u32,
    /// What its domain lies within.
    pub sources: Vec<DomainBound>,
}

/// The candidates that grow from a frequent pattern, in the order of their codes: those of one edge more whose code
/// begins with its code, and whose parts are all frequent.
pub(super) fn candidates(
    prepared: &PreparedGraph,
    known: &KnownLevel,
    parent: &KnownPattern,
    max_vertices: usize,
) -> Vec<CandidatePattern> {
    let extensions = extensions(prepared, parent, max_vertices);
    let mut minimum: Vec<Step> = JUDGE.with_borrow_mut(|(judge, verdicts)| {
        judge.judge(&prepared.kinds, &parent.code, &extensions, verdicts);
        let judged = extensions.iter().zip(&*verdicts);
        judged.filter(|(_, verdict)| **verdict == Verdict::Minimum).map(|(step, _)| *step).collect()
    });
    minimum.sort_unstable_by_key(|step| step.rank());
    let candidate = |step: Step| {
        let code: Vec<Step> = parent.code.iter().copied().chain([step]).collect();
        let shape = NumberedPattern::of_code(&prepared.kinds, &code);
        let domains = known.domains_of(&prepared.kinds, &shape)?;
        Some(CandidatePattern::new(prepared, code, shape, domains))
    };
    minimum.into_iter().filter_map(candidate).collect()
}

/// The edges that may follow the code of a pattern.
fn extensions(prepared: &PreparedGraph, parent: &KnownPattern, max_vertices: usize) -> Vec<Step> {
    let (kinds, shape) = (&prepared.kinds, &parent.shape);
    let path = rightmost_path(&parent.code);
    let first = parent.code[0].kind;
    let last = path[path.len() - 1];
    let mut steps = Vec::new();
    for &to in &path[..path.len() - 1] {
        let fits = |kind: u32| {
            let mut joined = shape.arcs(last as usize).iter().filter(|(_, end)| *end == to);
            joined.all(|&(there, _)| kinds.are_parallel(kind, there))
        };
        let between = kinds.between(shape.labels[last as usize], shape.labels[to as usize]).iter().copied();
        steps.extend(between.filter(|&kind| fits(kind)).map(|kind| Step { from: last, to, kind }));
    }
    if shape.vertices() < max_vertices {
        for &from in &path {
            let there = kinds.from_label(shape.labels[from as usize]);
            steps.extend(there.map(|kind| Step { from, to: shape.vertices() as u32, kind }));
        }
    }
    steps.retain(|step| kinds.first(step.kind) >= first);
    steps
}

impl CandidatePattern {
    fn new(
        prepared: &PreparedGraph,
        code: Vec<Step>,
        shape: NumberedPattern,
        domains: Vec<Vec<u64>>,
    ) -> CandidatePattern {
        let orbit_of = shape.orbits();
        let count = orbit_of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut orbits = Vec::with_capacity(count);
        let (mut levels, mut links) = (Vec::with_capacity(count * shape.vertices()), Vec::new());
        for orbit in 0..count as u32 {
            let members = (0..shape.vertices()).filter(|&v| orbit_of[v] == orbit);
            let mut sources: FxHashSet<(u64, u32)> = FxHashSet::default();
            let mut root = None;
            for v in members {
                root.get_or_insert(v);
                sources.extend(domains[v].iter().map(|&start| (start, 0)));
                // Each of two parts lacks another edge: what both have has all of them.
                if domains[v].len() < 2 {
                    sources.extend(
                        shape.arcs(v).iter().map(|&(kind, _)| (prepared.set_starts[kind as usize], 1)),
                    );
                }
            }
            let mut sources: Vec<DomainBound> = sources
                .into_iter()
                .map(|(words, of_kind)| DomainBound { words, of_kind, padding: 0 })
                .collect();
            sources.sort_unstable_by_key(|source| (source.of_kind, source.words));
            let root = root.unwrap_or_default();
            orbits.push(Orbit { label: shape.labels[root], sources });
            plan(prepared, &shape, &orbit_of, root, &mut levels, &mut links);
        }
        CandidatePattern { code, shape, orbit_of, orbits, levels, links }
    }
}

/// Adds the plan of the search from `root`: next comes the vertex with the most edges to earlier ones, of several the
/// one that has the fewest candidates on the average.
fn plan(
    prepared: &PreparedGraph,
    shape: &NumberedPattern,
    orbit_of: &[u32],
    root: usize,
    levels: &mut Vec<SearchLevel>,
    links: &mut Vec<SearchLink>,
) {
    const UNPLACED: u32 = u32::MAX;
    let mut depth_of = vec![UNPLACED; shape.vertices()];
    let mut v = root;
    for depth in 0..shape.vertices() as u32 {
        depth_of[v] = depth;
        let first_link = links.len() as u32;
        for &(kind, end) in shape.arcs(v) {
            if depth_of[end as usize] < depth {
                links.push(link(prepared, prepared.kinds.reverse(kind), depth_of[end as usize]));
            }
        }
        let start = prepared.starts[shape.labels[v] as usize];
        let count = links.len() as u32 - first_link;
        levels.push(SearchLevel { words: 0, start, domain: orbit_of[v], first_link, links: count });
        // Of each vertex that may come next, how many edges lead to earlier ones, and how many arcs the shortest list
        // has.
        let rank = |w: usize| {
            let back = shape.arcs(w).iter().filter(|(_, end)| depth_of[*end as usize] != UNPLACED);
            let lengths = back.clone().map(|&(kind, _)| prepared.mean_arcs(prepared.kinds.reverse(kind)));
            (std::cmp::Reverse(back.count()), lengths.min().unwrap_or(u64::MAX), w)
        };
        let open = (0..shape.vertices()).filter(|&w| depth_of[w] == UNPLACED);
        let Some(next) = open.min_by_key(|&w| rank(w)) else { return };
        v = next;
    }
}

/// The arcs of a kind, from the vertex of a level.
fn link(prepared: &PreparedGraph, kind: u32, level: u32) -> SearchLink {
    let label = prepared.kinds.triple(kind)[0];
    let stride = prepared.stride_of(label);
    let number = kind - prepared.kinds.from_label(label).start;
    let first = u64::from(stride) * u64::from(prepared.starts[label as usize]);
    let base = prepared.bases[label as usize].wrapping_sub(first).wrapping_add(u64::from(number / u32::BITS));
    SearchLink { base, stride, bit: number % u32::BITS, level, padding: 0 }
}
