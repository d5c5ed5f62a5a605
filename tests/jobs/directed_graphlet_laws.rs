//! What holds of directed graphlets wherever they are counted: at vertices, or at ties.

use motherlode::graph::{Graph, generate};
use motherlode::mine::list::ListOptions;
use motherlode::mine::local::{Graphlet, LocalCounts};
use motherlode::mine::{AttributeMismatch, Context, CountOptions, MineError, Target, directed_motifs};
use motherlode::pattern::Pattern;
use motherlode::plan::Induced;
use motherlode::runtime::{Device, Interrupt, RuntimeError, Team};
use testing::common::{check_with_less_memory, devices};

use super::directed::{Arc, graph, random_arcs};

/// Counts graphlets of up to so many vertices by sums.
type CountBySums = fn(&Graph, usize, Team, &ListOptions) -> Result<Vec<Graphlet>, MineError>;
/// Counts one pattern by a walk that knows nothing of sums.
type CountByWalk = fn(Target<'_>, &Pattern, &Device, &ListOptions) -> Result<LocalCounts, MineError>;

/// Those that are counted at some places.
#[derive(Clone, Copy)]
pub struct GraphletsAt {
    pub count: CountBySums,
    pub walk: CountByWalk,
}

impl GraphletsAt {
    pub fn degrees(self, graph: &Graph, k: usize, team: impl Into<Team>) -> Vec<Graphlet> {
        (self.count)(graph, k, team.into(), &ListOptions::default()).unwrap()
    }

    /// Each graphlet counted alone.
    pub fn are_those_of_walks(self) {
        let n = 17;
        let graph = graph(n, &random_arcs(6, n, 50));
        let device = Device::cpu(None);
        let options = ListOptions::default().induced(Induced::Vertex);
        for (at, graphlet) in self.degrees(&graph, 4, &device).into_iter().enumerate() {
            if at < 15 || at % 4 == 0 {
                // By its name: so are its columns called.
                let pattern = Pattern::parse(&graphlet.name).unwrap();
                let walked = (self.walk)(Target::from(&graph), &pattern, &device, &options).unwrap();
                assert_eq!(walked.orbits, graphlet.local.orbits, "{}", graphlet.pattern);
                assert_eq!(walked.counts, graphlet.local.counts, "{}", graphlet.pattern);
                assert_eq!(walked.matches, graphlet.local.matches, "{}", graphlet.pattern);
            }
        }
    }

    /// Each orbit at all places is as many times the motif as it has members.
    pub fn add_up_to_motifs(self) {
        for (n, arcs) in larger() {
            let graph = graph(n, &arcs);
            for device in devices() {
                let graphlets = self.degrees(&graph, 4, &device);
                let options = CountOptions::default().induced(Induced::Vertex);
                let motifs = [3, 4].map(|k| directed_motifs(&graph, k, &device, &options).unwrap().motifs);
                for (graphlet, motif) in graphlets[2..].iter().zip(motifs.iter().flatten()) {
                    assert_eq!(graphlet.name, motif.motif.name, "the order is the same");
                    assert_eq!(graphlet.local.matches, motif.count, "{}, on {device}", graphlet.pattern);
                    for orbit in 0..graphlet.local.orbits.len() {
                        let members = graphlet.local.orbits.of().filter(|&other| other == orbit).count();
                        let sum: u128 = graphlet.local.column(orbit).sum();
                        assert_eq!(sum, members as u128 * motif.count, "{}, on {device}", graphlet.pattern);
                    }
                }
            }
        }
    }

    /// Fewer vertices are the first of the same columns.
    pub fn have_the_smaller_first(self) {
        let (n, arcs) = larger().swap_remove(2);
        let graph = graph(n, &arcs);
        for device in devices() {
            let all = self.degrees(&graph, 4, &device);
            for (k, number) in [(2, 2), (3, 15)] {
                let some = self.degrees(&graph, k, &device);
                assert_eq!(some.len(), number);
                for (one, other) in some.iter().zip(&all) {
                    assert_eq!(
                        (&one.name, &one.local.counts),
                        (&other.name, &other.local.counts),
                        "on {device}"
                    );
                }
            }
        }
    }

    /// Errors, and an interrupt.
    pub fn say_what_cannot_be_counted(self) {
        let undirected = Graph::from(generate::complete(5).unwrap());
        let (device, options) = (Device::cpu(None), ListOptions::default());
        let error = (self.count)(&undirected, 3, Team::from(&device), &options).unwrap_err();
        assert!(matches!(error, MineError::Attributes(AttributeMismatch::NoDirections)), "{error}");
        let (n, arcs) = larger().swap_remove(0);
        let graph = graph(n, &arcs);
        for k in [0, 1, 5] {
            let error = (self.count)(&graph, k, Team::from(&device), &options).unwrap_err();
            assert!(matches!(error, MineError::DirectedGraphletSize { k: asked } if asked == k), "{error}");
        }
        for device in devices() {
            let interrupt = Interrupt::default();
            interrupt.request();
            let options = ListOptions::default().context(Context::default().interrupt(interrupt));
            let stopped = (self.count)(&graph, 4, Team::from(&device), &options).unwrap_err();
            assert!(matches!(stopped, MineError::Runtime(RuntimeError::Interrupted)), "{stopped}");
        }
    }

    /// From more than is needed down to nothing.
    pub fn are_right_or_refused_in_a_small_memory(self) {
        let (n, arcs) = larger().swap_remove(0);
        let graph = graph(n, &arcs);
        check_with_less_memory(1 << 10..16 << 20, |device| {
            let graphlets = (self.count)(&graph, 4, Team::from(device), &ListOptions::default())?;
            Ok(graphlets.into_iter().map(|graphlet| graphlet.local.counts).collect::<Vec<_>>())
        });
    }
}

/// Graphs that brute force does not get through: sparse, and dense, and with lists longer than a warp.
pub fn larger() -> Vec<(usize, Vec<Arc>)> {
    let mut all: Vec<(usize, Vec<Arc>)> =
        [(60, 150), (70, 700), (40, 600)].map(|(n, pairs)| (n, random_arcs(n as u64, n, pairs))).into();
    // A hub, some of whose neighbours are joined.
    let hub = (1..90).map(|v| if v % 3 == 0 { (v, 0) } else { (0, v) });
    let rim = (1..80).map(|v| if v % 2 == 0 { (v, v + 1 + v % 5) } else { (v + 1 + v % 5, v) });
    all.push((95, hub.chain(rim).chain([(1, 0), (5, 0), (11, 12)]).collect()));
    all
}

/// The tests of what holds of the graphlets at some places.
macro_rules! laws_of_graphlets {
    ($at:expr) => {
        #[test]
        fn orbits_are_those_of_walks() {
            $at.are_those_of_walks();
        }

        #[test]
        fn orbits_add_up_to_motifs() {
            $at.add_up_to_motifs();
        }

        #[test]
        fn smaller_graphlets_are_the_first() {
            $at.have_the_smaller_first();
        }

        #[test]
        fn what_cannot_be_counted_is_said() {
            $at.say_what_cannot_be_counted();
        }

        #[test]
        fn a_small_memory_leaves_the_counts_right_or_is_refused() {
            $at.are_right_or_refused_in_a_small_memory();
        }
    };
}
pub(crate) use laws_of_graphlets;
