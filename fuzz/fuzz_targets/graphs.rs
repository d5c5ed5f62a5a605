//! Bytes that are read in the format of graphs that `MOTHERLODE_FUZZ_FORMAT` names.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use motherlode::graph::GraphFormat;
use motherlode_fuzz::{check, format};

static FORMAT: LazyLock<GraphFormat> = LazyLock::new(format);

fuzz_target!(|bytes: &[u8]| check(bytes, Some(*FORMAT)));
