//! The way from a panic to the panic handler, in LLVM's text form: it is cut short.
//!
//! `core` keeps its panicking functions out of line, which on a CPU saves code. On a GPU each call on the way costs
//! every kernel that may panic: a stack, and as many registers as the hungriest function that could be reached,
//! which is one of `core::fmt` that no handler may even call. Inlined, what a handler does not read of a panic is
//! dropped, and with it `core::fmt`. A small probe kernel went from 50 registers and 88 bytes of stack to 32 and none.

use std::collections::HashSet;

/// Part of the mangled names of the functions of `core::panicking`, and of the panic handler's.
const PANICKING: [&str; 3] = ["4core9panicking", "rust_begin_unwind", BOUNDS_HOOK];
/// Part of the mangled name of what `core` calls when an index is out of bounds.
const BOUNDS: &str = "4core9panicking18panic_bounds_check";
/// The crate's own function in its place, of the same signature: `fn(index, length, &Location) -> !`. `core`'s puts
/// the values into a text, which needs `core::fmt`.
pub(crate) const BOUNDS_HOOK: &str = "cuda_std panic_bounds_check";

/// Has indices out of bounds go to the crate's own function, if it has one.
pub(crate) fn hook(module: &str) -> String {
    let hook = format!("@\"{BOUNDS_HOOK}\"(");
    let definition =
        |name: &str| module.lines().find(|line| line.starts_with("define ") && line.contains(name));
    let name = definition(BOUNDS).and_then(|line| {
        let symbol = &line[line.find('@')?..];
        Some(&symbol[..=symbol.find('(')?])
    });
    let Some(name) = name.filter(|_| definition(&hook).is_some()) else { return module.to_owned() };
    let line = |line: &str| match line.starts_with("define ") {
        true => format!("{line}\n"),
        false => line.replace(name, &hook) + "\n",
    };
    module.lines().map(line).collect()
}

/// Has LLVM inline the functions of `core::panicking`, and the panic handler.
pub(crate) fn inline(module: &str) -> String {
    let diverging: HashSet<&str> = module.lines().filter_map(diverging_group).collect();
    let mut text = String::with_capacity(module.len());
    for line in module.lines() {
        if diverging_group(line).is_some() {
            // These are also the attributes of calls, and a call's own refusal would win.
            let words = line.split(' ').filter(|word| !matches!(*word, "noinline" | "minsize" | "optsize"));
            text.push_str(&words.collect::<Vec<_>>().join(" "));
        } else if let Some(definition) = line.strip_suffix(" {")
            && line.starts_with("define ")
            && PANICKING.iter().any(|name| line.contains(name))
            && definition.rsplit_once(' ').is_some_and(|(_, group)| diverging.contains(group))
        {
            text.push_str(definition);
            text.push_str(" alwaysinline {");
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// The name of the group of attributes that `line` defines, if it says that a function does not return.
fn diverging_group(line: &str) -> Option<&str> {
    let (group, attributes) = line.strip_prefix("attributes ")?.split_once(" = ")?;
    attributes.split(' ').any(|word| word == "noreturn").then_some(group)
}

#[cfg(test)]
mod tests {
    use super::{hook, inline};

    #[test]
    fn the_hook_takes_the_calls_if_there_is_one() {
        let core =
            "define internal void @_RNvC_4core9panicking18panic_bounds_check(i64 %0, i64 %1, ptr %2) #2 {";
        let own = "define void @\"cuda_std panic_bounds_check\"(i64 %0, i64 %1, ptr %2) #2 {";
        let call = "  call void @_RNvC_4core9panicking18panic_bounds_check(i64 1, i64 2, ptr %2) #2";
        let hooked = "  call void @\"cuda_std panic_bounds_check\"(i64 1, i64 2, ptr %2) #2";
        assert_eq!(hook(&[core, own, call].join("\n")), [core, own, hooked, ""].join("\n"));
        let without = [core, call].join("\n");
        assert_eq!(hook(&without), without);
    }

    #[test]
    fn only_panicking_functions_that_do_not_return() {
        let module = "define internal void @_RNvNtC_4core9panicking9panic_fmt(ptr %0) unnamed_addr #2 {\n\
            define internal i1 @_RNvNtC_4core9panicking8harmless(ptr %0) unnamed_addr #5 {\n\
            define internal void @_R_7___rustc17rust_begin_unwind(ptr %0) #2 {\n\
            define internal void @other(ptr %0) unnamed_addr #2 {\n\
            \x20 call void @_RNvNtC_4core9panicking9panic_fmt(ptr %0) #2\n\
            attributes #2 = { cold minsize noinline noreturn nounwind optsize \"target-cpu\"=\"sm_80\" }\n\
            attributes #5 = { noinline nounwind }\n";
        let expected = "define internal void @_RNvNtC_4core9panicking9panic_fmt(ptr %0) unnamed_addr #2 alwaysinline {\n\
            define internal i1 @_RNvNtC_4core9panicking8harmless(ptr %0) unnamed_addr #5 {\n\
            define internal void @_R_7___rustc17rust_begin_unwind(ptr %0) #2 alwaysinline {\n\
            define internal void @other(ptr %0) unnamed_addr #2 {\n\
            \x20 call void @_RNvNtC_4core9panicking9panic_fmt(ptr %0) #2\n\
            attributes #2 = { cold noreturn nounwind \"target-cpu\"=\"sm_80\" }\n\
            attributes #5 = { noinline nounwind }\n";
        assert_eq!(inline(module), expected);
    }
}
