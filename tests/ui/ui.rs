//! What safe code cannot do: each of these would have read or written outside memory.

#[test]
fn safe_code_is_refused() {
    // SAFETY: this is the only test of this program, so no other thread reads the environment meanwhile.
    unsafe {
        // The kernels are not built once more for code that is not compiled to the end.
        std::env::set_var("MOTHERLODE_PTX", "committed");
    }
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
