//! The triad census: how many sets of three vertices are joined in each of 16 ways.

use super::arcs_of;
use super::digraph::{Digraph, DigraphPart};
use super::lattice::DirectedClassCounts;
use super::names::{TRIADS, class};
use crate::clock::Clock;
use crate::plan::Induced;
use crate::runtime::Team;
use crate::{Context, CountOptions, MineError, Placed, Seconds, Target};

/// A triad, and how many sets of three vertices are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triad {
    /// Its name: how many of the three pairs are mutual, of one arc and null, and a letter that tells apart those that
    /// agree so.
    pub name: &'static str,
    /// Its class in igraph, which is not that of its census.
    pub class: Option<u32>,
    /// The least number of its adjacency matrix, read as binary digits: the id of mfinder and FANMOD.
    pub id: u32,
    /// How many sets of three vertices are one.
    pub count: u128,
}

/// The census, and how long it took.
#[derive(Clone, Debug)]
pub struct TriadCensus {
    /// The triads, from `003`, without an arc, to `300`.
    pub triads: Vec<Triad>,
    /// How long the parts took.
    pub seconds: Seconds,
}

impl Placed {
    /// The triad census (Davis and Leinhardt 1972): all sets of three vertices, by how they are joined. Nothing is gone
    /// through but triangles: those of two ties follow from these and the ties at each vertex, and those of one tie or
    /// none from the numbers of ties and of vertices.
    ///
    /// # Errors
    /// When the graph is undirected, the device fails or its memory is too small, or the job is to stop.
    pub fn triad_census(&self, context: &Context) -> Result<TriadCensus, MineError> {
        let clock = Clock::default();
        let options = CountOptions::default().induced(Induced::Vertex).context(context.clone());
        let mut counts = self.directed_counts_timed(3, &options, &clock)?;
        let edges = u128::from(self.target().csr.edges());
        let arcs = arcs_of(self.target())?.count();
        // Of an edge there are one arc or two.
        let dyads = Dyads { mutual: arcs - edges, single: 2 * edges - arcs };
        let n = u128::from(self.target().csr.n());
        let in_connected = Dyads::over(&counts);
        // A tie and any third vertex are a triad; some of these are connected.
        let thirds = n.saturating_sub(2);
        let [none, one_arc, one_pair] = [TRIADS[0], TRIADS[1], TRIADS[2]].map(|(_, id)| id);
        counts.insert(one_arc, dyads.single * thirds - in_connected.single);
        counts.insert(one_pair, dyads.mutual * thirds - in_connected.mutual);
        let others: u128 = counts.values().sum();
        counts.insert(none, n * n.saturating_sub(1) * thirds / 6 - others);
        let triad = |&(name, id): &(&'static str, u32)| Triad {
            name,
            class: class(3, id),
            id,
            count: counts.get(&id).copied().unwrap_or_default(),
        };
        Ok(TriadCensus { triads: TRIADS.iter().map(triad).collect(), seconds: clock.seconds() })
    }
}

/// Pairs of vertices that are joined.
#[derive(Default)]
struct Dyads {
    /// By arcs each way.
    mutual: u128,
    /// By one arc.
    single: u128,
}

impl Dyads {
    /// Those in triads of which there are so many, in all.
    fn over(triads: &DirectedClassCounts) -> Dyads {
        triads.iter().fold(Dyads::default(), |sum, (&id, &count)| {
            let triad = Digraph::of_number(3, id);
            let (ties, arcs) = (triad.count(DigraphPart::Tie) as u128, triad.count(DigraphPart::Arc) as u128);
            Dyads {
                mutual: sum.mutual + count * (arcs - ties),
                single: sum.single + count * (2 * ties - arcs),
            }
        })
    }
}

/// The triad census of `graph`, on a device or a team: see [`Placed::triad_census`].
///
/// # Errors
/// As there.
pub fn triad_census<'g>(
    graph: impl Into<Target<'g>>,
    team: impl Into<Team>,
    context: &Context,
) -> Result<TriadCensus, MineError> {
    Placed::new(graph, team).triad_census(context)
}
