//! Estimates at each vertex: at how many matches it is, in each orbit of the pattern.
//!
//! The walk begins with a vertex of the orbit, and breaks no symmetry: the tasks of a vertex of the graph then hold the
//! embeddings that take the first vertex there, and each vertex is a stratum of its own, with an interval of its own. A
//! match at a vertex is there by as many embeddings as the automorphisms that keep the orbit's vertex where it is, up
//! to the order of the vertices that are drawn together.

use super::EstimateOptions;
use super::interval::{DrawsSummary, Interval};
use super::multiplicity::Multiplicity;
use super::rounds::Rounds;
use super::sequence::report;
use super::source::DrawSource;
use super::strata::{StratumSample, TaskRange};
use crate::at::Vertices;
use crate::clock::Clock;
use crate::list::ListOptions;
use crate::local::{LocalCounts, Orbits};
use crate::pattern::Pattern;
use crate::plan::{Feature, PlanError, PlanOptions};
use crate::primitives::MOST_KEYS;
use crate::run::Run;
use crate::runtime::RuntimeError;
use crate::walk::{PlannedWalk, plan_walk};
use crate::{MineError, Placed, Seconds};
use motherlode_device::kernels::estimate::GROUP;

/// Estimates at each vertex, for each orbit.
#[derive(Clone, Debug)]
pub struct LocalEstimates {
    /// The orbits.
    pub orbits: Orbits,
    /// For each vertex its estimates: one for each orbit.
    pub estimates: Vec<LocalEstimate>,
    /// How many draws there were.
    pub draws: u64,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// At how many matches a vertex is in an orbit, about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalEstimate {
    /// How many these are.
    pub estimate: f64,
    /// An interval that holds the number with the confidence that was asked for, in the limit of many draws. Where
    /// nothing was found it is from 0 to what would have been seen.
    pub interval: Interval,
    /// Whether they were counted.
    pub is_exact: bool,
}

impl LocalEstimate {
    /// A count.
    fn exact(count: f64) -> LocalEstimate {
        LocalEstimate { estimate: count, interval: Interval { low: count, high: count }, is_exact: true }
    }
}

impl LocalEstimates {
    /// Counts.
    fn exact(counts: LocalCounts) -> LocalEstimates {
        let estimates = counts.counts.iter().map(|count| LocalEstimate::exact(count as f64)).collect();
        LocalEstimates { orbits: counts.orbits, estimates, draws: 0, seconds: counts.seconds }
    }

    /// The estimates of each vertex.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, LocalEstimate> {
        self.estimates.chunks_exact(self.orbits.len())
    }
}

/// The fewest vertices of patterns that are drawn: the matches of smaller ones are counted.
const LEAST_DRAWN: usize = 5;
/// Groups of draws of each vertex at first.
const FIRST_GROUPS: u64 = 16;
/// Hits without which no interval is taken for narrow.
const LEAST_HITS: u64 = 64;
/// Of the most draws of a vertex, the part for which intervals are made tightest.
const AIM: f64 = 0.25;

impl Placed {
    /// Estimates, for each vertex of the graph and each orbit of the pattern's vertices, at how many matches it is in
    /// that orbit. `options.draws` is the most draws of each vertex and orbit, and `options.error` the width of each
    /// interval that is aimed at. Patterns of up to four vertices are counted, and so are larger ones but cliques that
    /// [`at_vertices`](Self::at_vertices) counts without going through their matches.
    ///
    /// # Errors
    /// When the pattern cannot be planned, or asks for what the graph does not have; when something does not fit in the
    /// budget, a device fails, or the job is asked to stop; before there is an estimate at each vertex, a deadline too.
    pub fn estimate_at_vertices(
        &self,
        pattern: &Pattern,
        options: &EstimateOptions,
    ) -> Result<LocalEstimates, MineError> {
        if let Some(counts) = self.counts_at_vertices(pattern, options)? {
            return Ok(LocalEstimates::exact(counts));
        }
        match self.on_whoever_is_left(&options.context, |placed| at_vertices(placed, pattern, options)) {
            // Not from each of its vertices, as absences may ask for; but the matches may be listed.
            Err(MineError::Plan(PlanError::NoOrder { .. } | PlanError::AntiVertices { .. })) => {
                Ok(LocalEstimates::exact(self.at_vertices(pattern, &counting(options))?))
            }
            done => done,
        }
    }

