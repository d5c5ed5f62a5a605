//! The sums that the kernels of motifs are to come to, by their definitions.

use std::collections::HashMap;

use motherlode_device::kernels::motifs::bicliques::BICLIQUE_SUMS;
use motherlode_device::kernels::motifs::clique_sums::CLIQUE_SUMS;
use motherlode_device::kernels::motifs::edge_sums;
use motherlode_device::kernels::motifs::fifths::{self, CliqueSumAtVertex};
use motherlode_device::kernels::motifs::fourths::FOURTH_SUMS;
use motherlode_device::kernels::motifs::missing_spokes::{
    MISSING_SPOKE_SUMS, MissingSpokeSum, MissingSpokeSumAtEdge,
};
use motherlode_device::kernels::motifs::square_sums::{
    EDGE_SQUARE_SUMS, SQUARE_SUMS, SquareSum, SquareSumAtEdge,
};
use motherlode_device::kernels::motifs::wheels_at::WHEEL_SUMS;

use crate::graphs::Graph;

fn pairs(n: u128) -> u128 {
    n * n.saturating_sub(1) / 2
}

impl Graph {
    pub fn common(&self, u: u32, v: u32) -> Vec<u32> {
        self.0[u as usize].intersection(&self.0[v as usize]).copied().collect()
    }

    /// The triangles of each edge, in the order of the oriented graph.
    pub fn thirds(&self) -> Vec<Vec<u32>> {
        self.edges().into_iter().map(|(u, v)| self.common(u, v)).collect()
    }

    /// The 5-cycles, by closed walks: Harary and Manvel 1971, "On the number of cycles in a graph".
    pub fn five_cycles(&self) -> u128 {
        let n = self.n() as usize;
        let times = |matrix: &[Vec<u128>]| -> Vec<Vec<u128>> {
            let row = |u: usize| {
                let sum = |w: usize| self.0[u].iter().map(|&v| matrix[v as usize][w]).sum();
                (0..n).map(sum).collect()
            };
            (0..n).map(row).collect()
        };
        let unit: Vec<Vec<u128>> = (0..n).map(|u| (0..n).map(|v| u128::from(u == v)).collect()).collect();
        let third = times(&times(&times(&unit)));
        let fifth = times(&times(&third));
        let through = |v: usize| {
            let degree = self.0[v].len() as u128;
            // The degree is at least 2 where there is a triangle.
            5 * third[v][v] + if third[v][v] > 0 { 5 * (degree - 2) * third[v][v] } else { 0 }
        };
        let all = (0..n).map(|v| fifth[v][v]).sum::<u128>() - (0..n).map(through).sum::<u128>();
        assert_eq!(all % 10, 0, "a cycle is ten closed walks");
        all / 10
    }

    /// For each triangle and each of its corners, the corner's neighbours that are smaller than all of it.
    pub fn triangles_with_a_smaller_neighbor(&self) -> u128 {
        let mut sum = 0;
        for (u, v) in self.edges() {
            for &w in self.common(u, v).iter().filter(|&&w| w < v) {
                sum += [u, v, w].map(|x| self.0[x as usize].range(..w).count() as u128).iter().sum::<u128>();
            }
        }
        sum
    }

    /// 2-3-bicliques, and wheels without a spoke.
    pub fn bicliques(&self) -> Vec<u128> {
        let mut sums = vec![0; BICLIQUE_SUMS];
        for b in 0..self.n() {
            for c in 0..b {
                let common = self.common(b, c);
                let size = common.len() as u128;
                sums[0] += pairs(size) * size.saturating_sub(2) / 3;
                let joined = |&d: &u32| common.iter().filter(|&&e| e < d && self.has(d, e)).count() as u128;
                sums[1] += common.iter().map(joined).sum::<u128>() * size.saturating_sub(2);
            }
        }
        sums
    }

    pub fn wheels(&self) -> u128 {
        let mut twice = 0;
        for list in &self.0 {
            for &x in list {
                for &y in list.range(..x) {
                    let within = self.common(x, y).iter().filter(|&v| list.contains(v)).count();
                    twice += pairs(within as u128);
                }
            }
        }
        twice / 2
    }

