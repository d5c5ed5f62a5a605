//! Products of bytes, four at a time.

/// The sum of the products of the bytes of two words, added to `sum` (wrapping).
#[inline(always)]
pub(crate) fn dot_of_bytes(one: u32, other: u32, sum: u32) -> u32 {
    #[cfg(target_os = "cuda")]
    return cuda_std::dot::dot_of_bytes(one, other, sum);
    #[cfg(not(target_os = "cuda"))]
    return one
        .to_le_bytes()
        .into_iter()
        .zip(other.to_le_bytes())
        .fold(sum, |sum, (one, other)| sum.wrapping_add(u32::from(one) * u32::from(other)));
}
