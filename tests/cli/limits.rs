//! What the system refuses, as `ulimit` says: memory, threads, and large files.

use std::process::{Command, Output};

use super::{Folder, executable};

/// What the command does within a limit.
fn within(folder: &Folder, limit: &str, arguments: &str) -> Output {
    let command = format!("ulimit {limit} && exec {} {arguments}", executable().display());
    Command::new("sh").current_dir(folder.path(".")).args(["-c", &command]).output().expect("sh")
}

/// The least address space, in KiB, in which the command starts.
fn least(folder: &Folder) -> u32 {
    let starts = |&kib: &u32| within(folder, &format!("-v {kib}"), "--version").status.success();
    (1..).map(|step| step * 8192).find(starts).expect("some memory is enough")
}

/// From what hardly lets a process start up to what suffices, threads were refused, and allocations: a panic and an
/// abort.
#[test]
fn out_of_address_space_is_one_line() {
    let (folder, mut told) = (Folder::new(), String::new());
    let least = least(&folder);
    let (mut done, mut refused) = (0, 0);
    for job in [
        "count rmat:8 house --device cpu --threads 8",
        "convert gnm:17:1000000 graph.csr --force --threads 3",
        "graphlets gnm:12:20000 -k 4 --device cpu --threads 6 -o degrees.csv --force",
    ] {
        for kib in (0..14).map(|step| least + step * step * 1200) {
            let ended = within(&folder, &format!("-v {kib}"), job);
            let said = String::from_utf8(ended.stderr).expect("UTF-8");
            match ended.status.code() {
                Some(0) => done += 1,
                Some(1) => {
                    refused += 1;
                    assert!(said.starts_with("motherlode: ") && said.lines().count() == 1, "{job}: {said}");
                    assert!(!said.contains("internal error") && ended.stdout.is_empty(), "{job}: {said}");
                }
                _ => panic!("{job} within {kib} KiB: {}, {said}", ended.status),
            }
            told.push_str(&said);
        }
    }
    assert!(done > 0 && refused > 0, "{done} done, {refused} refused");
    assert!(told.contains("thread") && told.contains("out of memory: the system refuses"), "{told}");
}

/// Rayon's threads were refused by an error that counted none of them.
#[test]
fn threads_that_cannot_be_started_are_told() {
    let folder = Folder::new();
    // Stacks alone take 2 MiB each.
    let limit = format!("-v {}", least(&folder) + 8192);
    let ended = within(&folder, &limit, "convert karate karate.el --threads 8");
    let said = String::from_utf8(ended.stderr).expect("UTF-8");
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("thread") && said.contains("--threads"), "{said}");
}

/// The signal ended the process without a word.
#[test]
fn a_limit_on_files_is_an_error() {
    let folder = Folder::new();
    let ended = within(&folder, "-f 16", "generate gnm --log-vertices 14 --edges 100000 -o graph.el");
    let said = String::from_utf8(ended.stderr).expect("UTF-8");
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("graph.el") && said.contains("File too large"), "{said}");
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}