    /// The number of each edge.
    pub fn numbers(&self) -> HashMap<(u32, u32), usize> {
        let numbers = self.edges().into_iter().zip(0..);
        numbers.flat_map(|((u, v), number)| [((u, v), number), ((v, u), number)]).collect()
    }

    /// The wheels without a spoke, each once: the two that are joined to all but each other, the two between them that
    /// are joined, and the last.
    pub fn each_missing_spoke(&self, mut visit: impl FnMut([u32; 2], [u32; 2], u32)) {
        for (a, b) in (0..self.n()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let common = self.common(a, b);
            for (&x, &y) in common.iter().flat_map(|x| common.iter().map(move |y| (x, y))) {
                for &z in common.iter().filter(|&&z| y < x && self.has(x, y) && z != x && z != y) {
                    visit([a, b], [x, y], z);
                }
            }
        }
    }

    /// For each vertex the wheels without a spoke in which it has each place.
    pub fn missing_spokes(&self) -> Vec<u64> {
        let mut sums = vec![0; self.0.len() * MISSING_SPOKE_SUMS];
        let mut add =
            |v: u32, sum: MissingSpokeSum| sums[v as usize * MISSING_SPOKE_SUMS + sum as usize] += 1;
        self.each_missing_spoke(|rim, hubs, apart| {
            rim.into_iter().for_each(|v| add(v, MissingSpokeSum::Rim));
            hubs.into_iter().for_each(|v| add(v, MissingSpokeSum::Hub));
            add(apart, MissingSpokeSum::Apart);
        });
        sums
    }

    /// For each edge the wheels without a spoke in which it has each place: the one between the hubs counts twice.
    pub fn missing_spokes_of_edges(&self) -> Vec<u64> {
        let numbers = self.numbers();
        let mut sums = vec![0; self.edges().len() * MISSING_SPOKE_SUMS];
        let mut add = |u: u32, v: u32, sum: MissingSpokeSumAtEdge, term: u64| {
            sums[numbers[&(u, v)] * MISSING_SPOKE_SUMS + sum as usize] += term;
        };
        self.each_missing_spoke(|rim, hubs, apart| {
            add(hubs[0], hubs[1], MissingSpokeSumAtEdge::Hub, 2);
            for end in rim {
                hubs.into_iter().for_each(|hub| add(end, hub, MissingSpokeSumAtEdge::Spoke, 1));
                add(end, apart, MissingSpokeSumAtEdge::Apart, 1);
            }
        });
        sums
    }

    /// The wheels, each once: the hub, and the rim in its order.
    pub fn each_wheel(&self, mut visit: impl FnMut(u32, [u32; 4])) {
        for (hub, list) in self.0.iter().enumerate() {
            let rim: Vec<u32> = list.iter().copied().collect();
            for (i, &a) in rim.iter().enumerate() {
                for (&b, &c) in rim[i + 1..].iter().flat_map(|b| rim[i + 1..].iter().map(move |c| (b, c))) {
                    // The cycle a-b-d-c, from its least vertex, in one of its directions.
                    let closing = rim[i + 1..]
                        .iter()
                        .filter(|&&d| self.has(b, d) && self.has(c, d) && d != b && d != c);
                    if b < c && self.has(a, b) && self.has(a, c) {
                        closing.for_each(|&d| visit(hub as u32, [a, b, d, c]));
                    }
                }
            }
        }
    }

    /// For each vertex twice the wheels of which it is the hub, and twice those on whose rim it is.
    pub fn wheel_sums(&self) -> Vec<u64> {
        let mut sums = vec![0; self.0.len() * WHEEL_SUMS];
        self.each_wheel(|hub, rim| {
            sums[hub as usize * WHEEL_SUMS] += 2;
            rim.into_iter().for_each(|v| sums[v as usize * WHEEL_SUMS + 1] += 2);
        });
        sums
    }

