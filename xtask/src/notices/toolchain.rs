//! What comes with the compilers rather than from cargo's registry: Rust's standard library, the packages in it, and
//! what Zig adds when it links. The texts lie in the toolchain, as rustup installs it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use spdx::{Expression, Licensee};

use super::Notice;
use super::files::{self, File};
use super::texts::{self, Standard, Texts};
use crate::{compiled, tool};

/// The standard library's own crates. What else lies beside them are packages by others.
const OWN: [&str; 15] = [
    "alloc",
    "compiler_builtins",
    "core",
    "panic_abort",
    "panic_unwind",
    "proc_macro",
    "profiler_builtins",
    "rustc_std_workspace_alloc",
    "rustc_std_workspace_core",
    "rustc_std_workspace_std",
    "std",
    "std_detect",
    "sysroot",
    "test",
    "unwind",
];

/// The pages on which the toolchain has the licences of packages: the standard library's leaves out those that it has
/// by way of another one, which are on the compiler's.
const PAGES: [&str; 2] = ["COPYRIGHT-library.html", "COPYRIGHT.html"];

/// What is in every executable.
pub(super) fn notices(allowed: &[Licensee], standard: &Standard) -> Result<Vec<Notice>> {
    let sysroot = tool::output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let toolchain = Toolchain(PathBuf::from(sysroot.trim()));
    let mut notices = toolchain.own(standard)?;
    let pages: Vec<String> =
        PAGES.iter().map(|name| files::text(&toolchain.document(name))).collect::<Result<_>>()?;
    for name in toolchain.crates()?.into_iter().filter(|name| !OWN.contains(&name.as_str())) {
        let found = pages.iter().find_map(|page| section(page, &name));
        let (package, section) = found.with_context(|| {
            format!(
                "{name} is in Rust's standard library, and its licence is on none of {}",
                PAGES.join(", ")
            )
        })?;
        notices.push(notice(package, section, allowed, standard)?);
    }
    Ok(notices)
}

/// The folder of a toolchain.
struct Toolchain(PathBuf);

impl Toolchain {
    fn document(&self, name: &str) -> PathBuf {
        self.0.join("share/doc/rust").join(name)
    }

    /// The toolchains' own, of which no page tells more than this.
    fn own(&self, standard: &Standard) -> Result<Vec<Notice>> {
        let llvm = ["Apache-2.0.txt", "LLVM-exception.txt"].as_slice();
        [
            (
                "Rust's standard library: (MIT OR Apache-2.0) AND Unicode-3.0",
                "The Rust Project Developers (https://thanks.rust-lang.org)",
                ["Unicode-3.0.txt"].as_slice(),
            ),
            (
                "compiler_builtins (in Rust's standard library): MIT AND Apache-2.0 WITH LLVM-exception",
                "Jorge Aparicio, Rich Felker and the developers of compiler-builtins",
                llvm,
            ),
            (
                "compiler_rt and libunwind, which Zig links: MIT AND Apache-2.0 WITH LLVM-exception",
                "Zig contributors",
                llvm,
            ),
        ]
        .into_iter()
        .map(|(title, authors, licences)| {
            let texts = licences.iter().map(|name| files::text(&self.document("licenses").join(name)));
            let texts = texts.chain([Ok(standard.mit(authors))]).collect::<Result<_>>()?;
            Ok(Notice { title: title.into(), texts })
        })
        .collect()
    }

    /// The names of the crates that lie in it compiled.
    fn crates(&self) -> Result<BTreeSet<String>> {
        let folder = self.0.join("lib/rustlib").join(compiled::host_triple()?).join("lib");
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let mut names = BTreeSet::new();
        for entry in entries {
            names.extend(name_of(&entry?.path()));
        }
        Ok(names)
    }
}

/// The name of a crate, as its file has it: `libNAME-HASH.rlib`.
fn name_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(".rlib")?;
    Some(name.strip_prefix("lib")?.rsplit_once('-')?.0.to_owned())
}

/// What a page says of a package, by the name of its crate: its own name, and what follows. Of several versions it is
/// the last: which of them the standard library has it does not say.
fn section<'page>(page: &'page str, name: &str) -> Option<(&'page str, &'page str)> {
    let sections = page.split("<h3>📦 ").skip(1).filter_map(|section| {
        let (title, section) = section.split_once("</h3>")?;
        let (package, version) = title.split_at_checked(name.len())?;
        let is_version = version.strip_prefix('-')?.starts_with(|first: char| first.is_ascii_digit());
        (is_version && package.replace('-', "_") == name).then_some((package, section))
    });
    sections.last()
}

fn notice(package: &str, section: &str, allowed: &[Licensee], standard: &Standard) -> Result<Notice> {
    let wrong = || format!("cannot read what Rust's toolchain says of {package}");
    let field = |name: &str| between(section, &format!("<b>{name}:</b> "), "</p>");
    let given = field("License").with_context(wrong)??;
    let license = Expression::canonicalize(&given)?.unwrap_or(given);
    let authors = field("Authors").with_context(wrong)??;
    let mut files = Vec::new();
    for file in section.split("<summary><code>").skip(1) {
        let (name, rest) = file.split_once("</code>").with_context(wrong)?;
        let text = || between(rest, "<pre>", "</pre>").with_context(wrong)?;
        files.extend(File::new(name, text)?);
    }
    let Texts { texts, .. } =
        texts::chosen(files, &license, &authors, allowed, standard).with_context(wrong)?;
    Ok(Notice { title: format!("{package} (in Rust's standard library): {license}"), texts })
}

/// What stands between two marks, as a reader sees it.
fn between(page: &str, start: &str, end: &str) -> Option<Result<String>> {
    let (_, rest) = page.split_once(start)?;
    let (inner, _) = rest.split_once(end)?;
    Some(quick_xml::escape::unescape(inner).map(Into::into).map_err(Into::into))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<h2>All</h2>
    <h3>📦 road-sign-2.0.1</h3><p><b>License:</b> Zlib</p>
    <h3>📦 road-1.0.0</h3><p><b>License:</b> GPL-3.0-only</p>
    <h3>📦 road-1.1.0</h3>
    <p><b>Authors:</b> A. Uthor &#60;a@example.org&#62;</p>
    <p><b>License:</b> MIT/Apache-2.0</p>
    <summary><code>LICENSE-APACHE</code></summary><pre>paved</pre>
    <summary><code>LICENSE-MIT</code></summary><pre>
&#34;free&#34;
    </pre>
    <h3>📦 way-1.1.0</h3><p><b>License:</b> Zlib</p>";

    #[test]
    fn a_section_of_a_page() {
        let (package, text) = section(PAGE, "road").unwrap();
        let allowed = ["MIT", "Apache-2.0"].map(|name| Licensee::parse(name).unwrap());
        let standard = Standard::read(&crate::root()).unwrap();
        let notice = notice(package, text, &allowed, &standard).unwrap();
        assert_eq!(notice.title, "road (in Rust's standard library): MIT OR Apache-2.0");
        assert_eq!(notice.texts, BTreeSet::from(["\"free\"".into()]));
        assert_eq!(section(PAGE, "road_sign").unwrap().0, "road-sign");
        assert!(section(PAGE, "rail").is_none());
    }

    #[test]
    fn names_of_crates() {
        let name = |file: &str| name_of(Path::new(file));
        assert_eq!(name("x/libcfg_if-0ce073fff809ec38.rlib"), Some("cfg_if".into()));
        assert_eq!((name("libstd-d1237ef7159db0a2.so"), name("self-contained")), (None, None));
    }
}
