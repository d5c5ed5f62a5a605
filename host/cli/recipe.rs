//! Graphs that are made on the spot: `motherlode generate`, and GRAPH as `rmat:16`.

use anyhow::Context;
use clap::{Parser, Subcommand};
use motherlode::graph::generate::{self, DrawnPairs, GNM_SEED, RMAT_SEED};
use motherlode::graph::{self, Graph, LoadOptions};
use motherlode::place;

use super::exit::Misuse;
use super::starting::Starting;

/// Zachary's karate club: 34 vertices, 78 edges, 45 triangles.
const KARATE: &[u8] = include_bytes!("karate.el");

/// Each generator's options in the order in which a short form gives their values.
const SHORT_FORMS: [(&str, &[&str]); 11] = [
    ("karate", &[]),
    ("rmat", &["--scale", "--edge-factor", "--seed"]),
    ("gnm", &["--log-vertices", "--edges", "--seed"]),
    ("ba", &["--vertices", "--edges-per-vertex", "--seed"]),
    ("teams", &["--vertices", "--teams", "--largest", "--seed"]),
    ("bipartite", &["--left-vertices", "--right-vertices", "--edges", "--seed"]),
    ("complete", &["--vertices"]),
    ("cycle", &["--vertices"]),
    ("path", &["--vertices"]),
    ("star", &["--leaves"]),
    ("grid", &["--rows", "--columns"]),
];

