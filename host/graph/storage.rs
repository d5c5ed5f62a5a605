//! Arrays that are owned, or lie in a memory-mapped file.

use std::{fmt, marker::PhantomData, ops::Deref, ops::Range, sync::Arc};

use bytemuck::Pod;
use memmap2::Mmap;

/// A read-only array, shared by its clones.
#[derive(Clone)]
pub(super) enum Storage<T> {
    Owned(Arc<Vec<T>>),
    Mapped { file: Arc<Mmap>, bytes: Range<usize>, element: PhantomData<T> },
}

impl<T: Pod> Storage<T> {
    /// The elements that lie at `bytes` of the file.
    ///
    /// # Panics
    /// If `bytes` is not inside the file, or not aligned for `T`: the caller has checked the layout.
    pub(super) fn mapped(file: Arc<Mmap>, bytes: Range<usize>) -> Self {
        let storage = Storage::Mapped { file, bytes, element: PhantomData };
        let _elements: &[T] = &storage;
        storage
    }
}

impl<T: Pod> From<Vec<T>> for Storage<T> {
    fn from(elements: Vec<T>) -> Self {
        Storage::Owned(Arc::new(elements))
    }
}

impl<T: Pod> Deref for Storage<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Storage::Owned(elements) => elements,
            Storage::Mapped { file, bytes, .. } => bytemuck::cast_slice(&file[bytes.clone()]),
        }
    }
}

impl<T: Pod> AsRef<[T]> for Storage<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

impl<T: Pod + fmt::Debug> fmt::Debug for Storage<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
