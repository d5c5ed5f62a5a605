//! What jobs have found out about one form of a graph and keep beside it: each kind by its type, so that none is known here.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

/// One thing of each type that was asked for. Things stay; nothing is locked.
#[derive(Default)]
pub(super) struct Findings {
    here: OnceLock<Box<dyn Any + Send + Sync>>,
    /// Those of other types.
    more: OnceLock<Box<Findings>>,
}

impl Findings {
    /// The one of type `T`, made when it is first asked for.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        let here = self.here.get_or_init(|| Box::new(T::default()));
        match here.downcast_ref() {
            Some(found) => found,
            None => self.more.get_or_init(Default::default).get(),
        }
    }
}

impl fmt::Debug for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Findings")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::Findings;

    #[test]
    fn there_is_one_of_each_type() {
        let findings = Findings::default();
        *findings.get::<Mutex<u32>>().lock().unwrap() = 7;
        assert_eq!(*findings.get::<String>(), "");
        *findings.get::<Mutex<u64>>().lock().unwrap() = 8;
        assert_eq!(*findings.get::<Mutex<u32>>().lock().unwrap(), 7);
        assert_eq!(*findings.get::<Mutex<u64>>().lock().unwrap(), 8);
    }
}
