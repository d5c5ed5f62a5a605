//! Bytes whose format and compression the reader finds out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode_fuzz::check;

fuzz_target!(|bytes: &[u8]| check(bytes, None));
