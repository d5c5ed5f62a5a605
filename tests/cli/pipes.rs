//! Standard input, and readers of standard output that go away.

use std::io::Read;
use std::process::{Command, Stdio};

use super::{Folder, KARATE, executable};

#[test]
fn a_graph_from_standard_input() {
    let folder = Folder::new();
    let run = |input: &[u8]| {
        let done = folder.motherlode("count - triangle --format json").write_stdin(input).assert().success();
        let json: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).expect("JSON");
        assert_eq!((&json["count"], &json["graph"]["path"]), (&45.into(), &"-".into()));
    };
    run(KARATE);
    run(&zstd::encode_all(KARATE, 3).expect("memory"));
    let complaint = folder.motherlode("count - triangle").write_stdin("1 -2\n").assert().code(2).stdout("");
    let complaint = String::from_utf8_lossy(&complaint.get_output().stderr).into_owned();
    assert!(complaint.contains("standard input, line 1"), "{complaint}");
}

#[test]
fn generate_into_count() {
    let folder = Folder::new();
    let edges = folder.output("generate rmat --scale 7 --edge-factor 5");
    let done = folder.motherlode("count - 4-cycle --format json").write_stdin(edges).assert().success();
    let json: serde_json::Value = serde_json::from_slice(&done.get_output().stdout).expect("JSON");
    assert_eq!(json["count"], 8012);
    assert_eq!(json["graph"]["edges"], 412);
}

/// Whoever writes to a pipe without a reader stops, without a word and with success.
#[test]
fn a_broken_pipe_is_success() {
    for arguments in [
        &["generate", "gnm", "--log-vertices", "12", "--edges", "200000"][..],
        &["convert", "gnm:12:200000", "-", "--output-format", "csr"],
        &["count", "karate", "triangle"],
        &["explain", "house"],
        &["info", "karate"],
        &["devices"],
        &["--help"],
        &["man"],
        &["completions", "bash"],
    ] {
        let mut child = Command::new(executable())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        drop(child.stdout.take());
        let mut complaint = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("UTF-8");
        let status = child.wait().expect("its end");
        assert!(status.success() && complaint.is_empty(), "{arguments:?}: {status}, {complaint}");
    }
}

#[test]
fn piped_jobs_show_no_progress() {
    // It takes more than a second where tests are not optimised, and would show something on a terminal.
    Folder::new().output("count rmat:10 5-cycle --device cpu --threads 1");
}
