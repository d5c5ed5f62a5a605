//! The patterns that have names.

use std::cmp::Ordering;

use super::{Link, LinkKind, MAX_VERTICES, PatternError};

type PatternEdges = Vec<(usize, usize)>;

/// A family of patterns, `k-name`.
struct PatternFamily {
    name: &'static str,
    smallest: usize,
    largest: usize,
    edges: fn(usize) -> PatternEdges,
}

const FAMILIES: [PatternFamily; 7] = [
    PatternFamily { name: "clique", smallest: 2, largest: MAX_VERTICES, edges: clique },
    PatternFamily { name: "cycle", smallest: 3, largest: MAX_VERTICES, edges: cycle },
    PatternFamily { name: "path", smallest: 2, largest: MAX_VERTICES, edges: path },
    PatternFamily { name: "star", smallest: 1, largest: MAX_VERTICES - 1, edges: star },
    PatternFamily { name: "wheel", smallest: 4, largest: MAX_VERTICES, edges: wheel },
    PatternFamily { name: "book", smallest: 1, largest: MAX_VERTICES - 2, edges: book },
    PatternFamily { name: "near-clique", smallest: 3, largest: MAX_VERTICES, edges: near_clique },
];

/// Names of single patterns, each with the edges as pairs of digits.
const SINGLES: [(&str, &str); 25] = [
    ("edge", "01"),
    ("wedge", "01 12"),
    ("triangle", "01 12 20"),
    ("claw", "01 02 03"),
    ("square", "01 12 23 30"),
    ("rectangle", "01 12 23 30"),
    ("diamond", "01 12 23 30 02"),
    ("chordal-square", "01 12 23 30 02"),
    ("tailed-triangle", "01 12 20 03"),
    ("paw", "01 12 20 03"),
    ("tailed-square", "01 12 23 30 04"),
    ("banner", "01 12 23 30 04"),
    ("pentagon", "01 12 23 34 40"),
    ("hexagon", "01 12 23 34 45 50"),
    ("house", "01 12 23 30 04 41"),
    ("bowtie", "01 12 20 03 34 40"),
    ("butterfly", "01 12 20 03 34 40"),
    ("bull", "01 12 20 03 14"),
    ("cricket", "01 12 20 03 04"),
    ("dart", "01 12 23 30 02 04"),
    ("gem", "01 02 03 04 12 23 34"),
    ("wheel", "01 02 03 04 12 23 34 41"),
    ("prism", "01 12 20 34 45 53 03 14 25"),
    ("octahedron", "01 12 23 30 40 41 42 43 50 51 52 53"),
    ("cube", "01 12 23 30 45 56 67 74 04 15 26 37"),
];

/// The directed triads that are connected, by the names that a triad census has for them (Davis and Leinhardt 1972):
/// how many of the three pairs are mutual, of one arc, and null, and a letter that tells apart those that agree so.
/// Each with its arcs as pairs of digits, from tail to head.
const TRIADS: [(&str, &str); 13] = [
    ("021D", "01 02"),
    ("021U", "01 21"),
    ("021C", "01 12"),
    ("111D", "01 10 21"),
    ("111U", "01 10 12"),
    ("030T", "01 12 02"),
    ("030C", "01 12 20"),
    ("201", "01 10 12 21"),
    ("120D", "01 02 12 21"),
    ("120U", "01 21 02 20"),
    ("120C", "01 12 02 20"),
    ("210", "01 12 21 02 20"),
    ("300", "01 10 12 21 02 20"),
];

/// The other three, and what of each is connected: whoever goes through a census comes to them.
const UNJOINED: [(&str, &[&str]); 3] =
    [("003", &["a", "b", "c"]), ("012", &["ab", "c"]), ("102", &["ab", "c"])];

/// What a name stands for.
pub(super) enum NamedPattern {
    /// Edges, and nothing else is said.
    Edges(PatternEdges),
    /// Arcs, and there are no others: a triad has what its name says, no more.
    Triad(Vec<Link>),
}

/// What the pattern is that `text` names, or `None` where it is in the pattern language.
///
/// A text of words and `-` alone is a pattern when it has either more than one chain, or no word of two letters: `a-b`
/// and `v1-v2-v3` are edges, `tailed-triangel` is a name that nobody knows.
pub(super) fn lookup(text: &str) -> Result<Option<NamedPattern>, PatternError> {
    let name = normalise(text);
    if name.is_empty() {
        return Err(PatternError::Empty);
    }
    if let Some((_, digits)) = SINGLES.iter().find(|(single, _)| *single == name) {
        return Ok(Some(NamedPattern::Edges(from_digits(digits))));
    }
    if let Some((_, parts)) = UNJOINED.iter().find(|(triad, _)| *triad == name) {
        let letters = |part: &&str| part.chars().map(String::from).collect();
        return Err(PatternError::Disconnected { parts: parts.iter().map(letters).collect() });
    }
    if let Some((_, digits)) = TRIADS.iter().find(|(triad, _)| triad.eq_ignore_ascii_case(&name)) {
        return Ok(Some(NamedPattern::Triad(triad(&from_digits(digits)))));
    }
    if let Some(found) = family(&name).or_else(|| biclique_of(&name)) {
        return found.map(|edges| Some(NamedPattern::Edges(edges)));
    }
    if is_pattern_text(text) { Ok(None) } else { Err(unknown(text.trim(), &name)) }
}

/// Every name that is known, with families as `k-clique`.
pub fn known_names() -> Vec<String> {
    let singles = SINGLES.iter().chain(&TRIADS).map(|(name, _)| (*name).to_owned());
    let families = FAMILIES.iter().map(|family| format!("k-{}", family.name));
    singles.chain(families).chain(["m-n-biclique".to_owned()]).collect()
}

