//! An arc diagram in characters: a row for each vertex, and beside the rows an arc for each edge, in a lane of its own.

use motherlode::pattern::Link;

/// The arcs beside the rows of a drawing.
pub struct Arcs {
    lanes: Vec<Vec<DrawnArc>>,
}

struct DrawnArc {
    top: usize,
    bottom: usize,
    /// The row that an arrow points at.
    head: Option<usize>,
    /// Whether it is one that must not be there.
    absent: bool,
}

impl Arcs {
    /// The arcs of `links`, where `row` tells the row of each vertex. Short ones are next to the rows; none touches
    /// another one in its lane.
    pub fn new(links: &[Link], row: impl Fn(usize) -> usize) -> Arcs {
        let arc = |link: &Link| {
            let (tail, head) = link.ends();
            DrawnArc {
                top: row(tail).min(row(head)),
                bottom: row(tail).max(row(head)),
                head: link.is_one_way().then(|| row(head)),
                absent: !link.is_present(),
            }
        };
        let mut arcs: Vec<DrawnArc> = links.iter().map(arc).collect();
        arcs.sort_by_key(|arc| (arc.bottom - arc.top, arc.top));
        let mut lanes: Vec<Vec<DrawnArc>> = Vec::new();
        for arc in arcs {
            let is_free = |lane: &&mut Vec<DrawnArc>| {
                lane.iter().all(|other| other.bottom < arc.top || arc.bottom < other.top)
            };
            match lanes.iter_mut().find(is_free) {
                Some(lane) => lane.push(arc),
                None => lanes.push(vec![arc]),
            }
        }
        Arcs { lanes }
    }

    /// What stands beside the line of the vertex in `row`.
    pub fn beside(&self, row: usize) -> String {
        let ends = |arc: &&DrawnArc| arc.top == row || arc.bottom == row;
        let reach = self.lanes.iter().rposition(|lane| lane.iter().any(|arc| ends(&arc)));
        let symbol = |(number, lane): (usize, &Vec<DrawnArc>)| {
            let inside = reach.is_some_and(|reach| number < reach);
            let across = reach.is_some_and(|reach| number <= reach);
            let arc = lane.iter().find(|arc| (arc.top..=arc.bottom).contains(&row));
            let symbol = arc.map_or(if inside { '─' } else { ' ' }, |arc| arc.symbol(row, inside));
            [if across { '─' } else { ' ' }, symbol]
        };
        self.lanes.iter().enumerate().flat_map(symbol).collect()
    }

    /// What stands beside further lines of the vertex in `row`.
    pub fn below(&self, row: usize) -> String {
        let symbol = |lane: &Vec<DrawnArc>| {
            let arc = lane.iter().find(|arc| (arc.top..arc.bottom).contains(&row));
            [' ', arc.map_or(' ', DrawnArc::upright)]
        };
        self.lanes.iter().flat_map(symbol).collect()
    }
}

impl DrawnArc {
    /// The arc where it meets `row`, whose line goes on to the right if `inside`.
    fn symbol(&self, row: usize, inside: bool) -> char {
        match (row == self.top, row == self.bottom) {
            (true, _) if self.head == Some(row) => {
                if self.absent {
                    '△'
                } else {
                    '▲'
                }
            }
            (_, true) if self.head == Some(row) => {
                if self.absent {
                    '▽'
                } else {
                    '▼'
                }
            }
            (true, _) => {
                if inside {
                    '┬'
                } else {
                    '╮'
                }
            }
            (_, true) => {
                if inside {
                    '┴'
                } else {
                    '╯'
                }
            }
            _ => {
                if inside {
                    '┼'
                } else {
                    self.upright()
                }
            }
        }
    }

    fn upright(&self) -> char {
        if self.absent { '┊' } else { '│' }
    }
}

#[cfg(test)]
mod tests {
    use motherlode::pattern::Pattern;

    use super::*;

    /// Every arc of a house can be followed from end to end.
    #[test]
    fn a_house() {
        let house = Pattern::parse("a-b, b-c, c-d, d-a, a-e, e-b").expect("a pattern");
        let arcs = Arcs::new(house.links(), |vertex| vertex);
        let rows: Vec<String> = (0..5).flat_map(|row| [arcs.beside(row), arcs.below(row)]).collect();
        assert_eq!(
            rows,
            [
                "─┬───┬───╮",
                " │   │   │",
                "─┴─┬─┼─╮ │",
                "   │ │ │ │",
                "─┬─╯ │ │ │",
                " │   │ │ │",
                "─┴───╯ │ │",
                "       │ │",
                "───────┴─╯",
                "          ",
            ]
        );
    }

    #[test]
    fn directions_and_absence() {
        let pattern = Pattern::parse("a->b, c->b, a!c").expect("a pattern");
        let arcs = Arcs::new(pattern.links(), |vertex| vertex);
        let rows: Vec<String> = (0..3).map(|row| arcs.beside(row)).collect();
        assert_eq!(rows, ["─┬───╮", "─▼─▲ ┊", "───┴─╯"]);
    }
}
