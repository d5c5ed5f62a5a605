//! Homomorphisms of the quotients of a decomposition, in all or at each vertex or edge, from tables that the first device makes, one after the
//! other; those that take long with all others of its team.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `made` | the tables that are made: products of them, and what these add up to |
//! | `launches` | a table over neighbours or triangles each: the launch of its kernel |
//! | `rows` | a table of what the rows of roots come to: what it reads, and the launch of its kernel |
//! | `dealt` | tables of rows that take long, by all devices of a team |
//! | `rooms` | the arrays that tables, and what is made on the way to them, are written to |
//! | `combined` | sums of products of tables, as batches of terms, and the matches that follow from them |
//! | `at_vertices`, `at_edges` | [`MapsAtVertices`], [`MapsAtEdges`]: these sums at each vertex, and at each edge |

mod at_edges;
mod at_vertices;
mod combined;
mod dealt;
mod launches;
mod made;
mod rooms;
mod rows;

use super::at_edges::SumsAtEdges;
use super::session::Session;
use crate::MineError;
use crate::attributed::Indicators;
use crate::place::Together;
use crate::plan::decomposition::tables::{PairProduct, Tables, VertexProduct};
use crate::plan::decomposition::{Decomposition, RootedDecomposition, Way};
use crate::strategy::direct;
use made::{Colors, Made};

pub(crate) use at_edges::MapsAtEdges;
pub(crate) use at_vertices::MapsAtVertices;

