//! One thing of each type: what jobs keep beside a graph, or a form of it, that knows none of them.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

/// One thing of each type that was asked for. Things stay; nothing is locked.
#[derive(Default)]
pub(super) struct TypeMap {
    here: OnceLock<Box<dyn Any + Send + Sync>>,
    /// Those of other types.
    more: OnceLock<Box<TypeMap>>,
}

impl TypeMap {
    /// The one of type `T`, made when it is first asked for.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        let here = self.here.get_or_init(|| Box::new(T::default()));
        match here.downcast_ref() {
            Some(found) => found,
            None => self.more.get_or_init(Default::default).get(),
        }
    }
}

impl fmt::Debug for TypeMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TypeMap")
    }
}

#[cfg(test)]
mod tests {

    use parking_lot::Mutex;

    use super::TypeMap;

    #[test]
    fn there_is_one_of_each_type() {
        let map = TypeMap::default();
        *map.get::<Mutex<u32>>().lock() = 7;
        assert_eq!(*map.get::<String>(), "");
        *map.get::<Mutex<u64>>().lock() = 8;
        assert_eq!(*map.get::<Mutex<u32>>().lock(), 7);
        assert_eq!(*map.get::<Mutex<u64>>().lock(), 8);
    }
}