/// A graph to make.
#[derive(Clone, Debug, Subcommand)]
pub enum Recipe {
    /// An R-MAT graph, skewed like a social network; short form rmat:SCALE[:EDGE_FACTOR[:SEED]]
    ///
    /// An R-MAT graph with the parameters of Graph500 (A = 0.57, B = C = 0.19, D = 0.05). Pairs are made symmetric;
    /// self-loops, duplicates and isolated vertices are dropped, so there are fewer edges than pairs.
    Rmat {
        /// Pairs are drawn from 2^SCALE vertices
        #[arg(long)]
        scale: u32,
        /// Pairs per vertex: EDGE_FACTOR * 2^SCALE pairs are drawn
        #[arg(long, default_value_t = 16)]
        edge_factor: u64,
        /// Start of the random numbers
        #[arg(long, default_value_t = RMAT_SEED)]
        seed: u64,
    },
    /// A uniform random graph; short form gnm:LOG_VERTICES:EDGES[:SEED]
    ///
    /// Draws EDGES pairs of vertices, each pair with equal probability. Self-loops, duplicates and isolated vertices
    /// are dropped, so there are somewhat fewer edges.
    Gnm {
        /// Pairs are drawn from 2^LOG_VERTICES vertices
        #[arg(long)]
        log_vertices: u32,
        /// Pairs that are drawn
        #[arg(long)]
        edges: u64,
        /// Start of the random numbers
        #[arg(long, default_value_t = GNM_SEED)]
        seed: u64,
    },
    /// Preferential attachment; short form ba:VERTICES:EDGES_PER_VERTEX[:SEED]
    ///
    /// Barabási and Albert's growth: each new vertex is joined to others drawn in proportion to their degrees.
    Ba {
        /// Vertices
        #[arg(long)]
        vertices: u64,
        /// Edges that each new vertex brings
        #[arg(long)]
        edges_per_vertex: u64,
        /// Start of the random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Teams whose members are all joined, as in collaborations; short form teams:VERTICES:TEAMS:LARGEST[:SEED]
    ///
    /// TEAMS teams of 2 to LARGEST members, most of them small: one in S / 2, about, has S members or more. The members
    /// are drawn from 2 * LARGEST consecutive vertices, from a random one on, so that teams overlap. Vertices in no
    /// team are dropped.
    Teams {
        /// Vertices
        #[arg(long)]
        vertices: u64,
        /// Teams
        #[arg(long)]
        teams: u64,
        /// Members of the largest possible team
        #[arg(long)]
        largest: u64,
        /// Start of the random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// A uniform random graph of two sides; short form bipartite:LEFT_VERTICES:RIGHT_VERTICES:EDGES[:SEED]
    ///
    /// Vertices 0 to LEFT_VERTICES - 1 are on the left side, and RIGHT_VERTICES more on the right. Draws EDGES pairs of
    /// a vertex on the left and one on the right, each with equal probability; duplicates are dropped, so there may be
    /// somewhat fewer edges. In an edge list the first column is the left side, and its short form has columns, too,
    /// for 'motherlode bicliques --columns'.
    Bipartite {
        /// Vertices on the left side
        #[arg(long)]
        left_vertices: u64,
        /// Vertices on the right side
        #[arg(long)]
        right_vertices: u64,
        /// Pairs that are drawn
        #[arg(long)]
        edges: u64,
        /// Start of the random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Every two vertices are joined; short form complete:VERTICES
    Complete {
        /// Vertices
        #[arg(long)]
        vertices: u64,
    },
    /// A cycle; short form cycle:VERTICES
    Cycle {
        /// Vertices
        #[arg(long)]
        vertices: u64,
    },
    /// A path; short form path:VERTICES
    Path {
        /// Vertices
        #[arg(long)]
        vertices: u64,
    },
    /// A vertex joined to all others; short form star:LEAVES
    Star {
        /// The other vertices
        #[arg(long)]
        leaves: u64,
    },
    /// A grid; short form grid:ROWS:COLUMNS
    Grid {
        /// Rows
        #[arg(long)]
        rows: u64,
        /// Columns
        #[arg(long)]
        columns: u64,
    },
    /// Zachary's karate club (1977), 34 vertices and 78 edges; short form karate
    Karate,
}

/// A recipe alone on a command line, which is what a short form is turned into.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Alone {
    #[command(subcommand)]
    recipe: Recipe,
}

impl Recipe {
    /// Reads a short form; `None` where `text` does not start like one.
    ///
    /// # Errors
    /// A value that is missing, one too many, or not a number.
    pub fn short(text: &str) -> Option<Result<Recipe, Misuse>> {
        let (name, values) = match text.split_once(':') {
            Some((name, values)) => (name, values.split(':').collect()),
            None => (text, Vec::new()),
        };
        let (_, options) = SHORT_FORMS.iter().find(|(known, _)| *known == name)?;
        // `path` and `star` may be files; only what has values, or needs none, is a recipe.
        if values.is_empty() != options.is_empty() {
            return None;
        }
        if values.len() > options.len() {
            let most = options.len();
            return Some(Err(Misuse(format!("too many values: '{name}' takes {most} at most"))));
        }
        let values = options.iter().zip(values).flat_map(|(option, value)| [*option, value]);
        let parsed = Alone::try_parse_from(std::iter::once(name).chain(values));
        Some(parsed.map(|alone| alone.recipe).map_err(|error| {
            let reason = error.to_string();
            let reason = reason.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
            Misuse(reason.trim_start_matches("error: ").to_owned())
        }))
    }

    /// Whether the graph has two sides: its edges lead from the one to the other, from smaller vertices to greater
    /// ones.
    pub fn has_sides(&self) -> bool {
        matches!(self, Recipe::Bipartite { .. })
    }

    /// The pairs that the graph is made of, if a card makes it sooner than the host.
    fn pairs_for_cards(&self) -> Option<DrawnPairs> {
        let pairs = match *self {
            Recipe::Rmat { scale, edge_factor, seed } => generate::rmat_pairs(scale, edge_factor, seed),
            Recipe::Gnm { log_vertices, edges, seed } => generate::gnm_pairs(log_vertices, edges, seed),
            _ => return None,
        };
        pairs.ok().filter(place::is_for_cards)
    }

    /// The families of kernels that a card makes the graph by.
    pub fn families(&self) -> &'static [&'static str] {
        if self.pairs_for_cards().is_some() { &place::FAMILIES_OF_MADE } else { &[] }
    }

    /// Makes the graph on the first of these devices, if that is a card which does so sooner than the host, and has the
    /// memory; otherwise in the current rayon pool.
    ///
    /// # Errors
    /// Those of [`make`](Self::make); a device that does not start or fails.
    pub fn make_on(&self, starting: &mut Starting) -> anyhow::Result<Graph> {
        if let Some(pairs) = self.pairs_for_cards() {
            let device = starting.team()?.first();
            let made = device.card().map(|_| place::make_on(device, &pairs)).transpose();
            match made {
                Ok(Some(Some(made))) => return Ok(made.into()),
                Err(error) if !error.is_lack_of_memory() => return Err(error.into()),
                Ok(None | Some(None)) | Err(_) => (),
            }
        }
        self.make()
    }

    /// Makes the graph, in the current rayon pool.
    ///
    /// # Errors
    /// Numbers out of range, or no memory.
    pub fn make(&self) -> anyhow::Result<Graph> {
        use generate::{barabasi_albert, bipartite, complete, cycle, gnm, grid, path, rmat, star, teams};
        let csr = match self {
            Recipe::Rmat { scale, edge_factor, seed } => rmat(*scale, *edge_factor, *seed),
            Recipe::Gnm { log_vertices, edges, seed } => gnm(*log_vertices, *edges, *seed),
            Recipe::Ba { vertices, edges_per_vertex, seed } => {
                barabasi_albert(*vertices, *edges_per_vertex, *seed)
            }
            Recipe::Teams { vertices, teams: count, largest, seed } => {
                teams(*vertices, *count, *largest, *seed)
            }
            Recipe::Bipartite { left_vertices, right_vertices, edges, seed } => {
                bipartite(*left_vertices, *right_vertices, *edges, *seed)
            }
            Recipe::Complete { vertices } => complete(*vertices),
            Recipe::Cycle { vertices } => cycle(*vertices),
            Recipe::Path { vertices } => path(*vertices),
            Recipe::Star { leaves } => star(*leaves),
            Recipe::Grid { rows, columns } => grid(*rows, *columns),
            Recipe::Karate => return Ok(graph::read(KARATE, "karate", &LoadOptions::default())?),
        };
        Ok(csr.context("cannot make the graph")?.into())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn short(text: &str) -> Recipe {
        Recipe::short(text).expect("a short form").expect("a good one")
    }

    #[test]
    fn short_forms_name_real_options() {
        let command = Alone::command();
        for recipe in command.get_subcommands() {
            let name = recipe.get_name();
            let (_, options) = SHORT_FORMS.iter().find(|(known, _)| *known == name).expect(name);
            let long = recipe.get_arguments().filter_map(clap::Arg::get_long).map(|long| format!("--{long}"));
            assert!(long.eq(options.iter().copied()), "{name}");
        }
        assert_eq!(command.get_subcommands().count(), SHORT_FORMS.len());
    }

    #[test]
    fn values_go_to_their_options() {
        let Recipe::Rmat { scale, edge_factor, seed } = short("rmat:9:5:3") else { panic!() };
        assert_eq!((scale, edge_factor, seed), (9, 5, 3));
        let Recipe::Gnm { log_vertices, edges, seed } = short("gnm:9:77") else { panic!() };
        assert_eq!((log_vertices, edges, seed), (9, 77, GNM_SEED));
        let Recipe::Teams { vertices, teams, largest, seed } = short("teams:90:30:7:2") else { panic!() };
        assert_eq!((vertices, teams, largest, seed), (90, 30, 7, 2));
        let Recipe::Bipartite { left_vertices, right_vertices, edges, seed } = short("bipartite:4:6:9")
        else {
            panic!()
        };
        assert_eq!((left_vertices, right_vertices, edges, seed), (4, 6, 9, 1));
        let Recipe::Grid { rows, columns } = short("grid:2:7") else { panic!() };
        assert_eq!((rows, columns), (2, 7));
    }

    #[test]
    fn files_are_no_short_forms() {
        for file in ["graph.el", "path", "karate.el", "./karate", "rmat", "karate:1", "rmat16:3"] {
            assert!(Recipe::short(file).is_none(), "{file}");
        }
    }

    #[test]
    fn bad_values_are_refused_on_one_line() {
        for bad in ["rmat:", "rmat:x", "rmat:3:4:5:6", "gnm:4", "grid:3", "rmat:-1", "cycle:1:2"] {
            let error = Recipe::short(bad).expect("a short form").unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn karate_is_whole() {
        let graph = Recipe::Karate.make().unwrap();
        assert_eq!((graph.csr().n(), graph.csr().edges()), (34, 78));
        assert_eq!(graph.csr().max_degree(), 17);
    }
}
