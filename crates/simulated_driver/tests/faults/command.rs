//! The command as a user has it, with the simulated driver as the one that it finds.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

use crate::simulated::library;

/// The command, which cargo builds for the tests of the whole workspace.
fn motherlode() -> PathBuf {
    let built = library()
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("motherlode"))
        .find(|path| path.is_file());
    built.expect("the command is not built: run cargo build, or test the whole workspace")
}

/// A folder with the driver under its usual name.
fn driver() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(library(), folder.path().join("libcuda.so")).unwrap();
    folder
}

fn run(driver: &Path, fault: Option<&str>, arguments: &[&str]) -> (Option<i32>, String, String) {
    let fault = fault.map(|fault| ("SIMULATED_DRIVER_FAIL", fault));
    run_with(driver, fault.as_slice(), arguments)
}

fn run_with(driver: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(motherlode());
    command.env("LD_LIBRARY_PATH", driver).envs(variables.iter().copied()).args(arguments);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_counts_on_the_card_that_it_finds() {
    let driver = driver();
    let (code, out, _) = run(driver.path(), None, &["devices"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("cuda:0  Simulated card, compute capability 8.0"), "{out}");
    let (code, out, _) = run(driver.path(), None, &["count", "karate", "triangle", "--format", "json"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("Simulated card") && out.contains("\"count\":45"), "{out}");
}

#[test]
fn a_driver_that_fails_is_exit_code_1_and_no_number() {
    let driver = driver();
    for fault in ["5+", "20", "40+", "60", "80+"] {
        let (code, out, error) =
            run(driver.path(), Some(fault), &["count", "karate", "house", "--device", "cuda"]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{fault}: {error}");
        assert!(error.contains("the NVIDIA driver failed at"), "{fault}: {error}");
    }
}

#[test]
fn the_environment_says_how_many_cards_there_are_and_which_is_lost() {
    let driver = driver();
    let (code, out, _) = run_with(driver.path(), &[("SIMULATED_DRIVER_CARDS", "3")], &["devices"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("cuda:2  Simulated card 2") && !out.contains("cuda:3"), "{out}");

    let count = |device| ["count", "karate", "triangle", "--format", "json", "--device", device];
    let lost = [("SIMULATED_DRIVER_CARDS", "2"), ("SIMULATED_DRIVER_LOSE", "1:9")];
    let (code, out, _) = run_with(driver.path(), &lost, &count("cuda:0"));
    assert!(code == Some(0) && out.contains("\"count\":45"), "{out}");
    let (code, out, error) = run_with(driver.path(), &lost, &count("cuda:1"));
    assert_eq!((code, out.as_str()), (Some(1), ""), "{error}");
    assert!(error.contains("the NVIDIA driver failed at"), "{error}");
}

#[test]
fn an_environment_that_cannot_be_read_keeps_the_driver_from_starting() {
    let driver = driver();
    let wrong = [
        ("SIMULATED_DRIVER_CARDS", "0"),
        ("SIMULATED_DRIVER_CARDS", "9"),
        ("SIMULATED_DRIVER_LINKS", "no"),
        ("SIMULATED_DRIVER_LOSE", "1"),
        ("SIMULATED_DRIVER_LOSE", "8:1"),
    ];
    for variable in wrong {
        let (code, _, error) =
            run_with(driver.path(), &[variable], &["count", "karate", "triangle", "--device", "cuda"]);
        assert_eq!(code, Some(1), "{variable:?}: {error}");
    }
}
