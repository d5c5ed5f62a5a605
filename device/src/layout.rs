//! How arguments lie in memory: as the compiler of the host and that of the card are to agree on.

/// Checks the size of a type, and where some of its fields begin.
macro_rules! layout {
    ($args:ty: $size:literal $(, $field:ident: $offset:literal)* $(,)?) => {
        const _: () = {
            assert!(size_of::<$args>() == $size);
            $(assert!(core::mem::offset_of!($args, $field) == $offset);)*
        };
    };
}
