//! Checkpoints: how far a long job has come, in a small file that is always whole.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use motherlode::export::{self, is_special, partial_name};
use motherlode::graph::Graph;
use motherlode::graph::attributes::{Attributes, EdgeAttributes, VertexLabels};
use motherlode::plan::Matching;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use super::exit::Misuse;
use super::overwrite;
use super::report::cannot_write;
use super::rows::Destination;

/// How a job is made to survive its end.
#[derive(Args, Debug)]
#[command(next_help_heading = "Checkpoint options")]
pub struct CheckpointArgs {
    /// Keep in FILE how far the job has come
    ///
    /// The file is written now and then, and when the job is interrupted or its deadline passes; it is removed when the
    /// job is done. It is replaced as a whole, so that it can be relied on whenever the process or the machine stops. A
    /// FILE that exists is an error without --resume.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Take up the job that left the checkpoint
    ///
    /// The graph, the pattern and the options that decide the result must be the same; device, threads and memory may
    /// differ. Without a checkpoint in FILE, the job starts from the beginning, so that one command line serves for all
    /// attempts.
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,

    /// The time between checkpoints
    ///
    /// It has no effect without --checkpoint.
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = humantime::parse_duration)]
    checkpoint_every: Duration,
}

/// What a checkpoint belongs to: another job cannot be taken up from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobIdentity {
    /// The version of this program: another may plan otherwise.
    version: String,
    command: String,
    /// A hash of the graph, with the ids of its vertices, labels and directions.
    graph: String,
    pattern: String,
    matching: Matching,
    /// A hash of the plan, which decides the order of the tasks.
    plan: String,
    /// Other options that decide the result.
    options: String,
}

impl JobIdentity {
    /// The job of `command` on a graph with a plan.
    pub fn new(
        command: &str,
        graph: &Graph,
        pattern: &str,
        matching: Matching,
        plan: &str,
        options: impl Into<String>,
    ) -> JobIdentity {
        JobIdentity {
            version: env!("CARGO_PKG_VERSION").into(),
            command: command.into(),
            graph: hash_of_graph(graph),
            pattern: pattern.into(),
            matching,
            plan: hash(|hasher| hasher.update(plan.as_bytes())),
            options: options.into(),
        }
    }

    /// What differs, in words.
    fn difference(&self, other: &JobIdentity) -> Option<&'static str> {
        let fields = [
            (self.version == other.version, "the version of motherlode"),
            (self.command == other.command, "the command"),
            (self.graph == other.graph, "the graph"),
            (self.pattern == other.pattern, "the pattern"),
            (self.matching.induced == other.matching.induced, "--induced"),
            (self.matching.semantics == other.matching.semantics, "--semantics"),
            (self.options == other.options, "an option"),
            (self.plan == other.plan, "the plan"),
        ];
        fields.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
    }
}

fn hash_of_graph(graph: &Graph) -> String {
    hash(|hasher| {
        hasher.update(bytemuck::cast_slice(graph.csr().offsets()));
        hasher.update(bytemuck::cast_slice(graph.csr().neighbors_all()));
        let ids = graph.ids();
        if let Some(numbers) = ids.numbers().filter(|_| !ids.is_identity()) {
            (0..graph.csr().n()).for_each(|v| hasher.update(&numbers.get(v).to_le_bytes()));
        }
        if let Some(names) = ids.names() {
            // Each after its length, so that no other names run together to the same text.
            names.iter().for_each(|name| {
                hasher.update(&(name.len() as u64).to_le_bytes());
                hasher.update(name.as_bytes());
            });
        }
        let attributes = graph.attributes();
        let Attributes { vertices, edges, .. } = attributes;
        if let Some(VertexLabels { labels, offsets, codes }) = vertices {
            hasher.update(format!("vertices {:?}", labels.names()).as_bytes());
            hasher.update(bytemuck::cast_slice(offsets));
            hasher.update(bytemuck::cast_slice(codes));
        }
        if let Some(EdgeAttributes { labels, out, back }) = edges.as_deref() {
            hasher.update(format!("edges {:?}", labels.names()).as_bytes());
            if !labels.sets().is_empty() {
                hasher.update(format!("sets {:?}", labels.sets()).as_bytes());
            }
            hasher.update(bytemuck::cast_slice(out));
            back.iter().for_each(|back| hasher.update(bytemuck::cast_slice(back)));
        }
        if let Some(properties) = attributes.properties() {
            // It never fails.
            let _ = std::fmt::Write::write_fmt(&mut HashedText(hasher), format_args!("{properties:?}"));
        }
    })
}

/// Takes in text.
struct HashedText<'h>(&'h mut Xxh3Default);

impl std::fmt::Write for HashedText<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

fn hash(feed: impl FnOnce(&mut Xxh3Default)) -> String {
    let mut hasher = Xxh3Default::new();
    feed(&mut hasher);
    format!("{:032x}", hasher.digest128())
}

/// The contents of a checkpoint.
#[derive(Debug, Serialize, Deserialize)]
struct Saved<S> {
    job: JobIdentity,
    state: S,
}

/// A checkpoint of a job under way.
///
/// Whoever has it holds locks on the file, if it is there, and on the next one, so that no other job takes it up.
pub struct Checkpoint {
    path: PathBuf,
    /// The next file, still `FILE.partial`.
    next: File,
    /// The file that is there.
    held: Option<File>,
    job: JobIdentity,
    every: Duration,
    last: Instant,
}

