//! Loops that are written out.

/// Repeats `body` for `i` in `0..count`, where `count` is a constant of at most 8.
///
/// Each turn is code of its own with `i` known, so that arrays indexed by it stay in registers. The compiler unrolls a
/// plain loop only where it thinks that worth its size, and where it does not the array goes to local memory. On the host
/// there is no such difference, and a plain loop compiles in a fraction of the time.
#[cfg(target_arch = "nvptx64")]
macro_rules! unroll {
    ($i:ident in 0..$count:expr => $body:block) => {{
        const { assert!($count <= 8, "unroll! writes out 8 turns") };
        $crate::primitives::unroll::unroll!(@ $i, $count, $body, 0usize 1usize 2usize 3usize 4usize 5usize 6usize 7usize);
    }};
    (@ $i:ident, $count:expr, $body:block, $($turn:literal)*) => {$(
        // A loop of one turn or none, and not an `if`: lints look into an `if` that is never taken.
        for $i in $turn..usize::min($count, $turn + 1) {
            $body
        }
    )*};
}

#[cfg(not(target_arch = "nvptx64"))]
macro_rules! unroll {
    ($i:ident in 0..$count:expr => $body:block) => {{
        const { assert!($count <= 8, "unroll! writes out 8 turns") };
        for $i in 0..$count {
            $body
        }
    }};
}

pub(crate) use unroll;
