//! Counts at all places, each a sum of the counts of roles there.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use bytemuck::Pod;
use rayon::prelude::*;

use crate::MineError;
use crate::counts::Counts;
use crate::modular::Modular;
use crate::runtime::filled_vec;

/// Places whose counts are put together by one task.
const PLACES: usize = 1 << 8;
/// Places for which a term is added at a time: what roles count there stays near.
const TOGETHER: usize = 1 << 4;

/// Room for the counts of patterns, which a thread finds while a card counts what they follow from: the system takes as
/// long to give it as the threads of the host, or the card, to fill it.
pub(crate) struct CountRooms(JoinHandle<Vec<Vec<u64>>>);

impl CountRooms {
    /// Begins to find room for the counts at so many places of patterns that have so many orbits.
    pub fn begin(places: usize, orbits: impl Iterator<Item = usize>) -> CountRooms {
        let lengths: Vec<usize> = orbits.map(|orbits| places * orbits).collect();
        CountRooms(thread::spawn(move || lengths.into_par_iter().map(filled_vec).collect()))
    }

    /// The room, so many zeros for each pattern.
    pub fn found(self) -> Vec<Vec<u64>> {
        self.0.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// So many zeros, behind which the system finds room when they are written to.
fn zeros<T: Pod>(length: usize) -> Vec<T> {
    vec![T::zeroed(); length]
}

/// For each orbit of a pattern, how often its count takes the counts of which roles.
pub(crate) struct OrbitSums<R, N>(pub Vec<Vec<(N, R)>>);

impl<R: Copy, N: Modular> OrbitSums<R, N> {
    /// The counts at a place, by orbit: none for one that is negative. `edge_induced` gives those of roles there.
    ///
    /// All counts are below 2^127, or below 2^64 where that is the modulus. Terms may be larger: the sum is right
    /// modulo a power of two.
    pub fn at_place<C: Fn(R) -> N>(
        &self,
        edge_induced: C,
    ) -> impl Iterator<Item = Option<u128>> + use<'_, C, R, N> {
        self.0.iter().map(move |terms| {
            let terms = terms.iter().map(|&(times, role)| times.times(edge_induced(role)));
            terms.fold(N::of(0), N::plus).count()
        })
    }
}

/// The counts of several patterns at so many places, each pattern's in rows of its orbits: in 64 bits first, and those
/// of the patterns of which one does not fit once more in 128. `edge_induced` gives the counts of roles at a place, and
/// is asked once for all patterns each time, and that once for each role. `rooms` is for the counts in
/// 64 bits, where somebody has begun to find it.
///
/// # Errors
/// [`MineError::LocalCountOverflow`].
pub(crate) fn at_places<R, C, N>(
    all: &[OrbitSums<R, N>],
    places: usize,
    rooms: Option<CountRooms>,
    edge_induced: impl Fn(usize) -> C + Sync,
) -> Result<Vec<Counts>, MineError>
where
    R: Copy + PartialEq + Sync,
    N: Modular,
    C: Fn(R) -> N,
{
    let of_all: Vec<&OrbitSums<R, N>> = all.iter().collect();
    let lengths = |sums: &OrbitSums<R, N>| places * sums.0.len();
    let rooms = match rooms {
        Some(rooms) => rooms.found(),
        None => all.iter().map(|sums| zeros(lengths(sums))).collect(),
    };
    let narrow: Vec<Option<Vec<u64>>> = tables(&of_all, places, rooms, &edge_induced);
    let too_narrow = all.iter().zip(&narrow).filter(|(_, table)| table.is_none()).map(|(sums, _)| sums);
    let too_narrow: Vec<_> = too_narrow.collect();
    let rooms = too_narrow.iter().map(|sums| zeros(lengths(sums))).collect();
    let mut wide = tables(&too_narrow, places, rooms, &edge_induced).into_iter();
    let counts = |table: Option<Vec<u64>>| match table {
        Some(table) => Some(Counts::Narrow(table)),
        None => wide.next()?.map(Counts::Wide),
    };
    narrow.into_iter().map(counts).collect::<Option<_>>().ok_or(MineError::LocalCountOverflow)
}

/// The counts of each of these patterns, if all of them are such numbers: `counts` is room for each.
fn tables<R, C, N, T>(
    all: &[&OrbitSums<R, N>],
    places: usize,
    mut counts: Vec<Vec<T>>,
    edge_induced: impl Fn(usize) -> C + Sync,
) -> Vec<Option<Vec<T>>>
where
    R: Copy + PartialEq + Sync,
    N: Modular,
    C: Fn(R) -> N,
    T: TryFrom<u128> + Copy + Send,
{
    if all.is_empty() {
        return Vec::new();
    }
    let (roles, all) = by_columns(all);
    let fits: Vec<AtomicBool> = all.iter().map(|_| AtomicBool::new(true)).collect();
    // The rows of some places, of all patterns, are a task.
    let mut tasks: Vec<Vec<&mut [T]>> =
        (0..places.div_ceil(PLACES)).map(|_| Vec::with_capacity(all.len())).collect();
    for (sums, counts) in all.iter().zip(&mut counts) {
        let rows = counts.chunks_mut(PLACES * sums.0.len());
        tasks.iter_mut().zip(rows).for_each(|(task, rows)| task.push(rows));
    }
    let room = || (Vec::with_capacity(TOGETHER), vec![[N::of(0); TOGETHER]; roles.len()]);
    tasks.into_par_iter().enumerate().for_each_init(room, |(known, columns), (task, mut rows)| {
        let end = places.min(PLACES * (task + 1));
        for first in (PLACES * task..end).step_by(TOGETHER) {
            let together = first..end.min(first + TOGETHER);
            // What is known of places lies here and there: all of it is fetched before any of it is waited for.
            known.extend(together.clone().map(&edge_induced));
            for (column, &role) in columns.iter_mut().zip(&roles) {
                column.iter_mut().zip(&*known).for_each(|(count, edge_induced)| *count = edge_induced(role));
            }
            known.clear();
            for ((sums, rows), fits) in all.iter().zip(&mut rows).zip(&fits) {
                let width = sums.0.len();
                let rows = rows.split_off_mut(..together.len() * width).expect("a row for each place");
                if !fill(rows, sums, columns) {
                    fits.store(false, Relaxed);
                }
            }
        }
    });
    counts.into_iter().zip(fits).map(|(table, fits)| fits.into_inner().then_some(table)).collect()
}

/// All roles that are taken, and the sums with the number of each for it.
fn by_columns<R: Copy + PartialEq, N: Modular>(
    all: &[&OrbitSums<R, N>],
) -> (Vec<R>, Vec<OrbitSums<usize, N>>) {
    let mut roles: Vec<R> = Vec::new();
    let mut column = |role: R| {
        roles.iter().position(|&known| known == role).unwrap_or_else(|| {
            roles.push(role);
            roles.len() - 1
        })
    };
    let mut by_column = |terms: &Vec<(N, R)>| -> Vec<(N, usize)> {
        terms.iter().map(|&(times, role)| (times, column(role))).collect()
    };
    let sums = all.iter().map(|sums| OrbitSums(sums.0.iter().map(&mut by_column).collect())).collect();
    (roles, sums)
}

/// Fills the rows of some places with a pattern's counts, given those of the roles there; false if one does not fit.
fn fill<N: Modular, T: TryFrom<u128>>(
    rows: &mut [T],
    sums: &OrbitSums<usize, N>,
    columns: &[[N; TOGETHER]],
) -> bool {
    let mut fits = true;
    for (orbit, terms) in sums.0.iter().enumerate() {
        let mut counts = [N::of(0); TOGETHER];
        for &(times, column) in terms {
            for (count, &number) in counts.iter_mut().zip(&columns[column]) {
                *count = count.plus(times.times(number));
            }
        }
        for (row, count) in rows.chunks_exact_mut(sums.0.len()).zip(counts) {
            match count.count().and_then(|count| T::try_from(count).ok()) {
                Some(count) => row[orbit] = count,
                None => fits = false,
            }
        }
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two patterns, one is wide; no pattern is wide for the sake of another.
    #[test]
    fn only_what_does_not_fit_is_wide() {
        let sums = |times: i128| OrbitSums(vec![vec![(times, 0)], vec![(1, 1), (-1, 0)]]);
        let place = |place: usize| move |role: usize| if role == 0 { place as i128 } else { 1000 };
        let (places, most) = (1000, u128::from(u64::MAX) / 999);
        let both = [sums(most as i128), sums(most as i128 + 1)];
        let found = at_places(&both, places, None, place).unwrap();
        let expected = |times: u128| (0..places as u128).flat_map(move |place| [times * place, 1000 - place]);
        assert!(found[0].iter().eq(expected(most)) && matches!(found[0], Counts::Narrow(_)));
        assert!(found[1].iter().eq(expected(most + 1)) && matches!(found[1], Counts::Wide(_)));
        let rooms = CountRooms::begin(places, [2, 2].into_iter());
        assert_eq!(at_places(&both, places, Some(rooms), place).unwrap(), found);
        let negative = at_places(&[sums(1), sums(-1)], places, None, place);
        assert!(matches!(negative, Err(MineError::LocalCountOverflow)));
        assert!(at_places(&[sums(1)], 0, None, place).unwrap()[0].is_empty());
    }
}