/// Small letters, and `-` between words.
fn normalise(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    lower
        .split(|c: char| c.is_whitespace() || c == '_')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// Whether a text that names no pattern is in the pattern language, good or bad.
pub(super) fn is_pattern_text(text: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "_-,; \t\n\r".contains(c);
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let long_word =
        words.into_iter().any(|word| word.chars().filter(|c| c.is_ascii_alphabetic()).count() > 1);
    let chains = text.split([',', ';', ' ', '\t', '\n', '\r']).filter(|chain| chain.contains('-')).count();
    !text.chars().all(known) || chains > 1 || (chains == 1 && !long_word)
}

fn family(name: &str) -> Option<Result<PatternEdges, PatternError>> {
    let digits = name.find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = name.split_at(digits);
    if number.is_empty() {
        let in_theory = |letter, family| Some((family, rest.strip_prefix(letter)?));
        let (family, size) = in_theory('k', &FAMILIES[0]).or_else(|| in_theory('c', &FAMILIES[1]))?;
        return sized(family, size, name);
    }
    let family = rest.strip_prefix('-').unwrap_or(rest);
    sized(FAMILIES.iter().find(|known| known.name == family)?, number, name)
}

fn sized(family: &PatternFamily, number: &str, name: &str) -> Option<Result<PatternEdges, PatternError>> {
    if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (smallest, largest) = (family.smallest, family.largest);
    // A number too long for usize is too large as well.
    let size = number.parse().unwrap_or(usize::MAX);
    if (smallest..=largest).contains(&size) {
        Some(Ok((family.edges)(size)))
    } else {
        Some(Err(PatternError::Size { name: name.to_owned(), smallest, largest }))
    }
}

/// `m-n-biclique`: the complete bipartite pattern.
fn biclique_of(name: &str) -> Option<Result<PatternEdges, PatternError>> {
    let (m, n) = name.strip_suffix("-biclique")?.split_once('-')?;
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !all_digits(m) || !all_digits(n) {
        return None;
    }
    let side = |text: &str| text.parse::<usize>().unwrap_or(usize::MAX);
    let (m, n) = (side(m), side(n));
    if m == 0 || n == 0 || m.saturating_add(n) > MAX_VERTICES {
        let largest = MAX_VERTICES - 1;
        return Some(Err(PatternError::Size { name: name.to_owned(), smallest: 1, largest }));
    }
    Some(Ok((0..m).flat_map(|u| (m..m + n).map(move |v| (u, v))).collect()))
}

fn unknown(shown: &str, name: &str) -> PatternError {
    let digits = name.len() - name.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // Any size would do as an example; all families have this one.
    let number = if digits == 0 { "4" } else { &name[..digits] };
    let mut scored: Vec<(f64, String)> = known_names()
        .into_iter()
        .map(|known| known.strip_prefix("k-").map_or(known.clone(), |family| format!("{number}-{family}")))
        .map(|known| {
            (
                strsim::jaro_winkler(name, &known).max(strsim::normalized_damerau_levenshtein(name, &known)),
                known,
            )
        })
        .collect();
    scored.sort_by(|a, b| b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal));
    let nearest = scored.into_iter().take(3).map(|(_, known)| known).collect();
    PatternError::UnknownName { name: shown.to_owned(), nearest }
}

fn from_digits(digits: &str) -> PatternEdges {
    let digit = |byte: u8| usize::from(byte - b'0');
    digits.split(' ').map(|edge| (digit(edge.as_bytes()[0]), digit(edge.as_bytes()[1]))).collect()
}

/// The arcs of a triad, and that there are no others.
fn triad(arcs: &[(usize, usize)]) -> Vec<Link> {
    let link = |from, to, kind| Link { kind, ..Link::edge(from, to) };
    let present = arcs.iter().map(|&(tail, head)| link(tail, head, LinkKind::Forward));
    let absent = [(0, 1), (1, 2), (0, 2)].into_iter().filter_map(|(u, v)| {
        match (arcs.contains(&(u, v)), arcs.contains(&(v, u))) {
            (true, true) => None,
            (true, false) => Some(link(v, u, LinkKind::NoForward)),
            (false, true) => Some(link(u, v, LinkKind::NoForward)),
            (false, false) => Some(link(u, v, LinkKind::Absent)),
        }
    });
    present.chain(absent).collect()
}

fn clique(k: usize) -> PatternEdges {
    (0..k).flat_map(|u| (u + 1..k).map(move |v| (u, v))).collect()
}

fn cycle(k: usize) -> PatternEdges {
    (0..k).map(|v| (v, (v + 1) % k)).collect()
}

fn path(k: usize) -> PatternEdges {
    (1..k).map(|v| (v - 1, v)).collect()
}

fn star(leaves: usize) -> PatternEdges {
    (1..=leaves).map(|leaf| (0, leaf)).collect()
}

/// A hub, joined to each vertex of a cycle: `k` vertices in all.
fn wheel(k: usize) -> PatternEdges {
    let rim = (1..k).map(|v| (v, if v + 1 == k { 1 } else { v + 1 }));
    star(k - 1).into_iter().chain(rim).collect()
}

/// Triangles that share an edge, one a page.
fn book(pages: usize) -> PatternEdges {
    let page = |page: usize| [(0, page + 2), (1, page + 2)];
    std::iter::once((0, 1)).chain((0..pages).flat_map(page)).collect()
}

/// A clique without one edge.
fn near_clique(k: usize) -> PatternEdges {
    clique(k).into_iter().filter(|&edge| edge != (k - 2, k - 1)).collect()
}
