//! How much work tables take, expected from the statistics of a graph, in the unit of the walk's cost: a step of a lane
//! through a list.

use super::labels::LabelStats;
use super::palette::Palette;
use super::small_graph::{Color, MOST_VERTICES};
use crate::graph::GraphStats;
use crate::plan::moments::ratio;

/// Work for a neighbour that is looked at, whose number of 128 bits is read and added to another.
const NEIGHBOR: f64 = 8.0;
/// Work for an element of a list that is looked for in another.
const LOOK: f64 = 6.0;
/// Work for a triangle at an edge: products of three numbers of 128 bits, in both directions.
const TRIANGLE: f64 = 32.0;
/// Work for a neighbour that is looked at, whose number of 64 bits is read.
const PULL: f64 = 4.0;
/// Work for a neighbour whose number of 64 bits is added to, and that is listed.
const REACH: f64 = 8.0;
/// Work for subgraphs of five vertices of one shape, for each wedge of the graph.
const SUBGRAPHS: f64 = 16.0;

/// By [colour](super::small_graph::INNER) of inner vertices, the share of all pairs of neighbours of one vertex of
/// which the first has it.
#[derive(Clone, Copy, Debug)]
pub struct InnerShares(pub [f64; 2]);

/// The expected work of each kind of table.
#[derive(Clone, Debug)]
pub struct Costs {
    /// A number for each vertex.
    pub vertices: f64,
    /// A sum over the neighbours of all vertices.
    pub neighbors: f64,
    /// A sum over all triangles.
    pub triangles: f64,
    /// The subgraphs of up to five vertices of one shape, by kernels of their own.
    pub subgraphs: f64,
    /// To push the rows of all roots on by an edge, by how far from the root their vertices are; none are at the root.
    pushes: [f64; MOST_VERTICES],
    /// The share of the wedges from all roots in which the other two come after the root.
    later_wedges: f64,
    /// The steps through the vertices near both ends of all edges, in both directions, and through those near one.
    near_edges: [f64; 2],
    /// The steps through the neighbours of these vertices, and of any vertices, for each edge.
    beyond_edges: [f64; 3],
    /// The largest degree.
    max_degree: u32,
    /// By colour, the share of all neighbours in all lists that have it; 1 where there is none.
    shares: Vec<f64>,
    /// Whether the colours are those of inner vertices.
    of_inner: bool,
}

impl Costs {
    /// Those on a graph with these statistics.
    pub fn of(stats: &GraphStats) -> Costs {
        let [ends, wedges, ..] = stats.degree_powers;
        let n = stats.vertices as f64;
        // An edge leads to a vertex with its neighbours.
        let branching = ratio(wedges, ends);
        // Wedges that lead to the same vertex: as many as 4-cycles go through one, and itself.
        let repeated = 1.0 + ratio(4.0 * stats.four_cycles, (wedges - ends) / 2.0);
        let mut pushes = [0.0; MOST_VERTICES];
        // Pairs of a root and a vertex at that distance: no more than there are.
        let mut pairs = ends;
        for (distance, push) in pushes.iter_mut().enumerate().skip(1) {
            *push = NEIGHBOR * if distance == 1 { wedges } else { (pairs * branching).min(n * ends) };
            pairs = (pairs * branching / repeated).min(n * n);
        }
        // The list of the end of lower degree is gone through at each edge: the smaller neighbours of a vertex each
        // have that of its list.
        let both = (stats.degree_powers[1] - stats.lower_powers[1] - stats.upper_powers[1]) / 2.0;
        let triangles = LOOK * (stats.lower_powers[1] + both) + TRIANGLE * 3.0 * stats.triangles;
        // Of the neighbours of a middle, each before it is the root to those after that.
        let later_wedges = ratio((wedges - stats.upper_powers[1] - stats.lower_powers[0]) / 2.0, wedges);
        let (neighbors, subgraphs) = (NEIGHBOR * ends, SUBGRAPHS * wedges);
        // A vertex is in triangles as it has pairs of neighbours, and at the far end of an edge as it has neighbours.
        let near_edges = [6.0 * stats.triangles, wedges];
        let of_common = near_edges[0] * ratio(stats.degree_powers[2], wedges);
        let of_one = wedges * branching;
        let beyond_edges = [of_common, of_one, ends * ends].map(|steps| steps.min(ends * ends));
        Costs {
            vertices: NEIGHBOR * n,
            neighbors,
            triangles,
            subgraphs,
            pushes,
            later_wedges,
            near_edges,
            beyond_edges,
            max_degree: stats.max_degree,
            shares: Vec::new(),
            of_inner: false,
        }
    }

