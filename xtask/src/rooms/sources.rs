//! The modules of the library, and what each names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};

use super::names::{Names, names};

/// A module by its path in the library: `["mine", "list", "lister"]`.
pub(super) type Module = Vec<String>;

/// Each pair of a module and another that it needs, with what it names there.
pub(super) type Needs<'s> = BTreeMap<(&'s Module, &'s Module), BTreeSet<&'s str>>;

/// The crates whose modules stand in the library by their own names. Those of the others stand below the crate's:
/// `mine::count`, `cli::args`.
const FLAT: [&str; 4] = ["data", "library", "machine", "planning"];

/// All modules that have a file.
pub(super) struct Sources {
    modules: BTreeMap<Module, Names>,
}

/// The room of a module.
pub(super) fn room(module: &Module) -> String {
    match module.as_slice() {
        [] => "lib".into(),
        [mine, inner, ..] if mine == "mine" => format!("mine/{inner}"),
        [first, ..] => first.clone(),
    }
}

impl Sources {
    /// The modules of all crates in `folder`.
    pub fn read(folder: &Path) -> Result<Sources> {
        let mut sources = Sources { modules: BTreeMap::new() };
        for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match FLAT.contains(&name.as_str()) {
                _ if path.is_file() => {}
                true => sources.read_folder(&path, &[])?,
                false => sources.read_folder(&path, &[name])?,
            }
        }
        Ok(sources)
    }

    fn read_folder(&mut self, folder: &Path, within: &[String]) -> Result<()> {
        for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                self.read_folder(&path, &[within, &[name]].concat())?;
                continue;
            }
            let module = match name.as_str() {
                _ if path.extension().is_none_or(|extension| extension != "rs") => continue,
                // What it names are the layers below, by the names that they have everywhere.
                "lib" if within.is_empty() => continue,
                "lib" | "mod" => within.to_vec(),
                _ => [within, &[name]].concat(),
            };
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let file = syn::parse_file(&text).with_context(|| format!("cannot parse {}", path.display()))?;
            self.modules.insert(module, names(&file));
        }
        Ok(())
    }

    pub fn needs(&self) -> Needs<'_> {
        let mut needs = Needs::new();
        for (module, names) in &self.modules {
            for path in &names.used {
                if let Some((to, item)) = self.follow(module, path)
                    && to != module
                {
                    needs.entry((module, to)).or_default().insert(item.map_or("self", String::as_str));
                }
            }
        }
        needs
    }

    /// Where that stands which a path of `module` names, and its name there. The path may start with a module that was
    /// brought by `use`; one that starts with a type that was brought (`Csr::new`) leads no further than the `use`.
    fn follow<'s>(
        &'s self,
        module: &'s Module,
        path: &'s [String],
    ) -> Option<(&'s Module, Option<&'s String>)> {
        let (first, rest) = path.split_first()?;
        let names = &self.modules[module];
        let Some(brought) = names.brought.get(first).or_else(|| names.handed_on.get(first)) else {
            return self.find(module, path).map(|(to, item)| self.origin(to, item));
        };
        let (to, item) = self.find(module, brought)?;
        let (to, None) = self.origin(to, item) else { return None };
        let (to, item) = self.descend(to.clone(), rest)?;
        Some(self.origin(to, item))
    }

    /// The module that a path of `module` leads to, and what it names there.
    fn find<'p>(&self, module: &Module, path: &'p [String]) -> Option<(&Module, Option<&'p String>)> {
        let root = self.root_of(module);
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (root.clone(), &path[1..]),
            "motherlode" => (Vec::new(), &path[1..]),
            layer if *module != root && FLAT.iter().any(|flat| layer == format!("motherlode_{flat}")) => {
                (Vec::new(), &path[1..])
            }
            "self" => (module.clone(), &path[1..]),
            _ => (module.clone(), path),
        };
        while rest.first().is_some_and(|first| first == "super") {
            at.pop()?;
            rest = &rest[1..];
        }
        // A crate has the rooms of the layers below at its root.
        if at == root && rest.first().is_some_and(|next| !self.has(&root, next) && self.has(&[], next)) {
            at.clear();
        }
        // A path that starts with the name of nothing here is another crate's.
        let is_relative = !matches!(path[0].as_str(), "crate" | "motherlode" | "self" | "super")
            && !path[0].starts_with("motherlode_");
        if is_relative && rest.first().is_none_or(|first| !self.has(&at, first)) {
            return None;
        }
        self.descend(at, rest)
    }

    /// The module that the rest of a path leads to from another, and what it names there.
    fn descend<'p>(&self, mut at: Module, mut rest: &'p [String]) -> Option<(&Module, Option<&'p String>)> {
        while let Some(next) = rest.first().filter(|next| self.has(&at, next)) {
            at.push(next.clone());
            rest = &rest[1..];
        }
        self.modules.get_key_value(&at).map(|(module, _)| (module, rest.first()))
    }

    /// The root of a module's crate.
    fn root_of(&self, module: &Module) -> Module {
        let first = module.first().filter(|first| ["mine", "cli"].contains(&first.as_str()));
        first.cloned().into_iter().collect()
    }

    fn has(&self, module: &[String], inner: &String) -> bool {
        self.modules.contains_key(&[module, std::slice::from_ref(inner)].concat())
    }

    /// Where an item stands that a module may only hand on, and its name there.
    fn origin<'s>(
        &'s self,
        mut module: &'s Module,
        mut item: Option<&'s String>,
    ) -> (&'s Module, Option<&'s String>) {
        let mut seen = BTreeSet::new();
        while let Some(name) = item
            && seen.insert((module, name))
            && let Some(path) = self.modules[module].handed_on.get(name)
            && let Some((to, next)) = self.find(module, path)
        {
            (module, item) = (to, next);
        }
        (module, item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_start_with_a_child_or_with_what_was_brought() {
        let files = [
            (
                "a",
                "use super::{b::{self, Csr}, c as d}; fn e() { child::F; b::G; d::H; Csr::new(); other::I }",
            ),
            ("a::child", ""),
            ("b", "pub use inner::G;"),
            ("b::inner", ""),
            ("c", ""),
            ("other", ""),
        ];
        let module = |path: &str| path.split("::").map(str::to_owned).collect::<Module>();
        let modules = files.map(|(path, text)| (module(path), names(&syn::parse_str(text).unwrap())));
        let sources = Sources { modules: modules.into() };
        let needs = sources.needs().into_iter();
        let needs: Vec<_> =
            needs.map(|((from, to), names)| (from.join("::"), to.join("::"), names)).collect();
        let arrow =
            |to: &str, names: &[&'static str]| ("a".into(), to.into(), names.iter().copied().collect());
        assert_eq!(
            needs,
            [
                arrow("a::child", &["F"]),
                arrow("b", &["Csr", "self"]),
                arrow("b::inner", &["G"]),
                arrow("c", &["H", "self"]),
            ]
        );
    }
}
