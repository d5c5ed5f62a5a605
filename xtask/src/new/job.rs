//! `cargo xtask new job`.

use std::path::Path;

use anyhow::Result;

use super::skeleton::{Failing, Skeleton};

/// The skeleton counts vertices, and is to count edges.
pub(super) const FAILING: [Failing; 2] = [
    Failing { test: "__name___of_a_random_graph", says: "left: 64\n" },
    Failing { test: "__name___in_text_and_json", says: "left: Some(\"34\")\n right: Some(\"78\")" },
];

/// It launches no kernels yet.
const ROW: &str =
    "    placed(\"__name__\", Vec::new, |placed| text(placed.__name__(&Default::default())?.count)),";

/// The skeleton of a job, its command, the tests of both, and a row of the table of all jobs.
fn skeleton<'a>(root: &'a Path, name: &'a str) -> Result<Skeleton<'a>> {
    let (jobs, commands) = ("host/mine/lib.rs", "host/cli/lib.rs");
    Skeleton::new(root, name)?
        .file("host/mine/__name__.rs", include_str!("job.template"))?
        .line(jobs, "//! | [`frequent`] |", "//! | `__name__` | what it finds |")?
        .line(jobs, "mod motifs;", "mod __name__;")?
        .line(jobs, "pub use motifs::", "pub use __name__::{__Name__, __name__};")?
        .file("host/cli/__name__.rs", include_str!("job_command.template"))?
        .line(commands, "mod motifs;", "mod __name__;")?
        .line(commands, "        motifs:", "        __name__: __Name__(__Name__Args),")?
        .file("tests/jobs/__name__.rs", include_str!("job_test.template"))?
        .line("tests/jobs/main.rs", "mod motifs;", "mod __name__;")?
        .line("tests/testing/jobs.rs", "    job(\"frequent patterns of one graph\",", ROW)?
        .file("tests/cli/__name__.rs", include_str!("job_command_test.template"))?
        .line("tests/cli/main.rs", "//! | `motifs` |", "//! | `__name__` | what it finds |")?
        .line("tests/cli/main.rs", "mod motifs;", "mod __name__;")
}

/// Writes it; returns what was written, and what comes next.
pub(super) fn write(root: &Path, name: &str) -> Result<String> {
    let written = skeleton(root, name)?.write()?;
    Ok(format!(
        "{written}\nnext:\n  cargo fmt\n  cargo test --features emulated --test jobs --test cli {name}    # fails until the job is written\n  \
         docs/add-a-job.md has the rest; cargo xtask rooms, and INSTA_UPDATE=always cargo test --test cli help:: for the help"
    ))
}

#[cfg(test)]
mod tests {
    use super::skeleton;

    #[test]
    fn it_fits_the_files() {
        skeleton(&crate::root(), "made_up").unwrap().check();
    }
}
