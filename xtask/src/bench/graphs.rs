//! The graphs as `.csr` files, and the synthetic databases, made when they are first needed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Where graphs come from and where they are kept.
pub struct Graphs {
    /// The command, which makes and converts graphs.
    pub command: PathBuf,
    /// Where the real graphs are.
    pub data: PathBuf,
    /// Where the `.csr` files are kept.
    pub folder: PathBuf,
}

impl Graphs {
    /// The `.csr` file of a graph: a file of the data, or a recipe.
    ///
    /// # Errors
    /// When the command cannot make it.
    pub fn file(&self, graph: &str) -> Result<PathBuf> {
        let file = self.data.join(graph);
        let source = if file.exists() { file.to_string_lossy().into_owned() } else { graph.to_owned() };
        self.made(graph, "csr", &["convert", &source])
    }

    /// The file of a database: a file of the data, or `transactions:n`.
    ///
    /// # Errors
    /// When the command cannot make it.
    pub fn database(&self, graph: &str) -> Result<PathBuf> {
        match graph.split_once(':') {
            Some(("transactions", n)) => {
                self.made(graph, "gspan", &["generate", "transactions", "--graphs", n, "--output"])
            }
            _ => Ok(self.data.join(graph)),
        }
    }

    fn made(&self, graph: &str, extension: &str, arguments: &[&str]) -> Result<PathBuf> {
        let path = self.folder.join(format!("{}.{extension}", stem(graph)));
        if !path.exists() {
            std::fs::create_dir_all(&self.folder)
                .with_context(|| format!("making {}", self.folder.display()))?;
            self.make(arguments, &path)?;
        }
        Ok(path)
    }

    fn make(&self, arguments: &[&str], to: &Path) -> Result<()> {
        let made = Command::new(&self.command)
            .args(arguments)
            .arg(to)
            .output()
            .with_context(|| format!("running {}", self.command.display()))?;
        if !made.status.success() {
            let complaint = String::from_utf8_lossy(&made.stderr);
            bail!("motherlode {}: {}", arguments.join(" "), complaint.trim_end());
        }
        Ok(())
    }
}

/// What the file of a graph is called, without its extension.
pub fn stem(graph: &str) -> String {
    graph.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}
