//! Bytes that are read as a `.csr` file whose checksums agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode::graph::GraphFormat;
use motherlode_fuzz::{check, seal};

fuzz_target!(|bytes: &[u8]| {
    let mut file = bytes.to_vec();
    seal(&mut file);
    check(&file, Some(GraphFormat::Csr));
});
