//! Large arrays in memory of their own.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;
use rayon::prelude::*;

use super::{MemorySize, RuntimeError};

/// Bytes of a huge page: what a thread fills at a time.
const HUGE_PAGE: usize = 2 << 20;
/// Bytes of a page, at least.
const PAGE: usize = 4096;

/// An array of zeros in memory of its own, with pages behind it from the beginning, huge ones if the system has them.
///
/// All threads fill them: who writes a large array for the first time otherwise spends more time in the system, which
/// clears one page after another, than in writing.
#[derive(Debug)]
#[doc(hidden)]
pub struct HugeArray<T> {
    memory: MmapMut,
    length: usize,
    elements: PhantomData<T>,
}

impl<T: Pod> HugeArray<T> {
    /// `length` zeros.
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub fn zeroed(length: usize) -> Result<Self, RuntimeError> {
        let bytes = length.saturating_mul(size_of::<T>());
        Ok(HugeArray { memory: filled_memory(bytes)?, length, elements: PhantomData })
    }
}

impl<T: Pod> Deref for HugeArray<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // Memory begins with a page, and may be longer by less than one.
        bytemuck::cast_slice(&self.memory[..self.length * size_of::<T>()])
    }
}

impl<T: Pod> DerefMut for HugeArray<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.memory[..self.length * size_of::<T>()])
    }
}

/// So many zeros in a vector, with pages behind them as behind [`HugeArray`]'s.
#[doc(hidden)]
pub fn filled_vec<T: Pod + Send>(length: usize) -> Vec<T> {
    let mut zeros = vec![T::zeroed(); length];
    #[cfg(target_os = "linux")]
    advise_huge(bytemuck::cast_slice_mut(&mut zeros));
    bytemuck::cast_slice_mut(&mut zeros).par_chunks_mut(HUGE_PAGE).for_each(touch);
    zeros
}

/// Asks the system for huge pages behind the pages that lie in some memory. Where it has none, small ones do.
#[cfg(target_os = "linux")]
fn advise_huge(memory: &mut [u8]) {
    let start = memory.as_ptr().align_offset(PAGE).min(memory.len());
    let pages = &mut memory[start..];
    let length = pages.len() / PAGE * PAGE;
    if length >= HUGE_PAGE {
        // SAFETY: whole pages of memory that is borrowed exclusively; the advice changes none of its contents.
        unsafe { libc::madvise(pages.as_mut_ptr().cast(), length, libc::MADV_HUGEPAGE) };
    }
}

/// Has the system give the pages behind zeros.
fn touch(zeros: &mut [u8]) {
    // What a compiler cannot leave out as it changes nothing.
    zeros.iter_mut().step_by(PAGE).for_each(|byte| *byte = std::hint::black_box(0));
}

/// At least so many zero bytes, with pages behind them.
///
/// # Errors
/// When the system has not that much memory.
pub(super) fn filled_memory(bytes: usize) -> Result<MmapMut, RuntimeError> {
    let none = |_| RuntimeError::NoHostMemory { wanted: MemorySize(bytes as u64) };
    let mut memory = MmapMut::map_anon(bytes.max(1)).map_err(none)?;
    #[cfg(target_os = "linux")]
    if bytes >= HUGE_PAGE {
        // Where the system has no huge pages, small ones do.
        let _ = memory.advise(memmap2::Advice::HugePage);
    }
    memory.par_chunks_mut(HUGE_PAGE).for_each(touch);
    Ok(memory)
}

#[cfg(test)]
mod tests {
    use super::{HugeArray, filled_vec};

    #[test]
    fn arrays_have_their_length_and_are_zero() {
        for length in [0, 1, 511, 3 << 18] {
            let mut array = HugeArray::<u64>::zeroed(length).unwrap();
            assert!(array.len() == length && array.iter().all(|&word| word == 0), "{length}");
            let vector = filled_vec::<u64>(length);
            assert!(vector.len() == length && vector.iter().all(|&word| word == 0), "{length}");
            array.iter_mut().zip(1..).for_each(|(word, value)| *word = value);
            assert!(array.iter().copied().eq(1..=length as u64), "{length}");
        }
        assert!(HugeArray::<u64>::zeroed(usize::MAX).is_err());
    }
}
