//! Text that is read as a database in JSON Lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode::transactions::DatabaseFormat;
use motherlode_fuzz::check_database;

fuzz_target!(|bytes: &[u8]| check_database(bytes, DatabaseFormat::JsonLines));
