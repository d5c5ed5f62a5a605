//! What must not compile: a launch with the argument of another kernel, a kernel of another form, and whatever would
//! let safe code read or write outside memory.

#[test]
fn launches_and_kernels_that_must_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/launch.rs");
    cases.compile_fail("tests/ui/launch_wrong_args.rs");
    cases.compile_fail("tests/ui/kernel_*.rs");
    cases.compile_fail("tests/ui/sound_*.rs");
}