    /// For each edge twice the wheels of which it is a spoke, and those on whose rim it is.
    pub fn wheel_sums_of_edges(&self) -> Vec<u64> {
        let numbers = self.numbers();
        let mut sums = vec![0; self.edges().len() * WHEEL_SUMS];
        self.each_wheel(|hub, rim| {
            for (at, v) in rim.into_iter().enumerate() {
                sums[numbers[&(hub, v)] * WHEEL_SUMS] += 2;
                sums[numbers[&(v, rim[(at + 1) % 4])] * WHEEL_SUMS + 1] += 1;
            }
        });
        sums
    }

    pub fn clique_sums(&self) -> Vec<u128> {
        let mut sums = vec![0; CLIQUE_SUMS];
        for (u, v) in self.edges() {
            for &w in self.common(u, v).iter().filter(|&&w| w < v) {
                let q = self.common(u, v).iter().filter(|&&x| self.has(x, w)).count() as u128;
                let degrees: usize = [u, v, w].iter().map(|&x| self.0[x as usize].len()).sum();
                let edges: usize =
                    [(u, v), (v, w), (u, w)].iter().map(|&(a, b)| self.common(a, b).len()).sum();
                let terms = [
                    q,
                    pairs(q),
                    q * (degrees as u128).saturating_sub(9),
                    q * (edges as u128).saturating_sub(6),
                ];
                if q > 0 {
                    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                }
            }
        }
        sums
    }
}

impl Graph {
    /// For each vertex, the other triangles at the edges opposite to it, and three times its 4-cliques.
    pub fn triangle_sums(&self) -> [Vec<u64>; 2] {
        let at = |v: u32| {
            let list = &self.0[v as usize];
            let mut sums = [0; 2];
            for (&u, &w) in list.iter().flat_map(|u| list.range(..u).map(move |w| (u, w))) {
                if self.has(u, w) {
                    let common = self.common(u, w);
                    sums[0] += common.len() as u64 - 1;
                    sums[1] += common.iter().filter(|&&x| self.has(x, v)).count() as u64;
                }
            }
            sums
        };
        let all: Vec<[u64; 2]> = (0..self.n()).map(at).collect();
        [0, 1].map(|sum| all.iter().map(|sums| sums[sum]).collect())
    }
}

impl Graph {
    /// For each edge, the further neighbours of its third vertices, the other triangles at the edges beside it, and
    /// twice its 4-cliques.
    pub fn triangle_sums_of_edges(&self) -> Vec<u64> {
        let at = |(u, v): (u32, u32)| {
            let thirds = self.common(u, v);
            let mut sums = [0; edge_sums::TRIANGLE_SUMS];
            for &w in &thirds {
                sums[0] += self.0[w as usize].len() as u64 - 2;
                sums[1] += (self.common(u, w).len() + self.common(v, w).len()) as u64 - 2;
                sums[2] += thirds.iter().filter(|&&x| self.has(x, w)).count() as u64;
            }
            sums
        };
        self.edges().into_iter().flat_map(at).collect()
    }
}

impl Graph {
    /// The 4-cliques of an edge, each as its other two vertices.
    pub fn four_cliques(&self, u: u32, v: u32) -> Vec<(u32, u32)> {
        let thirds = self.common(u, v);
        let pairs = thirds.iter().flat_map(|&w| thirds.iter().map(move |&x| (w, x)));
        pairs.filter(|&(w, x)| w < x && self.has(w, x)).collect()
    }