    /// These costs for vertices of these colours.
    pub fn colored(self, palette: &Palette, labels: &LabelStats) -> Costs {
        let share = |names: &Vec<String>| labels.vertices(names)[1];
        Costs { shares: palette.labels().iter().map(share).collect(), ..self }
    }

    /// These costs where nothing is asked for but inner vertices, of which there are so many.
    pub fn of_inner(self, InnerShares(shares): InnerShares) -> Costs {
        Costs { shares: [1.0].into_iter().chain(shares).collect(), of_inner: true, ..self }
    }

    /// The closed walks of five edges at all edges, of vertices of one colour.
    pub fn closed_walks(&self, color: Color) -> f64 {
        // Walks of three edges from the first vertex of each are gone through once, and each middle's edges twice.
        let all = self.later_push(2) + 2.0 * self.later_push(1);
        all * self.share_of_rows([color, color], false)
    }

    /// The share of the vertices that a sum over all of one colour takes, by how often they are met.
    pub fn share(&self, color: Color) -> f64 {
        self.shares.get(usize::from(color)).copied().unwrap_or(1.0)
    }

    /// The share of the steps of all rows that are pushed on, or `pulled`, where roots of other colours are left out,
    /// and so is what would be pushed from vertices of others.
    pub fn share_of_rows(&self, [root, vertex]: [Color; 2], pulled: bool) -> f64 {
        // Who pulls looks at all neighbours. The share of inner roots is one of pairs of neighbours: what is pushed
        // from these is in it.
        let of_vertex = if pulled || self.of_inner { 1.0 } else { self.share(vertex) };
        self.share(root) * of_vertex
    }

    /// To make a row of each edge, in both directions, at the vertices near so many of its ends, from as many other rows
    /// as are `pulled`.
    pub fn edge_row(&self, near: usize, pulled: usize) -> f64 {
        let vertices = if near == 0 { 0.0 } else { self.near_edges[2 - near] };
        NEIGHBOR * vertices + PULL * pulled as f64 * self.beyond_edges[2 - near]
    }

    /// To find for each edge, in both directions, what a row at the vertices near so many of its ends reaches.
    pub fn reach(&self, near: usize) -> f64 {
        REACH * self.beyond_edges[2 - near]
    }

    /// Whether no row of an edge, nor what the rows of an edge come to, passes 64 bits, for graphs of so many vertices:
    /// each but the ends of the edge goes to a neighbour of one before it.
    pub fn edge_rows_fit(&self, vertices: usize) -> bool {
        u64::from(self.max_degree).checked_pow(vertices as u32 - 2).is_some()
    }

    /// To push rows on whose vertices are so far from the root.
    pub fn push(&self, distance: usize) -> f64 {
        self.pushes[distance]
    }

    /// The same where all vertices of the rows come after the root.
    pub fn later_push(&self, distance: usize) -> f64 {
        // Most walks pass a vertex that comes before the root, if vertices go by falling degree: of the walks of three
        // edges, as many as this says were left on graphs of four kinds, within a half.
        self.push(distance) * self.later_wedges.powf((distance + 1) as f64 / 2.0)
    }
}

/// The expected work of sums that counts follow from, on a graph.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct SumsCost {
    /// Over the vertices.
    pub of_vertices: f64,
    /// Over the triangles.
    pub of_triangles: f64,
    /// Over all pairs of neighbours of a vertex.
    pub of_wedges: f64,
}

/// That on a graph with these statistics.
#[doc(hidden)]
pub fn sums_cost(stats: &GraphStats) -> SumsCost {
    let Costs { vertices, triangles, subgraphs, .. } = Costs::of(stats);
    SumsCost { of_vertices: vertices, of_triangles: triangles, of_wedges: subgraphs }
}
