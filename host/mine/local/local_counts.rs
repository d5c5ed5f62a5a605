//! What local counts are.

use rayon::prelude::*;

use crate::at::Orbits;
use crate::counts::Counts;
use crate::{MineError, Seconds};

/// Counts at each vertex, at each edge, or at each arc, for each orbit.
#[derive(Clone, Debug)]
pub struct LocalCounts {
    /// The orbits.
    pub orbits: Orbits,
    /// For each vertex, edge or arc its counts: one for each orbit. Edges `u < v` go by `u`, then by `v`; arcs by their
    /// tail, then by their head.
    pub counts: Counts,
    /// All matches.
    pub matches: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl LocalCounts {
    /// Counts of matches that are subgraphs, each of which has all members of an orbit. It took no time of its own.
    ///
    /// # Errors
    /// [`MineError::LocalCountOverflow`].
    pub(crate) fn of_subgraphs(orbits: Orbits, counts: Counts) -> Result<LocalCounts, MineError> {
        let members = orbits.of().filter(|&orbit| orbit == 0).count() as u128;
        let of_first = (0..counts.len()).into_par_iter().step_by(orbits.len());
        let at_first = of_first.map(|place| Some(counts.get(place))).try_reduce(|| 0, u128::checked_add);
        let matches = at_first.ok_or(MineError::LocalCountOverflow)? / members;
        Ok(LocalCounts { orbits, counts, matches, seconds: Seconds::default() })
    }

    /// The counts of each vertex, edge or arc.
    pub fn rows(
        &self,
    ) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = u128> + Clone + use<'_>> + Clone + use<'_>
    {
        (0..self.counts.len() / self.orbits.len()).map(|row| self.row(row))
    }

    /// The counts of a vertex, an edge or an arc.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = u128> + Clone + use<'_> {
        let width = self.orbits.len();
        (row * width..(row + 1) * width).map(|place| self.counts.get(place))
    }

    /// The counts of an orbit, at each vertex, edge or arc.
    ///
    /// # Panics
    /// If there are fewer orbits.
    pub fn column(&self, orbit: usize) -> impl ExactSizeIterator<Item = u128> + Clone + use<'_> {
        let width = self.orbits.len();
        assert!(orbit < width, "orbit {orbit} of {width}");
        (0..self.counts.len() / width).map(move |row| self.counts.get(row * width + orbit))
    }

    /// The counts of some rows that follow each other.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub(crate) fn part(&self, rows: std::ops::Range<usize>) -> Counts {
        let width = self.orbits.len();
        let places = rows.start * width..rows.end * width;
        match &self.counts {
            Counts::Narrow(all) => Counts::Narrow(all[places].to_vec()),
            Counts::Wide(all) => Counts::from(all[places].to_vec()),
        }
    }

    /// These of its rows, one or the other of which may come several times.
    pub(super) fn of_rows(self, rows: &[usize]) -> LocalCounts {
        let width = self.orbits.len();
        let counts = match self.counts {
            Counts::Narrow(all) => Counts::Narrow(taken(&all, width, rows)),
            Counts::Wide(all) => Counts::from(taken(&all, width, rows)),
        };
        LocalCounts { counts, ..self }
    }
}

fn taken<N: Copy + Send + Sync>(all: &[N], width: usize, rows: &[usize]) -> Vec<N> {
    rows.par_iter().flat_map_iter(|row| all[row * width..(row + 1) * width].iter().copied()).collect()
}

/// How many matches hold an anchor.
#[derive(Clone, Copy, Debug)]
pub struct Anchored {
    /// The matches.
    pub count: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}
