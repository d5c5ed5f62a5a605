//! Maximal bicliques: those to which no vertex can be added.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::Sides;
use super::maximal_stars::hubs_of_maximal_stars;
use crate::clock::Clock;
use crate::direct::{Anchoring, Session};
use crate::graph::Csr;
use crate::list::Position;
use crate::run::Run;
use crate::runtime::Team;
use crate::{Context, MineError, Placed, Seconds};

/// The numbers of maximal bicliques, and how long it took to count them.
#[derive(Clone, Debug)]
pub struct MaximalBicliques {
    /// How many there are with so many vertices on the left and so many on the right, by rising sizes. Without sides,
    /// the smaller set is told first.
    pub sizes: Vec<([u32; 2], u128)>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl MaximalBicliques {
    /// All of them.
    pub fn count(&self) -> u128 {
        self.sizes.iter().map(|(_, count)| count).sum()
    }
}

/// Which maximal bicliques are sought: at least so many vertices on the left, and on the right; without sides, in the
/// smaller set and in the larger one.
#[derive(Clone, Copy, Debug)]
struct SoughtMaximal<'s> {
    least: [u32; 2],
    sides: Option<&'s Sides>,
}

/// How they are found.
struct MaximalSearch<'s> {
    /// From two common vertices on.
    how: Anchoring<'s>,
    /// Whether the left side is anchored.
    is_left: bool,
    /// The hubs of those with one.
    hubs: Vec<u32>,
}

impl MaximalSearch<'_> {
    /// The sets of the left side and of the right one, given that of the anchored side first.
    fn by_sides<T>(&self, [taken, common]: [T; 2]) -> [T; 2] {
        if self.is_left { [taken, common] } else { [common, taken] }
    }
}

impl<'s> SoughtMaximal<'s> {
    /// No set is empty.
    fn new(least: [u32; 2], sides: Option<&'s Sides>) -> Self {
        let mut least = least.map(|least| least.max(1));
        if sides.is_none() {
            least.sort_unstable();
        }
        SoughtMaximal { least, sides }
    }

    /// How they are found: from the side with fewer wedges between its vertices.
    fn anchoring(&self, graph: &'s Csr) -> (Anchoring<'s>, bool) {
        let SoughtMaximal { least: [left, right], sides } = *self;
        let Some(sides) = sides else {
            return (Anchoring { graph, side: None, take: left, common: left }, true);
        };
        let wedges = |middles: &[bool]| -> u64 {
            let square = |v: u32| u64::from(graph.degree(v)).pow(2);
            (0..graph.n()).filter(|&v| middles[v as usize]).map(square).sum()
        };
        if wedges(sides.right()) <= wedges(sides.left()) {
            (Anchoring { graph, side: Some(sides.left()), take: left, common: right }, true)
        } else {
            (Anchoring { graph, side: Some(sides.right()), take: right, common: left }, false)
        }
    }

    /// The same, with the stars among them.
    ///
    /// # Errors
    /// When the job is to stop.
    fn search(&self, graph: &'s Csr, context: &Context) -> Result<MaximalSearch<'s>, MineError> {
        let (how, is_left) = self.anchoring(graph);
        let hubs = if how.common == 1 { hubs_of_maximal_stars(&how, context)? } else { Vec::new() };
        Ok(MaximalSearch { how: Anchoring { common: how.common.max(2), ..how }, is_left, hubs })
    }

    /// Whether two sets are large enough, whose sizes are told in that order.
    fn has_sizes(&self, sizes: [u32; 2]) -> bool {
        sizes.iter().zip(self.least).all(|(&size, least)| size >= least)
    }
}

impl Placed {
    /// How many maximal bicliques there are of each two sizes, from `least` on, which is 1 and 1 at least: sets on both
    /// sides, none empty, of which all are joined, and to which no vertex can be added. Without sides each pair of sets
    /// counts once. Labels and directions are not looked at.
    ///
    /// # Errors
    /// [`MineError::TooDeep`], [`MineError::TooManySizes`]; when the device fails or its memory is too small, or the
    /// job is to stop.
    pub fn maximal_bicliques(
        &self,
        least: [u32; 2],
        sides: Option<&Sides>,
        context: &Context,
    ) -> Result<MaximalBicliques, MineError> {
        let sought = SoughtMaximal::new(least, sides);
        self.on_whoever_is_left(context, |placed| {
            placed.with_maximal(&sought, context, |session, search, clock| {
                let mut sizes = BTreeMap::new();
                let graph = search.how.graph;
                let stars = search.hubs.iter().map(|&hub| ((graph.degree(hub), 1), 1));
                for ((taken, common), count) in
                    session.maximal_bicliques(search.how)?.into_iter().chain(stars)
                {
                    let mut both = search.by_sides([taken, common]);
                    if sides.is_none() {
                        both.sort_unstable();
                    }
                    *sizes.entry(both).or_insert(0) += count;
                }
                // Without sides each is found from both of its sets.
                let times = if sides.is_none() { 2 } else { 1 };
                let asked_for = sizes.into_iter().filter(|&(both, _)| sought.has_sizes(both));
                let sizes = asked_for.map(|(both, count)| (both, count / times)).collect();
                Ok(MaximalBicliques { sizes, seconds: clock.seconds() })
            })
        })
    }

