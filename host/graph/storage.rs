//! Arrays that are owned, or lie in a memory-mapped file.

use std::{fmt, marker::PhantomData, ops::Deref, ops::Range, sync::Arc};

use bytemuck::Pod;
use memmap2::Mmap;

/// A read-only array, shared by its clones.
#[derive(Clone)]
pub(super) enum ArrayStorage<T> {
    Owned(Arc<Vec<T>>),
    Mapped { file: Arc<Mmap>, bytes: Range<usize>, element: PhantomData<T> },
}

impl<T: Pod> ArrayStorage<T> {
    /// The elements that lie at `bytes` of the file.
    ///
    /// # Panics
    /// If `bytes` is not inside the file, or not aligned for `T`: the caller has checked the layout.
    pub(super) fn mapped(file: Arc<Mmap>, bytes: Range<usize>) -> Self {
        let storage = ArrayStorage::Mapped { file, bytes, element: PhantomData };
        let _elements: &[T] = &storage;
        storage
    }
}

impl<T: Pod> From<Vec<T>> for ArrayStorage<T> {
    fn from(elements: Vec<T>) -> Self {
        ArrayStorage::Owned(Arc::new(elements))
    }
}

impl<T: Pod> Deref for ArrayStorage<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            ArrayStorage::Owned(elements) => elements,
            ArrayStorage::Mapped { file, bytes, .. } => bytemuck::cast_slice(&file[bytes.clone()]),
        }
    }
}

impl<T: Pod> AsRef<[T]> for ArrayStorage<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for ArrayStorage<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
