//! What a command writes can be written, and is none of what it reads, whatever --force says; no two outputs are one file.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use motherlode::export::partial_name;
use same_file::Handle;

use super::exit::Misuse;

/// Checks that a file can be made at `path`, before any work is done for it.
///
/// # Errors
/// A directory; a folder that is not there; a file that exists, unless it `may_exist`.
pub fn check_place(path: &Path, may_exist: bool) -> Result<(), Misuse> {
    if path.is_dir() {
        return Err(Misuse(format!("{}: is a directory; give a file in it", path.display())));
    }
    if path.is_file() && !may_exist {
        return Err(Misuse(format!("{}: exists already; --force overwrites it", path.display())));
    }
    check_folder(path)
}

/// Checks that the folder is there that `path` is in.
///
/// # Errors
/// When it is not.
pub fn check_folder(path: &Path) -> Result<(), Misuse> {
    match folder(path).is_dir() {
        true => Ok(()),
        false => Err(Misuse(format!("{}: its folder does not exist; make it first", path.display()))),
    }
}

/// The folder that `path` is in.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The files that a command reads, and those that it writes.
#[derive(Clone, Debug, Default)]
pub struct Files<'f> {
    read: Vec<&'f Path>,
    /// By the names that they have, and will have.
    written: Vec<PathBuf>,
}

impl<'f> Files<'f> {
    /// With a file that is read, or `-`, if there is one. What is no file, as a pattern in words, does no harm.
    #[must_use]
    pub fn reading(mut self, path: Option<&'f (impl AsRef<Path> + ?Sized)>) -> Self {
        self.read.extend(path.map(AsRef::as_ref));
        self
    }

    /// With a file that is replaced when it is whole, if there is one. `-` is none.
    #[must_use]
    pub fn replacing(mut self, path: Option<&Path>) -> Self {
        self.written.extend(path.filter(|path| *path != Path::new("-")).map(Path::to_owned));
        self
    }

    /// With a file that is written as `FILE.partial` until it is whole, if there is one. `-` is none.
    #[must_use]
    pub fn writing(self, path: Option<&Path>) -> Self {
        let partial = path.filter(|path| *path != Path::new("-")).map(partial_name);
        self.replacing(path).replacing(partial.as_deref())
    }

    /// Checks that no file is read and written, or written twice: by its name, a link, or the name that it has until it
    /// is whole.
    ///
    /// # Errors
    /// Which it is.
    pub fn check(&self) -> Result<(), Misuse> {
        let inputs: Vec<(String, Identity)> =
            self.read.iter().filter_map(|path| Some((name_of(path), Identity::of_input(path)?))).collect();
        let mut outputs: Vec<(String, Identity)> = Vec::new();
        for path in &self.written {
            let Some(identity) = Identity::of(path) else { continue };
            let name = name_of(path);
            if let Some((input, _)) = inputs.iter().find(|(_, input)| *input == identity) {
                return Err(Misuse(format!(
                    "{name}: would be written over {input}, which is read; give another name for the output"
                )));
            }
            if let Some((other, _)) = outputs.iter().find(|(_, other)| *other == identity) {
                return Err(Misuse(format!("{name}: would be written over {other}, another output")));
            }
            outputs.push((name, identity));
        }
        Ok(())
    }
}

/// What tells whether two names are one file.
#[derive(PartialEq, Eq)]
enum Identity {
    /// A regular file that is there.
    There(Handle),
    /// A name in a folder that is there.
    Name(Handle, OsString),
}

impl Identity {
    /// `None` for what is written to without being replaced, as a pipe, and for what cannot be there.
    fn of(path: &Path) -> Option<Identity> {
        if path.exists() {
            return path.is_file().then(|| Handle::from_path(path).ok().map(Identity::There))?;
        }
        Some(Identity::Name(Handle::from_path(folder(path)).ok()?, path.file_name()?.to_owned()))
    }

    fn of_input(path: &Path) -> Option<Identity> {
        if path != Path::new("-") {
            return Identity::of(path);
        }
        let stdin = (!io::stdin().is_terminal()).then(Handle::stdin)?.ok()?;
        let is_file = stdin.as_file().metadata().is_ok_and(|metadata| metadata.is_file());
        is_file.then_some(Identity::There(stdin))
    }
}

fn name_of(path: &Path) -> String {
    match path == Path::new("-") {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}
