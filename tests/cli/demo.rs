//! `motherlode demo`.

use super::{Folder, all_devices};

/// What it prints, without the lines that differ by device and time.
fn demo(folder: &Folder, device: &str) -> String {
    let text = folder.output(&format!("demo --device {device}"));
    let differs = |line: &str| {
        ["device ", "memory ", "time ", "  the host's threads"].iter().any(|start| line.starts_with(start))
    };
    text.lines().filter(|line| !differs(line)).map(|line| format!("{line}\n")).collect()
}

/// The words of a text that are numbers.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| c.is_whitespace() || [',', ':'].contains(&c));
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn pictures_are_the_same_on_every_device() {
    let folder = Folder::new();
    let text = demo(&folder, "cpu");
    assert!(!text.contains('\u{1b}'), "no terminal reads it");
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{widest:?}");
    for device in all_devices() {
        assert_eq!(demo(&folder, &device), text, "{device}");
    }
    insta::assert_snapshot!("demo", text);
}

#[test]
fn what_it_shows_is_what_the_commands_answer() {
    let folder = Folder::new();
    let text = demo(&folder, "cpu");
    let parts: Vec<&str> = text.split("\n\n").collect();
    let steps: Vec<_> =
        parts.windows(2).filter_map(|part| Some((part[0].split_once("$ motherlode ")?.1, part[1]))).collect();
    assert_eq!(steps.len(), 6, "{text}");
    for (command, answer) in steps {
        let (shown, known) = (numbers(answer), numbers(&folder.output(command)));
        assert!(!shown.is_empty(), "{command}: {answer}");
        for number in shown {
            assert!(known.contains(&number), "{command}: {number} of {answer}");
        }
    }
}
