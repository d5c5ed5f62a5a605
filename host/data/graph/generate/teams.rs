//! Collaborations: teams whose members are all joined.

use super::{GenerateError, in_range, room};
use crate::graph::{
    Csr, MAX_VERTICES,
    build::{Pairs, TooManyIds, csr_of_ids, pack},
    random::RandomStream,
};

/// The finest part that sizes are drawn in.
const PARTS: u64 = 1 << 16;
/// A team's members are drawn from so many times `largest` vertices.
const STRETCH: u64 = 2;

/// A collaboration network: `teams` teams of 2 to `largest` of `n` vertices, whose members are all joined.
///
/// Most teams are small: one in `s / 2`, about, has `s` members or more. The members are drawn from 2 `largest`
/// consecutive vertices, from a random one on, so that teams overlap. Vertices in no team are left out, and the others
/// numbered anew in order.
///
/// # Errors
/// For fewer than 2 vertices, no team, teams larger than the graph, or more edges than memory holds.
pub fn teams(n: u64, teams: u64, largest: u64, seed: u64) -> Result<Csr, GenerateError> {
    in_range("the number of vertices", n, 2, MAX_VERTICES)?;
    in_range("the number of teams", teams, 1, u32::MAX.into())?;
    in_range("the size of the largest team", largest, 2, n)?;
    let team = |team| {
        let mut stream = RandomStream::new(seed, team);
        let size = size(&mut stream, largest);
        (stream, size)
    };
    let pairs_of = |size: u64| u128::from(size) * u128::from(size - 1) / 2;
    let pairs = (0..teams).map(|at| pairs_of(team(at).1)).sum();
    let mut pairs: Vec<u64> = room(pairs)?;
    let mut members = Vec::new();
    for at in 0..teams {
        let (mut stream, size) = team(at);
        draw_members(&mut stream, n, largest, size, &mut members);
        for (i, &u) in members.iter().enumerate() {
            pairs.extend(members[..i].iter().map(|&v| pack(u, v)));
        }
    }
    let (built, _) = csr_of_ids(vec![Pairs { narrow: pairs, wide: Vec::new() }])
        .map_err(|TooManyIds(vertices)| GenerateError::TooManyVertices { vertices: vertices.into() })?;
    Ok(built.csr)
}

/// How many members a team has: `2 / x` for an `x` between `2 / largest` and 1.
fn size(stream: &mut RandomStream, largest: u64) -> u64 {
    let x = 2 * PARTS + stream.below((largest - 2) * PARTS + 1);
    2 * largest * PARTS / x
}

/// Draws the members of a team.
fn draw_members(stream: &mut RandomStream, n: u64, largest: u64, size: u64, members: &mut Vec<u32>) {
    let stretch = n.min(STRETCH * largest);
    let first = stream.below(n);
    members.clear();
    while (members.len() as u64) < size {
        let member = ((first + stream.below(stretch)) % n) as u32;
        if let Err(place) = members.binary_search(&member) {
            members.insert(place, member);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_range_and_mostly_small() {
        let sizes: Vec<u64> = (0..4000).map(|team| size(&mut RandomStream::new(3, team), 50)).collect();
        let from = |least: u64| sizes.iter().filter(|&&size| size >= least).count();
        assert_eq!((from(2), from(51)), (4000, 0));
        // 2 in 4 and 2 in 20, less what is beyond the largest.
        assert!(
            (1800..2100).contains(&from(4)) && (180..320).contains(&from(20)),
            "{} {}",
            from(4),
            from(20)
        );
        assert!(from(45) > 0);
    }

    #[test]
    fn a_team_is_a_clique() {
        // One team, of which only the members are there.
        for seed in 0..20 {
            let csr = teams(100, 1, 30, seed).unwrap();
            let n = u64::from(csr.n());
            assert!((2..=30).contains(&n) && csr.edges() == n * (n - 1) / 2, "{n} vertices");
        }
        assert_eq!(teams(2, 5, 2, 1).unwrap().edges(), 1);
    }

    #[test]
    fn seeds_differ_and_repeat() {
        assert_eq!(teams(300, 80, 20, 1), teams(300, 80, 20, 1));
        assert_ne!(teams(300, 80, 20, 1), teams(300, 80, 20, 2));
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for (n, count, largest) in [(1, 1, 2), (5, 0, 2), (5, 1, 1), (5, 1, 6), (1 << 33, 1, 2)] {
            assert!(matches!(teams(n, count, largest, 1), Err(GenerateError::OutOfRange { .. })));
        }
    }
}
