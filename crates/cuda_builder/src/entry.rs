//! The entry points, in LLVM's text form: what rustc cannot express about them.
//!
//! rustc copies a struct that a kernel takes by value to the stack, from where a field that is indexed at run time
//! never comes back to registers. So `#[kernel]` takes a reference, and here the reference becomes LLVM's `byval`:
//! the struct itself is the parameter, and the body reads it from parameter memory, wherever it is indexed.

use crate::Error;
use crate::markers::MarkedKernel;

/// Rewrites the definitions of `kernels` in `module`.
pub(crate) fn rewrite(module: &str, kernels: &[MarkedKernel]) -> Result<String, Error> {
    let mut text = String::with_capacity(module.len() + 256 * kernels.len());
    for line in module.lines() {
        let kernel = kernels.iter().find(|kernel| defines(line, &kernel.name));
        match kernel {
            Some(kernel) => text.push_str(&definition(line, kernel)?),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    Ok(text)
}

fn defines(line: &str, name: &str) -> bool {
    line.starts_with("define ") && line.contains(&format!(" @{name}("))
}

/// `define ptx_kernel void @name(ptr … dereferenceable(24) %0) … {` with `byval` and the launch bounds.
fn definition(line: &str, kernel: &MarkedKernel) -> Result<String, Error> {
    let wrong = || Error::Entry { kernel: kernel.name.clone(), line: line.to_owned() };
    let (head, rest) = line.split_once(&format!(" @{}(ptr ", kernel.name)).ok_or_else(wrong)?;
    let (attributes, tail) = rest.split_once(" %").ok_or_else(wrong)?;
    let (_, after_size) = attributes.split_once("dereferenceable(").ok_or_else(wrong)?;
    let size: u32 = after_size.split(')').next().and_then(|size| size.parse().ok()).ok_or_else(wrong)?;
    let body = tail.strip_suffix(" {").ok_or_else(wrong)?;
    if !head.ends_with("ptx_kernel void") || !attributes.contains("align ") || body.contains(", ") {
        return Err(wrong());
    }
    let bounds: String =
        kernel.bounds.iter().map(|(name, value)| format!(" \"{name}\"=\"{value}\"")).collect();
    let name = &kernel.name;
    Ok(format!("{head} @{name}(ptr byval([{size} x i8]) {attributes} %{body}{bounds} {{"))
}

#[cfg(test)]
mod tests {
    use super::{MarkedKernel, rewrite};

    fn kernel(bounds: &[(&str, &str)]) -> Vec<MarkedKernel> {
        let bounds = bounds.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        vec![MarkedKernel { name: "fill".to_owned(), family: "fill".to_owned(), bounds, may_spill: 0 }]
    }

    #[test]
    fn the_reference_becomes_the_value() {
        let module = "define void @fillet(ptr %0) {\n\
            define ptx_kernel void @fill(ptr noalias readonly align 8 dereferenceable(24) %0) unnamed_addr #3 {\n}\n";
        let expected = "define void @fillet(ptr %0) {\n\
            define ptx_kernel void @fill(ptr byval([24 x i8]) noalias readonly align 8 dereferenceable(24) %0) \
            unnamed_addr #3 \"nvvm.maxntid\"=\"256\" {\n}\n";
        assert_eq!(rewrite(module, &kernel(&[("nvvm.maxntid", "256")])).unwrap(), expected);
    }

    #[test]
    fn other_entry_points_are_refused() {
        for line in [
            "define ptx_kernel void @fill([3 x i64] %0) #3 {",
            "define ptx_kernel void @fill(ptr align 8 %0) #3 {",
            "define ptx_kernel void @fill(ptr align 8 dereferenceable(24) %0, i32 %1) #3 {",
            "define void @fill(ptr align 8 dereferenceable(24) %0) #3 {",
        ] {
            let error = rewrite(line, &kernel(&[])).unwrap_err().to_string();
            assert!(error.contains("`fill`") && error.contains(line), "{error}");
        }
    }
}
