//! Vertices as the bits of a mask.

/// The numbers of the bits set in `mask`, rising.
pub fn bits(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            bit
        })
    })
}

/// The mask of the first `count` bits (`count` below 32).
pub fn all(count: usize) -> u32 {
    (1 << count) - 1
}