    /// For each edge, what [`FourthSum`](motherlode_device::kernels::motifs::fourths::FourthSum) says, from its
    /// 4-cliques.
    pub fn fourth_sums(&self) -> Vec<u64> {
        let degree = |v: u32| self.0[v as usize].len() as u64;
        let triangles = |a: u32, b: u32| self.common(a, b).len() as u64;
        let joined =
            |a: u32, b: u32, c: u32| self.common(a, b).iter().filter(|&&x| self.has(x, c)).count() as u64;
        let at = |(u, v): (u32, u32)| {
            let mut sums = [0; FOURTH_SUMS];
            for &w in &self.common(u, v) {
                sums[4] += (self.four_cliques(u, w).len() + self.four_cliques(v, w).len()) as u64;
                sums[5] += pairs(joined(u, v, w).into()) as u64;
            }
            for (w, x) in self.four_cliques(u, v) {
                sums[0] += 1;
                sums[1] += degree(w) + degree(x) - 6;
                sums[2] += triangles(u, w) + triangles(v, w) + triangles(u, x) + triangles(v, x) - 8;
                sums[3] += triangles(w, x) - 2;
                sums[6] += joined(u, w, x) + joined(v, w, x) - 2;
            }
            sums
        };
        self.edges().into_iter().flat_map(at).collect()
    }

    /// For each vertex, what [`CliqueSumAtVertex`] says, from the 4-cliques with it and without it.
    pub fn clique_sums_of_vertices(&self) -> Vec<u64> {
        let degree = |v: u32| self.0[v as usize].len() as u64;
        let all = |v: u32, others: &[u32]| others.iter().all(|&u| self.has(v, u));
        let cliques: Vec<[u32; 4]> = (0..self.n())
            .flat_map(|a| self.edges().into_iter().map(move |(b, c)| [a, b.min(c), b.max(c)]))
            .filter(|&[a, b, c]| a < b && all(a, &[b, c]))
            .flat_map(|[a, b, c]| (c + 1..self.n()).map(move |d| [a, b, c, d]))
            .filter(|&[a, b, c, d]| all(d, &[a, b, c]))
            .collect();
        let at = |v: u32| {
            let mut sums = [0u64; fifths::CLIQUE_SUMS];
            let mut add = |sum: CliqueSumAtVertex, term: u64| sums[sum as usize] += term;
            for clique in &cliques {
                let others: Vec<u32> = clique.iter().copied().filter(|&u| u != v).collect();
                if others.len() == 4 {
                    let pairs = (0..4).flat_map(|i| (0..i).map(move |j| [clique[i], clique[j]]));
                    add(CliqueSumAtVertex::Opposite, pairs.filter(|pair| all(v, pair)).count() as u64);
                    continue;
                }
                let [a, b, c] = [others[0], others[1], others[2]];
                add(CliqueSumAtVertex::ByDegree, 2 * others.iter().map(|&u| degree(u) - 3).sum::<u64>());
                for (one, other, third) in [(a, b, c), (b, c, a), (a, c, b)] {
                    let on_two = self.common(one, other);
                    add(CliqueSumAtVertex::ByTriangles, on_two.len() as u64 - 2);
                    // Each pair of 4-cliques with `v`, `one` and `other` is met from both.
                    let more = on_two.iter().filter(|&&x| self.has(x, v) && x < third).count();
                    add(CliqueSumAtVertex::Pairs, more as u64);
                }
                let on_three = (0..self.n()).filter(|&x| all(x, &others)).count() as u64;
                add(CliqueSumAtVertex::Others, on_three - 1);
                others
                    .iter()
                    .for_each(|&u| add(CliqueSumAtVertex::OnEdges, self.common(v, u).len() as u64 - 2));
            }
            sums
        };
        (0..self.n()).flat_map(at).collect()
    }
}

impl Graph {
    /// For each vertex the 5-cycles with it, each found in both of its directions.
    pub fn five_cycles_of_vertices(&self) -> Vec<u64> {
        let at = |v: u32| {
            let list = &self.0[v as usize];
            let mut twice = 0;
            for (&a, &d) in list.iter().flat_map(|a| list.iter().map(move |d| (a, d))).filter(|(a, d)| a != d)
            {
                for &b in self.0[a as usize].iter().filter(|&&b| b != v && b != d) {
                    twice += self.common(b, d).iter().filter(|&&c| c != v && c != a).count() as u64;
                }
            }
            twice / 2
        };
        (0..self.n()).map(at).collect()
    }

