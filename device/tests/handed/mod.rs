//! Searches that were handed over, on their way to the launch that goes on with them.

/// Records whose roots stand at `positions` among all roots, of a launch whose first root stands at `first`: their numbers in the order of
/// roots, and groups of one to three of them for the next launch.
pub fn grouped(positions: &[u32], first: u32) -> (Vec<u32>, Vec<u32>) {
    let root = |record: u32| positions[record as usize] - first;
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.sort_by_key(|&record| root(record));
    let mut start = 0;
    let groups = order.chunk_by(|&one, &next| root(one) == root(next) && next % 3 != 0).flat_map(|group| {
        let before = start;
        start += group.len() as u32;
        [root(group[0]), before, start]
    });
    let groups = groups.collect();
    (order, groups)
}
