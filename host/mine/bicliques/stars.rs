//! Bicliques of one vertex on a side: that vertex is the hub of a star, and the others are some of its neighbours.

use super::SoughtBicliques;
use crate::MineError;
use crate::direct::choose;
use crate::graph::Csr;

impl SoughtBicliques<'_> {
    /// Which vertices are hubs, and how many neighbours go with each.
    fn hubs(&self) -> (Option<&[bool]>, u32) {
        match self.p {
            1 => (self.sides.map(|sides| sides.left()), self.q),
            _ => (self.sides.map(|sides| sides.right()), self.p),
        }
    }

    /// The hubs of a graph.
    fn hubs_of<'g>(&'g self, graph: &'g Csr) -> impl Iterator<Item = u32> + 'g {
        let side = self.hubs().0;
        (0..graph.n()).filter(move |&v| side.is_none_or(|side| side[v as usize]))
    }

    /// How many stars there are.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    pub fn stars(&self, graph: &Csr) -> Result<u128, MineError> {
        let leaves = self.hubs().1;
        let ways = |hub: u32| choose(graph.degree(hub).into(), leaves);
        let stars = self.hubs_of(graph).try_fold(0u128, |sum, hub| sum.checked_add(ways(hub)?));
        Ok(stars.ok_or(MineError::CountOverflow)? / self.times())
    }

    /// For each place in the lists of `graph` how many stars have its arc, from the hub to another.
    ///
    /// # Errors
    /// [`MineError::CountOverflow`].
    pub fn stars_at_arcs(&self, graph: &Csr) -> Result<Vec<u128>, MineError> {
        let mut sums = vec![0; graph.neighbors_all().len()];
        for hub in self.hubs_of(graph).filter(|&hub| graph.degree(hub) > 0) {
            let ways = choose(u128::from(graph.degree(hub)) - 1, self.hubs().1 - 1);
            let [start, end] = [0, 1].map(|next| graph.offsets()[hub as usize + next] as usize);
            sums[start..end].fill(ways.ok_or(MineError::CountOverflow)?);
        }
        Ok(sums)
    }
}
