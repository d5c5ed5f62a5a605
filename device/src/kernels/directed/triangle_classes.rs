//! Triangles by their classes, as the triad census tells them apart.

use super::rows::{any_tie, by_tie, tie_at};
use super::ties::{IN, MUTUAL, OUT, TIES, WEDGES, reversed};
use crate::simt::Warp;

/// How many classes of triangles there are.
pub const TRIANGLE_CLASSES: usize = 7;

const TRANSITIVE: usize = 0; // 030T
const CYCLIC: usize = 1; // 030C
const OUT_OF_THIRD: usize = 2; // 120D
const INTO_THIRD: usize = 3; // 120U
const PAST_THIRD: usize = 4; // 120C
const TWO_MUTUAL: usize = 5; // 210
const ALL_MUTUAL: usize = 6; // 300

/// A triangle of each class: its ties from `u` to `v`, from `u` to `w`, and from `v` to `w`.
pub const TIES_OF_CLASS: [[u8; 3]; TRIANGLE_CLASSES] = [
    [OUT, OUT, OUT],
    [OUT, IN, OUT],
    [MUTUAL, IN, IN],
    [MUTUAL, OUT, OUT],
    [MUTUAL, OUT, IN],
    [MUTUAL, MUTUAL, OUT],
    [MUTUAL, MUTUAL, MUTUAL],
];

/// The class of a triangle of these ties.
const fn class_of(uv: u8, uw: u8, vw: u8) -> usize {
    match (uv, uw, vw) {
        (MUTUAL, MUTUAL, MUTUAL) => ALL_MUTUAL,
        (MUTUAL, MUTUAL, _) | (MUTUAL, _, MUTUAL) | (_, MUTUAL, MUTUAL) => TWO_MUTUAL,
        // The ties of the two that are joined both ways to the third.
        (MUTUAL, one, other) => beside_mutual(one, other),
        (one, MUTUAL, other) => beside_mutual(one, reversed(other)),
        (one, other, MUTUAL) => beside_mutual(reversed(one), reversed(other)),
        (OUT, IN, OUT) | (IN, OUT, IN) => CYCLIC,
        _ => TRANSITIVE,
    }
}

/// The class where the ties of a mutual pair to the third vertex are these.
const fn beside_mutual(one: u8, other: u8) -> usize {
    match (one, other) {
        (OUT, OUT) => INTO_THIRD,
        (IN, IN) => OUT_OF_THIRD,
        _ => PAST_THIRD,
    }
}

/// Bits of a class in [`CLASSES`].
const CLASS_BITS: u32 = 3;
/// By the tie from `u` to `v`, the class of each wedge. Numbers, as an array would stand in memory.
const CLASSES: [u32; TIES] = [classes_with(OUT), classes_with(IN), classes_with(MUTUAL)];

/// The classes of all wedges between two vertices that are joined by `tie`.
const fn classes_with(tie: u8) -> u32 {
    let (mut classes, mut wedge) = (0, 0);
    while wedge < WEDGES {
        let class = class_of(tie, (wedge / TIES) as u8, (wedge % TIES) as u8);
        classes |= (class as u32) << (CLASS_BITS * wedge as u32);
        wedge += 1;
    }
    classes
}

/// How many triangles of each class a lane has found.
pub(super) type TriadCounts = [u32; TRIANGLE_CLASSES];

/// Counts a triangle by its ties.
#[inline(always)]
pub(super) fn add_triangle<W: Warp>(counts: &mut TriadCounts, uv: u8, uw: u8, vw: u8) {
    let classes = match uv {
        OUT => CLASSES[OUT as usize],
        IN => CLASSES[IN as usize],
        _ => CLASSES[MUTUAL as usize],
    };
    let class = classes >> (CLASS_BITS * (TIES as u32 * u32::from(uw) + u32::from(vw)));
    let class = (class & ((1 << CLASS_BITS) - 1)) as usize;
    if W::LANES == 1 {
        counts[class] += 1;
        return;
    }
    // An array that is indexed at run time would stand in memory.
    for (at, count) in counts.iter_mut().enumerate() {
        *count += u32::from(at == class);
    }
}

/// Counts the triangles of two vertices that are joined by `uv`, and of a third that is in a word of each.
#[inline(always)]
pub(super) fn add_triangles<W: Warp>(counts: &mut TriadCounts, uv: u8, of_u: u64, of_v: u64) {
    let mut both = any_tie(of_u) & any_tie(of_v);
    if W::LANES == 1 {
        // They are few.
        while both != 0 {
            let bit = both.trailing_zeros();
            both &= both - 1;
            if let (Some(uw), Some(vw)) = (tie_at(of_u, bit), tie_at(of_v, bit)) {
                add_triangle::<W>(counts, uv, uw, vw);
            }
        }
        return;
    }
    if both == 0 {
        return;
    }
    if uv == MUTUAL {
        let ([to_u, from_u, mutual_u], [to_v, from_v, mutual_v]) = (by_tie(of_u), by_tie(of_v));
        counts[INTO_THIRD] += (to_u & to_v).count_ones();
        counts[OUT_OF_THIRD] += (from_u & from_v).count_ones();
        counts[PAST_THIRD] += (to_u & from_v | from_u & to_v).count_ones();
        counts[TWO_MUTUAL] += (both & (mutual_u ^ mutual_v)).count_ones();
        counts[ALL_MUTUAL] += (mutual_u & mutual_v).count_ones();
        return;
    }
    // From the tail of the arc between the two, and from its head.
    let (of_tail, of_head) = if uv == OUT { (of_u, of_v) } else { (of_v, of_u) };
    let ([to_tail, from_tail, mutual_tail], [to_head, from_head, mutual_head]) =
        (by_tie(of_tail), by_tie(of_head));
    let cyclic = from_tail & to_head;
    counts[TRANSITIVE] += (both & !(mutual_tail | mutual_head | cyclic)).count_ones();
    counts[CYCLIC] += cyclic.count_ones();
    counts[OUT_OF_THIRD] += (to_tail & mutual_head).count_ones();
    counts[INTO_THIRD] += (mutual_tail & from_head).count_ones();
    counts[PAST_THIRD] += (mutual_tail & to_head | from_tail & mutual_head).count_ones();
    counts[TWO_MUTUAL] += (mutual_tail & mutual_head).count_ones();
}
