//! Sums of products of degrees: how large neighbour lists are, given how their vertex was reached.

use super::query::{ViewId, ViewShare};
use crate::graph::GraphStats;

/// On which side of a vertex a neighbour stands: it is smaller, greater, or either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Lower,
    Upper,
    Either,
}

impl Side {
    /// The side on which a vertex stands, seen from a neighbour on this side.
    pub fn opposite(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
            Self::Either => Self::Either,
        }
    }
}

/// How many edges of an embedding lead from a vertex to each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Incident {
    lower: u8,
    upper: u8,
    either: u8,
}

impl Incident {
    /// Counts one more edge.
    pub fn add(&mut self, side: Side) {
        match side {
            Side::Lower => self.lower += 1,
            Side::Upper => self.upper += 1,
            Side::Either => self.either += 1,
        }
    }

    /// All edges.
    pub fn total(self) -> u8 {
        self.lower + self.upper + self.either
    }

    fn and(mut self, side: Side) -> Self {
        self.add(side);
        self
    }

    /// With at most three edges, as no moment of a higher order is known: the most frequent sides lose some.
    fn capped(mut self) -> Self {
        while self.total() > 3 {
            let largest = self.lower.max(self.upper).max(self.either);
            if self.either == largest {
                self.either -= 1;
            } else if self.upper == largest {
                self.upper -= 1;
            } else {
                self.lower -= 1;
            }
        }
        self
    }
}

/// What the cost model derives from the statistics of a graph.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// `mixed[a][b]` is the sum over vertices of `lower^a · upper^b`, for `a + b` up to 4.
    mixed: [[f64; 5]; 5],
    /// `means[l][u][e][side]` is [`Self::neighbors`] for `l` lower edges, `u` upper ones, and `e` of either kind.
    means: [[[[f64; 3]; 4]; 4]; 4],
    /// The sum of all degrees.
    pub degrees: f64,
    /// Common neighbours of the ends of an edge, on average.
    pub common: f64,
    /// Common neighbours of the ends of a path of two edges, besides its centre, on average.
    pub opposite: f64,
    triangles: f64,
    /// What each view leaves of a list.
    pub views: Vec<ViewShare>,
    /// The degree of an edge's smaller end to that of its greater end: at least 1, as ids go by falling degree.
    pub skew: f64,
}

impl Moments {
    /// The moments of a graph with the statistics `stats`, whose views leave `views` of the lists.
    pub fn new(stats: &GraphStats, views: Vec<ViewShare>) -> Self {
        let [_, l2, l3, l4] = stats.lower_powers;
        let [_, u2, u3, u4] = stats.upper_powers;
        let [d1, d2, d3, d4] = stats.degree_powers;
        let mut mixed = [[0.0; 5]; 5];
        mixed[0][0] = stats.vertices as f64;
        for (power, (l, u)) in stats.lower_powers.iter().zip(stats.upper_powers).enumerate() {
            mixed[power + 1][0] = *l;
            mixed[0][power + 1] = u;
        }
        // degree = lower + upper, so the binomial theorem gives the sum of the mixed moments of each order. It is
        // shared out in the proportion of their upper bounds by Hölder's inequality.
        mixed[1][1] = ((d2 - l2 - u2) / 2.0).max(0.0);
        let (l, u) = (l3.cbrt(), u3.cbrt());
        let share = ratio((d3 - l3 - u3).max(0.0), 3.0 * (l * l * u + l * u * u));
        mixed[2][1] = share * l * l * u;
        mixed[1][2] = share * l * u * u;
        let (l, u) = (l4.sqrt().sqrt(), u4.sqrt().sqrt());
        let whole = 4.0 * l * l * l * u + 6.0 * l * l * u * u + 4.0 * l * u * u * u;
        let share = ratio((d4 - l4 - u4).max(0.0), whole);
        mixed[3][1] = share * l * l * l * u;
        mixed[2][2] = share * l * l * u * u;
        mixed[1][3] = share * l * u * u * u;
        let common = ratio(3.0 * stats.triangles, stats.edges as f64);
        let mut moments = Self {
            mixed,
            means: Default::default(),
            degrees: d1,
            common,
            // A 4-cycle has four such paths, and each path the cycles through it.
            opposite: ratio(4.0 * stats.four_cycles, (d2 - d1) / 2.0),
            triangles: stats.triangles,
            views,
            skew: 1.0,
        };
        moments.fill_means();
        let degree_of_end = |side| moments.neighbors(Incident::default().and(side), Side::Either);
        moments.skew = ratio(degree_of_end(Side::Upper), degree_of_end(Side::Lower)).max(1.0);
        moments
    }

    /// What `view` leaves of a list.
    pub fn view(&self, view: ViewId) -> ViewShare {
        self.views[usize::from(view)]
    }

    /// How often two neighbours of a vertex, on these sides of it, are adjacent.
    ///
    /// Of the three vertices of a triangle, the greatest sees two lower neighbours, the smallest two upper ones, and
    /// the middle one of each: so each kind of pair is closed once per triangle.
    pub fn closure(&self, a: Side, b: Side) -> f64 {
        let pairs = self.sum(Incident::default().and(a).and(b));
        let (closed, same) = match (a, b) {
            (Side::Either, Side::Either) => (6.0, self.sum(Incident::default().and(Side::Either))),
            (Side::Either, side) | (side, Side::Either) => (3.0, self.sum(Incident::default().and(side))),
            (a, b) if a == b => (2.0, self.sum(Incident::default().and(a))),
            _ => (1.0, 0.0),
        };
        ratio(closed * self.triangles, pairs - same).min(0.9)
    }

    /// How many neighbours a vertex has on `side`, on average over all vertices, each weighted by the number of ways
    /// to choose the edges `incident` at it.
    pub fn neighbors(&self, incident: Incident, side: Side) -> f64 {
        let Incident { lower, upper, either } = incident.capped();
        self.means[usize::from(lower)][usize::from(upper)][usize::from(either)][side as usize]
    }

    fn fill_means(&mut self) {
        for (lower, upper, either) in
            (0..4).flat_map(|l| (0..4 - l).flat_map(move |u| (0..4 - l - u).map(move |e| (l, u, e))))
        {
            let incident = Incident { lower, upper, either };
            let mean = |side| ratio(self.sum(incident.and(side)), self.sum(incident));
            let means = [Side::Lower, Side::Upper, Side::Either].map(mean);
            self.means[usize::from(lower)][usize::from(upper)][usize::from(either)] = means;
        }
    }

    /// The degree of the end of an edge, on average.
    pub fn end_degree(&self) -> f64 {
        self.neighbors(Incident::default().and(Side::Either), Side::Either)
    }

    /// The sum over vertices of `lower^a · upper^b · degree^c`.
    fn sum(&self, incident: Incident) -> f64 {
        let [lower, upper, either] = [incident.lower, incident.upper, incident.either].map(usize::from);
        const BINOMIALS: [[f64; 5]; 5] = [
            [1.0, 0.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0, 0.0],
            [1.0, 2.0, 1.0, 0.0, 0.0],
            [1.0, 3.0, 3.0, 1.0, 0.0],
            [1.0, 4.0, 6.0, 4.0, 1.0],
        ];
        (0..=either).map(|a| BINOMIALS[either][a] * self.mixed[lower + a][upper + either - a]).sum()
    }
}

/// `a / b`, or 0 where `b` is.
pub(super) fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}
