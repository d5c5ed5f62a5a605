//! What must not compile: a kernel of another form, a launch with the argument of another kernel, and what safe code
//! cannot do, as it would have read or written outside memory.

#[test]
fn what_must_not_compile_does_not() {
    // SAFETY: this is the only test of this program, so no other thread reads the environment meanwhile.
    unsafe {
        // The kernels are not built once more for code that is not compiled to the end, be the committed ones stale.
        std::env::set_var("MOTHERLODE_PTX", "auto");
        std::env::set_var("CUDA_BUILDER_TOOLCHAIN", "none");
        std::env::set_var("CUDA_BUILDER_LLVM", "none");
    }
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
