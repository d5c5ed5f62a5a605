//! Files that are made from templates, and lines that are put into files that are there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// What is to be written: nothing is, unless all of it can be.
pub(super) struct Skeleton<'a> {
    root: &'a Path,
    name: &'a str,
    files: Vec<(PathBuf, String)>,
}

/// A test that fails until a skeleton is written.
#[derive(Clone, Copy)]
pub(super) struct Failing {
    /// Its name, without that of its module, as the template has it.
    pub test: &'static str,
    /// A part of what it says then.
    pub says: &'static str,
}

impl<'a> Skeleton<'a> {
    /// Of something that is called `name`.
    ///
    /// # Errors
    /// When that is no name of a module.
    pub fn new(root: &'a Path, name: &'a str) -> Result<Self> {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_word) {
            bail!("'{name}' is no name of a module: use small letters, digits and _, a letter first");
        }
        Ok(Skeleton { root, name, files: Vec::new() })
    }

    /// With a new file, in which `__name__` is the name, `__Name__` that of a type, `__NAME__` that of a
    /// constant, and `__command__` that of a command.
    ///
    /// # Errors
    /// When it is there already.
    pub fn file(mut self, path: &str, template: &str) -> Result<Self> {
        let path = self.root.join(self.filled(path));
        if path.exists() {
            bail!("{} is there already: choose another name", path.display());
        }
        let text = self.filled(template);
        self.files.push((path, text));
        Ok(self)
    }

    /// With `line` after the first line of a file that starts with `after`.
    ///
    /// # Errors
    /// When the file cannot be read, or has no such line.
    pub fn line(mut self, path: &str, after: &str, line: &str) -> Result<Self> {
        let path = self.root.join(self.filled(path));
        let known = self.files.iter().position(|(of, _)| *of == path);
        let text = match known {
            Some(at) => self.files.swap_remove(at).1,
            None => fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?,
        };
        let place =
            text.match_indices('\n').map(|(end, _)| end + 1).find(|&start| text[start..].starts_with(after));
        let start =
            place.with_context(|| format!("{} has no line that starts with '{after}'", path.display()))?;
        let end = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
        let text = format!("{}{}\n{}", &text[..end], self.filled(line), &text[end..]);
        self.files.push((path, text));
        Ok(self)
    }

    /// Writes all of it, and says where.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(self) -> Result<String> {
        let mut said = String::new();
        for (path, text) in &self.files {
            let folder = path.parent().unwrap_or(self.root);
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            said += &format!("wrote {}\n", path.strip_prefix(self.root).unwrap_or(path).display());
        }
        Ok(said)
    }

    /// Checks that all of it is Rust, but for what is not called so, and names what is new.
    #[cfg(test)]
    pub fn check(&self) {
        for (path, text) in &self.files {
            let name = path.display();
            assert!(text.contains(self.name) || text.contains(&self.filled("__command__")), "{name}");
            assert!(!text.contains("__name__") && !text.contains("__N"), "{name}");
            if path.extension().is_some_and(|extension| extension == "rs") {
                syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }

    fn filled(&self, template: &str) -> String {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let type_name: String = self.name.split('_').filter(|word| !word.is_empty()).map(capital).collect();
        template
            .replace("__name__", self.name)
            .replace("__Name__", &type_name)
            .replace("__NAME__", &self.name.to_uppercase())
            .replace("__command__", &self.name.replace('_', "-"))
    }
}

#[cfg(test)]
mod tests {
    use super::Skeleton;

    #[test]
    fn names_are_those_of_modules() {
        let root = std::env::temp_dir();
        for name in ["", "Wedges", "2-paths", "wedge counts", "../up", "_"] {
            assert!(Skeleton::new(&root, name).is_err(), "{name}");
        }
        let skeleton = Skeleton::new(&root, "wedge_counts2").unwrap();
        assert_eq!(
            skeleton.filled("__name__ __Name__ __NAME__ __command__"),
            "wedge_counts2 WedgeCounts2 WEDGE_COUNTS2 wedge-counts2"
        );
    }

    #[test]
    fn nothing_is_written_over() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let skeleton = Skeleton::new(root, "mod").unwrap();
        assert!(skeleton.file("src/new/__name__.rs", "").is_err());
    }
}
