//! A launch is checked by the type system: the kernel's type names the type of its argument.

#[test]
fn launches_and_kernels_that_must_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/launch.rs");
    cases.compile_fail("tests/ui/launch_wrong_args.rs");
    cases.compile_fail("tests/ui/kernel_*.rs");
}
