//! Which rows of a pool go where, so that all lie side by side.

use std::ops::Range;

use motherlode_device::kernels::table::holes::RowMove;

/// Rows of blocks with room for `block` rows each, so many of which each has: the moves that bring all rows to the
/// first places.
pub(super) fn moves(fills: &[u32], block: u32) -> Vec<RowMove> {
    let all: u64 = fills.iter().map(|&fill| u64::from(fill)).sum();
    let block = u64::from(block);
    let starts = || (0_u64..).map(|index| index * block).zip(fills.iter().map(|&fill| u64::from(fill)));
    let mut holes = starts().map(|(start, fill)| start + fill..(start + block).min(all)).filter(some);
    let sources = starts().map(|(start, fill)| start.max(all)..start + fill).filter(some);
    let mut moves = Vec::new();
    let mut hole = 0..0;
    for mut source in sources {
        while source.start < source.end {
            if hole.is_empty() {
                // There are as many places in holes as rows behind them.
                hole = holes.next().unwrap_or(0..0);
            }
            let rows = (source.end - source.start).min(hole.end - hole.start);
            if rows == 0 {
                return moves;
            }
            moves.push(RowMove { from: source.start as u32, to: hole.start as u32, rows: rows as u32 });
            (source.start, hole.start) = (source.start + rows, hole.start + rows);
        }
    }
    moves
}

/// Whether there is anything in a range.
fn some(range: &Range<u64>) -> bool {
    range.start < range.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_come_to_the_first_places_once() {
        for (block, fills) in [
            (4, vec![]),
            (4, vec![0, 0]),
            (4, vec![4, 4, 4]),
            (4, vec![1, 4, 0, 3, 2, 4]),
            (5, vec![0, 0, 5, 1]),
            (3, vec![2, 2, 2, 2, 2, 2, 2, 2, 1]),
            (7, vec![7, 0, 0, 0, 0, 6]),
        ] {
            let mut rows = vec![0; fills.len() * block as usize];
            let mut expected = Vec::new();
            for (at, &fill) in fills.iter().enumerate() {
                for row in 0..fill {
                    let name = at as u32 * block + row + 1;
                    rows[(name - 1) as usize] = name;
                    expected.push(name);
                }
            }
            for RowMove { from, to, rows: count } in moves(&fills, block) {
                for row in 0..count {
                    assert_eq!(rows[(to + row) as usize], 0, "{fills:?}: a place that is taken");
                    rows[(to + row) as usize] = rows[(from + row) as usize];
                }
            }
            rows.truncate(expected.len());
            rows.sort_unstable();
            assert_eq!(rows, expected, "{fills:?}");
        }
    }
}