impl Session<'_> {
    /// The homomorphisms of each term that are counted without a walk, modulo 2^128; `None` for those that are left to it. All vertices
    /// with a neighbour must be there: a homomorphism may fold the pattern.
    ///
    /// # Errors
    /// When the device fails or its memory is too small, the count of a subgraph passes 128 bits, or the job is to stop.
    pub(crate) fn homomorphisms(
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
        let made = Made::all(self, &decomposition.tables, Colors::Labels(indicators))?;
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
    /// `narrow`, for maps that are known to be below that, and else modulo 2^128. All vertices with a neighbour must be there. Where inner vertices are
    /// asked for, `inner` has the greatest colour of each vertex of the graph.
    ///
    /// # Errors
    /// When the whole graph, the tables or the sums at one vertex do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn maps_at_vertices(
        &mut self,
        decomposition: &RootedDecomposition<VertexProduct>,
        inner: &[u8],
        narrow: bool,
    ) -> Result<MapsAtVertices, MineError> {
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Colors::Inner(inner))?;
        MapsAtVertices::new(&made, decomposition, narrow)
    }

    /// For each role of a decomposition, and each edge of the form, the injective maps that take the role's edge there, one way around or
    /// the other: modulo 2^64 if `narrow`, for maps that are known to be below that, and else modulo 2^128. All vertices with a neighbour
    /// must be there. Where inner vertices are asked for, `inner` has the greatest colour of each vertex of the graph. `edges` are those of the form.
    ///
    /// # Errors
    /// When the whole graph, the tables or the sums at the edges of one vertex do not fit in the memory, the device fails, or the job is to stop.
    pub(crate) fn maps_at_edges(
        &mut self,
        decomposition: &RootedDecomposition<PairProduct>,
        inner: &[u8],
        narrow: bool,
        edges: &SumsAtEdges,
    ) -> Result<MapsAtEdges, MineError> {
        self.make_room_for(&decomposition.tables)?;
        let made = Made::all(self, &decomposition.tables, Colors::Inner(inner))?;
        MapsAtEdges::new(&made, decomposition, narrow, edges.edges().starts())
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
    use crate::direct::at_vertices::{Needs, SumsAtVertices};
    use crate::graph::{Csr, generate};
    use crate::memory::if_it_fits;
    use crate::modular::Modular;
    use crate::pattern::Pattern;
    use crate::plan::decomposition::{CORE, INNER, InnerShares, SmallGraph};
    use crate::plan::generic_stats;
    use crate::run::Run;
    use crate::runtime::{Device, MemorySize};
    use crate::{Context, Placed};

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

    /// The matches of all roles at all edges.
    fn matches_at_edges<N: Modular>(
        maps: &MapsAtEdges,
        sums: &SumsAtEdges,
        graph: &Csr,
        roles: usize,
    ) -> Vec<u128> {
        let mut degrees: Vec<u32> = (0..graph.n()).map(|v| graph.degree(v)).collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        let at = |ends: [u32; 2]| {
            let pieces = sums.between(ends, ends.map(|end| degrees[end as usize]));
            let matches = |role| maps.matches::<N>(sums.number(ends), role, &pieces).count().unwrap();
            (0..roles).map(matches).collect::<Vec<u128>>()
        };
        sums.edges().ends().flat_map(at).collect()
    }

    /// Checks that maps are right or refused with less and less memory, in one word or two: all tables after another, one by one, and the
    /// sums at fewer places at a time.
    fn check_rooms<M>(
        maps: impl Fn(Device, bool) -> Result<M, MineError>,
        is_narrow: impl Fn(&M) -> bool,
        wide: impl Fn(&M) -> Vec<u128>,
        found: impl Fn(&M) -> Vec<u128>,
    ) {
        let all = maps(Device::cpu(None), false).unwrap();
        let expected = wide(&all);
        assert!(!is_narrow(&all) && expected.iter().any(|&count| count > 0));
        let (mut bytes, mut right, mut refused) = (1 << 20, 0, 0);
        while bytes > 1 << 12 {
            for narrow in [false, true] {
                match if_it_fits(maps(Device::cpu(Some(MemorySize(bytes))), narrow)).unwrap() {
                    Ok(maps) => {
                        right += 1;
                        assert_eq!(is_narrow(&maps), narrow);
                        assert!(found(&maps) == expected, "{bytes} bytes, narrow: {narrow}");
                    }
                    Err(_) => refused += 1,
                }
            }
            bytes -= bytes / 24;
        }
        assert!(right > 20 && refused > 20, "{right} were right, {refused} refused");
    }

    const TEXTS: [&str; 5] =
        ["6-cycle", "a-b-c-d-e-f, b-f", "a-b-c-a, c-d-e-c", "a-b-c-d, b-e", "a-b-c-a, b-d-c, d-e"];
    const NEEDS: Needs = Needs { triangles: true, cycles: true, cliques: true };

    fn small(text: &str) -> SmallGraph {
        SmallGraph::of(&Pattern::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn maps_are_the_same_whatever_the_room() {
        let graph = generate::barabasi_albert(90, 3, 5).unwrap();
        let of = |graph: SmallGraph| (0..graph.vertices()).map(move |v| graph.canonical_from(v));
        let roles: Vec<SmallGraph> = TEXTS.map(small).into_iter().flat_map(of).collect();
        let decomposition = RootedDecomposition::at_vertices(&roles, &generic_stats(), None).unwrap();
        let sums = on(Device::cpu(None), &graph, |session| session.sums_at_vertices(NEEDS)).unwrap();
        let maps = |device, narrow| {
            on(device, &graph, |session| session.maps_at_vertices(&decomposition, &[], narrow))
        };
        check_rooms(
            maps,
            MapsAtVertices::is_narrow,
            |maps| matches::<i128>(maps, &sums, &graph, roles.len()),
            |maps| matches::<u64>(maps, &sums, &graph, roles.len()),
        );
    }

    /// Hubs of leaves, paths, and what is dense: by vertex its greatest colour.
    fn with_inner_vertices() -> (Csr, Vec<u8>) {
        let dense = generate::barabasi_albert(40, 3, 5).unwrap();
        let mut edges: Vec<(u32, u32)> =
            (0..dense.n()).flat_map(|u| dense.neighbors(u).iter().map(move |&v| (u, v))).collect();
        let leaves = (dense.n()..120).map(|leaf| (leaf % 3, leaf));
        edges.extend(leaves);
        edges.extend([(7, 120), (120, 121), (121, 122), (120, 123)]);
        let color = |v: u32| match v {
            0..40 => CORE,
            120 | 121 => INNER,
            _ => 0,
        };
        (Csr::from_edges(124, &edges), (0..124).map(color).collect())
    }

    /// Of tables from which the rows of most roots are left out.
    #[test]
    fn maps_are_the_same_from_inner_vertices() {
        let (graph, inner) = with_inner_vertices();
        let shares = Some(InnerShares([0.2, 0.1]));
        let graphs = TEXTS.into_iter().chain(["4-cycle", "7-path"]).map(small);
        for small in graphs {
            let vertices: Vec<_> = (0..small.vertices()).map(|v| small.canonical_from(v)).collect();
            let edges: Vec<_> = small.edges().map(|edge| small.canonical_from_edge(edge)).collect();
            let at_vertices = |asked, inner: &[u8]| {
                let all = RootedDecomposition::at_vertices(&vertices, &generic_stats(), asked).unwrap();
                on(Device::cpu(None), &graph, |session| {
                    let sums = session.sums_at_vertices(NEEDS)?;
                    let maps = session.maps_at_vertices(&all, inner, false)?;
                    Ok(matches::<i128>(&maps, &sums, &graph, vertices.len()))
                })
            };
            let at_edges = |asked, inner: &[u8]| {
                let all = RootedDecomposition::at_edges(&edges, &generic_stats(), asked).unwrap();
                on(Device::cpu(None), &graph, |session| {
                    let sums = session.sums_at_edges(NEEDS)?;
                    let maps = session.maps_at_edges(&all, inner, false, &sums)?;
                    Ok(matches_at_edges::<i128>(&maps, &sums, &graph, edges.len()))
                })
            };
            let [at_vertices, plain_at_vertices] = [at_vertices(shares, &inner), at_vertices(None, &[])];
            assert_eq!(at_vertices.unwrap(), plain_at_vertices.unwrap(), "{}", small.pattern());
            let [at_edges, plain_at_edges] = [at_edges(shares, &inner), at_edges(None, &[])];
            assert_eq!(at_edges.unwrap(), plain_at_edges.unwrap(), "{}", small.pattern());
        }
    }

    #[test]
    fn maps_at_edges_are_the_same_whatever_the_room() {
        let graph = generate::barabasi_albert(90, 3, 5).unwrap();
        let of =
            |graph: SmallGraph| graph.edges().map(|edge| graph.canonical_from_edge(edge)).collect::<Vec<_>>();
        let roles: Vec<SmallGraph> = TEXTS.map(small).into_iter().flat_map(of).collect();
        let decomposition = RootedDecomposition::at_edges(&roles, &generic_stats(), None).unwrap();
        let sums = on(Device::cpu(None), &graph, |session| session.sums_at_edges(NEEDS)).unwrap();
        let maps = |device, narrow| {
            on(device, &graph, |session| session.maps_at_edges(&decomposition, &[], narrow, &sums))
        };
        check_rooms(
            maps,
            MapsAtEdges::is_narrow,
            |maps| matches_at_edges::<i128>(maps, &sums, &graph, roles.len()),
            |maps| matches_at_edges::<u64>(maps, &sums, &graph, roles.len()),
        );
    }
}
