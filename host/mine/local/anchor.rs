//! Matches through one vertex or edge.

use std::ops::ControlFlow;

use crate::graph::Csr;
use crate::graph::attributes::induced;
use crate::mine::list::ListOptions;
use crate::mine::{MineError, Placed, Seconds, Target};
use crate::pattern::Pattern;
use crate::runtime::Team;

/// What every match must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// A vertex of the graph.
    Vertex(u32),
    /// An edge of the graph, as the image of an edge of the pattern.
    Edge(u32, u32),
}

/// How many matches hold an anchor.
#[derive(Clone, Copy, Debug)]
pub struct Anchored {
    /// The matches.
    pub count: u64,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// How many matches of `pattern` in `graph` hold the anchor, by a device or a team.
///
/// A match is connected, so its vertices are within as many steps of the anchor as the pattern has vertices, less one, and
/// vertices that must not exist within one more. The matches of the subgraph that all these induce are listed, and those
/// with the anchor counted.
///
/// # Errors
/// As [`Placed::list`].
pub fn anchored<'g>(
    graph: impl Into<Target<'g>>,
    pattern: &Pattern,
    team: impl Into<Team>,
    options: &ListOptions,
    anchor: Anchor,
) -> Result<Anchored, MineError> {
    let (Anchor::Vertex(center) | Anchor::Edge(center, _)) = anchor;
    let Target { csr, attributes } = graph.into();
    let beyond = usize::from(pattern.all_vertices().len() > pattern.vertices());
    let old_of_new = ball(csr, center, pattern.vertices() - 1 + beyond);
    let near = induced(csr, attributes.map(|attributes| &**attributes), &old_of_new);
    let mut count = 0;
    let listed = Placed::new(&near, team).list(pattern, options, |batch| {
        let old = |new: u32| old_of_new[new as usize];
        let holds = |row: &&[u32]| match anchor {
            Anchor::Vertex(v) => row.iter().any(|&new| old(new) == v),
            Anchor::Edge(u, v) => pattern.edges().iter().any(|&(a, b)| {
                let ends = (old(row[a]), old(row[b]));
                ends == (u, v) || ends == (v, u)
            }),
        };
        count += batch.rows().filter(holds).count() as u64;
        ControlFlow::Continue(())
    })?;
    Ok(Anchored { count, seconds: listed.seconds })
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
