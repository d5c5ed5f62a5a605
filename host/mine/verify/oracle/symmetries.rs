//! How many renamings of a pattern's vertices leave all that it says as it is, by trying.

use std::collections::BTreeSet;

use crate::pattern::{Condition, Link, LinkKind, Pattern, Test};
use crate::plan::Induced;

/// What is said of one vertex, or of one seen from another.
type VertexDescription = (&'static str, BTreeSet<String>);

/// The renamings; `None` if they take more tries than are left of `steps`, which are taken from it.
pub(super) fn count(pattern: &Pattern, induced: Induced, steps: &mut u64) -> Option<u128> {
    let k = pattern.vertices();
    let pairs = (0..k).map(|u| (0..k).map(|v| said(pattern, induced, u, v)).collect()).collect();
    let mut trial = Trial { pattern, pairs, images: Vec::new(), steps, found: 0 };
    trial.extend()?;
    Some(trial.found)
}

/// All that is said of `v` as seen from `u`.
fn said(pattern: &Pattern, induced: Induced, u: usize, v: usize) -> BTreeSet<VertexDescription> {
    let between = |link: &&Link| [(u, v), (v, u)].contains(&(link.from, link.to));
    let words = |link: &Link| match (link.kind, link.ends().0 == u) {
        (LinkKind::Edge, _) => "edge",
        (LinkKind::Absent, _) => "apart",
        (LinkKind::Forward | LinkKind::Backward, true) => "to",
        (LinkKind::Forward | LinkKind::Backward, false) => "from",
        (LinkKind::NoForward | LinkKind::NoBackward, true) => "not to",
        (LinkKind::NoForward | LinkKind::NoBackward, false) => "not from",
    };
    let closed = induced == Induced::Vertex;
    // What is not named is not there, if vertex-induced: to say so is to say nothing.
    let links: Vec<&Link> =
        pattern.links().iter().filter(between).filter(|link| !closed || link.is_present()).collect();
    let mut said: BTreeSet<VertexDescription> =
        links.iter().map(|link| (words(link), texts(&link.labels, &link.conditions))).collect();
    let neither = ["not to", "not from"].map(|words| (words, BTreeSet::new()));
    if (closed && said.is_empty() && u != v) || neither.iter().all(|way| said.contains(way)) {
        said = BTreeSet::from([("apart", BTreeSet::new())]);
    }
    said
}

/// What is asked of a vertex.
fn of_vertex(pattern: &Pattern, v: usize) -> BTreeSet<String> {
    let vertex = &pattern.all_vertices()[v];
    texts(&vertex.labels, &vertex.conditions)
}

/// Labels, of which one will do, and conditions, which are all asked for, in braces.
fn texts(labels: &[String], conditions: &[Condition]) -> BTreeSet<String> {
    let conditions = conditions.iter().map(|condition| {
        let mut condition = condition.clone();
        if let Test::In { values, .. } = &mut condition.test {
            values.sort_by_key(ToString::to_string);
            values.dedup();
        }
        format!("{{{condition}}}")
    });
    labels.iter().map(|label| format!(":{label}")).chain(conditions).collect()
}

struct Trial<'p> {
    pattern: &'p Pattern,
    /// By two vertices, what is said of them.
    pairs: Vec<Vec<BTreeSet<VertexDescription>>>,
    /// Where the first vertices are taken.
    images: Vec<usize>,
    steps: &'p mut u64,
    found: u128,
}

impl Trial<'_> {
    fn extend(&mut self) -> Option<()> {
        let (k, next) = (self.pattern.vertices(), self.images.len());
        if next == k {
            self.found += u128::from(self.keeps_forbidden());
            return Some(());
        }
        for image in 0..k {
            if self.images.contains(&image) {
                continue;
            }
            *self.steps = self.steps.checked_sub(1)?;
            let labels = |v: usize| of_vertex(self.pattern, v);
            let keeps = |(u, &to): (usize, &usize)| {
                self.pairs[u][next] == self.pairs[to][image] && self.pairs[next][u] == self.pairs[image][to]
            };
            if labels(next) == labels(image) && self.images.iter().enumerate().all(keeps) {
                self.images.push(image);
                let done = self.extend();
                self.images.pop();
                done?;
            }
        }
        Some(())
    }

    /// Whether the vertices that must not exist are the same as before.
    fn keeps_forbidden(&self) -> bool {
        let k = self.pattern.vertices();
        let renamed = |x: usize, rename: &dyn Fn(usize) -> usize| {
            let statements = (0..k).map(|v| (rename(v), said(self.pattern, Induced::Edge, x, v)));
            let labels = of_vertex(self.pattern, x);
            (labels, statements.collect::<BTreeSet<_>>())
        };
        let all = |rename: &dyn Fn(usize) -> usize| -> BTreeSet<_> {
            (k..self.pattern.all_vertices().len()).map(|x| renamed(x, rename)).collect()
        };
        all(&|v| v) == all(&|v| self.images[v])
    }
}
