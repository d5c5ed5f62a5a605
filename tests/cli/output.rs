//! Where `motherlode list` writes: files of every format, devices and pipes, whole or in part.

use std::io::Read;
use std::process::{Command, Stdio};

use super::tables::text_of;
use super::{Folder, TWO_TRIANGLES, assert_keys, assert_seconds, executable};

#[test]
fn a_file_in_every_format() {
    let folder = Folder::new();
    let text = folder.output("list karate triangle");
    for name in ["t.csv", "t.csv.gz", "t.csv.zst"] {
        let report = folder.json(&format!("list karate triangle -o {name}"));
        assert_keys(
            &report,
            &[
                "graph",
                "pattern",
                "induced",
                "semantics",
                "matches",
                "complete",
                "ids_per_second",
                "output",
                "device",
                "memory",
                "seconds",
            ],
        );
        assert_eq!((&report["matches"], &report["complete"]), (&45.into(), &true.into()));
        assert_seconds(&report);
        assert!(text_of(&folder, name) == text, "{name}");
        assert!(!folder.path(&format!("{name}.partial")).exists());
    }
    folder.output("list karate triangle -o t.jsonl");
    let json = String::from_utf8(folder.read("t.jsonl")).expect("UTF-8");
    let rows = json.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert_keys(&row, &["a", "b", "c"]);
        format!("{},{},{}", row["a"], row["b"], row["c"])
    });
    assert!(rows.eq(text.lines().skip(1)));
    assert_eq!(folder.output("list karate triangle --output-format jsonl"), json);
}

#[test]
fn columns_have_the_rows() {
    let folder = Folder::new();
    folder.write("tail.el", TWO_TRIANGLES);
    let text = folder.output("list tail.el 'x-hub, hub-y, y-x, hub-end'");
    for name in ["t.arrow", "t.feather", "t.arrows", "t.parquet"] {
        let report = folder.json(&format!("list tail.el 'x-hub, hub-y, y-x, hub-end' -o {name}"));
        assert_eq!(report["matches"], 5);
        assert_eq!(text_of(&folder, name), text, "{name}");
    }
}

