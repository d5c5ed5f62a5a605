//! Ctrl-C, and deadlines of what does not look at the clock.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::executable;

/// Longer than a job may take to stop, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A job of many minutes, some seconds after its start.
fn long_job(arguments: &[&str]) -> Child {
    let child = Command::new(executable())
        .args(arguments)
        .args(["--device", "cpu"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    sleep(Duration::from_secs(3));
    child
}

fn signal(child: &Child, name: &str) {
    let done = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(done.expect("the command kill").success());
}

/// Waits for the end, and checks that it was a clean one.
fn assert_interrupted(child: Child) {
    assert_ended(child, 130, "motherlode: interrupted\n");
}

fn assert_ended(mut child: Child, code: i32, says: &str) {
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().expect("a child");
                panic!("it did not stop");
            }
            None => sleep(Duration::from_millis(20)),
        }
    };
    let (mut output, mut complaint) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("UTF-8");
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("UTF-8");
    assert_eq!(status.code(), Some(code), "{status}: {complaint}");
    assert_eq!((output.as_str(), complaint.as_str()), ("", says));
}

#[test]
fn ctrl_c_ends_a_count_cleanly() {
    let child = long_job(&["count", "rmat:16", "7-path"]);
    signal(&child, "INT");
    assert_interrupted(child);
}

#[test]
fn so_does_a_request_to_terminate() {
    let child = long_job(&["count", "rmat:16", "7-path"]);
    signal(&child, "TERM");
    assert_interrupted(child);
}

#[test]
fn ctrl_c_ends_cliques_and_motifs() {
    let jobs: [&[&str]; 2] = [&["cliques", "rmat:16", "--profile"], &["motifs", "rmat:12", "-k", "6"]];
    for child in jobs.map(long_job) {
        signal(&child, "INT");
        assert_interrupted(child);
    }
}

#[test]
fn ctrl_c_ends_a_command_that_waits_for_input() {
    let child = that_waits_for_input(&["info", "-"]);
    sleep(Duration::from_secs(1));
    signal(&child, "INT");
    assert_interrupted(child);
}

#[test]
fn so_does_a_deadline() {
    let child = that_waits_for_input(&["count", "-", "triangle", "--device", "cpu", "--deadline", "200ms"]);
    assert_ended(child, 1, "motherlode: the deadline passed before the job was done\n");
}

/// A command whose input never comes.
fn that_waits_for_input(arguments: &[&str]) -> Child {
    Command::new(executable())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary")
}
