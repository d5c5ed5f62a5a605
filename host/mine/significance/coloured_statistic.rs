//! Coloured motifs in each graph, and what is kept of them: which classes there are is known when all are counted.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::SampleCounts;
use super::sampled::{CountsBeside, GraphStatistic, KeptSamples, SampleStatistic};
use crate::clock::Clock;
use crate::coloured::{
    COLOURED_SIZES, ColouredClass, ColouredClassCounts, ColouredClasses, Colours, described,
};
use crate::error::ColourError;
use crate::graph::Graph;
use crate::pattern::Pattern;
use crate::plan::{Induced, Matching};
use crate::run::Run;
use crate::{ColouredMotif, Context, Launches, MineError, Placed, Target};

/// Counts of samples that are kept, at most: a GiB.
const MOST_COUNTS: u64 = 1 << 26;

/// The coloured motifs of a graph and of its samples: those that occur in the graph or in a sample.
#[derive(Debug)]
pub struct ColouredStatistic {
    /// Those of the graph. A sample has the labels of its vertices, and its edges none that the graph's do not have.
    colours: Colours,
    classes: ColouredClasses,
    induced: Induced,
}

impl ColouredStatistic {
    /// The coloured motifs of `k` vertices, for `graph` and samples that are like it.
    ///
    /// # Errors
    /// [`MineError::Coloured`] if `k` is not from 3 to 5, or the labels of the graph do not tell its motifs apart.
    pub fn new(graph: &Graph, k: usize, induced: Induced) -> Result<ColouredStatistic, MineError> {
        if !COLOURED_SIZES.contains(&k) {
            return Err(ColourError::Size { k }.into());
        }
        let colours = Colours::of(Target::from(graph).labels())?;
        let classes = ColouredClasses::new(k, colours.is_directed);
        Ok(ColouredStatistic { colours, classes, induced })
    }
}

/// How many there are of each coloured class in a graph, as far as they occur.
#[derive(Debug)]
pub struct ColouredRow(ColouredClassCounts);

impl SampleStatistic for ColouredStatistic {
    type Row = ColouredRow;

    fn count_alone(&self, placed: &Placed, context: &Context) -> Result<ColouredRow, MineError> {
        let run = Run { context, clock: &Clock::default() };
        // What joins vertices may be other than in the graph: arcs both ways, where it has none.
        let colours = Colours::of(placed.target().labels())?;
        placed.coloured_counts(&colours, &self.classes, self.induced, run).map(ColouredRow)
    }

    fn is_local(&self) -> bool {
        false
    }

    fn count_together(
        &self,
        _: &Placed,
        _: &[Range<usize>],
        _: &Context,
    ) -> Result<Vec<ColouredRow>, MineError> {
        unreachable!("samples side by side have no labels")
    }

    fn counts_of_vertex(&self) -> u64 {
        0
    }
}

/// The counts of the first samples, by class.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "SavedSamples", into = "SavedSamples")]
pub struct ColouredSamples {
    samples: u64,
    /// Of each class, up to the last sample that has it.
    classes: BTreeMap<ColouredClass, Vec<u128>>,
}

/// The same as a list, as a class is no key in JSON.
#[derive(Serialize, Deserialize)]
struct SavedSamples {
    samples: u64,
    classes: Vec<(ColouredClass, Vec<u128>)>,
}

impl From<SavedSamples> for ColouredSamples {
    fn from(SavedSamples { samples, classes }: SavedSamples) -> ColouredSamples {
        ColouredSamples { samples, classes: classes.into_iter().collect() }
    }
}

impl From<ColouredSamples> for SavedSamples {
    fn from(ColouredSamples { samples, classes }: ColouredSamples) -> SavedSamples {
        SavedSamples { samples, classes: classes.into_iter().collect() }
    }
}

impl ColouredSamples {
    /// The counts of these classes in each sample.
    fn of<'c>(&self, classes: impl Iterator<Item = &'c ColouredClass>) -> SampleCounts {
        let of_class = |class| self.classes.get(class).map_or(&[][..], Vec::as_slice);
        let columns: Vec<&[u128]> = classes.map(of_class).collect();
        let in_sample =
            |sample: usize| columns.iter().map(move |column| column.get(sample).copied().unwrap_or(0));
        (0..self.samples as usize).map(|sample| in_sample(sample).collect()).collect()
    }
}

impl KeptSamples<ColouredRow> for ColouredSamples {
    fn samples(&self) -> u64 {
        self.samples
    }

    fn keep(&mut self, rows: Vec<ColouredRow>) -> Result<(), MineError> {
        for ColouredRow(counts) in rows {
            for (class, count) in counts {
                let column = self.classes.entry(class).or_default();
                column.resize(self.samples as usize, 0);
                column.push(count);
            }
            self.samples += 1;
            let (classes, samples) = (self.classes.len() as u64, self.samples);
            if classes.saturating_mul(samples) > MOST_COUNTS {
                return Err(ColourError::TooManyCounts { classes, samples, most: MOST_COUNTS }.into());
            }
        }
        Ok(())
    }
}

impl GraphStatistic for ColouredStatistic {
    type Kept = ColouredSamples;

    fn matching(&self) -> Matching {
        self.induced.into()
    }

    fn launches(&self) -> Vec<Launches<'_>> {
        vec![Launches::COLOURED_MOTIFS]
    }

    fn text(&self) -> String {
        format!("coloured motifs of {} vertices", self.classes.vertices())
    }

    fn first_of(&self, mut kept: ColouredSamples, samples: u64) -> ColouredSamples {
        if kept.samples > samples {
            kept.samples = samples;
            for counts in kept.classes.values_mut() {
                counts.truncate(samples as usize);
                let last = counts.iter().rposition(|&count| count > 0);
                counts.truncate(last.map_or(0, |last| last + 1));
            }
            kept.classes.retain(|_, counts| !counts.is_empty());
        }
        kept
    }

    /// A class that occurs in samples alone has none in the graph, and is listed after those that do.
    fn beside(
        &self,
        ColouredRow(counts): ColouredRow,
        samples: &ColouredSamples,
    ) -> Result<CountsBeside, MineError> {
        let mut all = counts;
        samples.classes.keys().for_each(|class| {
            all.entry(*class).or_default();
        });
        let motifs = described(&all, &self.classes, &self.colours, self.induced)?;
        let samples = samples.of(motifs.iter().map(|(class, _)| class));
        let parsed = |(_, ColouredMotif { name, pattern, count })| {
            let pattern = Pattern::parse(&pattern).expect("a connected graph of few vertices is a pattern");
            ((name, pattern), count)
        };
        let (patterns, counts) = motifs.into_iter().map(parsed).unzip();
        Ok(CountsBeside { patterns, counts, samples })
    }
}
