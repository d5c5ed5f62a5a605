//! Text that is read in the format of databases that `MOTHERLODE_FUZZ_FORMAT` names.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use motherlode::transactions::DatabaseFormat;
use motherlode_fuzz::{check_database, format};

static FORMAT: LazyLock<DatabaseFormat> = LazyLock::new(format);

fuzz_target!(|bytes: &[u8]| check_database(bytes, *FORMAT));
