//! `cargo xtask new job`.

use std::path::Path;

use anyhow::Result;

use super::skeleton::{Failing, Skeleton};

/// The skeleton counts vertices, and is to count edges.
pub(super) const FAILING: [Failing; 1] = [Failing { test: "__name___of_a_random_graph", says: "left: 64\n" }];

/// It answers with all that was found but how long that took.
const ROW: &str = "    placed(
        \"__command__\",
        || families(Launches::__NAME__),
        |placed| {
            let found = placed.__name__(&Context::default())?;
            text(motherlode::mine::__Name__ { seconds: Default::default(), ..found })
        },
    ),";

/// What a job is made with.
#[derive(clap::Args)]
pub(super) struct JobArgs {
    /// What it is called, as a module is: `wedges`
    name: String,
    /// The group of the help that it belongs to, as 'motherlode -h' has it
    #[arg(long, default_value = "Counting")]
    group: String,
    /// Make a method of Python's `Graph`, too, with its test
    #[arg(long)]
    python: bool,
}

impl JobArgs {
    /// All that can be made.
    pub fn all_of(name: &str) -> JobArgs {
        JobArgs { name: name.to_owned(), group: "Counting".to_owned(), python: true }
    }

    /// The skeleton of a job, its command, its test, and a row of the table of all jobs.
    fn skeleton<'a>(&'a self, root: &'a Path) -> Result<Skeleton<'a>> {
        let (jobs, commands) = ("host/mine/lib.rs", "host/cli/lib.rs");
        let skeleton = Skeleton::new(root, &self.name)?
            .file("host/mine/__name__.rs", include_str!("job.template"))?
            .line(jobs, "mod motifs;", "mod __name__;")?
            .line(jobs, "pub use motifs::", "pub use __name__::{__Name__, __name__};")?
            .file("host/cli/__name__.rs", include_str!("job_command.template"))?
            .line(commands, "mod motifs;", "mod __name__;")?
            .line(commands, &format!("    \"{}\":", self.group), "        __name__: __Name__(__Name__Args),")?
            .file("tests/jobs/__name__.rs", include_str!("job_test.template"))?
            .line("tests/jobs/main.rs", "mod motifs;", "mod __name__;")?
            .line("tests/testing/jobs.rs", "const JOBS: ", ROW)?;
        if self.python { with_method(skeleton) } else { Ok(skeleton) }
    }

    /// Writes it; returns what was written, and what comes next.
    pub fn write(&self, root: &Path) -> Result<String> {
        let (written, name) = (self.skeleton(root)?.write()?, &self.name);
        let python = if self.python { "  cargo xtask stubs; ruff check --fix crates/python\n" } else { "" };
        Ok(format!(
            "{written}\nnext:\n  cargo fmt\n  cargo test --features emulated --test jobs {name}    # fails until the job is written\n  \
             cargo xtask rooms\n{python}  INSTA_UPDATE=always cargo test --test cli -- help:: examples::\n  docs/add-a-job.md has the rest"
        ))
    }
}

/// With a method of Python's `Graph`.
fn with_method(skeleton: Skeleton<'_>) -> Result<Skeleton<'_>> {
    let package = "crates/python/python/motherlode/graph";
    let graph = format!("{package}/__init__.py");
    skeleton
        .file("crates/python/src/__name__.rs", include_str!("job_python.template"))?
        .line("crates/python/src/lib.rs", "mod made;", "mod __name__;")?
        .file(&format!("{package}/___name__.py"), include_str!("job_method.template"))?
        .line(&graph, "from motherlode.graph._motifs", "from motherlode.graph.___name__ import __Name__")?
        .line(&graph, "    Motifs,", "    __Name__,")?
        .file("crates/python/tests/test___name__.py", include_str!("job_method_test.template"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fits_the_files() {
        let root = crate::root();
        JobArgs::all_of("made_up").skeleton(&root).unwrap().check();
        let elsewhere = JobArgs { group: "Guessing".to_owned(), ..JobArgs::all_of("made_up") };
        assert!(elsewhere.skeleton(&root).is_err());
    }
}
