//! Texts in the pattern language: none panics, and what is read is displayed as a text that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motherlode_planning::pattern::Pattern;

fuzz_target!(|text: &str| {
    if let Ok(pattern) = Pattern::parse(text) {
        let shown = pattern.to_string();
        assert_eq!(Pattern::parse(&shown).as_ref(), Ok(&pattern), "{shown}");
    }
});
