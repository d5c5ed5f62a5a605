//! Text whose ids are names, whatever they look like.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode::graph::{GraphFormat, LoadOptions};
use motherlode_fuzz::check_as;

fuzz_target!(|bytes: &[u8]| {
    check_as(bytes, &LoadOptions::default().names(true));
    check_as(bytes, &LoadOptions::default().names(true).format(GraphFormat::EdgeList));
});