impl CheckpointArgs {
    /// Checks, before any work, that a checkpoint is not there unasked.
    ///
    /// # Errors
    /// When it is, is a directory, or its folder is not there.
    pub fn check(&self) -> Result<(), Misuse> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        if path.is_dir() {
            return Err(Misuse(format!("{}: is a directory; give a file in it", path.display())));
        }
        if path.exists() && !self.resume {
            let path = path.display();
            return Err(Misuse(format!("{path}: exists already; --resume takes up the job that left it")));
        }
        overwrite::check_folder(path)
    }

    /// Checks that a listing with a checkpoint goes where it can be taken up.
    ///
    /// # Errors
    /// When it does not.
    pub fn check_place(&self, place: &Destination<'_>) -> Result<(), Misuse> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        let reason = match place.file {
            None => "standard output cannot be taken up again; give a file by -o".into(),
            Some(path) if [path, &partial_name(path)].contains(&&**checkpoint) => {
                "it must be another file than that of the rows".into()
            }
            Some(path) if is_special(path) => {
                format!("{} is no regular file, which cannot be taken up again", path.display())
            }
            Some(_) => return Ok(()),
        };
        Err(Misuse(format!("--checkpoint: {reason}")))
    }

    /// Whether there is a checkpoint to take a job up from.
    pub fn is_there(&self) -> bool {
        self.resume && self.checkpoint.as_ref().is_some_and(|path| path.exists())
    }

    /// The checkpoint of `job`, and the state that was saved there. Neither if no checkpoint is wanted.
    ///
    /// # Errors
    /// When it cannot be read, or belongs to another job.
    pub fn open<S: DeserializeOwned>(
        &self,
        job: JobIdentity,
    ) -> anyhow::Result<(Option<Checkpoint>, Option<S>)> {
        let Some(path) = &self.checkpoint else { return Ok((None, None)) };
        let cannot = || cannot_write(path.display());
        let held = if self.is_there() { Some(export::hold(path).with_context(cannot)?) } else { None };
        let next = export::create(&partial_name(path)).with_context(cannot)?;
        let state = if self.is_there() { Some(read(path, &job)?) } else { None };
        let (path, every, last) = (path.clone(), self.checkpoint_every, Instant::now());
        Ok((Some(Checkpoint { path, next, held, job, every, last }), state))
    }
}

fn read<S: DeserializeOwned>(path: &Path, job: &JobIdentity) -> anyhow::Result<S> {
    let text = fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    let saved: Saved<S> = serde_json::from_slice(&text).map_err(|error| {
        Misuse(format!("{}: is not a checkpoint of this command: {error}", path.display()))
    })?;
    match saved.job.difference(job) {
        None => Ok(saved.state),
        Some(what) => Err(Misuse(format!(
            "{}: belongs to another job: {what} differs; remove it to start anew",
            path.display()
        ))
        .into()),
    }
}

impl Checkpoint {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a file to take the job up from.
    pub fn is_saved(&self) -> bool {
        self.held.is_some()
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// Replaces the checkpoint. Whatever it speaks of must be on the disk already.
    ///
    /// # Errors
    /// What the system says.
    pub fn save<S: Serialize>(&mut self, state: S) -> anyhow::Result<()> {
        let saved = Saved { job: self.job.clone(), state };
        // One name, so that a process that is killed here again and again leaves one file, and the last none.
        let name = partial_name(&self.path);
        let mut write = || -> io::Result<()> {
            // An earlier try may have failed.
            self.next.set_len(0)?;
            self.next.rewind()?;
            let mut text = serde_json::to_vec(&saved)?;
            text.push(b'\n');
            self.next.write_all(&text)?;
            self.next.sync_all()?;
            fs::rename(&name, &self.path)?;
            sync_folder(&self.path)?;
            self.held = Some(mem::replace(&mut self.next, export::create(&name)?));
            Ok(())
        };
        write().with_context(|| cannot_write(self.path.display()))?;
        self.last = Instant::now();
        Ok(())
    }

    /// Removes it: the job is done.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove(mut self) -> anyhow::Result<()> {
        let (path, _held) = (self.path.clone(), self.held.take());
        // The checkpoint goes last: until then the job can be taken up.
        drop(self);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("{}: cannot be removed", path.display()))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Checkpoint {
    fn drop(&mut self) {
        // It is this job's, and no whole checkpoint.
        let _ = fs::remove_file(partial_name(&self.path));
    }
}

/// Makes a renaming in the folder of `path` last.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(overwrite::folder(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use motherlode::graph::Csr;
    use motherlode::graph::properties::{Properties, PropertyColumn};

    use super::*;

    /// A count is not taken up with other properties.
    #[test]
    fn other_properties_are_another_graph() {
        let hash = |weights: Vec<i64>| {
            let properties = Properties::default()
                .edges(vec![0, 1], vec![1, 2])
                .and_then(|properties| properties.edge("weight", PropertyColumn::integers(weights)))
                .expect("a column of two");
            let graph = Graph::from(Csr::from_edges(3, &[(0, 1), (1, 2)]));
            hash_of_graph(&graph.with_properties(properties).expect("edges of the graph"))
        };
        assert_eq!(hash(vec![1, 2]), hash(vec![1, 2]));
        assert_ne!(hash(vec![1, 2]), hash(vec![1, 3]));
    }
}
