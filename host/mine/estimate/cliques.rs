//! Estimates of cliques, of any number of vertices: without a plan, from the neighbourhoods of roots.
//!
//! How many cliques a root may have is bounded by the edges among its list, by the theorem of Kruskal and Katona in the
//! form of Lovász: `C(x, 2)` edges have at most `C(x, k)` cliques of `k` vertices, for any real `x`. Roots are cut into
//! strata by it, and a graph with few cliques by it is counted.

use motherlode_device::kernels::clique_draws::most_weight;
use motherlode_device::kernels::estimate::draw::task_of;
use motherlode_device::kernels::estimate::{GROUP, PARTS, Stratum, WEIGHTS};

use super::multiplicity::Multiplicity;
use super::pilot::Pilot;
use super::rounds::stream;
use super::source::{CountStratum, DrawSource};
use super::strata::{DrawMoments, TaskRange, cut};
use super::stratified::drawn;
use super::{EstimateOptions, Estimated};
use crate::clock::Clock;
use crate::direct::{RootDraws, Session};
use crate::run::Run;
use crate::strategy::LARGEST_CLIQUE;
use crate::{Context, MineError, Placed, VertexOrder};

/// Cliques that are counted in the time of a few rounds of draws.
const FEW: f64 = (1u64 << 23) as f64;

/// Estimates how many cliques of `k` vertices there are, each of which counts for `maps`.
pub(super) fn estimate_cliques(
    placed: &Placed,
    k: u32,
    maps: u128,
    options: &EstimateOptions,
) -> Result<Estimated, MineError> {
    if !(2..=LARGEST_CLIQUE).contains(&k) {
        return Err(MineError::CliqueSize { k });
    }
    let clock = Clock::default();
    let context = options.context.without_progress();
    let run = Run { context: &context, clock: &clock };
    let known = clock.prepare(|| placed.known_in_order(k - 1, VertexOrder::Degree));
    let mut session = Session::new(&known, run)?;
    let estimated = if k < 4 { None } else { from_roots(&mut session, k, maps, options)? };
    let estimated = match estimated {
        Some(estimated) => estimated,
        None => Estimated::exact(counted(&mut session, k, maps)?, options),
    };
    Ok(Estimated { seconds: clock.seconds(), ..estimated })
}

/// The cliques, counted.
fn counted(session: &mut Session<'_>, k: u32, maps: u128) -> Result<u128, MineError> {
    let none = session.known_max_clique().is_some_and(|largest| largest < k);
    let cliques = if none { 0 } else { session.cliques(k)? };
    cliques.checked_mul(maps).ok_or(MineError::CountOverflow)
}

/// The estimate; `None` if all had better be counted without any draws.
fn from_roots(
    session: &mut Session<'_>,
    k: u32,
    maps: u128,
    options: &EstimateOptions,
) -> Result<Option<Estimated>, MineError> {
    let roots = session.root_edges(k)?;
    let most: Vec<f64> = roots.iter().map(|&root| most_cliques(root, k - 1)).collect();
    let all: f64 = most.iter().sum();
    if all == 0.0 || options.counting && all <= FEW {
        return Ok(None);
    }
    let (order, strata) = in_strata(&roots, &most, k - 1);
    let repeats: u128 = (1..u128::from(k)).product();
    let mut source = CliquesOfRoots { session, k, maps, order, round: 0, seed: options.seed };
    let mut estimated = drawn(&mut source, &strata, Multiplicity { maps, repeats }, options)?;
    // What is there is bounded without any draws.
    let most = all * maps as f64;
    estimated.rigorous.high = estimated.rigorous.high.min(most);
    estimated.interval.high = estimated.interval.high.min(most);
    Ok(Some(estimated))
}

/// How many cliques of `others` vertices a list may have, with so many vertices and edges among them.
fn most_cliques((length, edges): (u32, u64), others: u32) -> f64 {
    let others = f64::from(others);
    if (edges as f64) < others * (others - 1.0) / 2.0 {
        return 0.0;
    }
    let x = ((1.0 + (1.0 + 8.0 * edges as f64).sqrt()) / 2.0).min(f64::from(length));
    let mut most = 1.0;
    let mut taken = 0.0;
    while taken < others {
        most *= (x - taken) / (taken + 1.0);
        taken += 1.0;
    }
    // Rounding may leave less than the one that there may be.
    most.max(1.0)
}

