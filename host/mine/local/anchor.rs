//! Matches through one vertex or edge.

use std::ops::ControlFlow;

use super::LocalWay;
use super::local_counts::Anchored;
use super::solved::Solved;
use super::{Local, report_listed};
use crate::at::{Edges, Vertices, edge_between};
use crate::graph::Csr;
use crate::graph::attributes::induced;
use crate::list::ListOptions;
use crate::memory::instead;
use crate::pattern::{Pattern, all, bits};
use crate::runtime::Team;
use crate::{MineError, Placed, Target};

/// What every match must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// A vertex of the graph.
    Vertex(u32),
    /// An edge of the graph, as the image of an edge of the pattern.
    Edge(u32, u32),
}

impl Anchor {
    /// A vertex that every match holds.
    fn center(self) -> u32 {
        let (Anchor::Vertex(center) | Anchor::Edge(center, _)) = self;
        center
    }
}

/// How many matches of `pattern` in `graph` hold the anchor, by a device or a team.
///
/// No vertex of a match is farther from the anchor than vertices of the pattern are from each other, and vertices that
/// must not exist are at most a step farther. So the subgraph that all vertices so near induce is enough. What
/// [`at_vertices`](super::at_vertices) and [`at_edges`](super::at_edges) count without going through matches is counted
/// so there; the matches of other patterns are listed, and those with the anchor counted.
///
/// # Errors
/// When the pattern cannot be planned, or asks for what the graph does not have; when the memory is too small, a device
/// fails, or the job is to stop; [`MineError::LocalCountOverflow`].
pub fn anchored<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
    anchor: Anchor,
) -> Result<Anchored, MineError> {
    let Target { csr, attributes } = graph.into();
    let beyond = usize::from(pattern.all_vertices().len() > pattern.vertices());
    let old_of_new = ball(csr, anchor.center(), diameter(pattern) + beyond);
    let near = induced(csr, attributes.map(|attributes| &**attributes), &old_of_new);
    // An end of an edge is near the other.
    let new = |old: u32| old_of_new.partition_point(|&other| other < old) as u32;
    let placed = Placed::new(&near, team);
    match anchor {
        Anchor::Vertex(v) => through::<Vertices>(&placed, pattern, options, new(v)),
        Anchor::Edge(u, v) => through::<Edges>(&placed, pattern, options, edge_between(new(u), new(v))),
    }
}

/// How many matches hold a place.
fn through<A: Local>(
    placed: &Placed,
    pattern: &Pattern,
    options: &ListOptions,
    place: A::Place,
) -> Result<Anchored, MineError> {
    placed.on_whoever_is_left(&options.context, |placed| {
        match counted::<A>(placed, pattern, options, place)? {
            Some(Ok(anchored)) => Ok(anchored),
            Some(Err(refused)) => {
                report_listed(pattern, options);
                instead(listed::<A>(placed, pattern, options, place), Some(refused))
            }
            None => listed::<A>(placed, pattern, options, place),
        }
    })
}

/// How many matches hold a place, without going through the matches, if there is a way.
fn counted<A: Local>(
    placed: &Placed,
    pattern: &Pattern,
    options: &ListOptions,
    place: A::Place,
) -> Result<Option<Solved<Anchored>>, MineError> {
    let local = match placed.way_of(pattern, options) {
        LocalWay::Sums => return placed.solve_through::<A>(pattern, options, place).map(Some),
        LocalWay::Stars(star) => return Ok(Some(Ok(placed.stars_through::<A>(star, pattern, place)?))),
        LocalWay::Cliques => Some(Ok(placed.cliques_or_listed::<A>(pattern, options)?)),
        way => placed.count_by_parts::<A>(way, pattern, options)?,
    };
    match local {
        Some(Ok(local)) => {
            // The place is in one orbit of each match.
            let mut of_orbits = local.row(A::numbers(placed.target().csr)(place));
            let count = of_orbits.try_fold(0u128, u128::checked_add).ok_or(MineError::LocalCountOverflow)?;
            Ok(Some(Ok(Anchored { count, seconds: local.seconds })))
        }
        Some(Err(refused)) => Ok(Some(Err(refused))),
        None => Ok(None),
    }
}

/// How many matches hold a place, from all matches.
fn listed<A: Local>(
    placed: &Placed,
    pattern: &Pattern,
    options: &ListOptions,
    place: A::Place,
) -> Result<Anchored, MineError> {
    let (mut count, members) = (0u128, A::members(pattern));
    let listed = placed.list(pattern, options, |batch| {
        let holds = |row: &&[u32]| members.iter().any(|&member| A::image(member, row) == place);
        count += batch.rows().filter(holds).count() as u128;
        ControlFlow::Continue(())
    })?;
    Ok(Anchored { count, seconds: listed.seconds })
}

/// How many steps two vertices of a pattern are apart at most.
fn diameter(pattern: &Pattern) -> usize {
    let farthest = |v: usize| {
        let (mut within, mut steps) = (1u32 << v, 0);
        while within != all(pattern.vertices()) {
            within |= bits(within).fold(0, |near, u| near | pattern.neighbors(u));
            steps += 1;
        }
        steps
    };
    (0..pattern.vertices()).map(farthest).max().unwrap_or(0)
}

/// The vertices within `radius` steps of `center`, ascending.
fn ball(graph: &Csr, center: u32, radius: usize) -> Vec<u32> {
    let mut seen = vec![false; graph.n() as usize];
    seen[center as usize] = true;
    let (mut ball, mut done) = (vec![center], 0);
    for _ in 0..radius {
        let shell = done..ball.len();
        done = ball.len();
        for place in shell {
            for &next in graph.neighbors(ball[place]) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    ball.push(next);
                }
            }
        }
    }
    ball.sort_unstable();
    ball
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_as_far_apart_as_paths_say() {
        for (text, steps) in [
            ("edge", 1),
            ("6-clique", 1),
            ("5-star", 2),
            ("tailed-triangle", 2),
            ("5-path", 4),
            ("7-cycle", 3),
            ("a->b->c, !(x)-a", 2),
            ("a-b-c, a!c", 2),
        ] {
            assert_eq!(diameter(&Pattern::parse(text).unwrap()), steps, "{text}");
        }
    }
}
