//! Types of Python for types of Rust.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use super::sources::{Converted, Sources};

/// Which way a value goes: a list that is given may be any sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Given,
    Returned,
}

/// The types that were asked for, and what they name.
pub(super) struct Types<'s> {
    sources: &'s Sources,
    /// What each alias stands for.
    pub(super) aliases: BTreeMap<String, String>,
    /// Names by the module that they come from.
    pub(super) imports: BTreeSet<(String, String)>,
}

impl<'s> Types<'s> {
    pub(super) fn new(sources: &'s Sources) -> Types<'s> {
        Types { sources, aliases: BTreeMap::new(), imports: BTreeSet::new() }
    }

    /// The type of Python for one of Rust, within a class if `Self` may be named.
    ///
    /// # Errors
    /// A type for which none is known.
    pub(super) fn of(&mut self, ty: &Type, way: Way, class: &str) -> Result<String> {
        let path = match ty {
            Type::Reference(reference) => return self.of(&reference.elem, way, class),
            Type::Tuple(tuple) if tuple.elems.is_empty() => return Ok("None".to_owned()),
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.of(part, way, class));
                return Ok(format!("tuple[{}]", parts.collect::<Result<Vec<_>>>()?.join(", ")));
            }
            Type::Array(array) => return self.several(&array.elem, way, class),
            Type::Path(path) => path.path.segments.last().context("a path has a name")?,
            _ => bail!("a type without a name"),
        };
        let name = path.ident.to_string();
        Ok(match name.as_str() {
            "str" | "String" | "OsString" | "PathBuf" => "str".to_owned(),
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i32" | "i64" | "i128" => "int".to_owned(),
            "f64" => "float".to_owned(),
            "bool" => name,
            "PyAny" => self.import("typing", "Any"),
            "PyCapsule" => "object".to_owned(),
            "PyDict" => format!("dict[str, {}]", self.import("typing", "Any")),
            "Self" => class.to_owned(),
            "PyResult" | "PyRef" | "Bound" | "Py" => self.of(inner(path)?, way, class)?,
            "Option" => format!("{} | None", self.of(inner(path)?, way, class)?),
            "Vec" => self.several(inner(path)?, way, class)?,
            _ if name.starts_with("PyArray") || name.starts_with("PyReadonlyArray") => {
                format!("{}[np.{}]", self.import("numpy.typing", "NDArray"), element(inner(path)?)?)
            }
            _ if self.sources.classes.contains_key(&name) => name,
            _ => self.declared(&name, way)?,
        })
    }

    fn several(&mut self, each: &Type, way: Way, class: &str) -> Result<String> {
        let each = self.of(each, way, class)?;
        Ok(match way {
            Way::Given => format!("{}[{each}]", self.import("collections.abc", "Sequence")),
            Way::Returned => format!("list[{each}]"),
        })
    }

    /// A type that the sources declare.
    fn declared(&mut self, name: &str, way: Way) -> Result<String> {
        let sources = self.sources;
        let stands_for = match (sources.aliases.get(name), sources.converted.get(name)) {
            (Some(alias), _) => self.of(alias, way, "")?,
            (None, Some(Converted::Class { module, name })) => return Ok(self.import(module, name)),
            (None, Some(Converted::Union(any))) => {
                any.iter().map(|one| self.of(one, way, "")).collect::<Result<Vec<_>>>()?.join(" | ")
            }
            (None, None) => bail!(
                "{name}: no type of Python is known for it; xtask/src/stubs/types.rs has those that are"
            ),
        };
        let alias = format!("_{name}");
        match self.aliases.insert(alias.clone(), stands_for.clone()) {
            Some(other) if other != stands_for => bail!("{name}: it is given and returned; make two of it"),
            _ => Ok(alias),
        }
    }

    fn import(&mut self, module: &str, name: &str) -> String {
        self.imports.insert((module.to_owned(), name.to_owned()));
        name.to_owned()
    }
}

/// The first type that a generic one is of.
pub(super) fn inner(path: &PathSegment) -> Result<&Type> {
    let PathArguments::AngleBracketed(arguments) = &path.arguments else { bail!("{}: of what?", path.ident) };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.next().with_context(|| format!("{}: of what?", path.ident))
}

/// What NumPy calls the elements of an array.
fn element(ty: &Type) -> Result<&'static str> {
    let Type::Path(path) = ty else { bail!("an array of types without a name") };
    let name = path.path.segments.last().context("a path has a name")?.ident.to_string();
    Ok(match name.as_str() {
        "u32" => "uint32",
        "u64" => "uint64",
        "i32" => "int32",
        "i64" => "int64",
        "f64" => "float64",
        "bool" => "bool_",
        "Py" => "object_",
        _ => bail!("an array of {name}: what NumPy calls it is not known"),
    })
}
