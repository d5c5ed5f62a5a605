//! What is kept of samples that are counted at vertices: sums, however many samples there are.

use rayon::prelude::*;

use super::local_judged::LocalJudged;
use super::local_statistic::LocalStatistic;
use super::sampled::{KeptSamples, SampleStatistic};
use crate::counts::Counts;
use crate::local::LocalCounts;
use crate::runtime::HostMemory;
use crate::statistics::{Chance, RunningSpread, false_discovery_rates};
use crate::{Context, MineError, Placed};

/// The counts at the vertices of a graph, and what those of the first samples come to.
#[derive(Clone, Debug)]
pub struct LocalSums {
    counts: Vec<LocalCounts>,
    /// Of each pattern, a cell for each of its counts.
    cells: Vec<Vec<LocalCell>>,
    samples: u64,
}

/// A count beside those of the samples.
#[derive(Clone, Copy, Debug, Default)]
struct LocalCell {
    /// Of the samples' counts.
    running: RunningSpread,
    /// How many samples have as much.
    reached: u64,
}

/// What a count takes at the end: itself, what is kept of its samples, what that tells, and a table of it.
const BYTES_OF_COUNT: u64 = (size_of::<u64>()
    + size_of::<LocalCell>()
    + size_of::<LocalJudged>()
    + LocalJudged::FIGURES * size_of::<u64>()) as u64;

impl LocalSums {
    /// The counts at the vertices of a graph, and no samples.
    ///
    /// # Errors
    /// When the host has no memory for what is kept of each count, and told; as those of [`LocalStatistic::count`].
    pub fn of_graph(
        statistic: &LocalStatistic,
        placed: &Placed,
        context: &Context,
    ) -> Result<LocalSums, MineError> {
        let places = statistic.counts_of_vertex() * u64::from(placed.target().csr.n());
        HostMemory::require_free(places * BYTES_OF_COUNT)?;
        let counts = statistic.count(placed, context)?;
        let cells = counts.iter().map(|local| vec![LocalCell::default(); local.counts.len()]).collect();
        Ok(LocalSums { counts, cells, samples: 0 })
    }

    /// How many samples are counted.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The counts of the graph, of each pattern.
    pub fn counts(&self) -> &[LocalCounts] {
        &self.counts
    }

    /// What the counts of each pattern tell: those of a vertex after those of another, as in the
    /// [`counts`](Self::counts). The rate of false discoveries is that of an orbit among all vertices at which it
    /// occurs, in the graph or in a sample.
    pub fn judged(&self) -> Vec<Vec<LocalJudged>> {
        self.counts.iter().zip(&self.cells).map(|(local, cells)| self.judged_of(local, cells)).collect()
    }

    fn judged_of(&self, local: &LocalCounts, cells: &[LocalCell]) -> Vec<LocalJudged> {
        let judge = |(place, cell): (usize, &LocalCell)| {
            let count = local.counts.get(place);
            let spread = cell.running.of_all(self.samples);
            let p = Chance::p_of(cell.reached, self.samples);
            LocalJudged { count, spread, z: spread.score(count), p, q: 1.0 }
        };
        let mut judged: Vec<LocalJudged> = cells.par_iter().enumerate().map(judge).collect();
        let orbits = local.orbits.len();
        for orbit in 0..orbits {
            let there: Vec<usize> =
                (orbit..judged.len()).step_by(orbits).filter(|&place| judged[place].occurs()).collect();
            let chances: Vec<f64> = there.iter().map(|&place| judged[place].p).collect();
            let rates = false_discovery_rates(&chances);
            there.into_iter().zip(rates).for_each(|(place, rate)| judged[place].q = rate);
        }
        judged
    }

    fn add(&mut self, sample: &[Counts]) {
        self.samples += 1;
        let samples = self.samples;
        for ((local, cells), counts) in self.counts.iter().zip(&mut self.cells).zip(sample) {
            assert_eq!(cells.len(), counts.len(), "a sample has the vertices of the graph");
            cells.par_iter_mut().enumerate().for_each(|(place, cell)| {
                let (count, of_graph) = (counts.get(place), local.counts.get(place));
                cell.running.add(count, samples);
                cell.reached += u64::from(count >= of_graph);
            });
        }
    }
}

impl KeptSamples<Vec<Counts>> for LocalSums {
    fn samples(&self) -> u64 {
        self.samples
    }

    fn keep(&mut self, rows: Vec<Vec<Counts>>) -> Result<(), MineError> {
        rows.iter().for_each(|row| self.add(row));
        Ok(())
    }
}
