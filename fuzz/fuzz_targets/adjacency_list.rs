//! Text that is read as an adjacency list, of numbers or names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode::graph::GraphFormat;
use motherlode_fuzz::check;

fuzz_target!(|bytes: &[u8]| check(bytes, Some(GraphFormat::AdjacencyList)));