    /// For each vertex, what [`SquareSum`] says.
    pub fn square_sums(&self) -> Vec<u64> {
        let at = |v: u32| {
            let list: Vec<u32> = self.0[v as usize].iter().copied().collect();
            let mut sums = [0; SQUARE_SUMS];
            for (i, &a) in list.iter().enumerate() {
                for &b in &list[..i] {
                    let opposite: Vec<u32> = self.common(a, b).into_iter().filter(|&k| k != v).collect();
                    for &k in &opposite {
                        sums[SquareSum::OppositeDegrees as usize] += self.0[k as usize].len() as u64;
                        let triangles = self.common(a, k).len() + self.common(b, k).len();
                        sums[SquareSum::OppositeTriangles as usize] += triangles as u64;
                    }
                    sums[SquareSum::OneOfThree as usize] += pairs(opposite.len() as u128) as u64;
                }
            }
            for k in (0..self.n()).filter(|&k| k != v) {
                let size = self.common(v, k).len() as u128;
                sums[SquareSum::OneOfTwo as usize] += (pairs(size) * size.saturating_sub(2) / 3) as u64;
            }
            sums
        };
        (0..self.n()).flat_map(at).collect()
    }

    /// For each edge, what [`SquareSumAtEdge`] says, from its 4-cycles and the 2-3-bicliques, one by one.
    pub fn square_sums_of_edges(&self) -> Vec<u64> {
        let triangles = |u: u32, v: u32| self.common(u, v).len() as u64;
        let degree = |v: u32| self.0[v as usize].len() as u64;
        let at = |(u, v): (u32, u32)| {
            let mut sums = [0; SQUARE_SUMS];
            let mut add = |sum: SquareSumAtEdge, term: u64| sums[sum as usize] += term;
            for &x in self.0[u as usize].iter().filter(|&&x| x != v) {
                for &w in self.common(v, x).iter().filter(|&&w| w != u) {
                    add(SquareSumAtEdge::OppositeDegrees, degree(w) + degree(x));
                    add(SquareSumAtEdge::OppositeTriangles, 2 * triangles(w, x));
                    add(SquareSumAtEdge::Beside, triangles(u, x) + triangles(v, w));
                    // With a third neighbour of `u` and `w`, and of `v` and `x`: each is met from both others.
                    add(SquareSumAtEdge::Bicliques, triangles(u, w) + triangles(v, x) - 4);
                }
            }
            sums[SquareSumAtEdge::Bicliques as usize] /= 2;
            sums
        };
        self.edges().into_iter().flat_map(at).collect()
    }

    /// The 4-cycles through the edge between two vertices.
    pub fn cycles_through(&self, u: u32, v: u32) -> u64 {
        let beyond = self.0[u as usize].iter().filter(|&&x| x != v);
        beyond.map(|&x| self.common(x, v).iter().filter(|&&y| y != u).count() as u64).sum()
    }

    /// For each vertex, what `EdgeSquareSum` says.
    pub fn edge_square_sums(&self) -> Vec<u64> {
        let at = |v: u32| {
            let list = &self.0[v as usize];
            let mut sums = [0; EDGE_SQUARE_SUMS];
            for &u in list {
                let cycles = self.cycles_through(u, v);
                sums[0] += cycles * (self.0[u as usize].len() as u64).saturating_sub(2);
                sums[1] += cycles * self.common(u, v).len() as u64;
                let opposite = list.range(..u).filter(|&&w| self.has(u, w));
                sums[2] += opposite.map(|&w| self.cycles_through(u, w)).sum::<u64>();
            }
            sums
        };
        (0..self.n()).flat_map(at).collect()
    }
}

impl Graph {
    /// For each edge, the 4-cycles through the edges beside it, over its triangles.
    pub fn squares_beside_edges(&self) -> Vec<u64> {
        let at = |(u, v): (u32, u32)| {
            let beside = |&w: &u32| self.cycles_through(u, w) + self.cycles_through(v, w);
            self.common(u, v).iter().map(beside).sum()
        };
        self.edges().into_iter().map(at).collect()
    }
}
