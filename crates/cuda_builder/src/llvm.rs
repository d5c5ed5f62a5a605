//! LLVM's tools: those of the version that rustc was built with.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;
use crate::error::Rejected;
use crate::process;

/// `llvm-link`, `llvm-nm`, `opt` and `llc` of one directory.
#[derive(Clone, Debug)]
pub struct LlvmTools {
    directory: PathBuf,
    version: String,
}

const TOOLS: [&str; 4] = ["llvm-link", "llvm-nm", "opt", "llc"];

impl LlvmTools {
    /// The tools of `directory`, when all are there and are of LLVM `major`.
    pub(crate) fn probe(directory: &Path, major: u32) -> Result<LlvmTools, Rejected> {
        let reject = |reason| Rejected { place: directory.into(), reason };
        let missing: Vec<&str> =
            TOOLS.into_iter().filter(|tool| !executable(directory, tool).is_file()).collect();
        if !missing.is_empty() {
            return Err(reject(format!("no {}", missing.join(", "))));
        }
        let output = process::text(Command::new(executable(directory, "opt")).arg("--version"));
        let output = output.map_err(|error| reject(error.to_string()))?;
        let version = parse_version(&output)
            .ok_or_else(|| reject(format!("opt --version says {output:?}, which names no LLVM version")))?;
        match self::major(&version) {
            Some(found) if found == major => Ok(LlvmTools { directory: directory.into(), version }),
            _ => Err(reject(format!("LLVM {version}, but rustc was built with LLVM {major}"))),
        }
    }

    /// A command that runs `tool`, one of the four.
    pub(crate) fn command(&self, tool: &str) -> Command {
        Command::new(executable(&self.directory, tool))
    }

    /// LLVM's version: `22.1.8`.
    pub fn version(&self) -> &str {
        &self.version
    }
}

fn executable(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Where distributions put the tools of LLVM `major`, but for `PATH`.
pub(crate) fn usual_directories(sysroot: &Path, host: &str, major: u32) -> Vec<PathBuf> {
    vec![
        sysroot.join("lib/rustlib").join(host).join("bin"),
        format!("/usr/lib/llvm-{major}/bin").into(),
        format!("/usr/lib64/llvm{major}/bin").into(),
        format!("/opt/homebrew/opt/llvm@{major}/bin").into(),
        format!("/usr/local/opt/llvm@{major}/bin").into(),
    ]
}

/// `22.1.8` of `Debian LLVM version 22.1.8` or of `LLVM version: 22.1.8`.
pub(crate) fn parse_version(text: &str) -> Option<String> {
    let (_, after) = text.split_once("LLVM version")?;
    let version: String = after
        .trim_start_matches([':', ' '])
        .chars()
        .take_while(|&c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
        .collect();
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

pub(crate) fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

impl From<Rejected> for Error {
    fn from(rejected: Rejected) -> Error {
        Error::NoToolchain { looked_at: vec![rejected] }
    }
}

#[cfg(test)]
mod tests {
    use super::{major, parse_version};

    #[test]
    fn versions_of_real_tools() {
        let debian =
            "Debian LLVM version 22.1.8\n  Optimized build.\n  Default target: x86_64-pc-linux-gnu\n";
        assert_eq!(parse_version(debian).as_deref(), Some("22.1.8"));
        let rust = "LLVM (http://llvm.org/):\n  LLVM version 22.1.2-rust-1.95.0-stable\n  Optimized build.\n";
        assert_eq!(parse_version(rust).as_deref(), Some("22.1.2-rust-1.95.0-stable"));
        assert_eq!(parse_version("release: 1.96.0\nLLVM version: 22.1.8\n").as_deref(), Some("22.1.8"));
        assert_eq!(parse_version("clang version 22"), None);
        assert_eq!(parse_version("LLVM version unknown"), None);
        assert_eq!(major("22.1.8"), Some(22));
        assert_eq!(major("x"), None);
    }
}
