//! At how many bicliques each vertex or edge is.

use super::{Sides, SoughtBicliques};
use crate::at::{At, Edges, Vertices, edge_between};
use crate::clock::Clock;
use crate::direct::BicliquesAtArcs;
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::{Counts, Local};
use crate::pattern::Pattern;
use crate::runtime::Team;
use crate::{Context, MineError, Placed, Seconds};

/// The bicliques of two sizes at each vertex or edge.
#[derive(Clone, Debug)]
pub struct BicliquesAt {
    /// For each vertex or edge at how many it is. Edges `u < v` go by `u`, then by `v`.
    pub counts: Counts,
    /// How many there are in all.
    pub count: u128,
    /// How long the parts took.
    pub seconds: Seconds,
}

/// The bicliques at the arcs of a graph, from the side of which `take` are taken to the one of which `common` are.
struct AtArcs<'g> {
    form: &'g Csr,
    /// What the vertices of the form are called.
    names: &'g [u32],
    sums: &'g [u128],
    take: u32,
    common: u32,
    /// How often each biclique was found.
    times: u128,
}

impl Placed {
    /// For each vertex how many bicliques it is in, of those that [`bicliques`](Self::bicliques) counts.
    ///
    /// # Errors
    /// As there.
    pub fn bicliques_at_vertices(
        &self,
        p: u32,
        q: u32,
        sides: Option<&Sides>,
        context: &Context,
    ) -> Result<BicliquesAt, MineError> {
        self.bicliques_at::<Vertices>(&SoughtBicliques::new(p, q, sides)?, context)
    }

    /// For each edge how many bicliques it is in, of those that [`bicliques`](Self::bicliques) counts.
    ///
    /// # Errors
    /// As there.
    pub fn bicliques_at_edges(
        &self,
        p: u32,
        q: u32,
        sides: Option<&Sides>,
        context: &Context,
    ) -> Result<BicliquesAt, MineError> {
        self.bicliques_at::<Edges>(&SoughtBicliques::new(p, q, sides)?, context)
    }

    fn bicliques_at<A: OfArcs>(
        &self,
        sought: &SoughtBicliques<'_>,
        context: &Context,
    ) -> Result<BicliquesAt, MineError> {
        if sought.is_butterfly() {
            // All vertices, and all edges, of a 4-cycle are in one orbit.
            let found = self.count_at::<A>(&butterfly(), &ListOptions::default().context(context.clone()))?;
            return Ok(BicliquesAt { counts: found.counts, count: found.matches, seconds: found.seconds });
        }
        if sought.p.min(sought.q) == 1 {
            let clock = Clock::default();
            let (count, counts) = clock.mine(|| stars_at::<A>(sought, self.target().csr))?;
            return Ok(BicliquesAt { counts, count, seconds: clock.seconds() });
        }
        let times = sought.times();
        self.on_whoever_is_left(context, |placed| {
            placed.with_session(sought, context, |session, clock| {
                let how = placed.anchoring(sought);
                let BicliquesAtArcs { count, form, old_of_new, sums } = session.bicliques_at_arcs(how)?;
                let (take, common) = (how.take, how.common);
                let arcs = AtArcs { form: &form, names: &old_of_new, sums: &sums, take, common, times };
                let counts = clock.mine(|| A::of_arcs(&arcs, placed.target().csr))?.into();
                Ok(BicliquesAt { counts, count: count / times, seconds: clock.seconds() })
            })
        })
    }
}

/// How many stars there are, and at how many each vertex or edge is.
fn stars_at<A: OfArcs>(sought: &SoughtBicliques<'_>, graph: &Csr) -> Result<(u128, Counts), MineError> {
    let (count, sums) = (sought.stars(graph)?, sought.stars_at_arcs(graph)?);
    let names: Vec<u32> = (0..graph.n()).collect();
    let (common, times) = (sought.p.max(sought.q), sought.times());
    let arcs = AtArcs { form: graph, names: &names, sums: &sums, take: 1, common, times };
    Ok((count, A::of_arcs(&arcs, graph)?.into()))
}

/// Places at which bicliques are counted.
trait OfArcs: Local {
    /// How many are at each, from those at the arcs.
    fn of_arcs(arcs: &AtArcs<'_>, graph: &Csr) -> Result<Vec<u128>, MineError>;
}

/// Of the bicliques at a vertex, each has so many of its arcs as there are vertices on the other side.
impl OfArcs for Vertices {
    fn of_arcs(arcs: &AtArcs<'_>, graph: &Csr) -> Result<Vec<u128>, MineError> {
        let n = arcs.form.n() as usize;
        let mut found = [vec![0u128; n], vec![0u128; n]];
        for (from, to, sum) in arcs.iter() {
            for (found, v) in found.iter_mut().zip([from, to]) {
                let of_vertex = &mut found[v as usize];
                *of_vertex = of_vertex.checked_add(sum).ok_or(MineError::LocalCountOverflow)?;
            }
        }
        let [as_taken, as_common] = found;
        let mut counts = vec![0; graph.n() as usize];
        for (v, &name) in arcs.names.iter().enumerate() {
            let both = as_taken[v] / u128::from(arcs.common) + as_common[v] / u128::from(arcs.take);
            counts[name as usize] = both / arcs.times;
        }
        Ok(counts)
    }
}

/// The bicliques at an edge are those at both of its arcs.
impl OfArcs for Edges {
    fn of_arcs(arcs: &AtArcs<'_>, graph: &Csr) -> Result<Vec<u128>, MineError> {
        let mut counts = vec![0; Edges::count_of_graph(graph)];
        let number = Edges::numbers(graph);
        for (from, to, sum) in arcs.iter().filter(|&(_, _, sum)| sum > 0) {
            let [u, v] = [from, to].map(|v| arcs.names[v as usize]);
            counts[number(edge_between(u, v))] += sum;
        }
        counts.iter_mut().for_each(|count| *count /= arcs.times);
        Ok(counts)
    }
}

impl AtArcs<'_> {
    /// The arcs: the vertices of the form that they lead from and to, and their sums.
    fn iter(&self) -> impl Iterator<Item = (u32, u32, u128)> {
        let of = |u: u32| self.form.neighbors(u).iter().map(move |&v| (u, v));
        (0..self.form.n()).flat_map(of).zip(self.sums).map(|((u, v), &sum)| (u, v, sum))
    }
}

/// A biclique of two and two: a 4-cycle.
fn butterfly() -> Pattern {
    Pattern::parse("4-cycle").expect("a known name")
}

/// For each vertex of `graph` how many bicliques it is in, by a device or a team: see
/// [`Placed::bicliques_at_vertices`].
///
/// # Errors
/// As there.
pub fn bicliques_at_vertices(
    graph: &Csr,
    p: u32,
    q: u32,
    sides: Option<&Sides>,
    team: impl Into<Team>,
    context: &Context,
) -> Result<BicliquesAt, MineError> {
    Placed::new(graph, team).bicliques_at_vertices(p, q, sides, context)
}

/// For each edge of `graph` how many bicliques it is in, by a device or a team: see [`Placed::bicliques_at_edges`].
///
/// # Errors
/// As there.
pub fn bicliques_at_edges(
    graph: &Csr,
    p: u32,
    q: u32,
    sides: Option<&Sides>,
    team: impl Into<Team>,
    context: &Context,
) -> Result<BicliquesAt, MineError> {
    Placed::new(graph, team).bicliques_at_edges(p, q, sides, context)
}
