//! Jobs that are killed and taken up again.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::tables::text_of;
use super::{Folder, executable};

/// What `job` comes to, and by how much later each time [`run_and_kill`] kills one that takes as long: an eighth, and
/// at most `step`.
fn timed<T>(step: Duration, job: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = job();
    (done, step.min(start.elapsed() / 8))
}

/// Runs the command, again and again, and kills it (SIGKILL on Unix) a while after each start: later each time, so that
/// it ends, or has come to its end when it is killed. Returns how often it was killed.
fn run_and_kill(folder: &Folder, arguments: &str, step: Duration, is_done: impl Fn() -> bool) -> u32 {
    for kills in 0.. {
        if is_done() {
            return kills;
        }
        let mut child = Command::new(executable())
            .args(arguments.split(' '))
            .current_dir(folder.path("."))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        // The times fall on loading, counting, listing, checkpoints and ends, wherever the machine is by then.
        let patience = step * kills + step * (kills * kills % 7) / 3;
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(status) = child.try_wait().expect("a child") {
                let output = child.wait_with_output().expect("its output");
                assert!(status.success(), "{}", String::from_utf8_lossy(&output.stderr));
                return kills;
            }
            sleep(Duration::from_micros(200));
        }
        child.kill().expect("a child");
        child.wait().expect("its end");
    }
    unreachable!("the loop has no other end")
}

/// A listing that is killed again and again writes to a file what one writes that is left alone.
fn check_killed(folder: &Folder, job: &str, memory: &str, output: &str) {
    let whole = || folder.output(&format!("{job} --device cpu -o whole.{output}"));
    let (_, step) = timed(Duration::from_millis(3), whole);
    let arguments = format!(
        "{job} --device cpu --memory {memory} -o {output} --checkpoint c.json --resume --checkpoint-every 0s"
    );
    // The checkpoint goes last; a listing that is there whole is not listed again.
    let is_done = || folder.path(output).exists() && !folder.path("c.json").exists();
    let kills = run_and_kill(folder, &arguments, step, is_done);
    assert!(kills > 2, "it was too quick to be killed: {kills}");
    let whole = text_of(folder, &format!("whole.{output}"));
    assert!(text_of(folder, output) == whole, "{job} to {output} after {kills} kills");
}

#[test]
fn a_listing_survives_being_killed_at_any_time() {
    let folder = Folder::new();
    for (job, output) in [
        ("rmat:9 diamond", "d.csv"),
        ("rmat:11 triangle", "t.jsonl.zst"),
        ("rmat:11 triangle", "t.csv.gz"),
        ("rmat:11 triangle", "t.arrows"),
        ("rmat:11 triangle", "t.arrow"),
        ("rmat:11 triangle", "t.parquet"),
    ] {
        check_killed(&folder, &format!("list {job}"), "64KiB", output);
        let left: BTreeSet<_> =
            folder.files().into_iter().filter(|name| !name.starts_with("whole.")).collect();
        assert_eq!(left, BTreeSet::from([output.to_owned()]));
        std::fs::remove_file(folder.path(output)).expect("the table");
    }
}

#[test]
fn a_listing_of_maximal_ones_survives_being_killed_at_any_time() {
    let folder = Folder::new();
    for (job, output) in [
        ("cliques rmat:10", "c.csv"),
        ("cliques rmat:10", "c.parquet"),
        ("cliques teams:3000:900:40 --min-size 2", "c.jsonl.gz"),
        ("bicliques bipartite:900:700:6000 --columns", "b.csv"),
        ("bicliques bipartite:900:700:6000", "b.parquet"),
    ] {
        check_killed(&folder, &format!("{job} --maximal"), "8MiB", output);
        std::fs::remove_file(folder.path(output)).expect("the table");
    }
}

