//! What safe code cannot do: each of these would have read or written outside memory.

#[test]
fn safe_code_is_refused() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
