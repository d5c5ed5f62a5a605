//! Equal keys of neighbouring batches become one.

/// The last key so far, which the next batch may begin with, and its number.
#[derive(Debug, Default)]
pub(super) struct Joined(Option<(u64, u64)>);

impl Joined {
    /// Hands on a batch of different keys and their numbers, which comes after those before; its last key may be kept
    /// back.
    pub fn add<E>(
        &mut self,
        keys: &[u64],
        counts: &mut [u64],
        visit: &mut impl FnMut(&[u64], &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (Some(first), Some((&last, rest))) = (keys.first(), keys.split_last()) else { return Ok(()) };
        match self.0.take() {
            Some((key, count)) if key == *first => counts[0] += count,
            Some((key, count)) => visit(&[key], &[count])?,
            None => (),
        }
        self.0 = Some((last, counts[rest.len()]));
        if rest.is_empty() { Ok(()) } else { visit(rest, &counts[..rest.len()]) }
    }

    /// Hands on what was kept back.
    pub fn end<E>(self, visit: &mut impl FnMut(&[u64], &[u64]) -> Result<(), E>) -> Result<(), E> {
        self.0.map_or(Ok(()), |(key, count)| visit(&[key], &[count]))
    }
}
