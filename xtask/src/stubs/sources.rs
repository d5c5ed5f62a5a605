//! What the sources of the native module declare.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use syn::{Attribute, Expr, ImplItem, ImplItemFn, Item, ItemFn, Lit, Meta, Type};

/// What stands in all files, by name.
#[derive(Default)]
pub(super) struct Sources {
    pub(super) aliases: BTreeMap<String, Type>,
    pub(super) converted: BTreeMap<String, Converted>,
    pub(super) classes: BTreeMap<String, Vec<ImplItemFn>>,
    pub(super) functions: Vec<ItemFn>,
}

/// What values of Python become, or are made of.
pub(super) enum Converted {
    /// An instance of this class of that module.
    Class { module: String, name: String },
    /// Any of these.
    Union(Vec<Type>),
}

impl Sources {
    pub(super) fn read(folder: &Path) -> Result<Sources> {
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
        paths.sort();
        let mut sources = Sources::default();
        for path in paths {
            std::fs::read_to_string(&path)
                .map_err(Into::into)
                .and_then(|text| sources.add_all(&text))
                .with_context(|| format!("in {}", path.display()))?;
        }
        Ok(sources)
    }

    /// What stands in a file.
    pub(super) fn add_all(&mut self, text: &str) -> Result<()> {
        syn::parse_file(text)?.items.into_iter().try_for_each(|item| self.add(item))
    }

    fn add(&mut self, item: Item) -> Result<()> {
        match item {
            Item::Type(alias) => {
                let name = alias.ident.to_string();
                if self.aliases.insert(name.clone(), *alias.ty).is_some() {
                    bail!("{name}: a type of another file is called so, too");
                }
            }
            Item::Struct(class) if has(&class.attrs, "pyclass") => {
                if class.fields.iter().any(|field| has(&field.attrs, "pyo3")) {
                    bail!("{}: a field is no property; write a method with #[getter]", class.ident);
                }
                self.classes.entry(class.ident.to_string()).or_default();
            }
            Item::Struct(made) if derives_from_python(&made.attrs) => {
                let name = made.ident.to_string();
                let class = class_of_python(&made.attrs).with_context(|| {
                    format!("{name}: its documentation names no class, as `motherlode._job.Job` in Python")
                })?;
                self.converted.insert(name, class);
            }
            Item::Enum(made) if derives_from_python(&made.attrs) => {
                let fields = made.variants.into_iter().flat_map(|variant| variant.fields);
                let any = fields.map(|field| field.ty).collect();
                self.converted.insert(made.ident.to_string(), Converted::Union(any));
            }
            Item::Impl(block) if has(&block.attrs, "pymethods") => {
                let Type::Path(class) = *block.self_ty else { bail!("methods of a type without a name") };
                let name = class.path.segments.last().context("a path has a name")?.ident.to_string();
                let methods = block.items.into_iter().filter_map(|item| match item {
                    ImplItem::Fn(method) => Some(method),
                    _ => None,
                });
                self.classes.entry(name).or_default().extend(methods);
            }
            Item::Fn(function) if has(&function.attrs, "pyfunction") => self.functions.push(function),
            _ => {}
        }
        Ok(())
    }
}

/// Whether there is an attribute of this name.
pub(super) fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}

fn derives_from_python(attributes: &[Attribute]) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        // What cannot be read so derives nothing of ours.
        let _ = attribute.parse_nested_meta(|derived| {
            found |= derived.path.is_ident("FromPyObject") || derived.path.is_ident("IntoPyObject");
            Ok(())
        });
    }
    found
}

/// The class that documentation names as the one in Python.
fn class_of_python(attributes: &[Attribute]) -> Option<Converted> {
    attributes.iter().find_map(|attribute| {
        let Meta::NameValue(doc) = &attribute.meta else { return None };
        let Expr::Lit(text) = &doc.value else { return None };
        let Lit::Str(text) = &text.lit else { return None };
        let text = text.value();
        let (module, name) = text.split_once("` in Python")?.0.rsplit_once('`')?.1.rsplit_once('.')?;
        Some(Converted::Class { module: module.to_owned(), name: name.to_owned() })
    })
}
