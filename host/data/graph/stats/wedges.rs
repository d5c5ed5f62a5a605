//! Paths of two edges, drawn evenly.

use crate::graph::{Csr, random::RandomStream};

/// The wedges of a graph: paths of two edges.
pub(super) struct Wedges<'g> {
    csr: &'g Csr,
    /// By vertex, the wedges whose centre it is or comes before.
    up_to: Vec<f64>,
    /// For stretches of all wedges, as many as vertices and of the same length, the centre of the first one: a search
    /// for the centre of any other starts there.
    guide: Vec<u32>,
}

impl<'g> Wedges<'g> {
    pub fn new(csr: &'g Csr) -> Self {
        let mut wedges = 0.0;
        let up_to: Vec<f64> = (0..csr.n())
            .map(|v| {
                let degree = f64::from(csr.degree(v));
                wedges += degree * (degree - 1.0) / 2.0;
                wedges
            })
            .collect();
        let guide = guide(&up_to, wedges);
        Wedges { csr, up_to, guide }
    }

    /// How many there are.
    pub fn count(&self) -> f64 {
        self.up_to.last().copied().unwrap_or(0.0)
    }

    /// The centre of the wedge that has this share of all wedges before it.
    fn center(&self, share: f64) -> u32 {
        let stretch = ((share * self.guide.len() as f64) as usize).min(self.guide.len() - 1);
        let (start, at) = (self.guide[stretch] as usize, share * self.count());
        (start + self.up_to[start..].iter().take_while(|&&sum| sum <= at).count()) as u32
    }

    /// The ends of one of them, decided by `seed` and `item`. There is at least one.
    pub fn ends(&self, seed: u64, item: u64) -> (u32, u32) {
        let mut stream = RandomStream::new(seed, item);
        // 53 bits: a number below 1, which rounding does not lift to the sum of all wedges.
        let drawn = (stream.next() >> 11) as f64 / 2f64.powi(53);
        let list = self.csr.neighbors(self.center(drawn));
        let (first, second) = distinct(&mut stream, list.len() as u64);
        (list[first], list[second])
    }
}

/// By stretch of `wedges`, of which there is one for each vertex, the first vertex whose wedges end in it or behind it.
fn guide(up_to: &[f64], wedges: f64) -> Vec<u32> {
    let (mut center, mut guide) = (0, Vec::with_capacity(up_to.len()));
    for stretch in 0..up_to.len() {
        let start = stretch as f64 / up_to.len() as f64 * wedges;
        // Rounding may take a wedge to the stretch before its own: the centre before is a start for both.
        while up_to[center] < start * (1.0 - 1e-9) {
            center += 1;
        }
        guide.push(center as u32);
    }
    guide
}

/// Two different positions below `length`, which is at least 2.
fn distinct(stream: &mut RandomStream, length: u64) -> (usize, usize) {
    let first = stream.below(length);
    let second = stream.below(length - 1);
    (first as usize, (second + u64::from(second >= first)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::generate;

    #[test]
    fn centres_are_those_of_a_search() {
        let graphs = [generate::rmat(8, 6, 5), generate::star(9), generate::grid(3, 7), generate::path(3)];
        for csr in graphs.map(Result::unwrap) {
            let wedges = Wedges::new(&csr);
            let shares = (0..5000).map(|i| f64::from(i) / 5000.0);
            for share in shares.chain([f64::EPSILON, 1.0 - f64::EPSILON / 2.0]) {
                let searched = wedges.up_to.partition_point(|&sum| sum <= share * wedges.count());
                assert_eq!(wedges.center(share) as usize, searched, "{share}");
            }
        }
    }
}
