//! The file itself, in the form that `ruff format` gives it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;

use super::signatures::{Declared, function, method};
use super::sources::Sources;
use super::types::Types;

/// As `pyproject.toml` has it.
const LINE: usize = 110;
const HEAD: &str = "\
# Made by 'cargo xtask stubs' from crates/python/src.
\"\"\"The native module: what the rest of the package is built on. Its parts may change from one version to the next.\"\"\"
";

/// The types of the module that the sources are of.
///
/// # Errors
/// A type for which none of Python is known.
pub(super) fn page(sources: &Sources) -> Result<String> {
    let mut types = Types::new(sources);
    let mut body = String::new();
    for (class, methods) in &sources.classes {
        write!(body, "\n@final\nclass {class}:\n")?;
        for own in methods {
            if let Some(declared) = method(&mut types, &own.attrs, &own.sig, class)? {
                write_function(&mut body, "    ", &declared)?;
            }
        }
    }
    body.push('\n');
    for own in &sources.functions {
        write_function(&mut body, "", &function(&mut types, own)?)?;
    }
    let mut page = format!("{HEAD}\n{}\n__version__: str\n\n", imports(&types.imports));
    for (name, stands_for) in &types.aliases {
        page += &alias(name, stands_for);
    }
    Ok(page + &body)
}

fn write_function(body: &mut String, indent: &str, declared: &Declared) -> Result<()> {
    let Declared { decorator, name, parameters, returns } = declared;
    if let Some(decorator) = decorator {
        writeln!(body, "{indent}{decorator}")?;
    }
    let (head, tail) = (format!("{indent}def {name}("), format!(") -> {returns}: ..."));
    let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
    *body += &bracketed(indent, &head, &parameters, &tail);
    Ok(())
}

/// What stands between brackets: in one line, in one of its own, or each part in one.
fn bracketed(indent: &str, head: &str, parts: &[&str], tail: &str) -> String {
    let all = parts.join(", ");
    let fits = |width: usize| width <= LINE;
    if parts.is_empty() || fits(head.len() + all.len() + tail.len()) {
        return format!("{head}{all}{tail}\n");
    }
    if fits(indent.len() + 4 + all.len()) && fits(indent.len() + tail.len()) {
        return format!("{head}\n{indent}    {all}\n{indent}{tail}\n");
    }
    let each: String = parts.iter().map(|part| format!("{indent}    {part},\n")).collect();
    format!("{head}\n{each}{indent}{tail}\n")
}

/// An alias, in as many lines as it takes.
fn alias(name: &str, ty: &str) -> String {
    let any = parts(ty, " | ");
    let line = format!("{name} = {ty}\n");
    if line.len() <= LINE + 1 {
        return line;
    }
    match ty.split_once('[') {
        Some((outer, rest)) if any.len() == 1 => {
            bracketed("", &format!("{name} = {outer}["), &parts(&rest[..rest.len() - 1], ", "), "]")
        }
        _ => format!("{name} = (\n    {}\n)\n", any.join("\n    | ")),
    }
}

/// What a separator divides, outside brackets.
fn parts<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let is_outside = |&(at, _): &(usize, &str)| {
        let before = &text[..at];
        before.matches('[').count() == before.matches(']').count()
    };
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(separator).filter(is_outside) {
        found.push(&text[start..at]);
        start = at + separator.len();
    }
    found.push(&text[start..]);
    found
}

/// The imports, in the order of `ruff`: those of Python, of NumPy, and of the package.
fn imports(names: &BTreeSet<(String, String)>) -> String {
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::from([("typing", vec![])]);
    for (module, name) in names {
        modules.entry(module).or_default().push(name);
    }
    modules.entry("typing").or_default().push("final");
    let of = |belongs: fn(&str) -> bool| -> String {
        let lines = modules.iter().filter(|(module, _)| belongs(module));
        lines.map(|(module, names)| format!("from {module} import {}\n", names.join(", "))).collect()
    };
    let numpy = of(|module| module.starts_with("numpy"));
    let package = of(|module| module.starts_with("motherlode"));
    let python = of(|module| !module.starts_with("numpy") && !module.starts_with("motherlode"));
    format!("{python}\nimport numpy as np\n{numpy}\n{package}")
}
