//! Whether there is anything to list: a count may know at once what a walk finds out in the end.

use super::{Listing, Position};
use crate::density::Density;
use crate::{Context, CountOptions, MineError};

/// Work that a walk has done without a match before a count is thought of.
const NOT_WORTH_IT: f64 = 1e6;

/// What a listing that has found nothing yet knows of its matches.
pub(super) enum Doubt {
    /// There are some, or a count says so, or there is no count that takes less than the walk.
    Settled,
    /// Nothing was found so far.
    Open(Box<Listing>),
    /// Nothing was found so far, and a count takes as long as the walk of so many tasks.
    Worth(Box<Listing>, u64),
}

impl Doubt {
    /// That of a listing that begins at a place.
    pub fn new(listing: &Listing, from: Position) -> Doubt {
        if from == Position::default() { Doubt::Open(Box::new(listing.clone())) } else { Doubt::Settled }
    }

    /// Whether it is known that nothing matches. The graph's cores say so at first, where the walk is expected to be
    /// long; and then a count, which is asked once: when so many `tasks` were walked without a match that it takes no
    /// longer than they did.
    ///
    /// # Errors
    /// When the count cannot be planned, the device fails, or the job is to stop.
    pub fn settles(&mut self, tasks: u64, context: &Context) -> Result<bool, MineError> {
        if let Doubt::Open(listing) = self
            && tasks == 0
        {
            return Ok(listing.work() >= NOT_WORTH_IT && listing.is_too_dense());
        }
        if let Doubt::Open(listing) = self
            && listing.work_of(tasks) >= NOT_WORTH_IT
        {
            *self = match listing.worth()? {
                Some(after) => Doubt::Worth(listing.clone(), after),
                None => Doubt::Settled,
            };
        }
        let Doubt::Worth(listing, after) = self else { return Ok(false) };
        if tasks < *after {
            return Ok(false);
        }
        let has_none = listing.has_none(context);
        *self = Doubt::Settled;
        has_none
    }
}

impl Listing {
    /// Whether the graph is too sparse for the pattern.
    fn is_too_dense(&self) -> bool {
        self.matching.semantics.injective() && !Density::of(self.placed.target().csr).may_have(&self.pattern)
    }

    /// The work that so many tasks are expected to be.
    fn work_of(&self, tasks: u64) -> f64 {
        self.work() * (tasks as f64 / self.tasks().max(1) as f64)
    }

    /// After how many tasks a count has taken as long as they did; `None` if it takes longer than all of them.
    fn worth(&self) -> Result<Option<u64>, MineError> {
        let options = CountOptions::default().matching(self.matching);
        let count = self.placed.cost_without_walk(&self.pattern, &options, |prices| prices)?;
        let part = count.map(|count| count / self.work()).filter(|&part| part <= 1.0);
        Ok(part.map(|part| (part * self.tasks() as f64).ceil() as u64))
    }

    /// Whether a count says that nothing matches; where memory is too small for it, nobody says so.
    fn has_none(&self, context: &Context) -> Result<bool, MineError> {
        let options = CountOptions::default().matching(self.matching).context(context.quiet());
        match self.placed.count(&self.pattern, &options) {
            Ok(counted) => Ok(counted.count == 0),
            Err(MineError::CountOverflow) => Ok(false),
            Err(error) if error.is_lack_of_memory() => Ok(false),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Placed;
    use crate::graph::Csr;
    use crate::pattern::Pattern;
    use crate::plan::Induced;
    use crate::runtime::Device;

    /// All pairs of three vertices and so many.
    fn biclique(many: u32) -> Csr {
        let edges = (0..3).flat_map(|u| (3..3 + many).map(move |v| (u, v)));
        Csr::from_edges(3 + many, &edges.collect::<Vec<_>>())
    }

    /// The work after which a search for houses in a bipartite graph asks for their count, which is told by the
    /// triangles: linear in the largest degree, where all of the walk grows by its square.
    #[test]
    fn a_search_in_vain_ends_after_the_work_of_a_count() {
        let context = Context::default();
        let steps = |many: u32| {
            let placed = Placed::new(&biclique(many), &Device::cpu(None));
            let listing = Listing::new(&placed, &Pattern::parse("house").unwrap(), Induced::Edge).unwrap();
            let after = listing.worth().unwrap().expect("a formula");
            let mut doubt = Doubt::new(&listing, Position::default());
            assert!(!doubt.settles(0, &context).unwrap(), "the graph is dense enough");
            assert!(doubt.settles(listing.tasks(), &context).unwrap(), "there are no triangles");
            assert!(!doubt.settles(listing.tasks(), &context).unwrap(), "asked once");
            (listing.work_of(after), listing.work())
        };
        let ((small, small_walk), (large, large_walk)) = (steps(4_000), steps(8_000));
        assert!(large <= 2.5 * small + large_walk / 1e3, "{small:e} and {large:e}");
        assert!(large < large_walk / 10.0, "{large:e} of {large_walk:e}, {small_walk:e}");
    }

    /// A match, a place to begin at, and a short walk leave nothing to ask.
    #[test]
    fn whoever_finds_a_match_asks_nothing() {
        let placed = Placed::new(&biclique(30), &Device::cpu(None));
        let listing = Listing::new(&placed, &Pattern::parse("house").unwrap(), Induced::Edge).unwrap();
        let mut short = Doubt::new(&listing, Position::default());
        assert!(!short.settles(listing.tasks(), &Context::default()).unwrap());
        assert!(matches!(Doubt::new(&listing, Position { task: 1, skip: 0 }), Doubt::Settled));
    }
}
