//! Paths of two edges, drawn evenly.

use crate::graph::{Csr, random::RandomStream};

/// The wedges of a graph: paths of two edges.
pub(super) struct Wedges<'g> {
    csr: &'g Csr,
    /// By vertex, the wedges whose centre it is or comes before.
    up_to: Vec<f64>,
}

impl<'g> Wedges<'g> {
    pub fn new(csr: &'g Csr) -> Self {
        let mut wedges = 0.0;
        let up_to = (0..csr.n())
            .map(|v| {
                let degree = f64::from(csr.degree(v));
                wedges += degree * (degree - 1.0) / 2.0;
                wedges
            })
            .collect();
        Wedges { csr, up_to }
    }

    /// How many there are.
    pub fn count(&self) -> f64 {
        self.up_to.last().copied().unwrap_or(0.0)
    }

    /// The ends of one of them, decided by `seed` and `item`. There is at least one.
    pub fn ends(&self, seed: u64, item: u64) -> (u32, u32) {
        let mut stream = RandomStream::new(seed, item);
        // 53 bits: a number below 1, which rounding does not lift to the sum of all wedges.
        let at = (stream.next() >> 11) as f64 / 2f64.powi(53) * self.count();
        let center = self.up_to.partition_point(|&sum| sum <= at) as u32;
        let list = self.csr.neighbors(center);
        let (first, second) = distinct(&mut stream, list.len() as u64);
        (list[first], list[second])
    }
}

/// Two different positions below `length`, which is at least 2.
fn distinct(stream: &mut RandomStream, length: u64) -> (usize, usize) {
    let first = stream.below(length);
    let second = stream.below(length - 1);
    (first as usize, (second + u64::from(second >= first)) as usize)
}
