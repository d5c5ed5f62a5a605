//! Graphs that carry classes: how often a pattern occurs in each, and how well it tells them apart.

use motherlode_data::transactions::Database;

/// The classes of a database's graphs. Graphs without one are left out of all counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    names: Vec<String>,
    /// For each graph, its class.
    of_graph: Vec<Option<u32>>,
    /// For each class, its graphs.
    sizes: Vec<u32>,
}

/// The class for which a pattern speaks most, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The class.
    pub class: usize,
    /// How many times as frequent the pattern is in the class as in all others together (the growth rate of Dong and
    /// Li 1999, "Efficient mining of emerging patterns"); infinite if it does not occur in others.
    pub rate: f64,
}

impl Classes {
    /// The classes of `database`, by name; `None` if there are fewer than two.
    pub fn new(database: &Database) -> Option<Classes> {
        let given = database.classes()?;
        let mut names: Vec<String> =
            given.iter().filter(|name| !name.is_empty()).map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        let number = |name: &str| names.binary_search_by(|known| known.as_str().cmp(name)).ok();
        let of_graph: Vec<Option<u32>> =
            given.iter().map(|name| number(name).map(|class| class as u32)).collect();
        let mut sizes = vec![0; names.len()];
        of_graph.iter().flatten().for_each(|class| sizes[*class as usize] += 1);
        (names.len() > 1).then_some(Classes { names, of_graph, sizes })
    }

    /// The names of the classes, ascending.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// For each class, how many graphs there are of it.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// For each class, how many of `graphs` are of it.
    pub fn supports(&self, graphs: &[u32]) -> Vec<u32> {
        let mut supports = vec![0; self.names.len()];
        for class in graphs.iter().filter_map(|graph| self.of_graph[*graph as usize]) {
            supports[class as usize] += 1;
        }
        supports
    }

    /// The class for which a pattern of these supports speaks most; the first of several. A pattern that occurs in no
    /// class has rate 0.
    pub fn growth(&self, supports: &[u32]) -> Growth {
        let (all, graphs) = (supports.iter().sum::<u32>(), self.sizes.iter().sum::<u32>());
        let rate = |class: usize| {
            let (own, others) = (supports[class], all - supports[class]);
            let frequency = |support: u32, size: u32| f64::from(support) / f64::from(size);
            match (own, others) {
                (0, _) => 0.0,
                (_, 0) => f64::INFINITY,
                _ => frequency(own, self.sizes[class]) / frequency(others, graphs - self.sizes[class]),
            }
        };
        let first = Growth { class: 0, rate: rate(0) };
        (1..supports.len()).fold(first, |best, class| {
            let other = Growth { class, rate: rate(class) };
            if other.rate > best.rate { other } else { best }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use motherlode_data::transactions::{DatabaseFormat, parse};

    fn database(classes: &[&str]) -> Database {
        let text: String = classes.iter().map(|class| format!("t # 0 {class}\nv 0 A\n")).collect();
        parse(text.as_bytes(), Path::new("db"), Some(DatabaseFormat::GSpan)).unwrap()
    }

    #[test]
    fn growth_is_a_ratio_of_frequencies() {
        let classes = Classes::new(&database(&["yes", "no", "yes", "", "no", "no", "no"])).unwrap();
        assert_eq!(
            (classes.names(), classes.sizes()),
            (&["no".to_owned(), "yes".to_owned()][..], &[4, 2][..])
        );
        // In one of two and in one of four.
        let supports = classes.supports(&[0, 3, 5]);
        assert_eq!(supports, [1, 1]);
        assert_eq!(classes.growth(&supports), Growth { class: 1, rate: 2.0 });
        assert_eq!(classes.growth(&[3, 1]), Growth { class: 0, rate: 1.5 });
        assert_eq!(classes.growth(&[2, 0]), Growth { class: 0, rate: f64::INFINITY });
        assert_eq!(classes.growth(&[0, 0]), Growth { class: 0, rate: 0.0 });
    }

    #[test]
    fn one_class_tells_nothing_apart() {
        assert_eq!(Classes::new(&database(&["yes", "yes"])), None);
        assert_eq!(Classes::new(&database(&["", ""])), None);
    }
}