#[test]
fn what_of_cliques_and_bicliques_cannot_be_taken_up_is_refused() {
    let folder = Folder::new();
    for (arguments, reason) in [
        ("--maximal", "--checkpoint: a listing of maximal cliques alone"),
        ("-k 3", "--checkpoint: a listing of maximal cliques alone"),
        ("--maximal --top 3 -o c.csv", "without --per and --top"),
        ("--maximal --per vertex -o c.csv", "without --per and --top"),
        ("--maximal -o -", "standard output cannot be taken up"),
        ("--maximal -o c.json --output-format csv", "another file"),
    ] {
        let complaint = folder.complaint(2, &format!("cliques karate {arguments} --checkpoint c.json"));
        assert!(complaint.contains(reason), "{arguments}: {complaint}");
    }
    for arguments in ["-p 2", "--maximal", "-q 3 -o b.csv"] {
        let complaint = folder.complaint(2, &format!("bicliques karate {arguments} --checkpoint c.json"));
        assert!(complaint.contains("a listing of maximal bicliques alone"), "{arguments}: {complaint}");
    }
}

#[test]
fn a_count_survives_being_killed_at_any_time() {
    let folder = Folder::new();
    let count = || folder.json("count rmat:11 4-cycle --device cpu --method walk");
    let (expected, step) = timed(Duration::from_millis(5), count);
    let run = |extra: &str| {
        format!(
            "count rmat:11 4-cycle --device cpu --checkpoint c.json --resume --checkpoint-every 0s {extra}"
        )
    };
    let kills = run_and_kill(&folder, run("").trim(), step, || false);
    assert!(kills > 2, "it was too quick to be killed: {kills}");
    assert!(!folder.path("c.json").exists(), "it is removed in the end");
    // The last run that was killed left no trace; this one ends in a single run.
    let json = folder.json(&run(""));
    assert_eq!(json["count"], expected["count"], "after {kills} kills");
    assert_eq!(json["method"], "walk");
}

/// Labelled listings and counts, by a semantics of their own.
#[test]
fn labelled_jobs_survive_being_killed_at_any_time() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 10 --label-count 4 -o g.csr");
    let listed = "list g.csr (a:0)-b-(c:1)-a,c-d --semantics embeddings --device cpu";
    let (_, step) = timed(Duration::from_millis(3), || folder.output(&format!("{listed} -o whole.csv")));
    let arguments =
        format!("{listed} --memory 64KiB -o d.csv --checkpoint c.json --resume --checkpoint-every 0s");
    let is_done = || folder.path("d.csv").exists() && !folder.path("c.json").exists();
    let kills = run_and_kill(&folder, &arguments, step, is_done);
    assert!(kills > 2, "it was too quick to be killed: {kills}");
    assert!(folder.read("d.csv") == folder.read("whole.csv"), "after {kills} kills");

    let counted = "count g.csr (a:0)-b-c-(d:1)-a,!(x:2)-a,x-c --semantics embeddings --device cpu";
    let (expected, step) = timed(Duration::from_millis(5), || folder.json(counted));
    let arguments = format!("{counted} --checkpoint c.json --resume --checkpoint-every 0s");
    let kills = run_and_kill(&folder, &arguments, step, || false);
    assert!(kills > 2, "it was too quick to be killed: {kills}");
    let json = folder.json(&arguments);
    assert_eq!((&json["count"], &json["method"]), (&expected["count"], &"attributed walk".into()));
}

#[test]
fn a_search_for_frequent_patterns_survives_being_killed_at_any_time() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 9 --label-count 3 -o g.csr");
    for search in [
        "--support 60 --max-edges 4 --with-images",
        "--top 40 --max-edges 3",
        "--support 70 --closed --max-edges 3",
    ] {
        let search = format!("frequent g.csr {search} --device cpu");
        let whole = || folder.output(&format!("{search} -o whole --force"));
        let (_, step) = timed(Duration::from_millis(4), whole);
        let arguments =
            format!("{search} --memory 8MiB -o found --checkpoint c.json --resume --checkpoint-every 0s");
        let is_done = || folder.path("found").exists() && !folder.path("c.json").exists();
        let kills = run_and_kill(&folder, &arguments, step, is_done);
        assert!(kills > 2, "it was too quick to be killed: {kills}");
        assert!(folder.read("found") == folder.read("whole"), "{search} after {kills} kills");
        std::fs::remove_file(folder.path("found")).expect("the patterns");
    }
}

