//! Patterns, and their embeddings by trying.

use super::database::{Database, KINDS, LABELS};
use crate::common::Random;

/// An edge of a pattern: to a new vertex, if that is the greater, or back from the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) kind: u32,
}

impl Step {
    pub(super) fn is_forward(self) -> bool {
        self.to > self.from
    }
}

/// A pattern, as it grew.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub(super) steps: Vec<Step>,
    labels: Vec<u32>,
    /// The rightmost path.
    pub(super) path: Vec<u32>,
}

impl Pattern {
    pub(super) fn vertex(label: u32) -> Self {
        Pattern { steps: vec![], labels: vec![label], path: vec![0] }
    }

    /// The last vertex.
    pub(super) fn last(&self) -> u32 {
        self.labels.len() as u32 - 1
    }

    /// The pattern with one more edge.
    pub(super) fn grown(&self, step: Step) -> Self {
        let mut grown = self.clone();
        grown.steps.push(step);
        if step.is_forward() {
            grown.labels.push(step.kind % LABELS);
            grown.path.retain(|&vertex| vertex <= step.from);
            grown.path.push(step.to);
        }
        grown
    }

    /// The pattern before the last edge.
    pub(super) fn parent(&self) -> Self {
        let steps = &self.steps[..self.steps.len() - 1];
        steps.iter().fold(Pattern::vertex(self.labels[0]), |pattern, &step| pattern.grown(step))
    }

    /// The edges by which it may grow: from its rightmost path to a new vertex, and from the last vertex back to the
    /// path.
    pub(super) fn extensions(&self) -> Vec<Step> {
        let linked =
            |to| self.steps.iter().any(|s| (s.from.min(s.to), s.from.max(s.to)) == (to, self.last()));
        let back = self.path.iter().filter(|&&to| to != self.last() && !linked(to));
        let back = back.map(|&to| (self.last(), to));
        let ends = self.path.iter().map(|&from| (from, self.last() + 1)).chain(back);
        let steps = ends.flat_map(|(from, to)| (0..KINDS).map(move |kind| Step { from, to, kind }));
        // An edge back leads to a vertex whose label is known.
        steps
            .filter(|step| step.is_forward() || step.kind % LABELS == self.labels[step.to as usize])
            .collect()
    }

    /// Whether these vertices and the last one, as many as the pattern's or fewer, are the start of an embedding.
    pub(super) fn fits(&self, database: &Database, before: &[u32], last: u32) -> bool {
        let at = |place: u32| match before.get(place as usize) {
            None if place as usize == before.len() => Some(last),
            other => other.copied(),
        };
        let is_edge = |step: &Step| match (at(step.from), at(step.to)) {
            (Some(v), Some(w)) => database.kind(v, w) == Some(step.kind),
            _ => true,
        };
        let first = at(0).map(|v| database.labels[v as usize]);
        first == Some(self.labels[0]) && !before.contains(&last) && self.steps.iter().all(is_edge)
    }

    /// The embeddings, in order.
    pub(super) fn embeddings(&self, database: &Database) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        for _ in &self.labels {
            let longer = all.iter().flat_map(|one: &Vec<u32>| {
                let fitting = (0..database.vertices()).filter(|&v| self.fits(database, one, v));
                fitting.map(|v| [&one[..], &[v]].concat())
            });
            all = longer.collect();
        }
        all
    }

    /// By which vertices an embedding grows along `step`: new ones, or its own last.
    pub(super) fn ways(&self, database: &Database, embedding: &[u32], step: Step) -> Vec<u32> {
        let (grown, (&last, before)) = (self.grown(step), embedding.split_last().unwrap());
        if step.is_forward() {
            (0..database.vertices()).filter(|&v| grown.fits(database, embedding, v)).collect()
        } else {
            grown.fits(database, before, last).then_some(last).into_iter().collect()
        }
    }

    /// A pattern of `edges` edges that has embeddings, but not a great many.
    pub fn random(database: &Database, random: &mut Random, edges: usize) -> Self {
        let mut pattern = Pattern::vertex(random.below(LABELS));
        while pattern.steps.len() < edges {
            let mut steps = pattern.extensions();
            if random.below(3) > 0 && steps.iter().any(|step| !step.is_forward()) {
                steps.retain(|step| !step.is_forward());
            }
            let step = steps[random.below(steps.len() as u32) as usize];
            let grown = pattern.grown(step);
            if (3..700).contains(&grown.embeddings(database).len()) {
                pattern = grown;
            } else if random.below(20) == 0 {
                pattern = Pattern::vertex(random.below(LABELS));
            }
        }
        pattern
    }
}
