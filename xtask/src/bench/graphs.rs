//! The graphs as `.csr` files, made when they are first needed.

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
    pub fn file(&self, graph: &str) -> Result<PathBuf> {
        let path = self.folder.join(format!("{}.csr", stem(graph)));
        if !path.exists() {
            std::fs::create_dir_all(&self.folder)
                .with_context(|| format!("making {}", self.folder.display()))?;
            self.convert(graph, &path)?;
        }
        Ok(path)
    }

    fn convert(&self, graph: &str, to: &Path) -> Result<()> {
        let file = self.data.join(graph);
        let source = if file.exists() { file } else { PathBuf::from(graph) };
        let converted = Command::new(&self.command)
            .arg("convert")
            .arg(source)
            .arg(to)
            .output()
            .with_context(|| format!("running {}", self.command.display()))?;
        if !converted.status.success() {
            bail!("motherlode convert {graph}: {}", String::from_utf8_lossy(&converted.stderr).trim_end());
        }
        Ok(())
    }
}

/// What the file of a graph is called, without its extension.
pub fn stem(graph: &str) -> String {
    graph.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}