/// The checkpoint goes last: a search may be killed when its file is there already.
#[test]
fn a_search_is_taken_up_whose_file_is_there() {
    let folder = Folder::new();
    folder.output("generate rmat --scale 11 --label-count 3 -o g.csr");
    let search = "frequent g.csr --support 60 --max-edges 5 --with-images --device cpu";
    let arguments = format!("{search} -o found --checkpoint c.json --resume --checkpoint-every 0s");
    let mut child = Command::new(executable())
        .args(arguments.split(' '))
        .current_dir(folder.path("."))
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary");
    while !folder.path("c.json").exists() && child.try_wait().expect("a child").is_none() {
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a child");
    assert!(!child.wait().expect("its end").success(), "it was too quick to be killed");
    folder.write("found", "what was there");
    folder.output(&arguments);
    folder.output(&format!("{search} -o whole"));
    assert!(folder.read("found") == folder.read("whole"));
    // Without a checkpoint to go on from, a file is not overwritten.
    let complaint = folder.complaint(2, &arguments);
    assert!(complaint.contains("found: exists already; --force overwrites it"), "{complaint}");
}

/// A checkpoint of a labelled job is that of its labels and its semantics.
#[test]
fn labels_belong_to_a_checkpoint() {
    let folder = Folder::new();
    for seed in [1, 2] {
        folder
            .output(&format!("generate rmat --scale 13 --label-count 4 --label-seed {seed} -o g{seed}.csr"));
    }
    let count = |rest: &str| format!("count g1.csr (a:0)-b-c-d-e-a --device cpu --threads 1 {rest}");
    let complaint = folder.complaint(1, &count("--checkpoint c.json --deadline 3s"));
    assert!(complaint.contains("deadline"), "{complaint}");
    if !folder.path("c.json").exists() {
        // A machine so slow that the process was ended by its deadline's end: nothing to take up.
        return;
    }
    for (arguments, part) in [
        (count("--checkpoint c.json --resume --semantics embeddings"), "--semantics differs"),
        (count("--checkpoint c.json --resume").replace("g1", "g2"), "the graph differs"),
    ] {
        let complaint = folder.complaint(2, &arguments);
        assert!(complaint.contains(part), "{arguments}: {complaint}");
    }
}

/// A deadline leaves a checkpoint, and the runs after it end with the whole count.
#[test]
fn a_deadline_leaves_a_checkpoint() {
    let folder = Folder::new();
    let expected = folder.json("count rmat:13 4-cycle --device cpu")["count"].clone();
    let arguments = "count rmat:13 4-cycle --device cpu --threads 1 --checkpoint c.json --resume";
    let complaint = folder.complaint(1, &format!("{arguments} --deadline 400ms"));
    assert!(complaint.contains("only a part was counted") || complaint.contains("deadline"), "{complaint}");
    for _ in 0..3 {
        let _ = folder.motherlode(&format!("{arguments} --deadline 700ms")).output().expect("the binary");
    }
    assert_eq!(folder.json(arguments)["count"], expected);
}

/// What a deadline leaves is a table that can be read, and taken up as well.
#[test]
fn a_deadline_leaves_a_table_and_a_checkpoint() {
    let folder = Folder::new();
    folder.output("list rmat:11 triangle --device cpu -o whole.csv");
    let whole = text_of(&folder, "whole.csv");
    for output in ["t.csv.gz", "t.arrows", "t.arrow", "t.parquet"] {
        let arguments = format!(
            "list rmat:11 triangle --device cpu --threads 1 --memory 64KiB -o {output} \
             --checkpoint c.json --resume --checkpoint-every 1h"
        );
        // Longer each time, so that one comes to the end on any machine.
        for attempt in 1.. {
            let mut command = folder.motherlode(&format!("{arguments} --deadline {}ms", 60 * attempt));
            let done = command.output().expect("the binary");
            if done.status.success() {
                break;
            }
            let complaint = String::from_utf8(done.stderr).expect("UTF-8");
            // A process that does not see its deadline is ended by it, and leaves what it has written.
            if complaint.contains("only a part was listed") {
                let part = text_of(&folder, &format!("{output}.partial"));
                assert!(whole.starts_with(&part), "{output}");
                let rows = part.lines().skip(1).count();
                assert!(complaint.contains(&format!("listed, {rows} match")), "{output}: {complaint}");
            }
        }
        assert!(text_of(&folder, output) == whole, "{output}");
    }
}

/// Rows after the checkpoint, whole or half, are cut off; a file that lost rows is refused.
#[test]
fn the_file_is_cut_back_to_the_checkpoint() {
    let folder = Folder::new();
    folder.output("list rmat:9 diamond --device cpu -o whole.csv");
    let arguments = "list rmat:9 diamond --device cpu --memory 64KiB -o d.csv --checkpoint c.json --resume --checkpoint-every 0s";
    let killed =
        Command::new(executable()).args(arguments.split(' ')).current_dir(folder.path(".")).spawn().and_then(
            |mut child| {
                while !folder.path("c.json").exists() && child.try_wait()?.is_none() {
                    sleep(Duration::from_millis(1));
                }
                child.kill()?;
                child.wait()
            },
        );
    assert!(!killed.expect("a child").success(), "it was too quick to be killed");
    let partial = folder.path("d.csv.partial");
    let kept = folder.read("d.csv.partial");
    let checkpoint = folder.read("c.json");
    std::fs::write(&partial, b"a,b,c,d\n").expect("a file");
    let complaint = folder.complaint(1, arguments);
    assert!(complaint.contains("d.csv.partial: cannot be taken up"), "{complaint}");
    std::fs::write(&partial, kept).expect("a file");
    std::fs::write(folder.path("c.json"), checkpoint).expect("a file");
    OpenOptions::new()
        .append(true)
        .open(&partial)
        .and_then(|mut file| file.write_all(b"1,2,"))
        .expect("a file");
    folder.output(arguments);
    assert!(folder.read("d.csv") == folder.read("whole.csv"));
}

#[test]
fn a_checkpoint_serves_its_own_job_alone() {
    let folder = Folder::new();
    folder.complaint(1, "count rmat:12 5-cycle --device cpu --threads 1 --checkpoint c.json --deadline 1s");
    if !folder.path("c.json").exists() {
        // A machine so slow that the process was ended by its deadline's end: nothing to take up.
        return;
    }
    for (arguments, part) in [
        ("count rmat:12 5-cycle --checkpoint c.json", "exists already; --resume"),
        ("count rmat:12:8 5-cycle --checkpoint c.json --resume", "the graph differs"),
        ("count rmat:12 house --checkpoint c.json --resume", "the pattern differs"),
        ("count rmat:12 5-cycle --induced vertex --checkpoint c.json --resume", "--induced differs"),
        ("list rmat:12 5-cycle -o x.csv --checkpoint c.json --resume", "is not a checkpoint of this command"),
        ("list rmat:12 5-cycle --checkpoint new.json", "standard output"),
        ("list rmat:12 5-cycle -o x.csv --sample 3 --checkpoint new.json", "--sample"),
        ("count rmat:12 5-cycle --checkpoint . --resume", "is a directory"),
        ("count rmat:12 5-cycle --checkpoint no/folder/c.json", "its folder does not exist"),
        ("count rmat:12 5-cycle --resume", "--checkpoint"),
    ] {
        let complaint = folder.complaint(2, &format!("{arguments} --device cpu"));
        assert!(complaint.contains(part), "{arguments}: {complaint}");
    }
    folder.write("c.json", "{}");
    let complaint = folder.complaint(2, "count karate wedge --device cpu --checkpoint c.json --resume");
    assert!(complaint.contains("is not a checkpoint"), "{complaint}");
}
