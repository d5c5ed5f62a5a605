//! Bars of block characters.

/// A bar of `width` characters that stands for all, filled as far as `share` of it, to an eighth of a character.
pub fn bar(share: f64, width: usize) -> String {
    const PARTS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = (share.clamp(0.0, 1.0) * (8 * width) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if eighths < 8 * width {
        bar.push(PARTS[eighths % 8]);
    }
    format!("{bar:width$}")
}

/// A line for each number: what it is of, its bar, the longest of which is `width` characters, and the number.
pub fn bars(rows: &[(String, u64)], width: usize) -> Vec<String> {
    let most = rows.iter().map(|&(_, number)| number).max().unwrap_or(0).max(1);
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, number): &(String, u64)| {
        let bar = bar(*number as f64 / most as f64, width);
        format!("{name:>names$} {} {number}", bar.trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_shares() {
        assert_eq!(bar(0.0, 10), "          ");
        assert_eq!(bar(0.25, 10), "██▌       ");
        assert_eq!(bar(0.99, 10), "█████████▉");
        assert_eq!(bar(1.0, 10), "██████████");
    }

    #[test]
    fn the_largest_number_has_the_longest_bar() {
        let rows = [("7".to_owned(), 2), ("12".to_owned(), 8), ("3".to_owned(), 0)];
        assert_eq!(bars(&rows, 4), [" 7 █ 2", "12 ████ 8", " 3  0"]);
        assert_eq!(bars(&[("3".to_owned(), 0)], 4), ["3  0"], "nothing but zero");
    }
}
