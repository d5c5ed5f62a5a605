//! `motherlode estimate`, and counts that fall back on it.

use super::{Folder, assert_keys};

#[test]
fn estimates_in_text_and_json() {
    let folder = Folder::new();
    // What is counted on the way is a count.
    let text = folder.output("estimate karate house");
    assert!(text.starts_with("1 subgraphs match") || text.contains(": all were counted"), "{text}");
    let text = folder.output("estimate rmat:9:16 9-cycle --error 5% --draws 40000 --device cpu");
    assert!(text.starts_with("about ") && text.contains("95% sure, in the limit of many draws"), "{text}");
    let json = folder.json("estimate rmat:9:16 9-cycle --error 5% --draws 40000 --seed 7");
    assert_keys(&json, &["graph", "error", "confidence", "seed", "patterns", "device", "memory", "seconds"]);
    assert_eq!((&json["error"], &json["seed"]), (&0.05.into(), &7.into()), "{json}");
    let found = &json["patterns"][0];
    assert!(found.get("count").is_none(), "an estimate is no count: {found}");
    let [low, estimate, high] = [&found["interval"]["low"], &found["estimate"], &found["interval"]["high"]]
        .map(|number| number.as_f64().expect("a number"));
    assert!(low < estimate && estimate < high, "{found}");
}

#[test]
fn cliques_of_any_size() {
    let folder = Folder::new();
    let cliques = folder.json("cliques teams:400:120:30:3 -k 14")["count"].as_f64().expect("a count");
    let json = folder.json("estimate teams:400:120:30:3 14-clique 5-clique");
    let found = &json["patterns"][0];
    assert_eq!(found["pattern"], "14-clique");
    let estimate = found["estimate"].as_f64().expect("a number");
    assert!((estimate / cliques - 1.0).abs() < 0.05, "{found} for {cliques}");
    let text = folder.output("estimate karate 20-clique");
    assert!(text.starts_with("0 subgraphs match 20-clique"), "{text}");
    let error = folder.complaint(2, "estimate karate 33-clique");
    assert!(error.contains("`33-clique`: the number must be 2 to 32"), "{error}");
}

#[test]
fn how_draws_are_divided() {
    let folder = Folder::new();
    let json = folder.json("explain 9-cycle rmat:9:16 --strata");
    let strata = json["estimate"]["strata"].as_array().expect("strata");
    let shares: f64 = strata.iter().filter_map(|stratum| stratum["draws"].as_f64()).sum();
    assert!((shares - 1.0).abs() < 1e-9 && strata.len() > 5, "{json}");
    let text = folder.output("explain 9-cycle rmat:9:16 --strata");
    assert!(text.contains("estimate      ") && text.contains(" strata, about "), "{text}");
    let text = folder.output("explain 4-cycle karate --strata");
    assert!(text.contains("estimate      counted, which is faster than draws"), "{text}");
    let json = folder.json("explain 4-cycle karate --strata");
    assert!(json.get("estimate").is_some_and(serde_json::Value::is_null), "{json}");
    folder.complaint(2, "explain house --strata");
}

#[test]
fn a_count_or_else_an_estimate() {
    let folder = Folder::new();
    let text = folder.output("count karate house --deadline 1min --or-estimate");
    assert_eq!(text.lines().next(), folder.output("count karate house").lines().next());
    // Nobody counts that.
    let endless = "count rmat:9:16 9-cycle --device cpu --threads 1 --deadline 6s --or-estimate";
    let text = folder.output(endless);
    assert!(
        text.starts_with("about ") && text.contains("the count was not done before the deadline"),
        "{text}"
    );
    let json = folder.json(endless);
    assert!(json["estimate"].is_number() && json.get("count").is_none(), "{json}");
    folder.complaint(2, "count karate house --or-estimate");
}

#[test]
fn estimates_at_each_vertex() {
    let folder = Folder::new();
    let rows = |text: &str| -> Vec<Vec<u64>> {
        text.lines()
            .skip(1)
            .map(|row| row.split(',').map(|cell| cell.parse().expect("a number")).collect())
            .collect()
    };
    let text = folder.output("local rmat:6:5:8 prism --estimate --error 5% --draws 20000");
    assert_eq!(text.lines().next(), Some("vertex,a+b+c+d+e+f,a+b+c+d+e+f_low,a+b+c+d+e+f_high"));
    let counts = rows(&folder.output("local rmat:6:5:8 prism"));
    let estimates = rows(&text);
    assert_eq!(counts.len(), estimates.len());
    let holds =
        |(count, row): (&Vec<u64>, &Vec<u64>)| count[0] == row[0] && row[2] <= count[1] && count[1] <= row[3];
    let missed = counts.iter().zip(&estimates).filter(|&pair| !holds(pair)).count();
    assert!(missed * 10 < counts.len(), "{missed} of {} intervals do not hold the count", counts.len());
    // No walk begins at each of its vertices: `a` and `c` are not joined.
    let absent = "'a-b, b-c, c-d, d-e, a!c'";
    let counts = rows(&folder.output(&format!("local karate {absent}")));
    let estimates = rows(&folder.output(&format!("local karate {absent} --estimate")));
    let of_counts = counts
        .iter()
        .map(|row| row[..1].iter().copied().chain(row[1..].iter().flat_map(|&n| [n; 3])).collect());
    assert_eq!(estimates, of_counts.collect::<Vec<Vec<u64>>>());
    // Counted all the same.
    let exact = rows(&folder.output("local karate 6-cycle --estimate"));
    assert!(exact.iter().all(|row| row[1] == row[2] && row[2] == row[3]), "{exact:?}");
}
