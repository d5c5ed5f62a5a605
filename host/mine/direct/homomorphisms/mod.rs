//! Homomorphisms of the quotients of a decomposition, in all or at each vertex, from tables that the first device makes, one after the
//! other.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `made` | the tables that are made: products of them, and what these add up to |
//! | `launches` | a table each: the launch of its kernel |
//! | `rooms` | the arrays that tables, and what is made on the way to them, are written to |
//! | `combined` | [`MapsAtVertices`]: sums of products of tables at each vertex |

mod combined;
mod launches;
mod made;
mod rooms;

use super::session::Session;
use crate::mine::MineError;
use crate::mine::attributed::Indicators;
use crate::mine::strategy::direct;
use crate::place::Together;
use crate::plan::decomposition::tables::Tables;
use crate::plan::decomposition::{Decomposition, RootedDecomposition, Way};
use made::Made;

pub(in crate::mine) use combined::MapsAtVertices;

impl Session<'_> {
    /// The homomorphisms of each term that are counted without a walk, modulo 2^128; `None` for those that are left to it. All vertices
    /// with a neighbour must be there: a homomorphism may fold the pattern.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, or the job is to stop.
    pub(in crate::mine) fn homomorphisms(
        &mut self,
        decomposition: &Decomposition,
        indicators: &Indicators<'_>,
    ) -> Result<Vec<Option<u128>>, MineError> {
        let mut found = vec![None; decomposition.terms.len()];
        // First, as tables take what room there is.
        for (found, term) in found.iter_mut().zip(&decomposition.terms) {
            if let Way::Subgraphs(parts) = &term.way {
                let mut sum = 0u128;
                for (graph, times) in parts {
                    let way =
                        direct(&graph.pattern()).expect("all of up to five vertices, and cliques, have one");
                    sum = sum.wrapping_add(self.count(way)?.wrapping_mul(u128::from(*times)));
                }
                *found = Some(sum);
            }
        }
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Some(indicators))?;
        let by_tables =
            found.iter_mut().zip(&decomposition.terms).filter_map(|(found, term)| match &term.way {
                Way::Tables(product) => Some((found, product)),
                _ => None,
            });
        let (found_by_tables, products): (Vec<_>, Vec<_>) = by_tables.unzip();
        found_by_tables
            .into_iter()
            .zip(made.totals(&products)?)
            .for_each(|(found, total)| *found = Some(total));
        Ok(found)
    }

    /// For each role of a decomposition, and each vertex of the form, the injective maps that take the role's root there: modulo 2^64 if
    /// `narrow`, for maps that are known to be below that, and else modulo 2^128. All vertices with a neighbour must be there.
    ///
    /// # Errors
    /// As [`homomorphisms`](Self::homomorphisms).
    pub(in crate::mine) fn maps_at_vertices(
        &mut self,
        decomposition: &RootedDecomposition,
        narrow: bool,
    ) -> Result<MapsAtVertices, MineError> {
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, None)?;
        MapsAtVertices::new(&made, decomposition, narrow)
    }

    /// Sees to it that the whole graph is on the first device, and room for tables beside it.
    fn make_room_for(&mut self, tables: &Tables) -> Result<(), MineError> {
        let (n, edges) = (u64::from(self.outline().n()), self.outline().edges() as u64);
        let work = tables.bytes(n, edges);
        self.make_room(Together { whole: true, work, ..Together::default() })?;
        self.first.get_whole(self.run.clock)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::graph::{Csr, generate};
    use crate::mine::direct::at_vertices::{Needs, SumsAtVertices};
    use crate::mine::memory::if_it_fits;
    use crate::mine::modular::Modular;
    use crate::mine::run::Run;
    use crate::mine::{Context, Placed};
    use crate::pattern::Pattern;
    use crate::plan::decomposition::SmallGraph;
    use crate::plan::generic_stats;
    use crate::runtime::{Device, MemorySize};

    /// What `job` does on a device that has the graph.
    fn on<T>(
        device: Device,
        graph: &Csr,
        job: impl FnOnce(&mut Session<'_>) -> Result<T, MineError>,
    ) -> Result<T, MineError> {
        let (known, clock) = (Placed::new(graph, &device).known(1), Clock::default());
        let run = Run { context: &Context::default(), clock: &clock };
        job(&mut Session::new(&known, run)?)
    }

    /// The matches of all roles at all vertices.
    fn matches<N: Modular>(
        maps: &MapsAtVertices,
        sums: &SumsAtVertices,
        graph: &Csr,
        roles: usize,
    ) -> Vec<u128> {
        let mut degrees: Vec<u32> = (0..graph.n()).map(|v| graph.degree(v)).collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        let at = |(v, &degree): (usize, &u32)| {
            let pieces = sums.at(v, degree);
            (0..roles)
                .map(move |role| maps.matches::<N>(v, role, &pieces).count().unwrap())
                .collect::<Vec<u128>>()
        };
        degrees.iter().enumerate().flat_map(at).collect()
    }

    /// In one word or two, with less and less memory: all tables after another, one by one, and the sums at fewer vertices at a time.
    #[test]
    fn maps_are_the_same_whatever_the_room() {
        let graph = generate::barabasi_albert(90, 3, 5).unwrap();
        let of = |text: &str| {
            let graph = SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap();
            (0..graph.vertices()).map(move |v| graph.canonical_from(v))
        };
        let texts =
            ["6-cycle", "a-b-c-d-e-f, b-f", "a-b-c-a, c-d-e-c", "a-b-c-d, b-e", "a-b-c-a, b-d-c, d-e"];
        let roles: Vec<SmallGraph> = texts.into_iter().flat_map(of).collect();
        let decomposition = RootedDecomposition::of(&roles, &generic_stats()).unwrap();
        let needs = Needs { triangles: true, cycles: true, cliques: true };
        let sums = on(Device::cpu(None), &graph, |session| session.sums_at_vertices(needs)).unwrap();
        let maps =
            |device, narrow| on(device, &graph, |session| session.maps_at_vertices(&decomposition, narrow));
        let wide = maps(Device::cpu(None), false).unwrap();
        let expected = matches::<i128>(&wide, &sums, &graph, roles.len());
        assert!(!wide.is_narrow() && expected.iter().any(|&count| count > 0));
        let (mut bytes, mut right, mut refused) = (1 << 20, 0, 0);
        while bytes > 1 << 12 {
            for narrow in [false, true] {
                match if_it_fits(maps(Device::cpu(Some(MemorySize(bytes))), narrow)).unwrap() {
                    Ok(maps) => {
                        right += 1;
                        assert_eq!(maps.is_narrow(), narrow);
                        let found = matches::<u64>(&maps, &sums, &graph, roles.len());
                        assert!(found == expected, "{bytes} bytes, narrow: {narrow}");
                    }
                    Err(_) => refused += 1,
                }
            }
            bytes -= bytes / 24;
        }
        assert!(right > 20 && refused > 20, "{right} were right, {refused} refused");
    }
}