    /// The counts, where they are faster than draws; `None` for other patterns, and where the counts pass 128 bits.
    fn counts_at_vertices(
        &self,
        pattern: &Pattern,
        options: &EstimateOptions,
    ) -> Result<Option<LocalCounts>, MineError> {
        let counting = counting(options);
        if pattern.vertices() < LEAST_DRAWN {
            return Ok(Some(self.at_vertices(pattern, &counting)?));
        }
        if !options.counting {
            return Ok(None);
        }
        match self.count_by_parts::<Vertices>(self.way_of(pattern, &counting), pattern, &counting) {
            Ok(counted) => Ok(counted.and_then(Result::ok)),
            Err(MineError::LocalCountOverflow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// How matches are counted in the place of draws.
fn counting(options: &EstimateOptions) -> ListOptions {
    ListOptions::default().matching(options.matching).context(options.context.clone())
}

fn at_vertices(
    placed: &Placed,
    pattern: &Pattern,
    options: &EstimateOptions,
) -> Result<LocalEstimates, MineError> {
    let clock = Clock::default();
    let orbits = Orbits::of_vertices(pattern, options.matching.induced);
    let (n, width) = (placed.target().csr.n() as usize, orbits.len());
    let mut estimates = vec![LocalEstimate::exact(0.0); n * width];
    let mut draws = 0;
    for orbit in 0..width {
        let members = (0..).zip(orbits.of()).filter(|(_, of)| *of == orbit);
        let members = members.fold(0u32, |mask, (vertex, _): (u32, usize)| mask | 1 << vertex);
        let planned = planned(placed, pattern, members, options, &clock)?;
        if planned.tasks() == 0 {
            continue;
        }
        if planned.tasks() >= MOST_KEYS {
            return Err(MineError::TooManyTasks { tasks: planned.tasks() });
        }
        let seed = options.seed.wrapping_add((orbit as u64).wrapping_mul(ORBITS_APART));
        let of_orbit =
            OfOrbit { planned: &planned, each: each(&planned, pattern, members, options), options };
        // Each of the orbits that are left has the same part of the time that is.
        let context = options.context.clone().ending_after_part((width - orbit) as u32);
        let (found, drawn) = of_orbit.estimates(seed, Run { context: &context, clock: &clock })?;
        draws += drawn;
        let old_of_new = planned.known.form.old_of_new(&clock);
        for (new, estimate) in found {
            estimates[old_of_new[new] as usize * width + orbit] = estimate;
        }
    }
    Ok(LocalEstimates { orbits, estimates, draws, seconds: clock.seconds() })
}

/// So far apart are the seeds of orbits.
const ORBITS_APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// A walk that begins with one of `members`, and finds each embedding, but for the order of vertices that are drawn
/// together.
fn planned(
    placed: &Placed,
    pattern: &Pattern,
    members: u32,
    options: &EstimateOptions,
    clock: &Clock,
) -> Result<PlannedWalk, MineError> {
    let features = options.planner.without(Feature::SymmetryBreaking);
    let plan = |features| -> Result<PlannedWalk, MineError> {
        let options = PlanOptions::from(options.matching).features(features).first(members);
        Ok(plan_walk(placed, pattern, options, clock)?.with_whole_tasks(clock))
    };
    let planned = plan(features)?;
    if planned.walk.last() >= 2 {
        return Ok(planned);
    }
    // Draws go down three levels at least.
    plan(features.without(Feature::BinomialLeaf).without(Feature::InclusionExclusion))
}

/// For how many matches, with one of `members` at the walk's first vertex, what the walk finds there stands.
fn each(planned: &PlannedWalk, pattern: &Pattern, members: u32, options: &EstimateOptions) -> f64 {
    let maps = options.matching.maps_per_subgraph(pattern).into();
    // What the walk finds of a match is spread evenly over the places of an orbit. Vertices drawn together are found in
    // one order.
    Multiplicity { maps, repeats: planned.walk.repeats().into() }.of(members.count_ones().into())
}

/// An orbit, and how its matches are drawn.
struct OfOrbit<'a> {
    planned: &'a PlannedWalk,
    each: f64,
    options: &'a EstimateOptions,
}

/// A vertex that is drawn from, and what came of it.
struct DrawnVertex {
    vertex: usize,
    tasks: TaskRange,
    sample: StratumSample,
}

impl OfOrbit<'_> {
    /// The estimates at the vertices that have tasks, as they are numbered in the form, and how many draws there were.
    fn estimates(&self, seed: u64, run: Run<'_>) -> Result<(Vec<(usize, LocalEstimate)>, u64), MineError> {
        let mut left = self.vertices(run.clock)?;
        let mut rounds = Rounds::in_order(self.planned, left.len(), seed, run)?;
        let (mut done, mut draws, mut groups) = (Vec::new(), 0, FIRST_GROUPS);
        run.clock.mine(|| -> Result<(), MineError> {
            while !left.is_empty() {
                let tasks: Vec<TaskRange> = left.iter().map(|drawn| drawn.tasks).collect();
                match rounds.draw(&tasks, &vec![groups; tasks.len()]) {
                    Ok(moments) => {
                        left.iter_mut().zip(&moments).for_each(|(drawn, round)| drawn.sample.add(round));
                    }
                    Err(MineError::Runtime(RuntimeError::Deadline)) if draws > 0 => break,
                    Err(error) => return Err(error),
                }
                draws += tasks.len() as u64 * groups * GROUP;
                let (narrow, wide): (Vec<DrawnVertex>, Vec<DrawnVertex>) =
                    left.drain(..).partition(|drawn| self.is_done(&drawn.sample));
                done.extend(narrow);
                left = wide;
                report(&self.options.context, done.len() as u64, (done.len() + left.len()) as f64);
                groups *= 2;
            }
            Ok(())
        })?;
        let found = done.iter().chain(&left).map(|drawn| (drawn.vertex, self.estimate(&drawn.sample)));
        Ok((found.collect(), draws))
    }

    /// The vertices that have tasks, each with a stratum of these.
    fn vertices(&self, clock: &Clock) -> Result<Vec<DrawnVertex>, MineError> {
        let csr = self.planned.known.form.prepared(clock).csr();
        let starts = self.planned.starts(clock)?.unwrap_or_default();
        let further = self.planned.walk.order().len() as i32 - 2;
        let bound = f64::from(csr.max_degree()).powi(further);
        let drawn = |(vertex, ends): (usize, &[u64])| {
            let tasks = TaskRange { start: ends[0], tasks: ends[1] - ends[0], bound };
            (tasks.tasks > 0).then(|| DrawnVertex {
                vertex,
                tasks,
                sample: StratumSample::new(tasks.tasks, tasks.bound, 0.0),
            })
        };
        Ok(starts.windows(2).enumerate().filter_map(drawn).collect())
    }

    /// Whether there are enough draws of a vertex.
    fn is_done(&self, sample: &StratumSample) -> bool {
        let all = DrawsSummary::of(std::slice::from_ref(sample));
        let narrow = all.hits >= LEAST_HITS && self.half(&all) <= self.options.error * all.mean;
        narrow || all.draws >= self.options.draws
    }

    fn half(&self, all: &DrawsSummary) -> f64 {
        all.asymptotic(1.0 - self.options.confidence, self.aim())
    }

    /// The draws at which intervals are tightest.
    fn aim(&self) -> f64 {
        (self.options.draws as f64 * AIM).max((FIRST_GROUPS * GROUP) as f64)
    }

    fn estimate(&self, sample: &StratumSample) -> LocalEstimate {
        let all = DrawsSummary::of(std::slice::from_ref(sample));
        let [Interval { low, high }, _] = all.intervals(0.0, 1.0 - self.options.confidence, self.aim());
        let interval = Interval { low: self.each * low, high: self.each * high };
        LocalEstimate { estimate: self.each * all.mean, interval, is_exact: false }
    }
}
