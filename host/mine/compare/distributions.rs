//! Graphlet degree distributions.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::orbits;
use crate::local::Graphlet;

/// For each orbit, how many vertices are in it how often, each number over how often that is, all of an orbit
/// together 1.
#[derive(Clone, Debug)]
pub struct Distributions(Vec<Distribution>);

/// Of one orbit: by rising number of times, from 1 on. Nothing if no vertex is in it.
type Distribution = Vec<(u128, f64)>;

impl Distributions {
    pub fn of(graphlets: &[Graphlet]) -> Distributions {
        let of_orbit = |&(graphlet, orbit): &(&Graphlet, usize)| {
            distribution(graphlet.local.column(orbit).filter(|&times| times > 0).collect())
        };
        Distributions(orbits(graphlets.iter()).par_iter().map(of_orbit).collect())
    }

    /// The arithmetic mean of the agreements of all orbits.
    pub fn agreement(&self, other: &Distributions) -> f64 {
        self.agreements(other).sum::<f64>() / self.0.len() as f64
    }

    /// Their geometric mean.
    pub fn agreement_by_geometric_mean(&self, other: &Distributions) -> f64 {
        (self.agreements(other).map(f64::ln).sum::<f64>() / self.0.len() as f64).exp()
    }

    fn agreements<'d>(&'d self, other: &'d Distributions) -> impl Iterator<Item = f64> + 'd {
        self.0.iter().zip(&other.0).map(|(a, b)| 1.0 - distance(a, b))
    }
}

/// Of how often each vertex is in an orbit that is in it.
fn distribution(mut times: Vec<u128>) -> Distribution {
    times.sort_unstable();
    let equal = times.chunk_by(|a, b| a == b);
    let mut parts: Distribution =
        equal.map(|equal| (equal[0], equal.len() as f64 / equal[0] as f64)).collect();
    let all: f64 = parts.iter().map(|(_, part)| part).sum();
    parts.iter_mut().for_each(|(_, part)| *part /= all);
    parts
}

/// From 0 for the same to 1 for two that have nothing in common: the Euclidean distance over that of the farthest.
fn distance(a: &Distribution, b: &Distribution) -> f64 {
    let (mut a, mut b) = (a.as_slice(), b.as_slice());
    let mut squares = 0.0;
    loop {
        let order = match (a.first(), b.first()) {
            (None, None) => return (squares / 2.0f64).sqrt().min(1.0),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((in_a, _)), Some((in_b, _))) => in_a.cmp(in_b),
        };
        let next = |rest: &mut &[(u128, f64)], is_next: bool| match rest.split_first() {
            Some((&(_, part), after)) if is_next => {
                *rest = after;
                part
            }
            _ => 0.0,
        };
        let difference = next(&mut a, order.is_le()) - next(&mut b, order.is_ge());
        squares += difference * difference;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 2 vertices once and 1 vertex twice are 2 and 1/2, together 1.
    #[test]
    fn a_distribution_is_scaled_and_sums_to_one() {
        assert_eq!(distribution(vec![1, 2, 1]), [(1, 0.8), (2, 0.2)]);
        assert_eq!(distribution(vec![]), []);
    }

    #[test]
    fn distances_by_hand() {
        let (a, b) = (vec![(1, 0.8), (2, 0.2)], vec![(1, 0.5), (7, 0.5)]);
        let expected = ((0.3f64 * 0.3 + 0.2 * 0.2 + 0.5 * 0.5) / 2.0).sqrt();
        assert!((distance(&a, &b) - expected).abs() < 1e-12 && (distance(&b, &a) - expected).abs() < 1e-12);
        assert_eq!((distance(&a, &a), distance(&vec![], &vec![])), (0.0, 0.0));
        assert_eq!(distance(&vec![(1, 1.0)], &vec![(2, 1.0)]), 1.0);
        assert!((distance(&vec![(1, 1.0)], &vec![]) - 0.5f64.sqrt()).abs() < 1e-12);
    }
}
