//! What a file names, outside its tests.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};

/// The paths of a file.
#[derive(Default)]
pub(super) struct Names {
    /// Those that it uses.
    pub used: Vec<Vec<String>>,
    /// Those of its `use`s, by the names that they bring: a path may start with one.
    pub brought: BTreeMap<String, Vec<String>>,
    /// Those that it hands on by `pub use`, by the name that they have from then on.
    pub handed_on: BTreeMap<String, Vec<String>>,
}

pub(super) fn names(file: &syn::File) -> Names {
    let mut names = Names::default();
    names.visit_file(file);
    names
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}

impl Visit<'_> for Names {
    fn visit_item_mod(&mut self, module: &syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, name) in leaves {
            match item.vis {
                syn::Visibility::Inherited => {
                    self.used.push(path.clone());
                    self.brought.insert(name, path);
                }
                _ => drop(self.handed_on.insert(name, path)),
            }
        }
    }

    // `pub(in crate::mine)` names a place, and needs nothing there.
    fn visit_visibility(&mut self, _: &syn::Visibility) {}

    fn visit_path(&mut self, path: &syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.used.push(segments);
        }
        visit::visit_path(self, path);
    }
}

/// The paths of a `use`, each with the name that it brings.
fn flatten(tree: &syn::UseTree, before: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    let mut leaf = |ident: &syn::Ident, name: Option<&syn::Ident>| {
        let path = match ident == "self" {
            true => before.clone(),
            false => [&before[..], &[ident.to_string()]].concat(),
        };
        let name = name.map(syn::Ident::to_string).or_else(|| path.last().cloned());
        leaves.push((path, name.unwrap_or_default()));
    };
    match tree {
        syn::UseTree::Name(one) => leaf(&one.ident, None),
        syn::UseTree::Rename(one) => leaf(&one.ident, Some(&one.rename)),
        syn::UseTree::Glob(_) => leaves.push((before.clone(), "*".into())),
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, leaves);
            before.pop();
        }
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, leaves)),
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_those_outside_tests() {
        let text = "use super::{a::{self, B}, c as d}; pub use e::F as G; pub(in crate::h) struct I(crate::j::K); \
                    fn l() -> super::m::N { o::p() } #[cfg(test)] mod tests { use crate::q::R; }";
        let names = names(&syn::parse_str(text).unwrap());
        let used: Vec<String> = names.used.iter().map(|path| path.join("::")).collect();
        assert_eq!(used, ["super::a", "super::a::B", "super::c", "crate::j::K", "super::m::N", "o::p"]);
        assert_eq!(names.brought["a"], ["super", "a"]);
        assert_eq!(names.brought["d"], ["super", "c"]);
        assert_eq!(
            names.handed_on.iter().map(|(name, path)| (name.as_str(), path.join("::"))).collect::<Vec<_>>(),
            [("G", "e::F".to_owned())]
        );
    }
}
