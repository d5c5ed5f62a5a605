//! `motherlode devices`, and `--device`.

use super::{Folder, all_devices};

#[test]
fn the_cpu_is_always_there() {
    let folder = Folder::new();
    assert!(folder.output("devices").starts_with("cpu "));
    assert!(folder.json("devices")["cpu"]["threads"].as_u64().expect("a number") >= 1);
}

#[test]
fn without_a_card_it_says_what_was_looked_for() {
    let folder = Folder::new();
    let listed = folder.json("devices");
    if listed["cards"].as_array().is_some_and(|cards| !cards.is_empty()) {
        assert!(listed["without_cards"].is_null());
        assert!(listed["driver"].as_str().is_some_and(|version| version.contains('.')), "{listed}");
        return;
    }
    let reason = listed["without_cards"].as_str().expect("a reason");
    assert!(reason.contains("driver"), "{reason}");
    assert!(folder.output("devices").contains(reason));
    // To ask for a card that is not there is an error; to leave the choice is not.
    let complaint = folder.complaint(2, "count karate triangle --device cuda:0");
    assert!(complaint.contains(reason), "{complaint}");
    let device = folder.json("count karate triangle --device auto")["device"].clone();
    assert!(device.as_str().is_some_and(|device| device.starts_with("cpu ")), "{device}");
}

#[test]
fn a_card_beyond_the_last() {
    let beyond = all_devices().iter().filter(|device| device.starts_with("cuda")).count();
    let complaint = Folder::new().complaint(2, &format!("count karate triangle --device cuda:{beyond}"));
    assert!(complaint.contains("driver") || complaint.contains("no card"), "{complaint}");
}

#[test]
fn a_device_of_another_name() {
    for name in ["gpu", "cuda:x", "cuda:", "CPU"] {
        let complaint = Folder::new().complaint(2, &format!("count karate triangle --device {name}"));
        assert!(complaint.contains(&format!("'{name}'")) && complaint.contains("cuda:N"), "{complaint}");
    }
}
