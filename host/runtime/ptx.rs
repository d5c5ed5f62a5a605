//! The kernels as PTX, as build.rs embedded them.

include!(concat!(env!("OUT_DIR"), "/ptx.rs"));

/// Which PTX is built in, and where it comes from: `sm_80, sm_90, built with rustc …`.
pub fn kernels() -> String {
    if PTX.is_empty() {
        return format!("none: {PTX_MISSING}");
    }
    let archs: Vec<_> = PTX.iter().map(|(arch, _)| format!("sm_{arch}")).collect();
    let origin = if PTX_FROM_SOURCE { "built from source" } else { "from ptx/, built" };
    format!("{}, {origin} with {PTX_TOOLCHAIN}", archs.join(", "))
}
