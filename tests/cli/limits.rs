//! What the system refuses, as `ulimit` says: memory, threads, and large files.

use std::process::{Command, Output};

use super::{Folder, executable};

/// What the command does within a limit.
fn within(folder: &Folder, limit: &str, arguments: &str) -> Output {
    let command = format!("ulimit {limit} && exec {} {arguments}", executable().display());
    Command::new("sh").current_dir(folder.path(".")).args(["-c", &command]).output().expect("sh")
}

/// Less address space than the whole job needs, down to what hardly lets a process start: threads were refused, and allocations. A
/// thread's was a panic, and an allocation's an abort.
#[test]
fn out_of_address_space_is_one_line() {
    let folder = Folder::new();
    let starts = |&kib: &u32| within(&folder, &format!("-v {kib}"), "--version").status.success();
    let least = (1..).map(|step| step * 16 << 10).find(starts).expect("some memory is enough");
    let jobs = [
        "count rmat:13 house --device cpu --threads 12",
        "list rmat:14 'a-b-c' --device cpu --threads 3 --discard",
        "motifs rmat:12 -k 4 --device cpu --threads 8",
        "fsm db.graphs --support 50% --max-edges 3 --device cpu --threads 6 -o patterns --force",
    ];
    folder.output("generate transactions --graphs 100 --output db.graphs");
    let (mut done, mut refused) = (0, 0);
    for job in jobs {
        for kib in (0..24).map(|step| least + step * step * 700) {
            let ended = within(&folder, &format!("-v {kib}"), job);
            let said = String::from_utf8(ended.stderr).expect("UTF-8");
            match ended.status.code() {
                Some(0) => done += 1,
                Some(1) => {
                    refused += 1;
                    assert!(said.starts_with("motherlode: ") && said.lines().count() == 1, "{job}: {said}");
                    assert!(!said.contains("internal error") && !said.contains("panicked"), "{job}: {said}");
                    assert!(ended.stdout.is_empty() || job.starts_with("fsm"), "{job}: {said}");
                }
                _ => panic!("{job} within {kib} KiB: {}, {said}", ended.status),
            }
        }
    }
    assert!(done > 0 && refused > 10, "{done} done, {refused} refused");
}

/// Rayon's threads were refused by an error that counted none of them.
#[test]
fn threads_that_cannot_be_started_are_told() {
    let folder = Folder::new();
    let starts = |&kib: &u32| within(&folder, &format!("-v {kib}"), "--version").status.success();
    let least = (1..).map(|step| step * 16 << 10).find(starts).expect("some memory is enough");
    // Stacks alone take 2 MiB each.
    let ended = within(&folder, &format!("-v {}", least + 8192), "convert karate karate.el --threads 16");
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