    /// Calls `take` with each of those: with its vertices on the left, and with those on the right, both ascending;
    /// without sides, with the set first that has the least vertex of both. They come in one order on every device,
    /// until `take` breaks. Returns how long the parts took.
    ///
    /// # Errors
    /// As above.
    pub fn each_maximal_biclique(
        &self,
        least: [u32; 2],
        sides: Option<&Sides>,
        context: &Context,
        mut take: impl FnMut(&[u32], &[u32]) -> ControlFlow<()>,
    ) -> Result<Seconds, MineError> {
        self.list_maximal_bicliques(least, sides, Position::default(), context, |left, right, _| {
            take(left, right)
        })
    }

    /// Hands over the maximal bicliques from a place on, which an earlier listing of them has come to, on whatever
    /// device. `take` hears of the place behind each, too.
    ///
    /// # Errors
    /// As above.
    pub fn list_maximal_bicliques(
        &self,
        least: [u32; 2],
        sides: Option<&Sides>,
        from: Position,
        context: &Context,
        take: impl FnMut(&[u32], &[u32], Position) -> ControlFlow<()>,
    ) -> Result<Seconds, MineError> {
        let sought = SoughtMaximal::new(least, sides);
        let (take, place) = (RefCell::new(take), Cell::new(from));
        self.on_whoever_is_left(context, |placed| {
            // What a device gave that was lost does not come again.
            placed.listed_maximal(&sought, place.get(), context, |left, right, end| {
                place.set(end);
                (take.borrow_mut())(left, right, end)
            })
        })
    }

    /// Hands them over by the first device, whose failure ends it.
    fn listed_maximal(
        &self,
        sought: &SoughtMaximal<'_>,
        from: Position,
        context: &Context,
        mut take: impl FnMut(&[u32], &[u32], Position) -> ControlFlow<()>,
    ) -> Result<Seconds, MineError> {
        self.with_maximal(sought, context, |session, search, clock| {
            let mut place = Position { task: from.task, skip: 0 };
            let mut offer = |task: u64, sets: [&[u32]; 2]| {
                let [left, right] = search.by_sides(sets);
                let mut sizes = [left.len() as u32, right.len() as u32];
                if sought.sides.is_none() {
                    sizes.sort_unstable();
                }
                let is_other = sought.sides.is_none() && right[0] < left[0];
                if is_other || !sought.has_sizes(sizes) {
                    return true;
                }
                let before = if task == place.task { place.skip } else { 0 };
                place = Position { task, skip: before + 1 };
                let is_known = task == from.task && before < from.skip;
                is_known || take(left, right, place).is_continue()
            };
            // The stars are the first tasks.
            let stars = search.hubs.len() as u64;
            let graph = search.how.graph;
            for (task, &hub) in (0..).zip(&search.hubs).skip(from.task as usize) {
                if !offer(task, [graph.neighbors(hub), &[hub]]) {
                    return Ok(clock.seconds());
                }
            }
            let names = session.names();
            let named = |set: &[u32]| {
                let mut named: Vec<u32> = set.iter().map(|&v| names[v as usize]).collect();
                named.sort_unstable();
                named
            };
            session.each_maximal_biclique(
                search.how,
                from.task.saturating_sub(stars),
                |root, taken, common| offer(stars + root, [&named(taken)[..], &named(common)]),
            )?;
            Ok(clock.seconds())
        })
    }

    fn with_maximal<'s, T>(
        &'s self,
        sought: &SoughtMaximal<'s>,
        context: &Context,
        job: impl FnOnce(&mut Session<'_>, &MaximalSearch<'s>, &Clock) -> Result<T, MineError>,
    ) -> Result<T, MineError> {
        let clock = Clock::default();
        let known = clock.prepare(|| self.known(sought.least[0].min(sought.least[1])));
        let search = clock.prepare(|| sought.search(self.target().csr, context))?;
        job(&mut Session::new(&known, Run { context, clock: &clock })?, &search, &clock)
    }
}

/// How many maximal bicliques `graph` has of each two sizes, by a device or a team: see [`Placed::maximal_bicliques`].
///
/// # Errors
/// As there.
pub fn maximal_bicliques(
    graph: &Csr,
    least: [u32; 2],
    sides: Option<&Sides>,
    team: impl Into<Team>,
    context: &Context,
) -> Result<MaximalBicliques, MineError> {
    Placed::new(graph, team).maximal_bicliques(least, sides, context)
}
