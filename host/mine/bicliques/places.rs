//! At how many bicliques each vertex or edge is.

use super::{Sides, SoughtBicliques};
use crate::at::{At, Edges, edge_between};
use crate::clock::Clock;
use crate::direct::BicliquesAtArcs;
use crate::graph::Csr;
use crate::list::ListOptions;
use crate::local::{Counts, LocalCounts};
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
        let sought = SoughtBicliques::new(p, q, sides)?;
        match sought.is_butterfly() {
            true => Ok(of_local(self.at_vertices(&butterfly(), &options(context))?)),
            false => self.at_places(&sought, context, |arcs, graph| arcs.at_vertices(graph)),
        }
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
        let sought = SoughtBicliques::new(p, q, sides)?;
        match sought.is_butterfly() {
            true => Ok(of_local(self.at_edges(&butterfly(), &options(context))?)),
            false => self.at_places(&sought, context, |arcs, graph| Ok(arcs.at_edges(graph))),
        }
    }

    fn at_places(
        &self,
        sought: &SoughtBicliques<'_>,
        context: &Context,
        of_arcs: impl Fn(AtArcs<'_>, &Csr) -> Result<Vec<u128>, MineError>,
    ) -> Result<BicliquesAt, MineError> {
        let (graph, times) = (self.target().csr, sought.times());
        if sought.p.min(sought.q) == 1 {
            let clock = Clock::default();
            return clock
                .mine(|| {
                    let (count, sums) = (sought.stars(graph)?, sought.stars_at_arcs(graph)?);
                    let names: Vec<u32> = (0..graph.n()).collect();
                    let common = sought.p.max(sought.q);
                    let arcs = AtArcs { form: graph, names: &names, sums: &sums, take: 1, common, times };
                    Ok((count, of_arcs(arcs, graph)?))
                })
                .map(|(count, counts)| BicliquesAt {
                    counts: counts.into(),
                    count,
                    seconds: clock.seconds(),
                });
        }
        self.on_whoever_is_left(context, |placed| {
            placed.with_session(sought, context, |session, clock| {
                let how = placed.anchoring(sought);
                let BicliquesAtArcs { count, form, old_of_new, sums } = session.bicliques_at_arcs(how)?;
                let (take, common) = (how.take, how.common);
                let arcs = AtArcs { form: &form, names: &old_of_new, sums: &sums, take, common, times };
                let counts = clock.mine(|| of_arcs(arcs, graph))?.into();
                Ok(BicliquesAt { counts, count: count / times, seconds: clock.seconds() })
            })
        })
    }
}

impl AtArcs<'_> {
    /// The arcs: the vertices of the form that they lead from and to, and their sums.
    fn arcs(&self) -> impl Iterator<Item = (u32, u32, u128)> {
        let of = |u: u32| self.form.neighbors(u).iter().map(move |&v| (u, v));
        (0..self.form.n()).flat_map(of).zip(self.sums).map(|((u, v), &sum)| (u, v, sum))
    }

    /// For each vertex: of the bicliques at it, each has so many of its arcs as there are vertices on the other side.
    fn at_vertices(&self, graph: &Csr) -> Result<Vec<u128>, MineError> {
        let mut found = [vec![0u128; self.form.n() as usize], vec![0u128; self.form.n() as usize]];
        for (from, to, sum) in self.arcs() {
            for (found, v) in found.iter_mut().zip([from, to]) {
                let of_vertex = &mut found[v as usize];
                *of_vertex = of_vertex.checked_add(sum).ok_or(MineError::LocalCountOverflow)?;
            }
        }
        let [as_taken, as_common] = found;
        let mut counts = vec![0; graph.n() as usize];
        for (v, &name) in self.names.iter().enumerate() {
            let both = as_taken[v] / u128::from(self.common) + as_common[v] / u128::from(self.take);
            counts[name as usize] = both / self.times;
        }
        Ok(counts)
    }

    /// For each edge: those at both of its arcs.
    fn at_edges(&self, graph: &Csr) -> Vec<u128> {
        let mut counts = vec![0; Edges::count_of_graph(graph)];
        let number = Edges::numbers(graph);
        for (from, to, sum) in self.arcs().filter(|&(_, _, sum)| sum > 0) {
            let [u, v] = [from, to].map(|v| self.names[v as usize]);
            counts[number(edge_between(u, v))] += sum;
        }
        counts.iter_mut().for_each(|count| *count /= self.times);
        counts
    }
}

/// A biclique of two and two: a 4-cycle.
fn butterfly() -> Pattern {
    Pattern::parse("4-cycle").expect("a known name")
}

fn options(context: &Context) -> ListOptions {
    ListOptions::default().context(context.clone())
}

/// All vertices, and all edges, of a 4-cycle are in one orbit.
fn of_local(LocalCounts { counts, matches, seconds, .. }: LocalCounts) -> BicliquesAt {
    BicliquesAt { counts, count: matches, seconds }
}

/// For each vertex of `graph` how many bicliques it is in, by a device or a team: see [`Placed::bicliques_at_vertices`].
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
