//! Bytes that are read as a `.csr` file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode::graph::Format;
use motherlode_fuzz::check;

fuzz_target!(|bytes: &[u8]| check(bytes, Some(Format::Csr)));
