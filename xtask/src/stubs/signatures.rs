//! Functions and methods, as Python declares them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use syn::parse::ParseStream;
use syn::{Attribute, Expr, FnArg, ItemFn, Lit, Pat, PatType, ReturnType, Signature, Token, Type};

use super::sources::has;
use super::types::{Types, Way, inner};

/// Methods that every object has.
const OF_OBJECTS: [&str; 4] = ["__eq__", "__hash__", "__repr__", "__str__"];

/// A function of Python, or a method.
pub(super) struct Declared {
    pub(super) decorator: Option<&'static str>,
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) returns: String,
}

/// A function of the module.
pub(super) fn function(types: &mut Types<'_>, function: &ItemFn) -> Result<Declared> {
    let ItemFn { attrs, sig, .. } = function;
    declared(types, attrs, sig, "").with_context(|| sig.ident.to_string())
}

/// A method of a class; none if every object has one.
pub(super) fn method(
    types: &mut Types<'_>,
    attributes: &[Attribute],
    signature: &Signature,
    class: &str,
) -> Result<Option<Declared>> {
    if OF_OBJECTS.iter().any(|name| signature.ident == name) {
        return Ok(None);
    }
    declared(types, attributes, signature, class)
        .map(Some)
        .with_context(|| format!("{class}.{}", signature.ident))
}

fn declared(
    types: &mut Types<'_>,
    attributes: &[Attribute],
    signature: &Signature,
    class: &str,
) -> Result<Declared> {
    let (is_new, is_static) = (has(attributes, "new"), has(attributes, "staticmethod"));
    let mut arguments: Vec<&PatType> = signature.inputs.iter().filter_map(typed).collect();
    if arguments.first().is_some_and(|first| names(&first.ty, "Self")) {
        arguments.remove(0);
    }
    arguments.retain(|argument| !names(&argument.ty, "Python"));
    let mut parameters = Vec::new();
    match (class, is_new, is_static) {
        ("", ..) | (_, false, true) => {}
        (_, true, _) => parameters.push("cls".to_owned()),
        _ => parameters.push("self".to_owned()),
    }
    let defaults = defaults(attributes)?;
    for argument in arguments {
        let Pat::Ident(name) = &*argument.pat else { bail!("an argument without a name") };
        let (name, ty) = (name.ident.to_string(), types.of(&argument.ty, Way::Given, class)?);
        let default = defaults.get(&name).map_or(String::new(), |default| format!(" = {default}"));
        parameters.push(format!("{name}: {ty}{default}"));
    }
    let name = if is_new { "__new__".to_owned() } else { signature.ident.to_string() };
    let returned = match &signature.output {
        ReturnType::Default => "None".to_owned(),
        ReturnType::Type(_, ty) => types.of(ty, Way::Returned, class)?,
    };
    // None ends an iteration.
    let returns = match name.as_str() {
        "__next__" => returned.trim_end_matches(" | None").to_owned(),
        _ => returned,
    };
    let decorator = match (is_static, has(attributes, "getter")) {
        (true, _) => Some("@staticmethod"),
        (_, true) => Some("@property"),
        _ => None,
    };
    Ok(Declared { decorator, name, parameters, returns })
}

fn typed(argument: &FnArg) -> Option<&PatType> {
    match argument {
        FnArg::Typed(argument) => Some(argument),
        FnArg::Receiver(_) => None,
    }
}

/// Whether a type is called so, or is a reference of PyO3's to one that is.
fn names(ty: &Type, name: &str) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let is_reference = last.ident == "PyRef" || last.ident == "Bound";
    last.ident == name || is_reference && inner(last).is_ok_and(|inner| names(inner, name))
}

/// What arguments are by default, as `#[pyo3(signature = (path, directed=false))]` says.
fn defaults(attributes: &[Attribute]) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("pyo3")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("signature") {
                return Err(meta.error("only signatures are known"));
            }
            let content;
            let value = meta.value()?;
            syn::parenthesized!(content in value);
            for (name, default) in content.parse_terminated(argument, Token![,])? {
                found.extend(default.map(|default| (name, default)));
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// An argument of a signature, and what it is by default.
fn argument(input: ParseStream<'_>) -> syn::Result<(String, Option<String>)> {
    let name = input.parse::<syn::Ident>()?.to_string();
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Ok((name, None));
    }
    let value: Expr = input.parse()?;
    let default = match &value {
        Expr::Path(path) if path.path.is_ident("None") => "None".to_owned(),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Bool(truth) => if truth.value { "True" } else { "False" }.to_owned(),
            Lit::Int(number) => number.base10_digits().to_owned(),
            _ => return Err(input.error("a default of this kind is not known")),
        },
        _ => return Err(input.error("a default of this kind is not known")),
    };
    Ok((name, Some(default)))
}
