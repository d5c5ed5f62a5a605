//! Bytes that are read as a DIMACS graph.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode::graph::GraphFormat;
use motherlode_fuzz::check;

fuzz_target!(|bytes: &[u8]| check(bytes, Some(GraphFormat::Dimacs)));
