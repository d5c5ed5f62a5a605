//! Arrays that are owned, or lie in a memory-mapped file, or belong to whoever called, or are brought when they are
//! looked at.

use std::sync::{Arc, OnceLock};
use std::{any::Any, fmt, marker::PhantomData, ops::Deref, ops::Range, slice};

use bytemuck::Pod;
use memmap2::Mmap;

/// A read-only array, shared by its clones.
#[derive(Clone)]
pub(super) enum ArrayStorage<T> {
    Owned(Arc<Vec<T>>),
    Mapped {
        file: Arc<Mmap>,
        bytes: Range<usize>,
        element: PhantomData<T>,
    },
    /// Another's, such as a shared memory's, which it promised to leave as it is.
    Lent(Arc<LentArray<T>>),
    /// Another place's, until it is looked at.
    Elsewhere(Arc<ArrayElsewhere<T>>),
}

/// Where an array lies which the host need not look at.
#[doc(hidden)]
pub trait Elsewhere<T>: Any + Send + Sync + fmt::Debug {
    /// Its elements, on the host: always as many, and the same.
    ///
    /// It must not wait for threads of the pool that it is called in: those may be waiting for the array, too.
    fn bring(&self) -> Vec<T>;
}

/// An array that lies elsewhere.
pub(super) struct ArrayElsewhere<T> {
    len: usize,
    place: Arc<dyn Elsewhere<T>>,
    /// Its elements, since somebody looked at them.
    here: OnceLock<Vec<T>>,
}

impl<T: Pod> ArrayElsewhere<T> {
    /// Brings it, if it has not come yet.
    fn elements(&self) -> &[T] {
        self.here.get_or_init(|| {
            let brought = self.place.bring();
            assert_eq!(brought.len(), self.len, "an array came with another length than it was said to have");
            brought
        })
    }
}

/// An array that belongs to whoever called.
pub(super) struct LentArray<T> {
    start: *const T,
    len: usize,
    /// Keeps the elements where they are.
    _owner: Box<dyn Any + Send + Sync>,
}

// SAFETY: the elements are only read, by promise of `ArrayStorage::lent` nobody writes them, and `T: Pod` has no state
// of a thread; the owner is `Send`.
unsafe impl<T: Pod + Send> Send for LentArray<T> {}
// SAFETY: as above; the owner is `Sync`.
unsafe impl<T: Pod + Sync> Sync for LentArray<T> {}

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

impl<T: Pod> ArrayStorage<T> {
    /// Elements that belong to `owner`.
    ///
    /// # Safety
    /// As long as `owner` is not dropped, `elements` must stay where they are, and nobody may write them.
    pub(super) unsafe fn lent(elements: &[T], owner: Box<dyn Any + Send + Sync>) -> Self {
        ArrayStorage::Lent(Arc::new(LentArray {
            start: elements.as_ptr(),
            len: elements.len(),
            _owner: owner,
        }))
    }

    /// `len` elements that lie at `place` until they are looked at.
    pub(super) fn elsewhere(len: usize, place: Arc<dyn Elsewhere<T>>) -> Self {
        ArrayStorage::Elsewhere(Arc::new(ArrayElsewhere { len, place, here: OnceLock::new() }))
    }

    /// How many elements there are, which need not come here for it.
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            ArrayStorage::Elsewhere(array) => array.len,
            _ => (**self).len(),
        }
    }

    /// Whether the elements can be looked at without being brought.
    pub(super) fn is_here(&self) -> bool {
        !matches!(self, ArrayStorage::Elsewhere(array) if array.here.get().is_none())
    }

    /// Where the elements come from, or came from, if that is elsewhere.
    pub(super) fn origin(&self) -> Option<&dyn Any> {
        match self {
            ArrayStorage::Elsewhere(array) => Some(&*array.place),
            _ => None,
        }
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
            // SAFETY: the start and length are those of a slice, which by promise of `lent` stays there, unwritten, as
            // long as its owner, which is dropped with this array.
            ArrayStorage::Lent(array) => unsafe { slice::from_raw_parts(array.start, array.len) },
            ArrayStorage::Elsewhere(array) => array.elements(),
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::graph::{Csr, Graph};

    /// The lists of a triangle 0-1-2 with a tail 2-3, and how often they were brought.
    #[derive(Debug, Default)]
    struct Brought(AtomicU32);

    impl Elsewhere<u32> for Brought {
        fn bring(&self) -> Vec<u32> {
            self.0.fetch_add(1, Relaxed);
            vec![1, 2, 0, 2, 0, 1, 3, 2]
        }
    }

    #[test]
    fn lists_elsewhere_come_when_they_are_looked_at_and_once() {
        let far = Arc::new(Brought::default());
        // SAFETY: the lists of a graph, with their starts.
        let csr = unsafe { Csr::with_lists_elsewhere(vec![0, 2, 4, 7, 8], far.clone()) };
        let graph = Graph::from(csr.clone()).with_attributes(crate::graph::Attributes::default());
        assert_eq!((csr.n(), csr.edges(), csr.degree(2), csr.max_degree(), csr.bytes()), (4, 4, 3, 3, 72));
        assert!(!csr.has_lists_here() && far.0.load(Relaxed) == 0);
        assert!(csr.lists_from::<Brought>().is_some() && csr.lists_from::<u32>().is_none());
        assert_eq!(graph.csr().neighbors(2), [0, 1, 3]);
        assert_eq!(csr, Csr::from_edges(4, &[(0, 1), (2, 0), (1, 2), (3, 2)]));
        // A clone shares them.
        assert!(csr.has_lists_here() && far.0.load(Relaxed) == 1);
    }
}