/// A listing that its deadline ends leaves a table that can be read.
#[test]
fn a_part_of_a_table_is_a_table() {
    let folder = Folder::new();
    // A search that finds few rows in that time.
    let search = "list rmat:12 10-cycle --induced vertex --device cpu --threads 1";
    let complaint = folder.complaint(1, &format!("{search} --memory 1MiB --deadline 2s -o part.arrow"));
    assert!(complaint.contains("only a part was listed"), "{complaint}");
    let rows = text_of(&folder, "part.arrow.partial").lines().skip(1).count();
    assert!(complaint.contains(&format!("{rows} match")), "{complaint}");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_as_it_is() {
    let folder = Folder::new();
    let text = folder.output("list karate triangle -o /dev/null --output-format arrow");
    assert!(text.starts_with("45 matches of triangle (edge-induced, all there are) in /dev/null"), "{text}");
    assert!(!std::path::Path::new("/dev/null.partial").exists());
}

#[test]
fn what_cannot_be_written_is_refused_before_any_work() {
    let folder = Folder::new();
    folder.write("there.csv", "mine");
    for (arguments, part) in [
        ("-o there.csv", "there.csv: exists already; --force"),
        ("-o .", "is a directory"),
        ("-o no/such/folder/t.csv", "no/such/folder/t.csv: its folder does not exist; make it first"),
        ("-o out.txt", "the name does not tell the format"),
        ("-o out.csv --output-format xml", "--output-format"),
        ("-o out.parquet.gz", "the name does not tell the format"),
        (
            "-o /dev/null --output-format csv --checkpoint c.json",
            "--checkpoint: /dev/null is no regular file",
        ),
        ("-o out.csv --checkpoint out.csv", "--checkpoint: it must be another file"),
        ("-o out.csv --checkpoint out.csv.partial", "--checkpoint: it must be another file"),
        ("--checkpoint c.json", "--checkpoint: standard output cannot be taken up again"),
        ("--limit -1", "--limit"),
        ("--limit many", "--limit"),
        ("--sample 3 --limit 3", "--limit"),
        ("--deadline 0s", "--deadline"),
        ("--deadline soon", "--deadline"),
    ] {
        let complaint = folder.complaint(2, &format!("list karate triangle {arguments}"));
        assert!(complaint.contains(part), "{arguments}: {complaint}");
    }
    assert_eq!(folder.read("there.csv"), b"mine");
    folder.output("list karate triangle -o there.csv --force");
    assert_eq!(folder.read("there.csv").split(|&byte| byte == b'\n').count(), 47);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let mut child = Command::new(executable())
        .args(["list", "karate", "house"])
        .stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let mut complaint = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("UTF-8");
    assert_eq!(child.wait().expect("its end").code(), Some(1));
    assert!(complaint.starts_with("motherlode: standard output: cannot be written"), "{complaint}");
}

/// `--format json` was ignored where the rows go to standard output.
#[test]
fn a_report_beside_rows_is_refused() {
    let folder = Folder::new();
    for command in ["list karate triangle", "local karate triangle", "graphlets karate -k 3"] {
        let said = folder.complaint(2, &format!("{command} --format json"));
        assert!(said.contains("--output-format jsonl") && said.contains("-o FILE"), "{said}");
        folder.output(&format!("{command} --format text"));
        folder.json(&format!("{command} -o rows.csv --force"));
        let rows = folder.output(&format!("{command} --output-format jsonl"));
        assert!(rows.lines().all(|row| serde_json::from_str::<serde_json::Value>(row).is_ok()), "{rows}");
    }
    folder.json("list karate triangle --discard");
    folder.json("local karate triangle --anchor 1");
}

/// The command, where no file may have more than so many blocks of 512 bytes.
#[cfg(target_os = "linux")]
fn on_a_small_disk(folder: &Folder, blocks: u32, arguments: &str) -> String {
    let executable = executable();
    let command = format!("ulimit -f {blocks}; exec {} {arguments}", executable.display());
    let ended = Command::new("sh").current_dir(folder.path(".")).args(["-c", &command]).output().expect("sh");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    String::from_utf8(ended.stderr).expect("UTF-8")
}

/// It was not said what the file holds that is left, nor what to do.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_says_what_is_left() {
    let folder = Folder::new();
    let whole = folder.output("list rmat:10 triangle --memory 64K --device cpu");
    let listing = "list rmat:10 triangle --memory 64K --device cpu -o rows.csv";
    let said = on_a_small_disk(&folder, 200, listing);
    let left = String::from_utf8(folder.read("rows.csv.partial")).expect("UTF-8");
    assert!(left.len() > 10_000 && whole.starts_with(&left) && left.ends_with('\n'), "{}", left.len());
    let matches = left.lines().count() - 1;
    assert_eq!(
        said,
        format!(
            "motherlode: rows.csv.partial: cannot be written. rows.csv.partial has the first {matches} matches, row by row: \
             make room, and remove it, or keep what it has: File too large (os error 27)\n"
        )
    );
    // With a checkpoint, the listing goes on from there.
    let listing = format!("{listing} --checkpoint c.json --resume");
    let said = on_a_small_disk(&folder, 200, &listing);
    assert!(
        said.contains("row by row: make room, and --resume goes on from c.json: File too large"),
        "{said}"
    );
    folder.output(&listing);
    assert!(String::from_utf8(folder.read("rows.csv")).expect("UTF-8") == whole);
    assert_eq!(folder.files(), ["rows.csv"]);

    let said = on_a_small_disk(&folder, 20, "list rmat:10 triangle --device cpu -o rows.arrow");
    assert!(said.contains("rows.arrow.partial has a part of a table, which has no end"), "{said}");
    for table in
        ["local rmat:10 triangle --device cpu -o t.csv", "graphlets rmat:10 -k 3 --device cpu -o t.csv"]
    {
        let said = on_a_small_disk(&folder, 8, table);
        assert!(
            said.starts_with("motherlode: t.csv: cannot be written, and nothing of it was kept"),
            "{said}"
        );
    }
    folder.write("db", "t # 0\nv 0 1\nv 1 2\ne 0 1 3\n".repeat(9000));
    let said = on_a_small_disk(&folder, 8, "fsm db --input-format gspan --support 1 --features f.csv");
    assert!(said.starts_with("motherlode: f.csv: cannot write the features: File too large"), "{said}");
    let said = on_a_small_disk(&folder, 8, "generate transactions --graphs 500 -o g.gspan");
    assert!(said.starts_with("motherlode: cannot write g.gspan: File too large"), "{said}");
    for file in folder.files() {
        assert!(["rows.csv", "rows.arrow.partial", "db"].contains(&&*file), "{file}");
    }
}

/// The reader takes a line of a listing that would take hours, and goes.
#[test]
fn a_reader_that_goes_away_ends_the_listing() {
    let mut child = Command::new(executable())
        .args(["list", "rmat:14", "5-cycle", "--device", "cpu"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let mut some = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut some).expect("the header");
    assert_eq!(&some, b"a,b,c,d,");
    let mut complaint = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("UTF-8");
    assert!(child.wait().expect("its end").success() && complaint.is_empty(), "{complaint}");
}

#[test]
fn a_deadline_leaves_a_part_that_is_said_to_be_one() {
    let folder = Folder::new();
    let complaint = folder.complaint(1, "list rmat:12 5-cycle --device cpu --deadline 3s -o part.csv");
    assert!(
        complaint.contains("only a part was listed") && complaint.contains("part.csv.partial"),
        "{complaint}"
    );
    assert!(complaint.contains("deadline"), "{complaint}");
    assert!(!folder.path("part.csv").exists());
    let part = String::from_utf8(folder.read("part.csv.partial")).expect("UTF-8");
    let rows = part.lines().count() - 1;
    assert!(part.ends_with('\n') && complaint.contains(&format!("{rows} match")), "{complaint}");
    let complaint = folder.complaint(1, "count rmat:14 6-cycle --device cpu --deadline 1s");
    assert!(complaint.contains("deadline"), "{complaint}");
}
