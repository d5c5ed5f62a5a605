//! Coloured motifs as they are listed: there may be millions, each of which is described when it is asked for.

use std::cmp::Reverse;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::class::ColouredClasses;
use super::colours::Colours;
use super::sums::{LabelClass, LabelClasses};
use super::{ColouredMotif, text};
use crate::class_counts::{ClassCount, CountsByClass};

/// The coloured motifs that occur, by rising number of edges, and the most frequent first.
#[derive(Clone, Debug)]
pub struct ColouredRows(RowSource);

#[derive(Clone, Debug)]
enum RowSource {
    Described(Vec<ColouredMotif>),
    ByLabels(Arc<RowsByLabels>),
}

/// Classes by the labels of vertices alone.
#[derive(Debug)]
struct RowsByLabels {
    counts: CountsByClass<LabelClass>,
    labels: LabelClasses,
    classes: ColouredClasses,
    colours: Colours,
}

impl From<Vec<ColouredMotif>> for ColouredRows {
    fn from(motifs: Vec<ColouredMotif>) -> ColouredRows {
        ColouredRows(RowSource::Described(motifs))
    }
}

impl ColouredRows {
    pub(super) fn by_labels(
        mut counts: CountsByClass<LabelClass>,
        labels: LabelClasses,
        classes: ColouredClasses,
        colours: Colours,
    ) -> ColouredRows {
        counts.par_sort_unstable_by_key(|of| (labels.place(of.class), Reverse(of.count), of.class));
        ColouredRows(RowSource::ByLabels(RowsByLabels { counts, labels, classes, colours }.into()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.0 {
            RowSource::Described(motifs) => motifs.len(),
            RowSource::ByLabels(rows) => rows.counts.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The count and the name of each, which cost less than its pattern.
    pub fn heads(&self) -> impl ExactSizeIterator<Item = (u128, &str)> {
        (0..self.len()).map(|at| match &self.0 {
            RowSource::Described(motifs) => (motifs[at].count, &motifs[at].name[..]),
            RowSource::ByLabels(rows) => rows.head(at),
        })
    }

    /// The motifs.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ColouredMotif> {
        (0..self.len()).map(|at| match &self.0 {
            RowSource::Described(motifs) => motifs[at].clone(),
            RowSource::ByLabels(rows) => rows.motif(at),
        })
    }
}

impl RowsByLabels {
    fn head(&self, at: usize) -> (u128, &str) {
        let ClassCount { class, count } = self.counts[at];
        (count, &self.classes.shapes[self.labels.place(class)].name)
    }

    fn motif(&self, at: usize) -> ColouredMotif {
        let (count, name) = self.head(at);
        let class = self.labels.coloured(self.counts[at].class);
        let pattern = text::text(&class, &self.classes, &self.colours);
        ColouredMotif { name: name.to_owned(), pattern, count }
    }
}

impl Serialize for ColouredRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
