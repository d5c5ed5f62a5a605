//! Small patterns in characters.

use motherlode::pattern::Pattern;

/// A plain pattern of up to four vertices, in three lines of five characters: its vertices are the corners of a square,
/// in their order around it, and shown by `mark`.
pub fn square(pattern: &Pattern, mark: impl Fn(usize) -> char) -> [String; 3] {
    let is_there = |vertex: usize| vertex < pattern.vertices();
    let corner = |vertex: usize| if is_there(vertex) { mark(vertex) } else { ' ' };
    let are_joined = |u: usize, v: usize| is_there(u) && is_there(v) && pattern.adjacent(u, v);
    let side = |u: usize, v: usize, sign: char| if are_joined(u, v) { sign } else { ' ' };
    let across = match (are_joined(0, 2), are_joined(1, 3)) {
        (true, true) => '╳',
        (true, false) => '╲',
        (false, true) => '╱',
        (false, false) => ' ',
    };
    let level = |u: usize, v: usize| {
        let line = side(u, v, '─').to_string().repeat(3);
        format!("{}{line}{}", corner(u), corner(v))
    };
    [level(0, 1), format!("{} {across} {}", side(0, 3, '│'), side(1, 2, '│')), level(3, 2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_is_a_line_and_no_other_pair() {
        let drawn = |text: &str| square(&Pattern::parse(text).unwrap(), |_| '●');
        assert_eq!(drawn("triangle"), ["●───●", "  ╲ │", "    ●"]);
        assert_eq!(drawn("a-b, b-c, c-d"), ["●───●", "    │", "●───●"]);
        assert_eq!(drawn("a-b, b-c, c-d, d-a, b-d"), ["●───●", "│ ╱ │", "●───●"]);
        assert_eq!(drawn("4-clique"), ["●───●", "│ ╳ │", "●───●"]);
        assert_eq!(drawn("a-b, a-c, a-d"), ["●───●", "│ ╲  ", "●   ●"]);
    }
}