/// The roots that may have cliques, sorted by how many, and the strata that they are cut into.
fn in_strata(roots: &[(u32, u64)], most: &[f64], others: u32) -> (Vec<u32>, Vec<TaskRange>) {
    let weight = |most: f64| match most {
        0.0 => 0,
        most => ((1.0 + f64::from(PARTS) * most.log2()) as usize).min(WEIGHTS - 1),
    };
    let mut order: Vec<u32> = (0..roots.len() as u32).collect();
    order.sort_by_key(|&root| weight(most[root as usize]));
    let mut counts = vec![0; WEIGHTS];
    most.iter().for_each(|&most| counts[weight(most)] += 1);
    let mut strata = cut(&counts, 1.0);
    for stratum in &mut strata {
        let own = &order[stratum.start as usize..(stratum.start + stratum.tasks) as usize];
        let longest = own.iter().map(|&root| roots[root as usize].0).max().unwrap_or(0);
        stratum.bound = most_weight(longest, others);
    }
    (order, strata)
}

/// Cliques of roots: a task is one.
struct CliquesOfRoots<'a, 's> {
    session: &'a mut Session<'s>,
    k: u32,
    /// What each counts for.
    maps: u128,
    /// The positions of the roots, in the order of the strata.
    order: Vec<u32>,
    /// How many rounds there were: each has random numbers of its own.
    round: u64,
    seed: u64,
}

impl CliquesOfRoots<'_, '_> {
    /// How many draws each root has, and in which stratum it is.
    fn deal(&self, strata: &[TaskRange], groups: &[u64], seed: u64) -> Vec<(u32, u32)> {
        let mut of_roots = vec![(0, 0); self.order.len()];
        for ((at, stratum), groups) in (0..).zip(strata).zip(groups) {
            let TaskRange { start, tasks, .. } = *stratum;
            let (dealt, seed) =
                (Stratum { start, tasks, draws: groups * GROUP, first_group: 0 }, stream(seed, start));
            for draw in 0..dealt.draws {
                let place = task_of(dealt, draw, stream(seed, draw));
                let root = &mut of_roots[self.order[place as usize] as usize];
                *root = (root.0 + 1, at);
            }
        }
        of_roots
    }
}

impl DrawSource for CliquesOfRoots<'_, '_> {
    fn draw(&mut self, strata: &[TaskRange], groups: &[u64]) -> Result<Vec<DrawMoments>, MineError> {
        self.round += 1;
        let seed = stream(self.seed, self.round);
        let of_roots = self.deal(strata, groups, seed);
        let draws = RootDraws::new((0..).zip(&of_roots).map(|(position, &(draws, _))| (position, draws)));
        let sums = self.session.draw_cliques(self.k, &draws, seed)?;
        let mut moments = vec![DrawMoments::default(); strata.len()];
        for (position, draws, groups) in draws.roots() {
            let moments = &mut moments[of_roots[position as usize].1 as usize];
            moments.draws += u64::from(draws);
            for group in &sums[groups] {
                moments.weights += group.weights;
                moments.squares += group.squares;
                moments.hits += group.hits;
            }
        }
        match moments.iter().all(|moments| moments.squares.is_finite()) {
            true => Ok(moments),
            false => Err(MineError::CountOverflow),
        }
    }

    fn counter(&self) -> Option<&dyn CountStratum> {
        None
    }

    fn had_better_be_counted(&mut self, pilot: &Pilot) -> Result<bool, MineError> {
        if pilot.hits() == 0.0 {
            // So it may be that there is none.
            return Ok((self.session.max_clique()?.len() as u32) < self.k);
        }
        let repeats: f64 = (1..self.k).map(f64::from).product();
        Ok(pilot.mean() / repeats <= FEW)
    }

    /// The session has a context of its own.
    fn count_all(&mut self, _: Context) -> Result<u128, MineError> {
        counted(self.session, self.k, self.maps)
    }
}
