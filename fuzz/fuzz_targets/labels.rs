//! A file of labels for a graph of numbers and one of names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode_fuzz::check_labels;

fuzz_target!(|bytes: &[u8]| check_labels(bytes));
