//! What was written, taken apart.

/// Calls `take` with the two sets of each biclique, and the place of its root, of roots from `first` on whose bicliques
/// take so many numbers each. Those of a root come in one order, in whatever they were written. Returns whether `take`
/// always wanted more.
pub(super) fn each(
    output: &[u32],
    first: u64,
    lengths: &[u64],
    take: &mut impl FnMut(u64, &[u32], &[u32]) -> bool,
) -> bool {
    let mut rest = output;
    for (root, &length) in (first..).zip(lengths) {
        let (of_root, others) = rest.split_at(length as usize);
        rest = others;
        let mut bicliques = of_one(of_root);
        bicliques.sort_unstable();
        if !bicliques.iter().all(|(one, other)| take(root, one, other)) {
            return false;
        }
    }
    true
}

/// The bicliques of one root, each set rising.
fn of_one(mut rest: &[u32]) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut bicliques = Vec::new();
    while let [taken, common, sets @ ..] = rest {
        let (one, others) = sets.split_at(*taken as usize);
        let (other, behind) = others.split_at(*common as usize);
        let mut both = (one.to_vec(), other.to_vec());
        both.0.sort_unstable();
        both.1.sort_unstable();
        bicliques.push(both);
        rest = behind;
    }
    bicliques
}
